package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"tack/internal/nearest"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// maxFile is the size of the file at most, in bytes.
const maxFile = 1 << 20

// read reads the file with that name.
func (l *loader) read(name string) []given {
	body, err := os.ReadFile(name)
	switch {
	case err != nil:
		l.problem("", "", "%v", err) // which names the file
		return nil
	case len(body) > maxFile:
		l.problem("", Origin(name), "is larger than %d bytes: it is another file", maxFile)
		return nil
	}
	f := file{l, name, nil}
	f.parse(body)
	return f.all
}

// file is a YAML file of settings: groups of scalars.
type file struct {
	*loader
	name string
	all  []given
}

// at is a place in the file.
func (f *file) at(t *token.Token) Origin {
	return Origin(fmt.Sprintf("%s:%d:%d", f.name, t.Position.Line, t.Position.Column))
}

func (f *file) parse(body []byte) {
	tree, err := parser.ParseBytes(bytes.TrimPrefix(body, []byte("\ufeff")), 0)
	if err != nil {
		f.broken(err)
		return
	}
	for i, doc := range tree.Docs {
		switch top := doc.Body.(type) {
		case nil, *ast.NullNode:
		case *ast.MappingNode:
			if i > 0 {
				f.problem("", f.at(top.GetToken()), "a second document, behind ---: one file has all settings")
				return
			}
			for _, entry := range top.Values {
				f.group(entry)
			}
		default:
			f.problem("", f.at(top.GetToken()), "want groups of settings, such as store: with path: below it, got %s", kindOf(top))
		}
	}
}

// broken tells a syntax error without the lines around it, which may hold a secret.
func (f *file) broken(err error) {
	var syntax yaml.Error
	if !errors.As(err, &syntax) || syntax.GetToken() == nil {
		f.problem("", Origin(f.name), "is no YAML")
		return
	}
	f.problem("", f.at(syntax.GetToken()), "is no YAML: %s", syntax.GetMessage())
}

// key is the name of an entry; false if it is none, which is told.
func (f *file) key(entry *ast.MappingValueNode) (string, bool) {
	key, ok := entry.Key.(*ast.StringNode)
	if !ok {
		f.problem("", f.at(entry.Key.GetToken()), "want the name of a setting, got %s", kindOf(entry.Key))
		return "", false
	}
	return key.Value, true
}

func (f *file) group(entry *ast.MappingValueNode) {
	name, ok := f.key(entry)
	if !ok {
		return
	}
	var names []string
	for _, g := range f.groups {
		if names = append(names, g.name); g.name != name {
			continue
		}
		switch body := entry.Value.(type) {
		case *ast.NullNode: // all of it is commented out
		case *ast.MappingNode:
			for _, entry := range body.Values {
				f.entry(g, entry)
			}
		default:
			f.problem(name, f.at(entry.Value.GetToken()), "want settings below it, such as %s, got %s", g.settings[0].path, kindOf(body))
		}
		return
	}
	f.unknown(name, entry.Key.GetToken(), names)
}

func (f *file) entry(g group, entry *ast.MappingValueNode) {
	name, ok := f.key(entry)
	if !ok {
		return
	}
	for _, s := range g.settings {
		file := s.secret && name == s.name()+fileSuffix
		if name == s.name() || file {
			f.scalar(s, file, entry.Value)
			return
		}
	}
	var paths []string
	for s := range f.loader.all {
		if paths = append(paths, s.path); s.secret {
			paths = append(paths, s.path+fileSuffix)
		}
	}
	f.unknown(g.name+"."+name, entry.Key.GetToken(), paths)
}

// unknown tells of a name that is no setting, and what was meant: one that looks like it, or that
// has its last part.
func (f *file) unknown(path string, at *token.Token, names []string) {
	meant := nearest.Name(path, names)
	last := path[strings.LastIndexByte(path, '.')+1:]
	for s := range f.loader.all {
		if meant == "" && s.name() == last {
			meant = s.path
		}
	}
	if meant != "" {
		meant = "; did you mean " + meant + "?"
	}
	f.problem(path, f.at(at), "there is no such setting%s", meant)
}

// scalar takes a value.
func (f *file) scalar(s setting, file bool, node ast.Node) {
	path, want, form := s.path, s.value.want(), s.value.shape()
	if file {
		path, want, form = path+fileSuffix, "name of a file", shapeText
	}
	from := f.at(node.GetToken())
	switch {
	case node.Type() == ast.NullType:
		f.problem(path, from, "has no value; delete the line if none is meant")
	case !form.takes(node.Type()):
		f.problem(path, from, "want %s, got %s", want, kindOf(node))
	default:
		f.all = append(f.all, given{s, written(node), file, from})
	}
}

// written is a scalar's text.
func written(node ast.Node) string {
	if s, ok := node.(*ast.StringNode); ok {
		return s.Value
	}
	return node.GetToken().Value
}

// takes says whether a value of this shape is made from a node.
func (s shape) takes(t ast.NodeType) bool {
	switch t {
	case ast.StringType:
		return s == shapeText || s == shapeSpan
	case ast.IntegerType:
		return s != shapeText
	case ast.FloatType:
		return s == shapeNumber
	}
	return false
}

// kindOf names a node's kind in words.
func kindOf(n ast.Node) string {
	switch n.Type() {
	case ast.StringType:
		return "text"
	case ast.IntegerType, ast.FloatType, ast.InfinityType, ast.NanType:
		return "a number (text that looks like one needs quotes)"
	case ast.BoolType:
		return "true or false"
	case ast.MappingType:
		return "a group"
	case ast.SequenceType:
		return "a list"
	case ast.LiteralType:
		return "a text of several lines"
	}
	return "something else (anchors, aliases, tags and merges are not read)"
}
