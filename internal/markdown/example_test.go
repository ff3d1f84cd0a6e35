package markdown_test

import (
	"fmt"

	"tack/internal/markdown"
)

func ExampleToSlack() {
	md := "**Saved.** Write `continue redis` next time, see [the docs](https://redis.io/docs)."
	fmt.Println(markdown.ToSlack(md, markdown.Mention{User: "U1"}))
	// Output: <@U1> *Saved.* Write `continue redis` next time, see <https://redis.io/docs|the docs>.
}

func ExampleToDiscord() {
	md := "**Saved.** Write `continue redis` next time, see [the docs](https://redis.io/docs)."
	fmt.Println(markdown.ToDiscord(md))
	// Output: **Saved.** Write `continue redis` next time, see [the docs](<https://redis.io/docs>).
}

func ExampleToPlain() {
	md := "**Saved.** Write `continue redis` next time, see [the docs](https://redis.io/docs)."
	fmt.Println(markdown.ToPlain(md))
	// Output: Saved. Write continue redis next time, see the docs (https://redis.io/docs).
}
