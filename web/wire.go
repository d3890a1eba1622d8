package web

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mcploupe/inspector/wire"
	"mcploupe/views"
)

// wireView is the newest messages that hold a text, the oldest of them first.
func wireView(conn *wire.Conn, server, find string) *views.Wire {
	v := &views.Wire{Server: server, Find: find}
	v.Dropped, _ = conn.Dropped()
	asked := map[string]wire.Message{}
	var found []views.Message
	for _, m := range conn.Messages() {
		if m.Kind == wire.MessageRequest {
			asked[string(m.Direction)+m.ID] = m
		}
		if !holds(m, find) {
			continue
		}
		v.Found++
		if found = append(found, message(m, asked)); len(found) > 2*maxMessages { // not the texts of thousands
			found = slices.Clone(found[len(found)-maxMessages:])
		}
	}
	v.Messages = found[max(0, len(found)-maxMessages):]
	v.More = v.Found - len(v.Messages)
	return v
}

// holds reports whether a text stands in what is shown of a message, in whatever
// case.
func holds(m wire.Message, find string) bool {
	if find == "" {
		return true
	}
	head := m.Method + "\n" + m.Tool + "\n" + m.ID + "\n" + m.Note + "\n" + string(m.Kind)
	if m.HTTP != nil {
		head += "\n" + httpLine(m.HTTP)
	}
	find = strings.ToLower(find)
	return strings.Contains(strings.ToLower(head), find) || bytes.Contains(bytes.ToLower(m.Raw), []byte(find))
}

func message(m wire.Message, asked map[string]wire.Message) views.Message {
	text := string(m.Raw)
	out := views.Message{
		Seq: int(m.Seq), Out: m.Direction == wire.Sent, At: m.Time, Kind: string(m.Kind), Method: m.Method, Tool: m.Tool, ID: m.ID,
		Size: m.Size, Note: m.Note, NotUTF8: !utf8.ValidString(text),
	}
	if m.Failed {
		out.Kind = "error"
	}
	if m.Kind == wire.MessageResponse {
		other := wire.Sent
		if m.Direction == wire.Sent {
			other = wire.Received
		}
		if q, ok := asked[string(other)+m.ID]; ok {
			out.Took = m.Time.Sub(q.Time)
		}
	}
	if len(text) > maxMessageText {
		text = text[:maxMessageText]
	}
	out.Text, out.Cut = text, m.Size-len(text)
	if h := m.HTTP; h != nil {
		out.HTTPLine = httpLine(h)
	}
	return out
}

// savedMessage is one line of the file of messages.
type savedMessage struct {
	Seq       uint64          `json:"seq"`
	Time      time.Time       `json:"time"`
	Direction wire.Direction  `json:"direction"`
	Kind      string          `json:"kind"`
	Method    string          `json:"method,omitempty"`
	Tool      string          `json:"tool,omitempty"`
	ID        json.RawMessage `json:"id,omitempty"`
	Size      int             `json:"size"`
	Note      string          `json:"note,omitempty"`
	HTTP      *wire.HTTPMeta  `json:"http,omitempty"`
	Message   json.RawMessage `json:"message,omitempty"` // where it is JSON
	Text      string          `json:"text,omitempty"`    // where it is not
	Base64    string          `json:"base64,omitempty"`  // where it is no UTF-8 either
}

// saveWire gives the kept messages as JSON lines. Secrets are masked as on the page.
func (s *Site) saveWire(w http.ResponseWriter, r *http.Request) error {
	id := r.URL.Query().Get("server")
	srv, ok := s.app.Server(id)
	if !ok {
		return errNoServer(id)
	}
	st := srv.Status()
	if st.Conn == nil {
		return &httpError{status: http.StatusNotFound, what: "There are no messages of “" + srv.Name + "”", next: "Connect it first."}
	}
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="mcploupe-messages.jsonl"`)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, m := range st.Conn.Messages() {
		if err := enc.Encode(saved(m)); err != nil {
			return nil // the browser went away
		}
	}
	return nil
}

func saved(m wire.Message) savedMessage {
	out := savedMessage{Seq: m.Seq, Time: m.Time, Direction: m.Direction, Kind: string(m.Kind), Method: m.Method, Tool: m.Tool, Size: m.Size, Note: m.Note, HTTP: m.HTTP}
	if json.Valid([]byte(m.ID)) {
		out.ID = json.RawMessage(m.ID)
	}
	switch {
	case len(m.Raw) == 0:
	case json.Valid(m.Raw) && utf8.Valid(m.Raw):
		out.Message = m.Raw
	case utf8.Valid(m.Raw):
		out.Text = string(m.Raw)
	default:
		out.Base64 = base64.StdEncoding.EncodeToString(m.Raw)
	}
	return out
}
