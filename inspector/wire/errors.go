package wire

import (
	"errors"
	"fmt"
	"strings"
)

// Kind classifies an [Error] by what went wrong, so that a caller can choose a picture,
// an exit code or a button without reading the text.
type Kind string

// The kinds of failure. Each comes with a text that says what, where and what to do next.
const (
	KindCommandNotFound Kind = "command-not-found" // no such file, or not in PATH
	KindNotExecutable   Kind = "not-executable"    // a file that cannot be run
	KindBadDirectory    Kind = "bad-directory"     // the working directory is missing
	KindStart           Kind = "start"             // the process could not be started for another reason
	KindExited          Kind = "exited"            // the process ended by itself
	KindSilent          Kind = "silent"            // no answer at all while connecting
	KindTimeout         Kind = "timeout"           // no answer to a later request in time
	KindNotJSON         Kind = "not-json"          // an answer that is not JSON
	KindProtocol        Kind = "protocol"          // JSON, but not what the protocol asks for; or a JSON-RPC error
	KindHTTPStatus      Kind = "http-status"       // an HTTP status outside 2xx
	KindAuth            Kind = "auth"              // HTTP 401 or 403
	KindRefused         Kind = "refused"           // no connection: refused, unknown host, TLS
	KindRedirect        Kind = "redirect"          // the server points to another origin
	KindTooLarge        Kind = "too-large"         // beyond a limit of [Limits]
	KindStream          Kind = "stream"            // an event stream ended before the answer
	KindClosed          Kind = "closed"            // this side closed the connection
	KindUsage           Kind = "usage"             // the caller's input cannot be sent
	KindCancelled       Kind = "cancelled"         // the caller's context ended
)

// Error is the one error type of this package. Detail and Stderr can hold text from the
// server: they are untrusted and must be escaped where they are shown. Credentials
// (header values, user information and query of a URL, environment) are never in it.
type Error struct {
	Kind   Kind   // class of the failure
	Op     string // what was being done: "start the server", "list tools"
	Where  string // the command or the masked URL
	Detail string // what happened, in one or two sentences
	Next   string // what the person can do about it
	Exit   *ExitInfo
	Stderr string // the last lines of standard error, for a process that ended; at most 2 KiB
	Status int    // HTTP status, 0 where there is none
	RPC    *RPCError
	Err    error // cause, for errors.Is and errors.As

	// Challenge is what a server asks for that answered HTTP 401 or 403; nil elsewhere.
	Challenge *Challenge

	lostSession bool // HTTP 404 to a session id
}

// Error gives the whole text in one line (standard error's tail excepted).
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Op)
	if e.Where != "" {
		fmt.Fprintf(&b, " (%s)", e.Where)
	}
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	if e.Next != "" {
		b.WriteString(" " + e.Next)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the first [Error] in err's chain, or "" where there is none.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// asError returns err as an *Error, wrapping what is none under the given kind and operation.
func asError(err error, kind Kind, op, where string) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Kind: kind, Op: op, Where: where, Detail: sentence(err.Error()), Err: err}
}

// sentence ends s with a full stop.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// snippet shortens untrusted bytes for an error text. It keeps them as they are (hidden
// characters included): making them visible is the business of the views.
func snippet(b []byte, limit int) string {
	s := strings.TrimSpace(strings.ToValidUTF8(string(b[:min(len(b), limit)]), "\uFFFD"))
	if len(b) > limit {
		s += "…"
	}
	return s
}

// RPCError is a JSON-RPC error as the server sent it.
type RPCError struct {
	Code    int64  // 0 where the server sent no whole number; see Raw
	Message string // "" where the server sent no string
	Data    []byte // the exact bytes of data; nil = absent
	Raw     []byte // the exact bytes of the whole error member
}

// Error gives code and message.
func (e *RPCError) Error() string {
	if e.Message == "" {
		return fmt.Sprintf("JSON-RPC error %d", e.Code)
	}
	return fmt.Sprintf("%s (JSON-RPC error %d)", e.Message, e.Code)
}

// parseRPCError reads an error member leniently: what has the wrong type stays in Raw only.
func parseRPCError(raw []byte) *RPCError {
	e := &RPCError{Raw: raw}
	_ = eachMember(raw, func(name string, _, value []byte) bool {
		switch name {
		case "code":
			e.Code, _ = wholeNumber(value)
		case "message":
			e.Message, _ = text(value)
		case "data":
			e.Data = value
		}
		return true
	})
	return e
}
