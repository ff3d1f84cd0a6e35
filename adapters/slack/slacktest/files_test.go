package slacktest_test

import (
	"bytes"
	"testing"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"

	"tack/adapters/slack/slacktest"
)

func TestBotUploadsIntoAThread(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{})
	root := b.Mention(b.kim, b.channel, "hello")
	summary, err := b.client.UploadFile(slack.UploadFileParameters{
		Filename: "CONTEXT.md", Title: "Where we stand", Content: "# Redis", FileSize: 7, Channel: b.channel,
		ThreadTimestamp: root, InitialComment: "for you",
	})
	if err != nil {
		t.Fatal(err)
	}
	files := b.Files()
	if len(files) != 1 || string(files[0].Content) != "# Redis" || files[0].ThreadTS != root || files[0].Title != "Where we stand" {
		t.Errorf("files %+v", files)
	}
	got := b.Thread(b.channel, root)
	if len(got) != 2 || got[1].Subtype != "file_share" || got[1].Files[0] != summary.ID || got[1].Text != "for you" {
		t.Errorf("thread %+v", got)
	}
	b.NoViolations(t)
	_, _ = b.client.UploadFile(slack.UploadFileParameters{Filename: "x.md", Content: "abc", FileSize: 5, Channel: b.channel, ThreadTimestamp: root})
	b.violated(t, slacktest.BadUpload)
}

func TestLearnerUploads(t *testing.T) {
	t.Parallel()
	b := setup(t, slacktest.Options{Scopes: append([]string{"files:read"}, slacktest.DefaultScopes...)})
	c := b.connect(t, true)
	root := b.Mention(b.kim, b.channel, "hello")
	inner[slackevents.MessageEvent](t, c)
	b.Upload(b.kim, b.channel, root, "see", slacktest.File{Name: "out.log", Content: []byte("PONG"), Mode: "snippet"})
	m := inner[slackevents.MessageEvent](t, c)
	if m.SubType != "file_share" || m.Message.Files[0].Mode != "snippet" || m.ThreadTimeStamp != root {
		t.Fatalf("event %+v", m)
	}
	var got bytes.Buffer
	if err := b.client.GetFile(m.Message.Files[0].URLPrivate, &got); err != nil || got.String() != "PONG" {
		t.Errorf("download %q, %v", got.String(), err)
	}
	f, _, _, err := b.client.GetFileInfo(m.Message.Files[0].ID, 0, 0)
	if err != nil || f.Mimetype != "text/plain" || f.Size != 4 {
		t.Errorf("files.info %+v, %v", f, err)
	}
	b.SetScopes("chat:write")
	if err := b.client.GetFile(m.Message.Files[0].URLPrivate, &got); err == nil {
		t.Error("a token without files:read gets the sign-in page, not the file")
	}
}
