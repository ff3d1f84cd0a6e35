package discordtest_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"tack/adapters/discord/discordtest"
)

// heard collects what a client was told, by channels that a test reads.
func heard(bot *discordgo.Session) (<-chan *discordgo.Message, <-chan struct{}) {
	messages, readies := make(chan *discordgo.Message, 100), make(chan struct{}, 10)
	bot.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageCreate) { messages <- m.Message })
	bot.AddHandler(func(*discordgo.Session, *discordgo.Ready) { readies <- struct{}{} })
	return messages, readies
}

// receive is what comes next; it fails the test if nothing does.
func receive[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(30 * time.Second):
		t.Fatal("nothing came")
		panic("unreachable")
	}
}

func TestGateway_Events(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	messages, readies := heard(s.bot)
	s.open(t, s.bot)
	receive(t, readies)
	reactions := make(chan *discordgo.MessageReactionAdd, 1)
	s.bot.AddHandler(func(_ *discordgo.Session, r *discordgo.MessageReactionAdd) { reactions <- r })
	updates := make(chan *discordgo.Message, 2)
	s.bot.AddHandler(func(_ *discordgo.Session, m *discordgo.MessageUpdate) { updates <- m.Message })
	id := s.post(t, s.channel, "hello", discordtest.Attach(discordtest.File{Name: "log.txt", Type: "text/plain", Data: []byte("x")}), discordtest.Sticker("wave"))
	if m := receive(t, messages); m.ID != id || m.Content != "hello" || m.Author.ID != s.kim || m.Member == nil || len(m.Attachments) != 1 || len(m.StickerItems) != 1 {
		t.Errorf("told: %+v", m)
	}
	must(t, s.React(s.kim, id, discordtest.Emoji{ID: "1"}))
	if r := receive(t, reactions); r.Emoji.Name != "" || r.MessageID != id || r.UserID != s.kim {
		t.Errorf("reaction: %+v", r)
	}
	must(t, s.Unfurl(id, "a link", true))
	if m := receive(t, updates); m.Author != nil || m.EditedTimestamp != nil {
		t.Errorf("a bare update: %+v", m)
	}
	must(t, s.Edit(id, "hello there"))
	if m := receive(t, updates); m.EditedTimestamp == nil || m.Content != "hello there" {
		t.Errorf("an edit: %+v", m)
	}
	if _, err := s.Webhook(s.channel, "CI", "green"); err != nil {
		t.Fatal(err)
	}
	if m := receive(t, messages); m.WebhookID == "" || !m.Author.Bot || m.Member != nil {
		t.Errorf("of a webhook: %+v", m)
	}
	names := map[string]bool{}
	must(t, s.Delete(id))
	for _, ev := range s.Events(0) {
		names[ev.Name] = true
	}
	if !names["MESSAGE_DELETE"] || !names["MESSAGE_REACTION_ADD"] || names["MESSAGE_DELETE_BULK"] {
		t.Errorf("events: %v", names)
	}
}

func TestGateway_NoContent(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{NoMessageContent: true})
	s.bot.Identify.Intents = discordgo.IntentsAllWithoutPrivileged
	messages, _ := heard(s.bot)
	s.open(t, s.bot)
	s.post(t, s.channel, "secret")
	s.post(t, s.channel, "<@"+s.BotID()+"> open")
	s.post(t, s.OpenDM(s.kim), "direct")
	for i, want := range []string{"", "<@" + s.BotID() + "> open", "direct"} {
		if m := receive(t, messages); m.Content != want {
			t.Errorf("message %d: %q, want %q", i, m.Content, want)
		}
	}
	listed, err := s.bot.ChannelMessages(s.channel, 10, "", "", "")
	must(t, err)
	if listed[1].Content != "" {
		t.Error("REST tells what the gateway does not")
	}
}

// beating waits for the first heartbeat: closed before it, discordgo closes the next connection, too.
func beating(t *testing.T, s *stage) {
	t.Helper()
	s.Await(t, "a heartbeat", func() bool {
		all := s.Sessions()
		return len(all) == 1 && all[0].Connected && all[0].Beats > 0
	})
}

func TestGateway_Resume(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	messages, readies := heard(s.bot)
	s.open(t, s.bot)
	receive(t, readies)
	resumed := make(chan struct{}, 2)
	s.bot.AddHandler(func(*discordgo.Session, *discordgo.Resumed) { resumed <- struct{}{} })
	beating(t, s)
	s.CloseGateway(discordtest.CloseUnknown)
	missed := s.post(t, s.channel, "while you were away")
	if m := receive(t, messages); m.ID != missed {
		t.Errorf("replayed %s, want %s", m.ID, missed)
	}
	receive(t, resumed)
	beating(t, s)
	s.Reconnect()
	receive(t, resumed)
	s.Replay(3) // both RESUMED and the message before them
	if m := receive(t, messages); m.ID != missed {
		t.Errorf("again %s, want %s", m.ID, missed)
	}
	if left := s.IdentifiesLeft(); left != 999 {
		t.Errorf("%d identifies left, want 999: a resume is none", left)
	}
}

func TestGateway_Invalid(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	messages, readies := heard(s.bot)
	s.open(t, s.bot)
	receive(t, readies)
	s.Invalidate(false)
	receive(t, readies) // the library identifies again on the same socket
	id := s.post(t, s.channel, "still there?")
	if m := receive(t, messages); m.ID != id {
		t.Errorf("got %s", m.ID)
	}
	if left := s.IdentifiesLeft(); left != 998 {
		t.Errorf("%d identifies left, want 998", left)
	}
}

func TestGateway_Silence(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{Heartbeat: 100 * time.Millisecond})
	messages, readies := heard(s.bot)
	s.open(t, s.bot)
	receive(t, readies)
	s.Silence()
	id := s.post(t, s.channel, "into the void")
	s.Await(t, "the library's own watch", func() bool { return s.IdentifiesLeft() == 998 })
	receive(t, readies)
	select {
	case m := <-messages:
		t.Errorf("a silent socket spoke: %s", m.ID)
	default:
	}
	back := s.post(t, s.channel, "there again")
	if m := receive(t, messages); m.ID != back || m.ID == id {
		t.Errorf("got %s", m.ID)
	}
}

func TestGateway_Shards(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{})
	next := s.AddGuild("Next door")
	for discordtest.ShardOf(next, 2) == discordtest.ShardOf(s.guild, 2) {
		next = s.AddGuild("Next door")
	}
	other := s.AddChannel(next, discordtest.ChannelSpec{Name: "git"})
	var told [2]<-chan *discordgo.Message
	for i := range told {
		bot := s.client(t)
		bot.ShardID, bot.ShardCount = i, 2
		told[i], _ = heard(bot)
		s.open(t, bot)
	}
	twin := s.client(t) // a second process on the token, unsharded: it gets everything
	all, _ := heard(twin)
	s.open(t, twin)
	s.say(t, s.channel, "one")
	s.say(t, other, "two")
	if a, b := receive(t, all), receive(t, all); a.Content != "one" || b.Content != "two" {
		t.Errorf("the twin got %q, %q", a.Content, b.Content)
	}
	a, b := receive(t, told[0]), receive(t, told[1])
	if a.GuildID == b.GuildID {
		t.Errorf("both shards were told of guild %s", a.GuildID)
	}
}

// dial says hello by hand, to see close codes and what the library hides.
func dial(t *testing.T, s *stage, query string) *websocket.Conn {
	t.Helper()
	gateway, err := s.bot.Gateway()
	must(t, err)
	ws, _, err := websocket.DefaultDialer.Dial(gateway+query, nil)
	must(t, err)
	t.Cleanup(func() { ws.Close() })
	if hello := next(t, ws); hello.Operation != 10 {
		t.Fatalf("first came op %d", hello.Operation)
	}
	return ws
}

func next(t *testing.T, ws *websocket.Conn) *discordgo.Event {
	t.Helper()
	must(t, ws.SetReadDeadline(time.Now().Add(20*time.Second)))
	var ev discordgo.Event
	must(t, ws.ReadJSON(&ev))
	return &ev
}

func sendOp(t *testing.T, ws *websocket.Conn, op int, data any) {
	t.Helper()
	must(t, ws.WriteJSON(map[string]any{"op": op, "d": data}))
}

func wantClose(t *testing.T, ws *websocket.Conn, code int) {
	t.Helper()
	must(t, ws.SetReadDeadline(time.Now().Add(20*time.Second)))
	_, _, err := ws.ReadMessage()
	if closed := (*websocket.CloseError)(nil); !errors.As(err, &closed) || closed.Code != code {
		t.Errorf("got %v, want close %d", err, code)
	}
}

func TestGateway_CloseCodes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, query string
		change      func(map[string]any)
		code        int
	}{
		{"a wrong token", "?v=10", func(d map[string]any) { d["token"] = "x" }, 4004},
		{"shard 2 of 2", "?v=10", func(d map[string]any) { d["shard"] = []int{2, 2} }, 4010},
		{"an old version", "?v=6", func(map[string]any) {}, 4012},
		{"unknown intents", "?v=10", func(d map[string]any) { d["intents"] = 1 << 30 }, 4013},
		{"an intent not toggled", "?v=9", func(d map[string]any) { d["intents"] = 1 << 15 }, 4014},
		{"too many guilds", "?v=9", func(map[string]any) {}, 4011},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			opts := discordtest.Options{NoMessageContent: true}
			if c.code == 4011 {
				opts.MaxGuildsPerShard = 1
			}
			s := setUp(t, opts)
			s.AddGuild("another")
			ws := dial(t, s, c.query)
			identity := map[string]any{"token": s.Token(), "intents": 1}
			c.change(identity)
			sendOp(t, ws, 2, identity)
			wantClose(t, ws, c.code)
		})
	}
}

func TestGateway_ByHand(t *testing.T) {
	t.Parallel()
	s := setUp(t, discordtest.Options{Identifies: 2, OneIdentifyPer5s: true})
	ws := dial(t, s, "?v=10&encoding=json")
	sendOp(t, ws, 1, nil)
	if ack := next(t, ws); ack.Operation != 11 {
		t.Errorf("a heartbeat was answered by op %d", ack.Operation)
	}
	identity := map[string]any{"token": s.Token(), "intents": 1<<15 - 1 - 1<<8 - 1<<1}
	sendOp(t, ws, 2, identity)
	var ready struct {
		ID     string `json:"session_id"`
		Resume string `json:"resume_gateway_url"`
	}
	must(t, json.Unmarshal(next(t, ws).RawData, &ready))
	if created := next(t, ws); created.Type != "GUILD_CREATE" || !strings.HasPrefix(ready.Resume, "ws://") {
		t.Errorf("after READY came %s; %+v", created.Type, ready)
	}
	s.CloseGateway(4000)
	wantClose(t, ws, 4000)
	resume, _, err := websocket.DefaultDialer.Dial(ready.Resume+"/?v=10", nil)
	must(t, err)
	defer resume.Close()
	next(t, resume)
	sendOp(t, resume, 6, map[string]any{"token": s.Token(), "session_id": ready.ID, "seq": 99})
	wantClose(t, resume, 4007)
	fast := dial(t, s, "?v=10")
	sendOp(t, fast, 2, identity)
	if ev := next(t, fast); ev.Operation != 9 {
		t.Errorf("a second identify within 5 s: op %d", ev.Operation)
	}
	s.Advance(10 * time.Second)
	sendOp(t, fast, 2, identity)
	wantClose(t, fast, 4004) // the third of two: the token is reset
	if s.Token() == identity["token"] {
		t.Error("the token was not reset")
	}
}
