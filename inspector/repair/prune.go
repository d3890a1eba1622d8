package repair

import "mcploupe/inspector/jsondoc"

// unused lists the definitions at the root of a side that no reference leads to,
// directly or through others.
func (s *site) unused() map[jsondoc.Pointer]bool {
	root := s.sideRoot()
	out := map[jsondoc.Pointer]bool{}
	reached := map[*val]bool{}
	var queue []*val
	scan := func(from *val, top bool) {
		eachDefinitionless(from, top, func(v *val) {
			for _, name := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
				if to, _ := s.follow(v.get(name).text()); to != nil && !reached[to] {
					reached[to] = true
					queue = append(queue, to)
				}
			}
		})
	}
	scan(root, true)
	for len(queue) > 0 {
		next := queue[0]
		queue = queue[1:]
		if next != root {
			scan(next, false)
		}
	}
	for _, under := range []string{"$defs", "definitions"} {
		for _, m := range root.get(under).fields() {
			used := false
			eachSchema(m.v, func(v *val, _ string) bool {
				used = used || reached[v]
				return !used
			})
			if !used {
				out[jsondoc.Pointer("").Join(under, m.name)] = true
			}
		}
	}
	return out
}

// eachDefinitionless calls f for a schema and those below it; at the top the
// definitions are left out.
func eachDefinitionless(root *val, top bool, f func(*val)) {
	if !top {
		eachSchema(root, func(v *val, _ string) bool { f(v); return true })
		return
	}
	f(root)
	for _, m := range root.fields() {
		if m.name == "$defs" || m.name == "definitions" || holders[m.name] == 0 {
			continue
		}
		shell := obj()
		shell.members = []member{m}
		eachSchema(shell, func(v *val, under string) bool {
			if v != shell {
				f(v)
			}
			return true
		})
	}
}

// prune takes the definitions out that nothing refers to any more.
func (s *site) prune() { s.pruneExcept(nil) }

// pruneExcept does so but for those that were unused before.
func (s *site) pruneExcept(before map[jsondoc.Pointer]bool) {
	root := s.sideRoot()
	for at := range s.unused() {
		if before[at] {
			continue
		}
		tokens := at.Tokens()
		defs := root.get(tokens[0])
		defs.drop(tokens[1])
		if defs.size() == 0 {
			root.drop(tokens[0])
		}
	}
}
