package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slack-go/slack"

	"tack/adapters/slack/slacktest"
)

// desk is a console, a bot that answers by hand, and what the console printed.
type desk struct {
	*testing.T
	*console
	srv     *slacktest.Server
	bot     *slack.Client
	printed *bytes.Buffer
}

func sit(t *testing.T) *desk {
	t.Helper()
	srv := slacktest.Start(t, slacktest.Options{})
	printed := &bytes.Buffer{}
	return &desk{
		T: t, console: newConsole(srv, printed), srv: srv, printed: printed,
		bot: slack.New(srv.BotToken(), slack.OptionAPIURL(srv.APIURL())),
	}
}

// types types lines and returns what was printed meanwhile; what happened is printed at the end.
func (d *desk) types(lines ...string) string {
	d.Helper()
	d.printed.Reset()
	told := len(d.happenings(0))
	for _, line := range lines {
		d.line(line)
	}
	for _, h := range d.happenings(told) {
		d.tell(h)
	}
	return d.printed.String()
}

func (d *desk) happenings(n int) []slacktest.Happening {
	d.Helper()
	var all []slacktest.Happening
	d.srv.Await(d.T, "the story", func(v *slacktest.Snapshot) bool { all = v.Happenings(n); return true })
	return all
}

// answers has the bot post in the thread in which the learner is.
func (d *desk) answers(text string, options ...slack.MsgOption) string {
	d.Helper()
	options = append(options, slack.MsgOptionText(text, false), slack.MsgOptionTS(d.current()))
	_, ts, err := d.bot.PostMessage(d.channel, options...)
	if err != nil {
		d.Fatal(err)
	}
	return ts
}

func (d *desk) prints(got string, wanted ...string) {
	d.Helper()
	for _, want := range wanted {
		if !strings.Contains(got, want) {
			d.Errorf("%q is not printed; there is\n%s", want, got)
		}
	}
}

func buttons() slack.MsgOption {
	button := func(action, label string) slack.BlockElement {
		return slack.NewButtonBlockElement(action, "v", slack.NewTextBlockObject("plain_text", label, false, false))
	}
	return slack.MsgOptionBlocks(slack.NewActionBlock("", button("summary_confirm", "Confirm"), button("summary_go_on", "Go on")))
}

func TestTypingAsTheLearner(t *testing.T) {
	t.Parallel()
	d := sit(t)
	path := filepath.Join(t.TempDir(), "out.log")
	if err := os.WriteFile(path, []byte("PONG\n2\n3\n4\n5\n6\n7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.types(":mention hello")
	ts := d.answers("a &lt; b &amp;&amp; <https://redis.io|the site>", buttons())
	got := d.types("it works", ":edit it works now", ":react ✅", ":react thumbsup [1]", ":upload "+path+" all of it", ":press conf", ":pin", ":thread")
	d.prints(
		got, "learner (edited): it works now", "[2] ✅ by learner", "[1] :thumbsup: by learner", "learner: all of it", "📎 out.log, 17 bytes",
		"| PONG", "… 1 more", "[2] learner presses summary_confirm", "[2] 📌 pinned by learner", "tack: a < b && the site (https://redis.io)",
		"[ Confirm ] [ Go on ]   (:press confirm, :press go on)", "── #study, thread of [1]",
	)
	if pins := d.srv.Pins(d.channel); len(pins) != 1 || pins[0] != ts {
		t.Errorf("pins %v, want %s", pins, ts)
	}
	d.prints(d.types(":open out.log", ":pins", ":unpin", ":unreact ✅", ":delete", ":press stop", ":open nothing.md"),
		"| 7", "📌 [2] a < b", "[2] unpinned", "✅ taken away", "deleted", `no button begins with "stop"; there is: Confirm, Go on`, `no file "nothing.md"`)
}

// TestPaste: what a program printed is one message, its blank lines too.
func TestPaste(t *testing.T) {
	t.Parallel()
	d := sit(t)
	d.types(":mention hello")
	d.types(":paste", "line 1", "", ":react", ":end")
	all := d.srv.Thread(d.channel, d.current())
	if got := all[len(all)-1].Text; got != "line 1\n\n:react" {
		t.Errorf("said %q", got)
	}
	d.prints(d.types(":end"), "nothing was pasted")
}

func TestSomebodyElse(t *testing.T) {
	t.Parallel()
	d := sit(t)
	learner := d.user
	d.types(":mention hello")
	got := d.types(":as manager", "/study settings", "I am here too", ":as nobody", ":locale zh-CN", ":also to all", ":dm", "psst", ":as learner", "mine", ":channel")
	d.prints(got, "you are manager", "manager runs /study settings", "manager: I am here too", "one may be: learner (learns)",
		"your Slack is in zh-CN", "manager (also in the channel): to all", "── direct messages", "manager: psst", "learner: mine")
	u, err := d.bot.GetUserInfo(d.people[1].id)
	if err != nil || !u.IsAdmin || d.user != learner {
		t.Errorf("the manager is %+v, %v", u, err)
	}
	d.prints(d.types(":edit [2] not mine"), "somebody else's message")
}

// TestForm: a button that opens a form, which is filled in, or closed.
func TestForm(t *testing.T) {
	t.Parallel()
	d := sit(t)
	d.prints(d.types(":submit early", ":cancel"), "no form is open")
	text := func(s string) *slack.TextBlockObject { return slack.NewTextBlockObject("plain_text", s, false, false) }
	input := slack.NewInputBlock("b", text("What?"), text("In words"), slack.NewPlainTextInputBlockElement(nil, "what"))
	open := func() string {
		ask := d.srv.Slash(d.user, d.channel, "/study", "")
		view := slack.ModalViewRequest{Type: slack.VTModal, Title: text("Correct"), Submit: text("Send"), Blocks: slack.Blocks{BlockSet: []slack.Block{input}}}
		told := len(d.happenings(0))
		if _, err := d.bot.OpenView(ask.TriggerID, view); err != nil {
			t.Fatal(err)
		}
		d.printed.Reset()
		for _, h := range d.happenings(told) {
			d.tell(h)
		}
		return d.printed.String()
	}
	d.prints(open(), "┌ Correct", "│ What?", "In words", ":submit TEXT")
	d.prints(d.types(":submit port 6380", ":submit again"), "no form is open")
	open()
	d.prints(d.types(":cancel", ":cancel"), "no form is open")
}

// TestMistakes: whatever is typed wrong says what is right.
func TestMistakes(t *testing.T) {
	t.Parallel()
	d := sit(t)
	for typed, want := range map[string]string{
		":presss confirm": "did you mean :press?", ":rect ✅": "did you mean :react?", "/stduy redis": "did you mean /study?", ":zzzzzzz": ":help lists all",
		":edit too early": "no such message", ":react ✅": "no such message", ":thread 9": "no message [9]", ":new": "needs a text",
		":also x": "a thread", ":upload /nowhere/x": "no such file", ":locale": "zh-CN", ":press": "no button here", ":pins": "nothing is pinned",
	} {
		d.prints(d.types(typed), want)
	}
	d.types(":mention hello")
	d.answers("hi")
	d.prints(d.types(":react two words"), "no name of an emoji")
}

// TestHelp: every command has an example that is the command.
func TestHelp(t *testing.T) {
	t.Parallel()
	d := sit(t)
	got := d.types(":help")
	for _, a := range actions() {
		if !strings.HasPrefix(a.example, a.name) {
			t.Errorf("%s: example %q", a.name, a.example)
		}
		d.prints(got, a.name+" ", "e.g. "+a.example)
	}
}

func TestRunShowsWhatHappens(t *testing.T) {
	t.Parallel()
	in, typed := io.Pipe()
	out := &lines{seen: make(chan string, 1000)}
	done := make(chan error, 1)
	go func() { done <- run(t.Context(), []string{"--addr", "127.0.0.1:0"}, in, out) }()
	_, _ = io.WriteString(typed, ":help\nhello there\n/study redis\n")
	for _, want := range []string{
		"export TACK_SLACK_API_URL=http://127.0.0.1:", "export SLACK_BOT_TOKEN=xoxb-fake-bot-token SLACK_APP_TOKEN=xapp-",
		"bot serve", ":mention TEXT", "learner: hello there", "! nobody took /study",
	} {
		out.await(t, want)
	}
	_, _ = io.WriteString(typed, ":quit\n")
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestWelcome: it prints what docs/host.md says, to be copied.
func TestWelcome(t *testing.T) {
	t.Parallel()
	d := sit(t)
	page, err := os.ReadFile("../../../../docs/host.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(page), "```sh fake-slack\n")
	block, _, found := strings.Cut(block, "```")
	if !found {
		t.Fatal("docs/host.md has no block on trying it")
	}
	d.welcome(false)
	d.prints(d.printed.String(), strings.ReplaceAll(block, "http://127.0.0.1:8090/api/", d.srv.APIURL()))
	d.printed.Reset()
	d.welcome(true)
	d.prints(d.printed.String(), "TACK_SLACK_MODE=http", "SLACK_SIGNING_SECRET="+d.srv.SigningSecret())
}

// lines is a writer that a test can wait on.
type lines struct {
	seen chan string
	kept bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.seen <- string(p)
	return len(p), nil
}

// await reads on until want has come.
func (l *lines) await(t *testing.T, want string) {
	t.Helper()
	for !strings.Contains(l.kept.String(), want) {
		select {
		case text := <-l.seen:
			l.kept.WriteString(text)
		case <-t.Context().Done():
			t.Fatalf("%q did not come; there was %s", want, l.kept.String())
		}
	}
}
