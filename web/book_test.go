package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// The chosen clients count on every page; a choice of nothing, or of what is not
// known, changes nothing and says so.
func TestTargets(t *testing.T) {
	srv := startFile(t, `{"tools":[{"name":"t","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":["string","null"]}}}}]}`)
	pills := func() int {
		_, _, body := get(t, srv.URL+"/?n=0")
		return strings.Count(body, `class="verdict `) - 2 // the links
	}
	if n := pills(); n != 8 {
		t.Fatalf("%d clients by default", n)
	}
	_, _, page := get(t, srv.URL+"/targets?back=//evil.example/")
	if n := strings.Count(page, `name="t"`); n < 60 || strings.Contains(page, "evil") {
		t.Errorf("%d clients to choose from", n)
	}
	if code := choose(t, srv, url.Values{"action": {"save"}, "t": {"gemini-parameters", "zed"}, "back": {"/?n=0"}}); code != http.StatusOK {
		t.Fatalf("status %d", code)
	}
	if n := pills(); n != 2 {
		t.Errorf("%d clients after a choice of two", n)
	}
	for _, v := range []url.Values{{"action": {"save"}}, {"action": {"save"}, "t": {"no-such-client"}}} {
		if code := choose(t, srv, v); code != http.StatusBadRequest {
			t.Errorf("%v: status %d", v, code)
		}
	}
	if n := pills(); n != 2 {
		t.Errorf("%d clients after choices that were refused", n)
	}
}

// choose posts a choice of clients, and follows the way back.
func choose(t *testing.T, srv *httptest.Server, v url.Values) int {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, srv.URL+"/targets", strings.NewReader(v.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Authorization", "Bearer "+string(testToken))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode
}

// Every rule that a tool trips has its page; names of rules that are not there
// lead to help.
func TestRulePages(t *testing.T) {
	srv := startFile(t, `{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":["string"],"default":null}}}}]}`)
	_, _, body := get(t, srv.URL+"/?n=0&tab=findings")
	names := regexp.MustCompile(`href="(/rules/[^"]+)"`).FindAllStringSubmatch(body, -1)
	if len(names) < 3 {
		t.Fatalf("only %d links to rules", len(names))
	}
	for _, m := range names {
		if code, _, page := get(t, srv.URL+m[1]); code != http.StatusOK || !strings.Contains(page, "Evidence") {
			t.Errorf("%s: status %d", m[1], code)
		}
	}
	if code, _, page := get(t, srv.URL+"/rules/lint/no-such-rule"); code != http.StatusNotFound || !strings.Contains(page, "/rules") {
		t.Errorf("status %d", code)
	}
	if _, _, page := get(t, srv.URL+"/rules?q=gemini+type"); !strings.Contains(page, "gemini/type-array") || strings.Contains(page, "zed/root-closed") {
		t.Error("the search does not find what it should")
	}
}

// Tools of which everything is the same stand in one row, and a page is bounded
// whatever is chosen.
func TestMatrix(t *testing.T) {
	var tools []string
	for i := range 3000 {
		tools = append(tools, fmt.Sprintf(`{"name":"same_%d","description":"d","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`, i))
	}
	tools = append(tools, `{"name":"odd","description":"d","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"type":["string","null"],"default":5}}}}`, `null`)
	srv := startFile(t, `{"tools":[`+strings.Join(tools, ",")+`]}`)
	choose(t, srv, url.Values{"action": {"all"}})
	_, _, body := get(t, srv.URL+"/matrix")
	if n := strings.Count(body, "<"); n > 2*3000 {
		t.Errorf("about %d elements", n/2)
	}
	if strings.Contains(body, "data-pending") {
		t.Skip("not all tools are looked at yet on this machine")
	}
	if !strings.Contains(body, "3,000 tools") || !strings.Contains(body, "odd") {
		t.Error("equal tools are not put together")
	}
	if _, _, some := get(t, srv.URL+"/matrix?rule=lint/default-invalid"); strings.Contains(some, "same_0") || !strings.Contains(some, "odd") {
		t.Error("the filter by rule does not hold")
	}
	if _, _, one := get(t, srv.URL+"/matrix?client=cursor"); strings.Count(one, `<th scope="col">`) != 2 {
		t.Error("the filter by client does not hold")
	}
}
