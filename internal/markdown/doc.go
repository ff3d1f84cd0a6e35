// Package markdown turns what the coach says, Markdown, into the dialects of the chat platforms.
//
// Goals: a real parser instead of replacements; text that looks like markup comes out as text;
// no ping gets through, whatever the text says; every message readable as plain text; pieces that
// fit the platform's limit and lose nothing.
//
// Non-goals: Block Kit and embeds (the adapters build those); HTML, which is shown as text; reading
// what learners write, since platforms send their dialects in too many shapes.
//
//	md := "**Saved.** Write `continue redis` next time, see [the docs](https://redis.io/docs)."
//	markdown.ToSlack(md, markdown.Mention{User: "U1"})
//	// <@U1> *Saved.* Write `continue redis` next time, see <https://redis.io/docs|the docs>.
//	markdown.ToDiscord(md)
//	// **Saved.** Write `continue redis` next time, see [the docs](<https://redis.io/docs>).
//	markdown.ToPlain(md)
//	// Saved. Write continue redis next time, see the docs (https://redis.io/docs).
package markdown
