package lint

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/validate"
)

// agrees checks that a schema which is taken for one that compiles does compile.
func agrees(t *testing.T, where string, doc *jsondoc.Document) (isPlain bool) {
	t.Helper()
	if doc.Root().Kind() != jsondoc.Object {
		return false
	}
	s := newSchema(context.Background(), "/inputSchema", doc)
	if !s.plain(s.used) || s.detection.HasDeclared && !s.detection.Known {
		return false
	}
	_, err := validate.Compile(doc, s.used)
	var ce *validate.CompileError
	if errors.As(err, &ce) {
		t.Errorf("%s: taken for plain, but: %s %v\n%.500s", where, ce.Kind, err, doc.Source())
	}
	return true
}

func TestPlainAgrees(t *testing.T) {
	for _, r := range Rules() {
		for _, text := range []string{r.Bad, r.Good} {
			for _, tl := range open(t, text) {
				if tl.Input.Doc != nil {
					agrees(t, r.Name, tl.Input.Doc)
				}
			}
		}
	}
}

// TestPlainCorpus asks the validator about every schema of the real answers and
// of the conversion cases.
func TestPlainCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t, "corpus"), "*.jsonl"))
	all, plain := 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := tool.Open(file, data)
		if err != nil {
			t.Fatal(err)
		}
		for _, tl := range s.Tools {
			for _, sc := range []tool.Schema{tl.Input, tl.Output} {
				if sc.Doc == nil {
					continue
				}
				if all++; agrees(t, filepath.Base(file)+" "+tl.Name, sc.Doc) {
					plain++
				}
			}
		}
	}
	t.Logf("%d of %d schemas need no validator", plain, all)
	if plain*10 < all*9 {
		t.Errorf("only %d of %d schemas need no validator", plain, all)
	}
	for _, dir := range []string{"convert-cases", "cases", "peer-cases"} {
		files, _ := filepath.Glob(filepath.Join(shared(t, dir), "*.json"))
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := jsondoc.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []jsondoc.Node{doc.Root().Get("input"), doc.Root().Get("expected"), doc.Root().Get("tool").Get("inputSchema"), doc.Root().Get("tool").Get("outputSchema")} {
				if sub, err := jsondoc.Parse(n.Raw()); err == nil {
					agrees(t, file, sub)
				}
			}
		}
	}
}

// TestPlainSuite asks about the schemas of the official test suite.
func TestPlainSuite(t *testing.T) {
	var files []string
	err := filepath.WalkDir(shared(t, "oracle", "suite"), func(path string, _ os.DirEntry, err error) error {
		if filepath.Ext(path) == ".json" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []struct{ Schema json.RawMessage }
		if json.Unmarshal(data, &groups) != nil {
			continue
		}
		for _, g := range groups {
			if doc, err := jsondoc.Parse(g.Schema); err == nil {
				agrees(t, file, doc)
			}
		}
	}
}
