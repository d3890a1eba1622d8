package repair_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/partstest"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
)

// sourceCase is a piece of source that an SDK makes a faulty schema of.
type sourceCase struct {
	source string
	rule   string
	kind   string // the way that is tried; the first with words where empty
	as     string // what the schema tells of the source; the source itself where empty
}

var pythonCases = []sourceCase{
	{source: `title: str = None`, rule: "lint/default-invalid", kind: "allow-null-anyof"},
	{source: `title: str = None`, rule: "lint/default-invalid", kind: "drop-default"},
	{source: `tags: list[str] = None`, rule: "lint/default-invalid", kind: "allow-null"},
	{source: `limit: Annotated[int, Field(ge=1)] = 0`, rule: "lint/default-invalid", kind: "drop-default"},
	{source: `n: int = "5"`, rule: "lint/default-invalid", kind: "coerce-value"},
	{source: `note: str | None = None`, rule: "gemini/anyof-alone", kind: "plain-optional"},
	{source: `note: str | None = None`, rule: "claude-code/null-not-transmitted", kind: "plain-optional"},
	{source: `note: str | None`, rule: "lint/nullable-required", kind: "default-null"},
	{source: `value: Any`, rule: "lint/untyped", kind: "any-type"},
	{source: `value: Any`, rule: "lint/untyped", kind: "type-string"},
	{source: `kind: Literal["x"]`, rule: "genai-python/from-json-schema", kind: "const-to-enum"},
	{source: `kind: Union[Literal["a"], Literal["b"]]`, rule: "kiro/complex", kind: "consts-to-enum", as: `kind: Literal["a"] | Literal["b"]`},
	{source: `level: Literal[1, 2]`, rule: "gemini/enum-non-string", kind: "enum-to-strings"},
	{source: `n: Annotated[int, Field(ge=1, le=9)]`, rule: "codex/constraints-dropped", kind: "say-keyword"},
	{source: `s: Annotated[str, Field(min_length=1)]`, rule: "xai/length-keywords", kind: "say-keyword"},
	{source: `year: Annotated[str, Field(pattern=r"^\d{4}$")]`, rule: "llamacpp/pattern-escapes", kind: "pattern-classes"},
	{source: `year: Annotated[str, Field(pattern=r"^\d{4}$")]`, rule: "llamacpp/pattern-escapes", kind: "drop-pattern"},
	{source: `url: HttpUrl`, rule: "gemini/format", kind: "drop-format", as: "url: HttpUrl  # or datetime, Path, UUID …"},
	{source: `pair: tuple[int, str]`, rule: "copilot-chat/array-items", kind: "items-from-tuple", as: `pair: Annotated[list, Field(min_length=2, max_length=2)]`},
	{source: `limit: int = 10`, rule: "claude-code/optional-default-demanded", kind: "default-in-text"},
	{source: `color: Color`, rule: "copilot-studio/ref", kind: "inline-ref", as: "class Color(Enum): ...\n\ncolor: Color"},
}

// notInFastMCP are those that fastmcp publishes another way, with what it does.
var notInFastMCP = map[string]string{
	"limit: int = 10": "fastmcp writes the default whatever the parameter's schema says",
	"color: Color":    "fastmcp writes enums in place",
}

func TestPythonMends(t *testing.T) {
	script, err := filepath.Abs("testdata/publish.py")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("mcp", func(t *testing.T) {
		p := start(t, partstest.PythonMCP(t), script)
		checkSources(t, p, pythonCases, repair.PythonMCP, pythonInput)
	})
	t.Run("fastmcp", func(t *testing.T) {
		p := start(t, partstest.Python(t), script)
		var cases []sourceCase
		for _, c := range pythonCases {
			if notInFastMCP[c.source] == "" {
				cases = append(cases, c)
			}
		}
		checkSources(t, p, cases, repair.PythonFast, pythonInput)
	})
}

// pythonInput makes a case for publish.py of a piece of source.
func pythonInput(source string) map[string]string {
	source = strings.ReplaceAll(source, "class Color(Enum): ...\n\n", "")
	if strings.Contains(source, "mcp.add_tool") || strings.HasPrefix(source, "@mcp.tool") {
		return map[string]string{"code": source}
	}
	prelude := ""
	if i := strings.LastIndex(source, "\n\n"); i >= 0 {
		prelude, source = source[:i], source[i+2:]
	}
	source, _, _ = strings.Cut(source, "  #")
	return map[string]string{"prelude": prelude, "param": source}
}

var zodCases = []sourceCase{
	{source: `value: z.any()`, rule: "lint/untyped", kind: "any-type"},
	{source: `value: z.any()`, rule: "lint/untyped", kind: "type-string"},
	{source: `note: z.string().optional()`, rule: "groq/args-validated", kind: "allow-null"},
	{source: `note: z.string().nullish()`, rule: "gemini/type-array", kind: "plain-optional"},
	{source: `limit: z.number().int().default(5)`, rule: "claude-code/optional-default-demanded", kind: "default-in-text"},
	{source: `limit: z.number().int().default(5)`, rule: "claude-code/optional-default-demanded", kind: "drop-default"},
	{source: `pair: z.tuple([z.string(), z.number()])`, rule: "chatgpt/tuple-items", kind: "tuple-to-list", as: `pair: z.tuple([…])`},
	{source: `pair: z.tuple([z.string(), z.number()])`, rule: "claude-api/meta-2020-12", kind: "prefix-items"},
	{source: `year: z.string().regex(/^\d{4}$/)`, rule: "llamacpp/pattern-escapes", kind: "pattern-classes"},
	{source: `code: z.string().regex(/^[\w-.]+$/)`, rule: "lint/pattern-invalid", kind: "pattern-ecma"},
	{source: `q: z.string().regex(/\S/)`, rule: "llamacpp/pattern-anchors", kind: "pattern-to-length"},
	{source: `word: z.string().regex(/^(?!x).*$/)`, rule: "openai/lookaround", kind: "drop-pattern"},
	{source: `kind: z.literal("x")`, rule: "genai-python/from-json-schema", kind: "const-to-enum"},
	{source: `n: z.number().int().min(1).max(9)`, rule: "codex/constraints-dropped", kind: "say-keyword"},
}

// zod4Cases are those that only zod 4 makes of the source, and zod3Cases those of
// zod 3.
var (
	zod4Cases = append([]sourceCase{
		{source: `kind: z.union([z.literal("a"), z.literal("b")])`, rule: "kiro/complex", kind: "consts-to-enum"},
		{source: `s: z.string().catch("x")`, rule: "lint/required-with-default", kind: "unrequire"},
		{source: `who: z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })])`, rule: "codex/oneof-to-string", kind: "oneof-to-anyof", as: `who: z.discriminatedUnion("kind", [A, B])`},
		{source: `counts: z.record(z.enum(["x", "y"]), z.number())`, rule: "gemini/required-undeclared", kind: "declare-required"},
	}, zodCases...)
	zod3Cases = append([]sourceCase{
		{source: `tags: z.array(z.any())`, rule: "copilot-chat/array-items", kind: "items-any"},
		{source: `tags: z.array(z.any())`, rule: "copilot-chat/array-items", kind: "items-string"},
	}, zodCases...)
)

func TestZodMends(t *testing.T) {
	script, err := filepath.Abs("testdata/publish.mjs")
	if err != nil {
		t.Fatal(err)
	}
	modules := filepath.Dir(filepath.Dir(partstest.NPM(t, "zod", "package.json")))
	partstest.NPM(t, "@modelcontextprotocol/sdk", "package.json")
	t.Run("zod 4", func(t *testing.T) {
		checkSources(t, start(t, partstest.Node(t), script, modules, "v4"), zod4Cases, repair.TS1Zod4, zodInput)
	})
	t.Run("zod 3", func(t *testing.T) {
		var cases []sourceCase
		for _, c := range zod3Cases {
			if c.kind != "say-keyword" && c.kind != "any-type" { // those move to zod 4
				cases = append(cases, c)
			}
		}
		checkSources(t, start(t, partstest.Node(t), script, modules, "v3"), cases, repair.TS1Zod3, zodInput)
	})
}

// zodInput makes a case for publish.mjs of a piece of source.
func zodInput(source string) map[string]string {
	source, _, _ = strings.Cut(source, "  //")
	source = strings.NewReplacer(`[A, B]`, `[z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })]`).Replace(source)
	return map[string]string{"shape": source}
}

// checkSources publishes each piece of source with its SDK, finds the fault in
// what it publishes, takes the words of the mend, publishes those, and looks again.
func checkSources(t *testing.T, p *publisher, cases []sourceCase, sdk repair.SDK, input func(string) map[string]string) {
	t.Helper()
	c := catalog(t)
	for _, test := range cases {
		s := open(t, p.publish(t, input(test.source)))
		tl := s.Tools[0]
		if got, why := repair.Recognise(s, tl); got != sdk {
			t.Errorf("%s: made by %q, not %q: %s\n%s", test.source, got, sdk, why, tl.Raw)
		}
		found := findingsOf(c, s, tl, test.rule)
		if len(found) == 0 {
			t.Errorf("%s: %s is not found in %s", test.source, test.rule, tl.Raw)
			continue
		}
		m := mendOf(t, c, s, tl, found[0], test.kind)
		if m == nil {
			t.Errorf("%s: %s has no words for %s", test.source, sdk, test.kind)
			continue
		}
		before := test.source
		if test.as != "" {
			before = test.as
		}
		if m.Before != before && !strings.Contains(m.Before, before) {
			t.Errorf("%s: the schema tells %q", before, m.Before)
		}
		again := open(t, p.publish(t, input(m.After)))
		if left := findingsOf(c, again, again.Tools[0], test.rule); stays(left, found[0]) {
			t.Errorf("%s: still there after\n%s\nwhich publishes %s", test.source, m.After, again.Tools[0].Raw)
		}
	}
}

// stays reports whether a finding is still at its place.
func stays(list []tool.Finding, f tool.Finding) bool {
	for _, g := range list {
		if g.Pointer == f.Pointer {
			return true
		}
	}
	return false
}

func mendOf(t *testing.T, c *profile.Catalog, s *tool.Snapshot, tl *tool.Tool, f tool.Finding, kind string) *repair.SourceMend {
	t.Helper()
	for _, r := range ways(t, c, s, tl, f, none) {
		if r.Kind == kind {
			if r.Source != nil && (r.Source.Why == "" || r.Source.Language == "") {
				t.Errorf("%s: words without a reason or a language", kind)
			}
			return r.Source
		}
	}
	return nil
}

// publisher is a program that publishes tools, a case a line.
type publisher struct {
	in  *bufio.Writer
	out *bufio.Scanner
}

func start(t *testing.T, name string, args ...string) *publisher {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	cmd := exec.CommandContext(ctx, name, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, stderr.String())
		}
		cancel()
	})
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, 1<<20)
	return &publisher{bufio.NewWriter(in), scanner}
}

func (p *publisher) publish(t *testing.T, input map[string]string) string {
	t.Helper()
	line, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	p.in.Write(append(line, '\n'))
	if err := p.in.Flush(); err != nil {
		t.Fatal(err)
	}
	if !p.out.Scan() {
		t.Fatalf("no answer to %s: %v", line, p.out.Err())
	}
	answer := p.out.Text()
	if strings.HasPrefix(answer, `{"error"`) {
		t.Errorf("%s: %s", line, answer)
		return `{"name":"none","inputSchema":{"type":"object"}}`
	}
	return answer
}
