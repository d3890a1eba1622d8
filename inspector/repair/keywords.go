package repair

import (
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// keywordMends are about single keywords and their values.
func keywordMends() []mend {
	return []mend{
		{
			name: "drop-keyword", title: "Leave the keyword out", effect: Wider, do: onSchema(dropKeyword),
			explain: "The schema does not say it any more; the handler checks it.",
		},
		{
			name: "drop-note", title: "Leave the keyword out", effect: Keeps, do: onSchema(dropNote),
			explain: "It checks nothing, so that nothing is lost but what it says.",
		},
		{
			name: "say-keyword", title: "Say it in the description", effect: Wider, do: onSchema(sayAndDrop),
			explain: "What the keyword demands moves into the description, where the model reads it; the handler checks it.",
		},
		{
			name: "drop-format", title: "Leave the format out", effect: Wider, do: onSchema(func(_ *site, v *val) bool { return v.drop("format") }),
			explain: "The format is not said any more; the handler checks it.",
		},
		{
			name: "say-format", title: "Say the format in the description", effect: Wider, do: onSchema(sayFormat),
			explain: "The format moves into the description; the handler checks it.",
		},
		{
			name: "format-to-minimum", title: "Say the format with minimum", effect: Keeps, do: onSchema(formatToBounds(false)),
			explain: "A number without a sign is an integer from 0 on.",
		},
		{
			name: "format-to-bounds", title: "Say the format with minimum and maximum", effect: Keeps, do: onSchema(formatToBounds(true)),
			explain: "The bounds of the number are what the format stands for.",
		},
		{
			name: "type-from-format", title: "Take the type from the format", effect: Other, guess: true, do: onSchema(typeFromFormat),
			explain: "The type becomes the one that the format is for.",
		},
		{
			name: "swap-bounds", title: "Exchange the two bounds", effect: Other, do: onSchema(swapBounds),
			explain: "The smaller one is the minimum.",
		},
		{
			name: "translate-keyword", title: "Use the keyword of this type", effect: Narrower, guess: true, do: onSchema(translateKeyword),
			explain: "The bound is written with the keyword that this type has; see that it is what was meant.",
		},
		{
			name: "type-from-keyword", title: "Take the type from the keyword", effect: Other, guess: true, do: onSchema(typeFromKeyword),
			explain: "The type becomes the one that the keyword is about.",
		},
		{
			name: "exclusive-number", title: "Write the exclusive bound as a number", effect: Keeps, do: onSchema(exclusiveNumber),
			explain: "Since draft-06 exclusiveMinimum is the bound itself; a true without a bound says nothing.",
		},
		{
			name: "exclusive-to-plain", title: "Write the exclusive bound as a plain one", effect: Keeps, do: onSchema(exclusiveToPlain),
			explain: "For an integer, more than 0 is 1 or more.",
		},
		{
			name: "exclusive-to-loose", title: "Write the exclusive bound as a plain one", effect: Wider, do: onSchema(exclusiveToLoose),
			explain: "The bound itself is accepted too; the handler refuses it.",
		},
		{
			name: "clamp-number", title: "Stay within the numbers that clients keep", effect: Keeps, do: onSchema(clampNumber),
			explain: "Beyond ±9007199254740991 JavaScript rounds; what is above the bound cannot be sent exactly anyway.",
		},
		{
			name: "clamp-repeat", title: "Lower the limit to 2000", effect: Narrower, guess: true, do: onSchema(clampRepeat),
			explain: "Grammars repeat at most 2000 times; see that no longer value is needed.",
		},
		{
			name: "note-type", title: "Write it with its own type", effect: Keeps, do: onSchema(noteType),
			explain: "title and description are strings, examples is a list, and deprecated is true or false.",
		},
		{
			name: "rename-keyword", title: "Spell the keyword right", effect: Narrower, do: onSchema(renameKeyword),
			explain: "The keyword was ignored; spelt right it counts, and the handler must already act so.",
		},
		{
			name: "number-value", title: "Write the value as a number", effect: Keeps, do: onSchema(numberValue),
			explain: "The value of the keyword is a number, without quotes.",
		},
		{
			name: "header-string", title: "Make it a string", effect: Other, guess: true, do: onSchema(headerString),
			explain: "A header holds a string, an integer or a boolean; a string stands here for the type that only you know.",
		},
	}
}

// structure are the keywords without which a schema says something else, not only
// less.
var structure = []string{"$ref", "$dynamicRef", "type", "properties", "items", "prefixItems", "anyOf", "oneOf", "allOf", "required"}

func dropKeyword(s *site, v *val) bool {
	return !slices.Contains(structure, s.keyword) && s.keyword != "" && len(s.rest) == 0 && v.drop(s.keyword)
}

// notes are keywords that check nothing.
var notes = append([]string{"$schema", "$id", "$comment", "id", "$anchor", "markdownDescription", "enumDescriptions", "x-mcp-header", "discriminator",
	"externalDocs", "xml", "contentMediaType", "contentEncoding", "then", "else", "if", "additionalItems", "minContains", "maxContains", "optional"}, annotations...)

func dropNote(s *site, v *val) bool {
	if !slices.Contains(notes, s.keyword) && !strings.HasPrefix(s.keyword, "x-") {
		return false
	}
	if slices.Contains([]string{"$id", "id", "$anchor"}, s.keyword) && s.referredByName() {
		return false
	}
	return v.drop(s.keyword)
}

func sayAndDrop(s *site, v *val) bool {
	name := s.keyword
	if name == "" {
		return false
	}
	words := sayKeyword(name, v.get(name))
	return words != "" && say(v, words) && v.drop(name)
}

func sayFormat(_ *site, v *val) bool {
	f := v.get("format")
	return f.is(jsondoc.String) && sayFormats[f.text()] != "" && say(v, sayFormats[f.text()]) && v.drop("format")
}

// numberFormats are the bounds of the formats that Rust and others write.
var numberFormats = map[string][2]string{
	"uint": {"0", ""}, "uint8": {"0", "255"}, "uint16": {"0", "65535"}, "uint32": {"0", "4294967295"}, "uint64": {"0", ""}, "usize": {"0", ""},
	"int8": {"-128", "127"}, "int16": {"-32768", "32767"},
}

func formatToBounds(both bool) func(*site, *val) bool {
	return func(_ *site, v *val) bool {
		bounds, ok := numberFormats[v.get("format").text()]
		if !ok || both && bounds[1] == "" || !both && bounds[0] != "0" {
			return false
		}
		v.rename("format", "minimum")
		if v.has("format") { // minimum is there already
			v.drop("format")
		} else {
			v.set("minimum", made(bounds[0]))
		}
		if both && !v.has("maximum") {
			v.putAfter("maximum", made(bounds[1]), "minimum")
		}
		return true
	}
}

func typeFromFormat(_ *site, v *val) bool {
	typ := map[string]string{"int32": "integer", "int64": "integer", "float": "number", "double": "number"}[v.get("format").text()]
	if typ == "" {
		typ = "string"
	}
	if slices.Contains(typesOf(v), typ) {
		return false
	}
	setType(v, str(typ))
	dropForeign(v, typ)
	return true
}

// boundPairs are the keywords of which the first must not be above the second.
var boundPairs = [][2]string{
	{"minimum", "maximum"}, {"minLength", "maxLength"}, {"minItems", "maxItems"}, {"minProperties", "maxProperties"},
	{"minContains", "maxContains"}, {"exclusiveMinimum", "exclusiveMaximum"}, {"exclusiveMinimum", "maximum"}, {"minimum", "exclusiveMaximum"},
}

func swapBounds(_ *site, v *val) bool {
	for _, p := range boundPairs {
		low, high := rational(v.get(p[0])), rational(v.get(p[1]))
		if low != nil && high != nil && low.Cmp(high) > 0 {
			a, b := v.get(p[0]), v.get(p[1])
			v.set(p[0], b)
			v.set(p[1], a)
			return true
		}
	}
	return false
}

// rational is the exact value of a number, nil for anything else and for numbers
// that would take long to write out.
func rational(v *val) *big.Rat {
	if !v.is(jsondoc.Number) || len(v.spelling()) > 60 {
		return nil
	}
	text := string(v.spelling())
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		if e, err := strconv.Atoi(text[i+1:]); err != nil || e > 400 || e < -400 {
			return nil
		}
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return r
}

// boundOf gives the keyword that bounds a type from below or above.
var boundOf = map[string][2]string{
	"number": {"minimum", "maximum"}, "integer": {"minimum", "maximum"}, "string": {"minLength", "maxLength"},
	"array": {"minItems", "maxItems"}, "object": {"minProperties", "maxProperties"},
}

func translateKeyword(s *site, v *val) bool {
	types := typesOf(v)
	if len(types) != 1 || boundOf[types[0]][0] == "" {
		return false
	}
	side := -1
	for _, b := range boundOf {
		for i, name := range b {
			if name == s.keyword {
				side = i
			}
		}
	}
	return side >= 0 && v.rename(s.keyword, boundOf[types[0]][side])
}

func typeFromKeyword(s *site, v *val) bool {
	typ := appliesTo[s.keyword]
	if typ == "" {
		return false
	}
	for _, m := range v.fields() {
		if about := appliesTo[m.name]; about != "" && about != typ {
			return false
		}
	}
	setType(v, str(typ))
	return true
}

var exclusives = map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}

func exclusiveNumber(s *site, v *val) bool {
	done := false
	for _, name := range slices.Sorted(maps.Keys(exclusives)) {
		e := v.get(name)
		if !e.is(jsondoc.Bool) || s.keyword != "" && exclusives[s.keyword] != "" && s.keyword != name {
			continue
		}
		bound := v.get(exclusives[name])
		switch {
		case e.isTrue() && bound.is(jsondoc.Number):
			v.drop(exclusives[name])
			v.set(name, bound)
		default:
			v.drop(name)
		}
		done = true
	}
	return done
}

func exclusiveToPlain(s *site, v *val) bool {
	to, e := exclusives[s.keyword], rational(v.get(s.keyword))
	if to == "" || e == nil || !e.IsInt() || !slices.Equal(typesOf(v), []string{"integer"}) || v.has(to) {
		return false
	}
	by := int64(1)
	if to == "maximum" {
		by = -1
	}
	v.rename(s.keyword, to)
	v.set(to, made(new(big.Int).Add(e.Num(), big.NewInt(by)).String()))
	return true
}

func exclusiveToLoose(s *site, v *val) bool {
	to := exclusives[s.keyword]
	return to != "" && v.get(s.keyword).is(jsondoc.Number) && v.rename(s.keyword, to)
}

const safeInteger = "9007199254740991"

func clampNumber(s *site, v *val) bool {
	n := rational(v.get(s.keyword))
	limit, _ := new(big.Rat).SetString(safeInteger)
	if n == nil || new(big.Rat).Abs(n).Cmp(limit) <= 0 || appliesTo[s.keyword] != "number" {
		return false
	}
	text := safeInteger
	if n.Sign() < 0 {
		text = "-" + text
	}
	v.set(s.keyword, made(text))
	return true
}

func clampRepeat(s *site, v *val) bool {
	n := rational(v.get(s.keyword))
	if n == nil || n.Cmp(big.NewRat(2000, 1)) <= 0 {
		return false
	}
	v.set(s.keyword, made("2000"))
	return true
}

func noteType(s *site, v *val) bool {
	n := v.get(s.keyword)
	switch s.keyword {
	case "title", "description", "$comment":
		if to := coerceTo(n, "string"); to != nil {
			v.set(s.keyword, to)
			return true
		}
		if n.is(jsondoc.Array) && n.size() > 0 && !slices.ContainsFunc(n.list(), func(e *val) bool { return !e.is(jsondoc.String) }) {
			var lines []string
			for _, e := range n.list() {
				lines = append(lines, e.text())
			}
			v.set(s.keyword, str(strings.Join(lines, "\n")))
			return true
		}
	case "examples":
		if n != nil && !n.is(jsondoc.Array) && !n.is(jsondoc.Null) {
			v.set("examples", arr(n))
			return true
		}
	case "deprecated", "readOnly", "writeOnly":
		if to := coerceTo(n, "boolean"); to != nil {
			v.set(s.keyword, to)
			return true
		}
	}
	return false
}

func numberValue(s *site, v *val) bool {
	n := v.get(s.keyword)
	if !n.is(jsondoc.String) {
		return false
	}
	switch to := made(strings.TrimSpace(n.text())); {
	case to.is(jsondoc.Number), to.is(jsondoc.Bool):
		v.set(s.keyword, to)
		return true
	}
	return false
}

func headerString(s *site, v *val) bool {
	if s.keyword != "x-mcp-header" {
		return false
	}
	setType(v, str("string"))
	dropForeign(v, "string")
	return true
}
