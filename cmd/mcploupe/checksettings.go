package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tailscale/hujson"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// settingsName is the settings file that check reads in the working folder.
const settingsName = ".mcploupe.json"

// settings are what a settings file says. The zero settings say nothing.
type settings struct {
	targets  *string // as --target takes it; nil where the file is silent
	limit    tool.Level
	possible bool
	baseline string
	ignore   []ignoredRule
}

// ignoredRule is a rule whose findings are left out, with the reason why.
type ignoredRule struct {
	rule   string // a name, or a family: "lint/*"
	tool   string // only of this tool, where it is given
	reason string
	count  int // how many findings were left out
}

func (i *ignoredRule) matches(rule, tool string) bool {
	return ruleMatches(i.rule, rule) && (i.tool == "" || i.tool == tool)
}

// ruleMatches reports whether a name or a family ("lint/*") means a rule.
func ruleMatches(pattern, rule string) bool {
	if family, ok := strings.CutSuffix(pattern, "*"); ok && strings.HasSuffix(family, "/") {
		return strings.HasPrefix(rule, family)
	}
	return pattern == rule
}

// options puts flags and settings together; a flag that was given wins.
func (f *checkFlags) options() (checkOptions, error) {
	opt := checkOptions{possible: f.possible, baseline: f.baseline, writeBaseline: f.write}
	catalog, err := profile.Load()
	if err != nil {
		return opt, fmt.Errorf("read the rules about clients: %w", err)
	}
	opt.catalog = catalog
	if opt.limit, err = parseLimit(f.failOn); err != nil {
		return opt, fmt.Errorf("--fail-on: %w", err)
	}
	set, err := f.readSettings(catalog)
	if err != nil {
		return opt, err
	}
	opt.ignore = set.ignore
	if set.limit != "" && !f.changed("fail-on") {
		opt.limit = set.limit
	}
	opt.possible = opt.possible || set.possible && !f.changed("fail-on-possible")
	if opt.baseline == "" {
		opt.baseline = set.baseline
	}
	if opt.baseline == "" && opt.writeBaseline {
		opt.baseline = defaultBaseline
	}
	target := f.target
	if set.targets != nil && !f.changed("target") {
		target = *set.targets
	}
	if opt.targets, err = parseTargets(catalog, target); err != nil {
		return opt, fmt.Errorf("--target: %w", err)
	}
	return opt, nil
}

// parseTargets reads a list of targets, or none.
func parseTargets(catalog *profile.Catalog, list string) ([]profile.Target, error) {
	if strings.TrimSpace(list) == "none" {
		return nil, nil
	}
	return catalog.ParseTargets(list)
}

// readSettings reads the settings file that was named, or the one in the working
// folder where there is one.
func (f *checkFlags) readSettings(catalog *profile.Catalog) (settings, error) {
	path := f.settings
	if path == "" {
		path = settingsName
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) && f.settings == "" {
		return settings{}, nil
	}
	if err != nil {
		return settings{}, fmt.Errorf("read the settings: %w", err)
	}
	return parseSettings(path, text, catalog)
}

// parseSettings reads a settings file, which may have comments and trailing
// commas. The error names every mistake with its line and key.
func parseSettings(path string, text []byte, catalog *profile.Catalog) (settings, error) {
	p := &settingsParser{path: path, catalog: catalog}
	plain, err := hujson.Standardize(bytes.Clone(text)) // keeps every offset
	if err != nil {
		return settings{}, fmt.Errorf("%s: %w", path, err)
	}
	doc, err := jsondoc.Parse(plain)
	if err != nil {
		return settings{}, fmt.Errorf("%s: %w", path, err)
	}
	p.text = plain
	root := doc.Root()
	if root.Kind() != jsondoc.Object {
		p.wrong(root, "", "the settings are an object, not %s", article(root))
	} else {
		p.members(root, "", p.rootKeys())
	}
	if p.set.baseline != "" && !filepath.IsAbs(p.set.baseline) {
		p.set.baseline = filepath.Join(filepath.Dir(path), p.set.baseline)
	}
	return p.set, errors.Join(p.mistakes...)
}

// settingsParser collects the settings and the mistakes of one file.
type settingsParser struct {
	path     string
	text     []byte
	catalog  *profile.Catalog
	set      settings
	mistakes []error
}

// settingKey is one key that an object may have.
type settingKey struct {
	name string
	read func(n jsondoc.Node, key string)
}

func (p *settingsParser) rootKeys() []settingKey {
	return []settingKey{
		{"$schema", func(jsondoc.Node, string) {}},
		{"targets", p.targets},
		{"fail-on", p.failOn},
		{"fail-on-possible", func(n jsondoc.Node, key string) {
			if n.Kind() != jsondoc.Bool {
				p.wrong(n, key, "it is true or false, not %s", article(n))
			}
			p.set.possible = n.IsTrue()
		}},
		{"baseline", func(n jsondoc.Node, key string) { p.set.baseline = p.str(n, key) }},
		{"ignore", p.ignore},
	}
}

// members reads an object by its table of keys. An unknown or repeated key is a
// mistake.
func (p *settingsParser) members(n jsondoc.Node, at string, keys []settingKey) {
	seen := map[string]bool{}
	for name, value := range n.Members() {
		key := name.Text()
		full := strings.TrimPrefix(at+"."+key, ".")
		known := false
		for _, k := range keys {
			if k.name == key {
				known = true
				k.read(value, full)
			}
		}
		if !known {
			p.wrong(name, full, "there is no such key; there are %s", keyNames(keys))
		}
		if seen[key] {
			p.wrong(name, full, "the key stands twice")
		}
		seen[key] = true
	}
}

func keyNames(keys []settingKey) string {
	var names []string
	for _, k := range keys {
		if !strings.HasPrefix(k.name, "$") {
			names = append(names, k.name)
		}
	}
	return strings.Join(names, ", ")
}

func (p *settingsParser) wrong(n jsondoc.Node, key, format string, args ...any) {
	line, column := jsondoc.LineColumn(p.text, n.Start())
	place := fmt.Sprintf("%s:%d:%d: ", p.path, line, column)
	if key != "" {
		place += key + ": "
	}
	p.mistakes = append(p.mistakes, fmt.Errorf("%s%w", place, fmt.Errorf(format, args...)))
}

// article is a value's kind in a sentence.
func article(n jsondoc.Node) string {
	switch k := n.Kind(); k {
	case jsondoc.Null:
		return "null"
	case jsondoc.Array, jsondoc.Object:
		return "an " + k.String()
	default:
		return "a " + k.String()
	}
}

// str reads a string that says something.
func (p *settingsParser) str(n jsondoc.Node, key string) string {
	if n.Kind() != jsondoc.String {
		p.wrong(n, key, "it is a string, not %s", article(n))
		return ""
	}
	if strings.TrimSpace(n.Text()) == "" {
		p.wrong(n, key, "it is empty")
	}
	return n.Text()
}

func (p *settingsParser) targets(n jsondoc.Node, key string) {
	if n.Kind() != jsondoc.Array {
		p.wrong(n, key, "it is an array of names, not %s", article(n))
		return
	}
	var names []string
	for i, elem := range n.Elems() {
		at := fmt.Sprintf("%s[%d]", key, i)
		name := p.str(elem, at)
		if name == "" {
			continue
		}
		if _, err := parseTargets(p.catalog, name); err != nil {
			p.wrong(elem, at, "%w", err)
		}
		names = append(names, name)
	}
	list := strings.Join(names, ",")
	p.set.targets = &list
}

func (p *settingsParser) failOn(n jsondoc.Node, key string) {
	text := p.str(n, key)
	if text == "" {
		return
	}
	limit, err := parseLimit(text)
	if err != nil {
		p.wrong(n, key, "%w", err)
	}
	p.set.limit = limit
}

func (p *settingsParser) ignore(n jsondoc.Node, key string) {
	if n.Kind() != jsondoc.Array {
		p.wrong(n, key, "it is an array of objects, not %s", article(n))
		return
	}
	for i, elem := range n.Elems() {
		at := fmt.Sprintf("%s[%d]", key, i)
		if elem.Kind() != jsondoc.Object {
			p.wrong(elem, at, "it is an object with rule and reason, not %s", article(elem))
			continue
		}
		var one ignoredRule
		p.members(elem, at, []settingKey{
			{"rule", func(n jsondoc.Node, key string) {
				one.rule = p.str(n, key)
				if one.rule != "" && !p.knownRule(one.rule) {
					p.wrong(n, key, "there is no rule %q%s", one.rule, didYouMean(one.rule, ruleNames(p.catalog)))
				}
			}},
			{"tool", func(n jsondoc.Node, key string) { one.tool = p.str(n, key) }},
			{"reason", func(n jsondoc.Node, key string) { one.reason = p.str(n, key) }},
		})
		for _, needed := range []string{"rule", "reason"} {
			if !elem.Get(needed).Exists() {
				p.wrong(elem, at, "%s is missing", needed)
			}
		}
		p.set.ignore = append(p.set.ignore, one)
	}
}

func (p *settingsParser) knownRule(pattern string) bool {
	for _, name := range ruleNames(p.catalog) {
		if ruleMatches(pattern, name) {
			return true
		}
	}
	return false
}
