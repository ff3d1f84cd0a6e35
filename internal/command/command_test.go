package command_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tack/adapters/adaptertest"
	"tack/coach"
	"tack/coach/tutor/model"
	"tack/internal/command"
	"tack/internal/engine"
	"tack/state"
)

// chat is a platform that opens threads and keeps what it is given.
type chat struct {
	mu     sync.Mutex
	sent   []engine.Outgoing
	opened int
}

func (c *chat) Deliver(_ context.Context, m engine.Outgoing) (engine.Receipt, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent = append(c.sent, m)
	r := engine.Receipt{Ref: string(m.Thread) + m.ID}
	if m.Op == engine.OpOpen {
		c.opened++
		r.Thread = coach.ThreadID("chat:W:C:c" + strconv.Itoa(c.opened))
	}
	return r, nil
}

// bench is a desk to be asked.
type bench struct {
	*testing.T
	*adaptertest.House
	n int
}

const (
	channel = coach.ThreadID("chat:W:C:")
	own     = coach.ThreadID("chat:W:C:c1") // the first thread that is opened
)

func newBench(t *testing.T) *bench {
	t.Parallel()
	return &bench{T: t, House: adaptertest.Build(t, "chat", &chat{}, adaptertest.Options{})}
}

// ask asks as kim, and wants these words in the answer; "!" before one that must not be there.
func (b *bench) ask(text string, want ...string) command.Answer {
	b.Helper()
	return b.askAs(command.Request{User: "kim", Text: text}, want...)
}

func (b *bench) askAs(r command.Request, want ...string) command.Answer {
	b.Helper()
	b.n++
	r.ID, r.At = strconv.Itoa(b.n), time.Now()
	if r.Channel == "" {
		r.Channel = channel
	}
	answer, err := b.Desk.Answer(b.Context(), r)
	if err != nil {
		b.Fatal(err)
	}
	for _, w := range want {
		not := strings.HasPrefix(w, "!")
		if strings.Contains(answer.Text, strings.TrimPrefix(w, "!")) == not || strings.Contains(answer.Text, "⟪") {
			b.Errorf("%q is answered without %q:\n%s", r.Text, w, answer.Text)
		}
	}
	return answer
}

// say says something in the own thread and waits for the answer.
func (b *bench) say(texts ...string) {
	b.Helper()
	for _, text := range texts {
		b.n++
		heard := b.Standing(b, own).Heard
		err := b.Engine.Receive(b.Context(), engine.Inbound{
			Kind: engine.InMessage, ID: "m" + strconv.Itoa(b.n), Thread: own, User: "kim", Learner: "kim", Text: text,
		})
		if err != nil {
			b.Fatal(err)
		}
		b.AwaitAnswered(b, own, heard+1)
	}
}

func TestDesk_Start(t *testing.T) {
	b := newBench(t)
	b.ask("", "/study redis")
	b.ask("start", "Which topic")
	b.ask("blockchain", "cannot teach", "git, redis")
	b.ask("status", "no session")
	b.ask("redis", "on its way")
	got := b.AwaitState(t, own, coach.Coaching)
	if got.Session.Learner() != "kim" || got.Course.Topic != "redis" || got.Course.Locale != "en" {
		t.Errorf("learner %s, topic %s, locale %s", got.Session.Learner(), got.Course.Topic, got.Course.Locale)
	}
	b.ask("status", "**redis**", "at work", "1 of 20")
	b.ask("redis", "open: go on in its thread")
	b.ask("redis 🙂", "open: go on in its thread")
	b.askAs(command.Request{User: "lee", Text: "status"}, "no session")
}

// gone is a model that cannot be asked.
type gone struct{ engine.Model }

var errGone = errors.New("gone")

func (gone) Topic(context.Context, model.Wish) (string, error) { return "", errGone }
func (gone) Away(string, error) string                         { return "The model is gone." }

// A topic that only the model could know is not called unknown while the model is gone.
func TestDesk_ModelGone(t *testing.T) {
	b := newBench(t)
	b.Engine.Model = gone{}
	b.ask("blockchain", "The model is gone.", "cannot teach", "git, redis")
	b.ask("continue blockchain", "The model is gone.")
	b.ask("redis", "!The model is gone.", "on its way")
}

func TestDesk_Chinese(t *testing.T) {
	b := newBench(t)
	b.ask("帮助", "学习")
	b.ask("学习 redis", "学习帖")
	if got := b.AwaitState(t, own, coach.Coaching); got.Course.Locale != "zh" {
		t.Errorf("locale %s", got.Course.Locale)
	}
	b.ask("状态", "进行中")
	b.ask("语言 en", "English")
	b.AwaitAnswered(t, own, 2)
	if got := b.Standing(t, own).Course.Locale; got != "en" {
		t.Errorf("locale %s after the change", got)
	}
}

// TestDesk_LanguageOfTheLearner: a session that a command opened in the account's language follows the
// learner's own.
func TestDesk_LanguageOfTheLearner(t *testing.T) {
	b := newBench(t)
	b.askAs(command.Request{User: "kim", Locale: "en", Text: "redis"}, "on its way")
	b.AwaitState(t, own, coach.Coaching)
	b.say("在工作中用它做缓存")
	if got := b.Standing(t, own).Course.Locale; got != "zh" {
		t.Errorf("locale %s", got)
	}
	b.askAs(command.Request{User: "kim", Locale: "en", Text: "状态"}, "进行中")
}

// TestDesk_Whole: wrap, docs, continue, forget.
func TestDesk_Whole(t *testing.T) {
	b := newBench(t)
	b.ask("docs", "no documents yet")
	b.ask("continue", "Nothing of yours")
	b.ask("redis")
	b.AwaitState(t, own, coach.Coaching)
	b.say("I want to use it as a cache at work", "I would use INCR, since it is atomic", "no idea",
		"about an hour on weekdays", "defaults", "a small cache layer for our web app", "confirm")
	if answer := b.ask("docs", "CONTEXT.md"); len(answer.Files) == 0 {
		t.Error("no files with the documents")
	}
	b.ask("docs nonsense", "There is no")
	b.ask("wrap", "Closing out")
	b.AwaitState(t, own, coach.Closing)
	b.say("ok")
	b.AwaitState(t, own, coach.Closed)
	b.ask("wrap", "no session")
	b.ask("continue", "on its way")
	second := coach.ThreadID("chat:W:C:c2")
	if got := b.AwaitState(t, second, coach.Coaching); got.Course.Window != 2 {
		t.Errorf("window %d", got.Course.Window)
	}
	b.ask("forget", "for good")
	if kept, _ := b.Store.Topics(t.Context(), state.Learner{Workspace: "chat:W", ID: "kim"}); len(kept) != 1 {
		t.Errorf("asking erased: %v", kept)
	}
	b.ask("forget everything", "2 threads and 1 document are erased")
	b.ask("status", "no session")
}

func TestDesk_Settings(t *testing.T) {
	b := newBench(t)
	b.ask("settings language zh", "managers may change")
	manager := func(text string, want ...string) {
		b.askAs(command.Request{User: "ann", Manager: true, Text: text}, want...)
	}
	manager("settings", "everyone", "auto", "step_confirm", "default", "none")
	manager("settings colour blue", "no setting")
	for _, wrong := range []string{"openers nobody", "language fr", "pace slow", "threshold 3", "threshold x", "rests 9-5"} {
		manager("settings "+wrong, "cannot be")
	}
	manager("settings openers managers", "`openers`: managers")
	b.ask("redis", "only its managers")
	manager("settings openers everyone")
	manager("settings threshold 30", "30 turns")
	manager("settings pace continuous")
	manager("settings rests 22:00-07:00 Europe/Berlin", "22:00-07:00 Europe/Berlin")
	manager("settings language zh", "`language`: zh")
	manager("settings", "本频道的设置")
	b.ask("redis", "学习帖")
	got := b.AwaitState(t, own, coach.Coaching)
	if got.Course.Locale != "zh" || got.Session.Threshold() != 30 || got.Session.Pace() != coach.PaceContinuous || got.Rests == "" {
		t.Errorf("locale %s, threshold %d, pace %s, rests %q", got.Course.Locale, got.Session.Threshold(), got.Session.Pace(), got.Rests)
	}
}

// TestDesk_Direct: where there is one thread for all, a topic waits for the end of the other.
func TestDesk_Direct(t *testing.T) {
	b := newBench(t)
	direct := func(text string, want ...string) {
		b.askAs(command.Request{User: "kim", Channel: "chat:W:D:", Thread: "chat:W:D:", Direct: true, Text: text}, want...)
	}
	direct("redis", "on its way")
	b.AwaitState(t, "chat:W:D:", coach.Coaching)
	direct("git", "We are at **redis**")
	direct("redis", "on its way")
}

// TestDesk_WrapHere: a session in this channel is meant before one elsewhere; one that is closing is not wrapped
// again, and what else is open is said.
func TestDesk_WrapHere(t *testing.T) {
	b := newBench(t)
	b.ask("redis", "on its way")
	b.AwaitState(t, own, coach.Coaching)
	direct := func(text string, want ...string) {
		b.askAs(command.Request{User: "kim", Channel: "chat:W:D:", Thread: "chat:W:D:", Direct: true, Text: text}, want...)
	}
	direct("git", "on its way")
	b.AwaitState(t, "chat:W:D:", coach.Coaching)
	direct("wrap", "Closing out **git**", "**redis** (elsewhere; we are at work)")
	b.AwaitState(t, "chat:W:D:", coach.Closing)
	heard := b.Standing(t, "chat:W:D:").Heard
	b.ask("wrap", "Closing out **redis**", "**git** (elsewhere; the summary waits for your ✅)")
	b.AwaitState(t, own, coach.Closing)
	b.ask("wrap", "**redis** is closing already", "**git** (elsewhere")
	direct("wrap", "**git** is closing already", "**redis** (elsewhere")
	direct("收尾", "**git** 已经在收尾了", "**redis**（在别处，小结等你点 ✅）")
	if now := b.Standing(t, "chat:W:D:").Heard; now != heard {
		t.Errorf("a session that is closing was asked for it again: %d events, then %d", heard, now)
	}
}

// TestDesk_StatusCounts: a count that waits for its rule's turn is never more than it takes.
func TestDesk_StatusCounts(t *testing.T) {
	b := newBench(t)
	b.ask("redis")
	b.AwaitState(t, own, coach.Coaching)
	b.say(adaptertest.Course...)
	b.say(adaptertest.Failing, adaptertest.Failing, "still the same error", "still the same error")
	b.ask("status", "same error: 3 of 3")
}

// TestDesk_SettingNames: a mistyped setting is told the one that was meant.
func TestDesk_SettingNames(t *testing.T) {
	b := newBench(t)
	for text, want := range map[string]string{
		"settings treshold 20": "did you mean `threshold`?", "settings colour blue": "There is no setting `colour`.",
		"设置 treshold 20": "是不是 `threshold`？",
	} {
		b.askAs(command.Request{User: "ann", Manager: true, Text: text}, want)
	}
}

// TestDesk_ChinesePunctuation: what is put together from names has Chinese punctuation in Chinese.
func TestDesk_ChinesePunctuation(t *testing.T) {
	b := newBench(t)
	b.ask("帮助", "git、redis")
	b.ask("开始", "git、redis")
	b.ask("学习 redis")
	b.AwaitState(t, own, coach.Coaching)
	b.say(adaptertest.Course...)
	b.ask("文档", "redis：`CONTEXT.md`")
	if status := b.ask("状态").Text; strings.ContainsAny(strings.ReplaceAll(status, "CONTEXT.md", ""), ",;") {
		t.Errorf("ASCII punctuation:\n%s", status)
	}
}
