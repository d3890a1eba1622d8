package jsondoc

import (
	"bytes"
	"fmt"
	"math"
)

// MaxDepth is the deepest nesting that is read, and MaxSize the largest text in
// bytes. Both are bounds of the reader, not of JSON.
const (
	MaxDepth = 10_000
	MaxSize  = math.MaxInt32 - 1
)

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	Offset  int     // in bytes from the start of the text
	Line    int     // from 1
	Column  int     // from 1, in bytes
	Pointer Pointer // the value being read
	Msg     string  // what was wrong, lower case
	TooDeep bool    // it is JSON as far as it was read, but nested deeper than the bound
}

// Error gives line, column, pointer and reason.
func (e *SyntaxError) Error() string {
	at := ""
	if e.Pointer != "" {
		at = " (in " + e.Pointer.Short() + ")"
	}
	return fmt.Sprintf("line %d, column %d%s: %s", e.Line, e.Column, at, e.Msg)
}

// Parse reads one JSON text. The document keeps src.
func Parse(src []byte) (*Document, error) {
	d := &Document{}
	if err := d.Reset(src); err != nil {
		return nil, err
	}
	return d, nil
}

// Reset reads another text into d and reuses its memory: nodes of the former
// text must no longer be used. After an error d is empty.
func (d *Document) Reset(src []byte) error {
	d.nodes, d.src, d.bom = d.nodes[:0], src, false
	if len(src) > MaxSize {
		return &SyntaxError{Line: 1, Column: 1, Msg: fmt.Sprintf("the text has %d bytes; at most %d are read", len(src), MaxSize)}
	}
	if cap(d.nodes) == 0 {
		d.nodes = make([]node, 0, 16+len(src)/12)
	}
	p := parser{src: src, nodes: d.nodes, parent: -1, limit: MaxDepth, keep: MaxDepth}
	if bytes.HasPrefix(src, []byte("\ufeff")) {
		d.bom, p.pos = true, 3
	}
	end, err := p.value()
	if err == "" {
		p.pos = end
		p.space()
		if p.pos < len(src) {
			err = "the JSON text ends before this; a second value or stray text follows"
		}
	}
	d.nodes = p.nodes
	if err != "" {
		se := p.failure(err)
		d.nodes = d.nodes[:0]
		return se
	}
	return nil
}

// Prefix reads the first JSON value of src and returns it with the rest of the
// text after it, for streams of several values. The document of an empty or
// blank src is nil.
func Prefix(src []byte) (d *Document, rest []byte, err error) {
	p := parser{src: src, parent: -1, limit: MaxDepth, keep: MaxDepth}
	if bytes.HasPrefix(src, []byte("\ufeff")) {
		p.pos = 3
	}
	p.space()
	if p.pos == len(src) {
		return nil, nil, nil
	}
	start := p.pos
	end, msg := p.value()
	if msg != "" {
		return nil, nil, p.failure(msg)
	}
	d, err = Parse(src[start:end])
	return d, src[end:], err
}

// maxOutlineDepth bounds [Outline]: it keeps a few bytes for each open container.
const maxOutlineDepth = 1_000_000

// Outline is [Prefix] for a text that is nested too deep for it. Containers below
// the given number of levels are read, and must be JSON, but seem empty: their
// bytes are in Raw alone.
func Outline(src []byte, levels int) (d *Document, rest []byte, err error) {
	p := parser{src: src, parent: -1, limit: maxOutlineDepth, keep: levels}
	if bytes.HasPrefix(src, []byte("\ufeff")) {
		p.pos = 3
	}
	p.space()
	if p.pos == len(src) {
		return nil, nil, nil
	}
	end, msg := p.value()
	if msg != "" {
		return nil, nil, p.failure(msg)
	}
	return &Document{src: src[:end:end], nodes: p.nodes}, src[end:], nil
}

// parser scans with an explicit stack: the tape's parent links.
type parser struct {
	src    []byte
	pos    int
	nodes  []node
	parent int32
	depth  int
	limit  int // of depth
	keep   int // levels whose containers keep what is in them
	deep   bool
}

func (p *parser) space() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

// value reads the value at pos with everything in it. It returns the offset
// after it, or the reason why there is none, with pos at the place.
func (p *parser) value() (end int, err string) {
	root := len(p.nodes)
	for {
		p.space()
		if p.pos >= len(p.src) {
			return 0, "unexpected end of the text, a value is missing"
		}
		opened := false
		switch c := p.src[p.pos]; c {
		case '{', '[':
			if opened, err = p.open(c); err != "" {
				return 0, err
			}
		default:
			if err = p.scalar(c); err != "" {
				return 0, err
			}
		}
		if opened {
			continue
		}
		more, err := p.after(root)
		if err != "" {
			return 0, err
		}
		if !more {
			return p.pos, ""
		}
	}
}

// open starts a container and, for an object, reads its first name. It reports
// false when the container is empty, and then it is closed already.
func (p *parser) open(c byte) (opened bool, err string) {
	kind, closing := Object, byte('}')
	if c == '[' {
		kind, closing = Array, ']'
	}
	if p.depth++; p.depth > p.limit {
		p.deep = true
		return false, fmt.Sprintf("nested deeper than %d levels", p.limit)
	}
	p.add(kind, p.pos, 0)
	p.parent = int32(len(p.nodes) - 1)
	p.pos++
	p.space()
	if p.pos < len(p.src) && p.src[p.pos] == closing {
		p.pos++
		p.close()
		return false, ""
	}
	if kind == Object {
		return true, p.name()
	}
	return true, ""
}

// close ends the open container at pos.
func (p *parser) close() {
	if p.depth > p.keep {
		p.nodes = p.nodes[:p.parent+1]
		p.nodes[p.parent].count = 0
	}
	e := &p.nodes[p.parent]
	e.end, e.next = int32(p.pos), int32(len(p.nodes))
	p.parent = e.parent
	p.depth--
}

// after deals with what follows a value: commas, closing brackets, the next
// name. It reports whether another value is to be read.
func (p *parser) after(root int) (more bool, err string) {
	for {
		if p.parent < int32(root) {
			return false, ""
		}
		e := &p.nodes[p.parent]
		e.count++
		p.space()
		if p.pos >= len(p.src) {
			return false, fmt.Sprintf("unexpected end of the text, the %s is not closed", e.kind)
		}
		c := p.src[p.pos]
		switch {
		case c == ',':
			p.pos++
			if e.kind == Object {
				p.space()
				return true, p.name()
			}
			p.space()
			if p.pos < len(p.src) && p.src[p.pos] == ']' {
				return false, "a comma before the closing bracket"
			}
			return true, ""
		case c == '}' && e.kind == Object, c == ']' && e.kind == Array:
			p.pos++
			p.close()
		default:
			return false, fmt.Sprintf("unexpected %s, a comma or the end of the %s should follow", show(p.src[p.pos:]), e.kind)
		}
	}
}

// name reads a member name and its colon.
func (p *parser) name() string {
	if p.pos >= len(p.src) {
		return "unexpected end of the text, the object is not closed"
	}
	if p.src[p.pos] != '"' {
		if p.src[p.pos] == '}' {
			return "a comma before the closing brace"
		}
		return fmt.Sprintf("unexpected %s, a member name in double quotes should stand here", show(p.src[p.pos:]))
	}
	if err := p.str(); err != "" {
		return err
	}
	p.nodes[len(p.nodes)-1].count = keyMark
	p.space()
	if p.pos >= len(p.src) || p.src[p.pos] != ':' {
		return "a colon must follow the member name"
	}
	p.pos++
	return ""
}

func (p *parser) scalar(c byte) string {
	switch c {
	case '"':
		return p.str()
	case 't':
		return p.literal("true", Bool)
	case 'f':
		return p.literal("false", Bool)
	case 'n':
		return p.literal("null", Null)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return p.number()
	case '}', ']', ',', ':':
		return fmt.Sprintf("unexpected %s, a value is missing", show(p.src[p.pos:]))
	}
	if p.pos == 0 && (bytes.HasPrefix(p.src, []byte("\xff\xfe")) || bytes.HasPrefix(p.src, []byte("\xfe\xff"))) {
		return "the text is UTF-16, and JSON is UTF-8: save it as UTF-8"
	}
	return fmt.Sprintf("unexpected %s, no JSON value starts like this", show(p.src[p.pos:]))
}

func (p *parser) literal(word string, kind Kind) string {
	if len(p.src)-p.pos < len(word) || string(p.src[p.pos:p.pos+len(word)]) != word {
		return fmt.Sprintf("unexpected %s, did you mean %s?", show(p.src[p.pos:]), word)
	}
	p.add(kind, p.pos, p.pos+len(word))
	p.pos += len(word)
	return ""
}

func (p *parser) add(kind Kind, start, end int) {
	p.nodes = append(p.nodes, node{
		start: int32(start), end: int32(end), next: int32(len(p.nodes) + 1), parent: p.parent, kind: kind,
	})
}
