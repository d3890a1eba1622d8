package refusal

import (
	"regexp"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// prettyIssue is a line and its place as zod 4's prettifyError (✖) and
// valibot's summarize (×) print them. A complaint about everything has no place.
var (
	prettyIssue = regexp.MustCompile(`(?m)^[ \t]*[✖×] (.+)\n?`)
	prettyPlace = regexp.MustCompile(`^[ \t]*→ at ([^\n]+)`)
)

func (r *reader) prettified(s string) finding {
	var found finding
	if !strings.Contains(s, "→ at ") && !strings.Contains(s, "✖ ") {
		return found
	}
	for _, m := range prettyIssue.FindAllStringSubmatchIndex(s, maxRaws) {
		w := at(nil, s[m[2]:m[3]])
		if place := prettyPlace.FindStringSubmatch(s[m[1]:min(len(s), m[1]+2000)]); place != nil {
			tokens, ok := dotted(strings.TrimSpace(place[1]))
			if !ok {
				continue
			}
			w.base = tokens
		}
		r.report(&found, "", w)
	}
	return found
}

// effectTree reads effect's TreeFormatter:
//
//	{ readonly tags: ReadonlyArray<string> }
//	└─ ["tags"]
//	   └─ ReadonlyArray<string>
//	      └─ [1]
//	         └─ Expected string, actual 5
//
// A line with a subscript is a step of the path, one with a message an end of
// it, any other the name of a type. Each level is indented by three.
var (
	effectLine = regexp.MustCompile(`(?m)^((?:│  |   )*)[├└]─ (.+)$`)
	effectStep = regexp.MustCompile(`^\[(\d+|"(?:[^"\\]|\\.)*")\]$`)
)

func (r *reader) effectTree(s string) finding {
	var found finding
	if !strings.Contains(s, "└─ ") {
		return found
	}
	var steps []string // of the levels above, "" where a level is no step
	for _, m := range effectLine.FindAllStringSubmatch(s, maxRaws) {
		depth := len([]rune(m[1])) / 3
		for len(steps) < depth {
			steps = append(steps, "")
		}
		steps = steps[:depth]
		if step := effectStep.FindStringSubmatch(m[2]); step != nil {
			steps = append(steps, unquote(step[1]))
			continue
		}
		steps = append(steps, "")
		w := at(nil, m[2])
		if strings.HasPrefix(m[2], "is missing") {
			w.Kind = KindMissing
		} else if _, ok := r.understand(&w); !ok {
			continue // the name of a type
		}
		for _, step := range steps {
			if step != "" {
				w.base = append(w.base, step)
			}
		}
		r.report(&found, "effect", w)
	}
	return found
}

// schemaChain reads google/jsonschema-go, which gives the way through the
// schema and not the one through the arguments:
//
//	validating root: validating /properties/a: validating /properties/a/items: type: 5 has type "integer", want "string"
//
// Names of properties are steps. Which element of an array, or which member of
// a map is meant isn't said, so the path ends there unless the arguments leave
// only one.
var chainStep = regexp.MustCompile(`validating (root|/\S*|\S*#/\S*|https?://\S+): `)

func (r *reader) schemaChain(s string) finding {
	var found finding
	steps := chainStep.FindAllStringSubmatchIndex(s, 1000)
	if steps == nil {
		return found
	}
	w := at(nil, firstLine(s[steps[len(steps)-1][1]:]))
	r.understand(&w)
	var path []string
	before := ""
	for _, m := range steps {
		place := strings.TrimPrefix(s[m[2]:m[3]], "root")
		if i := strings.IndexByte(place, '#'); i >= 0 {
			place = place[i+1:]
		}
		rest := place
		if under, ok := strings.CutPrefix(place, before); ok {
			rest = under
		} else if strings.HasPrefix(place, "/$defs/") || strings.HasPrefix(place, "/definitions/") {
			rest = "" // a $ref was followed: it stands where it was
		}
		before = place
		tokens, _ := slashed(rest)
		path = append(path, schemaSteps(tokens)...)
	}
	w.base, w.names = r.fill(path, w)
	r.report(&found, "google/jsonschema-go", w)
	return found
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// anyStep is a step that the schema doesn't say: an element or a member.
const anyStep = "\x00"

// schemaSteps turns a path in a schema into one in the instance.
func schemaSteps(tokens []string) []string {
	var steps []string
	for i := 0; i < len(tokens); i++ {
		switch tokens[i] {
		case "properties":
			if i++; i < len(tokens) {
				steps = append(steps, tokens[i])
			}
		case "prefixItems":
			if i++; i < len(tokens) {
				steps = append(steps, tokens[i])
			}
		case "items", "additionalItems", "unevaluatedItems", "contains", "additionalProperties", "unevaluatedProperties":
			steps = append(steps, anyStep)
		case "patternProperties":
			i++
			steps = append(steps, anyStep)
		case "anyOf", "oneOf", "allOf", "$defs", "definitions", "dependentSchemas":
			i++
		}
	}
	return steps
}

// fill finds the steps that the schema didn't say where the arguments leave one
// choice only. Otherwise the path ends before the first of them, and names below
// it are dropped.
func (r *reader) fill(path []string, w raw) (base, names []string) {
	places := [][]string{nil}
	for i, step := range path {
		if step != anyStep {
			for j := range places {
				places[j] = append(places[j], step)
			}
			continue
		}
		var next [][]string
		for _, p := range places {
			next = append(next, r.entries(p)...)
		}
		if len(next) == 0 || len(next) > maxVisited {
			return path[:i:i], nil
		}
		places = next
	}
	var fit [][]string
	for _, p := range places {
		if len(places) == 1 || r.fits(p, w) {
			fit = append(fit, p)
		}
	}
	if len(fit) == 1 {
		return fit[0], w.names
	}
	for i, step := range path {
		if step == anyStep {
			return path[:i:i], nil
		}
	}
	return path, w.names
}

// entries are the paths of what is inside a container of the arguments.
func (r *reader) entries(path []string) [][]string {
	n := r.args
	for _, step := range path {
		n = child(n, step)
	}
	var paths [][]string
	for i := range n.Elems() {
		paths = append(paths, append(path[:len(path):len(path)], strconv.Itoa(i)))
	}
	for key := range n.Members() {
		paths = append(paths, append(path[:len(path):len(path)], key.Text()))
	}
	return paths
}

// fits reports whether a value can be the one that a complaint is about.
func (r *reader) fits(path []string, w raw) bool {
	n := r.args
	for _, step := range path {
		n = child(n, step)
	}
	switch {
	case !n.Exists():
		return false
	case w.Kind == KindMissing || w.Kind == KindUnexpected:
		for _, name := range w.names {
			if n.Get(name).Exists() == (w.Kind == KindMissing) {
				return false
			}
		}
		return n.Kind() == jsondoc.Object
	case w.Kind == KindType && n.Kind() == jsondoc.Null:
		return w.Received == "null"
	case w.Received == "":
		return true
	}
	return n.Is(unquote(w.Received)) || string(n.Raw()) == w.Received
}
