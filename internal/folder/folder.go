// Package folder writes hand-off documents as files, for people.
//
// Goals: a file is there whole or as it was; no name leads out of the folder. Non-goals: reading them
// back: the store is the source of truth.
//
//	path, err := folder.Dir("documents").Write([]string{"slack:T1", "U1", "redis"}, "CONTEXT.md", body)
package folder

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Dir is a folder.
type Dir string

// Write writes a document below the folders that parts name, and returns its path. Each part is one
// folder, whatever is in it; name may have slashes.
func (d Dir) Write(parts []string, name, body string) (string, error) {
	path := string(d)
	for _, part := range parts {
		path = filepath.Join(path, Name(part))
	}
	local := filepath.FromSlash(name)
	if !filepath.IsLocal(local) {
		return "", fmt.Errorf("write document: name %q leaves its folder", name)
	}
	path = filepath.Join(path, local)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("write document: %w", err)
	}
	if err := os.WriteFile(path+".new", []byte(body), 0o600); err != nil {
		return "", fmt.Errorf("write document: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return "", fmt.Errorf("write document: %w", err)
	}
	return path, nil
}

// Remove removes what was written below the folders that parts name; nothing there is no error.
func (d Dir) Remove(parts []string) error {
	if len(parts) == 0 {
		return nil
	}
	path := string(d)
	for _, part := range parts {
		path = filepath.Join(path, Name(part))
	}
	if err := os.RemoveAll(path); err != nil {
		return fmt.Errorf("remove documents: %w", err)
	}
	return nil
}

// Name makes any text the name of one folder: two texts give two names, and dots alone lead nowhere.
func Name(s string) string {
	name := url.PathEscape(s)
	if strings.Trim(name, ".") == "" {
		name = "%" + strings.ReplaceAll(name, ".", "%2E")
	}
	return strings.ReplaceAll(name, ":", "%3A")
}
