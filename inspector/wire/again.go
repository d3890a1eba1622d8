package wire

import (
	"context"
	"maps"
	"slices"
)

// codeHeaderMismatch is the error of a server which finds other values in the headers than
// in the body (2026-07-28, Streamable HTTP).
const codeHeaderMismatch = -32020

// again decides whether a call is to be made once more. It is where the server has refused
// the message before reading what it asks for, and something has changed since:
//   - it no longer knew the session (HTTP 404), and a new one has begun (2025-11-25,
//     transports, session management);
//   - it found the wrong parameter headers, and after listing the tools again others are
//     right (SEP-2243: the client SHOULD list again and retry).
//
// It returns the reason, for the person; "" = no.
func (c *Conn) again(ctx context.Context, a *Answer) string {
	switch {
	case a.Failure != nil && a.Failure.lostSession:
		if _, failure := c.current(ctx, "begin a new session"); failure == nil {
			return "the server no longer knew the session (HTTP 404): a new one was begun and the call sent again"
		}
	case a.Error != nil && a.Error.Code == codeHeaderMismatch:
		l, failure := c.session("list tools")
		if failure != nil || !c.headersWanted(l) {
			return ""
		}
		if _, err := c.ListTools(ctx); err != nil {
			return ""
		}
		if !maps.EqualFunc(a.header, c.paramHeaders(a.call.Name, a.call.Arguments), slices.Equal) {
			return "the server found the wrong parameter headers: the tools were listed again and the call sent with the new ones"
		}
	}
	return ""
}
