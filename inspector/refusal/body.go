package refusal

import (
	"regexp"
	"strings"
)

// A header says that what follows is complaints about the arguments. Several
// may stand in a row: "MCP error -32602: Input validation error: Invalid
// arguments for tool save: …".
var (
	header = regexp.MustCompile(`(?i)(?:\binvalid (?:tool |input |request )?(?:arguments?|params?|parameters?)\b|\binvalid (?:input|request) (?:for|to|in)\b|\bvalidation (?:errors?|failed|failure|issues?)\b)[^:\n]{0,120}:[ \t]*`)
	// wrapper is what stands before a complaint that has no header.
	wrapper = regexp.MustCompile(`^(?:\W{0,3}\*{0,2}Error\*{0,2}: |Invalid (?:input|request): )+`)
	// sdkLine is how the TypeScript SDK prints an issue: message, then path.
	sdkLine = regexp.MustCompile(`^(.*\S) at (\S+)$`)
	// entry begins "path: message" in a list or on a line of its own.
	entry = regexp.MustCompile(`(?:^|[,;][ \t]+|\n)[ \t]*(?:[-*•✖×✗❌–][ \t]+|\d+[.)][ \t]+)?(["'` + "`" + `]?(?:` + pathPattern + `|<root>|\(root\)|\$[.\[]?\S*)["'` + "`" + `]?)[ \t]*(?::|→|->|=>|—|–|\s-)[ \t]+`)
	// advice follows the last complaint.
	advice = regexp.MustCompile(`(?s)\.\s+(?:Please|See|Check)\b.*$`)
	// refusing are words that a complaint about a value has.
	refusing = regexp.MustCompile(`(?i)\b(?:must|required|expected|expects?|invalid|should|missing|allowed|permitted|can ?not|can't|not|un(?:recognized|expected|known|supported)|too|at least|at most|least|greater|less|only|between|valid|null|undefined|empty|blank|nan|got|received|want)\b|&\{`)
)

// notPaths stand before a colon without being a path.
var notPaths = set(`error errors exception note hint warning usage example examples received got http https
	typeerror valueerror keyerror zoderror validationerror runtimeerror mcperror jsondecodeerror`)

// rootNames are what is written where the path is empty.
var rootNames = map[string]bool{"root": true, "<root>": true, "(root)": true, "(entry)": true, "$": true, "/": true, "arguments": true, "args": true}

// body reads what follows a header: the TypeScript SDK's lines, or a list of
// "path: message" in one line, in several, or with bullets.
func (r *reader) body(s string) finding {
	text, headed := afterHeader(s)
	var found finding
	if headed {
		if found = r.sdkLines(text); found.fields() {
			return found
		}
	}
	if list := r.listEntries(paragraph(text), headed); list.fields() {
		return list
	}
	return found
}

// paragraph is a text up to its first blank line; what follows is advice, or
// the arguments once more.
func paragraph(s string) string {
	s = strings.TrimLeft(s, " \t\r\n")
	if end := strings.Index(s, "\n\n"); end > 0 && entry.MatchString(s[:end]) {
		return s[:end]
	}
	return s
}

func afterHeader(s string) (string, bool) {
	m := header.FindStringIndex(s)
	if m == nil {
		return wrapper.ReplaceAllString(strings.TrimSpace(s), ""), false
	}
	s = s[m[1]:]
	for {
		if m = header.FindStringIndex(head(s)); m == nil || m[0] > 0 {
			return strings.TrimLeft(s, " \t"), true
		}
		s = s[m[1]:]
	}
}

// sdkLines reads "message at path" line by line.
func (r *reader) sdkLines(s string) finding {
	var found finding
	for line := range strings.SplitSeq(s, "\n") {
		w := at(nil, line)
		if m := sdkLine.FindStringSubmatch(line); m != nil && refuses(m[1]) {
			if tokens, ok := dotted(m[2]); ok {
				w = at(r.strip(tokens), m[1])
			}
		}
		if w.base == nil {
			probe := w
			if says, ok := r.begins(&probe); !ok || says == "" {
				continue
			}
		}
		r.report(&found, "", w)
		if found.validator == "" {
			found.validator = "zod"
		}
	}
	return found
}

// refuses reports whether a message is a complaint about a value.
func refuses(message string) bool {
	return refusing.MatchString(message) || message == "Invalid" || message == "Invalid input"
}

// listEntries reads "path: message". Without a header, only messages that are
// worded by a known validator are taken.
func (r *reader) listEntries(s string, headed bool) finding {
	var found finding
	starts := entryStarts(s)
	for i, m := range starts {
		end := len(s)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		message := s[m[1]:end]
		if i+1 == len(starts) {
			message = advice.ReplaceAllString(message, "")
		}
		if w, ok := r.listEntry(s[m[2]:m[3]], strings.TrimRight(strings.TrimSpace(message), ",;"), headed); ok {
			r.report(&found, "", w)
		}
	}
	return found
}

func (r *reader) listEntry(place, message string, headed bool) (raw, bool) {
	name := unquote(place)
	tokens, ok := anyPath(name)
	if !ok || notPaths[strings.ToLower(name)] || !refuses(message) {
		return raw{}, false
	}
	if rootNames[name] && !r.args.Get(name).Exists() {
		tokens = nil
	}
	w := at(r.strip(tokens), message)
	if !headed {
		probe := w
		says, ok := r.understand(&probe)
		if !ok || probe.paths || probe.loose || says == "" && !(probe.Received != "" && strings.Contains(message, " received ")) && (probe.Kind != KindMissing || name == place && !looksNamed(name)) {
			return raw{}, false
		}
	}
	return w, true
}

// entryStarts finds where entries begin. A comma also stands inside messages, so
// after one only a complaint begins an entry.
func entryStarts(s string) [][]int {
	var starts [][]int
	all := entry.FindAllStringSubmatchIndex(s, maxRaws)
	for i, m := range all {
		end := min(len(s), m[1]+400)
		if i+1 < len(all) {
			end = all[i+1][0]
		}
		if s[m[0]] == ',' || s[m[0]] == ';' {
			if !refuses(s[m[1]:end]) {
				continue
			}
		}
		starts = append(starts, m)
	}
	return starts
}

// mentioned runs the forms that name their field themselves over the text.
func (r *reader) mentioned(s string) finding {
	var found finding
	lower := strings.ToLower(s)
	for i := range r.forms {
		f := &r.forms[i]
		if f.re.SubexpIndex("names") < 0 || strings.HasPrefix(f.re.String(), "^") || !strings.Contains(lower, f.need) {
			continue
		}
		for _, m := range f.re.FindAllStringSubmatchIndex(s, maxRaws) {
			w := at(nil, s[m[0]:m[1]])
			w.fill(f, m, s)
			if found.validator == "" {
				found.validator = f.validator
			}
			found.raws = append(found.raws, w)
		}
		if !found.empty() {
			return found
		}
	}
	return found
}

// nameless reads a complaint that says what is wrong but not where.
func (r *reader) nameless(s string) finding {
	var found finding
	w := at(nil, lastClause(s))
	if says, ok := r.understand(&w); ok && says != "" {
		r.report(&found, says, w)
	}
	return found
}

// lastClause is a message without what wraps it, for complaints that name no field.
func lastClause(s string) string {
	text, _ := afterHeader(firstLine(s))
	return wrapper.ReplaceAllString(text, "")
}
