package report

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"time"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// Case is everything a report is made from. Bytes are exact, but for what a mask
// took out of them.
type Case struct {
	Made   time.Time // to the second, UTC
	MadeBy string    // version of mcploupe

	Server  Server
	Tool    []byte    // the entry of tools/list
	Index   int       // its position in the list, from 0
	Tools   int       // how many the list has; 0 where not known
	Taken   time.Time // when the list was taken; zero where not known
	Target  string    // the dialect to convert to: "2020-12"
	Finding Focus     // what the report is about; zero picks the worst
	Call    *Call     // nil where the report is about the tool alone
	Parts   Parts     // what is shown of it
	Masked  []Masked  // what was masked, most important first
}

// Server is what is known of the server.
type Server struct {
	ID      string // the name it is configured under
	Name    string // as it calls itself
	Title   string
	Version string

	ProtocolVersion string
	Era             string // "legacy", "modern", empty where not known
	SDK             string // empty where not recognised
	SDKWhy          string // the marks that tell
}

// Focus names one finding of a tool.
type Focus struct {
	Rule    string
	Pointer jsondoc.Pointer // into the tool
}

// String writes the focus as it stands in an address: "rule@/pointer".
func (f Focus) String() string {
	if f.Rule == "" {
		return ""
	}
	return f.Rule + "@" + string(f.Pointer)
}

// ParseFocus reads what [Focus.String] writes. A pointer that is left out stands
// for the first place of the rule, which is then "" here.
func ParseFocus(text string) Focus {
	for i := range len(text) {
		if text[i] == '@' {
			return Focus{text[:i], jsondoc.Pointer(text[i+1:])}
		}
	}
	return Focus{Rule: text}
}

// Is reports whether the focus means a finding.
func (f Focus) Is(o tool.Finding) bool {
	return f.Rule == o.Rule && (f.Pointer == "" || f.Pointer == o.Pointer)
}

// Call is one tools/call that was recorded.
type Call struct {
	ID        string
	Arguments []byte // exact; nil where the member was left out
	Answer    []byte // the whole JSON-RPC message; nil where none came
	Outcome   string // of package wire
	Failure   string // why there is no answer, in our own words
	Started   time.Time
	Took      time.Duration
}

// Parts are what a report shows beside its head and its problem.
type Parts struct{ Schemas, Call, Clients, Repair, Raw bool }

// AllParts shows everything.
func AllParts() Parts { return Parts{true, true, true, true, true} }

// PartNames lists the parts as they are written in a case and in an address.
func PartNames() []string { return []string{"schemas", "call", "clients", "repair", "raw"} }

// part finds a part by its name.
func (p *Parts) part(name string) *bool {
	switch name {
	case "schemas":
		return &p.Schemas
	case "call":
		return &p.Call
	case "clients":
		return &p.Clients
	case "repair":
		return &p.Repair
	case "raw":
		return &p.Raw
	}
	return nil
}

// Has reports whether a part is shown.
func (p Parts) Has(name string) bool {
	b := p.part(name)
	return b != nil && *b
}

// OnlyParts shows the named parts. Names that are none are passed over.
func OnlyParts(names []string) Parts {
	var p Parts
	for _, name := range names {
		if b := p.part(name); b != nil {
			*b = true
		}
	}
	return p
}

// formatName is the first member of a case, by which it is known.
const formatName = "mcploupeCase"

// formatVersion is the version that is written. Versions differ where an older
// mcploupe would misread what a newer one wrote; new members alone do not count.
const formatVersion = 1

// JSON writes the case. The same case gives the same bytes, and opening them gives
// the same case. The bytes of the tool and the call stand in it as they are where
// they are JSON in UTF-8, and in base64 otherwise.
func (c *Case) JSON() []byte {
	w := writer{}
	w.raw(formatName, strconv.AppendInt(nil, formatVersion, 10))
	w.time("made", c.Made)
	w.text("madeBy", c.MadeBy)
	w.object("server", func(w *writer) {
		w.text("id", c.Server.ID)
		w.text("name", c.Server.Name)
		w.text("title", c.Server.Title)
		w.text("version", c.Server.Version)
		w.text("protocolVersion", c.Server.ProtocolVersion)
		w.text("era", c.Server.Era)
		w.text("sdk", c.Server.SDK)
		w.text("sdkWhy", c.Server.SDKWhy)
	})
	w.time("taken", c.Taken)
	w.number("index", int64(c.Index))
	w.number("tools", int64(c.Tools))
	w.text("target", c.Target)
	if c.Finding.Rule != "" {
		w.object("finding", func(w *writer) {
			w.text("rule", c.Finding.Rule)
			w.text("pointer", string(c.Finding.Pointer))
		})
	}
	if call := c.Call; call != nil {
		w.object("call", func(w *writer) {
			w.text("id", call.ID)
			w.text("outcome", call.Outcome)
			w.text("failure", call.Failure)
			w.time("started", call.Started)
			w.number("microseconds", call.Took.Microseconds())
			w.exact("arguments", call.Arguments)
			w.exact("answer", call.Answer)
		})
	}
	w.raw("shows", quoteAll(c.Parts.names()))
	w.list("masked", len(c.Masked), func(i int, w *writer) {
		w.text("kind", string(c.Masked[i].Kind))
		w.text("as", c.Masked[i].As)
		w.number("times", int64(c.Masked[i].Times))
	})
	w.exact("tool", c.Tool)
	return w.close('\n')
}

func (p Parts) names() []string {
	names := []string{}
	for _, name := range PartNames() {
		if p.Has(name) {
			names = append(names, name)
		}
	}
	return names
}

func quoteAll(list []string) []byte {
	b := []byte{'['}
	for i, s := range list {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = jsondoc.AppendQuote(b, s)
	}
	return append(b, ']')
}

// writer writes one object, a member a line. What is empty is left out.
type writer struct {
	b     bytes.Buffer
	depth int
}

// raw writes a member whose value is JSON text already.
func (w *writer) raw(name string, value []byte) {
	if w.b.Len() == 0 {
		w.b.WriteByte('{')
	} else {
		w.b.WriteByte(',')
	}
	w.line(w.depth + 1)
	w.b.WriteString(jsondoc.Quote(name) + ": ")
	w.b.Write(value)
}

func (w *writer) line(depth int) {
	w.b.WriteByte('\n')
	for range depth {
		w.b.WriteString(jsondoc.Indent)
	}
}

func (w *writer) text(name, value string) {
	if value != "" {
		w.raw(name, jsondoc.AppendQuote(nil, value))
	}
}

func (w *writer) number(name string, n int64) {
	if n != 0 {
		w.raw(name, strconv.AppendInt(nil, n, 10))
	}
}

func (w *writer) time(name string, t time.Time) {
	if !t.IsZero() {
		w.text(name, t.UTC().Format(time.RFC3339Nano))
	}
}

// encoded is the ending of the name of a member that holds bytes in base64.
const encoded = "Base64"

func (w *writer) exact(name string, value []byte) {
	if value == nil {
		return
	}
	if doc, err := jsondoc.Parse(value); err == nil && utf8.Valid(value) {
		w.raw(name, doc.Root().Raw())
		return
	}
	w.text(name+encoded, base64.StdEncoding.EncodeToString(value))
}

func (w *writer) object(name string, fill func(*writer)) {
	in := writer{depth: w.depth + 1}
	fill(&in)
	w.raw(name, in.close())
}

func (w *writer) list(name string, n int, fill func(int, *writer)) {
	if n == 0 {
		return
	}
	b := []byte{'['}
	for i := range n {
		in := writer{depth: w.depth + 1}
		fill(i, &in)
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, in.close()...)
	}
	w.raw(name, append(b, ']'))
}

// close ends the object, with more bytes behind it.
func (w *writer) close(more ...byte) []byte {
	if w.b.Len() == 0 {
		w.b.WriteByte('{')
	} else {
		w.line(w.depth)
	}
	w.b.WriteByte('}')
	w.b.Write(more)
	return w.b.Bytes()
}
