package refusal

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mcploupe/inspector/partstest"
)

// recorded is one answer of a published server to arguments that were wrong on
// purpose.
type recorded struct {
	Server, Label, Tool, Response string
	Args                          json.RawMessage
}

func readRecorded(t *testing.T) []recorded {
	t.Helper()
	f, err := os.Open(partstest.Shared(t, "error-texts/answers.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []recorded
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var r recorded
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

type names map[string]bool

func (r recorded) sent() map[string]any {
	var args map[string]any
	_ = json.Unmarshal(r.Args, &args) // some are no object on purpose
	return args
}

// fieldsOf are the fields of each tool, as far as any of its calls had them.
func fieldsOf(all []recorded) map[string]names {
	fields := map[string]names{}
	for _, r := range all {
		tool := r.Server + " " + r.Tool
		if fields[tool] == nil {
			fields[tool] = names{}
		}
		for name := range r.sent() {
			fields[tool][name] = true
		}
	}
	for _, u := range unsent {
		for _, f := range u.fields {
			fields[u.tool][f] = true
		}
	}
	return fields
}

// unsent are fields that no recorded call had: seen in the answers by hand.
var unsent = []struct {
	tool   string
	fields []string
}{
	{"dataforseo-mcp-server@3.0.1 api_request", []string{"path", "url"}},
	{"manual__n8n-mcp get_node", []string{"nodeType"}},
	{"manual__chrome-devtools emulate", []string{"pageId"}},
	{"manual__chrome-devtools click", []string{"pageId", "uid"}},
	{"mcp-obsidian@1.0.0 read_notes", []string{"paths"}},
	{"mcp-obsidian@1.0.0 search_notes", []string{"query"}},
}

// planted are the values that stand for a wrong one in the recorded calls.
var planted = []string{`12345`, `"abc"`, `"notarray"`, `"notobject"`, `"maybe"`, `"no-such-value"`, `"bogus"`, `"BOGUS"`, `5`, `1`, `0`, `1.5`, `99`, `95`}

// suspects are the fields that were wrong on purpose. some says that only one of
// them need be refused: which of the values is wrong, the label doesn't tell.
func (r recorded) suspects(fields names) (wrong names, some bool) {
	wrong = names{}
	args := r.sent()
	lower := strings.ToLower(r.Label)
	switch {
	case strings.Contains(lower, "null"):
		for name, v := range args {
			wrong[name] = v == nil
		}
	case slices.Contains([]string{"missingRequired", "argumentsOmitted", "missing", "missing two", "no args"}, r.Label):
		for name := range fields {
			_, has := args[name]
			wrong[name] = !has
		}
	case r.Label == "extraProperty" || r.Label == "extra":
		for name := range args {
			wrong[name] = strings.HasPrefix(name, "zzz")
		}
	default:
		some = true
		for name, v := range args {
			text, _ := json.Marshal(v)
			wrong[name] = slices.Contains(planted, string(text)) || strings.Contains(string(text), "00")
		}
	}
	maps.DeleteFunc(wrong, func(_ string, is bool) bool { return !is })
	return wrong, some
}

// unnamed are answers, read by hand, in which the word of a field stands without
// naming it: in an address, a trace, a key of JSON, or in help for everyone.
var unnamed = regexp.MustCompile(`error sending request for url|request to https?://|Cannot read properties of|"path": \[\],|Provide one of: coordinates|\[Diagnostic\] Received arg types|` +
	`Invalid duration format|not a function$|is not a function"|No session found|No time zone found|Provided arguments`)

// hinting are texts whose words are a field only for who knows the tool.
var hinting = regexp.MustCompile(`Platform must be|Invalid platform`)

// named are the suspects whose name stands in the text as a word.
func (r recorded) named(wrong names, text string) names {
	text = strings.ReplaceAll(text, r.Tool, "")
	in := names{}
	for name := range wrong {
		if regexp.MustCompile(`(?:^|\W)` + regexp.QuoteMeta(name) + `(?:\W|$)`).MatchString(text) {
			in[name] = true
		}
	}
	return in
}

func tops(e Explanation) names {
	found := names{}
	for _, p := range e.Problems {
		found[p.Pointer.Tokens()[0]] = true
	}
	return found
}

// TestRecorded holds every recorded answer against what was sent: whether the
// text names a field that was wrong on purpose, whether that one is found, and
// whether any other is.
func TestRecorded(t *testing.T) {
	all := readRecorded(t)
	fields := fieldsOf(all)
	for _, way := range []struct {
		name    string
		explain func(r recorded) Explanation
	}{
		{"text alone", func(r recorded) Explanation { return Explain([]byte(r.Response)) }},
		{"with arguments", func(r recorded) Explanation { return ExplainFor([]byte(r.Response), r.Args) }},
		{"with properties", func(r recorded) Explanation {
			known := slices.Sorted(maps.Keys(fields[r.Server+" "+r.Tool]))
			known = slices.DeleteFunc(known, func(s string) bool { return strings.HasPrefix(s, "zzz") })
			return ExplainWith([]byte(r.Response), Hint{Arguments: r.Args, Properties: known})
		}},
	} {
		t.Run(way.name, func(t *testing.T) {
			naming, right := 0, 0
			for _, r := range all {
				e := way.explain(r)
				known, found := fields[r.Server+" "+r.Tool], tops(e)
				wrong, some := r.suspects(known)
				named := r.named(wrong, e.Text)
				for name := range found {
					if !known[name] {
						t.Errorf("%s %s %s %s: set at %q, which is no field: %.300q", r.Server, r.Label, r.Tool, r.Args, name, e.Text)
					}
				}
				if len(named) == 0 || e.Outcome == OK || unnamed.MatchString(e.Text) || hinting.MatchString(e.Text) {
					continue
				}
				naming++
				if hits := intersect(named, found); hits == len(named) || some && hits > 0 {
					right++
				} else {
					t.Logf("%s %s %s %s: found %v: %.300q", r.Server, r.Label, r.Tool, r.Args, found, e.Text)
				}
			}
			t.Logf("%d of %d answers name a field that was wrong on purpose; %d of them are understood", naming, len(all), right)
			if naming < 700 || right*100 < naming*97 {
				t.Errorf("%d of %d understood, want at least 97%%", right, naming)
			}
		})
	}
}

func intersect(a, b names) int {
	n := 0
	for name := range a {
		if b[name] {
			n++
		}
	}
	return n
}
