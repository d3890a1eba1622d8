package refusal

import (
	"regexp"
	"strings"
)

// The sentences. Those about something missing come first, since "a must not be
// empty" is also a sentence about what a must be.

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
	"<absent>", `(?:required|missing|mandatory|not (?:set|provided|specified|given)|null|empty|blank)`,
	"<nullish>", `(?:null|none|nil|empty|undefined|blank|omitted|missing|provided|specified|supplied|set|given|defined|present)`,
	"<mustbe>", `(?:must be|has to be|needs to be|should be|cannot be|can't be|can not be|must not be|should not be|may not be)`,
	"<wrong>", `(?i:invalid|bad|wrong|unsupported|incorrect|malformed)`,
	"<end>", `(?:$|[\s.,:;!?)—–-])`,
)

const bareName = `[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])*`

func plainTable() []plainForm { return append(missingSentences(), otherSentences()...) }

func sentence(kind, need string, bare bareRule, pattern string) plainForm {
	return plainForm{
		kind: kind, need: need, bare: bare,
		re:   regexp.MustCompile(`^` + plainPieces.Replace(pattern)),
		noun: strings.Contains(pattern, "<noun> <name>") || strings.Contains(pattern, "nvalid) <name>") || strings.Contains(pattern, "<wrong> <name>"),
	}
}

// veto marks a sentence that is not about the arguments unless it is known to be.
func veto(f plainForm) plainForm { f.veto = true; return f }

func missingSentences() []plainForm {
	p := sentence
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
	}
}

func otherSentences() []plainForm {
	p := sentence
	return []plainForm{
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
