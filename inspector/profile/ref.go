package profile

import (
	"net/url"
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// link is where the $ref of a position leads.
type link struct {
	from   int32
	target int32 // the position it leads to; -1 where it leads to none
	where  linkKind
	text   string
}

// linkKind is a set, since one $ref can be several things at once.
type linkKind uint8

const (
	linkRemote      linkKind = 1 << iota // it leaves the document
	linkDangling                         // it finds nothing
	linkDefs                             // #/$defs/name of the root
	linkDefinitions                      // #/definitions/name of the root
	linkRoot                             // #
	linkElsewhere                        // any other place of the document
	linkCyclic                           // it closes a cycle
)

var linkNames = map[string]linkKind{
	"remote": linkRemote, "dangling": linkDangling, "defs": linkDefs, "definitions": linkDefinitions,
	"root": linkRoot, "elsewhere": linkElsewhere, "cyclic": linkCyclic,
}

// refs returns the links of all positions with a $ref that is a string.
func (v *view) refs() []link {
	if v.linked {
		return v.links
	}
	v.linked = true
	if !v.seen.has(kwRef) {
		return nil
	}
	names := v.names()
	for i := range v.pos {
		if ref := v.value(int32(i), kwRef); ref.Kind() == jsondoc.String {
			v.links = append(v.links, v.follow(int32(i), text(ref), names))
		}
	}
	k := 0
	for _, i := range v.cycles() { // both grow
		for v.links[k].from != i {
			k++
		}
		v.links[k].where |= linkCyclic
	}
	return v.links
}

// linkOf returns the link of one position; its kind is 0 if there is none.
func (v *view) linkOf(i int32) link {
	refs := v.refs()
	lo, hi := 0, len(refs)
	for lo < hi {
		mid := (lo + hi) / 2
		if refs[mid].from < i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(refs) && refs[lo].from == i {
		return refs[lo]
	}
	return link{from: i, target: -1}
}

// refNames are the names within a schema that a $ref can use.
type refNames struct {
	anchors   map[string]int32 // fragments without a slash
	resources map[string]int32 // addresses, compared by the letter: nothing is resolved against a base
}

// names collects $id, $anchor and $dynamicAnchor, and an $id that begins with
// "#", which was the anchor before 2019-09.
func (v *view) names() refNames {
	n := refNames{map[string]int32{}, map[string]int32{}}
	if !v.seen.meets(setOf(kwAnchor, kwDynamicAnchor, kwID)) {
		return n
	}
	for i := range v.pos {
		for _, k := range []keyword{kwAnchor, kwDynamicAnchor} {
			if name := text(v.value(int32(i), k)); name != "" {
				n.anchors[name] = int32(i)
			}
		}
		switch id := strings.TrimSuffix(text(v.value(int32(i), kwID)), "#"); {
		case id == "":
		case id[0] == '#':
			n.anchors[id[1:]] = int32(i)
		default:
			n.resources[id] = int32(i)
		}
	}
	return n
}

func (v *view) follow(i int32, ref string, names refNames) link {
	l := link{from: i, target: -1, text: ref}
	address, fragment, _ := strings.Cut(ref, "#")
	home := v.pos[i].resource
	if address != "" {
		at, ok := names.resources[address]
		if !ok {
			l.where = linkRemote
			return l
		}
		home = at
	}
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	switch {
	case fragment == "":
		l.target, l.where = home, linkRoot
	case fragment[0] == '/':
		node, err := v.pos[home].node.Follow(jsondoc.Pointer(fragment))
		if err != nil || !node.Exists() {
			l.where = linkDangling | kindOfPointer(fragment)
			return l
		}
		l.target, l.where = v.at(node), kindOfPointer(fragment)
	default:
		target, ok := names.anchors[fragment]
		if !ok {
			l.where = linkDangling | linkElsewhere
			return l
		}
		l.target, l.where = target, linkElsewhere
	}
	return l
}

// reached marks the positions that one comes to from the root under the given
// keywords and along $ref.
func (v *view) reached(through set) []bool {
	mark := make([]bool, len(v.pos))
	work := []int32{0}
	targets := map[int32]int32{}
	for _, l := range v.refs() {
		if l.target >= 0 {
			targets[l.from] = l.target
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if mark[i] {
			continue
		}
		mark[i] = true
		for c := v.pos[i].child; c >= 0; c = v.pos[c].next {
			if through.has(v.pos[c].via) {
				work = append(work, c)
			}
		}
		if target, ok := targets[i]; ok {
			work = append(work, target)
		}
	}
	return mark
}

// isUsed tells whether a position inside definitions is part of what the schema
// says: something outside of them leads to it.
func (v *view) isUsed(i int32) bool {
	if v.used == nil {
		v.used = v.reached(walkedBy(dialect.Draft2020).with(walkedBy(dialect.Draft07)).minus(kwDefs).minus(kwDefinitions))
	}
	return v.used[i]
}

// kindOfPointer tells the pointers that clients treat apart.
func kindOfPointer(p string) linkKind {
	rest := strings.Count(p, "/")
	switch {
	case rest == 2 && strings.HasPrefix(p, "/$defs/"):
		return linkDefs
	case rest == 2 && strings.HasPrefix(p, "/definitions/"):
		return linkDefinitions
	default:
		return linkElsewhere
	}
}
