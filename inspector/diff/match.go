package diff

import (
	"slices"

	"mcploupe/inspector/jsondoc"
)

// matcher pairs the values of two documents: each has at most one partner.
type matcher struct {
	l, r    *page
	toRight []int32 // left node ID → right node ID, or -1
	toLeft  []int32
	forced  map[int]int // left → right, from the links
	pulled  map[int]int // right → left
	pinned  []int       // the left IDs of forced, ascending
}

func newMatcher(l, r *page) *matcher {
	m := &matcher{l: l, r: r, forced: map[int]int{}, pulled: map[int]int{}}
	m.toRight, m.toLeft = make([]int32, len(l.first)), make([]int32, len(r.first))
	for i := range m.toRight {
		m.toRight[i] = -1
	}
	for i := range m.toLeft {
		m.toLeft[i] = -1
	}
	return m
}

// force makes two values partners, whatever their names and places.
func (m *matcher) force(a, b jsondoc.Node) {
	if _, taken := m.forced[a.ID()]; taken {
		return
	}
	if _, taken := m.pulled[b.ID()]; taken {
		return
	}
	m.forced[a.ID()], m.pulled[b.ID()] = b.ID(), a.ID()
	m.pinned = append(m.pinned, a.ID())
}

// run pairs everything, from the roots down.
func (m *matcher) run() {
	slices.Sort(m.pinned)
	left, right := m.l.doc.Root(), m.r.doc.Root()
	if left.Exists() && right.Exists() && m.free(left, right) {
		m.pair(left, right)
	}
	for _, a := range m.pinned {
		m.pair(m.l.doc.Node(a), m.r.doc.Node(m.forced[a]))
	}
}

// free reports whether no link gives one of two values to another.
func (m *matcher) free(a, b jsondoc.Node) bool {
	to, bound := m.forced[a.ID()]
	if bound {
		return to == b.ID()
	}
	_, bound = m.pulled[b.ID()]
	return !bound
}

// pair makes two values partners and goes on with what is in them.
func (m *matcher) pair(a, b jsondoc.Node) {
	if m.toRight[a.ID()] >= 0 || m.toLeft[b.ID()] >= 0 {
		return
	}
	if m.identical(a, b) {
		for i := range a.EndID() - a.ID() {
			m.set(a.ID()+i, b.ID()+i)
		}
		return
	}
	m.set(a.ID(), b.ID())
	switch {
	case a.Kind() == jsondoc.Object && b.Kind() == jsondoc.Object:
		m.members(a, b)
	case a.Kind() == jsondoc.Array && b.Kind() == jsondoc.Array:
		m.elems(a, b)
	}
}

func (m *matcher) set(a, b int) {
	if m.toRight[a] < 0 && m.toLeft[b] < 0 {
		m.toRight[a], m.toLeft[b] = int32(b), int32(a)
	}
}

// identical reports whether two values have the same tokens and no link leads
// out of the left one.
func (m *matcher) identical(a, b jsondoc.Node) bool {
	if m.l.hash[a.ID()] != m.r.hash[b.ID()] || a.EndID()-a.ID() != b.EndID()-b.ID() {
		return false
	}
	i, found := slices.BinarySearch(m.pinned, a.ID())
	if found {
		i++
	}
	return i == len(m.pinned) || m.pinned[i] >= a.EndID()
}

// members pairs the members of two objects: those that links name, then those
// of the same name, then those of another name but the same content.
func (m *matcher) members(a, b jsondoc.Node) {
	byName := make(map[string][]jsondoc.Node, b.Len())
	for k, v := range b.Members() {
		if _, bound := m.pulled[v.ID()]; !bound {
			name := k.Text()
			byName[name] = append(byName[name], v)
		}
	}
	var alone []jsondoc.Node
	for k, v := range a.Members() {
		if to, bound := m.forced[v.ID()]; bound {
			m.pair(v, m.r.doc.Node(to))
			continue
		}
		name := k.Text()
		same := byName[name]
		if len(same) == 0 {
			alone = append(alone, v)
			continue
		}
		byName[name] = same[1:] // of names that stand twice the first meets the first
		m.pair(v, same[0])
	}
	if len(alone) > 0 {
		m.renamed(alone, b)
	}
}

// minRenamed is the least size, in nodes, of a value that is taken for the same
// one under another name.
const minRenamed = 3

func (m *matcher) renamed(alone []jsondoc.Node, b jsondoc.Node) {
	byHash := map[uint64]jsondoc.Node{}
	for _, v := range b.Members() {
		if _, bound := m.pulled[v.ID()]; !bound && m.toLeft[v.ID()] < 0 && v.EndID()-v.ID() >= minRenamed {
			if _, there := byHash[m.r.hash[v.ID()]]; !there {
				byHash[m.r.hash[v.ID()]] = v
			}
		}
	}
	for _, v := range alone {
		if to, ok := byHash[m.l.hash[v.ID()]]; ok {
			m.pair(v, to)
		}
	}
}

// elems pairs the elements of two arrays: those that links name, then equal
// ones in order, then what is left between them by likeness.
func (m *matcher) elems(a, b jsondoc.Node) {
	var left, right []jsondoc.Node
	for _, v := range a.Elems() {
		if to, bound := m.forced[v.ID()]; bound {
			m.pair(v, m.r.doc.Node(to))
			continue
		}
		left = append(left, v)
	}
	for _, v := range b.Elems() {
		if _, bound := m.pulled[v.ID()]; !bound {
			right = append(right, v)
		}
	}
	hashes := func(p *page, list []jsondoc.Node) []uint64 {
		out := make([]uint64, len(list))
		for i, v := range list {
			out[i] = p.hash[v.ID()]
		}
		return out
	}
	i, j := 0, 0
	for _, p := range common(hashes(m.l, left), hashes(m.r, right)) {
		m.gap(left[i:p.a], right[j:p.b])
		m.pair(left[p.a], right[p.b])
		i, j = p.a+1, p.b+1
	}
	m.gap(left[i:], right[j:])
}

// These bound the comparison of unequal elements with each other: the pairs of
// elements, and the pairs of members of two.
const (
	maxLikeness = 1024
	maxMembers  = 256
)

// gap pairs elements that are not equal: the first with the first where their
// number is the same or too large to look closer, else the most alike in order.
func (m *matcher) gap(left, right []jsondoc.Node) {
	if len(left) == 0 || len(right) == 0 {
		return
	}
	if len(left) == len(right) || len(left)*len(right) > maxLikeness {
		for i := range min(len(left), len(right)) {
			m.pair(left[i], right[i])
		}
		return
	}
	for _, p := range heaviest(len(left), len(right), func(i, j int) int { return m.likeness(left[i], right[j]) }) {
		m.pair(left[p.a], right[p.b])
	}
}

// likeness weighs two unequal values: members with the same name and content
// count most, the same kind least.
func (m *matcher) likeness(a, b jsondoc.Node) int {
	if a.Kind() != b.Kind() {
		return 1
	}
	if a.Kind() != jsondoc.Object || a.Len()*b.Len() > maxMembers {
		return 2
	}
	score := 2
	for k, v := range a.Members() {
		for k2, v2 := range b.Members() {
			if m.l.hash[k.ID()] != m.r.hash[k2.ID()] {
				continue
			}
			score++
			if m.l.hash[v.ID()] == m.r.hash[v2.ID()] {
				score += 4
			}
		}
	}
	return score
}
