package views

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// ParseWhere reads the parameters of an address. What is not a number there is
// left out; nothing is refused.
func ParseWhere(q url.Values) Where {
	w := Where{
		Server: q.Get("server"),
		Tool:   q.Get("tool"),
		Tab:    Tab(q.Get("tab")),
		Query:  strings.ReplaceAll(q.Get("q"), "\x00", "\uFFFD"), // a NUL cannot stand in HTML
		Level:  q.Get("level"),
		Mode:   Mode(q.Get("mode")),
		Target: q.Get("target"),
		From:   number(q.Get("from")),
		Unfold: number(q.Get("unfold")),
		First:  number(q.Get("first")),
		At:     q.Get("at"),
		As:     q.Get("as"),
		Client: q.Get("client"),
		Effect: q.Get("effect"),
		Rule:   q.Get("rule"),
		Mend:   q.Get("mend"),
	}
	if n, err := strconv.Atoi(q.Get("n")); err == nil && n >= 0 {
		w.N, w.HasN = n, true
	}
	return w
}

// number reads a count; 0 for what is none.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// URL returns the address of the place on this host, such as
// "/?server=articles&tool=get&n=2".
func (w Where) URL() string {
	q := w.Params()
	if len(q) == 0 {
		return "/"
	}
	var b strings.Builder
	for i, p := range q {
		b.WriteString([2]string{"/?", "&"}[min(i, 1)])
		b.WriteString(p.Name + "=" + url.QueryEscape(p.Value))
	}
	return b.String()
}

// Param is one parameter of an address.
type Param struct{ Name, Value string }

// Params returns the parameters that differ from their defaults, in the order
// in which they stand in the address.
func (w Where) Params() []Param {
	n := ""
	if w.HasN {
		n = strconv.Itoa(w.N)
	}
	all := []Param{
		{"server", w.Server}, {"tool", w.Tool}, {"n", n}, {"tab", string(w.Tab)},
		{"q", w.Query}, {"level", w.Level}, {"mode", string(w.Mode)}, {"target", w.Target},
		{"from", positive(w.From)}, {"unfold", positive(w.Unfold)}, {"first", positive(w.First)},
		{"at", w.At}, {"as", w.As},
		{"client", w.Client}, {"effect", w.Effect}, {"rule", w.Rule}, {"mend", w.Mend},
	}
	out := all[:0]
	for _, p := range all {
		if p.Value != "" {
			out = append(out, p)
		}
	}
	return out
}

func positive(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// AtServer is the page of another server: filters of the list are forgotten.
func (w Where) AtServer(id string) Where {
	return Where{Server: id, Target: w.Target, Mode: w.Mode}
}

// AtItem is the page of a tool in the same list, at the same tab.
func (w Where) AtItem(n int, name string) Where {
	w.Tool, w.N, w.HasN = name, n, true
	w.From, w.Unfold, w.At, w.As = 0, 0, "", ""
	w = w.unfiltered()
	if w.Tab == TabOverview {
		w.Tab = ""
	}
	return w
}

// AtTab is another tab of the same tool. The dialect that was chosen is that of
// one schema and does not follow to another one.
func (w Where) AtTab(t Tab) Where {
	if cmp.Or(t, TabInput) != cmp.Or(w.Tab, TabInput) {
		w.As = ""
	}
	w.Tab, w.From, w.Unfold, w.At = t, 0, 0, ""
	return w.unfiltered()
}

// unfiltered is the same place with the findings of all clients, effects and rules.
func (w Where) unfiltered() Where {
	w.Client, w.Effect, w.Rule, w.Mend = "", "", "", ""
	return w
}

// AtFindings is the findings of the same tool: those of a client, an effect, a
// rule; "" is all.
func (w Where) AtFindings(client, effect, rule string) Where {
	w = w.AtTab(TabFindings)
	w.Client, w.Effect, w.Rule = client, effect, rule
	return w
}

// AtMend shows the repairs of a finding, among the findings that are shown; "all"
// for all safe ones together.
func (w Where) AtMend(finding string) Where {
	if w.Tab != TabFindings {
		w = w.AtTab(TabFindings)
	}
	w.Mend = finding
	return w
}

// FromGroup is the same findings from a group on.
func (w Where) FromGroup(first int) Where {
	w.From, w.Mend = max(first, 0), ""
	return w
}

// ReadAs is the same schema read as another dialect; "" as it says itself.
func (w Where) ReadAs(dialect string) Where {
	w = w.AtTab(w.Tab)
	w.As = dialect
	return w
}

// AtList is the same page with another filter of the list.
func (w Where) AtList(query, level string) Where {
	w.Query, w.Level, w.First = query, level, 0
	return w
}

// Overview is the page of the server without a tool.
func (w Where) Overview() Where {
	w.Tool, w.N, w.HasN, w.Tab, w.From, w.Unfold, w.At, w.As = "", 0, false, "", 0, 0, "", ""
	return w.unfiltered()
}

// Line is the address of a line of a schema: the left (original) or right
// (converted) side of the tab. The line is lit and brought into view wherever it
// stands in a long schema; a value without a line of its own lights the nearest
// one around it.
func (w Where) Line(side Side, right bool, p jsondoc.Pointer) string {
	w = w.AtTab(Tab(side))
	w.At = LineID(right, p)
	return w.URL() + "#" + w.At
}

// LineID is the id of a line of the schema tab. It is safe in an address as it
// stands: what is not a letter, digit or one of "/-_.~$" is percent-encoded.
// A browser compares the encoded fragment first, so id and fragment are equal.
func LineID(right bool, p jsondoc.Pointer) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.WriteByte("lr"[btoi(right)])
	for i := 0; i < len(p); i++ {
		c := p[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("/-_.~$", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

// linePointer reads the id of a line back; ok is false for what is none.
func linePointer(id string) (p jsondoc.Pointer, right, ok bool) {
	if id == "" || id[0] != 'l' && id[0] != 'r' || len(id) > 1 && id[1] != '/' {
		return "", false, false
	}
	text, err := url.PathUnescape(id[1:])
	return jsondoc.Pointer(text), id[0] == 'r', err == nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
