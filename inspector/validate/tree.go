package validate

import (
	"encoding/json"
	"slices"
	"strconv"

	"mcploupe/inspector/jsondoc"
)

// tree turns a value into what the library reads: numbers stay text, of members
// with one name the last counts. override replaces values by node ID.
func tree(n jsondoc.Node, override map[int]any) any {
	if v, ok := override[n.ID()]; ok {
		return v
	}
	switch n.Kind() {
	case jsondoc.Bool:
		return n.IsTrue()
	case jsondoc.Number:
		return json.Number(n.Raw())
	case jsondoc.String:
		return n.Text()
	case jsondoc.Array:
		a := make([]any, 0, n.Len())
		for _, v := range n.Elems() {
			a = append(a, tree(v, override))
		}
		return a
	case jsondoc.Object:
		m := make(map[string]any, n.Len())
		for k, v := range n.Members() {
			m[k.Text()] = tree(v, override)
		}
		return m
	}
	return nil
}

// appendKey appends a text that two values share exactly if JSON Schema holds
// them to be equal: 1.0 equals 1, and the order of members does not count
// (2020-12 core, section 4.2.2). The values must come from tree.
func appendKey(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, 'z')
	case bool:
		if v {
			return append(dst, 't')
		}
		return append(dst, 'f')
	case json.Number:
		return append(append(dst, parseDecimal(string(v)).String()...), ' ')
	case string:
		return appendString(dst, v)
	case []any:
		dst = append(dst, '[')
		for _, e := range v {
			dst = appendKey(dst, e)
		}
		return append(dst, ']')
	case map[string]any:
		dst = append(dst, '{')
		for _, name := range sortedNames(v) {
			dst = appendKey(appendString(dst, name), v[name])
		}
		return append(dst, '}')
	}
	return dst
}

// appendString writes the length before the text, so that no text can pass for
// the end of one string and the start of the next.
func appendString(dst []byte, s string) []byte {
	dst = strconv.AppendInt(append(dst, '"'), int64(len(s)), 10)
	return append(append(dst, ':'), s...)
}

func key(v any) string { return string(appendKey(nil, v)) }

func sortedNames[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// typeName returns the JSON Schema type of a value from tree; an integer is a
// number.
func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}
