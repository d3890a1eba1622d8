package tool

import (
	"strings"
	"testing"

	"mcploupe/inspector/jsondoc"
)

// examples holds, for every breach, a page that has it and one that has not,
// and where it stands. Pages that are not objects are given whole.
var examples = []struct {
	rule    string
	version string
	bad     string // a tool, or a whole page where it starts with "page:"
	at      jsondoc.Pointer
	good    string
}{
	{ruleListResult, "", `page:null`, "", `page:{"tools":[]}`},
	{ruleListResult, "", `page:[]`, "", `page:{"tools":[]}`},
	{ruleListTools, "", `page:{}`, "/tools", `page:{"tools":[]}`},
	{ruleListTools, "", `page:{"tools":null}`, "/tools", `page:{"tools":[]}`},
	{ruleListTools, "", `page:{"tools":{"a":{"name":"a","inputSchema":{"type":"object"}}}}`, "/tools", `page:{"tools":[]}`},
	{ruleListCursor, "", `page:{"tools":[],"nextCursor":null}`, "/nextCursor", `page:{"tools":[],"nextCursor":""}`},
	{ruleListType, v2026Jul, `page:{"tools":[],"resultType":"done"}`, "/resultType", `page:{"tools":[],"resultType":"complete"}`},
	{ruleListCache, v2026Jul, `page:{"tools":[],"cacheScope":"public"}`, "/ttlMs", `page:{"tools":[],"ttlMs":0,"cacheScope":"public"}`},
	{ruleListCache, v2026Jul, `page:{"tools":[],"ttlMs":-1,"cacheScope":"public"}`, "/ttlMs", `page:{"tools":[],"ttlMs":5,"cacheScope":"private"}`},
	{ruleListCache, v2026Jul, `page:{"tools":[],"ttlMs":0,"cacheScope":"shared"}`, "/cacheScope", `page:{"tools":[],"ttlMs":0,"cacheScope":"private"}`},
	{ruleNotObject, "", `null`, "", `{"name":"a","inputSchema":{"type":"object"}}`},
	{ruleNotObject, "", `7`, "", `{"name":"a","inputSchema":{"type":"object"}}`},
	{ruleNameMissing, "", `{"inputSchema":{"type":"object"}}`, "/name", `{"name":"a","inputSchema":{"type":"object"}}`},
	{ruleNameMissing, "", `{"name":null,"inputSchema":{"type":"object"}}`, "/name", `{"name":"null","inputSchema":{"type":"object"}}`},
	{ruleNameEmpty, "", `{"name":"","inputSchema":{"type":"object"}}`, "/name", `{"name":"-","inputSchema":{"type":"object"}}`},
	{ruleNameFormat, "", `{"name":"get weather!","inputSchema":{"type":"object"}}`, "/name", `{"name":"a.b-C_9","inputSchema":{"type":"object"}}`},
	{ruleNameFormat, v2025Nov, `{"name":"a/b","inputSchema":{"type":"object"}}`, "/name", `{"name":"a.b","inputSchema":{"type":"object"}}`},
	{ruleNameFormat, v2025Nov, `{"name":"` + strings.Repeat("n", 129) + `","inputSchema":{"type":"object"}}`, "/name", `{"name":"` + strings.Repeat("n", 128) + `","inputSchema":{"type":"object"}}`},
	{ruleNameTwice, "", `page:{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"a","inputSchema":{"type":"object"}}]}`, "/name", `page:{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"A","inputSchema":{"type":"object"}}]}`},
	{ruleFieldType, "", `{"name":"a","description":null,"inputSchema":{"type":"object"}}`, "/description", `{"name":"a","description":"","inputSchema":{"type":"object"}}`},
	{ruleFieldType, "", `{"name":"a","title":1,"inputSchema":{"type":"object"}}`, "/title", `{"name":"a","title":"1","inputSchema":{"type":"object"}}`},
	{ruleFieldType, "", `{"name":"a","_meta":[],"inputSchema":{"type":"object"}}`, "/_meta", `{"name":"a","_meta":{},"inputSchema":{"type":"object"}}`},
	{ruleFieldTypo, "", `{"name":"a","input_schema":{"type":"object"}}`, "/input_schema", `{"name":"a","x-mine":{"type":"object"}}`},
	{ruleFieldTypo, "", `{"name":"a","inputSchema":{"type":"object"},"Annotations":{}}`, "/Annotations", `{"name":"a","inputSchema":{"type":"object"},"annotations":{},"Annotations":{}}`},
	{ruleInputRoot, "", `{"name":"a"}`, "/inputSchema", `{"name":"a","inputSchema":{"type":"object"}}`},
	{ruleInputRoot, "", `{"name":"a","inputSchema":null}`, "/inputSchema", `{"name":"a","inputSchema":{"type":"object","properties":{}}}`},
	{ruleInputRoot, "", `{"name":"a","inputSchema":true}`, "/inputSchema", `{"name":"a","inputSchema":{"type":"object"}}`},
	{ruleInputRoot, "", `{"name":"a","inputSchema":"{\"type\":\"object\"}"}`, "/inputSchema", `{"name":"a","inputSchema":{"type":"object"}}`},
	{ruleInputRoot, "", `{"name":"a","inputSchema":[]}`, "/inputSchema", `{"name":"a","inputSchema":{"type":"object"}}`},
	{ruleInputRoot, v2026Jul, `{"name":"a","inputSchema":{}}`, "/inputSchema/type", `{"name":"a","inputSchema":{"type":"object"}}`},
	{ruleInputRoot, "", `{"name":"a","inputSchema":{"type":["object","null"]}}`, "/inputSchema/type", `{"name":"a","inputSchema":{"type":"object"}}`},
	{ruleInputRoot, "", `{"name":"a","inputSchema":{"type":"string"}}`, "/inputSchema/type", `{"name":"a","inputSchema":{"type":"object"}}`},
	{ruleOutputRoot, "", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":null}`, "/outputSchema", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}`},
	{ruleOutputRoot, v2026Jul, `{"name":"a","inputSchema":{"type":"object"},"outputSchema":true}`, "/outputSchema", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}`},
	{ruleOutputRoot, v2025Nov, `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}`, "/outputSchema/type", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}`},
	{ruleBoolProperty, v2025Nov, `{"name":"a","inputSchema":{"type":"object","properties":{"a/b":true}}}`, "/inputSchema/properties/a~1b", `{"name":"a","inputSchema":{"type":"object","properties":{"a/b":{}}}}`},
	{ruleBoolProperty, "", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"x":false}}}`, "/outputSchema/properties/x", `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"x":{}}}}`},
	{ruleNotSchema, "", `{"name":"a","inputSchema":{"type":"object","properties":[]}}`, "/inputSchema/properties", `{"name":"a","inputSchema":{"type":"object","properties":{}}}`},
	{ruleNotSchema, "", `{"name":"a","inputSchema":{"type":"object","properties":{"type":"object"}}}`, "/inputSchema/properties/type", `{"name":"a","inputSchema":{"type":"object","properties":{"type":{}}}}`},
	{ruleRequired, "", `{"name":"a","inputSchema":{"type":"object","required":null}}`, "/inputSchema/required", `{"name":"a","inputSchema":{"type":"object","required":[]}}`},
	{ruleRequired, "", `{"name":"a","inputSchema":{"type":"object","required":[1]}}`, "/inputSchema/required", `{"name":"a","inputSchema":{"type":"object","required":["1"]}}`},
	{ruleHint, "", `{"name":"a","inputSchema":{"type":"object"},"annotations":null}`, "/annotations", `{"name":"a","inputSchema":{"type":"object"},"annotations":{}}`},
	{ruleHint, "", `{"name":"a","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"true"}}`, "/annotations/readOnlyHint", `{"name":"a","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`},
	{ruleHint, "", `{"name":"a","inputSchema":{"type":"object"},"annotations":{"title":5}}`, "/annotations/title", `{"name":"a","inputSchema":{"type":"object"},"annotations":{"title":"5"}}`},
	{ruleIcon, "", `{"name":"a","inputSchema":{"type":"object"},"icons":"x"}`, "/icons", `{"name":"a","inputSchema":{"type":"object"},"icons":[]}`},
	{ruleIcon, "", `{"name":"a","inputSchema":{"type":"object"},"icons":[{}]}`, "/icons/0/src", `{"name":"a","inputSchema":{"type":"object"},"icons":[{"src":"https://x.test/i.png"}]}`},
	{ruleIcon, "", `{"name":"a","inputSchema":{"type":"object"},"icons":[null]}`, "/icons/0", `{"name":"a","inputSchema":{"type":"object"},"icons":[{"src":"DATA:image/png;base64,AA=="}]}`},
	{ruleIconAddress, "", `{"name":"a","inputSchema":{"type":"object"},"icons":[{"src":"javascript:alert(1)"}]}`, "/icons/0/src", `{"name":"a","inputSchema":{"type":"object"},"icons":[{"src":"https://x.test/i.png"}]}`},
	{ruleTaskSupport, "", `{"name":"a","inputSchema":{"type":"object"},"execution":{"taskSupport":true}}`, "/execution/taskSupport", `{"name":"a","inputSchema":{"type":"object"},"execution":{"taskSupport":"forbidden"}}`},
}

func TestBreachExamples(t *testing.T) {
	for _, ex := range examples {
		t.Run(ex.rule+" "+ex.bad, func(t *testing.T) {
			got := findAll(ex.bad, ex.version, ex.rule)
			if len(got) == 0 {
				t.Fatalf("%s does not trip", ex.bad)
			}
			f := got[0]
			if f.Pointer != ex.at {
				t.Errorf("pointer = %q, want %q", f.Pointer, ex.at)
			}
			if f.Message == "" || f.Next == "" || f.Evidence == "" || !f.Level.Valid() {
				t.Errorf("incomplete finding: %+v", f)
			}
			if again := findAll(ex.good, ex.version, ex.rule); len(again) > 0 {
				t.Errorf("%s trips: %+v", ex.good, again)
			}
		})
	}
}

// TestBreachesComplete fails for a rule without an example, and for an example
// of no rule. Two rules need a whole file, see TestOpen.
func TestBreachesComplete(t *testing.T) {
	shown := map[string]bool{ruleListError: true, ruleListLine: true}
	for _, ex := range examples {
		shown[ex.rule] = true
	}
	for _, b := range Breaches() {
		if !shown[b.Rule] {
			t.Errorf("%s has no example", b.Rule)
		}
		delete(shown, b.Rule)
		if b.Doc == "" || b.Next == "" || !strings.HasPrefix(b.Evidence, "https://") || !b.Level.Valid() {
			t.Errorf("incomplete rule: %+v", b)
		}
	}
	for rule := range shown {
		t.Errorf("%s is no rule", rule)
	}
}

// TestBreachByVersion checks that a breach of one version is none of another.
func TestBreachByVersion(t *testing.T) {
	const output = `{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"array"}}`
	const boolean = `{"name":"a","inputSchema":{"type":"object","properties":{"x":true}}}`
	const name = `{"name":"a b","inputSchema":{"type":"object"}}`
	for _, c := range []struct {
		rule, tool, version string
		want                int
	}{
		{ruleOutputRoot, output, "2025-06-18", 1},
		{ruleOutputRoot, output, "2026-07-28", 0},
		{ruleOutputRoot, output, "", 1},
		{ruleBoolProperty, boolean, "2024-11-05", 1},
		{ruleBoolProperty, boolean, "2026-07-28", 0},
		{ruleNameFormat, name, "2025-06-18", 0},
		{ruleNameFormat, name, "2025-11-25", 1},
		{ruleListCache, `page:{"tools":[]}`, "2025-11-25", 0},
		{ruleListCache, `page:{"tools":[]}`, "2026-07-28", 2},
	} {
		if got := findAll(c.tool, c.version, c.rule); len(got) != c.want {
			t.Errorf("%s in %q: %d findings, want %d", c.rule, c.version, len(got), c.want)
		}
	}
}

// findAll reads a tool or a page and gives the findings of one rule.
func findAll(text, version, rule string) []Finding {
	page, ok := strings.CutPrefix(text, "page:")
	if !ok {
		page = `{"tools":[` + text + `]}`
	}
	s := Read([][]byte{[]byte(page)}, version)
	all := s.Findings
	for _, t := range s.Tools {
		all = append(all, t.Findings...)
	}
	var found []Finding
	for _, f := range all {
		if f.Rule == rule {
			found = append(found, f)
		}
	}
	return found
}
