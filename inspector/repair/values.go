package repair

import (
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// valueMends are about values that a schema shows: default, examples, enum, const.
func valueMends() []mend {
	return []mend{
		{
			name: "coerce-value", title: "Write the value as its type demands", effect: Keeps, do: onSchema(coerceValue),
			explain: "The value is written in the type that the schema wants: 5 for \"5\", [\"a\"] for \"a\".",
		},
		{
			name: "drop-default", title: "Leave the default out", effect: Keeps, do: onSchema(func(_ *site, v *val) bool { return v.drop("default") }),
			explain: "Without a default nobody sends the value that the schema refuses; a parameter that is left out keeps its meaning on the server.",
		},
		{
			name: "default-in-text", title: "Say the default in the description", effect: Keeps, do: onSchema(defaultInText),
			explain: "The default moves into the description, where the model reads it and no client acts on it.",
		},
		{
			name: "admit-default", title: "List the default in the enum", effect: Wider, do: onSchema(admitDefault),
			explain: "The default becomes one of the allowed values; the handler must accept it.",
		},
		{
			name: "drop-null-default", title: "Leave the null default out", effect: Keeps, do: onSchema(dropNullDefault),
			explain: "An optional parameter needs no null default: to leave it out says the same.",
		},
		{
			name: "drop-value", title: "Take the value out", effect: Keeps, do: onSchema(dropValue),
			explain: "A value that the schema refuses can never be sent; the list says only what can.",
		},
		{
			name: "retype-from-value", title: "Take the type from the value", effect: Other, do: onSchema(retypeFromValue),
			explain: "The type becomes that of the value it must take.",
		},
		{
			name: "drop-repeated", title: "Take the repeated entry out", effect: Keeps, do: onSchema(dropRepeated),
			explain: "An entry that stands there twice says nothing more than one.",
		},
		{
			name: "const-to-enum", title: "Write const as an enum of one", effect: Keeps, do: onSchema(constToEnum),
			explain: "An enum with one member says the same as const and is understood by more clients.",
		},
		{
			name: "consts-to-enum", title: "Write the constants as one enum", effect: Keeps, do: onSchema(constsToEnum),
			explain: "A choice between constants is an enum. Descriptions of the single values are lost.",
		},
		{
			name: "enum-to-strings", title: "Write the enum as strings", effect: Other, do: onSchema(enumToStrings),
			explain: "Every member becomes a string, and null is said by leaving the parameter out; the handler reads the string.",
		},
		{
			name: "enum-in-text", title: "List the values in the description", effect: Wider, do: onSchema(enumInText),
			explain: "The values move into the description; the handler checks them.",
		},
		{
			name: "fix-branch-enum", title: "Leave the enum at the type it belongs to", effect: Keeps, do: onSchema(fixBranchEnum),
			explain: "The enum goes from the branch that can have none of its values; on an array it moves to the items.",
		},
	}
}

// shown gives the value that a finding is about, with how to put another there.
func shown(s *site, v *val) (*val, func(*val)) {
	switch s.keyword {
	case "default", "const":
		return v.get(s.keyword), func(to *val) { v.set(s.keyword, to) }
	case "examples", "enum":
		list := v.get(s.keyword)
		if len(s.rest) == 0 {
			return nil, nil
		}
		i, err := strconv.Atoi(s.rest[0])
		if err != nil || i < 0 || i >= len(list.list()) {
			return nil, nil
		}
		return list.elems[i], func(to *val) { list.elems[i] = to }
	}
	return nil, nil
}

func coerceValue(s *site, v *val) bool {
	old, put := shown(s, v)
	if old == nil {
		return false
	}
	for _, typ := range typesOf(v) {
		if to := coerce(old, typ); to != nil && !fits(typ, old) {
			put(to)
			return true
		}
	}
	return false
}

// coerce writes a value in another type, where both mean the same; nil where
// there is no such value.
func coerce(v *val, typ string) *val {
	text := strings.TrimSpace(v.text())
	switch {
	case typ == "string" && (v.is(jsondoc.Number) || v.is(jsondoc.Bool)):
		return str(string(v.spelling()))
	case (typ == "integer" || typ == "number") && v.is(jsondoc.String):
		if n := made(text); n.is(jsondoc.Number) && fits(typ, n) {
			return n
		}
	case typ == "boolean" && v.is(jsondoc.String):
		switch strings.ToLower(text) {
		case "true", "false":
			return made(strings.ToLower(text))
		}
	case typ == "array" && v.is(jsondoc.String):
		if n := made(text); n.is(jsondoc.Array) {
			return n
		}
		return arr(v.clone())
	case typ == "object" && v.is(jsondoc.String):
		if n := made(text); n.is(jsondoc.Object) {
			return n
		}
	case typ == "array" && !v.is(jsondoc.Null) && !v.is(jsondoc.Array):
		return arr(v.clone())
	case typ == "integer" && v.is(jsondoc.Number) && isInteger(v):
		whole, _, _ := strings.Cut(string(v.spelling()), ".")
		return made(whole)
	}
	return nil
}

func defaultInText(_ *site, v *val) bool {
	d := v.get("default")
	if d == nil || !say(v, "default "+sayValue(d)) {
		return false
	}
	return v.drop("default")
}

func admitDefault(_ *site, v *val) bool {
	d, list := v.get("default"), v.get("enum")
	if d == nil || !list.is(jsondoc.Array) || containsVal(list.list(), d) {
		return false
	}
	list.add(d.clone())
	return true
}

func dropNullDefault(_ *site, v *val) bool {
	return v.get("default").is(jsondoc.Null) && v.drop("default")
}

func dropValue(s *site, v *val) bool {
	old, _ := shown(s, v)
	if old == nil {
		return false
	}
	list := v.get(s.keyword)
	if !list.is(jsondoc.Array) {
		return v.drop(s.keyword)
	}
	list.remove(func(e *val) bool { return e == old })
	if list.size() == 0 {
		v.drop(s.keyword)
	}
	return true
}

func retypeFromValue(s *site, v *val) bool {
	old, _ := shown(s, v)
	if old == nil || !v.has("type") {
		return false
	}
	if s.keyword == "enum" {
		var kinds []string
		for _, e := range v.get("enum").list() {
			if k := kindName(e); !slices.Contains(kinds, k) {
				kinds = append(kinds, k)
			}
		}
		if len(kinds) == 1 {
			v.set("type", str(kinds[0]))
		} else {
			v.set("type", texts(kinds...))
		}
		return true
	}
	v.set("type", str(kindName(old)))
	return true
}

// dropRepeated takes one repeated entry out where the finding names it, and all
// of the list where it names the list.
func dropRepeated(s *site, v *val) bool {
	names := []string{s.keyword}
	if s.keyword == "" {
		names = []string{"enum", "required", "type"}
	}
	done := false
	for _, name := range names {
		list := v.get(name)
		if !list.is(jsondoc.Array) {
			continue
		}
		done = list.remove(repeats()) || done
	}
	return done
}

// repeats picks what it was asked about before.
func repeats() func(*val) bool {
	seen := map[string]bool{}
	return func(e *val) bool {
		text := e.compact()
		before := seen[text]
		seen[text] = true
		return before
	}
}

func constToEnum(_ *site, v *val) bool {
	c := v.get("const")
	if c == nil || v.has("enum") {
		return false
	}
	if !v.rename("const", "enum") {
		return false
	}
	v.set("enum", arr(c))
	if !v.has("type") && !c.is(jsondoc.Object) && !c.is(jsondoc.Array) {
		v.putBefore("enum", "type", str(kindName(c)))
	}
	return true
}

// constsToEnum turns a choice of constants or small enums of one type into one.
func constsToEnum(_ *site, v *val) bool {
	for _, name := range []string{"anyOf", "oneOf"} {
		list := v.get(name)
		if !list.is(jsondoc.Array) || list.size() == 0 || v.has("enum") {
			continue
		}
		values := arr()
		for _, b := range list.list() {
			if !addConstants(values, b) {
				return false
			}
		}
		values.remove(repeats())
		typ := commonType(values.elems)
		v.rename(name, "enum")
		v.set("enum", values)
		if typ != nil && !v.has("type") {
			v.putBefore("enum", "type", typ)
		}
		return true
	}
	return false
}

// addConstants adds what a branch allows, where that is nothing but constants.
func addConstants(to *val, b *val) bool {
	add := func(c *val) { to.add(c.clone()) }
	if c := b.get("const"); c != nil {
		add(c)
		return true
	}
	for _, e := range b.get("enum").list() {
		add(e)
	}
	if b.has("enum") {
		return true
	}
	if b.get("type").isText("null") {
		add(made("null"))
		return true
	}
	return false
}

// commonType is a value for type that takes all of some values: a name or a list.
func commonType(list []*val) *val {
	var kinds []string
	for _, e := range list {
		if k := kindName(e); !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	if slices.Contains(kinds, "number") {
		kinds = slices.DeleteFunc(kinds, func(k string) bool { return k == "integer" })
	}
	switch len(kinds) {
	case 0:
		return nil
	case 1:
		return str(kinds[0])
	}
	return texts(kinds...)
}

func enumToStrings(s *site, v *val) bool {
	list := v.get("enum")
	if !list.is(jsondoc.Array) {
		return false
	}
	out := arr()
	null := false
	for _, e := range list.list() {
		switch {
		case e.is(jsondoc.String):
			out.add(e)
		case e.is(jsondoc.Number) || e.is(jsondoc.Bool):
			out.add(str(string(e.spelling())))
		case e.is(jsondoc.Null):
			null = true
		default:
			return false
		}
	}
	if out.size() == 0 {
		return false
	}
	v.set("enum", out)
	if v.has("type") {
		v.set("type", str("string"))
	} else {
		v.putBefore("enum", "type", str("string"))
	}
	dropForeign(v, "string")
	v.drop("format")
	if d := v.get("default"); d.is(jsondoc.Null) {
		v.drop("default")
	} else if to := coerceTo(d, "string"); to != nil {
		v.set("default", to)
	}
	if name, ok := s.property(); ok && null {
		unrequire(s.up(), name)
	}
	return true
}

func coerceTo(v *val, typ string) *val {
	if v == nil {
		return nil
	}
	return coerce(v, typ)
}

func enumInText(_ *site, v *val) bool {
	list := v.get("enum")
	if !list.is(jsondoc.Array) || list.size() == 0 || list.size() > 50 {
		return false
	}
	if !v.has("type") {
		if typ := commonType(list.list()); typ != nil {
			v.putBefore("enum", "type", typ)
		}
	}
	return say(v, sayEnum(list)) && v.drop("enum")
}

func fixBranchEnum(_ *site, v *val) bool {
	list := v.get("enum")
	if !list.is(jsondoc.Array) {
		return false
	}
	types := typesOf(v)
	if len(types) != 1 || slices.ContainsFunc(list.list(), func(e *val) bool { return fits(types[0], e) }) {
		return false
	}
	if items := v.get("items"); types[0] == "array" && items.isObject() && !items.has("enum") {
		items.set("enum", list)
	}
	return v.drop("enum")
}
