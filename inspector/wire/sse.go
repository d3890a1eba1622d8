package wire

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// eventFilter is the body that the SDK reads in place of a server's event stream
// (https://html.spec.whatwg.org/multipage/server-sent-events.html). It has no goroutine:
// each Read takes one event from the server, gives its data to the tap, and passes on
// what the tap returns, with the event's id and retry.
type eventFilter struct {
	src   io.ReadCloser
	in    *bufio.Reader
	tap   *tap
	x     *exchange // the request that this stream answers; nil for a stream of its own
	meta  *HTTPMeta // of the response, for the first message only
	limit int

	out     bytes.Buffer
	err     error
	started bool
	lastID  string // of the last event that had one
	retry   string // last reconnection time that the server asked for, in ms
}

func newEventFilter(src io.ReadCloser, t *tap, x *exchange, meta *HTTPMeta, limit int) *eventFilter {
	return &eventFilter{src: src, in: bufio.NewReaderSize(src, 8<<10), tap: t, x: x, meta: meta, limit: limit}
}

// event is one event as it is being read.
type event struct {
	name, id, retry []byte
	data            []byte
	hasID, hasData  bool
	size            int
	over            bool   // beyond the limit
	head, tail      []byte // of the line that went beyond it
}

// Read gives the next bytes for the SDK.
func (f *eventFilter) Read(p []byte) (int, error) {
	for f.out.Len() == 0 {
		if f.err != nil {
			return 0, f.err
		}
		f.next()
	}
	return f.out.Read(p)
}

// Close closes the server's stream.
func (f *eventFilter) Close() error { return f.src.Close() }

// next reads one event and writes to out what the SDK shall see of it.
func (f *eventFilter) next() {
	var e event
	for f.err == nil {
		line, err := f.line(&e)
		f.err = err
		if len(line) == 0 && (err == nil || e.hasData) {
			break
		}
		e.field(line)
	}
	if e.hasID {
		f.lastID = string(e.id)
	}
	if len(e.retry) > 0 {
		f.retry = string(e.retry)
	}
	f.dispatch(&e)
	if f.err != nil {
		f.ended()
	}
}

// dispatch hands the event's data to the tap.
func (f *eventFilter) dispatch(e *event) {
	from := arrival{hint: f.x, meta: f.meta}
	switch {
	case e.over:
		f.tap.unusable(unusable{head: e.head, tail: e.tail, size: e.size, why: "an event beyond the limit", failure: &Error{
			Kind: KindTooLarge, Detail: fmt.Sprintf("The answer is larger than the limit of %d bytes.", f.limit),
			Next: "It was not read; raise the limit if the server is right to send so much."}}, from)
		if f.x != nil && f.tap.isSettled(f.x) {
			f.answerForSDK()
		}
	case len(e.name) > 0 && string(e.name) != "message":
		e.write(&f.out) // "endpoint" of HTTP+SSE; others are for nobody, and harmless
	case len(bytes.TrimSpace(e.data)) == 0:
		if e.hasID || len(e.retry) > 0 { // a priming event (SEP-1699)
			e.data = nil
			e.write(&f.out)
		}
	default:
		f.meta = nil
		frames := f.tap.incoming(e.data, from)
		if len(frames) == 0 {
			if f.x != nil && f.tap.isSettled(f.x) {
				f.answerForSDK()
			}
			frames = [][]byte{nil}
		}
		for i, frame := range frames {
			part := event{data: frame}
			if i == len(frames)-1 {
				part.id, part.hasID, part.retry = e.id, e.hasID, e.retry
			}
			part.write(&f.out)
		}
	}
}

// answerForSDK ends the SDK's wait for an answer that it cannot be given.
func (f *eventFilter) answerForSDK() {
	if f.x != nil {
		writeEvent(&f.out, "", errorFrame([]byte(f.x.id), -32603, "unusable answer"))
	}
}

// ended settles the request when its stream ends before the answer. With an event id the
// SDK resumes the stream (GET with Last-Event-ID) and the answer can still come.
func (f *eventFilter) ended() {
	if f.x == nil || f.lastID != "" && !f.x.own {
		return
	}
	detail := "The event stream ended before the answer."
	if f.err != io.EOF {
		detail = sentence("The event stream broke off before the answer: " + f.err.Error())
	}
	f.tap.fail(f.x, &Error{Kind: KindStream, Op: f.x.method, Detail: detail, Err: f.err,
		Next: "Look at the server's log; it may have crashed, or a proxy cut the stream."})
}

// line reads one line without its end and counts it against the event's limit.
func (f *eventFilter) line(e *event) ([]byte, error) {
	before := e.size
	line := lineBuffer{max: max(f.limit-before, 0)}
	for {
		part, err := f.in.ReadSlice('\n')
		e.size += len(part)
		line.add(bytes.TrimRight(part, "\r\n"))
		if err == bufio.ErrBufferFull {
			continue
		}
		if line.over {
			e.over, e.tail = true, line.tail
			e.head = bytes.TrimLeft(bytes.TrimPrefix(line.take(), []byte("data:")), " ")
			return []byte{':'}, err // the line is lost, the event goes on
		}
		text := line.take()
		if !f.started {
			text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
			f.started = true
		}
		if len(text) > 0 && text[0] == ':' {
			e.size = before // comments keep a stream alive for days
		}
		return text, err
	}
}

// field adds one line to the event. Comments and unknown fields are ignored.
func (e *event) field(line []byte) {
	name, value, _ := bytes.Cut(line, []byte{':'})
	value = bytes.TrimPrefix(value, []byte{' '})
	switch string(name) {
	case "event":
		e.name = value
	case "id":
		e.id, e.hasID = value, true
	case "retry":
		e.retry = value
	case "data":
		if e.hasData {
			e.data = append(append(e.data, '\n'), value...)
			return
		}
		e.data, e.hasData = value, true
	}
}

// write prints the event for the SDK; nothing where it is empty.
func (e *event) write(w *bytes.Buffer) {
	if len(e.name) > 0 {
		fmt.Fprintf(w, "event: %s\n", e.name)
	}
	if e.hasID && len(e.id) > 0 {
		fmt.Fprintf(w, "id: %s\n", e.id)
	}
	if len(e.retry) > 0 {
		fmt.Fprintf(w, "retry: %s\n", e.retry)
	}
	if len(e.data) > 0 {
		for line := range bytes.SplitSeq(e.data, []byte{'\n'}) {
			fmt.Fprintf(w, "data: %s\n", bytes.TrimRight(line, "\r"))
		}
	}
	if w.Len() > 0 {
		w.WriteByte('\n')
	}
}

func writeEvent(w *bytes.Buffer, id string, data []byte) {
	e := event{id: []byte(id), hasID: id != "", data: data}
	e.write(w)
}
