package form

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// Bounds of the search for an example.
const (
	maxFuel     = 20_000 // sets of schemas looked at
	maxTries    = 20     // whole examples checked against the schema
	maxOptional = 3      // levels below which only what is required is made
	maxLevels   = 30     // levels at all
)

// maker finds examples. It offers candidates, the likeliest first, and holds
// each against the schemas.
type maker struct {
	*source
	extent Extent
	fuel   int
	tries  int
	path   []jsondoc.Node // schemas that are being made, outermost first
}

// value returns the candidate that fits after skipping some, so that elements of
// an array can differ.
func (m *maker) value(of set, given jsondoc.Node, skip, level int) (string, bool) {
	if given.Exists() && !holdsGiven(given) {
		return string(given.Compact()), true
	}
	seen := map[string]bool{}
	first := ""
	for text := range m.candidates(of, given, level) {
		if first == "" {
			first = text
		}
		doc, err := jsondoc.Parse([]byte(text))
		if err != nil || seen[text] || !m.fitsAll(of, doc.Root()) {
			continue
		}
		if seen[text] = true; len(seen) > skip {
			return text, true
		}
	}
	return first, first != "" && given.Exists() // what was given may be wrong on purpose
}

// holdsGiven reports whether a given value is only part of what it will be.
func holdsGiven(n jsondoc.Node) bool { return n.Kind() == jsondoc.Object }

// candidates yields JSON texts that may fit a set: what the schema itself gives,
// then what each alternative takes, then what can be made for the type.
func (m *maker) candidates(of set, given jsondoc.Node, level int) iter.Seq[string] {
	return func(yield func(string) bool) {
		if m.fuel--; m.fuel < 0 || level > maxLevels || of.never() {
			return
		}
		endless := !given.Exists() && m.takesNull(of) && m.repeats(of)
		if endless && !yield("null") || !given.Exists() && !m.offered(of, yield) {
			return
		}
		for _, rules := range m.ways(of) {
			if !given.Exists() && !m.offered(rules, yield) {
				return
			}
			for text := range m.made(rules, given, level) {
				if !yield(text) {
					return
				}
			}
		}
		for text := range m.made(of, given, level) {
			if !yield(text) {
				return
			}
		}
		if !endless && m.takesNull(of) && !given.Exists() {
			yield("null")
		}
	}
}

// ways returns what a set comes to with each of its alternatives, and with either
// side of its conditions.
func (m *maker) ways(of set) []set {
	var out []set
	for _, a := range m.alternatives(of) {
		out = append(out, a.rules)
	}
	for _, p := range of {
		for _, k := range [...]string{"else", "then"} {
			if side := p.get(k); side.Exists() && p.get("if").Exists() {
				rules := slices.Clone(of)
				if m.expandInto(&rules, part{node: side}); k == "then" {
					m.expandInto(&rules, part{node: p.get("if")})
				}
				out = append(out, rules)
			}
		}
	}
	return out
}

// offered yields the values that the schema itself names. It reports whether to
// go on.
func (m *maker) offered(of set, yield func(string) bool) bool {
	for _, d := range of.all("default") {
		if d.Kind() != jsondoc.Null && !yield(string(d.Compact())) {
			return false
		}
	}
	for _, list := range of.all("examples") {
		for _, e := range list.Elems() {
			if !yield(string(e.Compact())) {
				return false
			}
		}
	}
	for _, e := range of.all("example") {
		if !yield(string(e.Compact())) {
			return false
		}
	}
	for _, o := range m.options(of) {
		if o.Value != "null" && !yield(o.Value) {
			return false
		}
	}
	return true
}

// made yields values built for the types that a set allows.
func (m *maker) made(of set, given jsondoc.Node, level int) iter.Seq[string] {
	return func(yield func(string) bool) {
		kinds := m.view(of).types
		if holdsGiven(given) {
			kinds &= isObject
		}
		for _, k := range []struct {
			bits types
			seq  iter.Seq[string]
		}{
			{isString, stringSamples(of)},
			{isNumber, numberSamples(of)},
			{isBoolean, slices.Values([]string{"false", "true"})}, // the less eager one first
			{isObject, m.objects(of, given, level)},
			{isArray, m.arrays(of, level)},
		} {
			if kinds&k.bits == 0 {
				continue
			}
			for text := range k.seq {
				if !yield(text) {
					return
				}
			}
		}
	}
}

// enter notes that the schemas of a set are being made; it reports whether one of
// them was already, which is where optional things end.
func (m *maker) enter(of set) (again bool, leave func()) {
	length, again := len(m.path), m.repeats(of)
	for _, p := range of {
		m.path = append(m.path, p.node)
	}
	return again, func() { m.path = m.path[:length] }
}

// repeats reports whether a schema that has members or elements is being made
// already.
func (m *maker) repeats(of set) bool {
	return slices.ContainsFunc(of, func(p part) bool { return p.hasContent() && slices.Contains(m.path, p.node) })
}

// objects yields an object with the members that are wanted, then one with only
// those that must be there.
func (m *maker) objects(of set, given jsondoc.Node, level int) iter.Seq[string] {
	return func(yield func(string) bool) {
		again, leave := m.enter(of)
		defer leave()
		if m.extent == WithOptional && level < maxOptional && !again {
			if text, ok := m.object(of, given, level, true); ok && !yield(text) {
				return
			}
		}
		if text, ok := m.object(of, given, level, false); ok {
			yield(text)
		}
	}
}

// object makes one object. Conditions that hold for it may demand more members,
// so it is made again until it has all of them.
func (m *maker) object(of set, given jsondoc.Node, level int, optional bool) (string, bool) {
	members := make(map[string]string, given.Len())
	for k, v := range given.Members() {
		members[k.Text()] = string(v.Compact())
	}
	rules := of
	var demand, order []string
	listed := map[string]bool{}
	for range maxRounds {
		before := len(members)
		for _, name := range append(m.propertyNames(rules), demand...) {
			if !listed[name] {
				listed[name] = true
				order = append(order, name)
			}
			must := requires(rules, name) || slices.Contains(demand, name)
			if !m.makeMember(members, rules, given, name, level, must, optional) {
				return "", false
			}
		}
		order = m.fillUp(members, order, rules, level)
		text := objectText(members, order, given)
		doc, err := jsondoc.Parse([]byte(text))
		if err != nil {
			return "", false
		}
		when, more, _ := m.conditions(of, m.holdFor(doc.Root()))
		if len(members) == before && len(when) == len(rules)-len(of) && len(more) == len(demand) {
			return text, true
		}
		rules, demand = append(slices.Clone(of), when...), more
	}
	return objectText(members, order, given), true
}

// makeMember makes one member where it is wanted; false means that a required one
// could not be made.
func (m *maker) makeMember(members map[string]string, rules set, given jsondoc.Node, name string, level int, must, optional bool) bool {
	was := given.Get(name)
	if _, done := members[name]; done && !holdsGiven(was) || !must && !optional && !was.Exists() {
		return true
	}
	of := m.memberSet(rules, name)
	if !must && of.flag("deprecated") {
		return true
	}
	text, ok := m.value(of, was, 0, level+1)
	if ok {
		members[name] = text
	}
	return ok || !must || was.Exists()
}

// fillUp adds members until there are minProperties of them.
func (m *maker) fillUp(members map[string]string, order []string, rules set, level int) []string {
	least := m.bound(rules, "minProperties")
	for _, name := range order {
		if len(members) < least {
			m.makeMember(members, rules, jsondoc.Node{}, name, level, true, true)
		}
	}
	for i := 0; len(members) < least && i < maxFirst*maxFirst; i++ {
		name := m.rowName(rules, i)
		if text, ok := m.value(m.memberSet(rules, name), jsondoc.Node{}, 0, level+1); ok {
			members[name] = text
			order = append(order, name)
		}
	}
	return order
}

// rowName makes a key for a member that the schema does not name.
func (m *maker) rowName(rules set, i int) string {
	of := set{}
	for _, names := range rules.all("propertyNames") {
		m.expandInto(&of, part{node: names})
	}
	of = append(of, part{kind: isString})
	if text, ok := m.value(of, jsondoc.Node{}, i, 0); ok {
		if doc, err := jsondoc.Parse([]byte(text)); err == nil {
			return doc.Root().Text()
		}
	}
	return "key" + itoa(i+1)
}

// objectText writes the members, the given ones spelled and ordered as given.
func objectText(members map[string]string, order []string, given jsondoc.Node) string {
	var b bytes.Buffer
	write := func(literal []byte, name string) {
		text, ok := members[name]
		if !ok {
			return
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(literal)
		b.WriteByte(':')
		b.WriteString(text)
	}
	b.WriteByte('{')
	written := map[string]bool{}
	for k := range given.Members() {
		written[k.Text()] = true
		write(k.Raw(), k.Text())
	}
	for _, name := range order {
		if !written[name] {
			write(jsondoc.AppendQuote(nil, name), name)
		}
	}
	b.WriteByte('}')
	return b.String()
}

// bound reads a size keyword: the largest of the set, 0 where there is none or
// it is beyond all measure.
func (m *maker) bound(of set, keyword string) int {
	most := 0
	for _, n := range of.all(keyword) {
		if k, ok := smallInt(n); ok {
			most = max(most, k)
		}
	}
	return most
}

// smallInt reads a number that is an integer from 0 to 10,000, however spelled.
func smallInt(n jsondoc.Node) (int, bool) {
	if n.Kind() != jsondoc.Number {
		return 0, false
	}
	d := number(string(n.Raw()))
	if d.negative || !d.integer() || d.exponent > 5 {
		return 0, false
	}
	k := 0
	for _, c := range d.digits + strings.Repeat("0", max(0, d.exponent-len(d.digits))) {
		k = k*10 + int(c-'0')
	}
	return k, k <= 10_000
}

// arrays yields an array with one element or as many as it must have, then the
// empty one.
func (m *maker) arrays(of set, level int) iter.Seq[string] {
	return func(yield func(string) bool) {
		again, leave := m.enter(of)
		defer leave()
		least := m.bound(of, "minItems")
		lengths := []int{max(least, tupleLen(of), 1), max(least, 1), least}
		if again {
			lengths = []int{least}
		}
		for _, n := range slices.Compact(lengths) {
			if text, ok := m.array(of, n, level); ok && !yield(text) {
				return
			}
		}
	}
}

// array makes n elements. What "contains" asks for comes first, and where
// elements must be unique each takes another candidate.
func (m *maker) array(of set, n, level int) (string, bool) {
	var elems []string
	contains := of.first("contains")
	unique := of.flag("uniqueItems")
	need := 0
	if contains.Exists() {
		need = max(1, m.bound(of, "minContains"))
	}
	for i := range max(n, need) {
		item := m.itemSet(of, i)
		if i < need {
			m.expandInto(&item, part{node: contains})
		}
		text, ok := m.value(item, jsondoc.Node{}, 0, level+1)
		for skip := 1; ok && unique && slices.Contains(elems, text); skip++ {
			text, ok = m.value(item, jsondoc.Node{}, skip, level+1)
		}
		if !ok {
			return "", false
		}
		elems = append(elems, text)
	}
	return "[" + strings.Join(elems, ",") + "]", true
}
