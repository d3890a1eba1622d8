package lint

import (
	"errors"
	"fmt"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
)

// dialectRules are about the version of JSON Schema that a schema is written in.
func dialectRules() []Rule {
	return []Rule{
		{
			Name: "lint/dialect-mismatch", Level: tool.LevelCall, onSchema: dialectMismatch,
			Doc:      "A keyword of another dialect than the schema's is ignored by one engine and refused by the next. A schema without $schema is 2020-12 (since protocol version 2025-11-25).",
			Next:     "Write it as the schema's dialect does, or declare the dialect it is written in.",
			Evidence: specSchema,
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"array","items":[{"type":"number"},{"type":"number"}]}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"items":false}}}}`,
		},
		{
			Name: "spec/dialect-valid", Level: tool.LevelTool, onSchema: dialectValid,
			Doc:      "A schema is valid in the dialect that it declares, or in 2020-12 where it declares none. One that is not does not compile, and what happens then differs from client to client.",
			Next:     "Mend the schema at this place.",
			Evidence: specSchema,
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"array","items":[{"type":"string"}]}}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}}}}`,
		},
		{
			Name: "lint/not-checked", Level: tool.LevelWarn, onSchema: notChecked,
			Doc:      "The schema is too large or too entangled to be compiled within the bounds of this program, so that its values and calls are not checked. Clients have such bounds too.",
			Next:     "Split the tool, or make the schema smaller.",
			Evidence: specRef,
			Bad:      deepExample(),
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object"}}`,
		},
		{
			Name: "lint/keyword-no-effect", Level: tool.LevelDrop, onNode: keywordNoEffect,
			Doc:      "Some keywords say something only beside another one: then and else beside if, additionalItems beside a list of items, minContains and maxContains beside contains.",
			Next:     "Add the other keyword, or take this one away.",
			Evidence: core2020 + "#name-keywords-for-applying-subsch",
			Bad:      `{"name":"t","description":"d","inputSchema":{"type":"object","then":{"required":["a"]}}}`,
			Good:     `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"if":{"required":["a"]},"then":{"required":["a"]}}}`,
		},
	}
}

// replaced says how 2020-12 writes what older dialects wrote otherwise.
var replaced = map[string]string{
	"additionalItems":  "items beside prefixItems",
	"dependencies":     "dependentRequired or dependentSchemas",
	"$recursiveRef":    "$dynamicRef",
	"$recursiveAnchor": "$dynamicAnchor",
	"divisibleBy":      "multipleOf",
	"extends":          "allOf",
	"disallow":         "not",
}

func dialectMismatch(p *pass, s *schema) {
	if s.detection.HasDeclared && !s.detection.Known {
		p.report(s.at.Join("$schema"), fmt.Sprintf("The dialect %s is not known.", quote(s.detection.Declared)),
			"Declare https://json-schema.org/draft/2020-12/schema, or the dialect that the schema is written in.")
		return
	}
	is := dialect.Draft2020 // what is not declared is 2020-12, whatever the keywords look like
	if s.detection.HasDeclared {
		is = s.used
	}
	for i := 0; i < len(s.nodes) && !p.full(); i++ {
		n := &s.nodes[i]
		if n.Get("$schema").Exists() && n.parent >= 0 {
			continue // an embedded schema with a dialect of its own
		}
		for k, v := range n.Members() {
			if p.full() {
				return
			}
			if message, next := mismatch(k.Text(), v, is); message != "" {
				if !s.detection.HasDeclared {
					message += " The schema declares no dialect, so it is read as 2020-12."
				}
				p.report(s.pointer(n, k.Text()), message, next)
			}
		}
	}
}

// mismatch says what is wrong with a keyword in a dialect.
func mismatch(name string, v jsondoc.Node, is dialect.Dialect) (message, next string) {
	kw, known := keywords[name]
	switch {
	case !known || name == "id" || name == "$id":
		return "", ""
	case name == "items" && v.Kind() == jsondoc.Array && is >= dialect.Draft2020:
		return "A list of items is how dialects up to 2019-09 write a tuple; 2020-12 refuses it.",
			"Write prefixItems for the list, and items for what follows it."
	case is > kw.until:
		next = "Write " + replaced[name] + "."
		if replaced[name] == "" {
			next = ""
		}
		return fmt.Sprintf("%s is a keyword of dialects up to %s; %s does not know it.", name, kw.until, is), next
	case is < kw.since && kw.affects():
		return fmt.Sprintf("%s is a keyword since %s; %s ignores it.", name, kw.since, is), ""
	}
	return "", ""
}

// affects reports whether a keyword changes which values are accepted. To use a
// later annotation in an older dialect harms nobody.
func (k keyword) affects() bool { return k.asserts }

// compiled is what the validator says against a schema in its declared dialect,
// or in 2020-12; nil where it says nothing.
func (s *schema) compiled() *validate.CompileError {
	if !s.tried {
		s.tried, s.fault = true, s.compile()
	}
	return s.fault
}

func (s *schema) compile() *validate.CompileError {
	d := dialect.Draft2020
	if s.detection.HasDeclared {
		if !s.detection.Known {
			return nil // said by lint/dialect-mismatch
		}
		d = s.used
	}
	if s.plain(d) {
		return nil
	}
	_, err := validate.Compile(s.doc, d)
	var ce *validate.CompileError
	if errors.As(err, &ce) {
		return ce
	}
	return nil
}

func dialectValid(p *pass, s *schema) {
	ce := s.compiled()
	if ce == nil || ce.Kind != validate.InvalidSchema {
		return
	}
	if v := p.opt.ProtocolVersion; v != "" && v < "2025-11-25" && s.detection.Guessed {
		return // no dialect was the default then, and in the one it looks like it may compile
	}
	p.report(s.at+ce.Pointer, fmt.Sprintf("The schema does not compile: %s.", trimStop(ce.Message)), ce.Next)
	for _, also := range ce.Also {
		p.report(s.at+also.Pointer, fmt.Sprintf("The schema does not compile: %s.", trimStop(also.Message)), also.Next)
	}
}

func notChecked(p *pass, s *schema) {
	ce := s.compiled()
	if ce == nil {
		return
	}
	switch ce.Kind {
	case validate.TooLarge, validate.TooSlow, validate.Failed:
		p.report(s.at+ce.Pointer, fmt.Sprintf("The schema cannot be checked: %s.", trimStop(ce.Message)), ce.Next)
	}
}

func trimStop(text string) string {
	if n := len(text); n > 0 && text[n-1] == '.' {
		return text[:n-1]
	}
	return text
}

// beside are keywords that say something only beside others.
var beside = map[string][]string{
	"then": {"if"}, "else": {"if"}, "if": {"then", "else"}, "minContains": {"contains"}, "maxContains": {"contains"},
	"contentSchema": {"contentMediaType"},
}

func keywordNoEffect(p *pass, s *schema, n *node) {
	for k := range n.Members() {
		name := k.Text()
		others := beside[name]
		if name == "additionalItems" && s.used <= dialect.Draft2019 && n.Get("items").Kind() != jsondoc.Array {
			p.report(s.pointer(n, name), fmt.Sprintf("additionalItems of %s has no effect: items is not a list.", s.label(n)))
			continue
		}
		if len(others) == 0 {
			continue
		}
		alone := true
		for _, other := range others {
			alone = alone && !n.Get(other).Exists()
		}
		if alone {
			p.report(s.pointer(n, name), fmt.Sprintf("%s of %s has no effect without %s.", name, s.label(n), orList(others)))
		}
	}
}

func orList(names []string) string {
	text := names[0]
	for _, n := range names[1:] {
		text += " or " + n
	}
	return text
}

// deepExample is a tool with a schema that is nested beyond the validator's bound.
func deepExample() string {
	text := `{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":`
	for range validate.MaxDepth + 1 {
		text += `{"not":`
	}
	text += `{}`
	for range validate.MaxDepth + 1 {
		text += `}`
	}
	return text + `}}}`
}
