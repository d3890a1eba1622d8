package refusal

import (
	"regexp"
	"strings"
)

// A plainForm is a sentence that servers write by hand. Its groups are name, or
// names for a list. Sentences are read clause by clause, since a name is only
// sure at the start of one or beside a word like "parameter".
type plainForm struct {
	kind string
	need string // must occur in the clause; lower case
	re   *regexp.Regexp
	bare bareRule
	noun bool // the name follows a word for it, and so could belong to it
	veto bool // if no name is taken, the clause is not read further
}

// bareRule says which names are taken without quotes.
type bareRule uint8

const (
	quotedOnly bareRule = iota
	identifier          // begins with a small letter, or is compound
	compound            // is spelled like no word: user_id, apiVersion
	marked              // beside "parameter" or the like, so any word
	hinted              // never for its looks, quoted or not: only a name that is known to be a field
)

var (
	// clause begins where a sentence can begin. A wrapper such as "Failed to get x"
	// ends with a colon or a comma.
	clause = regexp.MustCompile(`(?:^|\n|[:;,.!(] |[：，。；！] ?|[-•*–—] )[ \t]*`)
	// notNames are words that such sentences have where a name could be, and
	// things that a server lacks without a caller being able to pass them.
	notNames = set(`a an the this that these those it its they each every all any some no none one two both either neither first second third last other another same following
		is are was were be must should can cannot has have had not and or of for to in on at by with from as if when where which what who
		output outputs request response result argument arguments args parameter parameters params param field fields property properties option options
		tool tools error errors null undefined json something anything nothing everything exactly only required optional missing invalid valid unknown unexpected expected provided specified validation
		authentication authorization auth login signin permission permissions access token tokens password username credentials credential connection license subscription payment account apikey api-key api_key
		configuration config setup environment confirmation approval upgrade browser node python docker git internet network`)
	// afterNoun are words that belong to the noun before them: "parameter name".
	afterNoun = set("name names value values type types list count format key keys data string object array number input inputs body json")
	// nextSentence is where a sentence ends, unless the next one belongs to it.
	nextSentence = regexp.MustCompile(`[.!] +(["'` + "`" + `]|[A-Z][a-z]*)`)
	belongs      = set("Supported Valid Allowed Available Must Expected Should Received Got")
)

// sentenceOf cuts a text after its first sentence.
func sentenceOf(s string) string {
	for _, m := range nextSentence.FindAllStringSubmatchIndex(s, 10) {
		if !belongs[s[m[2]:m[3]]] {
			return s[:m[0]+1]
		}
	}
	return s
}

// The plain words of an answer are its first lines; what follows is traces and logs.
const maxPlain = 4000

// plainWords reads sentences that no validator printed.
func (r *reader) plainWords(s string) finding {
	var found finding
	s = s[:min(len(s), maxPlain)]
	for _, at := range clause.FindAllStringIndex(s, 200) {
		text := s[at[1]:]
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			text = text[:end]
		}
		text = text[:min(len(text), 600)]
		if w, ok := r.sentence(text); ok {
			found.raws = append(found.raws, w)
		}
	}
	return found
}

func (r *reader) sentence(text string) (raw, bool) {
	lower := strings.ToLower(text)
	for i := range r.plain {
		p := &r.plain[i]
		if !strings.Contains(lower, p.need) {
			continue
		}
		m := p.re.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		w := raw{loose: true, Problem: Problem{Message: sentenceOf(strings.TrimSpace(text)), Kind: p.kind}}
		if name := group(p.re, m, text, "name"); name != "" {
			if p.noun && afterNoun[strings.ToLower(name)] {
				continue
			}
			w.names = r.accept([]string{name}, p.bare)
		} else {
			w.names = r.acceptList(group(p.re, m, text, "names"), p.bare)
		}
		if len(w.names) == 0 {
			if p.veto {
				return raw{}, false
			}
			continue
		}
		probe := w
		r.understand(&probe)
		w.Expected, w.Received = probe.Expected, probe.Received
		if w.Kind == "" {
			w.Kind = probe.Kind
		}
		return w, true
	}
	return raw{}, false
}

func (r *reader) acceptList(list string, bare bareRule) []string {
	if quotedName.MatchString(list) {
		return r.accept(quotedName.FindAllString(list, -1), bare)
	}
	names := listed(list)
	kept := r.accept(names, bare)
	if bare == identifier && len(kept) < len(names) {
		return nil // the others show that these are words
	}
	return kept
}

// accept keeps what can be names of fields.
func (r *reader) accept(names []string, bare bareRule) []string {
	var kept []string
	for _, name := range names {
		plain := unquote(name)
		quoted := plain != name
		switch {
		case plain == "" || plain[0] == '-' || r.isValue(plain):
			continue
		case r.knownField(plain):
		case bare == hinted || strings.ContainsAny(plain, " \t/\\"):
			continue
		case quoted:
		case notNames[strings.ToLower(plain)]:
			continue
		case bare == marked:
		case bare == compound && isCompound(plain):
		case bare != identifier || !looksNamed(plain):
			continue
		}
		kept = append(kept, bareArgs(plain))
	}
	return kept
}

// bareArgs takes off what a program calls the arguments.
func bareArgs(name string) string {
	for _, prefix := range []string{"args.", "arguments.", "params.", "request.params.arguments."} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && rest != "" {
			return rest
		}
	}
	return name
}

func (r *reader) knownField(name string) bool {
	if r.args.Get(name).Exists() {
		return true
	}
	_, ok := r.alike(name)
	return ok
}

// isValue reports whether a word is what was sent rather than the name of where.
func (r *reader) isValue(word string) bool {
	if r.args.Get(word).Exists() {
		return false
	}
	for _, v := range r.args.Members() {
		if v.Is(word) || string(v.Raw()) == word {
			return true
		}
	}
	return false
}

// isCompound reports whether a word has parts, as no word of a sentence has.
func isCompound(s string) bool {
	return strings.Contains(s, "_") && strings.ToUpper(s) != s || parts.MatchString(s)
}

var parts = regexp.MustCompile(`^[A-Z]?[a-z]+[A-Z][a-z]`)

// looksNamed reports whether a bare word is a name: programs have names that
// begin small or are spelled like no word, sentences begin with a capital.
func looksNamed(s string) bool {
	return s[0] >= 'a' && s[0] <= 'z' || strings.ContainsAny(s, "_0123456789.[") && s[0] != '_' || isCompound(s)
}

// What JavaScript says when a program takes the arguments at their word. A value
// has a name in the program, which is the field's where it is read off the
// arguments, or where there is such an argument.
var (
	notCallable = regexp.MustCompile(`(?:^|[\s:("'` + "`" + `])(` + argumentsName + `\.)?([A-Za-z_$][\w$]*)\.[\w$]+ is not a function`)
	noArguments = regexp.MustCompile(`Cannot destructure property '([^'\n]+)' of '` + argumentsName + `' as it is (?:undefined|null)`)
)

const argumentsName = `(?:(?:request\.|req\.)?(?:params\.)?(?:arguments|args)|(?:request|req)\.body|input|params)`

func (r *reader) typeError(s string) finding {
	if m := noArguments.FindStringSubmatch(s); m != nil {
		return finding{raws: []raw{{names: m[1:2], Problem: Problem{Message: m[0], Kind: KindMissing}}}}
	}
	m := notCallable.FindStringSubmatch(s)
	if m == nil || m[1] == "" && !r.args.Get(m[2]).Exists() {
		return finding{}
	}
	message := strings.TrimLeft(m[0], " \t\n:(\"'`")
	return finding{raws: []raw{{names: m[2:3], Problem: Problem{Message: message, Kind: KindType}}}}
}
