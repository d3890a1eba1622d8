package lint

import (
	"fmt"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// formRules are about what stands where a keyword, a schema or a text should.
func formRules() []Rule {
	return []Rule{
		{
			Name: "lint/property-not-schema", Level: tool.LevelCall, onNode: propertyNotSchema,
			Doc:      "Each member of properties, $defs and the like is a schema: an object, or true or false. Often a keyword stands one level too deep.",
			Next:     "Move the keyword up, beside properties.",
			Evidence: "https://github.com/smallmain/vscode-unify-chat-provider/issues/162",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"},"type":"object"}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`,
		},
		{
			Name: "lint/boolean-property", Level: tool.LevelWarn, onNode: booleanProperty,
			Doc:      "true and false are schemas, but some clients refuse the whole list for a property that is one.",
			Next:     "Write {} for true; leave a property out that must not be there, or write {\"not\": {}}.",
			Evidence: "https://github.com/Azure/Azure-Resource-Manager-MCP/issues/21",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":true}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{}}}}`,
		},
		{
			Name: "lint/annotation-type", Level: tool.LevelCall, onNode: annotationType,
			Doc:      "title, description and $comment are strings, examples is an array, and deprecated, readOnly and writeOnly are booleans. Validators that check against the metaschema refuse anything else, null most of all.",
			Next:     "Leave the keyword out where there is nothing to say.",
			Evidence: "https://github.com/BetterThanTomorrow/calva-backseat-driver/issues/2",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","description":null}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","description":"x"}}}}`,
		},
		{
			Name: "lint/keyword-typo", Level: tool.LevelDrop, onNode: keywordTypo,
			Doc:      "A keyword that JSON Schema does not know is ignored; this one is almost one that it knows.",
			Next:     "Spell it right.",
			Evidence: core2020 + "#name-unknown-keywords",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","maxlength":3}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string","maxLength":3}}}}`,
		},
		{
			Name: "lint/depth", Level: tool.LevelWarn, onSchema: depth,
			Doc:      "Objects and arrays nested more than five levels deep are refused by some strict modes, more than ten by others.",
			Next:     "Flatten the structure, or take the inner part as a text.",
			Evidence: "https://platform.openai.com/docs/guides/structured-outputs#supported-schemas",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"object","properties":{"c":{"type":"object","properties":{"d":{"type":"object","properties":{"e":{"type":"object","properties":{"f":{"type":"string"}}}}}}}}}}}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"}}}}}}`,
		},
	}
}

func propertyNotSchema(p *pass, s *schema, n *node) {
	for k, v := range n.Members() {
		name := k.Text()
		if kw, known := keywords[name]; !known || kw.holds != holdsMap {
			continue
		}
		if v.Kind() != jsondoc.Object {
			p.report(s.pointer(n, name), fmt.Sprintf("The %s of %s is %s; it must be an object.", name, s.label(n), show(v)))
			continue
		}
		for key, member := range v.Members() {
			if p.full() {
				return
			}
			if kind := member.Kind(); kind != jsondoc.Object && kind != jsondoc.Bool {
				p.report(s.pointer(n, name, key.Text()), fmt.Sprintf("The member %s of %s is %s; it must be a schema.", quote(key.Text()), name, show(member)))
			}
		}
	}
}

func booleanProperty(p *pass, s *schema, n *node) {
	if n.isProperty() && n.Kind() == jsondoc.Bool {
		p.report(s.pointer(n), fmt.Sprintf("The schema of %s is %s.", s.label(n), show(n.Node)))
	}
}

// annotationKinds are the types of the keywords that only describe.
var annotationKinds = []struct {
	name string
	kind jsondoc.Kind
}{
	{"title", jsondoc.String}, {"description", jsondoc.String}, {"$comment", jsondoc.String}, {"examples", jsondoc.Array},
	{"deprecated", jsondoc.Bool}, {"readOnly", jsondoc.Bool}, {"writeOnly", jsondoc.Bool},
}

func annotationType(p *pass, s *schema, n *node) {
	for _, a := range annotationKinds {
		v := n.Get(a.name)
		if !v.Exists() || v.Kind() == a.kind {
			continue
		}
		want := "a " + a.kind.String()
		if a.kind == jsondoc.Array {
			want = "an array"
		}
		p.report(s.pointer(n, a.name), fmt.Sprintf("The %s of %s is %s; it must be %s.", a.name, s.label(n), show(v), want))
	}
}

// foreign are keywords of OpenAPI and of tools around JSON Schema that are near
// to others and no mistake, and words that have their own rule.
var foreign = map[string]bool{
	"nullable": true, "discriminator": true, "xml": true, "externalDocs": true, "example": true,
	"id": true, "x": true, "propertyOrdering": true, "propertyOrder": true, "markdownDescription": true,
	"defaultSnippets": true, "errorMessage": true, "enumNames": true, "enumDescriptions": true, "examples": true,
}

// slips are words that are meant for a keyword and not near to one.
var slips = map[string]string{
	"optional": "required", "enums": "enum", "values": "enum", "choices": "enum", "min": "minimum", "max": "maximum",
	"regex": "pattern", "desc": "description",
}

// maxStrange bounds the unknown words of one schema that are compared with
// keywords.
const maxStrange = 200

func keywordTypo(p *pass, s *schema, n *node) {
	strange := 0
	for k := range n.Members() {
		name := k.Text()
		if _, known := keywords[name]; known || foreign[name] || strings.HasPrefix(strings.ToLower(name), "x-") {
			continue
		}
		if strange++; strange > maxStrange {
			return
		}
		right := nearest(name)
		if right == "" || p.full() {
			continue
		}
		if right == "required" {
			p.report(s.pointer(n, name), fmt.Sprintf("%s of %s is no keyword and is ignored.", quote(name), s.label(n)), "What is not listed in the required of the object around is optional: take it away.")
			continue
		}
		p.report(s.pointer(n, name), fmt.Sprintf("%s of %s is no keyword and is ignored; %s is one.", quote(name), s.label(n), right), fmt.Sprintf("Write %s.", right))
	}
}

// maxWord is the length of the longest word that is compared with keywords, in
// bytes.
const maxWord = 40

// leastLike is the least likeness of a typo and the keyword that is meant.
const leastLike = 0.86

// nearest finds the keyword that a name was meant to be: the same but for case
// and separators, a known slip, or a word that is almost the same.
func nearest(name string) string {
	if right := slips[name]; right != "" {
		return right
	}
	if len(name) > maxWord || len(name) < 2 {
		return ""
	}
	low := strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
	if len(low) > maxWord { // small letters can take more bytes
		return ""
	}
	best, bestName := leastLike, ""
	for k := range keywords {
		other := strings.ToLower(k)
		if low == other || low == strings.TrimPrefix(other, "$") && len(low) > 2 {
			return k
		}
		if likeness := alike(low, other); likeness > best || likeness == best && k < bestName {
			best, bestName = likeness, k
		}
	}
	return bestName
}

// alike is twice the letters that two words have in common, in order, as a share
// of all their letters; 1 where one has two letters exchanged. Neither word is
// longer than maxWord.
func alike(a, b string) float64 {
	total := len(a) + len(b)
	if float64(2*min(len(a), len(b))) < leastLike*float64(total) {
		return 0
	}
	var common [maxWord + 1][maxWord + 1]int8
	for i := range len(a) {
		for j := range len(b) {
			common[i+1][j+1] = max(common[i][j+1], common[i+1][j])
			if a[i] == b[j] {
				common[i+1][j+1] = common[i][j] + 1
			}
		}
	}
	same := int(common[len(a)][len(b)])
	if len(a) == len(b) && len(a) >= 4 && same == len(a)-1 && exchanged(a, b) {
		return 1
	}
	return 2 * float64(same) / float64(total)
}

// exchanged reports whether two words differ by two neighbours exchanged.
func exchanged(a, b string) bool {
	i := 0
	for a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// The limits of nesting: OpenAI's strict mode of 2024 and of today.
const (
	deepOnce = 5
	deepNow  = 10
)

// depth finds the first place that is nested too deep.
func depth(p *pass, s *schema) {
	levels := make([]int, len(s.nodes))
	worst, first := 0, -1
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.parent >= 0 {
			levels[i] = levels[n.parent]
		}
		if set, ok := declared(n.Node); ok && set&(isObject|isArray) != 0 || n.Get("properties").Exists() || n.Get("items").Exists() {
			levels[i]++
		}
		worst = max(worst, levels[i])
		if first < 0 && levels[i] > deepOnce {
			first = i
		}
	}
	if first < 0 {
		return
	}
	limit := fmt.Sprintf("more than %d", deepOnce)
	if worst > deepNow {
		limit = fmt.Sprintf("more than %d", deepNow)
	}
	p.report(s.pointer(&s.nodes[first]), fmt.Sprintf("Objects and arrays are nested %d levels deep, %s.", worst, limit))
}
