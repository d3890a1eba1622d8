package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that diff says of each change whether it breaks callers.
func TestDiff(t *testing.T) {
	const base = `{"type":"object","properties":{"a":{"type":"string","maxLength":5,"enum":["x","y"]},"b":{"type":"integer"}},"required":["a"]}`
	for _, c := range []struct {
		name, before, after string
		pointer             string
		breaks              bool
	}{
		{"a description", base, strings.Replace(base, `"maxLength":5`, `"maxLength":5,"description":"d"`, 1), "/inputSchema/properties/a/description", false},
		{"a bound that grew", base, strings.Replace(base, `"maxLength":5`, `"maxLength":6`, 1), "/inputSchema/properties/a/maxLength", false},
		{"a bound that shrank", base, strings.Replace(base, `"maxLength":5`, `"maxLength":4`, 1), "/inputSchema/properties/a/maxLength", true},
		{"a value more", base, strings.Replace(base, `"y"]`, `"y","z"]`, 1), "/inputSchema/properties/a/enum", false},
		{"a value less", base, strings.Replace(base, `,"y"]`, `]`, 1), "/inputSchema/properties/a/enum", true},
		{"a wider type", base, strings.Replace(base, `"integer"`, `["number","null"]`, 1), "/inputSchema/properties/b/type", false},
		{"another type", base, strings.Replace(base, `"integer"`, `"string"`, 1), "/inputSchema/properties/b/type", true},
		{"required more", base, strings.Replace(base, `["a"]`, `["a","b"]`, 1), "/inputSchema/required", true},
		{"required less", base, strings.Replace(base, `["a"]`, `[]`, 1), "/inputSchema/required", false},
		{"required in another order", `{"type":"object","required":["a","b"]}`, `{"type":"object","required":["b","a"]}`, "/inputSchema/required", false},
		{"a property less", base, strings.Replace(base, `,"b":{"type":"integer"}`, ``, 1), "/inputSchema/properties/b", true},
		{"a property more", base, strings.Replace(base, `"b":{`, `"c":{},"b":{`, 1), "/inputSchema/properties/c", false},
		{"closed", base, strings.Replace(base, `"type":"object",`, `"type":"object","additionalProperties":false,`, 1), "/inputSchema/additionalProperties", true},
		{"a property called type", `{"type":"object","properties":{"type":{"minLength":1}}}`, `{"type":"object","properties":{"type":{"minLength":2}}}`, "/inputSchema/properties/type/minLength", true},
	} {
		code, out, _ := diffRun(t, c.before, c.after, "json")
		var got struct{ Tools []toolDiff }
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, out)
		}
		if len(got.Tools) != 1 || len(got.Tools[0].Changes) != 1 || got.Tools[0].Changes[0].Pointer != c.pointer || got.Tools[0].Breaks != c.breaks || (code == exitFindings) != c.breaks {
			t.Errorf("%s: code %d, %s", c.name, code, out)
		}
	}
}

// diffRun compares two tools with these input schemas; "" leaves a tool out.
func diffRun(t *testing.T, before, after, format string) (code int, out, errs string) {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for i, schema := range []string{before, after} {
		text := `{"tools":[]}`
		if schema != "" {
			text = `{"tools":[{"name":"t","inputSchema":` + schema + `}]}`
		}
		path := filepath.Join(dir, []string{"before.json", "after.json"}[i])
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	var stdout, stderr bytes.Buffer
	code = run(t.Context(), append([]string{"diff", "--format", format}, paths...), streams{strings.NewReader(""), &stdout, &stderr})
	return code, stdout.String(), stderr.String()
}

// Ensure that tools that came and went are told, in every form, and that spelling is
// no difference.
func TestDiffLists(t *testing.T) {
	if code, out, _ := diffRun(t, `{"type":"object"}`, `{ "type" : "object" }`, "text"); code != exitOK || out != "✓ No difference.\n" {
		t.Errorf("code %d: %s", code, out)
	}
	if code, out, _ := diffRun(t, `{}`, "", "text"); code != exitFindings || !strings.Contains(out, "removed t — breaks callers") {
		t.Errorf("code %d: %s", code, out)
	}
	if code, out, _ := diffRun(t, "", `{}`, "markdown"); code != exitOK || !strings.Contains(out, "**added** `t`") {
		t.Errorf("code %d: %s", code, out)
	}
	if code, _, errs := diffRun(t, "", "", "xml"); code != exitUsage || !strings.Contains(errs, "text, json and markdown") {
		t.Errorf("code %d: %s", code, errs)
	}
}
