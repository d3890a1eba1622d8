package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/partstest"
)

// convert runs the command and returns what it prints.
func convert(t *testing.T, in string, args ...string) (out, stderr string, code int) {
	t.Helper()
	var o, e strings.Builder
	code = run(context.Background(), append([]string{"convert"}, args...), streams{strings.NewReader(in), &o, &e})
	return o.String(), e.String(), code
}

const named07 = `"$schema":"http://json-schema.org/draft-07/schema#"`

func TestConvertCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(`{"const": "from a file"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	deep := `{"not":` + strings.Repeat(`{"not":`, jsondoc.MaxDepth) + `{}` + strings.Repeat(`}`, jsondoc.MaxDepth+1)
	for _, tc := range []struct {
		name, in string
		args     []string
		out      string // all of standard output
		stderr   string // a part of standard error
		code     int
	}{
		{"to 2020-12", `{` + named07 + `, "items": [{}]}`, nil, `{"$schema":"https://json-schema.org/draft/2020-12/schema", "prefixItems": [{}]}`, "", exitOK},
		{"to draft-07", "{\r\n  \"prefixItems\": [1.0]\r\n}\r\n", []string{"--to", "7"}, "{\r\n  \"$schema\": \"http://json-schema.org/draft-07/schema#\",\r\n  \"items\": [1.0]\r\n}\r\n", "", exitOK},
		{"nothing to do", "{\t\"type\" :1e400 }\n", nil, "{\t\"type\" :1e400 }\n", "", exitOK},
		{"read as another dialect", `{"$schema":"https://example.com/mine","items":[true]}`, []string{"--from", "draft-04"}, `{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[true]}`, "", exitOK},
		{"a file", ``, []string{file}, `{"const": "from a file"}`, "", exitOK},
		{"explain", `{` + named07 + `,"items":[{}],"$ref":"#"}`, []string{"--explain", "-"}, `{"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#"}`, `2. "/items" → "(gone)": Up to draft-07`, exitOK},
		{"explain a loss", `{"contains":{},"minContains":2}`, []string{"--explain", "--to=draft-06"}, `{"$schema":"http://json-schema.org/draft-06/schema#","contains":{}}`, `"(gone)": LOSS. Before 2019-09`, exitOK},
		{"repair", `{` + named07 + `,"minimum":0,"exclusiveMinimum":true,"items":[]}`, []string{"--repair", "exclusive, tuple"}, `{"$schema":"https://json-schema.org/draft/2020-12/schema","exclusiveMinimum":0}`, "", exitOK},
		{"no repair unless asked for", `{` + named07 + `,"minimum":0,"exclusiveMinimum":true}`, []string{"--explain"}, `{"$schema":"https://json-schema.org/draft/2020-12/schema","minimum":0,"exclusiveMinimum":true}`, `The repair "exclusive"`, exitOK},
		{"unknown repair", `{}`, []string{"--repair", "all the rest"}, "", `no repair is called "all the rest"; there are required, exclusive, tuple, nullable`, exitUsage},
		{"unknown dialect", `{"$schema":"https://example.com/mine"}`, nil, "", "not known here; choose a dialect to read it as, or correct $schema (--from NAME", exitFindings},
		{"no schema", `5`, nil, "", "this is of type number", exitFindings},
		{"no JSON", `{"a":1,}`, nil, "", "the schema is not JSON: line 1, column 8", exitUsage},
		{"nested too deep", deep, nil, "", "the schema is nested too deep: line 1, column 70001 (in /not/", exitUsage},
		{"no such target", `{}`, []string{"--to", "draft-08"}, "", "--to draft-08: no such dialect here; there are draft-04, draft-06, draft-07, 2019-09, 2020-12", exitUsage},
		{"draft-03 is read only", `{}`, []string{"--to", "draft-03"}, "", "--to draft-03: no such dialect here; there are draft-04", exitUsage},
		{"no such file", ``, []string{file + "x"}, "", "open the schema", exitUsage},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out, stderr, code := convert(t, tc.in, tc.args...)
			if out != tc.out || code != tc.code || !strings.Contains(stderr, tc.stderr) || tc.stderr == "" && stderr != "" {
				t.Errorf("exit code %d, want %d\nprinted %q\nwant    %q\nsaid %.600q\nwant %q", code, tc.code, out, tc.out, stderr, tc.stderr)
			}
			if len(stderr) > 2000 {
				t.Errorf("the message is %d bytes long", len(stderr))
			}
		})
	}
}

// TestConvertBatch: each line is answered under its id and to the letter, whatever
// the lines around it are.
func TestConvertBatch(t *testing.T) {
	deep := strings.Repeat(`{"not":`, jsondoc.MaxDepth) + `{}` + strings.Repeat(`}`, jsondoc.MaxDepth)
	in := strings.Join([]string{
		"\ufeff" + `{"id":0,"schema":{` + named07 + `, "x" : 1e400,"\ud800":"\u00e9 <&>","y": 1.0 }}`,
		`no JSON`,
		``,
		"  \r",
		`[]`,
		`{"id":"one"}`,
		`{"id":{"a": 2},"schema":5}`,
		`{"id":3,"schema":{}} {}`,
		`{"id":4,"dialect":"draft-07","schema":{"definitions":{}}}`,
		`{"id":5,"dialect":"draft-99","schema":{}}`,
		`{"id":6,"dialect":7,"schema":{}}`,
		`{"id":7,"schema":{"$schema":"mine"}}`,
		`{"id":8,"schema":` + deep + `}`,
		`{"schema":true,"dialect":null}` + "\r",
		"{\"id\":9,\"schema\":{\r\"a\": \"b c\"}}",
		`{"id":10,"schema":{"type": "object"},"id":11}`, // no line break after it
	}, "\n")
	want := []string{
		`{"id":0,"schema":{"$schema":"https://json-schema.org/draft/2020-12/schema", "x" : 1e400,"\ud800":"\u00e9 <&>","y": 1.0 },"changes":[{"code":"schema-uri","from":"/$schema","to":"/$schema",`,
		`{"id":null,"error":"line 2 is not JSON: column 1: `,
		`{"id":null,"error":"line 5 is no JSON object with a \"schema\""}`,
		`{"id":"one","error":"line 6 has no \"schema\""}`,
		`{"id":{"a": 2},"error":"the schema: a schema is an object or true or false; this is of type number; send a JSON Schema"}`,
		`{"id":null,"error":"line 8 has more than one JSON value"}`,
		`{"id":4,"schema":{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{}},"changes":[{`,
		`{"id":5,"error":"the dialect \"draft-99\" is not known"}`,
		`{"id":6,"error":"\"dialect\" is not a text"}`,
		`{"id":7,"error":"/$schema: $schema names \"mine\", a dialect that is not known here; choose`,
		`{"id":8,"error":"/not/not/`,
		`{"id":null,"schema":true,"changes":[]}`,
		`{"id":9,"schema":{"a":"b c"},"changes":[]}`,
		`{"id":11,"schema":{"type": "object"},"changes":[]}`,
	}
	out, stderr, code := convert(t, in, "--jsonl")
	if code != exitOK || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for i := range lines {
		if !json.Valid([]byte(lines[i])) {
			t.Errorf("answer %d is not JSON: %.300s", i+1, lines[i])
		}
		if i < len(want) && !strings.HasPrefix(lines[i], want[i]) {
			t.Errorf("answer %d\n  is %.600s\nwant %s", i+1, lines[i], want[i])
		}
	}
	if len(lines) != len(want) {
		t.Errorf("%d answers, want %d", len(lines), len(want))
	}
	if len(out) > 5000 {
		t.Errorf("the answers are %d bytes long", len(out))
	}
}

// TestBatchLines: a line over the limit is skipped, not kept, and the next one is
// read from its start.
func TestBatchLines(t *testing.T) {
	long := strings.Repeat("x", 1000)
	lines := batchLines{in: bufio.NewReaderSize(strings.NewReader("a\n"+long+"\n\nbcd\n"+long), 16), limit: 4}
	for i, want := range []struct {
		text    string
		tooLong bool
		err     error
	}{{"a\n", false, nil}, {"", true, nil}, {"\n", false, nil}, {"bcd\n", false, nil}, {"", true, io.EOF}, {"", false, io.EOF}} {
		line, tooLong, err := lines.next()
		if tooLong != want.tooLong || !tooLong && string(line) != want.text || !errors.Is(err, want.err) || lines.n != i+1 || cap(line) > 64 {
			t.Errorf("line %d: %q of %d, too long %v, %v; want %+v", lines.n, line, cap(line), tooLong, err, want)
		}
	}
}

// TestConvertRepairCases: the shared cases that are repairs come out as expected
// when the repair is asked for by name.
func TestConvertRepairCases(t *testing.T) {
	dir := partstest.Shared(t, "convert-cases")
	for file, repair := range map[string]string{"009-empty-tuple": "tuple", "091-d7-exclusive-boolean": "exclusive", "093-d4-required-boolean": "required", "123-nullable": "nullable"} {
		text, err := os.ReadFile(filepath.Join(dir, file+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var tc struct {
			Dialect         string
			Input, Expected json.RawMessage
		}
		if err := json.Unmarshal(text, &tc); err != nil {
			t.Fatal(err)
		}
		d, _ := dialect.ByURI(tc.Dialect)
		out, stderr, code := convert(t, string(tc.Input), "--repair", repair, "--from", d.String())
		if code != exitOK {
			t.Fatalf("%s: %s", file, stderr)
		}
		if diff := cmp.Diff(compact(t, tc.Expected), compact(t, []byte(out))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
	}
}

func compact(t *testing.T, text []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
