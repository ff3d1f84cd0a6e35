package questions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"tack/coach"
)

func catalog(tb testing.TB) *Catalog {
	tb.Helper()
	c, err := New(os.DirFS("../../../templates/lexicon"))
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// TestPairs holds the invented tables to a share that a lost rule would break.
func TestPairs(t *testing.T) {
	c := catalog(t)
	files, _ := filepath.Glob("testdata/pairs-*.tsv")
	if len(files) == 0 {
		t.Fatal("no tables")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if got := accuracy(t, c, pairs(t, file)); got < 0.98 {
				t.Errorf("accuracy %.3f", got)
			}
		})
	}
}

func TestCatalog_Same(t *testing.T) {
	c := catalog(t)
	key := func(k string) coach.Identity { return coach.Identity{Key: k} }
	id := func(s string) coach.Identity { return c.Parse(s).Identity }
	for name, tc := range map[string]struct {
		a, b coach.Identity
		want bool
	}{
		"Annotated":      {key("q1"), key("q1"), true},
		"AnnotatedOther": {key("q1"), key("q2"), false},
		"NoIdentity":     {coach.Identity{}, coach.Identity{}, false},
		"Elliptic":       {id("why?"), id("why?"), false},
		"Tool":           {id("How do I squash a git commit?"), id("How do I squash a commit?"), true},
		"OtherTool":      {id("How do I run the script in Docker?"), id("How do I run the script?"), false},
		"All":            {id("How do I delete all keys?"), id("How do I delete a key?"), false},
		"SeeAll":         {id("How do I list all buckets?"), id("How do I see the buckets?"), true},
		"Direction":      {id("How do I move a file from a to b?"), id("How do I move a file from b to a?"), false},
		"Letters":        {id("What is the difference between A and B?"), id("What is the difference between C and B?"), false},
		"DirectionZh":    {id("怎么把列表转成元组"), id("How do I turn a list into a tuple?"), true},
		"Prefix":         {id("什么是未签署的请求？"), id("What is an unsigned request?"), true},
		"Command":        {id("What does GET do?"), id("What does SET do?"), false},
		"CommandAlone":   {id("What does GET do in Redis?"), id("What does Redis do?"), false},
		"CommandLower":   {id("What does GET do in Redis?"), id("what does get do in redis"), true},
		"CommandZh":      {id("GET 是干什么的？"), id("What does GET do?"), true},
		"HowNot":         {id("怎么连不上数据库"), id("Why can't I connect to the database?"), true},
		"OptionCase":     {id("What does -p do in ssh?"), id("What does -P do in ssh?"), false},
		"StepOne":        {id("What is step one for?"), id("What is step 1 for?"), true},
		"StepTwo":        {id("What is step one for?"), id("What is step two for?"), false},
		"Ordinal":        {id("What is the second argument for?"), id("第二个参数是干什么用的？"), true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.Same(tc.a, tc.b); got != tc.want {
				t.Errorf("Same(%q, %q) = %v", tc.a.Sketch, tc.b.Sketch, got)
			}
			if got := c.Same(tc.b, tc.a); got != tc.want {
				t.Errorf("Same is not symmetric for %q, %q", tc.a.Sketch, tc.b.Sketch)
			}
		})
	}
}

func TestCatalog_IsYesNo(t *testing.T) {
	c := catalog(t)
	for text, want := range map[string]bool{
		"Is the server running?": true, "服务器启动了吗？": true, "要不要重启": true, "有没有报错？": true,
		"Did it print PONG": true, "Is it a list or a set?": false, "用列表还是集合？": false,
		"Which port do you use?": false, "为什么要重启？": false, "It runs.": false, "那 Redis 呢？": false,
		"It stopped. Do you see an error?": true,
	} {
		if got := c.IsYesNo(text); got != want {
			t.Errorf("IsYesNo(%q) = %v: %s", text, got, c.Explain(text))
		}
	}
}

func TestCatalog_Explain(t *testing.T) {
	c := catalog(t)
	for text, want := range map[string]string{
		"How do I copy 2 files from the host to db1?": "asks how; about copy, file, host; number 2; to named db1",
		"为什么连不上 redis":                                "asks why not; about connect, redis",
		"why??":                                       "asks why; no object of its own",
	} {
		if got := c.Explain(text); got != want {
			t.Errorf("Explain(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestCatalog_Parse: words around a question and its letter case leave its key as it is.
func TestCatalog_Parse(t *testing.T) {
	c := catalog(t)
	questions := []string{
		"how do I rename a table?", "why is the image not found", "what does -w do in kubectl get?", "is the key gone after a restart?",
		"怎么删除镜像", "为什么连不上数据库？", "list 和 tuple 有什么区别", "端口 9200 是谁在用？",
	}
	before := []string{"", "sorry, ", "So ", "and then ", "ok but ", "Hi, ", "Thanks! ", "请问", "那", "再问一次，", "老师好，", "我还是想知道，"}
	after := []string{"", "?", "??", " please", ", thanks!", "呢", "，谢谢"}
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.SampledFrom(questions).Draw(t, "question")
		text := rapid.SampledFrom(before).Draw(t, "before") + q + rapid.SampledFrom(after).Draw(t, "after")
		if rapid.Bool().Draw(t, "upper") {
			text = strings.ToUpper(text)
		}
		if got, want := c.Parse(text).Identity, c.Parse(q).Identity; got != want {
			t.Errorf("%q is %q, want %q", text, got.Sketch, want.Sketch)
		}
	})
}

func TestCatalog_Parse_Long(t *testing.T) {
	c := catalog(t)
	names := strings.Repeat("aaaa bbbb cccc dddd eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn oooo pppp ", 2)
	long := "why does " + strings.ReplaceAll(names, " ", "x1 ") + "fail"
	other := strings.Replace(long, "ppppx1", "ppppx2", 2)
	a, b := c.Parse(long).Identity, c.Parse(other).Identity
	if len(a.Sketch) > maxSketch {
		t.Errorf("sketch of %d bytes", len(a.Sketch))
	}
	if a.Key == b.Key {
		t.Error("two long questions have one key")
	}
}

func TestNew_Errors(t *testing.T) {
	const concepts = "groups:\n- concepts: {need: need, last: last, see: see, avoid: avoid, multiple: multiple, all: all, second: second}\n"
	for name, tc := range map[string]struct{ concepts, en, want string }{
		"UnknownField":   {concepts + "wordz: []\n", "", "wordz"},
		"TwoMeanings":    {concepts + "- concepts: {look: see}\n", "", "see"},
		"UnknownConcept": {concepts + "weak: [nope]\n", "", "nope"},
		"UnknownTurn":    {concepts + "turns: [{ask: nope, with: see, is: how}]\n", "", "nope"},
		"MissingConcept": {"groups: []\n", "", "no concept"},
		"UnknownClass":   {concepts, "classes: {nope: [x]}\n", "nope"},
		"UnknownAspect":  {concepts, "asks: {nope: [x]}\n", "nope"},
		"Taken":          {concepts, "classes: {drop: [see]}\n", "see"},
		"BadPair":        {concepts, "traditional: [嗎]\n", "嗎"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(fstest.MapFS{
				"questions/concepts.yaml": {Data: []byte(tc.concepts)},
				"questions/en.yaml":       {Data: []byte(tc.en)},
				"questions/zh.yaml":       {Data: nil},
			})
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want one with %q", err, tc.want)
			}
		})
	}
	if _, err := New(fstest.MapFS{}); err == nil {
		t.Error("no error without files")
	}
}

func TestCatalog_Parse_Faint(t *testing.T) {
	c := catalog(t)
	if got, want := c.Explain("What might happen if the key expires?"), c.Explain("What will happen when a key expires"); got != want {
		t.Errorf("%q is not %q", got, want)
	}
}
