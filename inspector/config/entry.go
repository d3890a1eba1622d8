package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// entry reads one server's entry.
type entry struct {
	r       *reader
	x       expander
	s       *Server
	at      int               // offset of the entry's name
	present map[string]member // known fields that are there and not null
	meant   map[string]string // of unknown fields: what is written, by the field it probably stands for
	envFile []EnvVar
}

func (r *reader) entry(m member, workspace string) Server {
	e := &entry{
		r: r, at: m.at, present: map[string]member{}, meant: map[string]string{},
		s: &Server{Name: m.name, Place: r.src.place(m.at, m.ptr)},
		x: expander{r.opt, workspace, r.inputs},
	}
	if strings.TrimSpace(m.name) == "" {
		e.problem(m.at, m.ptr, true, "the server's name is empty", "give it a name")
	}
	if !m.is("{") {
		e.problem(m.raw.StartOffset, m.ptr, true, fmt.Sprintf("the entry is %s, not an object", m.kind()), `write {"command": "…", "args": ["…"]} or {"url": "https://…"}`)
		return *e.s
	}
	e.readFields(m.node)
	e.settle()
	e.s.Env = merge(e.envFile, e.s.Env)
	sort.SliceStable(e.s.Problems, func(i, j int) bool { return before(e.s.Problems[i].Place, e.s.Problems[j].Place, r.src.name) })
	return *e.s
}

// before puts problems in file order, those of other files last.
func before(a, b Place, file string) bool {
	if a.File != b.File {
		return a.File == file
	}
	if a.Line != b.Line {
		return a.Line < b.Line
	}
	return a.Column < b.Column
}

func (e *entry) problem(at int, pointer string, fatal bool, message, next string) {
	e.s.Problems = append(e.s.Problems, Problem{Place: e.r.src.place(at, pointer), Message: message, Next: next, Fatal: fatal})
}

// fatalAt and noteAt are problem at a value.
func (e *entry) fatalAt(n node, message, next string) {
	e.problem(n.raw.StartOffset, n.ptr, true, message, next)
}

func (e *entry) noteAt(n node, message, next string) {
	e.problem(n.raw.StartOffset, n.ptr, false, message, next)
}

// readFields reads every known field; of a repeated one the last, as JSON
// parsers do.
func (e *entry) readFields(n node) {
	for _, m := range e.once(n) {
		f, known := fieldNamed(m.name)
		switch {
		case !known:
			e.unknown(m)
		case m.is("n"):
			e.noteAt(m.node, quote(m.name)+" is null, which counts as absent", "remove it")
		default:
			e.present[m.name] = m
			if f.remark != "" {
				e.problem(m.at, m.ptr, false, quote(m.name)+" "+f.remark, f.next)
			}
			if f.read != nil {
				f.read(e, m)
			}
		}
	}
}

// once gives the members of an object with the last of every repeated key, and
// notes the repetition.
func (e *entry) once(n node) []member {
	all := n.members()
	last := map[string]int{}
	for i, m := range all {
		last[m.name] = i
	}
	var list []member
	for i, m := range all {
		if last[m.name] == i {
			list = append(list, m)
			continue
		}
		line := e.r.src.place(all[last[m.name]].at, "").Line
		e.problem(m.at, m.ptr, false, fmt.Sprintf("%s is there twice; that on line %d counts", quote(m.name), line), "remove one of the two")
	}
	return list
}

func (e *entry) unknown(m member) {
	next := "mcploupe does not use it"
	meant, ok := synonyms[m.name]
	if !ok {
		meant = nearest(m.name, fieldNames())
	}
	if meant != "" {
		next = fmt.Sprintf("did you mean %q?", meant)
		e.meant[meant] = m.name
	}
	e.problem(m.at, m.ptr, false, "unknown field "+quote(m.name), next)
}

// wrongType is the fatal problem of a value of another type than the field's.
func (e *entry) wrongType(n node, what, wanted string) {
	for _, h := range typeHints {
		if h.field == what && n.is(h.kinds) {
			e.fatalAt(n, fmt.Sprintf("%s is %s, not %s", quote(what), n.kind(), wanted), h.next)
			return
		}
	}
	e.fatalAt(n, fmt.Sprintf("%s is %s, not %s", quote(what), n.kind(), wanted), "write "+wanted)
}

// expand expands a string at a node and reports what there is to say.
func (e *entry) expand(n node, text string) (string, bool) {
	x := e.x.expand(text)
	for _, r := range x.remarks {
		e.problem(n.raw.StartOffset, n.ptr, r.fatal, r.message, r.next)
	}
	for _, secret := range x.secrets {
		if !slices.Contains(e.s.secrets, secret) {
			e.s.secrets = append(e.s.secrets, secret)
		}
	}
	if strings.ContainsRune(x.text, 0) {
		e.fatalAt(n, "holds a NUL character, which no program can be given", "remove it")
		return x.text, false
	}
	return x.text, !x.fatal()
}

// str reads a field that must be a string. ok is false where a fatal problem
// says why the value cannot be used.
func (e *entry) str(m member) (text string, ok bool) {
	if !m.is(`"`) {
		e.wrongType(m.node, m.name, "a string")
		return "", false
	}
	return e.expand(m.node, m.text())
}

// scalar reads a string, or a number or boolean as its text with a note, as
// some clients accept those and others refuse the file.
func (e *entry) scalar(n node, what string) (text string, ok bool) {
	switch {
	case n.is(`"`):
		return e.expand(n, n.text())
	case n.is("0tf"):
		e.noteAt(n, fmt.Sprintf("%s is %s; its text is used", what, n.kind()), "put it in double quotes, as other clients refuse it")
		return n.text(), true
	}
	e.fatalAt(n, fmt.Sprintf("%s is %s, not a string", what, n.kind()), "write a string")
	return "", false
}

// pairs reads an object of names and scalars.
func (e *entry) pairs(m member, what string, use func(p member, value string)) {
	if !m.is("{") {
		e.wrongType(m.node, m.name, "an object of strings")
		return
	}
	for _, p := range e.once(m.node) {
		if p.is("n") {
			e.noteAt(p.node, what+" "+quote(p.name)+" is null and left out", `remove it, or write ""`)
			continue
		}
		value, _ := e.scalar(p.node, what+" "+quote(p.name))
		use(p, value)
	}
}

// folderPath makes a path of the entry absolute, from the workspace.
func (e *entry) folderPath(m member) (string, bool) {
	text, ok := e.str(m)
	if !ok || text == "" {
		return "", false
	}
	e.tilde(m.node, text)
	if !filepath.IsAbs(text) {
		text = filepath.Join(e.x.workspace, text)
	}
	return filepath.Clean(text), true
}

func (e *entry) tilde(n node, text string) {
	if strings.HasPrefix(text, "~/") || text == "~" {
		e.noteAt(n, "~ is not expanded", "write ${userHome}")
	}
}

// settle decides on the transport when all fields are read.
func (e *entry) settle() {
	command, hasCommand := e.present["command"]
	url, hasURL := e.present["url"]
	_, typed := e.present["type"]
	switch {
	case e.s.Transport == Stdio && !hasCommand:
		e.problem(e.at, e.s.Place.Pointer, true, `"type" is "stdio" but there is no "command"`, e.instead(`add "command"`, "command"))
	case (e.s.Transport == HTTP || e.s.Transport == SSE) && !hasURL:
		e.problem(e.at, e.s.Place.Pointer, true, fmt.Sprintf(`"type" is %q but there is no "url"`, e.s.Transport), e.instead(`add "url"`, "url"))
	case hasCommand && hasURL && e.s.Transport == Stdio:
		e.problem(url.at, url.ptr, false, `"url" has no effect beside "type": "stdio"`, "remove it")
	case hasCommand && hasURL && e.s.Transport != "":
		e.problem(command.at, command.ptr, false, fmt.Sprintf(`"command" has no effect beside "type": %q`, e.s.Transport), "remove it")
	case hasCommand && hasURL && !typed:
		e.problem(url.at, url.ptr, true, `the entry has both "command" and "url"`, `keep one, or add "type"`)
	case !hasCommand && !hasURL && !typed:
		e.problem(e.at, e.s.Place.Pointer, true, `the entry has neither "command" nor "url"`,
			e.instead(`add "command" for a program, "url" for a server on the network`, "command", "url"))
	}
	if e.s.Transport == "" && hasCommand != hasURL {
		e.s.Transport = HTTP
		if hasCommand {
			e.s.Transport = Stdio
		}
	}
	e.misplaced()
}

// instead is what to do about a missing field: the given advice, or the name to
// correct where one of the fields is there under a wrong one.
func (e *entry) instead(add string, fields ...string) string {
	for _, f := range fields {
		if written := e.meant[f]; written != "" {
			return fmt.Sprintf("rename %s to %q", quote(written), f)
		}
	}
	return add
}

// misplaced notes fields that the transport has no use for.
func (e *entry) misplaced() {
	kind := remote
	switch e.s.Transport {
	case Stdio:
		kind = local
	case HTTP, SSE:
	default:
		return
	}
	for _, f := range fields {
		if m, ok := e.present[f.name]; ok && f.only != 0 && f.only != kind && f.name != "command" && f.name != "url" {
			e.problem(m.at, m.ptr, false, fmt.Sprintf("%q has no effect on a server of type %q", f.name, e.s.Transport), "remove it")
		}
	}
}

// checkFolder notes a working directory that is not there, since the system's
// own error for it names the command.
func (e *entry) checkFolder(m member, path string) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		e.noteAt(m.node, "there is no folder "+quote(mask(path, e.s.secrets)), `make it, or correct "cwd"`)
	}
}
