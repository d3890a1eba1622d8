package main

import (
	"strings"
	"testing"
)

func TestCallArguments(t *testing.T) {
	for _, test := range []struct{ words, want, err string }{
		{``, `{}`, ""},
		{`{"a":1.0, "a":null}`, `{"a":1.0, "a":null}`, ""},
		{`[1]`, `[1]`, ""},
		{`a=1|b:=1|c@null|d:="x"`, `{"a":"1","b":1,"c":null,"d":"x"}`, ""},
		{`a=b=c:=d@null`, `{"a":"b=c:=d@null"}`, ""},
		{`a=`, `{"a":""}`, ""},
		{`n:=12345678901234567890`, `{"n":12345678901234567890}`, ""},
		{`q"=é`, `{"q\"":"é"}`, ""},
		{`a:=nope`, "", "a: the value is not JSON"},
		{`a`, "", `"a" is no argument`},
		{`=x`, "", "is no argument"},
		{`{"a":}`, "", "the arguments are not JSON"},
	} {
		var words []string
		if test.words != "" {
			words = strings.Split(test.words, "|")
		}
		got, err := callArguments(words)
		if string(got) != test.want || (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: %s, %v; want %s, %s", test.words, got, err, test.want, test.err)
		}
	}
}

// Ensure that what a server says cannot drive the terminal, and stays the same
// JSON.
func TestEscapeHidden(t *testing.T) {
	const in = "{\"a\":\"\u001b[31m\u202e\u200b\U000E0041é 😀\"}"
	const want = `{"a":"\u001b[31m\u202e\u200b\udb40\udc41é 😀"}`
	if got := escapeHidden([]byte(in)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := printable("\u001b]0;x\a\u202e"); got != "<U+001B>]0;x<U+0007><U+202E>" {
		t.Errorf("printable: %s", got)
	}
}
