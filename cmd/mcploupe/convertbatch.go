package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// batchAnswer is one line that convert --jsonl prints.
type batchAnswer struct {
	id      []byte // JSON
	schema  []byte // JSON; nil where there is an error
	changes []shownChange
	err     string
}

// append writes the answer as a line. The id and the schema are written to the
// letter.
func (a *batchAnswer) append(dst []byte) ([]byte, error) {
	dst = append(append(dst, `{"id":`...), withoutBreaks(a.id)...)
	if a.schema == nil {
		dst = jsondoc.AppendQuote(append(dst, `,"error":`...), a.err)
		return append(dst, "}\n"...), nil
	}
	dst = append(append(dst, `,"schema":`...), withoutBreaks(a.schema)...)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(a.changes); err != nil {
		return nil, err
	}
	dst = append(append(dst, `,"changes":`...), bytes.TrimRight(b.Bytes(), "\n")...)
	return append(dst, "}\n"...), nil
}

// withoutBreaks takes the white space out of a JSON text in which some reader would see
// the end of a line.
func withoutBreaks(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return text
	}
	return b.Bytes()
}

// maxLine bounds one line of a batch, in bytes.
const maxLine = 256 << 20

// convertLines answers each line of a batch before it reads the next one.
func convertLines(in io.Reader, out io.Writer, opt dialect.Options) error {
	lines := batchLines{in: bufio.NewReaderSize(in, 64<<10), limit: maxLine}
	var text []byte
	for {
		line, tooLong, err := lines.next()
		if err != nil && err != io.EOF {
			return fmt.Errorf("read the batch: %w", err)
		}
		var answer batchAnswer
		switch blank := len(bytes.TrimSpace(line)) == 0; {
		case tooLong:
			answer = batchAnswer{id: null, err: fmt.Sprintf("line %d is longer than %d bytes, which is the limit", lines.n, lines.limit)}
		case blank && err == io.EOF:
			return nil
		case blank:
			continue
		default:
			answer = convertLine(line, lines.n, opt)
		}
		var broken error
		if text, broken = answer.append(text[:0]); broken == nil {
			_, broken = out.Write(text)
		}
		if broken != nil {
			return fmt.Errorf("write an answer: %w", broken)
		}
	}
}

// batchLines reads lines of a bounded length.
type batchLines struct {
	in    *bufio.Reader
	limit int
	n     int // the number of the line that was read last, from 1
	line  []byte
}

// next returns the next line, which is good until the call after. Of one that is
// too long the rest is skipped. The last line comes with io.EOF or before it.
func (l *batchLines) next() (line []byte, tooLong bool, err error) {
	l.n++
	l.line = l.line[:0]
	for {
		piece, err := l.in.ReadSlice('\n')
		if tooLong = tooLong || len(l.line)+len(piece) > l.limit; !tooLong {
			l.line = append(l.line, piece...)
		}
		if err != bufio.ErrBufferFull {
			return l.line, tooLong, err
		}
	}
}

var null = []byte("null")

func convertLine(line []byte, n int, opt dialect.Options) batchAnswer {
	root, err := batchLine(line, n)
	if err != nil {
		return batchAnswer{id: null, err: err.Error()}
	}
	answer := batchAnswer{id: null}
	if id := root.Get("id"); id.Exists() {
		answer.id = id.Raw()
	}
	schema := root.Get("schema")
	if !schema.Exists() {
		answer.err = fmt.Sprintf(`line %d has no "schema"`, n)
		return answer
	}
	if opt.Assume, err = assumed(root.Get("dialect")); err != nil {
		answer.err = err.Error()
		return answer
	}
	conv, err := dialect.Text(schema.Raw(), opt)
	if err != nil {
		answer.err = err.Error()
		return answer
	}
	answer.schema, answer.changes = conv.JSON, make([]shownChange, len(conv.Changes))
	for i, c := range conv.Changes {
		answer.changes[i] = newShownChange(c)
	}
	return answer
}

// batchLine reads what stands around the schema, so that a schema that cannot be
// read is answered under its id.
func batchLine(line []byte, n int) (root jsondoc.Node, err error) {
	doc, rest, err := jsondoc.Outline(line, 1)
	if se := (*jsondoc.SyntaxError)(nil); errors.As(err, &se) {
		return root, fmt.Errorf("line %d is not JSON: column %d: %s", n, se.Column, se.Msg)
	}
	switch {
	case err != nil:
		return root, fmt.Errorf("line %d is not JSON: %w", n, err)
	case len(bytes.TrimSpace(rest)) > 0:
		return root, fmt.Errorf("line %d has more than one JSON value", n)
	case doc.Root().Kind() != jsondoc.Object:
		return root, fmt.Errorf("line %d is no JSON object with a \"schema\"", n)
	}
	return doc.Root(), nil
}

// assumed reads what a schema without $schema is written in; Unknown where the
// line does not say.
func assumed(name jsondoc.Node) (dialect.Dialect, error) {
	switch name.Kind() {
	case jsondoc.Absent, jsondoc.Null:
		return dialect.Unknown, nil
	case jsondoc.String:
		d, ok := dialect.ByName(name.Text())
		if !ok && name.Text() != "" {
			return d, fmt.Errorf("the dialect %q is not known", name.Text())
		}
		return d, nil
	}
	return dialect.Unknown, errors.New(`"dialect" is not a text`)
}
