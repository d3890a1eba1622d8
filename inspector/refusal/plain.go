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

// The pieces that patterns are made of, by the names they have there.
var plainPieces = strings.NewReplacer(
	"<noun>", `(?i:param(?:eter)?|arg(?:ument)?|field|property|option|attribute)`,
	"<name>", `(?P<name>`+quotedPattern+`|`+bareName+`)`,
	"<words>", `(?P<name>`+bareName+`(?: [a-z]+){0,3}?)`,
	// A list: quoted names, a printed list, or words with commas.
	"<names>", `(?P<names>\[[^\]\n]+\]|`+listPattern+`|`+bareName+`(?:(?:, and |, or |, | and | or )`+bareName+`)*)`,
	"<dq>", `(?P<name>"[^"\n]{1,200}")`,
	"<q>", `(?P<name>`+quotedPattern+`)`,
	"<type>", `(?:valid |non-empty |nonempty |non-negative |positive )*(?:string|number|integer|int|boolean|bool|object|array|list|float|dict(?:ionary)?|date|datetime|url|uri|uuid|email)\b`,
	"<absent>", `(?:required|missing|mandatory|not (?:set|provided|specified|given|defined)|undefined|null|empty|blank)`,
	"<nullish>", `(?:null|none|nil|empty|undefined|blank|omitted|missing|provided|specified|supplied|set|given|defined|present)`,
	"<mustbe>", `(?:must be|has to be|needs to be|should be|cannot be|can't be|can not be|must not be|should not be|may not be)`,
	"<wrong>", `(?i:invalid|bad|wrong|unsupported|incorrect|malformed)`,
	"<end>", `(?:$|[\s.,:;!?)—–-])`,
)

const bareName = `[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])*`

func plainTable() []plainForm {
	p := func(kind, need string, bare bareRule, pattern string) plainForm {
		return plainForm{kind: kind, need: need, re: regexp.MustCompile(`^` + plainPieces.Replace(pattern)), bare: bare, noun: strings.Contains(pattern, "<noun> <name>") || strings.Contains(pattern, "nvalid) <name>") || strings.Contains(pattern, "<wrong> <name>")}
	}
	veto := func(f plainForm) plainForm { f.veto = true; return f }
	return []plainForm{
		// What a library says of its own parameters: Node.js (ERR_INVALID_ARG_TYPE) and botocore.
		veto(p(KindType, "argument must be", hinted, `The <q> argument must be (?:of type|an instance of|one of)\b`)),
		veto(p("", "parameter", hinted, `(?:Invalid type for parameter|Missing required parameter in input:|Unknown parameter in input:) <name>[,:]?<end>`)),

		// What a compiler says of the code that a tool checks, and terraform of its files.
		veto(p(KindMissing, "no definition", hinted, `The argument <q> is required, but no definition was found`)),
		veto(p(KindMissing, "type", hinted, `Property <q> (?:is missing|does not exist) (?:in|on) type\b`)),

		// missing required parameters for get_node: a, b
		p(KindMissing, "", marked, `(?i:missing|no|the following|required) (?i:or (?:invalid|empty) )?(?i:value for )?(?i:the )?(?i:required |mandatory |following )*<noun>(?i:s|\(s\))?(?: for [\w./:"'-]+)?(?: (?i:is |are )?(?i:missing))?[:=] ?<names><end>`),
		p(KindMissing, "missing", marked, `(?i:missing) (?i:or invalid )?(?i:value for )?(?i:the )?(?i:required |mandatory )*<noun>(?i:s|\(s\))? <names><end>`),
		p(KindMissing, "missing", quotedOnly, `(?i:missing) (?i:or invalid )?(?i:required )?(?i:value for )?(?i:the )?<names><end>`),
		p(KindMissing, "missing", marked, `(?i:missing required): <names><end>`),
		p(KindMissing, "missing", identifier, `(?i:missing or invalid|invalid or missing) (?i:value for )?<name>(?: <noun>)?<end>`),
		// required argument "a" is missing; the parameter a is required
		p(KindMissing, "", marked, `(?i:the )?(?i:required )?<noun> <name> (?i:is |was )?(?i:a )?(?i:<absent>|not found)(?: <noun>)?<end>`),
		p(KindMissing, "", marked, `(?i:the )?(?i:required )?<noun> <name> <mustbe> <nullish><end>`),
		// a parameter is required; a (string) is required; the a field is required.
		p(KindMissing, "", marked, `(?i:the )?(?i:required )?<name> <noun> (?i:is|was) (?i:<absent>)<end>`),
		p(KindMissing, "", marked, `(?i:the )?<name> <noun> <mustbe> <nullish><end>`),
		p(KindMissing, "", identifier, `<name>(?: \((?:string|number|integer|boolean|object|array)\))? (?:is|was) (?:a )?<absent><end>`),
		p(KindMissing, "are required", identifier, `(?i:both )?<names> are (?:all |both )?required<end>`),
		p(KindMissing, "", identifier, `<name> <mustbe> <nullish><end>`),
		p(KindMissing, "no ", quotedOnly, `(?i:no) (?i:value for )?<q> (?i:was )?(?i:provided|specified|given|supplied)<end>`),
		p("", "", identifier, `(?i:either|at least one of|one of|exactly one of) <names> (?:is required|are required|must be (?:<nullish>))<end>`),
		// the parameter a must be a string
		p("", "", marked, `(?i:the )?(?i:value (?:of|for) )?(?i:the )?<noun> <name> (?:must|should|has to|needs to|expects|cannot|can't|is not|is invalid|has invalid|has an invalid|contains|could not)<end>`),
		p("", "", marked, `(?i:the )?<name> <noun> (?:must|should|has to|needs to|expects|cannot|can't|is not|is invalid|has invalid|has an invalid|contains|could not)<end>`),
		p(KindType, "", identifier, `<name> (?:must be|should be|is not|has to be|needs to be) (?:of type |an? )?<type>`),
		p("", "must", identifier, `<name> must (?:not )?(?:be|have|contain|match|start|end|include|exceed|not)<end>`),
		p(KindEnum, "should be one of", identifier, `<name> should be one of<end>`),
		p(KindType, "not a valid", identifier, `<name> (?:"[^"]*"|'[^']*'|\S+) is not a valid (?:date|time|number|url|uri|uuid|email|integer|timestamp)\b`),
		// invalid value for a; invalid a: must be …; invalid a. Supported values: …
		p("", "", marked, `<wrong> (?i:value |type |format )?(?i:of |in |for )?(?i:the )?<noun> <name><end>`),
		p("", "", identifier, `<wrong> (?:enum value|value|type|format)s? (?:for|of|in) (?:the )?(?:<noun> )?<name><end>`),
		p("", "invalid", identifier, `(?i:invalid) <name>: (?:must|should|expected|required|is required|cannot|can't|needs)<end>`),
		p(KindEnum, "", identifier, `<wrong> <name>\. (?:Supported|Valid|Allowed|Available|Must|Expected|Should)<end>`),
		p("", "invalid", quotedOnly, `(?i:invalid) <name> <noun><end>`),
		p(KindType, "expected", marked, `(?i:expected) <noun> <name> to be<end>`),
		p(KindType, "expected", identifier, `(?i:expected) <name> to be (?:of type |an? )?<type>`),
		p(KindMissing, "", quotedOnly, `(?i:you must|please|must) (?i:provide|specify|supply|pass|include|set) (?i:a |the )?(?i:valid )?(?i:value for )?(?i:the )?<q>`),
		p(KindMissing, "not ", identifier, `<name> (?:was )?not (?:provided|specified|given|supplied|set)<end>`),
		p("", "", compound, `<wrong> <name>(?::| (?:format|value|type)\b)`),
		p(KindType, "expected", quotedOnly, `(?i:expected) \w+ for <q><end>`),
		// unknown parameter: a
		p(KindUnexpected, "is not allowed", identifier, `<dq> is not allowed(?:$|[.])`),
		p(KindMissing, "is not allowed", identifier, `<dq> is not allowed to be empty`),
		p(KindUnexpected, "", marked, `(?i:unknown|unexpected|unrecognized|extra|additional|disallowed) (?i:param(?:eter)?|arg(?:ument)?|property|option)(?i:s|\(s\))?:? <names><end>`),
		// Words that are the name of a field only if there is one: Icon name must be a string.
		p(KindMissing, "", hinted, `<words> (?:is|are) (?:a )?<absent><end>`),
		p("", "must", hinted, `<words> must (?:not )?(?:be|have|contain|match|start|end|include|exceed|not)<end>`),
		p(KindMissing, "no ", hinted, `(?i:no) <words> (?:was |were )?(?:provided|specified|given|supplied)<end>`),
		p("", "", hinted, `<wrong> <words>(?::| (?:format|value|type|level|specified|provided|parameter)\b|\.|$)`),
		// Chinese: lacks the parameter a; the parameter a must not be empty.
		p(KindMissing, "参数", marked, `缺少(?:必需|必填|必要|必须)?的?参数\s*[:：]?\s*<names>`),
		p(KindMissing, "参数", marked, `参数\s*[:：]?\s*<name>\s*(?:不能为空|是必需的|是必填的?|为必填|必填|缺失)`),
		p(KindMissing, "", identifier, `<name>\s*(?:不能为空|是必需的|是必填的?|为必填项?|必填)`),
	}
}

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

// notCallable is what JavaScript says when a method is called on a value of
// another type. The value has a name in the program, which is the field's where
// it is read off the arguments, or where there is such an argument.
var notCallable = regexp.MustCompile(`(?:^|[\s:("'` + "`" + `])((?:request\.params\.arguments|args|arguments|input|params)\.)?([A-Za-z_$][\w$]*)\.[\w$]+ is not a function`)

func (r *reader) typeError(s string) finding {
	m := notCallable.FindStringSubmatch(s)
	if m == nil || m[1] == "" && !r.args.Get(m[2]).Exists() {
		return finding{}
	}
	w := raw{names: []string{m[2]}, Problem: Problem{Message: strings.TrimLeft(m[0], " \t\n:(\"'`"), Kind: KindType}}
	return finding{raws: []raw{w}}
}
