package wire

import (
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

// readHeaders collects the annotations of a page's tools. An invalid one is left out: what
// is wrong with it is a finding, which package lint makes.
func readHeaders(tools []byte, into map[string][]paramHeader) {
	_ = eachElement(tools, func(tool []byte) bool {
		name, ok := text(member(tool, "name"))
		if !ok {
			return true
		}
		var found []paramHeader
		walkHeaders(member(tool, "inputSchema"), nil, &found)
		if len(found) > 0 {
			into[name] = found
		}
		return true
	})
}

// maxHeaderDepth bounds how deep annotations are looked for.
const maxHeaderDepth = 32

// walkHeaders follows properties only: an annotation anywhere else is not reachable.
func walkHeaders(schema []byte, path []string, found *[]paramHeader) {
	if len(path) > maxHeaderDepth || !isObject(schema) {
		return
	}
	_ = eachMember(member(schema, "properties"), func(name string, _, value []byte) bool {
		here := append(slices.Clone(path), name)
		if header, ok := text(member(value, "x-mcp-header")); ok && headerToken.MatchString(header) {
			*found = append(*found, paramHeader{path: here, name: header})
		}
		walkHeaders(value, here, found)
		return true
	})
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
