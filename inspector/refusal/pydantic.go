package refusal

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"mcploupe/inspector/jsondoc"
)

// pydantic 2 prints (pydantic_core ValidationError.__str__)
//
//	2 validation errors for call[save]
//	items.0.name
//	  Input should be a valid string [type=string_type, input_value=1, input_type=int]
//	    For further information visit https://errors.pydantic.dev/2.11/v/string_type
//
// and pydantic 1 the same with "items -> 0 -> name" and "(type=type_error)".
// A complaint about everything has no line for its place. The message may have
// lines of its own; it ends at the brackets.
var (
	pydanticHead = regexp.MustCompile(`(?m)\b\d+ validation errors? for ([^\n]+)\n`)
	pydanticTail = regexp.MustCompile(`\s*\[type=([a-z][\w.]*)(?:, input_value=(.*), input_type=([\w.]+))?\]$`)
	pydanticOld  = regexp.MustCompile(`\s*\(type=([a-z][\w.]*)(?:; .*)?\)$`)
	pydanticMore = "    For further information visit "
	// answerModel is the name of a model of what comes back, not of what is sent:
	// the Python SDK checks results with <Tool>Output.
	answerModel = regexp.MustCompile(`(?:Output|Response|Result|Reply)s?$`)
)

// pydantic kinds by the start of the error's type. The list is at
// https://docs.pydantic.dev/latest/errors/validation_errors/.
var pydanticKinds = []struct{ prefix, kind string }{
	{"missing", KindMissing}, {"value_error.missing", KindMissing},
	{"unexpected_", KindUnexpected}, {"extra_forbidden", KindUnexpected}, {"value_error.extra", KindUnexpected},
	{"literal_error", KindEnum}, {"enum", KindEnum}, {"value_error.const", KindEnum},
	{"greater_than", KindRange}, {"less_than", KindRange}, {"multiple_of", KindRange}, {"value_error.number", KindRange},
	{"too_short", KindLength}, {"too_long", KindLength}, {"string_too", KindLength},
	{"string_pattern", KindFormat}, {"url_", KindFormat}, {"uuid_", KindFormat}, {"date_", KindFormat}, {"datetime_", KindFormat}, {"time_", KindFormat},
	{"union_tag", KindUnion},
	{"type_error", KindType}, {"int_", KindType}, {"float_", KindType}, {"bool_", KindType},
}

func pydanticKind(code string) string {
	for _, k := range pydanticKinds {
		if strings.HasPrefix(code, k.prefix) {
			return k.kind
		}
	}
	if strings.HasSuffix(code, "_type") || strings.HasSuffix(code, "_parsing") {
		return KindType
	}
	return ""
}

// pydanticError is one entry of the text.
type pydanticError struct {
	loc  []string
	code string
	raw  raw
}

func (r *reader) pydantic(s string) finding {
	var found finding
	for _, m := range pydanticHead.FindAllStringSubmatchIndex(s, 20) {
		title := s[m[2]:m[3]]
		if answerModel.MatchString(title) && !strings.HasPrefix(title, "call[") {
			continue
		}
		errs, validator := pydanticEntries(s[m[1]:])
		for _, e := range errs {
			e.raw.base = r.locPath(e, errs)
			r.report(&found, validator, e.raw)
		}
	}
	return found
}

// Limits of one error's text, in lines.
const (
	maxLines   = 10_000
	maxMessage = 200
)

// pydanticEntries reads up to the first thing that is no entry.
func pydanticEntries(s string) (errs []pydanticError, validator string) {
	validator = "pydantic 2"
	lines := strings.SplitN(s, "\n", maxLines)
	for i := 0; i < len(lines) && len(errs) < maxRaws; {
		var e pydanticError
		if !strings.HasPrefix(lines[i], "  ") {
			e.loc = pydanticLoc(lines[i])
			i++
		}
		first := i
		for ; i < len(lines) && i < first+maxMessage; i++ {
			if !strings.HasSuffix(lines[i], "]") && !strings.HasSuffix(lines[i], ")") {
				continue
			}
			tail, style := pydanticTail.FindStringSubmatchIndex(lines[i]), "pydantic 2"
			if tail == nil {
				tail, style = pydanticOld.FindStringSubmatchIndex(lines[i]), "pydantic 1"
			}
			if tail == nil {
				continue
			}
			e.code = lines[i][tail[2]:tail[3]]
			if len(tail) > 4 && tail[4] >= 0 {
				e.raw.Received = lines[i][tail[4]:tail[5]]
			}
			last := lines[i][:tail[0]]
			e.raw.Message = strings.TrimSpace(strings.Join(append(lines[first:i:i], last), "\n"))
			validator = style
			break
		}
		if e.code == "" || first >= len(lines) || !strings.HasPrefix(lines[first], "  ") {
			return errs, validator
		}
		e.raw.Kind = pydanticKind(e.code)
		if e.raw.Kind == KindMissing {
			e.raw.Received = "" // the input is the object that lacks it
		}
		errs = append(errs, e)
		if i++; i < len(lines) && strings.HasPrefix(lines[i], pydanticMore) {
			i++
		}
		if i < len(lines) && lines[i] == "" {
			return errs, validator
		}
	}
	return errs, validator
}

// pydanticLoc splits a printed loc. A name with a dot in it is printed in
// backticks; brackets hold names of types.
func pydanticLoc(s string) []string {
	if strings.Contains(s, " -> ") {
		tokens, _ := arrows(s)
		return tokens
	}
	var tokens []string
	depth, start := 0, 0
	quoted := false
	for i, c := range s {
		switch {
		case c == '`':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '(':
			depth++
		case c == ']' || c == ')':
			depth--
		case c == '.' && depth <= 0:
			tokens = append(tokens, unquote(s[start:i]))
			start = i + 1
		}
	}
	return append(tokens, unquote(s[start:]))
}

// pydanticTypes are the names that a union gives its branches in a loc, but for
// those with brackets and those of models (pydantic_core validators' names).
var pydanticTypes = regexp.MustCompile(`^(?:str|int|float|bool|(?:constrained|lax-or-strict|json-or-python|is-instance|is-subclass|function|model-field|dataclass|typed-dict|tagged-union)-?[\w-]*|bytes|date|time|datetime|timedelta|uuid|url|multi-host-url|decimal|any|none|callable|dict|list|set|frozenset|tuple|literal|enum|json|complex|generator|nullable|default|chain|arguments|[A-Z]\w*)$`)

// sureTypes are never names of fields here.
var sureTypes = regexp.MustCompile(`^(?:str|int|float|bool|constrained-\w+|is-instance.*|lax-or-strict.*|json-or-python.*|function-\w+.*|.*[\[(].*)$`)

// locPath takes out of a loc what is not part of the path: the branches of
// unions, and "[key]".
func (r *reader) locPath(e pydanticError, all []pydanticError) []string {
	var path []string
	node, known := r.args, r.args.Exists()
	for i, seg := range e.loc {
		last := i == len(e.loc)-1
		// What is missing or too much is named by the last segment, always.
		field := i == 0 || last && (e.raw.Kind == KindMissing || e.raw.Kind == KindUnexpected)
		next := child(node, seg)
		switch {
		case seg == "[key]":
			continue
		case !field && known && !next.Exists() && branchHere(node, seg):
			continue
		case !field && !next.Exists() && sureTypes.MatchString(seg):
			continue
		case !field && !known && i > 0 && pydanticTypes.MatchString(seg) && unionAt(all, e.loc[:i]):
			continue
		}
		path = append(path, seg)
		node = next
		known = known && next.Exists()
	}
	return path
}

// branchHere reports whether a segment that isn't in the arguments must be the
// branch of a union: nothing is below a scalar, an array has only positions, and
// a tagged union says its tag.
func branchHere(n jsondoc.Node, seg string) bool {
	switch n.Kind() {
	case jsondoc.Object:
		for _, v := range n.Members() {
			if v.Is(seg) {
				return true
			}
		}
		return pydanticTypes.MatchString(seg)
	case jsondoc.Array:
		return strings.IndexFunc(seg, func(c rune) bool { return !unicode.IsDigit(c) }) >= 0
	}
	return true
}

// unionAt reports whether the errors below a path look like those of a union:
// two or more branches, and all of them names of types.
func unionAt(all []pydanticError, path []string) bool {
	branches := map[string]bool{}
	for _, e := range all {
		if len(e.loc) <= len(path) || !slices.Equal(e.loc[:len(path)], path) {
			continue
		}
		seg := e.loc[len(path)]
		if !pydanticTypes.MatchString(seg) && !sureTypes.MatchString(seg) {
			return false
		}
		branches[seg] = true
	}
	return len(branches) > 1
}
