package repair

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// Recognise tells from the marks of a tool's schemas which SDK made them, with
// the marks that tell. Where the tool's own marks are too few, those of the other
// tools of its list are looked at: a server is written with one SDK. NoSDK and "" where the marks are too few.
//
// The marks of Python, TypeScript, Go, mcp-go, Rust and C# were read off published
// servers and off the SDKs themselves; those of Java, Kotlin and PHP are from the
// source of their SDKs and of Spring AI.
func Recognise(s *tool.Snapshot, t *tool.Tool) (sdk SDK, why string) {
	sum := tally{weight: map[SDK]int{}, says: map[SDK][]string{}, seen: map[int]bool{}}
	if t != nil && t.Doc != nil {
		sum.look(shapeOf(t), true)
	}
	if sdk, why = sum.best(); sdk != NoSDK || s == nil {
		return sdk, why
	}
	looked := 0
	for _, o := range s.Tools {
		if o == t || o == nil || o.Doc == nil {
			continue
		}
		if looked++; looked > maxLooked {
			break
		}
		sum.look(shapeOf(o), false)
		if sdk, why = sum.best(); sdk != NoSDK {
			return sdk, why
		}
	}
	return NoSDK, ""
}

// maxLooked bounds how many other tools of a list are looked at, and maxRaw how
// much of each, in bytes.
const (
	maxLooked = 20
	maxRaw    = 20_000
)

// enough is the weight of marks that settles it.
const enough = 4

// mark is one thing that tells an SDK. says may hold a %s for what match found.
type mark struct {
	sdk    SDK
	weight int
	says   string
	match  func(*shape) (string, bool)
}

// shape is what the marks look at.
type shape struct {
	tool    *tool.Tool
	raw     []byte
	keys    string       // of the tool, in order, each with a space before and after
	inputs  string       // of the root of the input schema
	root    jsondoc.Node // the input schema
	output  jsondoc.Node
	dialect string // $schema of the input, else of the output
	titled  string // a property with the title that pydantic makes of its name
}

func shapeOf(t *tool.Tool) *shape {
	s := &shape{tool: t, raw: t.Raw[:min(len(t.Raw), maxRaw)], root: t.Input.Node, output: t.Output.Node}
	s.keys, s.inputs = keysOf(t.Doc.Root()), keysOf(s.root)
	if s.dialect = s.root.Get("$schema").Text(); s.dialect == "" {
		s.dialect = s.output.Get("$schema").Text()
	}
	for k, p := range s.root.Get("properties").Members() {
		if title := p.Get("title"); title.Kind() == jsondoc.String && title.Text() == pydanticTitle(k.Text()) {
			s.titled = k.Text()
		}
	}
	return s
}

func keysOf(n jsondoc.Node) string {
	var b strings.Builder
	for k := range n.Members() {
		b.WriteByte(' ')
		b.WriteString(k.Text())
	}
	return b.String() + " "
}

// pydanticTitle is the title that pydantic gives to a field without one.
func pydanticTitle(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + strings.ToLower(w[1:])
		}
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// tally sums up the marks of several tools: each mark counts once.
type tally struct {
	weight map[SDK]int
	says   map[SDK][]string
	seen   map[int]bool
}

func (t *tally) look(s *shape, first bool) {
	for i, m := range marks {
		if t.seen[i] {
			continue
		}
		found, ok := m.match(s)
		if !ok {
			continue
		}
		t.seen[i] = true
		weight := m.weight
		if !first && weight > 1 {
			weight-- // another tool of the server says less about this one
		}
		t.weight[m.sdk] += weight
		says := m.says
		if strings.Contains(says, "%s") {
			says = fmt.Sprintf(says, found)
		}
		if !first {
			says += fmt.Sprintf(" (in %s)", s.tool.Label())
		}
		t.says[m.sdk] = append(t.says[m.sdk], says)
	}
}

func (t *tally) best() (SDK, string) {
	best := NoSDK
	for _, sdk := range SDKs() {
		if t.weight[sdk] >= enough && t.weight[sdk] > t.weight[best] {
			best = sdk
		}
	}
	if best == NoSDK {
		return NoSDK, ""
	}
	return best, strings.Join(t.says[best], "; ") + "."
}

func yes(ok bool) (string, bool) { return "", ok }

// finds looks for a pattern in a text that must hold some bytes for it, which is
// found out faster.
func finds(re *regexp.Regexp, text []byte, must string) []string {
	if !bytes.Contains(text, []byte(must)) {
		return nil
	}
	m := re.FindSubmatch(text)
	if m == nil {
		return nil
	}
	out := make([]string, len(m))
	for i := range m {
		out[i] = string(m[i])
	}
	return out
}

// slashEscape finds \/ where the backslash is not itself escaped.
var slashEscape = regexp.MustCompile(`(?:^|[^\\])(?:\\\\)*\\/`)

// netEscapes are escapes that System.Text.Json writes and no other encoder in use.
var netEscapes = regexp.MustCompile(`(?:^|[^\\])(?:\\\\)*\\u(0027|002B|003C|003E|0026|0060)`)

// schemarsFormats are formats that schemars writes for Rust's numbers.
var schemarsFormats = regexp.MustCompile(`"format"\s*:\s*"(uint|uint8|uint16|uint32|uint64|int8|int16)"`)

var (
	nullFirst     = regexp.MustCompile(`"type"\s*:\s*\[\s*"null"\s*,`)
	nullLast      = regexp.MustCompile(`"type"\s*:\s*\[\s*"[a-z]+"\s*,\s*"null"\s*\]`)
	describeFirst = regexp.MustCompile(`\{\s*"description"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"type"\s*:`)
	safeBounds    = regexp.MustCompile(`"(minimum|maximum)"\s*:\s*-?9007199254740991\b`)
	propertyRef   = regexp.MustCompile(`"\$ref"\s*:\s*"#/properties/`)
	schemaRef     = regexp.MustCompile(`"\$ref"\s*:\s*"#/(definitions|\$defs)/__schema[0-9]`)
	nullDefault   = regexp.MustCompile(`"type"\s*:\s*\[\s*"[a-z]+"\s*,\s*"null"\s*\]\s*,\s*"default"\s*:\s*null`)
	javaFormats   = regexp.MustCompile(`"format"\s*:\s*"(int32|int64|float|double)"`)
	camelTitle    = regexp.MustCompile(`^[A-Z][A-Za-z0-9]+$`)
	openAPIWords  = regexp.MustCompile(`"nullable"\s*:\s*true|"exclusive(Min|Max)imum"\s*:\s*true`)
)

const draft07, draft2020 = "draft-07", "2020-12"

func (s *shape) declares(d string) bool { return strings.Contains(s.dialect, d) }

// goOrder reports whether the tool's members stand in the order of the Go SDKs,
// which is that of the alphabet but for what came later.
func (s *shape) goOrder() bool {
	return (strings.Contains(s.keys, " description inputSchema name ") || s.keys == " inputSchema name " || strings.HasSuffix(s.keys, " annotations inputSchema name ")) && s.dialect == ""
}
