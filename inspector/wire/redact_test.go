package wire

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func redactorOf(secrets ...string) *redactor {
	r := newRedactor(&Endpoint{})
	r.add(secrets...)
	return r
}

// Ensure that a secret is taken out in every form in which it can come back, that JSON
// stays JSON, and that texts which only look like a short one are left alone.
func TestRedactorForms(t *testing.T) {
	const hard = "pä\"ss\\wörd&1"
	for _, tt := range []struct{ secret, in, want string }{
		{"s3cr3t-value", "a s3cr3t-value b s3cr3t-value", "a ••• b •••"},
		{"s3cr3t-value", `{"a":"xs3cr3t-valuex"}`, `{"a":"x•••x"}`},
		{"info", "level info, information, ainfo", "level •••, information, ainfo"},
		{"no", "no", "no"},
		{"12345678", `{"pin":12345678,"s":"12345678","l":912345678}`, `{"pin":0,"s":"•••","l":912345678}`},
		{"12345678", `pin 12345678`, `pin •••`},
		{"1234", `{"a":"\"1234\"","b":1234,"c":12345}`, `{"a":"\"•••\"","b":0,"c":12345}`},
		{hard, "say " + hard, "say •••"},
		{hard, `{"a":` + string(quote(hard)) + `}`, `{"a":"•••"}`},
		{hard, `{"a":"p\u00e4\"ss\\w\u00f6rd&1"}`, `{"a":"•••"}`},
		{hard, `{"a":"p\u00e4\"ss\\w\u00f6rd\u00261"}`, `{"a":"p\u00e4\"ss\\w\u00f6rd\u00261"}`},
		{"a/b<secret>", `{"a":"a\/b<secret>","b":"a/b\u003csecret\u003e"}`, `{"a":"•••","b":"•••"}`},
		{hard, "x?k=p%C3%A4%22ss%5Cw%C3%B6rd%261&y", "x?k=•••&y"},
	} {
		if got := string(redactorOf(tt.secret).bytes([]byte(tt.in))); got != tt.want {
			t.Errorf("%s in %s: %s, want %s", tt.secret, tt.in, got, tt.want)
		}
	}
	same := []byte(`{"a": 1.0}`)
	if got := redactorOf("s3cr3t-value").bytes(same); &got[0] != &same[0] {
		t.Error("bytes without a secret were copied")
	}
	if got := redactorOf("s3cr3t-value").text("it says s3cr3t-va…"); strings.Contains(got, "s3cr3t") {
		t.Error(got)
	}
}

// Ensure that a secret which comes in pieces is taken out of a stream, and that nothing
// else is lost.
func TestRedactingWriter(t *testing.T) {
	const text = "one s3cr3t-value two s3cr3t-valu three s3"
	for size := 1; size < len(text); size++ {
		var out bytes.Buffer
		w := redactingWriter{r: redactorOf("s3cr3t-value"), w: &out}
		for rest := text; rest != ""; rest = rest[min(size, len(rest)):] {
			_, _ = w.Write([]byte(rest[:min(size, len(rest))]))
		}
		w.flush()
		if want := "one ••• two s3cr3t-valu three s3"; out.String() != want {
			t.Fatalf("by %d: %s", size, out.String())
		}
	}
}

// allOf is all that a connection gives away about what a server said.
func allOf(c *Conn, more ...any) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%+v\n%s\n", c.State(), c.Stderr())
	if err := c.State().Err; err != nil {
		fmt.Fprintf(&b, "%+v %+v %s\n", *err, err.Challenge, err.Stderr)
	}
	info := c.Info()
	fmt.Fprintf(&b, "%s %s %s %s %+v\n", info.Raw, info.Instructions, info.Title, info.Capabilities, info.Steps)
	for _, n := range c.Noise() {
		fmt.Fprintf(&b, "%s %s\n", n.Text, n.Why)
	}
	for _, m := range c.Messages() {
		fmt.Fprintf(&b, "%s %s %s %s %v\n", m.Raw, m.Note, m.Method, m.ID, m.HTTP)
		if m.HTTP != nil {
			fmt.Fprintf(&b, "%v %s\n", m.HTTP.Header, m.HTTP.URL)
		}
	}
	for _, m := range more {
		fmt.Fprintf(&b, "%s\n", m)
	}
	return b.String()
}

// Ensure that a value of the environment which the server repeats is nowhere to be seen, that
// what the protocol needs of it works all the same, and that tools without it keep their bytes.
func TestSecretRepeatedByProcess(t *testing.T) {
	for _, secret := range []string{"s3cr3t-value-of-mine", `q"uo\te&änd`} {
		ep := fault("leak")
		ep.Env, ep.Secrets = []string{"API_TOKEN=" + secret}, []string{secret}
		c := ready(t, ep, quick())
		list, err := c.ListTools(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(list.Pages) != 2 || !bytes.Contains(list.Pages[0], []byte(`{"name":"plain","description":"no secret","inputSchema":{"type":"object","default":1.0}}`)) {
			t.Errorf("pages %s", list.Pages)
		}
		if !bytes.Contains(list.Pages[1], []byte(`"default":"•••"`)) {
			t.Errorf("second page %s", list.Pages[1])
		}
		a, failed := call(t, c, "x", `{}`), call(t, c, "fail", `{}`)
		if a.Outcome != OutcomeToolError || failed.Error == nil || failed.Error.Message != "bad token •••" {
			t.Errorf("outcome %s, %v", a.Outcome, failed.Error)
		}
		all := allOf(c, list.Pages, list.Warnings, a.Received, a.Result, failed.Received, failed.Error.Raw)
		for _, form := range append(formsOf(secret), secret[:len(secret)/2]) {
			if i := strings.Index(all, form); i >= 0 {
				t.Errorf("%q is in …%s…", form, all[max(0, i-200):min(len(all), i+60)])
			}
		}
		if !strings.Contains(string(c.Stderr()), "starting with •••\n") {
			t.Errorf("standard error %q", c.Stderr())
		}
	}
}

// Ensure that credentials of headers and of the URL are nowhere to be seen where an HTTP
// server repeats them in its refusal.
func TestSecretRepeatedByHTTP(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		said := r.Header.Get("Authorization") + " " + r.Header.Get("X-Api-Key") + " " + r.URL.Query().Get("token")
		w.Header().Set("Www-Authenticate", `Bearer realm="`+said+`", error="invalid_token", error_description="`+said+` is bad"`)
		w.Header().Set("X-Echo", said)
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, "you sent %s and %s", said, r.URL)
	}))
	defer srv.Close()
	c, err := Dial(t.Context(), Endpoint{URL: srv.URL + "/mcp?token=query-s3cret", Header: http.Header{
		"Authorization": {"Bearer header-s3cret"}, "X-Api-Key": {"key-s3cret"}}}, Options{})
	if err == nil {
		t.Fatal("connected")
	}
	all := allOf(c, err.Error())
	for _, secret := range []string{"header-s3cret", "key-s3cret", "query-s3cret"} {
		if i := strings.Index(all, secret); i >= 0 {
			t.Errorf("%s is in …%s…", secret, all[max(0, i-200):min(len(all), i+60)])
		}
	}
	if !strings.Contains(err.Error(), "invalid_token") || KindOf(err) != KindAuth {
		t.Errorf("the reason is lost: %v", err)
	}
}
