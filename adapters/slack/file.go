package slack

import (
	"context"
	"fmt"

	"tack/internal/engine"

	"github.com/slack-go/slack"
)

// file gives a document as a file in the thread. Files carry no key of ours: where it may have been given
// before, one of the same name and size in the thread is taken for it.
func (a *Adapter) file(ctx context.Context, p place, m engine.Outgoing) (engine.Receipt, error) {
	key := fmt.Sprintf("%s/%s/0", m.Thread, m.ID)
	if _, ok := a.sent.Get(key); ok {
		return engine.Receipt{}, nil
	}
	if undone, _ := a.undone.Get(key); m.Again && !undone {
		ts, err := a.search(ctx, p, key, func(row slack.Message) bool {
			return row.BotID != "" && len(row.Files) == 1 && row.Files[0].Name == m.Name && row.Files[0].Size == len(m.Text)
		})
		if err != nil || ts != "" {
			return engine.Receipt{}, err
		}
	}
	if err := a.turn(p.channel, key); err != nil {
		a.undone.Put(key, true)
		return engine.Receipt{}, err
	}
	a.undone.Put(key, false)
	if err := a.upload(ctx, p, m.Name, m.Text); err != nil {
		return engine.Receipt{}, a.fault(err)
	}
	a.sent.Put(key, "file")
	return engine.Receipt{}, nil
}

// upload shares a text file in a thread.
func (a *Adapter) upload(ctx context.Context, p place, name, content string) error {
	if content == "" {
		content = "\n" // Slack takes no empty file
	}
	_, err := a.client.UploadFileContext(ctx, slack.UploadFileParameters{
		Filename: name, Title: name, Content: content, FileSize: len(content), Channel: p.channel, ThreadTimestamp: p.ts,
	})
	if err != nil {
		return fmt.Errorf("give %s: %w", name, bare(err))
	}
	return nil
}
