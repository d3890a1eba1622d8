package wire

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// ListChange is how a later list differs from an earlier one. In 2026-07-28 a list must not
// vary by connection or by what was asked before, and its order should be the same each time
// (server/tools), so asking twice in a row and comparing tells whether a server keeps to it.
type ListChange struct {
	Added     []string // names, in the later list's order; "#3" for the third tool where it has no name
	Removed   []string // in the earlier list's order
	Changed   []string // the same name, other bytes
	Reordered bool     // what is in both comes in another order
	Repaged   bool     // the same tools, in another number of pages or with other members beside them
}

// Same reports whether the lists are alike to the byte.
func (d ListChange) Same() bool {
	return len(d.Added)+len(d.Removed)+len(d.Changed) == 0 && !d.Reordered && !d.Repaged
}

// String tells the difference in a sentence: "2 tools added (a, b); the order has changed".
func (d ListChange) String() string {
	var parts []string
	for _, group := range []struct {
		what  string
		names []string
	}{{"added", d.Added}, {"removed", d.Removed}, {"changed", d.Changed}} {
		if n := len(group.names); n > 0 {
			plural := "s"
			if n == 1 {
				plural = ""
			}
			names := strings.Join(group.names[:min(n, 5)], ", ")
			if n > 5 {
				names += ", …"
			}
			parts = append(parts, fmt.Sprintf("%d tool%s %s (%s)", n, plural, group.what, names))
		}
	}
	if d.Reordered {
		parts = append(parts, "the order has changed")
	}
	if d.Repaged {
		parts = append(parts, "the pages have changed around the same tools")
	}
	if len(parts) == 0 {
		return "nothing has changed"
	}
	return strings.Join(parts, "; ")
}

// Compare tells how later differs from l. Of tools with the same name the first is compared
// with the first, the second with the second.
func (l *Listing) Compare(later *Listing) ListChange {
	before, after := l.entries(), later.entries()
	var d ListChange
	var common, commonLater []string
	for _, e := range before.order {
		other, ok := after.raw[e]
		switch {
		case !ok:
			d.Removed = append(d.Removed, before.label[e])
			continue
		case !bytes.Equal(before.raw[e], other):
			d.Changed = append(d.Changed, before.label[e])
		}
		common = append(common, e)
	}
	for _, e := range after.order {
		if _, ok := before.raw[e]; !ok {
			d.Added = append(d.Added, after.label[e])
			continue
		}
		commonLater = append(commonLater, e)
	}
	d.Reordered = !slices.Equal(common, commonLater)
	d.Repaged = d.Same() && !slices.EqualFunc(l.Pages, later.Pages, bytes.Equal)
	return d
}

// listEntries are the tools of a list by a key that is unique in it.
type listEntries struct {
	order []string
	raw   map[string][]byte
	label map[string]string
}

func (l *Listing) entries() listEntries {
	out := listEntries{raw: map[string][]byte{}, label: map[string]string{}}
	times := map[string]int{}
	index := 0
	for _, page := range l.Pages {
		_ = eachElement(member(page, "tools"), func(tool []byte) bool {
			index++
			name := string(member(tool, "name")) // its JSON text: two names can differ there alone
			label, ok := text([]byte(name))
			if !ok {
				label = fmt.Sprintf("#%d", index)
			}
			times[name]++
			key := fmt.Sprintf("%d %s", times[name], name)
			out.order, out.raw[key], out.label[key] = append(out.order, key), tool, label
			return true
		})
	}
	return out
}
