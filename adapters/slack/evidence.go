package slack

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"tack/internal/engine"

	"github.com/slack-go/slack"
)

// files reads what somebody gave with a message. Text is read as far as maxFile; everything else, and what
// cannot be fetched, counts by its presence. Other people's files are not looked into.
func (in *inbox) files(ctx context.Context, i engine.Inbound, given []slack.File) ([]engine.File, error) {
	if len(given) == 0 {
		return nil, nil
	}
	reads, err := in.Reads(ctx, i)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, fileWait, errors.New("fetching files takes too long"))
	defer cancel()
	var list []engine.File
	for n, f := range given {
		file := engine.File{Name: cmp.Or(f.Name, f.Title)}
		if reads && n < maxFiles && isText(f) {
			file.Text = in.fetch(ctx, f)
		}
		list = append(list, file)
	}
	return list, nil
}

// isText says whether a file is one to be read.
func isText(f slack.File) bool {
	if f.IsExternal || f.URLPrivate == "" {
		return false
	}
	kind, _, _ := strings.Cut(f.Mimetype, ";")
	switch kind {
	case "application/json", "application/xml", "application/yaml", "application/x-yaml", "application/x-sh",
		"application/javascript", "application/toml", "application/sql", "message/rfc822":
		return true
	}
	return f.Mode == "snippet" || f.Mode == "post" || strings.HasPrefix(kind, "text/")
}

// fetch downloads a text; "" if it cannot be had, or is none.
func (in *inbox) fetch(ctx context.Context, f slack.File) string {
	var w limitedBuffer
	err := in.client.GetFileContext(ctx, cmp.Or(f.URLPrivateDownload, f.URLPrivate), &w)
	if err != nil && !errors.Is(err, errFull) {
		in.log.Warn("file not read", "file", f.ID, "err", bare(err))
		in.health.Set("files", "the last file of a learner could not be read; the scope for it is files:read")
		return ""
	}
	in.health.Set("files", "")
	text := string(w.kept)
	if strings.ContainsRune(text, 0) {
		return "" // it only says that it is text
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// errFull ends the download of a file that is larger than what is read of it.
var errFull = errors.New("file is larger than what is read of it")

// limitedBuffer keeps the first maxFile bytes.
type limitedBuffer struct{ kept []byte }

func (b *limitedBuffer) Write(p []byte) (int, error) {
	room := maxFile - len(b.kept)
	b.kept = append(b.kept, p[:min(len(p), room)]...)
	if len(p) > room {
		return room, errFull
	}
	return len(p), nil
}
