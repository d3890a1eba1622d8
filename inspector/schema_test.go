package inspector

import (
	"strings"
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

func parse(t *testing.T, text string) *jsondoc.Document {
	t.Helper()
	doc, err := jsondoc.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Ensure that a schema without a tool is viewed as one of a tool is, that the one
// viewed last is kept, and that it takes nothing from what is kept of tools.
func TestView(t *testing.T) {
	app := New(Options{})
	t.Cleanup(func() { _ = app.Close(t.Context()) })
	const text = `{"type":"object","properties":{"a":{"items":[{"type":"number"}]}}}`
	snap, err := tool.Open("x", []byte(`[{"name":"a","inputSchema":`+text+`}]`))
	if err != nil {
		t.Fatal(err)
	}
	ofTool := app.Schema(snap.Tools[0].Input, dialect.Unknown, dialect.Draft2020)

	plain := dialect.Options{Assume: dialect.Draft2020, To: dialect.Draft2020}
	got := app.View(parse(t, text), plain)
	if string(got.Conversion.JSON) != string(ofTool.Conversion.JSON) || !got.Detection.Guessed || got.Schema == nil || got.Target == nil || got.Diff() == nil {
		t.Errorf("viewed alone: %+v", got)
	}
	if again := app.View(parse(t, text), plain); again != got {
		t.Error("the view made last is made again")
	}
	forced := app.View(parse(t, text), dialect.Options{From: dialect.Draft2020, Assume: dialect.Draft2020, To: dialect.Draft2020})
	if forced == got || strings.Contains(string(forced.Conversion.JSON), "prefixItems") || forced.CompileErr == nil {
		t.Errorf("read as 2020-12: %+v", forced)
	}
	if app.View(parse(t, text), plain) == got {
		t.Error("more than the view made last is kept")
	}
	if app.Schema(snap.Tools[0].Input, dialect.Unknown, dialect.Draft2020) != ofTool || len(app.cache.views) != 1 {
		t.Error("the view of the tool was pushed out")
	}
}
