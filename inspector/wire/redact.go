package wire

import (
	"bytes"
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// redacted stands where a secret was. It is the mask of package config.
const redacted = "•••"

// The lengths of secrets, in bytes. A text that is shorter than the first is none: taking it
// out would make everything unreadable and protect nothing. One shorter than the second is
// taken out only where it stands alone, not inside a longer word.
const (
	minSecret  = 4
	freeSecret = 8
)

// redactor takes the secrets of one connection out of everything that leaves this package: a
// server may repeat them on standard error, in an error, in its instructions, in a result.
// What goes to the server, and what has to be repeated to it, stays as it is.
//
// A frame stays JSON: a mask stands inside the string, and a number becomes 0.
type redactor struct {
	mu    sync.RWMutex
	forms []secretForm // the longest first
}

// secretForm is one way in which a secret can be written.
type secretForm struct {
	text   []byte
	alone  bool // only where no letter or digit is beside it
	digits bool // it can stand in JSON without quotes
}

// newRedactor knows the secrets of an endpoint: those that its maker names, the values of its
// headers that can be credentials, and those in its URL.
func newRedactor(ep *Endpoint) *redactor {
	r := &redactor{}
	r.add(ep.Secrets...)
	for name, values := range ep.Header {
		if !secretHeader.MatchString(name) {
			continue
		}
		for _, v := range values {
			r.addCredentials(v)
		}
	}
	if u, err := url.Parse(ep.URL); err == nil && ep.URL != "" {
		if password, ok := u.User.Password(); ok {
			r.add(password)
			r.addCredentials("Basic " + base64.StdEncoding.EncodeToString([]byte(u.User.Username()+":"+password)))
		} else if u.User != nil {
			r.add(u.User.Username())
		}
		for name, values := range u.Query() {
			if secretHeader.MatchString(name) {
				r.add(values...)
			}
		}
	}
	return r
}

// addCredentials adds the value of a header such as Authorization: whole, the part after its
// scheme, and what Basic hides in it.
func (r *redactor) addCredentials(value string) {
	r.add(value)
	scheme, rest, ok := strings.Cut(value, " ")
	if !ok {
		return
	}
	r.add(strings.TrimSpace(rest))
	if strings.EqualFold(scheme, "basic") {
		if plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(rest)); err == nil {
			_, password, _ := strings.Cut(string(plain), ":")
			r.add(string(plain), password)
		}
	}
}

// add makes the redactor know more secrets, each in every form in which it can come back: as
// it is, inside a JSON string as the common encoders write it, in a URL.
func (r *redactor) add(secrets ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range secrets {
		s = strings.TrimSpace(s)
		if len(s) < minSecret {
			continue
		}
		for _, f := range formsOf(s) {
			form := secretForm{text: []byte(f), alone: len(s) < freeSecret, digits: strings.Trim(s, "0123456789") == ""}
			if !slices.ContainsFunc(r.forms, func(o secretForm) bool { return bytes.Equal(o.text, form.text) }) {
				r.forms = append(r.forms, form)
			}
		}
	}
	slices.SortStableFunc(r.forms, func(a, b secretForm) int { return len(b.text) - len(a.text) })
}

// formsOf are the ways in which a text is written: by JavaScript, Go (which escapes <, > and
// &), Python (ASCII alone) and PHP (ASCII, and \/ for /), and in an address.
func formsOf(s string) []string {
	inJSON, ascii := string(quote(s)), strconv.QuoteToASCII(s)
	inJSON, ascii = inJSON[1:len(inJSON)-1], ascii[1:len(ascii)-1]
	return []string{s, inJSON, htmlEscapes.Replace(inJSON), ascii, strings.ReplaceAll(ascii, "/", `\/`), url.QueryEscape(s), url.PathEscape(s)}
}

var htmlEscapes = strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`)

// bytes returns b without secrets: b itself where there is none in it.
func (r *redactor) bytes(b []byte) []byte {
	if r == nil || len(b) == 0 {
		return b
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, f := range r.forms {
		if bytes.Contains(b, f.text) {
			b = f.cut(b)
		}
	}
	return b
}

// head is the beginning of b, at most n bytes of it, without secrets or the beginning of one.
func (r *redactor) head(b []byte, n int) []byte {
	if len(b) <= n {
		return r.bytes(b)
	}
	b = b[:n]
	if r == nil {
		return b
	}
	return r.bytes(b[:n-r.beginning(b)])
}

// cut replaces every occurrence in a copy of b.
func (f secretForm) cut(b []byte) []byte {
	out := make([]byte, 0, len(b))
	inString, from := false, 0
	for {
		i := bytes.Index(b[from:], f.text)
		if i < 0 {
			return append(out, b[from:]...)
		}
		at, end := from+i, from+i+len(f.text)
		out = append(out, b[from:at]...)
		inString = inString != oddQuotes(b[from:at])
		switch {
		case f.alone && (wordBefore(b[:at]) || wordAfter(b[end:])):
			out = append(out, f.text...)
		case f.digits && !inString && looksJSON(b):
			if wordBefore(b[:at]) || wordAfter(b[end:]) {
				out = append(out, f.text...) // a part of a longer number
			} else {
				out = append(out, '0')
			}
		default:
			out = append(out, redacted...)
		}
		from = end
	}
}

func looksJSON(b []byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	return len(b) > 0 && (b[0] == '{' || b[0] == '[')
}

// oddQuotes reports whether the quotes in a part of a JSON text open or close a string.
func oddQuotes(b []byte) bool {
	odd := false
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			odd = !odd
		}
	}
	return odd
}

func wordBefore(b []byte) bool {
	r, _ := utf8.DecodeLastRune(b)
	return isWord(r)
}

func wordAfter(b []byte) bool {
	r, _ := utf8.DecodeRune(b)
	return isWord(r)
}

func isWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f && r != utf8.RuneError
}

// text is bytes for a text that may have been cut where "…" stands: the beginning of a secret
// before that is taken out too.
func (r *redactor) text(s string) string {
	if r == nil || s == "" {
		return s
	}
	out := string(r.bytes([]byte(s)))
	if !strings.Contains(out, "…") {
		return out
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, f := range r.forms {
		for k := len(f.text) - 1; k >= min(freeSecret, len(f.text)-1); k-- {
			out = strings.ReplaceAll(out, string(f.text[:k])+"…", redacted+"…")
		}
	}
	return out
}

func (r *redactor) texts(list []string) []string {
	if list == nil {
		return nil
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = r.text(s)
	}
	return out
}

// fail takes the secrets out of every text of an error, in a copy.
func (r *redactor) fail(e *Error) *Error {
	if e == nil || r == nil {
		return e
	}
	c := *e
	c.Op, c.Where, c.Detail, c.Next, c.Stderr = r.text(e.Op), r.text(e.Where), r.text(e.Detail), r.text(e.Next), r.text(e.Stderr)
	c.RPC = r.rpc(e.RPC)
	if e.Err == error(e.RPC) && e.RPC != nil {
		c.Err = c.RPC
	}
	if e.Challenge != nil {
		ch := *e.Challenge
		ch.Raw = r.texts(ch.Raw)
		ch.Realm, ch.Scope, ch.Code, ch.Description = r.text(ch.Realm), r.text(ch.Scope), r.text(ch.Code), r.text(ch.Description)
		ch.ResourceMetadata = r.text(ch.ResourceMetadata)
		c.Challenge = &ch
	}
	return &c
}

func (r *redactor) rpc(e *RPCError) *RPCError {
	if e == nil {
		return nil
	}
	return &RPCError{Code: e.Code, Message: r.text(e.Message), Data: r.bytes(e.Data), Raw: r.bytes(e.Raw)}
}

// message takes the secrets out of a message of the log.
func (r *redactor) message(m *Message) {
	if r == nil {
		return
	}
	m.Raw, m.Note, m.Method, m.ID = r.bytes(m.Raw), r.text(m.Note), r.text(m.Method), r.text(m.ID)
	m.Tool = r.text(m.Tool)
	if m.HTTP == nil {
		return
	}
	h := *m.HTTP
	h.URL, h.Header = r.text(h.URL), make(http.Header, len(m.HTTP.Header))
	for name, values := range m.HTTP.Header {
		h.Header[name] = r.texts(values)
	}
	m.HTTP = &h
}

// info takes the secrets out of what a server says about itself.
func (r *redactor) info(i Info) Info {
	for _, s := range []*string{&i.Name, &i.Title, &i.Version, &i.Instructions, &i.ProtocolVersion} {
		*s = r.text(*s)
	}
	for _, b := range []*[]byte{&i.Capabilities, &i.ServerInfo, &i.Raw, &i.Declared} {
		*b = r.bytes(*b)
	}
	i.Warnings = r.texts(i.Warnings)
	return i
}

// answer takes the secrets out of what came for a request. The bytes that went out stay as
// they are: they are the caller's own.
func (r *redactor) answer(a *Answer) {
	a.raw = a.Result
	if a.Outcome == OutcomeInputRequired {
		a.inputs = readInputRequests(a.Result)
		for i := range a.inputs {
			a.inputs[i].Params = r.bytes(a.inputs[i].Params)
		}
	}
	a.Received, a.Result, a.Error = r.bytes(a.Received), r.bytes(a.Result), r.rpc(a.Error)
	a.Failure, a.Note = r.fail(a.Failure), r.text(a.Note)
	for i := range a.Progress {
		a.Progress[i] = r.progress(a.Progress[i])
	}
}

func (r *redactor) progress(p Progress) Progress {
	p.Message, p.Raw = r.text(p.Message), r.bytes(p.Raw)
	return p
}

// listing takes the secrets out of a list.
func (r *redactor) listing(l *Listing) {
	for i := range l.Pages {
		l.Pages[i] = r.bytes(l.Pages[i])
	}
	l.Warnings = r.texts(l.Warnings)
	for i, e := range l.Excluded {
		l.Excluded[i].Name, l.Excluded[i].Reason = r.text(e.Name), r.text(e.Reason)
	}
}

// ask takes the secrets out of what a server asks of a person.
func (r *redactor) ask(a *Ask) {
	a.Message, a.URL, a.Schema, a.Params = r.text(a.Message), r.text(a.URL), r.bytes(a.Schema), r.bytes(a.Params)
}

// redactingWriter takes the secrets out of bytes on their way to w. A secret can come in two reads: the
// beginning of one is held back until it is plain what it is.
type redactingWriter struct {
	r    *redactor
	w    io.Writer
	held []byte
}

// Write never fails.
func (s *redactingWriter) Write(p []byte) (int, error) {
	data := s.r.bytes(append(s.held, p...))
	keep := s.r.beginning(data)
	s.held = append([]byte(nil), data[len(data)-keep:]...)
	_, _ = s.w.Write(data[:len(data)-keep])
	return len(p), nil
}

// flush writes what was held back.
func (s *redactingWriter) flush() {
	_, _ = s.w.Write(s.held)
	s.held = nil
}

// beginning is the length of the longest end of b that is the beginning of a secret.
func (r *redactor) beginning(b []byte) int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	longest := 0
	for _, f := range r.forms {
		for k := min(len(f.text)-1, len(b)); k > longest; k-- {
			if bytes.HasSuffix(b, f.text[:k]) {
				longest = k
			}
		}
	}
	return longest
}
