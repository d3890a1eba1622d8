package wire

import "fmt"

// follower reads the pages of one list as they come and decides which is the last.
type follower struct {
	list    *Listing
	limits  Limits
	modern  bool
	seen    map[string]bool          // cursors
	headers map[string][]paramHeader // by tool name; nil = this session has no parameter headers
	size    int                      // bytes of all pages
	tools   int
}

// page takes a page and returns the cursor of the next; nil where there is none.
func (f *follower) page(result []byte) (cursor []byte) {
	f.list.Pages = append(f.list.Pages, result)
	f.size += len(result)
	var next []byte
	_ = eachMember(result, func(name string, _, value []byte) bool {
		switch name {
		case "nextCursor":
			next = value
		case "tools":
			f.readTools(value)
		}
		return true
	})
	return f.follow(next)
}

func (f *follower) readTools(tools []byte) {
	page := len(f.list.Pages) - 1
	_ = eachElement(tools, func(tool []byte) bool {
		f.tools++
		if f.headers != nil {
			if why := readHeaders(tool, f.headers); why != "" {
				name, _ := text(member(tool, "name"))
				f.list.Excluded = append(f.list.Excluded, Exclusion{Page: page, Index: f.tools - 1, Name: name, Reason: why})
			}
		}
		return true
	})
}

// follow decides whether there is a next page and returns its cursor.
func (f *follower) follow(next []byte) []byte {
	l := f.list
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
	case cursor == "" && !f.modern:
		return warn(`nextCursor on page %d is "", which before 2026-07-28 is read as the end`, len(l.Pages))
	case f.seen[cursor]:
		return warn("page %d gives the cursor %q for the second time: the list ends here, or it would never end", len(l.Pages), snippet([]byte(cursor), 80))
	case len(l.Pages) >= f.limits.ListPages:
		return warn("the list has more than %d pages: the rest was not asked for", f.limits.ListPages)
	case f.size >= f.limits.ListBytes:
		return warn("the list is larger than %d bytes: the rest was not asked for", f.limits.ListBytes)
	case f.tools >= f.limits.ListTools:
		return warn("the list has more than %d tools: the rest was not asked for", f.limits.ListTools)
	}
	f.seen[cursor] = true
	return next
}
