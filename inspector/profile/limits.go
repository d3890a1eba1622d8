package profile

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// limitArgs are limits on the size of one schema; 0 means that there is none.
type limitArgs struct {
	Bytes      int `json:"bytes"`      // of the schema without white space
	Depth      int `json:"depth"`      // schemas within schemas
	Objects    int `json:"objects"`    // objects with properties, one within the other
	Properties int `json:"properties"` // over the whole schema
	Enum       int `json:"enum"`       // values of one enum
	EnumAll    int `json:"enumAll"`    // values of all enums together
	AnyOf      int `json:"anyOf"`      // branches of one anyOf
	Text       int `json:"text"`       // characters of all names, enum and const values together
	LongEnum   int `json:"longEnum"`   // from so many values on, LongText holds
	LongText   int `json:"longText"`   // characters of one enum of strings
}

func limitsFunc(args json.RawMessage) (schemaFunc, error) {
	var a limitArgs
	err := decode(args, &a)
	return func(_ *exam, views []*view, found func(hit)) {
		for _, v := range views {
			a.check(v, found)
		}
	}, err
}

// sizes is what is counted over one schema.
type sizes struct {
	properties, enumAll, text int
	objects                   []int32 // of each position, those at or above it
}

func (a *limitArgs) check(v *view, found func(hit)) {
	over := func(at func() jsondoc.Pointer, n, limit int, what string) {
		if limit > 0 && n > limit {
			found(hit{at: at(), word: what, n: n, limit: limit, text: fmt.Sprintf("%d %s", n, what)})
		}
	}
	root := func() jsondoc.Pointer { return v.base }
	if a.Bytes > 0 && v.root.End()-v.root.Start() > a.Bytes {
		over(root, len(v.root.Compact()), a.Bytes, "bytes")
	}
	s := sizes{objects: make([]int32, len(v.pos))}
	deepest, objects := int32(0), int32(0)
	for i := range v.pos {
		s.add(v, int32(i))
		if v.pos[i].depth > v.pos[deepest].depth {
			deepest = int32(i)
		}
		if s.objects[i] > s.objects[objects] {
			objects = int32(i)
		}
		a.enum(v, int32(i), over)
		over(func() jsondoc.Pointer { return v.place(int32(i)).Join("anyOf") }, v.value(int32(i), kwAnyOf).Len(), a.AnyOf, "branches of anyOf")
	}
	over(func() jsondoc.Pointer { return v.place(deepest) }, int(v.pos[deepest].depth), a.Depth, "levels of schemas")
	over(func() jsondoc.Pointer { return v.place(objects) }, int(s.objects[objects]), a.Objects, "levels of objects")
	over(root, s.properties, a.Properties, "properties")
	over(root, s.enumAll, a.EnumAll, "enum values")
	over(root, s.text, a.Text, "characters of names and enum values")
}

func (s *sizes) add(v *view, i int32) {
	p := &v.pos[i]
	if p.parent >= 0 {
		s.objects[i] = s.objects[p.parent]
	}
	if props := v.value(i, kwProperties); props.Kind() == jsondoc.Object {
		s.objects[i]++
		s.properties += props.Len()
		for key := range props.Members() {
			s.text += utf8.RuneCountInString(text(key))
		}
	}
	list := v.value(i, kwEnum)
	s.enumAll += list.Len()
	s.text += enumText(list) + max(0, length(v.value(i, kwConst)))
}

func enumText(list jsondoc.Node) int {
	n := 0
	for _, e := range list.Elems() {
		n += max(0, utf8.RuneCountInString(text(e)))
	}
	return n
}

// enum checks the limits on one enum.
func (a *limitArgs) enum(v *view, i int32, over func(func() jsondoc.Pointer, int, int, string)) {
	list := v.value(i, kwEnum)
	if list.Kind() != jsondoc.Array {
		return
	}
	at := func() jsondoc.Pointer { return v.place(i).Join("enum") }
	over(at, list.Len(), a.Enum, "enum values in one list")
	if a.LongEnum > 0 && list.Len() > a.LongEnum {
		over(at, enumText(list), a.LongText, "characters in one long enum")
	}
}
