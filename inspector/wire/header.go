package wire

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// paramHeader is one x-mcp-header annotation of a tool's input schema (SEP-2243): the value
// at Path in the arguments also goes out as the HTTP header Mcp-Param-Name. The SDK never
// sees the tools, and its own helper sends no header at all as soon as one property has a
// type array, so it is done here.
type paramHeader struct {
	path []string
	name string
}

// headerToken is RFC 9110's token.
var headerToken = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// headersWanted reports whether the session is one that has parameter headers.
func (c *Conn) headersWanted(l *live) bool {
	h, ok := l.link.(*httpLink)
	return ok && !h.trip.sse && l.tap.isModern()
}

// Exclusion is a tool that a client has to leave out, and why.
type Exclusion struct {
	Page   int    // from 0
	Index  int    // position in the whole list, from 0
	Name   string // "" where it has none
	Reason string
}

// headerWord is the keyword of the annotation.
const headerWord = "x-mcp-header"

// readHeaders collects the annotations of a tool that a header can be made of, and returns
// what makes the tool invalid, "" for nothing. A call to an invalid tool can still be made:
// it goes out with the headers of its usable annotations.
func readHeaders(tool []byte, into map[string][]paramHeader) string {
	name, _ := text(member(tool, "name"))
	w := headerWalk{taken: map[string]bool{}}
	w.schema(member(tool, "inputSchema"), nil, true, 0)
	if len(w.found) > 0 {
		into[name] = w.found
	}
	return w.fault
}

// headerWalk looks through one input schema.
type headerWalk struct {
	found []paramHeader
	taken map[string]bool // names, in lower case
	fault string          // the first
}

// maxHeaderDepth bounds how deep annotations are looked for.
const maxHeaderDepth = 32

// schema looks at one subschema. path is where its value stands in the arguments, as long as
// properties alone lead there (reachable).
func (w *headerWalk) schema(schema []byte, path []string, reachable bool, depth int) {
	if depth > maxHeaderDepth || !isObject(schema) {
		return
	}
	_ = eachMember(schema, func(keyword string, _, value []byte) bool {
		switch {
		case keyword == headerWord:
			w.annotation(schema, value, path, reachable)
		case keyword == "properties":
			_ = eachMember(value, func(name string, _, property []byte) bool {
				w.schema(property, append(slices.Clone(path), name), reachable, depth+1)
				return true
			})
		case subschemaMaps[keyword]:
			_ = eachMember(value, func(_ string, _, sub []byte) bool {
				w.schema(sub, nil, false, depth+1)
				return true
			})
		case subschemas[keyword]:
			w.schema(value, nil, false, depth+1)
			_ = eachElement(value, func(sub []byte) bool {
				w.schema(sub, nil, false, depth+1)
				return true
			})
		}
		return true
	})
}

// The keywords below which an annotation is not reachable by properties alone. An example or
// a default can hold anything, and is not looked into.
var (
	subschemaMaps = map[string]bool{"$defs": true, "definitions": true, "patternProperties": true, "dependentSchemas": true, "dependencies": true}
	subschemas    = map[string]bool{"items": true, "prefixItems": true, "additionalItems": true, "unevaluatedItems": true, "contains": true,
		"additionalProperties": true, "unevaluatedProperties": true, "propertyNames": true, "allOf": true, "anyOf": true, "oneOf": true, "not": true,
		"if": true, "then": true, "else": true}
)

// annotation judges one x-mcp-header.
func (w *headerWalk) annotation(schema, value []byte, path []string, reachable bool) {
	name, ok := text(value)
	token := ok && headerToken.MatchString(name)
	kind, _ := text(member(schema, "type"))
	fault := ""
	switch folded := strings.ToLower(name); {
	case !token:
		fault = "is not a token of RFC 9110"
	case !reachable || len(path) == 0:
		fault = "stands where properties alone do not lead"
	case kind != "string" && kind != "integer" && kind != "boolean":
		fault = "is on a property whose type is not string, integer or boolean"
	case w.taken[folded]:
		fault = "is the name of another property too"
	default:
		w.taken[folded] = true
	}
	if fault != "" && w.fault == "" {
		w.fault = fmt.Sprintf("its %s %s %s", headerWord, snippet(value, 60), fault)
	}
	if token && reachable && len(path) > 0 {
		w.found = append(w.found, paramHeader{path: path, name: name})
	}
}

// paramHeaders makes the headers of one call. A null or absent value has none; so has a
// value that no header can carry (an object, a fraction, a number past 2^53).
func (c *Conn) paramHeaders(tool string, args []byte) http.Header {
	c.mu.Lock()
	list := c.tools[tool]
	c.mu.Unlock()
	h := http.Header{}
	for _, p := range list {
		value := args
		for _, step := range p.path {
			value = member(value, step)
		}
		if s, ok := headerText(value); ok {
			h.Set("Mcp-Param-"+p.name, headerValue(s))
		}
	}
	return h
}

// maxSafe is the largest whole number that SEP-2243 lets into a header, 2^53-1.
const maxSafe = 1<<53 - 1

func headerText(raw []byte) (string, bool) {
	if s, ok := text(raw); ok {
		return s, true
	}
	if s := string(raw); s == "true" || s == "false" {
		return s, true
	}
	if n, ok := wholeNumber(raw); ok && n >= -maxSafe && n <= maxSafe {
		return strconv.FormatInt(n, 10), true
	}
	if f, err := strconv.ParseFloat(string(raw), 64); err == nil && f == float64(int64(f)) && f >= -maxSafe && f <= maxSafe {
		return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 0, 64), "."), true // 1.0 and 1e2 are integers too
	}
	return "", false
}
