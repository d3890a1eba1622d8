package inspector

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"mcploupe/inspector/partstest"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// BenchmarkReviewCorpus looks over the recorded answers (2.5 MB, 1,643 tools)
// with every rule about tools and every profile, from the bytes on; the aim is
// one second on two cores. Nothing is kept from one round to the next.
func BenchmarkReviewCorpus(b *testing.B) {
	files, err := filepath.Glob(filepath.Join(partstest.Shared(b, "corpus"), "*.jsonl"))
	if err != nil || len(files) == 0 {
		b.Fatal(files, err)
	}
	var answers [][]byte
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		answers = append(answers, data)
	}
	targets := allTargets(b)
	b.ReportAllocs()
	for b.Loop() {
		app := New(Options{})
		var reviews []*Review
		for i, data := range answers {
			snap, err := tool.Open(files[i], data)
			if err != nil {
				b.Fatal(err)
			}
			reviews = append(reviews, app.AddSnapshot(filepath.Base(files[i]), files[i], snap).Status().Review)
		}
		var looks []*Look
		for _, r := range reviews {
			looks = append(looks, r.Look(targets))
		}
		for _, l := range looks {
			l.Wait(context.Background())
		}
		_ = app.Close(context.Background())
	}
}

// BenchmarkReviewLarge looks over one list of 5,000 tools, 19 MB.
func BenchmarkReviewLarge(b *testing.B) {
	data := largeList(b, 5000)
	targets := allTargets(b)
	targets.List = targets.List[:8]
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		snap, err := tool.Open("large.json", data)
		if err != nil {
			b.Fatal(err)
		}
		app := New(Options{})
		app.AddSnapshot("large", "large.json", snap).Status().Review.Look(targets).Wait(context.Background())
		_ = app.Close(context.Background())
	}
}

// largeList is a list of tools as a generator from zod or pydantic writes them.
func largeList(t testing.TB, n int) []byte {
	t.Helper()
	props := map[string]any{}
	for i := range 20 {
		field := map[string]any{"type": []string{"string", "null"}, "default": nil, "title": fmt.Sprintf("Field %d", i), "description": "A field of the tool, described at some length so that the list has a size."}
		if i%3 == 0 {
			delete(field, "type")
			field["anyOf"] = []any{map[string]any{"type": "integer", "minimum": 0}, map[string]any{"type": "null"}}
		}
		props[fmt.Sprintf("field_%d", i)] = field
	}
	var tools []any
	for i := range n {
		tools = append(tools, map[string]any{"name": fmt.Sprintf("tool_%d", i), "description": fmt.Sprintf("Tool number %d.", i), "inputSchema": map[string]any{
			"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": props, "required": []string{"field_0"},
		}})
	}
	data, err := json.Marshal(map[string]any{"tools": tools})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func allTargets(t testing.TB) Targets {
	t.Helper()
	catalog, err := profile.Load()
	if err != nil {
		t.Fatal(err)
	}
	return Targets{Key: "all", List: catalog.AllTargets()}
}
