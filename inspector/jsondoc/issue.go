package jsondoc

import (
	"fmt"
	"unicode/utf8"
)

// IssueKind names what is doubtful in a text that is JSON all the same.
type IssueKind string

// The kinds of issues. RFC 8259 allows each of them or leaves it undefined;
// decoders differ in what they make of it.
const (
	DuplicateName IssueKind = "duplicate-name" // RFC 8259 section 4: names SHOULD be unique
	LoneSurrogate IssueKind = "lone-surrogate" // section 8.2
	InvalidUTF8   IssueKind = "invalid-utf8"   // section 8.1
	ByteOrderMark IssueKind = "byte-order-mark"
)

// Issue is one doubtful place of a text.
type Issue struct {
	Kind    IssueKind
	Pointer Pointer
	Offset  int
	Message string
}

// maxIssues bounds the list: a text full of broken bytes says nothing more
// after the first hundred.
const maxIssues = 100

// Issues looks the whole text over for what decoders disagree about, at most a
// hundred places.
func (d *Document) Issues() []Issue {
	var out []Issue
	if d.bom {
		out = append(out, Issue{Kind: ByteOrderMark, Message: "the text starts with a byte order mark, which JSON does not allow"})
	}
	for i := range d.nodes {
		n := Node{d, int32(i)}
		switch e := n.entry(); {
		case e.kind == Object && e.count > 1:
			out = append(out, n.duplicates()...)
		case e.kind == String && (e.escaped || e.nonASCII):
			out = append(out, n.illFormed()...)
		}
		if len(out) >= maxIssues {
			return out[:maxIssues]
		}
	}
	return out
}

// duplicates lists the names of an object that stand there already.
func (n Node) duplicates() []Issue {
	var out []Issue
	seen := make(map[string]bool, n.Len())
	for k := range n.Members() {
		name := k.Text()
		if seen[name] {
			out = append(out, Issue{
				Kind: DuplicateName, Pointer: n.Pointer().Join(name), Offset: k.Start(),
				Message: fmt.Sprintf("the name %s stands twice in this object; readers differ in which one they take", Quote(name)),
			})
		}
		seen[name] = true
	}
	return out
}

func (n Node) illFormed() []Issue {
	e := n.entry()
	s := n.d.src[e.start+1 : e.end-1]
	if !e.escaped && utf8.Valid(s) {
		return nil
	}
	var out []Issue
	unescape(make([]byte, 0, len(s)), s, func(at int, msg string) {
		if len(out) >= maxIssues {
			return
		}
		kind := InvalidUTF8
		if s[at] == '\\' {
			kind = LoneSurrogate
		}
		out = append(out, Issue{Kind: kind, Pointer: n.Pointer(), Offset: n.Start() + 1 + at, Message: "the string holds " + msg})
	})
	return out
}
