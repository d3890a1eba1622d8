package wire

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"mcploupe/inspector/jsondoc"
)

// envelope is one JSON-RPC message taken apart without copying: every field is a slice
// of the frame, nil where the member is absent. Of a repeated member the last one counts,
// as in most decoders. Names are matched to the letter (GHSA-wvj2-96wp-fq3f: Go's
// encoding/json also matches other cases, which peers do not).
type envelope struct {
	version []byte
	id      []byte
	method  []byte
	params  []byte
	result  []byte
	err     []byte
	batch   [][]byte // elements, for a top-level array (JSON-RPC batch, 2025-03-26)
}

type frameKind int

const (
	frameOther frameKind = iota // JSON, but no JSON-RPC message
	frameRequest
	frameNotification
	frameResponse
	frameBatch
)

// kind tells what the message is. A request whose id is null cannot be answered, so it
// counts as a notification.
func (e *envelope) kind() frameKind {
	switch {
	case e.batch != nil:
		return frameBatch
	case e.method != nil && hasID(e.id):
		return frameRequest
	case e.method != nil:
		return frameNotification
	case e.result != nil || e.err != nil || e.id != nil:
		return frameResponse
	}
	return frameOther
}

func hasID(id []byte) bool { return id != nil && !isNull(id) }

func isNull(raw []byte) bool { return string(raw) == "null" }

var errNotContainer = errors.New("neither an object nor an array")

// newDecoder reads as leniently as JSON's grammar allows: repeated names and invalid
// UTF-8 are a server's faults to be shown, not reasons to lose the message.
func newDecoder(data []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// parseEnvelope takes a frame apart. The error is a syntax error with an offset, or
// errNotContainer; the envelope then holds what was read before it.
func parseEnvelope(frame []byte) (envelope, error) {
	var e envelope
	trimmed := bytes.TrimLeft(frame, " \t\r\n")
	if len(trimmed) == 0 || trimmed[0] != '{' && trimmed[0] != '[' {
		if err := validJSON(frame); err != nil {
			return e, err
		}
		return e, errNotContainer
	}
	if trimmed[0] == '[' {
		e.batch = [][]byte{}
		err := eachElement(frame, func(value []byte) bool {
			e.batch = append(e.batch, value)
			return true
		})
		return e, err
	}
	err := eachMember(frame, func(name string, _, value []byte) bool {
		switch name {
		case "jsonrpc":
			e.version = value
		case "id":
			e.id = value
		case "method":
			e.method = value
		case "params":
			e.params = value
		case "result":
			e.result = value
		case "error":
			if !isNull(value) || e.err == nil {
				e.err = value
			}
		}
		return true
	})
	if isNull(e.err) && e.result != nil {
		e.err = nil // "error": null beside a result, as JSON-RPC 1.0 wrote it
	}
	return e, err
}

// eachMember calls fn for every member of the object in data, in order, with slices of
// data; fn returning false ends it early. It fails where data is not one whole object.
func eachMember(data []byte, fn func(name string, nameRaw, value []byte) bool) error {
	seen := 0
	err := shallowMembers(data, func(name string, nameRaw, value []byte) bool {
		seen++
		return fn(name, nameRaw, value)
	})
	doc, err := outline(data, err)
	if doc == nil {
		return err
	}
	for name, value := range doc.Root().Members() {
		if seen--; seen < 0 && !fn(name.Text(), name.Raw(), value.Raw()) {
			break
		}
	}
	return nil
}

func shallowMembers(data []byte, fn func(name string, nameRaw, value []byte) bool) error {
	dec := newDecoder(data)
	tok, err := dec.ReadToken()
	if err != nil {
		return err
	}
	if tok.Kind() != '{' {
		return errNotContainer
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadValue()
		if err != nil {
			return err
		}
		nameRaw := window(data, dec, len(name))
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		key, _ := text(nameRaw)
		if !fn(key, nameRaw, window(data, dec, len(value))) {
			return nil
		}
	}
	return atEnd(dec)
}

// eachElement is eachMember for an array.
func eachElement(data []byte, fn func(value []byte) bool) error {
	seen := 0
	err := shallowElements(data, func(value []byte) bool {
		seen++
		return fn(value)
	})
	doc, err := outline(data, err)
	if doc == nil {
		return err
	}
	for i, value := range doc.Root().Elems() {
		if i >= seen && !fn(value.Raw()) {
			break
		}
	}
	return nil
}

// outline reads the top of data where err says that it is nested too deep for the decoder
// (10,000 levels): one such tool in a list must not lose the others. Without a document the
// error is the one to return.
func outline(data []byte, err error) (*jsondoc.Document, error) {
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) || !strings.Contains(syntax.Error(), "exceeded max depth") {
		return nil, plainly(err)
	}
	doc, rest, err := jsondoc.Outline(data, 1)
	if err == nil && len(bytes.TrimSpace(rest)) > 0 {
		err = errors.New("more text after the end of the JSON value")
	}
	if err != nil {
		return nil, err
	}
	return doc, nil
}

// plainly takes the decoder's own name out of its error texts, which people read.
func plainly(err error) error {
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), "jsontext: ", ""))
}

func shallowElements(data []byte, fn func(value []byte) bool) error {
	dec := newDecoder(data)
	tok, err := dec.ReadToken()
	if err != nil {
		return err
	}
	if tok.Kind() != '[' {
		return errNotContainer
	}
	for dec.PeekKind() != ']' {
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if !fn(window(data, dec, len(value))) {
			return nil
		}
	}
	return atEnd(dec)
}

// atEnd reads the closing bracket and insists on nothing but white space after it.
func atEnd(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		if err == nil {
			err = errors.New("more text after the end of the JSON value")
		}
		return err
	}
	return nil
}

// window is the part of data which the decoder has just read: the last n bytes.
func window(data []byte, dec *jsontext.Decoder, n int) []byte {
	end := int(dec.InputOffset())
	return data[end-n : end : end]
}

// validJSON reports why data is not exactly one JSON value, or nil.
func validJSON(data []byte) error {
	_, err := outline(data, decodable(data))
	return err
}

func decodable(data []byte) error {
	dec := newDecoder(data)
	if err := dec.SkipValue(); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		if err == nil {
			err = errors.New("more text after the end of the JSON value")
		}
		return err
	}
	return nil
}

// member returns the last member of that name in the object obj; nil where there is none.
func member(obj []byte, name string) []byte {
	var found []byte
	_ = eachMember(obj, func(key string, _, value []byte) bool {
		if key == name {
			found = value
		}
		return true
	})
	return found
}

// text decodes a JSON string; false for every other value.
func text(raw []byte) (string, bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	s, _ := jsontext.AppendUnquote(nil, raw) // on invalid UTF-8 it still gives the replaced text
	return string(s), true
}

// quote encodes s as a JSON string.
func quote(s string) []byte {
	b, _ := jsontext.AppendQuote(nil, s)
	return b
}

// wholeNumber reads a JSON number without a fraction.
func wholeNumber(raw []byte) (int64, bool) {
	n, err := strconv.ParseInt(string(raw), 10, 64)
	return n, err == nil
}

// rewriteParams returns the frame with members of its params replaced by the given bytes,
// or dropped where the bytes are nil. Members that params doesn't have are not added but for
// extra. The frame must come from the SDK, where nothing before params can look like it.
func rewriteParams(frame, params []byte, set map[string][]byte, extra []extraMember) []byte {
	start := bytes.Index(frame, params)
	if len(params) == 0 || start < 0 {
		return frame
	}
	out := make([]byte, 0, len(frame)+64)
	out = append(out, frame[:start]...)
	out = append(out, '{')
	first := true
	put := func(nameRaw, value []byte) {
		if !first {
			out = append(out, ',')
		}
		first = false
		out = append(append(append(out, nameRaw...), ':'), value...)
	}
	_ = eachMember(params, func(name string, nameRaw, value []byte) bool {
		if replacement, ok := set[name]; ok {
			if value = replacement; value == nil {
				return true
			}
		}
		put(nameRaw, value)
		return true
	})
	for _, m := range extra {
		put(quote(m.name), m.value)
	}
	out = append(out, '}')
	return append(out, frame[start+len(params):]...)
}
