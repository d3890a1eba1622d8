package wire

import (
	"net/http"
	"sync"
	"time"
)

// Direction of a message, seen from this program.
type Direction string

// The two directions.
const (
	Sent     Direction = "sent"
	Received Direction = "received"
)

// MessageKind says what a message is.
type MessageKind string

// The kinds of message.
const (
	MessageRequest      MessageKind = "request"
	MessageNotification MessageKind = "notification"
	MessageResponse     MessageKind = "response"
	MessageBatch        MessageKind = "batch"
	MessageNoise        MessageKind = "noise" // not a JSON-RPC message
	MessageHTTP         MessageKind = "http"  // an HTTP exchange without a message in it: a stream opened, a bare 202
)

// Message is one frame as it passed on the wire. Raw is shared with whatever else keeps
// the same bytes and must not be written to.
type Message struct {
	Seq       uint64 // 1, 2, 3 … per connection, over all its attempts
	Time      time.Time
	Direction Direction
	Kind      MessageKind
	Method    string // of a response: the method of the request it answers, where known
	Tool      string // of a tools/call and its answer: the tool's name
	Failed    bool   // an error, a result with isError, or an HTTP status from 400 on
	ID        string // the id's JSON text, "" where there is none
	Size      int    // bytes on the wire, without the line end; larger than len(Raw) where it was cut
	Raw       []byte // nil for MessageHTTP
	HTTP      *HTTPMeta
	Note      string // anything odd: late, duplicate, stand-in for …
}

// HTTPMeta is the HTTP side of a message. Header values that can be credentials are masked.
type HTTPMeta struct {
	Method string
	URL    string // without user information and query
	Status int    // 0 in a sent message
	Header http.Header
}

// messageLog is a bounded ring of messages: the oldest go first, by count and by bytes.
type messageLog struct {
	mu       sync.Mutex
	items    []Message
	head     int // items[head:] are live
	bytes    int
	seq      uint64
	dropped  uint64
	maxCount int
	maxBytes int
	notify   func(Message)
	redact   *redactor
}

// add numbers the message, keeps it and tells the listener, outside the lock.
func (l *messageLog) add(m Message) {
	m.Size = max(m.Size, len(m.Raw))
	m.Failed = m.Failed || m.HTTP != nil && m.HTTP.Status >= 400
	l.redact.message(&m)
	if len(m.Raw) > l.maxBytes {
		// A copy, so that the whole frame isn't kept alive by its beginning.
		m.Raw = append([]byte(nil), m.Raw[:l.maxBytes/32]...)
		m.Note = joinNotes(m.Note, "too large for the message log: only its beginning is kept here")
	}
	l.mu.Lock()
	l.seq++
	m.Seq = l.seq
	l.items = append(l.items, m)
	l.bytes += len(m.Raw)
	for len(l.items)-l.head > l.maxCount || l.bytes > l.maxBytes && len(l.items)-l.head > 1 {
		l.bytes -= len(l.items[l.head].Raw)
		l.items[l.head] = Message{}
		l.head++
		l.dropped++
	}
	if l.head > 256 && l.head > len(l.items)/2 {
		l.items = append([]Message(nil), l.items[l.head:]...)
		l.head = 0
	}
	l.mu.Unlock()
	if l.notify != nil {
		l.notify(m)
	}
}

// all returns a copy of the live messages, oldest first.
func (l *messageLog) all() ([]Message, uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Message(nil), l.items[l.head:]...), l.dropped
}

func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}
