package validate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"mcploupe/inspector/jsondoc"
)

// words are what is said of a problem. Without a message it is "got …, want …".
type words struct{ message, expected, got string }

// scene is what the words are made from.
type scene struct {
	value   jsondoc.Node // of the instance
	keyword jsondoc.Node // the keyword's value; absent where it is not in the document
	schema  jsondoc.Node // the subschema around it; absent likewise
	name    string       // the one name, for kinds that are about names
	under   string       // the keyword that a false schema stands under
	last    string       // the last token of the instance pointer
	at      jsondoc.Pointer
	tried   []branch // alternatives or items that were tried, the nearest first
}

// row says how one kind of problem is put into words.
type row struct {
	kind    reflect.Type
	keyword string // "" where the schema pointer tells
	say     func(jsonschema.ErrorKind, scene) words
}

func on[K jsonschema.ErrorKind](keyword string, say func(K, scene) words) row {
	return row{reflect.TypeFor[K](), keyword, func(k jsonschema.ErrorKind, s scene) words { return say(k.(K), s) }}
}

// rows holds one row for each kind that the library can report.
var rows = index([]row{
	on("type", func(k *kind.Type, s scene) words {
		return words{expected: either(types(k, s)), got: described(s.value)}
	}),
	on("enum", sayEnum),
	on("const", func(k *kind.Const, s scene) words {
		return words{expected: literal(s.keyword, k.Want), got: brief(s.value)}
	}),
	on("format", func(k *kind.Format, s scene) words { return words{expected: formatWanted(k.Want), got: brief(s.value)} }),
	on("pattern", func(k *kind.Pattern, s scene) words {
		return words{expected: "a text that matches " + cut(k.Want, 2*maxBrief), got: brief(s.value)}
	}),
	on("minimum", func(k *kind.Minimum, s scene) words { return bound(s, k.Want, "minimum", "at least ") }),
	on("maximum", func(k *kind.Maximum, s scene) words { return bound(s, k.Want, "maximum", "at most ") }),
	on("exclusiveMinimum", func(k *kind.ExclusiveMinimum, s scene) words { return bound(s, k.Want, "minimum", "more than ") }),
	on("exclusiveMaximum", func(k *kind.ExclusiveMaximum, s scene) words { return bound(s, k.Want, "maximum", "less than ") }),
	on("multipleOf", func(k *kind.MultipleOf, s scene) words { return bound(s, k.Want, "", "a multiple of ") }),
	on("minLength", func(k *kind.MinLength, s scene) words { return count(s, k.Got, k.Want, "at least ", "character") }),
	on("maxLength", func(k *kind.MaxLength, s scene) words { return count(s, k.Got, k.Want, "at most ", "character") }),
	on("minItems", func(k *kind.MinItems, s scene) words { return count(s, k.Got, k.Want, "at least ", "item") }),
	on("maxItems", func(k *kind.MaxItems, s scene) words { return count(s, k.Got, k.Want, "at most ", "item") }),
	on("minProperties", func(k *kind.MinProperties, s scene) words { return count(s, k.Got, k.Want, "at least ", "property") }),
	on("maxProperties", func(k *kind.MaxProperties, s scene) words { return count(s, k.Got, k.Want, "at most ", "property") }),
	on("additionalItems", func(k *kind.AdditionalItems, s scene) words {
		return count(scene{}, s.value.Len(), s.value.Len()-k.Count, "at most ", "item")
	}),
	on("uniqueItems", func(k *kind.UniqueItems, _ scene) words {
		same := fmt.Sprintf("items %d and %d", k.Duplicates[0], k.Duplicates[1])
		return words{message: same + " are equal, want all different", got: "equal " + same, expected: "items that all differ"}
	}),
	on("contains", func(_ *kind.Contains, s scene) words {
		got := plural(s.value.Len(), "item") + " of which none fits"
		if s.value.Len() == 0 {
			got = "an empty array"
		}
		return words{got: got, expected: "at least 1 item that fits contains"}
	}),
	on("minContains", func(k *kind.MinContains, s scene) words { return contained(s, k.Got, k.Want, "at least ") }),
	on("maxContains", func(k *kind.MaxContains, s scene) words { return contained(s, k.Got, k.Want, "at most ") }),
	on("required", func(_ *kind.Required, s scene) words { return missing(s.name, "") }),
	on("dependencies", func(k *kind.Dependency, s scene) words { return missing(s.name, k.Prop) }),
	on("dependentRequired", func(k *kind.DependentRequired, s scene) words { return missing(s.name, k.Prop) }),
	on("additionalProperties", sayAdditional),
	on("propertyNames", func(_ *kind.PropertyNames, s scene) words {
		w := words{message: "the name " + name(s.name) + " does not fit propertyNames", got: name(s.name), expected: "a name that fits propertyNames"}
		if len(s.tried) > 0 && len(s.tried[0].problems) > 0 {
			why := s.tried[0].problems[0]
			w.message, w.expected = "the name "+name(s.name)+" is not allowed: "+why.Message, why.Expected
		}
		return w
	}),
	on("not", func(_ *kind.Not, s scene) words {
		return words{got: brief(s.value), expected: "a value that does not fit " + shown(s.keyword, "the schema under not")}
	}),
	on("anyOf", func(_ *kind.AnyOf, s scene) words { return sayNone(s) }),
	on("oneOf", func(k *kind.OneOf, s scene) words {
		if len(k.Subschemas) < 2 {
			return sayNone(s)
		}
		both := fmt.Sprintf("alternatives %d and %d", k.Subschemas[0]+1, k.Subschemas[1]+1)
		return words{message: "fits " + both + ", want exactly one", got: "a value that fits " + both, expected: "a value that fits exactly one alternative"}
	}),
	on("", sayFalse),
	on("$ref", func(*kind.RefCycle, scene) words {
		return words{message: "the schema comes back to itself here without going into the value, so it says nothing", expected: "a schema without such a circle"}
	}),
	on("allOf", func(*kind.AllOf, scene) words { return unspecific("does not fit all of the schemas under allOf") }),
	on("$ref", func(*kind.Reference, scene) words { return unspecific("does not fit the schema referred to") }),
	on("", func(*kind.Schema, scene) words { return unspecific("does not fit the schema") }),
	on("", func(*kind.Group, scene) words { return unspecific("does not fit the schema") }),
	on("", func(*kind.InvalidJsonValue, scene) words { return unspecific("is no JSON value") }),
	on("contentEncoding", func(k *kind.ContentEncoding, s scene) words {
		return words{got: brief(s.value), expected: "a text encoded as " + k.Want}
	}),
	on("contentMediaType", func(k *kind.ContentMediaType, s scene) words {
		return words{got: brief(s.value), expected: "a text that holds " + k.Want}
	}),
	on("contentSchema", func(*kind.ContentSchema, scene) words {
		return unspecific("holds content that does not fit contentSchema")
	}),
})

func index(all []row) map[reflect.Type]row {
	m := make(map[reflect.Type]row, len(all))
	for _, r := range all {
		m[r.kind] = r
	}
	return m
}

// put gives the words for a problem, with the message filled in.
func put(k jsonschema.ErrorKind, s scene) words {
	r, ok := rows[reflect.TypeOf(k)]
	if !ok {
		return unspecific("does not fit the schema")
	}
	w := r.say(k, s)
	if w.message == "" {
		w.message = "got " + w.got + ", want " + w.expected
	}
	return w
}

func unspecific(message string) words {
	return words{message: message, expected: "a value that fits", got: "one that does not"}
}

// literal gives a value of the schema as it is spelled there, or else as the
// library holds it.
func literal(n jsondoc.Node, held any) string {
	if n.Exists() {
		return brief(n)
	}
	return spelled(held)
}

// spelled writes a value of the library's as JSON.
func spelled(held any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(held); err != nil {
		return "a value"
	}
	return cut(strings.TrimSpace(b.String()), maxBrief)
}

// shown is the brief form of a schema if it is short enough to say something.
func shown(n jsondoc.Node, otherwise string) string {
	if !n.Exists() || len(n.Compact()) > maxBrief {
		return otherwise
	}
	return brief(n)
}

func name(s string) string { return jsondoc.Quote(cut(s, maxBrief)) }

// types lists the wanted types in the order of the schema.
func types(k *kind.Type, s scene) []string {
	switch s.keyword.Kind() {
	case jsondoc.String:
		return []string{s.keyword.Text()}
	case jsondoc.Array:
		var out []string
		for _, t := range s.keyword.Elems() {
			out = append(out, t.Text())
		}
		return out
	}
	return k.Want
}

func sayEnum(k *kind.Enum, s scene) words {
	var items []string
	for _, v := range s.keyword.Elems() {
		items = append(items, brief(v))
	}
	if !s.keyword.Exists() {
		for _, v := range k.Want {
			items = append(items, spelled(v))
		}
	}
	w := words{got: brief(s.value), expected: "one of " + joined(items, ", ")}
	switch len(items) {
	case 0:
		w.expected = "nothing, since the enum is empty"
	case 1:
		w.expected = items[0]
	}
	return w
}

// bound speaks of a number and its limit. Up to draft-04 the exclusive keywords
// are true or false and the limit is their sibling's.
func bound(s scene, held *big.Rat, sibling, relation string) words {
	limit := s.keyword
	if limit.Kind() == jsondoc.Bool {
		limit = s.schema.Get(sibling)
	}
	want := exact(held)
	if limit.Kind() == jsondoc.Number {
		want = brief(limit)
	}
	return words{got: brief(s.value), expected: relation + want}
}

func count(s scene, got, held int, relation, noun string) words {
	want := strconv.Itoa(held)
	if s.keyword.Kind() == jsondoc.Number {
		want = brief(s.keyword)
	}
	return words{
		message: "got " + plural(got, noun) + ", want " + relation + want,
		got:     plural(got, noun), expected: relation + plural(want, noun),
	}
}

func contained(s scene, got []int, held int, relation string) words {
	fit := "no item that fits"
	if len(got) > 0 {
		at := make([]string, len(got))
		for i, n := range got {
			at[i] = strconv.Itoa(n)
		}
		fit = plural(len(got), "item") + " that fit (" + both(at) + ")"
		if len(got) == 1 {
			fit = "1 item that fits (" + at[0] + ")"
		}
	}
	w := count(s, len(got), held, relation, "item")
	return words{got: fit, expected: w.expected + " for contains"}
}

func missing(property, because string) words {
	w := words{message: name(property) + " is missing", expected: "the property " + name(property), got: "nothing"}
	if because != "" {
		w.message += ", which is required where " + name(because) + " is there"
	}
	return w
}

func sayAdditional(_ *kind.AdditionalProperties, s scene) words {
	var known []string
	for n := range members(s.schema.Get("properties")) {
		known = append(known, n)
	}
	var like []string
	for p := range members(s.schema.Get("patternProperties")) {
		like = append(like, cut(p, maxBrief))
	}
	allowed := "no properties"
	switch {
	case len(known) > 0 && len(like) > 0:
		allowed = "only " + both(quoted(known)) + " and names that match " + either(like)
	case len(known) > 0:
		allowed = "only " + both(quoted(known))
	case len(like) > 0:
		allowed = "only names that match " + either(like)
	}
	w := words{message: "the property " + name(s.name) + " is not allowed here", got: "the property " + name(s.name), expected: allowed}
	if allowed != "no properties" {
		w.message += "; allowed: " + strings.TrimPrefix(allowed, "only ")
	}
	return w
}

// sayFalse speaks of a schema that is false, by the keyword it stands under.
func sayFalse(_ *kind.FalseSchema, s scene) words {
	what := "a value"
	switch s.under {
	case "propertyNames":
		return words{message: "no name is allowed here", got: brief(s.value), expected: "no names"}
	case "false":
		return words{message: "no value is allowed here", got: described(s.value), expected: "nothing here"}
	case "unevaluatedProperties", "additionalProperties", "properties", "patternProperties":
		what = "the property " + name(s.last)
	case "unevaluatedItems", "additionalItems", "items", "prefixItems":
		what = "item " + s.last
	}
	return words{message: what + " is not allowed here", got: described(s.value), expected: "nothing here"}
}

// rowOf returns the row of a kind, an empty one for a kind that is not known.
func rowOf(k jsonschema.ErrorKind) row { return rows[reflect.TypeOf(k)] }
