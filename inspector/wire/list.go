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
	l, failure := c.session("list tools")
	if failure != nil {
		return nil, failure
	}
	list := &Listing{Start: time.Now()}
	seen := map[string]bool{}
	headers := map[string][]paramHeader{}
	var cursor []byte
	size := 0
	for {
		result, err := c.listPage(ctx, l, cursor, list)
		list.Duration = time.Since(list.Start)
		if err != nil {
			return list, err
		}
		list.Pages = append(list.Pages, result)
		size += len(result)
		next := readPage(result, c.headersWanted(l), headers)
		cursor = list.follow(next, l.tap.isModern(), seen, size, c.opt.Limits)
		if cursor == nil {
			c.mu.Lock()
			c.tools = headers
			c.mu.Unlock()
			return list, nil
		}
	}
}

// listPage asks for one page and returns its result.
func (c *Conn) listPage(ctx context.Context, l *live, cursor []byte, list *Listing) ([]byte, error) {
	op := "list tools"
	if len(list.Pages) > 0 {
		op = fmt.Sprintf("list tools (page %d)", len(list.Pages)+1)
	}
	x := newExchange("tools/list")
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
		if odd := l.link.oddity(); odd != "" {
			failure.Detail += " " + odd
		}
	case end == endCancelled:
		failure.Kind, failure.Detail = KindCancelled, "It was broken off."
	case end == endGone:
		failure = c.goneError(op, err)
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

// readPage finds nextCursor in a page and, where wanted, the x-mcp-header annotations.
func readPage(result []byte, wanted bool, headers map[string][]paramHeader) (next []byte) {
	_ = eachMember(result, func(name string, _, value []byte) bool {
		switch name {
		case "nextCursor":
			next = value
		case "tools":
			if wanted {
				readHeaders(value, headers)
			}
		}
		return true
	})
	return next
}

// follow decides whether there is a next page and returns its cursor.
func (l *Listing) follow(next []byte, modern bool, seen map[string]bool, size int, limits Limits) []byte {
	warn := func(format string, args ...any) []byte {
		l.Warnings = append(l.Warnings, fmt.Sprintf(format, args...))
		return nil
	}
	cursor, isText := text(next)
	switch {
	case next == nil || isNull(next):
		return nil
	case !isText:
		return warn("nextCursor on page %d is no string (%s): the list ends here", len(l.Pages), snippet(next, 80))
	case cursor == "" && !modern:
		return warn(`nextCursor on page %d is "", which before 2026-07-28 is read as the end`, len(l.Pages))
	case seen[cursor]:
		return warn("page %d gives the cursor %q for the second time: the list ends here, or it would never end", len(l.Pages), snippet([]byte(cursor), 80))
	case len(l.Pages) >= limits.ListPages:
		return warn("the list has more than %d pages: the rest was not asked for", limits.ListPages)
	case size >= limits.ListBytes:
		return warn("the list is larger than %d bytes: the rest was not asked for", limits.ListBytes)
	}
	seen[cursor] = true
	return next
}
