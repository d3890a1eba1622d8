package wire

import (
	"context"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Listing is one whole tools/list.
type Listing struct {
	Pages    [][]byte // the exact bytes of each page's result; not to be written to
	Warnings []string // what was odd about the pages; limits that were hit
	// Excluded are the tools that a client has to leave out over Streamable HTTP by
	// 2026-07-28, since an x-mcp-header of theirs is invalid (SEP-2243). They are in Pages all
	// the same; none in other sessions.
	Excluded []Exclusion
	Start    time.Time
	Duration time.Duration
}

// ListTools asks for the tools, page by page, always from the server itself: no cache
// answers. A page is followed as long as nextCursor is present (2026-07-28: "" is a cursor
// too; before, "" ends the list, as the Go and other SDKs write it). A cursor that comes a
// second time, and the limits of [Limits], end it with a warning.
//
// On a failure the pages so far come back beside the *Error.
func (c *Conn) ListTools(ctx context.Context) (*Listing, error) {
	list, failure := c.listRenewed(ctx)
	if list != nil {
		c.redact.listing(list)
	}
	if failure != nil {
		return list, c.redact.fail(failure)
	}
	return list, nil
}

// listRenewed is listAll, once more where the session was lost meanwhile.
func (c *Conn) listRenewed(ctx context.Context) (*Listing, *Error) {
	list, failure := c.listAll(ctx)
	if failure != nil && failure.lostSession {
		if again, err := c.listAll(ctx); err == nil { // a new session has begun meanwhile
			again.Warnings = append([]string{"the server no longer knew the session (HTTP 404): a new one was begun and the tools asked for again"}, again.Warnings...)
			return again, nil
		}
	}
	return list, failure
}

// listAll asks for all pages in one session.
func (c *Conn) listAll(ctx context.Context) (*Listing, *Error) {
	l, failure := c.current(ctx, "list tools")
	if failure != nil {
		return nil, failure
	}
	list := &Listing{Start: time.Now()}
	f := &follower{list: list, limits: c.opt.Limits, modern: l.tap.isModern(), seen: map[string]bool{}}
	if c.headersWanted(l) {
		f.headers = map[string][]paramHeader{}
	}
	var cursor []byte
	for {
		result, err := c.listPage(ctx, l, cursor, list)
		list.Duration = time.Since(list.Start)
		if err != nil {
			return list, err
		}
		if cursor = f.page(result); cursor == nil {
			c.mu.Lock()
			c.tools = f.headers
			c.mu.Unlock()
			return list, nil
		}
	}
}

// listPage asks for one page and returns its result.
func (c *Conn) listPage(ctx context.Context, l *live, cursor []byte, list *Listing) ([]byte, *Error) {
	op := "list tools"
	if len(list.Pages) > 0 {
		op = fmt.Sprintf("list tools (page %d)", len(list.Pages)+1)
	}
	start, x := time.Now(), newExchange("tools/list")
	x.params = map[string][]byte{"cursor": cursor}
	end, err := c.perform(ctx, l, x, patience{c.opt.ListTimeout, c.opt.ListTimeout}, func(ctx context.Context) error {
		// The cursor is a place holder: the tap puts the exact one in, or takes it out.
		_, err := l.sess.ListTools(ctx, &mcp.ListToolsParams{Cursor: "page"})
		return err
	}, func(Progress) {})
	failure := &Error{Op: op, Where: c.ep.where(), Err: err}
	switch {
	case end == endTimedOut:
		failure.Kind, failure.Detail = KindTimeout, fmt.Sprintf("The server gave no answer within %s.", c.opt.ListTimeout)
		failure.Next = "Try again, or look at the server's standard error."
		if odd := l.link.oddity(start); odd != "" {
			failure.Detail += " " + odd
		}
	case end == endCancelled:
		failure.Kind, failure.Detail = KindCancelled, "It was broken off."
	case end == endGone:
		if failure = c.unsent(l, x); failure == nil {
			failure = c.goneError(op, err)
		}
	case x.failure != nil:
		failure = x.failure
		failure.Op, failure.Where = op, c.ep.where()
	case x.answer.err != nil:
		failure.Kind, failure.RPC, failure.Err = KindProtocol, x.answer.err, x.answer.err
		failure.Detail = "The server answered with an error: " + sentence(snippet([]byte(x.answer.err.Error()), 300))
		failure.Next = "The reason is the server's own; its log or standard error may say more."
	default:
		if x.answer.note != "" {
			list.Warnings = append(list.Warnings, x.answer.note)
		}
		return x.answer.result, nil
	}
	return nil, failure
}
