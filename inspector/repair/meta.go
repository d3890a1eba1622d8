package repair

import (
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// toolMends are about what a tool says of itself beside its schemas.
func toolMends() []mend {
	return []mend{
		{
			name: "drop-member", title: "Leave the member out", effect: Keeps, do: dropMember,
			explain: "A member without a usable value says nothing; left out it harms nobody.",
		},
		{
			name: "coerce-member", title: "Write the value with its own type", effect: Keeps, do: coerceMember,
			explain: "Hints are true or false without quotes; names and titles are strings.",
		},
		{
			name: "rename-member", title: "Spell the member as the protocol does", effect: Other, do: renameMember,
			explain: "The member was ignored; spelt right it counts.",
		},
		{
			name: "drop-element", title: "Take the entry out", effect: Keeps, do: dropElement,
			explain: "The entry is refused as it is; without it the others count.",
		},
		{
			name: "not-destructive", title: "Say that it destroys nothing", effect: Keeps, do: hint("destructiveHint", "false"),
			explain: "A tool that only reads destroys nothing; the hint is only meant for tools that write.",
		},
		{
			name: "drop-destructive", title: "Leave destructiveHint out", effect: Keeps, do: func(s *site) bool { return s.root.get("annotations").drop("destructiveHint") },
			explain: "The hint means something only where readOnlyHint is false.",
		},
		{
			name: "write-hint", title: "Write the hint out", effect: Keeps, do: writeHint,
			explain: "The hint is written out with the value that its absence has in the protocol; see that it is true of the tool.",
		},
		{
			name: "write-hints", title: "Write all hints out", effect: Keeps, do: writeHints,
			explain: "The hints are written out with the values that their absence has in the protocol; see that they are true of the tool.",
		},
		{
			name: "add-title", title: "Make a title of the name", effect: Other, guess: true, do: addTitle,
			explain: "The title is the name in words; write a better one.",
		},
	}
}

// top gives the container and the name of a member of the tool itself, or of its
// annotations and the like.
func (s *site) top() (*val, string) {
	if s.side != "" || s.ptr == "" {
		return nil, ""
	}
	return s.at(s.ptr.Parent()), s.ptr.Last()
}

func dropMember(s *site) bool {
	up, name := s.top()
	if !up.isObject() || name == "name" && s.ptr == "/name" || !up.has(name) {
		return false
	}
	up.drop(name)
	if up.size() == 0 && s.ptr.Parent() != "" {
		s.root.drop(s.ptr.Tokens()[0])
	}
	return true
}

func coerceMember(s *site) bool {
	up, name := s.top()
	v := up.get(name)
	if v == nil {
		return false
	}
	typ := "string"
	if strings.HasSuffix(name, "Hint") {
		typ = "boolean"
		if v.is(jsondoc.Number) {
			switch string(v.spelling()) {
			case "0":
				v = str("false")
			case "1":
				v = str("true")
			}
		}
	}
	to := coerce(v, typ)
	if to == nil {
		return false
	}
	up.set(name, to)
	return true
}

// members are the names of a tool's members.
var members = []string{"name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "execution", "_meta"}

func renameMember(s *site) bool {
	if s.ptr == "" || s.ptr.Parent() != "" {
		return false
	}
	name := s.ptr.Last()
	low := func(s string) string { return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(s)) }
	best, found := 3, ""
	for _, m := range members {
		if d := distance(low(name), low(m)); d < best && !s.root.has(m) {
			best, found = d, m
		}
	}
	if found == "" && low(name) == "parameters" && !s.root.has("inputSchema") {
		found = "inputSchema"
	}
	return found != "" && s.root.rename(name, found)
}

// dropElement takes the entry of a list out that the finding points to or into.
func dropElement(s *site) bool {
	tokens := s.ptr.Tokens()
	for i, t := range tokens {
		v := s.root
		for _, u := range tokens[:i] {
			v = child(v, u)
		}
		n, err := strconv.Atoi(t)
		if err != nil || !v.is(jsondoc.Array) || n < 0 || n >= v.size() || s.side != "" {
			continue
		}
		gone := v.list()[n]
		v.remove(func(e *val) bool { return e == gone })
		if v.size() == 0 && i == 1 {
			s.root.drop(tokens[0])
		}
		return true
	}
	return false
}

func (s *site) hints() *val {
	a := s.root.get("annotations")
	if a == nil {
		a = obj()
		s.root.set("annotations", a)
	}
	return a
}

func hint(name, value string) func(*site) bool {
	return func(s *site) bool {
		a := s.hints()
		if !a.isObject() {
			return false
		}
		a.set(name, made(value))
		return true
	}
}

// hintDefaults are what the absence of a hint means (specification 2026-07-28,
// ToolAnnotations); destructiveHint means nothing where readOnlyHint is true.
var hintDefaults = []struct{ name, value string }{
	{"readOnlyHint", "false"}, {"destructiveHint", "true"}, {"idempotentHint", "false"}, {"openWorldHint", "true"},
}

func (s *site) setHint(name string) bool {
	a := s.hints()
	if !a.isObject() || a.has(name) {
		return false
	}
	for _, h := range hintDefaults {
		if h.name != name {
			continue
		}
		value := h.value
		if name == "destructiveHint" && a.get("readOnlyHint").isTrue() {
			value = "false"
		}
		a.set(name, made(value))
		return true
	}
	return false
}

func writeHint(s *site) bool { return s.setHint(s.ptr.Last()) }

func writeHints(s *site) bool {
	done := false
	for _, h := range hintDefaults {
		done = s.setHint(h.name) || done
	}
	return done
}

func addTitle(s *site) bool {
	name := s.root.get("name").text()
	if name == "" {
		return false
	}
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == '.' || r == ' ' })
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	title := s.root.get("title").text()
	if title == "" {
		title = strings.Join(words, " ")
		s.root.putAfter("title", str(title), "name")
	}
	a := s.hints()
	if !a.isObject() || title == "" {
		return false
	}
	if !a.has("title") {
		a.putFirst("title", str(title))
	}
	return true
}
