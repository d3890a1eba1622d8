package repair

import (
	"slices"
	"strconv"

	"mcploupe/inspector/jsondoc"
)

// requiredMends are about the list of names that an object must have.
func requiredMends() []mend {
	return []mend{
		{
			name: "required-to-parent", title: "Move required to the object around", effect: Keeps, do: onSchema(requiredToParent),
			explain: "\"required\": true in a property is how draft-03 wrote it; since draft-04 the object around lists the names.",
		},
		{
			name: "required-as-list", title: "Write required as a list of names", effect: Keeps, do: onSchema(requiredAsList),
			explain: "required is a list of names; where it is empty or null it is left out.",
		},
		{
			name: "drop-required-name", title: "Take the name out of required", effect: Wider, do: onSchema(dropRequiredName),
			explain: "A name that nothing declares is not demanded any more; the handler must not rely on it.",
		},
		{
			name: "declare-required", title: "Declare the required property", effect: Narrower, guess: true, do: onSchema(declareRequired),
			explain: "The property is declared as a string: put its real type there, and a description.",
		},
		{
			name: "unrequire", title: "Take the name out of required", effect: Wider, guess: true, do: onSchema(unrequireSelf),
			explain: "The parameter may be left out; the handler then uses the default.",
		},
		{
			name: "default-null", title: "Make it optional with a null default", effect: Wider, guess: true, do: onSchema(defaultNull),
			explain: "The parameter may be left out, which means null.",
		},
		{
			name: "drop-required", title: "Leave required out", effect: Wider, do: onSchema(func(_ *site, v *val) bool { return v.drop("required") }),
			explain: "What is required is not said any more; the handler checks it.",
		},
		{
			name: "require-null", title: "Require it, and admit null", effect: Other, do: onSchema(requireNull),
			explain: "Strict modes want every property in required; this one admits null, and the handler takes null for absent.",
		},
		{
			name: "break-required-cycle", title: "Make one step of the recursion optional", effect: Wider, do: onSchema(breakCycle),
			explain: "A structure in which each level requires the next has no end; the reference becomes optional.",
		},
	}
}

func requiredToParent(s *site, v *val) bool {
	name, ok := s.property()
	r := v.get("required")
	if !ok || r == nil || r.is(jsondoc.Array) {
		return false
	}
	if r.isTrue() || r.isText("true") {
		require(s.up(), name)
	}
	return v.drop("required")
}

func requiredAsList(_ *site, v *val) bool {
	r := v.get("required")
	switch {
	case r == nil:
		return false
	case r.is(jsondoc.String) && v.get("properties").has(r.text()):
		v.set("required", arr(r))
		return true
	case r.is(jsondoc.Array):
		r.remove(func(e *val) bool { return !e.is(jsondoc.String) })
		if r.size() > 0 {
			return true
		}
	case r.isObject():
		list := arr()
		for _, m := range r.fields() {
			if m.v.isTrue() && v.get("properties").has(m.name) {
				list.add(str(m.name))
			}
		}
		if list.size() > 0 {
			v.set("required", list)
			return true
		}
	}
	return v.drop("required")
}

// undeclared lists the names in required that the finding means: the one it
// points to, or all that properties does not have.
func undeclared(s *site, v *val) []string {
	list := v.get("required").list()
	if len(s.rest) == 1 {
		if i, err := strconv.Atoi(s.rest[0]); err == nil && i >= 0 && i < len(list) && list[i].is(jsondoc.String) {
			return []string{list[i].text()}
		}
		return nil
	}
	var names []string
	for _, e := range list {
		if e.is(jsondoc.String) && !v.get("properties").has(e.text()) && !slices.Contains(names, e.text()) {
			names = append(names, e.text())
		}
	}
	return names
}

func dropRequiredName(s *site, v *val) bool {
	done := false
	for _, name := range undeclared(s, v) {
		done = unrequire(v, name) || done
	}
	return done
}

func declareRequired(s *site, v *val) bool {
	names := undeclared(s, v)
	if len(names) == 0 {
		return false
	}
	props := v.get("properties")
	if props == nil {
		props = obj()
		v.putBefore("required", "properties", props)
	}
	if !props.isObject() {
		return false
	}
	for _, name := range names {
		if !props.has(name) {
			props.set(name, typed("string"))
		}
	}
	return true
}

func unrequireSelf(s *site, _ *val) bool {
	name, ok := s.property()
	return ok && unrequire(s.up(), name)
}

func defaultNull(s *site, v *val) bool {
	name, ok := s.property()
	if !ok || !unrequire(s.up(), name) {
		return false
	}
	if !v.has("default") {
		v.set("default", made("null"))
	}
	return true
}

func requireNull(s *site, v *val) bool {
	name, ok := s.property()
	if !ok || requires(s.up(), name) {
		return false
	}
	if !admitsNull(v) && !allowNullList(v) {
		return false
	}
	require(s.up(), name)
	return true
}

// breakCycle takes the property that leads on out of the required of the object
// it stands in.
func breakCycle(s *site, _ *val) bool {
	for i := len(s.chain) - 1; i > 0; i-- {
		if st := s.chain[i]; st.under == "properties" {
			return unrequire(s.chain[i-1].v, st.name)
		}
	}
	return false
}
