package pattern

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// Ensure that patterns mean what ECMA-262 says, and that those which need no
// backtracking run in linear time.
func TestCompile(t *testing.T) {
	for _, test := range []struct {
		pattern  string
		linear   bool
		yes, not []string
	}{
		{`^a.c$`, true, []string{"abc", "a😀c"}, []string{"a\nc", "a\rc", "a\u2028c", "abc\n"}},
		{`^\s\S$`, true, []string{" x", "\u00a0x", "\ufeffx", "\vx"}, []string{"xx", "  "}},
		{`^[\s]$`, true, []string{"\u2003", "\t"}, []string{"\u200b"}},
		{`^[^\s]$`, true, []string{"x"}, []string{"\u00a0"}},
		{`^[\S]$`, false, []string{"x"}, []string{"\u00a0"}},
		{`^\d+$`, true, []string{"12"}, []string{"٣"}},
		{`^\w+$`, true, []string{"a_1"}, []string{"é"}},
		{`\bab\b`, true, []string{"x ab y"}, []string{"xab"}},
		{`^[\b]$`, true, []string{"\b"}, []string{"b"}},
		{`^\u00e9\x41$`, true, []string{"éA"}, []string{"eA"}},
		{`^\ud83d\ude00$`, true, []string{"😀"}, []string{"\ufffd"}},
		{`^\u{1F600}$`, true, []string{"😀"}, []string{"u"}},
		{`^[\u0041-\u{1F600}]$`, true, []string{"Z", "😀"}, []string{"@"}},
		{`^[a-z😀]+$`, true, []string{"a😀"}, []string{"A"}},
		{`^\@\_\-\/\"\ $`, false, []string{`@_-/" `}, []string{`@`}},
		{`^\@\_\-\/\"$`, true, []string{`@_-/"`}, []string{`@`}},
		{`^[[:alpha:]]$`, true, []string{":]", "a]"}, []string{"b]", "b"}},
		{`^a{2,3}$`, true, []string{"aa"}, []string{"a"}},
		{`^a{,3}$`, false, []string{"a{,3}"}, []string{"aa"}},
		{`^x{2000}$`, false, []string{strings.Repeat("x", 2000)}, []string{"x"}},
		{`a]`, true, []string{"a]"}, []string{"a"}},
		{`[]`, false, nil, []string{"", "a", "]"}},
		{`^[^]$`, false, []string{"\n", "a"}, []string{""}},
		{`^(?=.*[A-Z])(?!.*\s).{8,}$`, false, []string{"Abcdefgh"}, []string{"abcdefgh", "Ab cdefgh"}},
		{`(?<=\$)\d+`, false, []string{"$5"}, []string{"5"}},
		{`(?<!\$)\b\d`, false, []string{"5"}, []string{"$5"}},
		{`^(a)\1$`, false, []string{"aa"}, []string{"ab"}},
		{`^(?<q>['"]).*\k<q>$`, false, []string{`"a"`}, []string{`"a'`}},
		{`^\p{L}+$`, false, []string{"né"}, []string{"1"}},
		{`^\p{Script=Greek}$`, false, []string{"α"}, []string{"a"}},
		{`^\cJ$`, false, []string{"\n"}, []string{"J"}},
		{`^\0$`, false, []string{"\x00"}, []string{"0"}},
		{`^(?:a|b)*?c$`, true, []string{"abc"}, []string{"abd"}},
		{``, true, []string{"", "x"}, nil},
	} {
		re, err := Compile(test.pattern, time.Second)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		if got := re.Linear(); got != test.linear {
			t.Errorf("%s: linear is %v, want %v", test.pattern, got, test.linear)
		}
		for _, text := range append(test.yes, test.not...) {
			want := slices.Contains(test.yes, text)
			if got, err := re.Match(text); got != want || err != nil {
				t.Errorf("%s on %q: got %v %v, want %v", test.pattern, text, got, err, want)
			}
		}
	}
}

// A match that was not finished is told from a mismatch.
func TestUnfinished(t *testing.T) {
	for pattern, c := range map[string]struct {
		text string
		want error
	}{
		`^(?!b)(a+)+$`: {strings.Repeat("a", 40) + "!", ErrTime},
		`^[a-z]{900}$`: {strings.Repeat("a", 200_000), ErrSize},
	} {
		re, err := Compile(pattern, 50*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := re.Match(c.text); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", pattern, err, c.want)
		}
	}
}

// Ensure that the pattern which RE2 gets matches the same texts as the original
// does in the engine that speaks ECMA-262.
func FuzzToRE2(f *testing.F) {
	for _, p := range []string{`^a.c$`, `[\s\d-]`, `\u{41}|\x42`, `[^\]\[]`, `(?:a|b){2,3}?`, `\ud83d\ude00`, `[\b]`, `a]b}`, `\.\@\_`, `[a-\u00ff]`, `\B.\b`, `[-a]`, `[a-]`, `[\w-z]`, `0{00}`, `a{1,02}`} {
		for _, s := range []string{"abc", "\u00a0-1", "AB😀", "a]b}", "\r\n", "é_@.", "0", "0{00}"} {
			f.Add(p, s)
		}
	}
	f.Fuzz(func(t *testing.T, source, text string) {
		if len(source) > 64 || len(text) > 64 || !validText(source) || !validText(text) {
			return
		}
		re2, ok := toRE2(source)
		if !ok {
			return
		}
		linear, _ := compileLinear(re2)
		ecma, err := regexp2.Compile(source, regexp2.ECMAScript|regexp2.Unicode)
		if linear == nil || err != nil {
			return
		}
		ecma.MatchTimeout = time.Second
		want, err := ecma.MatchString(text)
		if err != nil {
			return
		}
		if got := linear.MatchString(text); got != want {
			t.Errorf("%q as %q on %q: got %v, want %v", source, re2, text, got, want)
		}
	})
}

func validText(s string) bool { return strings.ToValidUTF8(s, "") == s }
