package jsondoc

import (
	"fmt"
	"strconv"
	"strings"
)

// Pointer is a JSON Pointer (RFC 6901) in its plain string form: "" is the
// whole document, "/a~1b/0" the first element of the member "a/b".
type Pointer string

var (
	escapeToken   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapeToken = strings.NewReplacer("~1", "/", "~0", "~")
)

// Join appends reference tokens, which are escaped.
func (p Pointer) Join(tokens ...string) Pointer {
	var b strings.Builder
	b.WriteString(string(p))
	for _, t := range tokens {
		b.WriteByte('/')
		if strings.ContainsAny(t, "~/") {
			t = escapeToken.Replace(t)
		}
		b.WriteString(t)
	}
	return Pointer(b.String())
}

// Index appends the position of an array element.
func (p Pointer) Index(i int) Pointer { return p + "/" + Pointer(strconv.Itoa(i)) }

// Tokens returns the reference tokens, unescaped. The whole document has none.
func (p Pointer) Tokens() []string {
	if p == "" {
		return nil
	}
	tokens := strings.Split(strings.TrimPrefix(string(p), "/"), "/")
	for i, t := range tokens {
		if strings.Contains(t, "~") {
			tokens[i] = unescapeToken.Replace(t)
		}
	}
	return tokens
}

// Parent returns the pointer without its last token.
func (p Pointer) Parent() Pointer {
	if i := strings.LastIndexByte(string(p), '/'); i >= 0 {
		return p[:i]
	}
	return ""
}

// Last returns the last token, unescaped.
func (p Pointer) Last() string {
	i := strings.LastIndexByte(string(p), '/')
	if i < 0 {
		return ""
	}
	return unescapeToken.Replace(string(p[i+1:]))
}

// Within reports whether p is q or below it.
func (p Pointer) Within(q Pointer) bool {
	return p == q || strings.HasPrefix(string(p), string(q)+"/")
}

// Short is the pointer for a message: cut in the middle where it is long, so that
// beginning and end can be read.
func (p Pointer) Short() string {
	const most = 160 // bytes
	if len(p) <= most {
		return string(p)
	}
	head, tail := most*2/3, len(p)-most/3
	for head > 0 && p[head]&0xc0 == 0x80 { // not inside a character
		head--
	}
	for tail < len(p) && p[tail]&0xc0 == 0x80 {
		tail++
	}
	return string(p[:head]) + "…" + string(p[tail:])
}

// Pointer returns where the node stands in its document. For a member name it
// is the pointer of the member.
func (n Node) Pointer() Pointer {
	if n.d == nil {
		return ""
	}
	if n.IsKey() {
		n.i++
	}
	var tokens []string
	for at := n; ; {
		up := at.Parent()
		if !up.Exists() {
			break
		}
		if up.Kind() == Object {
			tokens = append(tokens, at.Key().Text())
		} else {
			tokens = append(tokens, itoa(up.position(at)))
		}
		at = up
	}
	p := Pointer("")
	for i := len(tokens) - 1; i >= 0; i-- {
		p = p.Join(tokens[i])
	}
	return p
}

// position finds an element among the elements of its array.
func (n Node) position(elem Node) int {
	k := 0
	for i := n.i + 1; i < elem.i; i = n.d.nodes[i].next {
		k++
	}
	return k
}

// PointerError says at which token a pointer left the document.
type PointerError struct {
	Pointer Pointer // the whole pointer
	At      Pointer // the part that could be followed
	Token   string  // the token that could not
	Kind    Kind    // of the value at At
}

// Error names the value that lacks the token.
func (e *PointerError) Error() string {
	return fmt.Sprintf("pointer %q: the %s at %q has no %q", string(e.Pointer), e.Kind, string(e.At), e.Token)
}

// At follows a pointer from the root.
func (d *Document) At(p Pointer) (Node, error) { return d.Root().Follow(p) }

// Follow follows a pointer from n. Array positions are decimal digits without
// leading zeros (RFC 6901 section 4).
func (n Node) Follow(p Pointer) (Node, error) {
	at, walked := n, Pointer("")
	for _, t := range p.Tokens() {
		next := at.child(t)
		if !next.Exists() {
			return Node{}, &PointerError{Pointer: p, At: walked, Token: t, Kind: at.Kind()}
		}
		at, walked = next, walked.Join(t)
	}
	return at, nil
}

func (n Node) child(token string) Node {
	switch n.Kind() {
	case Object:
		return n.Get(token)
	case Array:
		i, err := strconv.Atoi(token)
		if err != nil || itoa(i) != token {
			return Node{}
		}
		return n.Elem(i)
	}
	return Node{}
}
