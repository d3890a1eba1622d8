package profile

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/pattern"
)

// metaArgs say which metaschema a client checks a schema against, and what
// else it looks at on the way.
type metaArgs struct {
	// Dialect is the one checked against, whatever $schema says; "declared" is
	// what it says, and 2020-12 where it says nothing or what nobody knows.
	Dialect string `json:"dialect"`
	Refs    bool   `json:"refs"`    // a $ref that leads nowhere is refused too
	Python  bool   `json:"python"`  // a pattern must be one for Python's re
	Coerce  bool   `json:"coerce"`  // values are coerced first, as Ajv's coerceTypes does
	Enums   bool   `json:"enums"`   // an enum must have values and no two alike, as before draft-07
	Shallow bool   `json:"shallow"` // only what is named in the evidence: see shallowFaults
}

func metaschemaFunc(args json.RawMessage) (schemaFunc, error) {
	var a metaArgs
	if err := decode(args, &a); err != nil {
		return nil, err
	}
	fixed, ok := dialect.ByName(a.Dialect)
	if !ok && a.Dialect != "declared" {
		return nil, fmt.Errorf("no dialect is called %q", a.Dialect)
	}
	return func(_ *exam, views []*view, found func(hit)) {
		for _, v := range views {
			d := fixed
			if a.Dialect == "declared" {
				d = v.declared()
			}
			a.check(v, d, found)
		}
	}, nil
}

// declared is the dialect a schema says it is in; 2020-12 where it says nothing
// (SEP-1613) or what is not known.
func (v *view) declared() dialect.Dialect {
	if d, ok := dialect.ByURI(text(v.value(0, kwSchema))); ok && d.Known() {
		return d
	}
	return dialect.Draft2020
}

func (a *metaArgs) check(v *view, d dialect.Dialect, found func(hit)) {
	walked := walkedBy(d)
	for i := range v.pos {
		p := &v.pos[i]
		if !p.path.within(walked) {
			continue
		}
		if fault := a.value(p, d); fault != "" {
			found(hit{at: v.place(int32(i)), value: p.node, word: v.place(int32(i)).Last(), text: fault})
			continue
		}
		for _, m := range v.members[p.first:p.last] {
			if fault := a.member(m, d); fault != "" {
				found(hit{at: v.place(int32(i)).Join(text(m.key)), value: m.value, word: text(m.key), text: fault})
			}
		}
	}
	if a.Refs {
		dangling(v, found)
	}
}

func dangling(v *view, found func(hit)) {
	for _, l := range v.refs() {
		if l.where&linkDangling != 0 {
			found(hit{at: v.place(l.from).Join("$ref"), value: v.value(l.from, kwRef), word: "$ref", text: "it leads nowhere"})
		}
	}
}

// value says what is wrong with what stands where a schema should.
func (a *metaArgs) value(p *position, d dialect.Dialect) string {
	switch p.node.Kind() {
	case jsondoc.Object:
		return ""
	case jsondoc.Bool:
		boolean := d >= dialect.Draft06 || p.via == kwAdditionalProperties || p.via == kwAdditionalItems
		if boolean {
			return ""
		}
		return "before draft-06 a schema is an object"
	case jsondoc.Absent:
		return ""
	}
	if a.Coerce && kindAs(p.node, kindTrue, true) {
		return ""
	}
	return "a schema is an object or a boolean"
}

// member says what is wrong with the value of a keyword; what stands there as
// a schema is looked at as a position of its own.
func (a *metaArgs) member(m member, d dialect.Dialect) string {
	rule, ok := metaRules[m.kw]
	if !ok || !knownIn(m.kw, d) {
		return ""
	}
	if a.Shallow && !shallowFaults.has(m.kw) {
		return ""
	}
	if fault := rule(m.value, d, a); fault != "" {
		return fault
	}
	if a.Python && m.kw == kwPattern {
		return pythonFault(text(m.value))
	}
	return ""
}

// pythonFault says why Python compiles no pattern of this spelling, "" where it
// does or where that is not known.
func pythonFault(source string) string {
	if err := pattern.Python(source); err != nil && !errors.Is(err, pattern.ErrDeep) {
		return err.Error()
	}
	return ""
}

// shallowFaults are the keywords that messages of the OpenAI and Mistral APIs
// name. What validator stands behind those is inferred from their wording.
var shallowFaults = setOf(kwType, kwProperties, kwRequired, kwExclusiveMinimum, kwExclusiveMaximum, kwItems, kwEnum,
	kwAnyOf, kwAllOf, kwOneOf, kwDescription, kwMinimum, kwMaximum, kwMinLength, kwMaxLength)

// since and until bound the keywords that not every dialect has.
var since = map[keyword]dialect.Dialect{
	kwConst: dialect.Draft06, kwContains: dialect.Draft06, kwPropertyNames: dialect.Draft06, kwExamples: dialect.Draft06,
	kwID: dialect.Draft06,
	kwIf: dialect.Draft07, kwThen: dialect.Draft07, kwElse: dialect.Draft07, kwReadOnly: dialect.Draft07,
	kwWriteOnly: dialect.Draft07, kwComment: dialect.Draft07, kwContentEncoding: dialect.Draft07, kwContentMediaType: dialect.Draft07,
	kwDefs: dialect.Draft2019, kwAnchor: dialect.Draft2019, kwDependentRequired: dialect.Draft2019, kwDependentSchemas: dialect.Draft2019,
	kwMinContains: dialect.Draft2019, kwMaxContains: dialect.Draft2019, kwUnevaluatedItems: dialect.Draft2019,
	kwUnevaluatedProperties: dialect.Draft2019, kwContentSchema: dialect.Draft2019, kwDeprecated: dialect.Draft2019,
	kwPrefixItems: dialect.Draft2020, kwDynamicRef: dialect.Draft2020, kwDynamicAnchor: dialect.Draft2020,
}

var until = map[keyword]dialect.Dialect{kwOldID: dialect.Draft04, kwAdditionalItems: dialect.Draft2019}

func knownIn(k keyword, d dialect.Dialect) bool {
	if first, ok := since[k]; ok && d < first {
		return false
	}
	last, ok := until[k]
	return !ok || d <= last
}

// walkedBy is the set of keywords under which a dialect has schemas.
func walkedBy(d dialect.Dialect) set {
	var s set
	for k, info := range keywords {
		if info.holds != leaf && knownIn(keyword(k), d) {
			s.add(keyword(k))
		}
	}
	return s
}

// kindAs reports whether a value has one of the kinds, or is coerced to it by
// Ajv: texts, numbers, booleans and null turn into one another where they can.
func kindAs(n jsondoc.Node, want kindSet, coerce bool) bool {
	if want.has(n) {
		return true
	}
	if !coerce {
		return false
	}
	scalar := n.Kind() == jsondoc.Null || n.Kind() == jsondoc.Bool || n.Kind() == jsondoc.Number || n.Kind() == jsondoc.String
	switch {
	case want&kindNames["string"] != 0 && scalar:
		return true
	case want&kindNames["number"] != 0 && (n.Kind() == jsondoc.Null || coercible(n)):
		return true
	case want&kindTrue != 0:
		raw := strings.Trim(string(n.Raw()), `"`)
		return raw == "true" || raw == "false" || raw == "0" || raw == "1" || raw == "null" && n.Kind() == jsondoc.Null
	}
	return false
}
