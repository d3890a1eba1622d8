package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/partstest"
)

// peerCase is one case of users of other inspectors.
type peerCase struct {
	file string
	root jsondoc.Node
}

func (c peerCase) want(name string) jsondoc.Node { return c.root.Get("assert").Get(name) }

// startPeers serves all cases as the tools of one server, each named by its file.
func startPeers(t *testing.T) (base string, cases []peerCase) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(partstest.Shared(t, "peer-cases"), "*.json"))
	if err != nil || len(files) != 58 {
		t.Fatalf("%d cases: %v", len(files), err)
	}
	var tools []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsondoc.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		c := peerCase{filepath.Base(file), doc.Root()}
		cases = append(cases, c)
		var members []string
		for k, v := range c.root.Get("tool").Members() {
			if k.Text() != "name" {
				members = append(members, string(k.Raw())+":"+string(v.Raw()))
			}
		}
		answers := "[]"
		if result := c.root.Get("result"); result.Exists() {
			answers = `[{"result":` + string(result.Raw()) + `}]`
		}
		tools = append(tools, fmt.Sprintf(`{"tool":{"name":%q,%s},"answers":%s}`, c.file, strings.Join(members, ","), answers))
	}
	path := filepath.Join(t.TempDir(), "peers.json")
	if err := os.WriteFile(path, []byte("["+strings.Join(tools, ",")+"]"), 0o600); err != nil {
		t.Fatal(err)
	}
	return startPanelWith(t, path).URL, cases
}

// Ensure what users of other inspectors asked for, on the page and on the wire.
func TestPeerCases(t *testing.T) {
	base, cases := startPeers(t)
	asserts := 0
	for _, c := range cases {
		t.Run(c.file, func(t *testing.T) {
			for name, check := range peerChecks {
				if want := c.want(name); want.Exists() {
					asserts++
					check(t, base, c, want)
				}
			}
			p := peerPage(t, base, c, "")
			p.send(string(c.root.Get("arguments").Raw()))
			if got := p.read("id", "answer"); !strings.Contains(got, "Sent") {
				t.Errorf("it cannot be called: %s", got)
			}
		})
	}
	if asserts < 90 {
		t.Errorf("only %d asserts were looked at", asserts)
	}
	t.Logf("%d asserts", asserts)
}

func peerPage(t *testing.T, base string, c peerCase, more string) *plainPage {
	t.Helper()
	p := &plainPage{t: t, base: base}
	p.do(http.MethodGet, "/?server=panel&tool="+c.file+more, nil)
	return p
}

// peerVerdict is what the page says of arguments before they are sent.
func peerVerdict(t *testing.T, base string, c peerCase, more, args string) (p *plainPage, verdict string) {
	t.Helper()
	p = peerPage(t, base, c, more)
	p.press("json")
	p.press("check", "json", args)
	return p, p.read("id", "call-verdict")
}

// peerVerdicts are the beginnings of the verdicts by the words of the cases.
var peerVerdicts = map[string]string{"true": "Valid", "false": "1 error", `"uncompilable"`: "Could not check", `"unsupported-dialect"`: "Could not check"}

var peerChecks = map[string]func(t *testing.T, base string, c peerCase, want jsondoc.Node){
	"input_valid": func(t *testing.T, base string, c peerCase, want jsondoc.Node) {
		more := ""
		if c.want("lint").Elem(0).Text() == "looks-like-draft-07" {
			more = "&as=2020-12" // the guess, which is marked, is another dialect
		}
		if _, got := peerVerdict(t, base, c, more, string(c.root.Get("arguments").Raw())); !strings.HasPrefix(got, peerVerdicts[string(want.Raw())]) {
			t.Errorf("input_valid %s: the page says %q", want.Raw(), got)
		}
	},
	"alternatives_valid": func(t *testing.T, base string, c peerCase, want jsondoc.Node) {
		for _, args := range want.Elems() {
			if _, got := peerVerdict(t, base, c, "", string(args.Raw())); !strings.HasPrefix(got, "Valid") {
				t.Errorf("%s: the page says %q", args.Raw(), got)
			}
		}
	},
	"alternatives_invalid": func(t *testing.T, base string, c peerCase, want jsondoc.Node) {
		for _, args := range want.Elems() {
			if _, got := peerVerdict(t, base, c, "", string(args.Raw())); !strings.Contains(got, "error") {
				t.Errorf("%s: the page says %q", args.Raw(), got)
			}
		}
	},
	"error_at": func(t *testing.T, base string, c peerCase, want jsondoc.Node) {
		p, _ := peerVerdict(t, base, c, "", string(c.root.Get("arguments").Raw()))
		if got := p.read("id", "json-problems"); !strings.Contains(got, " · "+want.Text()) {
			t.Errorf("no error at %s: %s", want.Text(), got)
		}
		p.press("form")
		if got := p.read("data-pointer", want.Text()); !strings.Contains(got, "✕ Schema:") {
			t.Errorf("the field says %q", got)
		}
	},
	"wire_equals":        peerWire,
	"wire_text_contains": peerWire,
	"order": func(t *testing.T, base string, c peerCase, want jsondoc.Node) {
		var names []string
		for n := range peerPage(t, base, c, "").doc.Descendants() {
			if p := attr(n, "data-pointer"); strings.HasPrefix(attr(n, "class"), "field") && p != "" {
				names = append(names, strings.TrimPrefix(p, "/"))
			}
		}
		if got, _ := json.Marshal(names); string(got) != string(want.Compact()) {
			t.Errorf("the fields are %s, want %s", got, want.Compact())
		}
	},
	"output_valid": func(t *testing.T, base string, c peerCase, want jsondoc.Node) {
		p := peerPage(t, base, c, "")
		p.send(string(c.root.Get("arguments").Raw()))
		got := p.read("id", "answer")
		for _, sign := range map[string][]string{
			"true":      {"✓ valid by the output schema"},
			"false":     {"OK, but the output breaks its schema"},
			`"skipped"`: {"Tool error", "boom"},
		}[string(want.Raw())] {
			if !strings.Contains(got, sign) {
				t.Errorf("output_valid %s: the page says %s", want.Raw(), got)
			}
		}
		if string(want.Raw()) == `"skipped"` && strings.Contains(got, "output schema") {
			t.Errorf("an error is held against the output schema: %s", got)
		}
	},
	"converted": func(t *testing.T, base string, c peerCase, want jsondoc.Node) {
		_, _, body := get(t, base+"/raw?server=panel&what=input-converted&tool="+c.file)
		doc, err := jsondoc.Parse([]byte(body))
		if err != nil {
			t.Fatal(err)
		}
		if at, differ := jsondoc.Difference(doc.Root(), want); differ {
			t.Errorf("converted to %s, want %s: they differ at %q", doc.Root().Compact(), want.Compact(), at)
		}
	},
	"dialect": func(t *testing.T, base string, c peerCase, want jsondoc.Node) {
		if got := peerPage(t, base, c, "").read("aria-label", "Annotations and dialects"); !strings.Contains(got, want.Text()) {
			t.Errorf("the page says %q, want %s", got, want.Text())
		}
	},
	"lint": func(t *testing.T, base string, c peerCase, want jsondoc.Node) {
		got := textOf(peerPage(t, base, c, "&tab=findings").doc)
		for _, rule := range want.Elems() {
			if name := peerRules[rule.Text()]; name == "" || !strings.Contains(got, name) {
				t.Errorf("no finding of %s (%s)", rule.Text(), name)
			}
		}
	},
}

// peerRules are the rules of the cases by the names that they have here.
var peerRules = map[string]string{
	"openapi-nullable": "lint/nullable-keyword", "root-not-object": "spec/input-root-object", "boolean-schema": "lint/boolean-property",
	"dialect-not-2020-12": "ts-client/dialect-2020-only", "looks-like-draft-07": "lint/dialect-mismatch", "type-union": "type",
	"format-allowlist": "format", "required-undeclared": "lint/required-undeclared",
}

func peerWire(t *testing.T, base string, c peerCase, want jsondoc.Node) {
	p := peerPage(t, base, c, "")
	p.send(string(c.root.Get("arguments").Compact()))
	text := want.Text()
	if want.Kind() == jsondoc.Object {
		text = `"arguments":` + string(want.Compact())
	}
	if got := p.read("id", "answer"); !strings.Contains(got, text) {
		t.Errorf("the request lacks %s: %s", text, got)
	}
}
