package wire

import (
	"context"
	"net/http"
	"time"
)

// exchange is one request of ours and what came of it. The caller makes it and puts it in
// the context which it gives to the SDK; the tap finds it there when the frame goes out,
// since the SDK hands that context down to stdio's Write and to HTTP's RoundTrip.
// Requests that the SDK makes by itself (initialize, server/discover,
// subscriptions/listen) get theirs from the tap.
type exchange struct {
	method string
	params map[string][]byte // members of params to put in, exactly; a nil value leaves the member out
	extra  []extraMember     // members to add at the end of params
	own    bool              // a frame of ours: the SDK knows nothing of it
	token  string            // progress token, "" = none
	tool   string            // name of the tool that is called
	header http.Header       // headers of this request alone (Mcp-Param-*), HTTP only

	// Set by the tap before the frame goes out, under its lock.
	id     string // JSON text of the request's id
	sent   []byte // the frame, without a line end
	sentAt time.Time
	note   string // what had to be changed in the given bytes

	// Set by the tap before done is closed; to be read after it.
	answer  *answer
	failure *Error // why there will be no answer; answer can be set too, where its bytes are unusable
	done    chan struct{}
	settled bool // under the tap's lock

	progress chan Progress
	missed   int // progress notifications beyond the channel's room; under the tap's lock
}

// extraMember is a member to add, exactly.
type extraMember struct {
	name  string
	value []byte
}

// answer is a response as it came.
type answer struct {
	frame  []byte
	result []byte // nil = absent
	err    *RPCError
	at     time.Time
	note   string
}

// progressRoom is how many progress notifications may wait for the caller.
const progressRoom = 64

func newExchange(method string) *exchange {
	return &exchange{method: method, done: make(chan struct{})}
}

type exchangeKey struct{}

func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

func exchangeFrom(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// Progress is one notifications/progress of a call. The numbers are for a bar; Raw is what
// the server sent. Message is untrusted text.
type Progress struct {
	Time     time.Time
	Progress float64
	Total    float64 // 0 where the server gave none
	Message  string
	Raw      []byte // the params of the notification
}
