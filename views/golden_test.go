package views

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden keeps the HTML of the components, one element a line so that a
// change can be read.
func TestGolden(t *testing.T) {
	w, p := sampleWhere(), samplePage(t)
	server := w.Overview()
	json := *sampleCall()
	json.Mode, json.JSONError = ModeJSON, "line 1, column 2: `x` is no value"
	structured := p
	structuredAnswer(&structured)
	broken := samplePage(t)
	brokenTool(&broken)
	failed := samplePanel()
	failed.State = StateFailed
	failedServer(&Page{Server: failed})
	forced := samplePage(t)
	forced.Where.As = "draft-07"
	readAsDraft07(forced.Tool.Input)
	bad, doubts, empty := sampleConvert(t), sampleConvert(t), sampleConvert(t)
	notJSON(bad)
	doubtful(doubts)
	empty.Text, empty.Schema = "", nil
	found, ofClient := *p.Tool, *p.Tool
	found.Found, ofClient.Found = sampleFound(), sampleClientFound()
	goldens := map[string]templ.Component{
		"list":          ListPanel(w, *p.List),
		"list-empty":    ListPanel(Where{Server: "a", Query: "x"}, List{State: StateReady, Total: 3}),
		"tool-head":     toolHead(*p.Tool),
		"banner":        banner(*p.Tool.Banner),
		"verdicts":      verdicts(w, p.Tool.Verdicts),
		"schema":        schemaTab(w, *p.Tool, *p.Tool.Input),
		"schema-absent": schemaTab(w, *p.Tool, Schema{Side: Output, Absent: true}),
		"findings":      findings(w, found),
		"findings-of":   findings(w.AtFindings("cursor", "", ""), ofClient),
		"broken":        findings(w, *broken.Tool),
		"server":        serverDetails(w, *p.Server),
		"server-failed": serverPage(server, *failed),
		"overview":      serverPage(server, *p.Server),
		"wire":          wire(p.Where, p.Server.Wire),
		"call":          CallPanel(w, *sampleCall()),
		"call-nested":   CallPanel(w, nestedCall()),
		"call-json":     CallPanel(w, json),
		"answer":        answer(w, *structured.Call.Answer),
		"top":           topBar(p),
		"read-as":       dialectLine(forced.Where, *forced.Tool.Input),
		"convert":       converter(*doubts),
		"convert-bad":   Converted(*bad),
		"convert-empty": Converted(*empty),
		"search":        Palette(*sampleSearch()),
		"welcome":       welcome(Page{}),
	}
	for name, c := range goldens {
		t.Run(name, func(t *testing.T) {
			got := pretty(t, render(t, c))
			file := filepath.Join("testdata", name+".html")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("run with -update if this is meant:\n%s", diff)
			}
		})
	}
}

// hashed is the part of an address of a static file that changes with it.
var hashed = regexp.MustCompile(`\.[0-9a-f]{8}\.`)

// pretty prints a fragment of HTML with an element or a text a line.
func pretty(t *testing.T, text string) string {
	t.Helper()
	nodes, err := html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, n := range nodes {
		prettyNode(&b, n, 0)
	}
	return hashed.ReplaceAllString(b.String(), ".HASH.")
}

func prettyNode(b *bytes.Buffer, n *html.Node, depth int) {
	indent := strings.Repeat(" ", depth)
	switch n.Type {
	case html.TextNode:
		if strings.TrimSpace(n.Data) != "" {
			b.WriteString(indent + strings.ReplaceAll(n.Data, "\n", "⏎") + "\n")
		}
		return
	case html.ElementNode:
		b.WriteString(indent + "<" + n.Data)
		for _, a := range n.Attr {
			b.WriteString(" " + a.Key + "=" + `"` + html.EscapeString(a.Val) + `"`)
		}
		b.WriteString(">\n")
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		prettyNode(b, c, depth+1)
	}
}
