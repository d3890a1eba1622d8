package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestEnvelope(t *testing.T) {
	tests := []struct {
		frame string
		kind  frameKind
		id    string
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"m","params":{}}`, frameRequest, "1"},
		{`{"method":"m"}`, frameNotification, ""},
		{`{"id":null,"method":"m"}`, frameNotification, "null"},
		{` { "result" : null , "id" : "a" } `, frameResponse, `"a"`},
		{`{"id":1,"error":{}}`, frameResponse, "1"},
		{`{"id":1,"id":2,"result":1}`, frameResponse, "2"},
		{`{"ID":1,"Result":2}`, frameOther, ""},
		{`[]`, frameBatch, ""},
		{`[1,{"id":1}]`, frameBatch, ""},
	}
	for _, tt := range tests {
		e, err := parseEnvelope([]byte(tt.frame))
		if err != nil || e.kind() != tt.kind || string(e.id) != tt.id {
			t.Errorf("%s: kind %d, id %s, %v; want %d, %s", tt.frame, e.kind(), e.id, err, tt.kind, tt.id)
		}
	}
	for _, bad := range []string{"", " ", "x", "{", `{"a"}`, `{"a":1} x`, "[1", `{"a":NaN}`, "7 8"} {
		if _, err := parseEnvelope([]byte(bad)); err == nil || err == errNotContainer {
			t.Errorf("%q: %v, want a syntax error", bad, err)
		}
	}
	if _, err := parseEnvelope([]byte("7")); err != errNotContainer {
		t.Errorf("7: %v", err)
	}
}

// FuzzEnvelope holds the parser against encoding/json: both take the same texts, and every
// part is a slice of the frame.
func FuzzEnvelope(f *testing.F) {
	for _, s := range []string{`{"id":1,"method":"m","params":{"a":[1e400,"\ud800"]}}`, `[{"id":1}]`, "{\"a\xff\":1,}", `{"":{"":{}}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		e, err := parseEnvelope(frame)
		if valid := json.Valid(frame); valid != (err == nil || err == errNotContainer) {
			if strings.Count(string(frame), "{")+strings.Count(string(frame), "[") < 1000 { // the depth limits differ
				t.Errorf("%q: %v, json.Valid says %v", frame, err, valid)
			}
		}
		for _, part := range [][]byte{e.version, e.id, e.method, e.params, e.result, e.err} {
			if part != nil && !bytes.Contains(frame, part) {
				t.Errorf("%q: %q is not in it", frame, part)
			}
			if part != nil && validJSON(part) != nil {
				t.Errorf("%q: %q is no value", frame, part)
			}
		}
	})
}

// FuzzIncoming gives arbitrary bytes to the tap: what it hands to the SDK must always be
// something that the SDK can decode.
func FuzzIncoming(f *testing.F) {
	for _, s := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"id":1,"error":7}`, `{"id":"1","result":0}`, `[{"id":2,"method":"ping"},{"id":1}]`,
		`{"method":"notifications/cancelled","params":{"requestId":2}}`, `{"id":1.5,"method":7,"params":[]}`, `{"id":null,"error":{}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		for _, method := range []string{"initialize", "server/discover", "tools/list", "tools/call"} {
			tap := newTap(&messageLog{maxCount: 10, maxBytes: 1 << 20}, &noiseLog{})
			request := []byte(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{}}`)
			if _, x, _ := tap.outgoing(t.Context(), request, nil); x == nil {
				t.Fatal("no exchange")
			}
			for _, out := range tap.incoming(bytes.Clone(frame), arrival{}) {
				env, err := parseEnvelope(out)
				if err != nil || env.batch != nil {
					t.Errorf("%q for %s gave %q: %v", frame, method, out, err)
				}
			}
		}
	})
}

func TestRewriteParams(t *testing.T) {
	frame := []byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"_meta":{"a":1},"name":"n","arguments":{}}}`)
	env, err := parseEnvelope(frame)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		set   map[string][]byte
		extra []extraMember
		want  string
	}{
		{nil, nil, `{"_meta":{"a":1},"name":"n","arguments":{}}`},
		{map[string][]byte{"arguments": []byte(`[ 1e400 ]`)}, nil, `{"_meta":{"a":1},"name":"n","arguments":[ 1e400 ]}`},
		{map[string][]byte{"arguments": nil}, nil, `{"_meta":{"a":1},"name":"n"}`},
		{map[string][]byte{"_meta": nil, "other": []byte("1")}, nil, `{"name":"n","arguments":{}}`},
		{map[string][]byte{"_meta": nil, "name": nil, "arguments": nil}, []extraMember{{`a"`, []byte("1")}, {"b", []byte(" 2")}}, `{"a\"":1,"b": 2}`},
		{nil, []extraMember{{"requestState", []byte(`"\u00e9"`)}}, `{"_meta":{"a":1},"name":"n","arguments":{},"requestState":"\u00e9"}`},
	}
	for _, tt := range tests {
		got := string(rewriteParams(frame, env.params, tt.set, tt.extra))
		if want := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":` + tt.want + `}`; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// readLines runs a lineReader over text, in pieces of one byte and in whole.
func readLines(text string, limit int, slow bool) (lines, long, last []string) {
	var src io.Reader = strings.NewReader(text)
	if slow {
		src = iotest.OneByteReader(src)
	}
	r := &lineReader{src: src, max: limit,
		line: func(b []byte) { lines = append(lines, string(b)) },
		long: func(head, tail []byte, size int) { long = append(long, fmt.Sprintf("%d", size)) },
		last: func(b []byte) { last = append(last, string(b)) },
	}
	_ = r.run()
	return lines, long, last
}

func TestLineReader(t *testing.T) {
	big := strings.Repeat("0123456789", 20000)
	tests := []struct {
		text              string
		lines, long, last []string
	}{
		{"", nil, nil, nil},
		{"a\nb\r\n\n \r\nc", []string{"a", "b"}, nil, []string{"c"}},
		{"\n\n\n", nil, nil, nil},
		{big + "\nx\n", []string{big, "x"}, nil, nil},
		{big + big + "\nx\n", []string{"x"}, []string{"400000"}, nil},
	}
	for _, tt := range tests {
		for _, slow := range []bool{false, true} {
			lines, long, last := readLines(tt.text, 300000, slow)
			if !slices.Equal(lines, tt.lines) || !slices.Equal(long, tt.long) || !slices.Equal(last, tt.last) {
				t.Errorf("%.20q slow=%v: %d lines, %v, %v", tt.text, slow, len(lines), long, last)
			}
		}
	}
}

func FuzzLineReader(f *testing.F) {
	f.Add("a\nbb\r\nccc", 2)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = limit&0xff + 1
		l1, g1, e1 := readLines(text, limit, false)
		l2, g2, e2 := readLines(text, limit, true)
		if !slices.Equal(l1, l2) || !slices.Equal(g1, g2) || (len(e1) > 0) != (len(e2) > 0) {
			t.Errorf("%q: the pieces matter", text)
		}
		for _, l := range l1 {
			if len(l) > limit || strings.Contains(l, "\n") {
				t.Errorf("line %q", l)
			}
		}
	})
}

// FuzzEventFilter gives arbitrary streams to the filter: it must end, and what the SDK gets
// must be events whose data are messages.
func FuzzEventFilter(f *testing.F) {
	f.Add("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n\nid: 3\nretry: 5\n\n: c\n\nevent: endpoint\ndata: /m\n\n")
	f.Add("data:\ndata\ndata: {\ndata: }\n\n")
	f.Fuzz(func(t *testing.T, stream string) {
		tap := newTap(&messageLog{maxCount: 10, maxBytes: 1 << 20}, &noiseLog{})
		filter := newEventFilter(io.NopCloser(strings.NewReader(stream)), tap, nil, nil, 200)
		out, err := io.ReadAll(filter)
		if err != nil {
			t.Fatal(err)
		}
		for block := range strings.SplitSeq(string(out), "\n\n") {
			if strings.Contains(block, "event:") {
				continue
			}
			var data []string
			for line := range strings.SplitSeq(block, "\n") {
				if d, ok := strings.CutPrefix(line, "data: "); ok {
					data = append(data, d)
				}
			}
			if len(data) > 0 && !json.Valid([]byte(strings.Join(data, "\n"))) {
				t.Errorf("%q gave %q", stream, block)
			}
		}
	})
}

func TestMessageLog(t *testing.T) {
	l := &messageLog{maxCount: 3, maxBytes: 100}
	for i := range 10 {
		l.add(Message{Raw: bytes.Repeat([]byte{'x'}, 10*i)})
	}
	items, dropped := l.all()
	if len(items) != 1 || items[0].Seq != 10 || dropped != 9 { // 80 + 90 bytes are too many
		t.Errorf("%d items, first %d, dropped %d", len(items), items[0].Seq, dropped)
	}
	l.add(Message{Raw: make([]byte, 1000)})
	items, _ = l.all()
	if last := items[len(items)-1]; last.Size != 1000 || len(last.Raw) != 3 || last.Note == "" {
		t.Errorf("a message beyond the limit: %+v", last)
	}
	for range 2000 {
		l.add(Message{Raw: []byte("x")})
	}
	if items, _ = l.all(); len(items) != 3 || items[2].Seq != 2011 || cap(l.items) > 1100 {
		t.Errorf("%d items, cap %d", len(items), cap(l.items))
	}
}

func TestByteRing(t *testing.T) {
	r := &byteRing{max: 10}
	for _, s := range []string{"abc", "defgh", "ij", "kl", "0123456789ABC"} {
		_, _ = r.Write([]byte(s))
	}
	if b, dropped := r.snapshot(); string(b) != "3456789ABC" || dropped != 15 {
		t.Errorf("%q, dropped %d", b, dropped)
	}
	r = &byteRing{max: 100}
	_, _ = r.Write([]byte("first line\nsecond line\nthird\n"))
	if s := r.tail(15); s != "third" {
		t.Errorf("tail = %q", s)
	}
}

func TestMasks(t *testing.T) {
	h := http.Header{"Authorization": {"Bearer abc"}, "X-Trace": {"t"}, "Content-Type": {"text/plain"}, "Set-Cookie": {"s=1"},
		"X-My-Own": {"abcd"}, "Www-Authenticate": {"Bearer"}, "Mcp-Session-Id": {"123"}}
	want := http.Header{"Authorization": {"•••• (10 characters)"}, "X-Trace": {"t"}, "Content-Type": {"text/plain"}, "Set-Cookie": {"•••• (3 characters)"},
		"X-My-Own": {"•••• (4 characters)"}, "Www-Authenticate": {"Bearer"}, "Mcp-Session-Id": {"•••• (3 characters)"}}
	if diff := cmp.Diff(want, maskHeader(h, http.Header{"X-My-Own": {"abcd"}})); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
	u, _ := url.Parse("https://user:pass@host:8443/mcp?token=x#frag")
	if got := maskURL(u); got != "https://host:8443/mcp?…" {
		t.Errorf("URL = %q", got)
	}
	if got := maskText(`Post "https://user:pass@host:8443/mcp?token=x#frag": EOF`, u); strings.Contains(got, "token=x") || strings.Contains(got, "pass") {
		t.Errorf("text = %q", got)
	}
}

func TestHeaderValues(t *testing.T) {
	for in, want := range map[string]string{
		"us-west1": "us-west1", " lead": "=?base64?IGxlYWQ=?=", "é": "=?base64?w6k=?=", "a\nb": "=?base64?YQpi?=", "=?base64?x?=": "=?base64?PT9iYXNlNjQ/eD89?=",
	} {
		if got := headerValue(in); got != want {
			t.Errorf("headerValue(%q) = %q, want %q", in, got, want)
		}
	}
	for raw, want := range map[string]string{
		`"a"`: "a", "true": "true", "false": "false", "42": "42", "-7": "-7", "1.0": "1", "1e2": "100", "9007199254740991": "9007199254740991",
	} {
		if got, ok := headerText([]byte(raw)); !ok || got != want {
			t.Errorf("headerText(%s) = %q, %v, want %q", raw, got, ok, want)
		}
	}
	for _, raw := range []string{"", "null", "1.5", "9007199254740993", "1e400", "{}", "[1]"} {
		if got, ok := headerText([]byte(raw)); ok {
			t.Errorf("headerText(%s) = %q, want none", raw, got)
		}
	}
	headers := map[string][]paramHeader{}
	why := readHeaders([]byte(`{"name":"t","inputSchema":{"properties":{
		"a":{"type":["string","null"],"x-mcp-header":"Region"},
		"b":{"type":"object","properties":{"c":{"x-mcp-header":"Deep"}}},
		"d":{"items":{"properties":{"e":{"x-mcp-header":"Unreachable"}}}},
		"f":{"x-mcp-header":"bad name"},"g":{"x-mcp-header":7}}}}`), headers)
	if !strings.Contains(why, `"Region" is on a property`) {
		t.Errorf("reason = %q", why)
	}
	c := &Conn{tools: headers}
	want := http.Header{"Mcp-Param-Region": {"eu"}, "Mcp-Param-Deep": {"true"}}
	if diff := cmp.Diff(want, c.paramHeaders("t", []byte(`{"a":"eu","b":{"c":true},"d":[{"e":1}],"f":1,"g":1}`))); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
	if h := c.paramHeaders("t", []byte(`{"a":null}`)); len(h) != 0 {
		t.Errorf("null and absent must have no header: %v", h)
	}
}

func TestServerEnv(t *testing.T) {
	environ := []string{"HOME=/h", "PATH=/bin", "AWS_SECRET=x", "LC_ALL=C", "USER=() { evil", "HTTP_PROXY=p", "TERM=xterm"}
	got := serverEnv(environ, []string{"PATH=/other", "A=1", "=bad", "novalue", "A=2"}, "M=1")
	want := []string{"HOME=/h", "PATH=/other", "LC_ALL=C", "TERM=xterm", "A=2", "M=1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("environment (-want +got):\n%s", diff)
	}
}
