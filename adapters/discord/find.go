package discord

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tack/internal/engine"
)

// find looks for a message of ours that may have been posted by a process that died; "" if it is not there.
// Discord tells the nonce of a message only for a while. So one that stands behind the message before, and
// says the same, is taken for it: nothing else of ours can stand there.
func (a *Adapter) find(ctx context.Context, m engine.Outgoing, d draft) (string, error) {
	in := a.inbox.Load()
	if in == nil {
		return "", errEarly
	}
	after, known := a.looked.Get(d.key)
	floor, exact := in.before(ctx, m)
	if !known {
		after = floor
	}
	nonce := nonceOf(d.key)
	id, err := a.search(ctx, d, after, func(found message) bool {
		if found.Author == nil || found.Author.ID != in.self.id {
			return false
		}
		return found.Nonce == nonce || exact && same(found, d)
	})
	if id != "" {
		a.sent.Put(d.key, id)
	}
	return id, err
}

// same says whether a message shows what a draft says.
func same(m message, d draft) bool {
	if d.file != nil {
		return len(m.Attachments) == 1 && m.Attachments[0].Filename == d.file.name
	}
	return len(m.Attachments) == 0 && strings.TrimSpace(m.text()) == strings.TrimSpace(d.text) // Discord trims what it takes
}

// before is the id of the coach's message before m, of the last few that have a place; exact is false, and
// the id that of a time, where none has.
func (in *inbox) before(ctx context.Context, m engine.Outgoing) (id string, exact bool) {
	digits := strings.TrimLeft(m.ID, "abcdefghijklmnopqrstuvwxyz")
	letters := strings.TrimSuffix(m.ID, digits)
	n, err := strconv.Atoi(digits)
	for k := n - 1; err == nil && k > 0 && k > n-10; k-- {
		ref, err := in.Store.Ref(ctx, m.Thread, letters+strconv.Itoa(k))
		if p, ok := parsePlace(ref); err == nil && ok {
			return p.id, true
		}
	}
	return idAt(time.Now().Add(-lookBack)), false
}

// search walks a channel page by page, and remembers how far it came.
func (a *Adapter) search(ctx context.Context, d draft, after string, is func(message) bool) (string, error) {
	for {
		page, err := a.page(ctx, d.channel, after)
		if code := codeOf(err); code == codeUnknownChannel {
			return "", nil // it is yet to be begun
		}
		if err != nil {
			return "", a.fault(fmt.Errorf("look for a message: %w", err))
		}
		for _, m := range page {
			if is(m) {
				return m.ID, nil
			}
		}
		if len(page) > 0 {
			after = page[len(page)-1].ID
			a.looked.Put(d.key, after)
		}
		if len(page) < pageSize {
			return "", nil
		}
	}
}

// page is the next messages of a channel after one, oldest first; pageSize of them if there are more.
func (a *Adapter) page(ctx context.Context, channel, after string) ([]message, error) {
	var page []message
	path := fmt.Sprintf("channels/%s/messages?limit=%d&after=%s", channel, pageSize, after)
	if err := a.call(ctx, http.MethodGet, path, nil, &page); err != nil {
		return nil, err
	}
	slices.SortFunc(page, func(a, b message) int {
		if older(a.ID, b.ID) {
			return -1
		}
		return 1
	})
	return page, nil
}
