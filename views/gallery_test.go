package views

import (
	"bytes"
	"flag"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/static"
)

var gallery = flag.String("gallery", "", "write every state of the pages into this folder, and serve it on -gallery-addr")
var galleryAddr = flag.String("gallery-addr", "", "serve the gallery there until killed")

// state is one state of the dashboard, by the name of its file.
type state struct {
	Name string
	Page templ.Component
}

// states are all designed states.
func states(t testing.TB) []state {
	page := func(change func(*Page)) templ.Component {
		p := samplePage(t)
		change(&p)
		return Dashboard(p)
	}
	convert := func(change func(*Convert)) templ.Component {
		c := sampleConvert(t)
		change(c)
		return Dashboard(Page{Version: "0.1.0", Servers: sampleServers(), Convert: c})
	}
	server := func(s State, change func(*Page)) templ.Component {
		return page(func(p *Page) {
			p.Tool, p.Call, p.Where = nil, nil, Where{Server: "articles"}
			p.Servers[0].State, p.Server.State, p.List.State = s, s, s
			if s != StateReady && s != StateFile {
				p.List = &List{State: s}
			}
			change(p)
		})
	}
	return append(probeStates(t), []state{
		{"story", page(func(*Page) {})},
		{"search", Dashboard(Page{Version: "0.1.0", Servers: sampleServers(), Search: sampleSearch()})},
		{"search-none", Dashboard(Page{Version: "0.1.0", Servers: sampleServers(), Search: &Search{Text: "nothing like it", Tools: 38}})},
		{"lit", page(func(p *Page) { p.Where.At = "l/properties/title/type" })},
		{"findings", page(func(p *Page) { p.Where.Tab = TabFindings; p.Tool.Found = sampleFound() })},
		{"findings-of-client", page(func(p *Page) { p.Where.Tab, p.Where.Client = TabFindings, "cursor"; p.Tool.Found = sampleClientFound() })},
		{"clean", page(cleanTool)},
		{"targets", TargetsPage(Page{Version: "0.1.0", Servers: sampleServers()}, sampleTargetChoice())},
		{"matrix", MatrixPage(Page{Version: "0.1.0", Servers: sampleServers()}, sampleMatrix())},
		{"rules", RulesPage(Page{Version: "0.1.0"}, RuleList{Query: "null", Total: 230, Matched: 2, Families: []RuleFamily{{"gemini", []RuleRow{{"gemini/type-array", tool.LevelSession, "List of types"}, {"gemini/format", tool.LevelDrop, "Unknown `format`"}}}}})},
		{"rule", RulePage(Page{Version: "0.1.0"}, sampleRule())},
		{"server-tab", page(func(p *Page) { p.Where.Tab = TabServer })},
		{"wire", page(func(p *Page) { p.Where.Tab = TabWire })},
		{"json-mode", page(func(p *Page) { p.Call.Mode, p.Call.JSONError = ModeJSON, "line 3, column 12: `nul` is no value" })},
		{"nested", page(func(p *Page) { *p.Call = nestedCall() })},
		{"no-output", page(func(p *Page) { p.Where.Tab = TabOutput; p.Tool.Output = &Schema{Side: Output, Absent: true} })},
		{"not-compiled", page(notCompiledTool)},
		{"not-converted", page(notConvertedTool)},
		{"guessed", page(func(p *Page) {
			guessed(p.Tool.Input)
			p.Tool.Dialects[0] = Chip{Text: "input: no $schema → 2019-09 by its keywords", Level: tool.LevelWarn, Title: p.Tool.Input.Why}
		})},
		{"read-as", page(func(p *Page) { p.Where.As = "draft-07"; readAsDraft07(p.Tool.Input) })},
		{"convert", convert(func(*Convert) {})},
		{"convert-empty", convert(func(c *Convert) { c.Text, c.Schema = "", nil })},
		{"convert-bad", convert(notJSON)},
		{"convert-doubtful", convert(doubtful)},
		{"convert-same", convert(func(c *Convert) {
			c.Schema.Same, c.Schema.Changes, c.Schema.Hunks = true, nil, nil
		})},
		{"convert-unknown", convert(func(c *Convert) {
			at := jsondoc.Pointer("/$schema")
			c.Schema.Dialect, c.Schema.Changes = "unknown", nil
			c.Schema.NotConverted, c.Schema.NotConvertedAt = &Problem{What: "Its dialect is not known.", Next: "Choose at “Read as” the dialect that it is written in."}, &at
		})},
		{"convert-long", convert(func(c *Convert) {
			c.Schema = longSchema(t, 600)
			c.Schema.Side, c.Schema.Choices, c.Where.From = Pasted, nil, 240
		})},
		{"convert-hostile", convert(func(c *Convert) {
			c.Text = hostile
			c.Schema.Rows[7].Left.Text = `"` + hostile + `": "` + hostile + `",`
		})},
		{"structured", page(structuredAnswer)},
		{"running", page(func(p *Page) {
			p.Call.Running = &Running{ID: "c1", At: "14:02:11", Seconds: 3, Progress: "2 of 5: step 2", Done: 2, Total: 5, Sent: sampleAnswer().Sent}
		})},
		{"timeout", page(func(p *Page) {
			p.Call.Answer = &Answer{Outcome: OutcomeTimeout, Took: "60 s", Words: "", Next: "The server did not answer in 60 s. A cancellation was sent; the call may have had its effect.", Sent: sampleAnswer().Sent}
		})},
		{"broken", page(brokenTool)},
		{"overview", server(StateReady, func(p *Page) {})},
		{"zero-tools", server(StateReady, func(p *Page) {
			p.List, p.Server.Overview = &List{State: StateReady}, Overview{Pages: 1, Bytes: 12}
		})},
		{"starting", server(StateStarting, func(p *Page) { p.Server.Reported, p.Server.CanRestart = Reported{}, true })},
		{"failed", server(StateFailed, failedServer)},
		{"closed", server(StateClosed, func(p *Page) {
			p.Server.Problem = &Problem{What: "The server closed the connection.", Where: "exit 0", Next: "Connect again."}
			p.Server.CanConnect, p.Server.CanRestart, p.Server.CanStop = true, false, false
		})},
		{"file", page(func(p *Page) {
			p.Call, p.NoCall = nil, "This is a saved answer: there is no server to call. Start mcploupe with the server itself to send a test call."
			p.Server.State, p.List.State = StateFile, StateFile
		})},
		{"none", Dashboard(Page{Version: "0.1.0"})},
		{"error", ErrorPage(http.StatusNotFound, Problem{What: "No server is called `articles`.", Next: "It may be named in another configuration."})},
		{"notice", page(func(p *Page) {
			p.Notice = &Problem{What: "This server has no tool `x` now.", Next: "Choose one from the list."}
		})},
		{"hostile", page(hostilePage)},
		{"long", page(longPage)},
		{"many", page(manyTools)},
		{"wide-form", page(func(p *Page) { wideForm(p, 40) })},
		{"rtl", page(func(p *Page) {
			p.Tool.Name, p.Tool.Description = "עדכון_מאמר", "עדכן מאמר קיים. שדות שהושמטו אינם משתנים (update_article)."
			p.List.Items[4].Name = "עדכון_מאמר"
		})},
	}...)
}

func cleanTool(p *Page) {
	p.Where.N, p.Where.Tool = 2, "get_article"
	p.Tool.N, p.Tool.Name, p.Tool.Description, p.Tool.HasDesc = 2, "get_article", "", false
	p.Tool.Errors, p.Tool.Warnings, p.Tool.Marks, p.Tool.Found = 0, 0, nil, &Found{Core: &Core{In: true}}
	p.Tool.Banner, p.Tool.InputBadge, p.Tool.OutputBadge = nil, Badge{}, Badge{}
	p.Tool.Verdicts, p.Tool.Hints = nil, nil
	s := p.Tool.Input
	s.Same, s.Changes, s.Hunks = true, nil, nil
	for i := range s.Rows {
		s.Rows[i].Op, s.Rows[i].Notes, s.Rows[i].Left.Marks = 0, nil, nil
	}
	p.Call = &Call{ID: "c2", Timeout: "60s", NoForm: "This tool takes no arguments.", JSON: "{}", Verdict: CallVerdict{"valid", "valid by the schema"},
		Answer: &Answer{Outcome: OutcomeOK, Took: "4.1 ms", Content: []Block{
			{Kind: "text", Text: "Two lines\nof text", Known: true}, {Kind: "image", Note: "image/png · 12,044 bytes", Known: true},
			{Kind: "hologram", Text: `{"type": "hologram"}`}}}}
}

func notCompiledTool(p *Page) {
	at := jsondoc.Pointer("/properties/title/type")
	p.Tool.Input.NotCompiled = &Problem{What: "`type` is `\"any\"`, which is no type.", Next: "Leave `type` out to accept anything."}
	p.Tool.Input.NotCompiledAt = &at
	p.Call.Verdict = CallVerdict{"unchecked", "could not check: the schema is invalid"}
}

func notConvertedTool(p *Page) {
	p.Tool.Input.NotConverted = &Problem{What: "This schema cannot be converted to 2020-12.", Where: "/properties/title", Next: "A reference leads out of the document: nothing is fetched because a schema says so."}
	p.Tool.Input.Changes = nil
}

func structuredAnswer(p *Page) {
	p.Call.Answer = &Answer{Outcome: OutcomeOK, Took: "12 ms", Content: []Block{{Kind: "text", Text: `{"id": 42}`, Known: true}},
		Structured: &Structured{Text: "{\n  \"id\": \"42\",\n  \"bbox\": [1, 2, 3]\n}", State: "invalid", Marks: map[int][]string{1: {"got string, want integer"}, 2: {"no third element is allowed"}}, Problems: []CallProblem{
			{Instance: "/id", Message: "got string, want integer", Schema: "/properties/id/type", Keyword: "type"},
			{Instance: "/bbox/2", Message: "no third element is allowed", Schema: "/properties/bbox/additionalItems", Keyword: "additionalItems"}}},
		Sent: Bytes{`{"article_id":42}`, 17, 0}, Received: sampleAnswer().Received}
	p.Call.Fields[1].Errors, p.Call.Fields[1].Server, p.Call.Fields[1].State = nil, nil, Value
	p.Call.Verdict = CallVerdict{"valid", "valid by the schema"}
}

func brokenTool(p *Page) {
	p.Where.Tab = TabFindings
	p.Tool = &Tool{N: 4, Broken: true, Raw: "{\n  \"inputSchema\": true\n}", Size: 22, Errors: 2, Found: &Found{Total: 2, Matched: 2, All: 2, Groups: []FindingGroup{
		{Number: 1, Rule: "protocol/tool-not-object", Level: tool.LevelServer, Message: "`inputSchema` is true, and must be an object.", Next: "Send `{\"type\": \"object\"}`.", Count: 1, Places: []FoundPlace{{Pointer: "/inputSchema"}}},
		{Number: 2, Rule: "protocol/name-missing", Level: tool.LevelTool, Message: "The tool has no name.", Next: "Give it one.", Count: 1, Places: []FoundPlace{{}}}}}}
	p.List.Items[4] = Item{N: 4, Broken: true, Errors: 2}
	p.Call, p.NoCall = nil, "The tool has no usable name, so it cannot be called."
}

func failedServer(p *Page) {
	p.Server.Problem = &Problem{What: "The command exited before it answered.", Where: "python server.py", Next: "Look at its standard error below, mend it and connect again."}
	p.Server.Stderr = []string{"Traceback (most recent call last):", `  File "server.py", line 1, in <module>`, "    import fastmcp", "ModuleNotFoundError: No module named 'fastmcp'"}
	p.Server.Exit, p.Server.StderrMore = "exit 1", 0
	p.Server.CanConnect, p.Server.CanRestart, p.Server.CanStop = true, false, false
}

func longPage(p *Page) {
	p.Tool.Name = "a_tool_whose_name_is_so_long_that_no_list_can_hold_it_" + strings.Repeat("and_so_on_", 10)
	p.List.Items[4].Name = p.Tool.Name
	p.Tool.Description = strings.Repeat("A very long description that a server sends to the model with every request. ", 30)
	p.Tool.Input = longSchema(p.t(), 600)
	p.List = manyItems()
	wideForm(p, 3)
}

// wideForm repeats the fields.
func wideForm(p *Page, times int) {
	p.Call.Fields = nil
	for range times {
		p.Call.Fields = append(p.Call.Fields, sampleFields()...)
	}
	for i := range p.Call.Fields {
		p.Call.Fields[i].Name += itoa(i)
		p.Call.Fields[i].Pointer = jsondoc.Pointer("").Join(p.Call.Fields[i].Name)
	}
}

// t is for samples that are made inside a page: they are known to be JSON.
func (p *Page) t() testing.TB { return &testing.B{} }

func manyItems() *List {
	l := &List{State: StateReady, Total: 5000, Matched: 5000, Counts: Counts{5000, 1666, 1667, 1667, 0}}
	for i := range MaxItems {
		l.Items = append(l.Items, Item{N: i, Name: "tool_number_" + itoa(i), HasName: true, Errors: i % 3, Warnings: i % 2})
	}
	return l
}

func manyTools(p *Page) {
	p.List = manyItems()
	for i := range 40 {
		p.Servers = append(p.Servers, Server{ID: "s" + itoa(i), Name: "server-" + itoa(i), State: StateReady, Sub: "12 tools"})
	}
}

func render(t testing.TB, c templ.Component) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGallery writes every state for a person to look at.
func TestGallery(t *testing.T) {
	all := states(t)
	for _, s := range all {
		html := render(t, s.Page)
		if *gallery == "" {
			continue
		}
		if err := os.WriteFile(filepath.Join(*gallery, s.Name+".html"), []byte(html), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if *galleryAddr == "" {
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/static/", static.Handler())
	mux.HandleFunc("/events", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	mux.Handle("/", http.FileServer(http.Dir(*gallery)))
	t.Log(http.ListenAndServe(*galleryAddr, mux))
}
