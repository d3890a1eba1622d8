package web_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// A tool with thousands of faults makes a page of bounded size, which says how
// many more there are and leads to them; list, tab and page count the same.
func TestManyFindings(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"tools":[{"name":"wide","description":"d","inputSchema":{"type":"object","properties":{`)
	for i := range 3000 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"p%d":{"type":"string","default":null,"format":"x","nullable":true,"minimum":1}`, i)
	}
	b.WriteString(`}}},{"name":"fine","description":"d","inputSchema":{"type":"object","properties":{},"additionalProperties":false}}]}`)
	srv := startFile(t, b.String())
	_, _, first := get(t, srv.URL+"/?n=0&tab=findings")
	for _, address := range []string{"/?n=0", "/?n=0&tab=findings", "/?n=0&tab=findings&client=cursor"} {
		_, _, body := get(t, srv.URL+address)
		if n := strings.Count(body, "<"); n > 2*3000+200 { // an opening and a closing one
			t.Errorf("%s has about %d elements", address, n/2)
		}
	}
	if !strings.Contains(first, "more place") {
		t.Error("the page does not say how many more there are")
	}
	numbers := map[string]string{
		"list": `aria-label="(\d+) errors">\d+</b></a></li>`,
		"tab":  `Findings\s*</span>\s*<b class="badge error" aria-label="(\d+) errors"`,
		"page": `<p class="found">(\d+) errors`,
	}
	said := map[string]string{}
	for where, pattern := range numbers {
		m := regexp.MustCompile(pattern).FindStringSubmatch(first)
		if m == nil {
			t.Fatalf("%s: no number of errors", where)
		}
		said[m[1]] = where
	}
	if len(said) != 1 {
		t.Errorf("the counts differ: %v", said)
	}
}

// A badge in red counts errors alone.
func TestBadgeOfWarnings(t *testing.T) {
	srv := startFile(t, `{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}}]}`)
	_, _, body := get(t, srv.URL+"/?n=0&tab=findings")
	if strings.Contains(body, `class="badge error" aria-label="0`) || !strings.Contains(body, `class="badge warn" aria-label=`) {
		t.Error("a tool with warnings alone does not show them as such")
	}
}

// The target switch offers the form that a client would have to get, with the
// changes explained; the address keeps it.
func TestForClient(t *testing.T) {
	srv := startFile(t, `{"tools":[{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":["string","null"]}}}}]}`)
	_, _, body := get(t, srv.URL+"/?n=0")
	if !strings.Contains(body, "target=for-openai-strict") || !strings.Contains(body, "target=draft-07") {
		t.Error("the switch does not offer clients and dialects")
	}
	_, _, body = get(t, srv.URL+"/?n=0&target=for-openai-strict")
	for _, want := range []string{"as OpenAI API, strict tools would have to get it", "additionalProperties", `id="change-1"`} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is not on the page", want)
		}
	}
	if _, _, body = get(t, srv.URL+"/?n=0&target=for-nobody"); !strings.Contains(body, "JSON Schema 2020-12") && !strings.Contains(body, "Already 2020-12") {
		t.Error("a client that is not known is no dialect")
	}
}
