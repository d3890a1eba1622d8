package views

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// itemTitle is the whole name, and what is wrong, for the pointer that rests.
func itemTitle(it Item) string {
	parts := []string{Plain(shortName(itemName(it.Name, it.HasName, it.N), maxName))}
	if it.Title != "" {
		parts = append(parts, Plain(shortName(it.Title, maxName)))
	}
	if it.Pending {
		parts = append(parts, "not looked at yet")
	}
	if it.Broken {
		parts = append(parts, "no usable tool")
	}
	if it.Errors > 0 {
		parts = append(parts, count(it.Errors, "error"))
	}
	if it.Warnings > 0 {
		parts = append(parts, count(it.Warnings, "warning"))
	}
	return strings.Join(parts, " · ")
}

// filterParams keeps the place while the filter changes.
func filterParams(w Where) []Param {
	w.Query, w.First = "", 0
	return hiddenParams(w)
}

// hiddenParams are the parameters of a place as inputs of a form. A NUL cannot
// stand in HTML: a name that has one is left out, its position finds the tool.
func hiddenParams(w Where) []Param {
	return slices.DeleteFunc(w.Params(), func(p Param) bool { return strings.Contains(p.Value, "\x00") })
}

// placeParams are those of the place a form of a server leads back to.
func placeParams(w Where) []Param {
	w.Server = "" // which the form says itself
	return hiddenParams(w)
}

// A name that is too long for the column is cut in its middle: names of one server
// mostly differ at their ends.
const (
	longName = 24 // bytes from which on it may not fit
	nameTail = 9  // bytes at the end that always stand there
	maxName  = 300
)

// itemText is a name in the list.
func itemText(name string) templ.Component {
	name = shortName(name, maxName)
	if len(name) < longName || !isPlain(name) {
		return Text(name)
	}
	at := len(name) - nameTail
	return write(func(b *strings.Builder) {
		b.WriteString(`<bdi class="cut"><span>` + templ.EscapeString(name[:at]) + `</span>` + templ.EscapeString(name[at:]) + `</bdi>`)
	})
}

// shortName leaves the middle of a name out that has more than limit characters.
func shortName(name string, limit int) string {
	if len(name) <= limit || utf8.RuneCountInString(name) <= limit {
		return name
	}
	head, tail := 0, len(name) // a byte that is no UTF-8 counts as one character
	for range limit * 2 / 3 {
		_, n := utf8.DecodeRuneInString(name[head:])
		head += n
	}
	for range limit / 3 {
		_, n := utf8.DecodeLastRuneInString(name[:tail])
		tail -= n
	}
	return name[:head] + " … " + name[tail:]
}

func atFirst(w Where, first int) string {
	w.First = max(first, 0)
	return w.URL()
}
