package repair

import (
	"maps"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// Mends reports whether there is a row for a rule.
func Mends(rule string) bool { return len(waysFor(rule)) > 0 }

// TableRules lists the rules of the tables.
func TableRules() []string {
	var out []string
	for _, row := range ruleTable {
		out = append(out, strings.Fields(row.rules)...)
	}
	return append(out, slices.Sorted(maps.Keys(handMade))...)
}

// UnusedMends lists the mends that no row names.
func UnusedMends() []string {
	used := map[string]bool{}
	for _, row := range ruleTable {
		for _, name := range strings.Fields(row.ways) {
			used[name] = true
		}
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(mendNamed)) {
		if !used[name] {
			out = append(out, name)
		}
	}
	return out
}

// UnknownMends lists what rows and phrases name and no mend is called.
func UnknownMends() []string {
	var out []string
	check := func(names string) {
		for _, name := range strings.Fields(names) {
			name, _, _ = strings.Cut(name, "@")
			if mendNamed[name] == nil && name != "*" && !strings.Contains(name, "/") {
				out = append(out, name)
			}
		}
	}
	for _, row := range ruleTable {
		check(row.ways)
	}
	for _, p := range phrases {
		check(p.kinds)
	}
	return out
}

// Reprint reads a text, changes nothing, opens every container, and prints it.
func Reprint(text string, openAll bool) (string, error) {
	v, st, err := parse(text)
	if err != nil {
		return "", err
	}
	if openAll {
		openDeep(v)
	}
	return string(appendVal(nil, v, place{multi: st.multi}, st)), nil
}

func openDeep(v *val) {
	v.open()
	for _, m := range v.members {
		openDeep(m.v)
	}
	for _, e := range v.elems {
		openDeep(e)
	}
}

func parse(text string) (*val, style, error) {
	doc, err := jsondoc.Parse([]byte(text))
	if err != nil {
		return nil, style{}, err
	}
	return wrapNode(doc.Root(), asSent()), styleOf(doc.Root()), nil
}

// Edit is a value that a test changes.
type Edit struct{ V *val }

// Print parses a text, lets a test change it, and prints it.
func Print(text string, change func(Edit)) (string, error) {
	v, st, err := parse(text)
	if err != nil {
		return "", err
	}
	change(Edit{v})
	return string(appendVal(nil, v, place{multi: st.multi}, st)), nil
}

// The changes a test can make.
func (e Edit) Get(name string) Edit            { return Edit{e.V.get(name)} }
func (e Edit) Elem(i int) Edit                 { return Edit{e.V.list()[i]} }
func (e Edit) Set(name, json string)           { e.V.set(name, made(json)) }
func (e Edit) First(name, json string)         { e.V.putFirst(name, made(json)) }
func (e Edit) Before(other, name, json string) { e.V.putBefore(other, name, made(json)) }
func (e Edit) Drop(name string)                { e.V.drop(name) }
func (e Edit) Rename(from, to string)          { e.V.rename(from, to) }
func (e Edit) Add(json string)                 { e.V.add(made(json)) }
func (e Edit) Remove(i int) {
	gone := e.V.list()[i]
	e.V.remove(func(v *val) bool { return v == gone })
}
func (e Edit) Wrap(name, by string) { e.V.set(name, obj().with(by, arr(e.V.get(name)))) }
func (e Edit) Move(name string, to Edit, as string) {
	v := e.V.get(name)
	e.V.drop(name)
	to.V.set(as, v)
}

// InWordsOf is a repair in the words of an SDK, whichever made the schema.
func InWordsOf(t *tool.Tool, r Repair, sdk SDK) *SourceMend { return sourceMend(t, &r, sdk) }
