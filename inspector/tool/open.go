package tool

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// Open reads a saved answer of a server: a result of tools/list, a whole
// JSON-RPC response, several values in one text (one a line, or pretty-printed
// one after the other, or in an array), a bare array of tools, one tool, or one
// schema, which becomes a tool named after the file. The values may be wrapped
// in an object of whatever recorded them. Answers to initialize and
// server/discover tell about the server; all else is passed over with a note.
// A captured text may hold lines that are not JSON, and the "data:" lines of an
// event stream.
//
// name is what to call the source in messages. An error is an [*OpenError].
// The snapshot keeps data, which must not be changed afterwards.
func Open(name string, data []byte) (*Snapshot, error) {
	o := &opening{name: name, snap: &Snapshot{}}
	text := o.decode(data)
	values, err := o.split(text)
	if err != nil {
		return nil, err
	}
	for _, v := range values {
		o.server(v.doc.Root())
	}
	for _, v := range values {
		o.value(v, v.doc.Root())
	}
	if err := o.check(); err != nil {
		return nil, err
	}
	o.snap.finish()
	return o.snap, nil
}

// opening is the work of one Open.
type opening struct {
	name    string
	snap    *Snapshot
	paged   bool       // there is a listing
	more    bool       // its newest page names a next one
	start   int        // the first tool of the newest listing
	skipped int        // values passed over
	failure *OpenError // the first value that says why there are no tools
}

// value is one JSON value of the text.
type value struct {
	doc    *jsondoc.Document
	offset int // in the text
	line   int
}

// decode turns what Windows shells write into UTF-8.
func (o *opening) decode(data []byte) []byte {
	big := bytes.HasPrefix(data, []byte{0xfe, 0xff})
	if !big && !bytes.HasPrefix(data, []byte{0xff, 0xfe}) {
		return data
	}
	units := make([]uint16, 0, len(data)/2)
	for i := 2; i+1 < len(data); i += 2 {
		lo, hi := data[i], data[i+1]
		if big {
			lo, hi = hi, lo
		}
		units = append(units, uint16(hi)<<8|uint16(lo))
	}
	o.note("The file is written in UTF-16, as some shells do when output is redirected; it is shown converted to UTF-8.")
	out := make([]byte, 0, len(data))
	for _, r := range utf16.Decode(units) {
		out = utf8.AppendRune(out, r)
	}
	return out
}

func (o *opening) note(text string) { o.snap.Notes = append(o.snap.Notes, text) }

// split cuts the text into its JSON values: as a whole, and where that fails,
// line by line, if the lines hold answers.
func (o *opening) split(text []byte) ([]value, error) {
	values, err := wholeValues(text)
	if err == nil && len(values) > 0 {
		return values, nil
	}
	if err == nil {
		return nil, &OpenError{Kind: OpenEmpty, Name: o.name, Detail: "there is nothing in it.", Next: "Save the server's answer to tools/list here, or name another file."}
	}
	if lines := o.lineValues(text); lines != nil {
		return lines, nil
	}
	var se *jsondoc.SyntaxError
	if !errors.As(err, &se) {
		return nil, &OpenError{Kind: OpenSyntax, Name: o.name, Detail: err.Error(), Err: err}
	}
	if anyUseful(values) {
		o.snap.Findings = append(o.snap.Findings, finding(ruleListLine, "", fmt.Sprintf("From line %d, column %d on the text is not JSON: %s. What stands before it is shown.", se.Line, se.Column, se.Msg)))
		return values, nil
	}
	return nil, &OpenError{
		Kind: OpenSyntax, Name: o.name, Offset: se.Offset, Line: se.Line, Column: se.Column, Pointer: se.Pointer,
		Detail: "this is not JSON: " + se.Msg + ".", Next: syntaxHint(text, se), Err: se,
	}
}

// syntaxHint says what to do about a text that is not JSON.
func syntaxHint(text []byte, se *jsondoc.SyntaxError) string {
	head := bytes.TrimSpace(text[:min(len(text), 64)])
	switch {
	case bytes.HasPrefix(head, []byte("<")):
		return "It looks like a page in HTML or XML: save the server's answer itself."
	case se.Offset >= len(text):
		return "The text ends too early: save the whole answer."
	}
	return "Mend the text at this place, or save the server's answer again as it came."
}

// wholeValues reads values one after the other, whatever space is between them.
// With an error it gives the values before it.
func wholeValues(text []byte) ([]value, error) {
	var values []value
	rest, line, counted := text, 1, 0
	for {
		doc, after, err := prefix(rest)
		if err != nil {
			return values, moved(err, text, len(text)-len(rest))
		}
		if doc == nil {
			return values, nil
		}
		start := len(text) - len(after) - len(doc.Source())
		line += bytes.Count(text[counted:start], []byte("\n"))
		counted = start
		values = append(values, value{doc, start, line})
		rest = after
	}
}

// outlineLevels is how much of a text that is nested too deep is looked at: all
// that can stand around a tool, and the tool's own members.
const outlineLevels = 24

// prefix is jsondoc.Prefix. A text that is nested too deep is read in outline, so
// that one tool does not hide the others.
func prefix(text []byte) (doc *jsondoc.Document, rest []byte, err error) {
	doc, rest, err = jsondoc.Prefix(text)
	if tooDeep(err) {
		return jsondoc.Outline(text, outlineLevels)
	}
	return doc, rest, err
}

// parse is prefix for one value and nothing after it.
func parse(text []byte) (*jsondoc.Document, error) {
	doc, err := jsondoc.Parse(text)
	if !tooDeep(err) {
		return doc, err
	}
	outline, rest, outlineErr := jsondoc.Outline(text, outlineLevels)
	if outlineErr != nil || len(bytes.TrimSpace(rest)) > 0 {
		return nil, err
	}
	return outline, nil
}

func tooDeep(err error) bool {
	var se *jsondoc.SyntaxError
	return errors.As(err, &se) && se.TooDeep
}

// moved gives a syntax error the place it has in the whole text.
func moved(err error, text []byte, by int) error {
	var se *jsondoc.SyntaxError
	if !errors.As(err, &se) {
		return err
	}
	at := *se
	at.Offset += by
	at.Line, at.Column = jsondoc.LineColumn(text, at.Offset)
	return &at
}

// maxNoise bounds the findings about lines that are not JSON.
const maxNoise = 20

// lineValues reads each line for itself. It answers nil unless some line is a
// message or a list, so that a broken file is not taken for its fragments.
func (o *opening) lineValues(text []byte) []value {
	var values []value
	var noise []Finding
	useful, bad, line, offset := false, 0, 0, 0
	for raw := range bytes.Lines(text) {
		start := offset
		offset += len(raw)
		line++
		body, stream := streamLine(raw)
		if len(bytes.TrimSpace(body)) == 0 {
			continue
		}
		doc, err := parse(bytes.TrimSpace(body))
		if err != nil {
			if bad++; len(noise) < maxNoise && !stream {
				noise = append(noise, finding(ruleListLine, "", fmt.Sprintf("Line %d is not JSON: %s.", line, quote(strings.TrimSpace(string(raw))))))
			}
			continue
		}
		useful = useful || isAnswer(doc)
		values = append(values, value{doc, start, line})
	}
	if !useful {
		return nil
	}
	if bad > len(noise) {
		o.note(fmt.Sprintf("%d lines are not JSON and are passed over.", bad))
	}
	o.snap.Findings = append(o.snap.Findings, noise...)
	return values
}

// isAnswer reports whether a value is a message or a list, and not merely what
// might be a fragment of one.
func isAnswer(doc *jsondoc.Document) bool {
	switch s, _ := classify(doc.Root()); s {
	case shapePage, shapeError, shapeInitialize, shapeDiscover, shapeMessage, shapeMany:
		return true
	}
	return false
}

func anyUseful(values []value) bool {
	for _, v := range values {
		if isAnswer(v.doc) {
			return true
		}
	}
	return false
}

// streamLine takes the payload out of a line of an event stream (WHATWG HTML,
// section 9.2). Other lines are given back as they are.
func streamLine(line []byte) (body []byte, stream bool) {
	if rest, ok := bytes.CutPrefix(line, []byte("data:")); ok {
		return rest, true
	}
	for _, f := range []string{"event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(line, []byte(f)) {
			return nil, true
		}
	}
	return line, false
}

// server takes what a value tells about the server. It is done for all values
// first, since what is a breach depends on the version.
func (o *opening) server(n jsondoc.Node) {
	s, at := classify(n)
	info := &o.snap.Server
	switch s {
	case shapeMany:
		for _, v := range at.Elems() {
			o.server(v)
		}
		return
	case shapeInitialize:
		info.Era = "legacy"
		info.ProtocolVersion = at.Get("protocolVersion").Text()
		info.identify(at.Get("serverInfo"))
	case shapeDiscover:
		info.Era = "modern"
		for _, v := range at.Get("supportedVersions").Elems() {
			info.ProtocolVersion = max(info.ProtocolVersion, v.Text())
		}
		info.identify(at.Get("_meta").Get("io.modelcontextprotocol/serverInfo"))
	default:
		info.identify(at.Get("_meta").Get("io.modelcontextprotocol/serverInfo"))
		if v := n.Get("params").Get("_meta").Get("io.modelcontextprotocol/protocolVersion"); v.Kind() == jsondoc.String {
			info.Era, info.ProtocolVersion = "modern", v.Text()
		}
		return
	}
	info.Instructions = at.Get("instructions").Text()
	if c := at.Get("capabilities"); c.Exists() {
		info.Capabilities = c.Raw()
	}
}

func (info *ServerInfo) identify(n jsondoc.Node) {
	if n.Kind() != jsondoc.Object {
		return
	}
	info.Name, info.Title, info.Version = n.Get("name").Text(), n.Get("title").Text(), n.Get("version").Text()
}

// value takes the tools out of one value.
func (o *opening) value(v value, n jsondoc.Node) {
	s, at := classify(n)
	switch s {
	case shapeMany:
		for _, elem := range at.Elems() {
			o.value(v, elem)
		}
	case shapePage:
		o.page(at)
	case shapeTools:
		o.snap.Pages = append(o.snap.Pages, at.Raw())
		o.snap.addEntries(at, len(o.snap.Pages)-1)
	case shapeTool:
		o.snap.Pages = append(o.snap.Pages, at.Raw())
		o.snap.addTool(at.Raw(), len(o.snap.Pages)-1)
	case shapeSchema:
		o.schema(at)
	case shapeInitialize, shapeDiscover:
	case shapeMessage:
		o.skipped++
	default:
		o.refuse(v, s, at)
	}
}

// page adds a page to the listing. A page after the last one begins a listing
// anew: it takes the place of the former where it names a tool of it again.
func (o *opening) page(at jsondoc.Node) {
	former := o.snap.Tools[o.start:]
	first := len(o.snap.Tools)
	o.snap.addPage(at.Raw())
	if o.paged && !o.more {
		o.renew(former, first)
	}
	o.paged, o.more = true, at.Get("nextCursor").Kind() == jsondoc.String
}

// renew begins a new listing at the tool first.
func (o *opening) renew(former []*Tool, first int) {
	again := sharesName(former, o.snap.Tools[first:])
	if again == "" {
		o.start = first
		return
	}
	o.snap.Tools = append(o.snap.Tools[:o.start:o.start], o.snap.Tools[first:]...)
	for i, t := range o.snap.Tools {
		t.Index = i
	}
	o.note(fmt.Sprintf("The file holds more than one listing of the same tools (%s stands in both); the last one is shown.", quote(again)))
}

func sharesName(a, b []*Tool) string {
	names := make(map[string]bool, len(a))
	for _, t := range a {
		names[t.Name] = t.HasName
	}
	for _, t := range b {
		if names[t.Name] {
			return t.Name
		}
	}
	return ""
}

// schema makes a tool of a lone schema.
func (o *opening) schema(at jsondoc.Node) {
	base := filepath.Base(o.name)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	raw := append([]byte(`{"name":`+jsondoc.Quote(base)+`,"inputSchema":`), at.Raw()...)
	o.snap.Pages = append(o.snap.Pages, at.Raw())
	o.snap.addTool(append(raw, '}'), len(o.snap.Pages)-1)
	o.note("The file holds one schema, not a tool. It is shown as the inputSchema of a tool named after the file.")
}
