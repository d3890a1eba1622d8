package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Load reads one configuration file. The error is a *Problem: the file cannot
// be read, is not JSON, or has neither shape, or both. Everything else is a
// problem of the File or of one of its Servers.
func Load(path string, opt Options) (*File, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, data, opt)
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxFileSize+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	return data, nil
}

func unreadable(path string, err error) *Problem {
	p := &Problem{Place: Place{File: path}, Fatal: true, Err: err}
	switch info, statErr := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		p.Message, p.Next = "the file does not exist", "check the path; a relative path starts at the working directory"
	case errors.Is(err, fs.ErrPermission):
		p.Message, p.Next = "the file may not be read", "check its permissions"
	case statErr == nil && info.IsDir():
		p.Message, p.Next = "this is a folder", "name the file in it, such as "+filepath.Join(path, ".mcp.json")
	default:
		p.Message, p.Next = "the file cannot be read: "+cause(err).Error(), "check the path"
	}
	return p
}

// cause is err without the operation and the path.
func cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

// Parse is Load for a text that is already read. The name is the File of every
// place, and as a path it gives the workspace (see Options).
func Parse(name string, data []byte, opt Options) (*File, error) {
	if len(data) > MaxFileSize {
		return nil, &Problem{Place: Place{File: name}, Message: fmt.Sprintf("the file is larger than %d MiB", MaxFileSize>>20), Next: "check that this is a configuration file", Fatal: true}
	}
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return nil, &Problem{Place: Place{File: name}, Message: "the file is UTF-16", Next: "save it as UTF-8", Fatal: true}
	}
	src := newSource(name, bytes.TrimPrefix(data, []byte("\ufeff")))
	root, err := src.parse()
	if err != nil {
		return nil, err
	}
	r := &reader{src: src, opt: opt.withDefaults(), file: &File{Path: name}}
	if err := r.read(root); err != nil {
		return nil, err
	}
	return r.file, nil
}

// reader reads one file.
type reader struct {
	src    *source
	opt    Options
	file   *File
	inputs map[string]bool // ids of VS Code's "inputs"
}

func (r *reader) note(at int, pointer, message, next string) {
	r.file.Problems = append(r.file.Problems, Problem{Place: r.src.place(at, pointer), Message: message, Next: next})
}

// read finds the servers under the root.
func (r *reader) read(root node) error {
	top := map[string][]member{}
	for _, m := range root.members() {
		top[m.name] = append(top[m.name], m)
	}
	mcp, vscode := top["mcpServers"], top["servers"]
	projects := projectsWithServers(top["projects"])
	if len(mcp) > 0 && len(vscode) > 0 {
		return r.both(mcp[0], vscode[0])
	}
	if len(mcp)+len(vscode)+len(projects) == 0 {
		return r.neither(root)
	}
	holders := append(mcp, vscode...)
	for i, h := range holders {
		if !h.is("{") {
			return r.notAnObject(h)
		}
		if i > 0 {
			r.note(h.at, h.ptr, quote(h.name)+" is in the file twice", "keep one; most clients read the last one only")
		}
	}
	r.readInputs(top["inputs"])
	r.readServers(holders, r.workspace(), r.chooseProjects(projects))
	return nil
}

func (r *reader) both(a, b member) error {
	if b.at < a.at {
		a, b = b, a
	}
	first := r.src.place(a.at, a.ptr)
	return &Problem{
		Place:   r.src.place(b.at, b.ptr),
		Message: fmt.Sprintf("the file has both %s (line %d) and %s, which are the shapes of different clients", a.ptr, first.Line, b.ptr),
		Next:    "keep one of them",
		Fatal:   true,
	}
}

func (r *reader) notAnObject(m member) error {
	return &Problem{
		Place:   r.src.place(m.raw.StartOffset, m.ptr),
		Message: fmt.Sprintf("%s is %s, not an object", quote(m.name), m.kind()),
		Next:    fmt.Sprintf(`write %s: {"a-name": {"command": "…"}}`, quote(m.name)),
		Fatal:   true,
	}
}

func (r *reader) readInputs(inputs []member) {
	r.inputs = map[string]bool{}
	for _, m := range inputs {
		for _, input := range m.elements() {
			for _, f := range input.members() {
				if f.name == "id" {
					r.inputs[f.text()] = true
				}
			}
		}
	}
}

// readServers reads the entries of holders, then those of a chosen project of
// ~/.claude.json, which win over them.
func (r *reader) readServers(holders []member, workspace string, project []project) {
	last := map[string]int{}
	add := func(m member, workspace string) {
		s := r.entry(m, workspace)
		if i, dup := last[m.name]; dup {
			r.shadow(&r.file.Servers[i], s.Place)
		}
		last[m.name] = len(r.file.Servers)
		r.file.Servers = append(r.file.Servers, s)
	}
	for _, h := range holders {
		for _, m := range h.members() {
			add(m, workspace)
		}
	}
	for _, p := range project {
		for _, m := range p.servers.members() {
			add(m, p.folder)
		}
	}
	if len(r.file.Servers) == 0 && len(r.file.Problems) == 0 {
		at, ptr := 0, ""
		if len(holders) > 0 {
			at, ptr = holders[0].at, holders[0].ptr
		}
		r.note(at, ptr, "no servers in this file", `add one: "a-name": {"command": "…", "args": []} or "a-name": {"url": "https://…"}`)
	}
}

// shadow marks a server whose name is used again further on.
func (r *reader) shadow(s *Server, by Place) {
	s.Shadowed = true
	s.Problems = append([]Problem{{
		Place:   s.Place,
		Message: fmt.Sprintf("the name %s is used again on line %d (%s), and clients use that entry only", quote(s.Name), by.Line, printable(by.Pointer)),
		Next:    "rename or remove one of the two",
		Fatal:   true,
	}}, s.Problems...)
}

// workspace is the folder that holds .vscode or .cursor, else the file's own
// (Cursor's and VS Code's meaning of ${workspaceFolder}).
func (r *reader) workspace() string {
	if r.opt.Workspace != "" {
		return r.opt.Workspace
	}
	dir := filepath.Dir(absolute(r.src.name))
	if base := filepath.Base(dir); base == ".vscode" || base == ".cursor" {
		return filepath.Dir(dir)
	}
	return dir
}

// project is one member of "projects" in Claude Code's ~/.claude.json, which
// keeps servers of scope "local" at projects.<path>.mcpServers
// (https://code.claude.com/docs/en/mcp).
type project struct {
	folder  string
	servers member
}

func projectsWithServers(projects []member) []project {
	var list []project
	for _, p := range projects {
		for _, m := range p.members() {
			for _, f := range m.members() {
				if f.name == "mcpServers" && f.is("{") {
					list = append(list, project{m.name, f})
				}
			}
		}
	}
	return list
}

// chooseProjects keeps the project of the workspace, or of its nearest parent,
// and notes which others have servers.
func (r *reader) chooseProjects(all []project) []project {
	here := r.opt.Workspace
	if here == "" {
		here = absolute(".")
	}
	var chosen []project
	for _, p := range all {
		if !within(here, p.folder) || len(chosen) > 0 && len(p.folder) < len(chosen[0].folder) {
			continue
		}
		chosen = []project{p}
	}
	for _, p := range all {
		if n := len(p.servers.members()); n > 0 && (len(chosen) == 0 || p.folder != chosen[0].folder) {
			r.note(p.servers.at, p.servers.ptr, fmt.Sprintf("left out: %d of the project %s, which is not this folder", n, quote(p.folder)), "start mcploupe in that folder to see them")
		}
	}
	return chosen
}

// within reports whether dir is folder or below it.
func within(dir, folder string) bool {
	rel, err := filepath.Rel(folder, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
