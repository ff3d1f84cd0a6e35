package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"

	"tack/internal/engine"

	"github.com/bwmarrin/discordgo"
)

// attached reads what somebody gave with a message. Text is read as far as maxFile; everything else, and what
// cannot be fetched, counts by its presence. Other people's files are not looked into.
func (in *inbox) attached(ctx context.Context, i engine.Inbound, given []*discordgo.MessageAttachment) ([]engine.File, error) {
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
		file := engine.File{Name: f.Filename}
		if reads && n < maxFiles && isText(f) {
			text, err := in.fetch(ctx, f.URL)
			if err != nil {
				in.log.Warn("file not read", "file", f.ID, "err", plainError(err))
			}
			file.Text = text
		}
		list = append(list, file)
	}
	return list, nil
}

// textTypes and textEndings are of files that are read, beside text/*. Discord tells the type by the ending
// of the name, and for many endings tells none.
var (
	textTypes   = []string{"application/json", "application/xml", "application/yaml", "application/x-yaml", "application/x-sh", "application/javascript", "application/toml", "application/sql"}
	textEndings = []string{".log", ".conf", ".cfg", ".ini", ".toml", ".yaml", ".yml", ".sh", ".md", ".txt", ".go", ".py", ".lua", ".sql", ".env", ".diff", ".patch", ".out", ".err", ".rs", ".ts"}
)

// isText says whether a file is one to be read.
func isText(f *discordgo.MessageAttachment) bool {
	kind, _, _ := strings.Cut(f.ContentType, ";")
	if kind == "" {
		return slices.Contains(textEndings, strings.ToLower(path.Ext(f.Filename)))
	}
	return strings.HasPrefix(kind, "text/") || slices.Contains(textTypes, kind)
}

// fetch downloads a text; "" if it is none.
func (in *inbox) fetch(ctx context.Context, address string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", fmt.Errorf("build the request: %w", err)
	}
	resp, err := in.files.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("HTTP %d", resp.StatusCode)
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxFile))
	if err != nil {
		return "", fmt.Errorf("read the file: %w", err)
	}
	if slices.Contains(raw, 0) {
		return "", nil // it only says that it is text
	}
	return strings.ToValidUTF8(string(raw), "\uFFFD"), nil
}
