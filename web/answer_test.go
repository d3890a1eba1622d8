package web_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/partstest"
)

// send posts a call by its JSON text.
func (p *plainPage) send(args string) {
	p.t.Helper()
	v := p.values()
	v.Set("mode", "json")
	v.Set("json", args)
	v.Set("action", "send")
	p.do("POST", "/call", v)
}

// Ensure that the page says where the server and its own schema disagree, and
// only there.
func TestAgainstTheSchema(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "judge")
	for _, test := range []struct{ args, want string }{
		{`{"rows":[{"n":1},{"n":9}],"odd":7}`, "The schema allows this, the server refuses it."},
		{`{"rows":[{"n":1},{}],"odd":7}`, ""}, // both refuse it
		{`{"rows":[{"n":1}]}`, ""},            // both take it
		{`{"rows":[{"n":"1"}]}`, "The schema forbids this, the server took it: /rows/0/n got"},
	} {
		p.send(test.args)
		answer := p.read("id", "answer")
		if test.want == "" && (strings.Contains(answer, "The schema allows") || strings.Contains(answer, "The schema forbids")) || !strings.Contains(answer, test.want) {
			t.Errorf("%s: %s, want %q", test.args, answer, test.want)
		}
	}
}

// Ensure that the server's words stand at the field that they name, though an
// element before it is left out.
func TestServerWordsAtShiftedElements(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "judge")
	for range 3 {
		p.press("add:/rows")
	}
	p.press("send", "s:/rows/0", "omit", "v:/rows/1/n", "1", "v:/rows/2/n", "9", "s:/odd", "value", "v:/odd", "7")
	p.wantSends("sent", `{"rows":[{"n":1},{"n":9}],"odd":7}`)
	for pointer, want := range map[string]bool{"/rows/2/n": true, "/rows/1/n": false} {
		if got := strings.Contains(p.read("data-pointer", pointer), "Input should be less than 5"); got != want {
			t.Errorf("%s has the server's words: %v, want %v", pointer, got, want)
		}
	}
}

// Ensure that only pictures are shown as pictures, by their own bytes.
func TestContent(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "show")
	p.send(`{"show":"picture"}`)
	answer := p.read("id", "answer")
	for _, want := range []string{"image/png · 73 bytes · 4×2", "its bytes are text/", "its bytes are audio/wave", "uri: javascript:alert(1)", "embedded", "_meta"} {
		if !strings.Contains(answer, want) {
			t.Errorf("the answer lacks %q: %s", want, answer)
		}
	}
	pictures := 0
	for n := range p.doc.Descendants() {
		if n.Data == "img" {
			pictures++
			if src := attr(n, "src"); !strings.HasPrefix(src, "data:image/png;base64,") {
				t.Errorf("a picture of %.40s", src)
			}
		}
		if strings.HasPrefix(attr(n, "href"), "javascript:") {
			t.Error("a resource link became a link")
		}
	}
	if pictures != 1 {
		t.Errorf("%d pictures, want 1", pictures)
	}
}

// Ensure that what is wrong with structured content stands at its line.
func TestStructuredProblems(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "show")
	p.send(`{"show":"wrong"}`)
	wrong := p.first("mark", "class", "wrong")
	if got := strings.TrimSpace(textOf(wrong)); got != `"n": "1"` {
		t.Errorf("marked: %s", got)
	}
	if got := p.read("class", "wrong-why"); !strings.Contains(got, "want integer") {
		t.Errorf("beside it: %s", got)
	}
}

// Ensure that text which is not the structured content is noted.
func TestTextAgainstStructured(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "show")
	for word, want := range map[string]string{"differ": "differ at /n", "silent": "No text repeats", "same": ""} {
		p.send(fmt.Sprintf(`{"show":%q}`, word))
		answer := p.read("id", "answer")
		if want == "" && (strings.Contains(answer, "differ at") || strings.Contains(answer, "No text repeats")) || !strings.Contains(answer, want) {
			t.Errorf("%s: %s, want %q", word, answer, want)
		}
	}
}

// Ensure that the calls of the session are listed, can be put back into the form
// and sent again, to the byte.
func TestCallList(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "nested")
	const first = `{"title": "\u0061", "title": "twice"}`
	p.send(first)
	p.send(`{"point":[1.0]}`)
	list := p.first("section", "id", "calls")
	var opened, again []string
	for n := range list.Descendants() {
		switch {
		case n.Data == "a" && !strings.Contains(attr(n, "href"), "with="):
			opened = append(opened, attr(n, "href"))
		case n.Data == "button":
			again = append(again, attr(n, "value"))
		}
	}
	if len(opened) != 2 || len(again) != 2 {
		t.Fatalf("%d calls, %d can be sent again; want 2", len(opened), len(again))
	}
	p.do("GET", opened[0], nil)
	p.wantSends("the newest call", `{"point":[1.0]}`)
	if answer := p.read("id", "answer"); !strings.Contains(answer, `{"point":[1.0]}`) {
		t.Errorf("its answer is %s", answer)
	}
	p.do("GET", opened[1], nil)
	if got := textOf(p.first("textarea", "id", "json")); got != first {
		t.Errorf("a call with a name twice comes back as %s", got)
	}
	p.press(again[1])
	if got := textOf(p.first("section", "class", "answer ok")); !strings.Contains(got, first) {
		t.Errorf("sent again: %s", got)
	}
	other := openPlain(t, p.base, "show")
	if got := other.read("id", "calls"); strings.Count(got, "nested") != 3 {
		t.Errorf("at another tool the list reads %s", got)
	}
	other.do("GET", "/?tool=show&call=nonsense", nil)
}

// copyOf fetches the last call as text for another program.
func (p *plainPage) copyOf(as string) string {
	p.t.Helper()
	for n := range p.doc.Descendants() {
		href, err := url.Parse(attr(n, "href"))
		if err != nil || href.Path != "/copy" || href.Query().Get("as") != as {
			continue
		}
		_, h, body := get(p.t, p.base+attr(n, "href"))
		if h.Get("Content-Type") != "text/plain; charset=utf-8" {
			p.t.Errorf("%s comes as %s", as, h.Get("Content-Type"))
		}
		return body
	}
	p.t.Fatalf("the call cannot be copied as %s", as)
	return ""
}

const hardArguments = `{"title":"it's \"q\" \\ \u2028 é ${x} $HOME","meta":{"language":"en","tags":["a",null,true,[],{}]},"rows":[{"n":9007199254740993}],"__proto__":1}`

// program runs a copy of a call, which gets a minute.
func program(t *testing.T, name, file string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, name, file)
	cmd.WaitDelay = time.Second
	return cmd
}

// Ensure that the copies of a call are programs that make the same call, by
// running them.
func TestCopiesRun(t *testing.T) {
	p := openPlain(t, startPanel(t).URL, "nested")
	p.send(hardArguments)
	dir := t.TempDir()
	for _, test := range []struct {
		as, file string
		command  func(t *testing.T, file string) *exec.Cmd
	}{
		{"typescript", "call.mjs", func(t *testing.T, file string) *exec.Cmd {
			modules := filepath.Dir(filepath.Dir(filepath.Dir(partstest.NPM(t, "@modelcontextprotocol/sdk", "package.json"))))
			if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
				t.Fatal(err)
			}
			return program(t, partstest.Node(t), file)
		}},
		{"python", "call.py", func(t *testing.T, file string) *exec.Cmd { return program(t, partstest.PythonMCP(t), file) }},
		{"python", "call2.py", func(t *testing.T, file string) *exec.Cmd { return program(t, partstest.Python(t), file) }},
		{"mcploupe", "call.sh", func(t *testing.T, file string) *exec.Cmd {
			bin := filepath.Join(dir, "mcploupe")
			if out, err := exec.Command("go", "build", "-o", bin, "../cmd/mcploupe").CombinedOutput(); err != nil {
				t.Fatalf("build the program: %v\n%s", err, out)
			}
			cmd := program(t, "sh", file)
			cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
			return cmd
		}},
	} {
		t.Run(test.as+" "+test.file, func(t *testing.T) {
			text := p.copyOf(test.as)
			file := filepath.Join(dir, test.file)
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := test.command(t, file).Output()
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			for _, want := range []string{`it's \\\"q\\\" \\\\ `, `${x} $HOME`, `__proto__`} {
				if !strings.Contains(string(out), want) {
					t.Errorf("the answer lacks %s: %s\nof %s", want, out, text)
				}
			}
			exact := strings.Contains(string(out), "9007199254740993")
			if warned := strings.Contains(text, "loses digits"); exact == warned {
				t.Errorf("the number is kept: %v, and the text warns: %v", exact, warned)
			}
		})
	}
	if text := p.copyOf("json-rpc"); !strings.Contains(text, `"arguments":`+hardArguments) {
		t.Errorf("the message is %s", text)
	}
}
