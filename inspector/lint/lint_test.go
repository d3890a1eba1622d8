package lint

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// open reads an example: a tool, or an array of tools.
func open(t testing.TB, text string) []*tool.Tool {
	t.Helper()
	s, err := tool.Open("example", []byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s.Tools
}

// findings gives everything that is found in the tools of an example, by the
// reader of the list and by the rules.
func findings(t testing.TB, text string) []tool.Finding {
	t.Helper()
	tools := open(t, text)
	var out []tool.Finding
	lists := List(context.Background(), tools, Options{})
	for i, tl := range tools {
		out = append(out, tl.Findings...)
		out = append(out, Run(context.Background(), tl, Options{})...)
		out = append(out, lists[i]...)
	}
	return out
}

func of(rule string, list []tool.Finding) []tool.Finding {
	var out []tool.Finding
	for _, f := range list {
		if f.Rule == rule {
			out = append(out, f)
		}
	}
	return out
}

// TestExamples: every rule is tripped by its example and not by the mended one,
// and says all that a reader needs.
func TestExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		t.Run(r.Name, func(t *testing.T) {
			if seen[r.Name] {
				t.Error("the name stands twice")
			}
			seen[r.Name] = true
			if !r.Level.Valid() || len(r.Doc) < 40 || r.Next == "" || r.Evidence == "" || r.Bad == "" || r.Good == "" {
				t.Errorf("incomplete: %+v", r)
			}
			checks := 0
			for _, set := range []bool{r.onTool != nil, r.onSchema != nil, r.onNode != nil, r.onList != nil} {
				if set {
					checks++
				}
			}
			if checks != 1 {
				t.Errorf("%d checks", checks)
			}
			bad := of(r.Name, findings(t, r.Bad))
			if len(bad) == 0 {
				t.Fatal("the example does not trip it")
			}
			for _, f := range bad {
				if f.Message == "" || f.Next == "" || f.Evidence == "" || !f.Level.Valid() || !strings.HasSuffix(f.Message, ".") {
					t.Errorf("incomplete finding: %+v", f)
				}
			}
			if good := of(r.Name, findings(t, r.Good)); len(good) > 0 {
				t.Errorf("the mended example trips it: %+v", good)
			}
		})
	}
}

// TestGoodIsGood: no mended example has a finding that would fail a check.
func TestGoodIsGood(t *testing.T) {
	for _, r := range Rules() {
		for _, f := range findings(t, r.Good) {
			if f.Level.Rank() <= tool.LevelCall.Rank() {
				t.Errorf("%s: the mended example has %s at %s: %s", r.Name, f.Rule, f.Pointer, f.Message)
			}
		}
	}
}

// schemaCase is one input schema and what a rule says of it.
type schemaCase struct {
	rule   string
	schema string            // of the root's properties where it begins with a quote, else whole
	want   []jsondoc.Pointer // into inputSchema, in order of the findings
}

func (c schemaCase) tool() string {
	if strings.HasPrefix(c.schema, `"`) {
		return fmt.Sprintf(`{"name":"t","description":"d","inputSchema":{"type":"object","properties":{%s}}}`, c.schema)
	}
	return fmt.Sprintf(`{"name":"t","description":"d","inputSchema":%s}`, c.schema)
}

// check compares the places at which a rule finds something.
func check(t *testing.T, cases []schemaCase) {
	t.Helper()
	for _, c := range cases {
		var got []jsondoc.Pointer
		for _, f := range of(c.rule, findings(t, c.tool())) {
			got = append(got, jsondoc.Pointer(strings.TrimPrefix(string(f.Pointer), "/inputSchema")))
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s in %s:\n got %v\nwant %v", c.rule, c.schema, got, c.want)
		}
	}
}

type pp = []jsondoc.Pointer

func TestValues(t *testing.T) {
	const rule = "lint/default-invalid"
	check(t, []schemaCase{
		{rule, `"a":{"type":"string","default":null}`, pp{"/properties/a/default"}},
		{rule, `"a":{"type":"string","default":""}`, nil},
		{rule, `"a":{"type":["string","null"],"default":null}`, nil},
		{rule, `"a":{"default":null}`, nil},
		{rule, `"a":{"type":"integer","default":1.0}`, nil},
		{rule, `"a":{"type":"integer","default":1.5}`, pp{"/properties/a/default"}},
		{rule, `"a":{"type":"integer","minimum":1,"default":0}`, pp{"/properties/a/default"}},
		{rule, `"a":{"type":"integer","exclusiveMaximum":5,"default":5}`, pp{"/properties/a/default"}},
		{rule, `"a":{"type":"number","maximum":1e400,"default":1e399}`, nil},
		{rule, `"a":{"type":"string","maxLength":2,"default":"äöü"}`, pp{"/properties/a/default"}},
		{rule, `"a":{"type":"string","maxLength":3,"default":"äöü"}`, nil},
		{rule, `"a":{"type":"string","pattern":"^x$","default":"y"}`, pp{"/properties/a/default"}},
		{rule, `"a":{"type":"string","enum":["x"],"default":"y"}`, pp{"/properties/a/default"}},
		{rule, `"a":{"enum":[1,[2],{"b":1.0}],"default":{"b":1}}`, nil},
		{rule, `"a":{"type":"array","items":{"type":"string"},"default":[]}`, nil},
		{rule, `"a":{"type":"array","items":{"type":"string"},"default":["x",1]}`, pp{"/properties/a/default"}},
		{rule, `"a":{"type":"array","minItems":1,"default":[]}`, pp{"/properties/a/default"}},
		{rule, `"a":{"type":"object","properties":{"b":{"type":"string"}},"required":["b"],"default":{}}`, pp{"/properties/a/default"}},
		{rule, `"a":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}`, nil},
		{rule, `"a":{"anyOf":[{"type":"string"},{"type":"integer"}],"default":null}`, pp{"/properties/a/default"}},
		{rule, `{"type":"object","properties":{"a":{"$ref":"#/$defs/A","default":null}},"$defs":{"A":{"type":"string"}}}`, pp{"/properties/a/default"}},
		{rule, `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"$ref":"#/definitions/A","default":null}},"definitions":{"A":{"type":"string"}}}`, pp{"/properties/a/default"}},
		{rule, `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"$ref":"#/definitions/A","type":"integer","default":"x"}},"definitions":{"A":{"type":"string"}}}`, nil},
		{rule, `{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://x.test/s","type":"object","properties":{"a":{"type":"integer","minimum":1,"exclusiveMinimum":true,"default":1}}}`, pp{"/properties/a/default"}},
		{rule, `{"$id":"https://x.test/s.json","type":"object","properties":{"a":{"allOf":[{"$ref":"https://x.test/s.json#/$defs/A"}],"default":1}},"$defs":{"A":{"type":"string"}}}`, pp{"/properties/a/default"}},
		{rule, `"a":{"type":"object","properties":{"b c/d~%":{"anyOf":[{"type":"string","default":1}],"default":2}}}`, pp{"/properties/a/properties/b c~1d~0%/anyOf/0/default", "/properties/a/properties/b c~1d~0%/default"}},
		// A schema that does not compile still has its plain contradictions.
		{rule, `"a":{"type":"string","default":null},"b":{"$ref":"#/nowhere"}`, pp{"/properties/a/default"}},
		{rule, `{"type":"object","properties":{"default":{"type":"string"}},"default":{"default":1}}`, pp{"/default"}},
		{"lint/examples-invalid", `"a":{"type":"integer","examples":[1,"2",3.5]}`, pp{"/properties/a/examples/1", "/properties/a/examples/2"}},
		{"lint/enum-type-mismatch", `"a":{"type":"null","enum":["A","B",null]}`, pp{"/properties/a/enum/0", "/properties/a/enum/1"}},
		{"lint/enum-type-mismatch", `"a":{"type":"string","pattern":"^a","enum":["ab","b"]}`, pp{"/properties/a/enum/1"}},
		{"lint/const-type-mismatch", `"a":{"type":"string","maxLength":1,"const":"ab"}`, pp{"/properties/a/const"}},
		{"lint/enum-duplicate", `"a":{"enum":[1,"1",1.0,{"a":[]},{"a":[]},null]}`, pp{"/properties/a/enum/2", "/properties/a/enum/4"}},
	})
}

// TestManyRefused checks that a value with many problems hides no other.
func TestManyRefused(t *testing.T) {
	long := strings.TrimSuffix(strings.Repeat("1,", 300), ",")
	props := `"x":{"type":"array","items":{"type":"string"},"default":[` + long + `]}`
	for i := range 120 {
		props += fmt.Sprintf(`,"p%d":{"type":"array","items":{"type":"string"},"default":[%d]}`, i, i)
	}
	c := schemaCase{schema: props}
	found := of("lint/default-invalid", findings(t, c.tool()))
	if len(found) != maxPlaces {
		t.Fatalf("%d findings", len(found))
	}
	cut := 0
	for _, f := range found {
		if strings.Contains(f.Message, "Only the first 50 places are listed.") {
			cut++
		}
	}
	if cut != 1 {
		t.Errorf("%d findings say that the list is cut", cut)
	}
}

func TestNullDefaultAdvice(t *testing.T) {
	const python = "`title: str | None = None`"
	for schema, want := range map[string]string{
		`"title":{"type":"string","title":"Title","default":null}`:  "In Python write " + python + "; `title: str = None` publishes this contradiction.",
		`"title":{"type":"string","default":null}`:                  "In Python that is " + python,
		`"my title":{"type":"string","default":null}`:               "Allow null in the schema",
		`"title":{"type":"boolean","title":"Title","default":null}`: "`title: bool | None = None`",
	} {
		f := of("lint/default-invalid", findings(t, schemaCase{schema: schema}.tool()))
		if len(f) != 1 || !strings.Contains(f[0].Next, want) {
			t.Errorf("%s: %+v", schema, f)
		}
	}
}

// TestCancelled: nothing is looked at when nobody waits any more.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := Run(ctx, open(t, schemaCase{schema: `"a":{"type":"string","default":null}`}.tool())[0], Options{}); len(got) > 0 {
		t.Errorf("found %+v", got)
	}
}

func TestOnly(t *testing.T) {
	tl := open(t, schemaCase{schema: `"a":{"type":"string","default":null}`}.tool())[0]
	if got := Run(context.Background(), tl, Options{Only: []string{"lint/untyped"}}); len(got) > 0 {
		t.Errorf("found %+v", got)
	}
}
