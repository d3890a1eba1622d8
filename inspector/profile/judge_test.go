package profile

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

func readTool(t testing.TB, raw string) *Example {
	t.Helper()
	e, err := ReadExample([]byte(raw))
	if err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return e
}

func targets(t testing.TB, c *Catalog, list string) []Target {
	t.Helper()
	targets, err := c.ParseTargets(list)
	if err != nil {
		t.Fatal(err)
	}
	return targets
}

func judge(t testing.TB, c *Catalog, raw, list string) []Verdict {
	t.Helper()
	e := readTool(t, raw)
	verdicts, err := c.Judge(context.Background(), e.List, e.Tool, targets(t, c, list))
	if err != nil {
		t.Fatal(err)
	}
	return verdicts
}

// Founding story one: an output schema of draft-07 is refused only by clients
// that carry a pre-release of TypeScript SDK 2.0.
func TestDraft07Output(t *testing.T) {
	c := catalog(t)
	const raw = `{"name":"read","description":"d","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{}},
		"outputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}}`
	for target, want := range map[string]struct {
		state State
		level tool.Level
	}{
		"claude-desktop":         {Affected, tool.LevelTool},
		"claude-code":            {Affected, tool.LevelTool},
		"claude-cowork":          {Affected, tool.LevelTool},
		"cursor":                 {Fine, ""},
		"gemini-cli":             {Fine, ""},
		"vscode":                 {Fine, ""},
		"py-client":              {Fine, ""},
		"ts-client@2.0.0-beta.5": {Affected, tool.LevelTool},
		"ts-client@2.0.0":        {Fine, ""},
		"ts-client@2.4.0":        {Fine, ""},
		"ts-client":              {Depends, tool.LevelTool},
	} {
		v := judge(t, c, raw, target)[0]
		level := v.Level
		if v.State == Depends {
			level = v.Possible
		}
		if strings.HasPrefix(target, "ts-client@2.") || target == "ts-client" {
			v, level = without(c, v, "ts-client/edge-no-codegen")
		}
		if v.State != want.state || level != want.level {
			t.Errorf("%s: %s %s, expected %s %s; %v", target, v.State, level, want.state, want.level, ids(v))
		}
		for _, f := range v.Findings {
			if f.Pointer != "/outputSchema/$schema" && want.state != Fine {
				t.Errorf("%s: %s at %s", target, f.Rule, f.Pointer)
			}
			if f.Rule == "ts-client/dialect-2020-only" && !strings.Contains(f.Message+f.Caveat(), "2.0") {
				t.Errorf("%s: no version is named: %s %s", target, f.Message, f.Caveat())
			}
		}
	}
}

// without drops the findings of a rule from a verdict.
func without(c *Catalog, v Verdict, rule string) (Verdict, tool.Level) {
	var list []Finding
	for _, f := range v.Findings {
		if f.Rule != rule {
			list = append(list, f)
		}
	}
	v.Findings = list
	p, _ := c.Profile(v.Profile)
	v.settle(p)
	if v.Level != "" {
		return v, v.Level
	}
	return v, v.Possible
}

func ids(v Verdict) []string {
	var list []string
	for _, f := range v.Findings {
		list = append(list, f.Rule)
	}
	return list
}

// A condition that is open makes a verdict depend; one that is known decides it.
func TestConditionsDecide(t *testing.T) {
	c := catalog(t)
	const raw = `{"name":"find","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":["string","null"],"description":"d"}},"required":["a"]}}`
	for target, want := range map[string]State{
		"gemini":                      Depends,
		"gemini+gemini-parameters":    Affected,
		"gemini+no-gemini-parameters": Fine,
		"gemini-parameters":           Affected,
		"mistral":                     Fine,
	} {
		v := judge(t, c, raw, target)[0]
		if v.State != want {
			t.Errorf("%s: %s, expected %s: %v", target, v.State, want, ids(v))
		}
		if v.State == Depends && (v.Level != "" || v.Possible != tool.LevelSession || v.Findings[0].When == "" || v.Findings[0].Holds()) {
			t.Errorf("%s: %+v", target, v)
		}
	}
}

// Verdicts come the worst first, and what is certain before what is possible.
func TestWorstFirst(t *testing.T) {
	c := catalog(t)
	const raw = `{"name":"find","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"array"}}}}`
	verdicts := judge(t, c, raw, "all")
	for i := 1; i < len(verdicts); i++ {
		a, b := verdicts[i-1], verdicts[i]
		if rankOf(a.Level) > rankOf(b.Level) || rankOf(a.Level) == rankOf(b.Level) && rankOf(a.Possible) > rankOf(b.Possible) {
			t.Errorf("%s (%s, %s) before %s (%s, %s)", a.Profile, a.Level, a.Possible, b.Profile, b.Level, b.Possible)
		}
	}
	if verdicts[0].Level != tool.LevelSession || verdicts[len(verdicts)-1].Level != "" {
		t.Errorf("from %q to %q", verdicts[0].Level, verdicts[len(verdicts)-1].Level)
	}
	for _, v := range verdicts {
		for i := 1; i < len(v.Findings); i++ {
			a, b := v.Findings[i-1], v.Findings[i]
			if a.Holds() == b.Holds() && a.Level.Rank() > b.Level.Rank() || !a.Holds() && b.Holds() {
				t.Errorf("%s: %s before %s", v.Profile, a.Rule, b.Rule)
			}
		}
	}
}

// A verdict claims no better evidence than its findings have, and none where it
// finds nothing.
func TestNeverSurerThanEvidence(t *testing.T) {
	c := catalog(t)
	for _, r := range c.Rules() {
		e := readTool(t, string(r.Trip))
		verdicts, err := c.Judge(context.Background(), e.List, e.Tool, c.AllTargets())
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range verdicts {
			if len(v.Findings) == 0 && (v.Confidence != "" || v.Level != "" || v.Possible != "") {
				t.Errorf("%s claims something of nothing: %+v", v.Profile, v)
			}
			for _, f := range v.Findings {
				if f.Basis.rank() < f.About.Confidence().rank() {
					t.Errorf("%s: %s is %s, its rule is %s", v.Profile, f.Rule, f.Basis, f.About.Confidence())
				}
				if f.Holds() && f.Status != Current && f.Status != Open {
					t.Errorf("%s: %s holds although it is %s", v.Profile, f.Rule, f.Status)
				}
			}
			if v.State == Affected && v.Level == "" || v.State == Depends && (v.Level != "" || v.Possible == "") {
				t.Errorf("%s: %s with %q and %q", v.Profile, v.State, v.Level, v.Possible)
			}
		}
	}
}

// The protocol of the session decides what depends on it.
func TestProtocol(t *testing.T) {
	c := catalog(t)
	page := [][]byte{[]byte(`{"tools":[{"name":"list","description":"d","inputSchema":{"type":"object","properties":{}},"outputSchema":{"type":"array","items":{"type":"string"}}}]}`)}
	for version, want := range map[string]State{"": Affected, "2025-11-25": Affected, "2026-07-28": Fine} {
		s := tool.Read(page, version)
		v, err := c.Judge(context.Background(), s, s.Tools[0], targets(t, c, "spec"))
		if err != nil || v[0].State != want {
			t.Errorf("%q: %s %v, expected %s", version, v[0].State, err, want)
		}
	}
}

// A limit on the joined name is certain where the server's name is known, and
// otherwise depends on it.
func TestServerName(t *testing.T) {
	c := catalog(t)
	name := strings.Repeat("n", 53)
	e := readTool(t, `{"name":"`+name+`","description":"d","inputSchema":{"type":"object","properties":{}}}`)
	for _, one := range []struct {
		profile, server string
		state           State
	}{
		{"cursor", "", Depends}, {"cursor", "git", Fine}, {"cursor", "github", Fine}, {"cursor", "playwright", Affected},
		{"amazon-q", "", Fine}, {"amazon-q", "filesystem", Depends}, // an old report
	} {
		v, err := c.Judge(context.Background(), e.List, e.Tool, []Target{{Profile: one.profile, Server: one.server}})
		if err != nil || v[0].State != one.state {
			t.Errorf("%s with server %q: %s, expected %s (%v)", one.profile, one.server, v[0].State, one.state, err)
		}
	}
	found := judge(t, c, `{"name":"`+name+`","description":"d","inputSchema":{"type":"object","properties":{}}}`, "cursor")[0].Findings
	if len(found) != 1 || !strings.Contains(found[0].When, "7 or more characters") {
		t.Errorf("%+v", found)
	}
}

// One bad tool that costs the others is part of the verdict on the list.
func TestJudgeList(t *testing.T) {
	c := catalog(t)
	s := tool.Read([][]byte{[]byte(`{"tools":[{"name":"a","description":"d","inputSchema":{"type":"object","properties":{}}},
		{"name":"b","description":"d","inputSchema":{"type":"object","properties":[]}}]}`)}, "")
	verdicts, err := c.Survey(s).JudgeList(context.Background(), targets(t, c, "cursor,groq"))
	if err != nil {
		t.Fatal(err)
	}
	v := verdicts[0]
	if v.Profile != "cursor" || v.Level != tool.LevelServer || v.Findings[0].Pointer != "/tools/1/inputSchema/properties" {
		t.Errorf("%+v", v)
	}
	if verdicts[1].State != Fine {
		t.Errorf("groq: %+v", verdicts[1])
	}
	many := readTool(t, `{"repeat":130,"tool":{"name":"a","description":"d","inputSchema":{"type":"object","properties":{}}}}`)
	verdicts, err = c.Survey(many.List).JudgeList(context.Background(), targets(t, c, "openai"))
	if err != nil || verdicts[0].Level != tool.LevelSession || verdicts[0].Findings[0].Rule != "openai/tools-max-128" {
		t.Errorf("%v %+v", err, verdicts)
	}
}

// Whatever stands in a list can be judged: entries that are no tools too.
func TestBrokenTools(t *testing.T) {
	c := catalog(t)
	for _, raw := range []string{`null`, `"tool"`, `[]`, `{}`, `{"name":null}`, `{"inputSchema":[]}`, `{"name":"x","outputSchema":null,"annotations":[]}`} {
		s := tool.Read([][]byte{[]byte(`{"tools":[` + raw + `]}`)}, "")
		if _, err := c.Judge(context.Background(), s, s.Tools[0], c.AllTargets()); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
		if _, err := c.Core(context.Background(), s.Tools[0]); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
	}
}

// A client of which nothing is known gets no good verdict.
func TestUnknown(t *testing.T) {
	v := judge(t, catalog(t), `{"name":"a","description":"d","inputSchema":{"type":"object","properties":{}}}`, "jetbrains")[0]
	if v.State != Unknown || v.Level != "" {
		t.Errorf("%+v", v)
	}
}

// Judging ends with its context, and can be asked again.
func TestContext(t *testing.T) {
	c := catalog(t)
	e := readTool(t, `{"name":"a","inputSchema":{"type":"array"}}`)
	survey := c.Survey(e.List)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := survey.Judge(ctx, e.Tool, c.DefaultTargets()); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if v, err := survey.Judge(context.Background(), e.Tool, c.DefaultTargets()); err != nil || v[0].State != Affected {
		t.Errorf("%v %v", v, err)
	}
}

// Findings are merged by rule and place, and say what they depend on; what holds for
// one client is not put together with what may hold for another.
func TestFindings(t *testing.T) {
	c := catalog(t)
	e := readTool(t, `{"name":"a","description":"d","inputSchema":{"type":"array"},"outputSchema":{"type":"object","$schema":"http://json-schema.org/draft-07/schema#"}}`)
	found, err := c.Survey(e.List).Findings(context.Background(), e.Tool, targets(t, c, "cursor,cline,ts-client,claude-desktop"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]Finding{}
	for i, f := range found {
		key := f.Rule + string(f.Pointer)
		if before, twice := seen[key]; twice && before.Holds() == f.Holds() {
			t.Errorf("%s twice at %s", f.Rule, f.Pointer)
		}
		if _, twice := seen[key]; !twice { // what holds comes first
			seen[key] = f
		}
		if i > 0 && found[i-1].Level.Rank() > f.Level.Rank() {
			t.Errorf("%s before %s", found[i-1].Rule, f.Rule)
		}
	}
	root := seen["ts-client/input-root-object/inputSchema/type"]
	for _, id := range []string{"cursor", "cline", "ts-client", "claude-desktop"} {
		if !strings.Contains(root.Target, id) {
			t.Errorf("targets %q lack %s", root.Target, id)
		}
	}
	if root.Basis != Reproduced || !root.Holds() {
		t.Errorf("%+v", root)
	}
	if f := seen["ts-client/edge-no-codegen/outputSchema"]; !strings.Contains(f.Message, "Only if the host forbids") {
		t.Errorf("%+v", f)
	}
}

// A rule alone finds every place.
func TestMatch(t *testing.T) {
	r, _ := catalog(t).Rule("gemini/array-items")
	e := readTool(t, `{"name":"a","inputSchema":{"type":"object","properties":{"a":{"type":"array"},"b":{"anyOf":[{"type":"array"},{"type":["array","null"]}]},"c~/":{"type":"array","items":{"type":"array"}}}}}`)
	var got []string
	for _, f := range r.Match(e.List, e.Tool) {
		got = append(got, string(f.Pointer))
	}
	want := "/inputSchema/properties/a /inputSchema/properties/b/anyOf/0 /inputSchema/properties/b/anyOf/1 /inputSchema/properties/c~0~1/items"
	if strings.Join(got, " ") != want {
		t.Errorf("%v", got)
	}
	for _, p := range got {
		if _, err := e.Tool.Doc.At(jsondoc.Pointer(p)); err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
}

// One $id in two output schemas is harmless where the schemas are the same: so
// it is in the list of a real server.
func TestSameID(t *testing.T) {
	c := catalog(t)
	const one = `{"name":"%","description":"d","inputSchema":{"type":"object","properties":{}},"outputSchema":{"$id":"https://x.test/o", "type":"object"}}`
	e := readTool(t, "["+strings.Replace(one, "%", "a", 1)+","+strings.Replace(one, "%", "b", 1)+"]")
	r, _ := c.Rule("ts-client/id-collision")
	if found := r.Match(e.List, e.Tool); len(found) > 0 {
		t.Errorf("%+v", found)
	}
}

// An entry that is no tool is fine for nobody: clients whose readers are known
// lose the list, of the others nothing is known.
func TestEntryNotTool(t *testing.T) {
	c := catalog(t)
	for _, entry := range []string{`null`, `5`, `[]`, `{"inputSchema":{"type":"object"}}`, `{"name":7,"inputSchema":{"type":"object","properties":{}}}`, `{"name":null}`} {
		s := tool.Read([][]byte{[]byte(`{"tools":[` + entry + `,{"name":"ok","description":"d","inputSchema":{"type":"object","properties":{}}}]}`)}, "2025-06-18")
		verdicts, err := c.Judge(context.Background(), s, s.Tools[0], c.AllTargets())
		if err != nil {
			t.Fatal(err)
		}
		lost := map[string]bool{}
		for _, v := range verdicts {
			if v.State == Fine {
				t.Errorf("%s: %s finds it fine", entry, v.Name)
			}
			lost[v.Profile] = v.Level.Rank() <= tool.LevelServer.Rank()
		}
		for _, id := range []string{"ts-client", "py-client", "cursor", "gemini-cli", "claude-desktop"} {
			if !lost[id] {
				t.Errorf("%s: %s does not lose the list", entry, id)
			}
		}
	}
}
