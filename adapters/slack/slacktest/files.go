package slacktest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
)

// File is a file in the workspace.
type File struct {
	ID, Name, Title string
	Mimetype        string // "" = of the name's ending
	Mode            string // "" = "hosted"; "snippet" for text typed or pasted as a snippet
	User            string // who uploaded it
	Content         []byte
	Channels        []string // where it was shared
	ThreadTS        string   // of the last share

	created int64 // Unix seconds
}

// upload is a file between getUploadURLExternal and completeUploadExternal.
type upload struct {
	file   *File
	length int
	done   bool
}

// mimetypes by ending; anything else is binary.
var mimetypes = map[string]string{
	".md": "text/markdown", ".txt": "text/plain", ".log": "text/plain", ".go": "text/plain", ".py": "text/x-python",
	".json": "application/json", ".png": "image/png", ".jpg": "image/jpeg", ".gif": "image/gif", ".pdf": "application/pdf",
}

// fileObject is f on the wire.
func (s *Server) fileObject(f *File) object {
	if f == nil {
		return object{"id": "F0", "mode": "tombstone"}
	}
	ending := path.Ext(f.Name)
	private := fmt.Sprintf("%s/files-pri/%s-%s/%s", s.base, s.teamID, f.ID, url.PathEscape(f.Name))
	o := object{
		"id": f.ID, "created": f.created, "timestamp": f.created, "name": f.Name, "title": f.Title,
		"mimetype": f.Mimetype, "filetype": strings.TrimPrefix(ending, "."), "pretty_type": f.Mimetype,
		"user": f.User, "user_team": s.teamID, "editable": f.Mode == "snippet", "size": len(f.Content),
		"mode": f.Mode, "is_external": false, "external_type": "", "is_public": true, "public_url_shared": false,
		"url_private": private, "url_private_download": private, "file_access": "visible",
		"permalink": s.base + "/files/" + f.ID, "channels": f.Channels,
	}
	if f.Mode == "snippet" {
		o["preview"] = string(f.Content[:min(len(f.Content), 500)])
		o["lines"] = strings.Count(string(f.Content), "\n") + 1
	}
	return o
}

// keep files what a person or the bot uploaded, under a new id if it has none.
func (s *Server) keep(f File) *File {
	if f.ID == "" {
		f.ID = s.id("F")
	}
	if f.Mimetype == "" {
		f.Mimetype = mimetypes[strings.ToLower(path.Ext(f.Name))]
	}
	if f.Mimetype == "" {
		f.Mimetype = "application/octet-stream"
	}
	if f.Mode == "" {
		f.Mode = "hosted"
	}
	if f.Title == "" {
		f.Title = f.Name
	}
	f.created = s.now().Unix()
	s.files[f.ID] = &f
	return &f
}

// uploadURL is files.getUploadURLExternal.
func uploadURL(c *call) (object, error) {
	length, err := c.number("length", 0)
	if err != nil || length == 0 {
		return nil, refusal("invalid_arguments")
	}
	f := &File{ID: c.id("F"), Name: c.args["filename"], User: c.botUser}
	if c.args["snippet_type"] != "" {
		f.Mode = "snippet"
	}
	c.uploads[f.ID] = &upload{file: f, length: length}
	return object{"upload_url": c.base + "/upload/" + f.ID, "file_id": f.ID}, nil
}

// serveUpload takes the bytes, raw or as a form's first file.
func (s *Server) serveUpload(w http.ResponseWriter, r *http.Request) {
	c := &call{Server: s, method: "upload", w: w, r: r, args: map[string]string{"file": r.PathValue("file")}}
	content, err := uploaded(r)
	c.serve(func() (object, error) {
		u := s.uploads[r.PathValue("file")]
		if u == nil || err != nil {
			return nil, refusal("file_not_found")
		}
		if len(content) != u.length {
			c.violate(c.method, BadUpload, "%d bytes, announced were %d", len(content), u.length)
		}
		u.file.Content, u.done = content, true
		return nil, nil
	})
}

func uploaded(r *http.Request) ([]byte, error) {
	const maxUpload = 16 << 20
	r.Body = http.MaxBytesReader(nil, r.Body, maxUpload)
	parts, err := r.MultipartReader()
	if err != nil {
		return io.ReadAll(r.Body)
	}
	for {
		part, err := parts.NextPart()
		if err != nil {
			return nil, fmt.Errorf("find the file: %w", err)
		}
		if part.FileName() != "" {
			return io.ReadAll(part)
		}
	}
}

// completeUpload is files.completeUploadExternal: without a channel the files stay private.
func completeUpload(c *call) (object, error) {
	ids, err := c.uploadedIDs()
	if err != nil {
		return nil, err
	}
	out := []object{}
	for _, id := range ids {
		c.files[id] = c.keep(*c.uploads[id].file)
		out = append(out, c.fileObject(c.files[id]))
	}
	answer := object{"files": out}
	if c.args["thread_ts"] != "" && c.args["channel_id"] == "" {
		c.violate(c.method, BadThread, "a thread_ts without a channel_id")
	}
	for id := range strings.SplitSeq(c.args["channel_id"]+","+c.args["channels"], ",") {
		if id == "" {
			continue
		}
		c.args["channel"] = id
		if err := c.share(ids); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

// uploadedIDs are the files of the call, with their titles set.
func (c *call) uploadedIDs() ([]string, error) {
	var files []json.RawMessage
	if err := json.Unmarshal([]byte(c.args["files"]), &files); err != nil || len(files) == 0 {
		return nil, refusal("invalid_arguments")
	}
	var ids []string
	for _, raw := range files {
		c.known("files", raw, "id", "title", "highlight_type")
		var f struct{ ID, Title string }
		if err := json.Unmarshal(raw, &f); err != nil {
			return nil, refusal("invalid_arguments")
		}
		u := c.uploads[f.ID]
		if u == nil || !u.done {
			return nil, refusal("file_not_found")
		}
		u.file.Title = f.Title
		ids = append(ids, f.ID)
	}
	return ids, nil
}

// share posts the files as a message of the bot.
func (c *call) share(ids []string) error {
	ch, err := c.target()
	if err != nil {
		return err
	}
	m := &Message{
		User: c.botUser, BotID: c.botID, Subtype: "file_share", Text: c.args["initial_comment"], Files: ids,
		ThreadTS: c.threadOf(ch),
	}
	c.checkPings(ch, m, "")
	c.checkInvited(ch)
	for _, id := range ids {
		c.files[id].Channels, c.files[id].ThreadTS = append(c.files[id].Channels, ch.id), m.ThreadTS
	}
	c.publish(ch, m)
	return nil
}

func fileInfo(c *call) (object, error) {
	f := c.files[c.args["file"]]
	if f == nil {
		return nil, refusal("file_not_found")
	}
	return object{"file": c.fileObject(f), "comments": []object{}, "response_metadata": object{"next_cursor": ""}}, nil
}

// serveFile is url_private. Without a token that may read files it leads to the sign-in page, as Slack does.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	_, id, _ := strings.Cut(r.PathValue("file"), "-")
	c := &call{Server: s, method: "download", w: w, r: r, args: map[string]string{"file": id}}
	if f := s.takeFault(c.method); f != nil {
		f.hold(r)
		if f.refuses() {
			f.refuse(c)
			return
		}
	}
	s.lock()
	f := s.files[id]
	allowed := c.authorise(false) == nil && c.scope("files:read") == nil
	c.effect = allowed && f != nil
	s.unlock()
	switch {
	case !allowed:
		c.note(http.StatusFound, "")
		http.Redirect(w, r, "/?redir="+url.QueryEscape(r.URL.Path), http.StatusFound)
	case f == nil:
		c.page(http.StatusNotFound, "")
	default:
		c.note(http.StatusOK, "")
		w.Header().Set("Content-Type", f.Mimetype)
		_, _ = w.Write(f.Content) // the client may have left
	}
}

// serveSignIn is the page that requests without a session land on.
func serveSignIn(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	_, _ = fmt.Fprint(w, "<!DOCTYPE html><title>Sign in | Slack</title>")
}
