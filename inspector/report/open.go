package report

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// Error is why a case cannot be opened.
type Error struct {
	Pointer jsondoc.Pointer // where in the file; "" for the whole
	Detail  string
	Next    string // what to do
	Err     error
}

// Error says what is wrong, where, and what to do.
func (e *Error) Error() string {
	text := e.Detail
	if e.Pointer != "" {
		text += " at " + string(e.Pointer)
	}
	if e.Next != "" {
		text += ". " + e.Next
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether a file claims to be a case, right or wrong.
func Is(data []byte) bool {
	// The name stands near the beginning of a case; a listing that speaks of it
	// somewhere is not parsed for it.
	if !strings.Contains(string(data[:min(len(data), 1024)]), formatName) {
		return false
	}
	doc, err := jsondoc.Parse(data)
	return err == nil && doc.Root().Get(formatName).Exists()
}

// Open reads a case that [Case.JSON] wrote. Members that it does not know are
// passed over. The error is an *Error.
func Open(data []byte) (*Case, error) {
	doc, err := jsondoc.Parse(data)
	if err != nil {
		return nil, &Error{Detail: "this is not JSON: " + err.Error(), Err: err}
	}
	root := doc.Root()
	version, err := strconv.Atoi(string(root.Get(formatName).Raw()))
	switch {
	case err != nil:
		return nil, &Error{Pointer: "/" + formatName, Detail: "the version of the case is no number", Err: err}
	case version > formatVersion:
		return nil, &Error{Pointer: "/" + formatName, Detail: fmt.Sprintf("a newer mcploupe wrote this case (version %d, at most %d is known here)", version, formatVersion), Next: "Open it with a newer mcploupe."}
	}
	r := reader{}
	c := &Case{
		Made: r.time(root, "made"), MadeBy: root.Get("madeBy").Text(),
		Taken: r.time(root, "taken"), Index: int(r.number(root, "index")), Tools: int(r.number(root, "tools")),
		Target: root.Get("target").Text(), Tool: r.exact(root, "tool"),
	}
	s := root.Get("server")
	c.Server = Server{
		ID: s.Get("id").Text(), Name: s.Get("name").Text(), Title: s.Get("title").Text(), Version: s.Get("version").Text(),
		ProtocolVersion: s.Get("protocolVersion").Text(), Era: s.Get("era").Text(), SDK: s.Get("sdk").Text(), SDKWhy: s.Get("sdkWhy").Text(),
	}
	if f := root.Get("finding"); f.Exists() {
		c.Finding = Focus{f.Get("rule").Text(), jsondoc.Pointer(f.Get("pointer").Text())}
	}
	if n := root.Get("call"); n.Exists() {
		c.Call = &Call{
			ID: n.Get("id").Text(), Outcome: n.Get("outcome").Text(), Failure: n.Get("failure").Text(), Started: r.time(n, "started"),
			Took: time.Duration(r.number(n, "microseconds")) * time.Microsecond, Arguments: r.exact(n, "arguments"), Answer: r.exact(n, "answer"),
		}
	}
	c.Parts = AllParts()
	if shows := root.Get("shows"); shows.Exists() {
		c.Parts = OnlyParts(texts(shows))
	}
	for _, m := range root.Get("masked").Elems() {
		c.Masked = append(c.Masked, Masked{Kind: MaskKind(m.Get("kind").Text()), As: m.Get("as").Text(), Times: int(r.number(m, "times"))})
	}
	if r.err == nil && c.Tool == nil {
		r.fail(&Error{Pointer: "/tool", Detail: "the case holds no tool"})
	}
	if r.err != nil {
		return nil, r.err
	}
	return c, nil
}

func texts(n jsondoc.Node) []string {
	var list []string
	for _, e := range n.Elems() {
		list = append(list, e.Text())
	}
	return list
}

// reader keeps the first thing that is wrong.
type reader struct{ err error }

func (r *reader) fail(e *Error) {
	if r.err == nil {
		r.err = e
	}
}

func (r *reader) number(n jsondoc.Node, name string) int64 {
	v := n.Get(name)
	if !v.Exists() {
		return 0
	}
	i, err := strconv.ParseInt(string(v.Raw()), 10, 64)
	if err != nil || i < 0 {
		r.fail(&Error{Pointer: v.Pointer(), Detail: "a count is expected", Err: err})
	}
	return i
}

func (r *reader) time(n jsondoc.Node, name string) time.Time {
	v := n.Get(name)
	if !v.Exists() {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339Nano, v.Text())
	if err != nil {
		r.fail(&Error{Pointer: v.Pointer(), Detail: "a time such as 2026-11-30T21:00:00Z is expected", Err: err})
	}
	return t.UTC()
}

func (r *reader) exact(n jsondoc.Node, name string) []byte {
	if v := n.Get(name); v.Exists() {
		return append([]byte{}, v.Raw()...)
	}
	v := n.Get(name + encoded)
	if !v.Exists() {
		return nil
	}
	b, err := base64.StdEncoding.DecodeString(v.Text())
	if err != nil {
		r.fail(&Error{Pointer: v.Pointer(), Detail: "bytes in base64 are expected", Err: err})
	}
	return b
}

// errNoTool says that the bytes of a case hold no single tool.
var errNoTool = errors.New("the bytes hold no tool")

// Snapshot makes a list of the one tool. Its index is that in the list it came
// from, so that addresses mean the same tool.
func (c *Case) Snapshot() (*tool.Snapshot, error) {
	page := append([]byte(`{"tools":[`), c.Tool...)
	page = append(page, "]}"...)
	snap := tool.Read([][]byte{page}, c.Server.ProtocolVersion)
	if len(snap.Tools) != 1 {
		return nil, &Error{Pointer: "/tool", Detail: "this is no entry of a list of tools", Err: errNoTool}
	}
	snap.Taken = c.Taken
	snap.Server = tool.ServerInfo{
		Name: c.Server.Name, Title: c.Server.Title, Version: c.Server.Version, ProtocolVersion: c.Server.ProtocolVersion, Era: c.Server.Era,
	}
	return snap, nil
}
