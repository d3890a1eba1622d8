package lint

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// textRules are about names, titles and descriptions, and about the text itself.
func textRules() []Rule {
	return []Rule{
		{
			Name: "lint/hidden-characters", Level: tool.LevelCall, onTool: hiddenCharacters,
			Doc:      "Characters that nobody sees or that turn the direction of writing round: in a name they make calls fail, in a text they can carry instructions that only a model reads. In texts this is a warning.",
			Next:     "Take them out.",
			Evidence: trojanChars,
			Bad:      `{"name":"t","description":"Adds.\u200b","inputSchema":{"type":"object"}}`,
			Good:     `{"name":"t","description":"Adds. ⚠️ \ud83d\udc69\u200d\ud83d\udd2c \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645","inputSchema":{"type":"object"}}`,
		},
		{
			Name: "lint/duplicate-key", Level: tool.LevelDrop, onTool: duplicateKey,
			Doc:      "A name that stands twice in an object: most decoders keep the last one and drop the first, some refuse the text.",
			Next:     "Keep one of the two.",
			Evidence: "https://www.rfc-editor.org/rfc/rfc8259#section-4",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"},"a":{"type":"number"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"number"}}}}`,
		},
		{
			Name: "lint/ill-formed-text", Level: tool.LevelMangle, onTool: illFormed,
			Doc:      "Half a surrogate pair, or bytes that are not UTF-8: most decoders put U+FFFD in their place, some refuse the whole message.",
			Next:     "Cut texts at characters, not at bytes or UTF-16 units.",
			Evidence: "https://www.rfc-editor.org/rfc/rfc8259#section-8.2",
			Bad:      `{"name":"t","description":"cut \ud83d","inputSchema":{"type":"object"}}`,
			Good:     `{"name":"t","description":"whole \ud83d\ude00","inputSchema":{"type":"object"}}`,
		},
		{
			Name: "lint/description-missing", Level: tool.LevelWarn, onTool: descriptionMissing,
			Doc:      "A model chooses a tool and fills its arguments in by their descriptions. Where one is missing it guesses.",
			Next:     "Say in a sentence what it does or means.",
			Evidence: "https://modelcontextprotocol.io/specification/2026-07-28/server/tools",
			Bad:      `{"name":"t","inputSchema":{"type":"object","properties":{}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{}}}`,
		},
		{
			Name: "lint/text-contradicts-schema", Level: tool.LevelWarn, onNode: textContradicts,
			Doc:      "The description names another default than the schema, or calls optional what is required. The model believes the text.",
			Next:     "Make text and schema agree.",
			Evidence: "a comparison of the two; no public report",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","default":5,"description":"page size, default 10"}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"n":{"type":"integer","default":5,"description":"page size, default 5"}}}}`,
		},
		{
			Name: "lint/arguments-erased", Level: tool.LevelWarn, onTool: argumentsErased,
			Doc:      "The tool has no parameters, and its description talks about them. The TypeScript SDK 1.x publishes an empty object for a schema whose root is a union or has been refined or transformed.",
			Next:     "Make the root a plain object: in zod z.object({…}) without union, refine or transform around it.",
			Evidence: "https://github.com/modelcontextprotocol/typescript-sdk/issues/1643",
			Bad:      `{"name":"t","description":"Pass a {\"kind\":\"a\"} or {\"kind\":\"b\"} argument","inputSchema":{"type":"object","properties":{}}}`,
			Good:     `{"name":"t","description":"Takes no arguments","inputSchema":{"type":"object","properties":{}}}`,
		},
	}
}

// hiddenCharacters looks at every name and every text of the tool.
func hiddenCharacters(p *pass) {
	doc := p.tool.Doc
	if doc == nil {
		return
	}
	for id := range doc.Len() {
		n := doc.Node(id)
		if n.Kind() != jsondoc.String || plainASCII(n.Raw()) && !bytes.Contains(n.Raw(), []byte(`\u`)) {
			continue
		}
		if p.full() {
			return
		}
		text := n.Text()
		list := secrets(text)
		if len(list) == 0 {
			continue
		}
		at := n.Pointer()
		message := fmt.Sprintf("The text holds %s.", describe(list))
		level := tool.LevelWarn
		if n.IsKey() || at == "/name" {
			message, level = fmt.Sprintf("The name holds %s.", describe(list)), tool.LevelCall
		}
		if secretText := smuggled(text); secretText != "" {
			message += fmt.Sprintf(" The tag characters spell %s.", quote(secretText))
		}
		p.reportAs(level, at, message)
	}
}

func duplicateKey(p *pass) {
	p.issues("%s.", jsondoc.DuplicateName)
}

func illFormed(p *pass) {
	p.issues("%s.", jsondoc.LoneSurrogate, jsondoc.InvalidUTF8)
}

// issues reports what the reader of the JSON text found.
func (p *pass) issues(format string, kinds ...jsondoc.IssueKind) {
	if p.tool.Doc == nil {
		return
	}
	for _, issue := range p.tool.Doc.Issues() {
		for _, k := range kinds {
			if issue.Kind == k {
				p.report(issue.Pointer, fmt.Sprintf(format, capital(issue.Message)))
			}
		}
	}
}

func descriptionMissing(p *pass) {
	if p.tool.Doc == nil || p.tool.Broken {
		return
	}
	if !p.tool.Doc.Root().Get("description").Exists() || p.tool.HasDescription && strings.TrimSpace(p.tool.Description) == "" {
		p.report("/description", "The tool has no description.")
	}
	for _, s := range p.schemas {
		if s.input() {
			p.undescribed(s)
		}
	}
}

// undescribed reports the properties of the root without a description, all in
// one finding at the first of them.
func (p *pass) undescribed(s *schema) {
	var names []string
	var first *node
	for i := range s.nodes {
		n := &s.nodes[i]
		if !n.isProperty() || n.parent != 0 || n.Kind() != jsondoc.Object || n.Get("description").Exists() {
			continue
		}
		if to := s.next(n); to != nil && to.Get("description").Exists() {
			continue
		}
		if names = append(names, quote(n.name)); first == nil {
			first = n
		}
	}
	if first == nil {
		return
	}
	const most = 8
	text := strings.Join(names[:min(most, len(names))], ", ")
	if len(names) > most {
		text += fmt.Sprintf(" and %d more", len(names)-most)
	}
	p.report(s.pointer(first), fmt.Sprintf("Without a description: %s.", text))
}

// defaultInText finds "default 10", "defaults to `x`", "Default: true".
var defaultInText = regexp.MustCompile("(?i)\\bdefaults?(?:\\s+(?:is|to|value|value is))?\\s*[:=]?\\s*[\"'`“]?([A-Za-z0-9_.+-]+)[\"'`”]?")

func textContradicts(p *pass, s *schema, n *node) {
	d := n.Get("description")
	if d.Kind() != jsondoc.String {
		return
	}
	text := d.Text()
	if s.input() && s.isRequired(n) && saysOptional(text) {
		p.report(s.pointer(n, "description"), fmt.Sprintf("The description of %s begins with %q, and it is required.", s.label(n), "optional"))
	}
	value := n.Get("default")
	if !value.Exists() || value.Kind() == jsondoc.Null {
		return
	}
	m := defaultInText.FindStringSubmatch(text)
	if m == nil {
		return
	}
	if said := strings.TrimRight(m[1], "."); contradicts(said, value, n.Get("enum")) {
		p.report(s.pointer(n, "description"), fmt.Sprintf("The description of %s says that the default is %s, and the schema says %s.", s.label(n), quote(said), show(value)))
	}
}

// saysOptional reports whether a description begins by calling it optional.
func saysOptional(text string) bool {
	low := strings.ToLower(strings.TrimLeft(text, "([*_ "))
	rest, ok := strings.CutPrefix(low, "optional")
	return ok && (rest == "" || strings.ContainsAny(rest[:1], " .,:;)]*-_"))
}

// contradicts compares a word of a text with a default of the same type. What is
// of another type is not meant to be the value.
func contradicts(said string, value, enum jsondoc.Node) bool {
	switch value.Kind() {
	case jsondoc.Number:
		doc, err := jsondoc.Parse([]byte(said))
		return err == nil && doc.Root().Kind() == jsondoc.Number && compare(doc.Root(), value) != 0
	case jsondoc.Bool:
		low := strings.ToLower(said)
		return low == "true" && value.IsFalse() || low == "false" && value.IsTrue()
	case jsondoc.String:
		for _, e := range enum.Elems() {
			if e.Is(said) {
				return !value.Is(said)
			}
		}
	}
	return false
}

var (
	aboutArguments = regexp.MustCompile(`(?i)\b(arguments?|parameters?|params?|args)\b|\binputs?:`)
	noArguments    = regexp.MustCompile(`(?i)\b(no|without|zero|not (?:take|need|require|accept))\s+(?:any\s+|input\s+|additional\s+|required\s+)*(arguments?|parameters?|params?|args|inputs?)\b|\b(arguments?|parameters?|params?|args|inputs?)\s*(?::|are|is)?\s*(none|not (?:required|needed)|n/a)\b`)
)

func argumentsErased(p *pass) {
	for _, s := range p.schemas {
		root := s.doc.Root()
		props := root.Get("properties")
		if !s.input() || props.Kind() != jsondoc.Object || props.Len() > 0 || root.Get("required").Len() > 0 || root.Get("additionalProperties").IsFalse() {
			continue
		}
		for _, name := range []string{"anyOf", "oneOf", "allOf", "$ref", "patternProperties"} {
			if root.Get(name).Exists() {
				return
			}
		}
		if text := p.tool.Description; aboutArguments.MatchString(text) && !noArguments.MatchString(text) {
			p.report(s.at.Join("properties"), fmt.Sprintf("The tool declares no parameters, and its description speaks of %s.", quote(aboutArguments.FindString(text))))
		}
	}
}
