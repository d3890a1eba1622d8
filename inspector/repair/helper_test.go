package repair_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/lint"
	"mcploupe/inspector/partstest"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/repair"
	"mcploupe/inspector/tool"
)

// none are targets for tests that look at a repair alone.
var none = []profile.Target{}

func catalog(t testing.TB) *profile.Catalog {
	t.Helper()
	c, err := profile.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// open reads a tool or a list of tools.
func open(t testing.TB, text string) *tool.Snapshot {
	t.Helper()
	s, err := tool.Open("test", []byte(text))
	if err != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
	return s
}

// findingsOf looks for the findings of one rule in a tool of a list, apart from
// the package under test.
func findingsOf(c *profile.Catalog, s *tool.Snapshot, tl *tool.Tool, rule string) []tool.Finding {
	ctx := context.Background()
	var out []tool.Finding
	add := func(list []tool.Finding) {
		for _, f := range list {
			if f.Rule == rule && !slices.ContainsFunc(out, func(o tool.Finding) bool { return o.Pointer == f.Pointer }) {
				out = append(out, f)
			}
		}
	}
	add(tl.Findings)
	opt := lint.Options{Only: []string{rule}, ProtocolVersion: s.Server.ProtocolVersion}
	add(lint.Run(ctx, tl, opt))
	if tl.Index < len(s.Tools) {
		add(lint.List(ctx, s.Tools, opt)[tl.Index])
	}
	if r := clientRule(c, rule); r != nil && r.FromList() {
		add(r.Match(s, tl))
	}
	return out
}

func clientRule(c *profile.Catalog, id string) *profile.Rule {
	if r, ok := c.Rule(id); ok {
		return r
	}
	for _, r := range c.CoreRules() {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// replaced is a list with the bytes of one tool replaced.
func replaced(t testing.TB, s *tool.Snapshot, tl *tool.Tool, raw []byte) (*tool.Snapshot, *tool.Tool) {
	t.Helper()
	page := []byte(`{"tools":[`)
	for i, o := range s.Tools {
		if i > 0 {
			page = append(page, ',')
		}
		if o.Index == tl.Index {
			page = append(page, raw...)
		} else {
			page = append(page, o.Raw...)
		}
	}
	page = append(page, `]}`...)
	list := tool.Read([][]byte{page}, s.Server.ProtocolVersion)
	if len(list.Tools) != len(s.Tools) {
		t.Fatalf("the list has %d tools instead of %d", len(list.Tools), len(s.Tools))
	}
	return list, list.Tools[tl.Index]
}

// research reads the rules that were gathered for the project.
func research(t testing.TB) (rules []researched, quirks []quirk) {
	t.Helper()
	data, err := os.ReadFile(partstest.Shared(t, filepath.Join("research", "client-rules.json")))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Rules, Lints []researched
		Generators   []quirk
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return append(file.Lints, file.Rules...), file.Generators
}

type researched struct {
	ID      string
	Trigger json.RawMessage
	Fix     json.RawMessage
}

type quirk struct {
	Generator, Construct, Fix string
	Emits                     json.RawMessage
	Where                     string
	Rules                     []string
}

// isTool reports whether an example is a tool or a list of tools, not a sentence.
func (r researched) isTool() bool {
	return len(r.Trigger) > 0 && (r.Trigger[0] == '{' || r.Trigger[0] == '[')
}

// equalJSON compares two texts but for white space and the order of members. Of a
// list of tools the one at a position is meant.
func equalJSON(a, b []byte, index int) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	if list, ok := y.([]any); ok {
		if index >= len(list) {
			return false
		}
		y = list[index]
	}
	return reflect.DeepEqual(x, y)
}

// ways asks for the repairs of a finding.
func ways(t testing.TB, c *profile.Catalog, s *tool.Snapshot, tl *tool.Tool, f tool.Finding, targets []profile.Target) []repair.Repair {
	t.Helper()
	list, err := repair.For(context.Background(), tl, f, repair.Options{Targets: targets, Catalog: c, Snapshot: s})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// checkRepair holds a repair against what it promises: it is JSON, the finding is
// gone, and what no change names is written as it was.
func checkRepair(t testing.TB, c *profile.Catalog, s *tool.Snapshot, tl *tool.Tool, f tool.Finding, r repair.Repair) {
	t.Helper()
	if r.Title == "" || r.Explain == "" {
		t.Errorf("%s %s: no words", r.Rule, r.Kind)
	}
	if r.Tool == nil {
		if r.Kind != "explain" {
			t.Errorf("%s %s at %s: no tool", r.Rule, r.Kind, r.Pointer)
		}
		return
	}
	list, now := replaced(t, s, tl, r.Tool)
	if now.Doc == nil {
		t.Fatalf("%s %s at %s: not a tool: %s", r.Rule, r.Kind, r.Pointer, r.Tool)
	}
	for _, g := range findingsOf(c, list, now, f.Rule) {
		if origin(r.Changes, g.Pointer) == f.Pointer {
			t.Errorf("%s %s: still there at %s\n%s\n%s", r.Rule, r.Kind, g.Pointer, tl.Raw, r.Tool)
		}
	}
	if len(r.Changes) == 0 {
		t.Errorf("%s %s at %s: no changes are listed", r.Rule, r.Kind, r.Pointer)
	}
	checkChanges(t, tl, now, r)
}

// origin follows the changes of a repair back from a place in the mended tool.
func origin(changes []repair.Change, p jsondoc.Pointer) jsondoc.Pointer {
	best, from := -1, p
	for _, c := range changes {
		if !c.Gone && !c.New && p.Within(c.To) && len(c.To) > best {
			best, from = len(c.To), c.From+p[len(c.To):]
		}
	}
	for _, c := range changes {
		from = unshift(from, c)
	}
	return from
}

// unshift counts an element of an array that stood before a place.
func unshift(p jsondoc.Pointer, c repair.Change) jsondoc.Pointer {
	gone, err := strconv.Atoi(c.From.Last())
	list := c.From.Parent()
	if err != nil || !c.Gone || !p.Within(list) || p == list {
		return p
	}
	token, rest, _ := strings.Cut(string(p[len(list)+1:]), "/")
	i, err := strconv.Atoi(token)
	if err != nil || i < gone {
		return p
	}
	out := list.Index(i + 1)
	if rest != "" {
		out += "/" + jsondoc.Pointer(rest)
	}
	return out
}

// checkChanges holds that every scalar of the mended tool stands in a change or is
// written as at the place it comes from, and that every scalar that is gone is in
// a change.
func checkChanges(t testing.TB, before, after *tool.Tool, r repair.Repair) {
	t.Helper()
	for id := range after.Doc.Len() {
		n := after.Doc.Node(id)
		if n.IsKey() || n.Kind() == jsondoc.Array || n.Kind() == jsondoc.Object {
			continue
		}
		at := n.Pointer()
		if there, err := after.Doc.At(at); err != nil || there != n {
			continue // one of two members of a name, which no pointer leads to
		}
		if within(r.Changes, at, func(c repair.Change) jsondoc.Pointer { return c.To }) || shifted(r.Changes, at) {
			continue
		}
		old, err := before.Doc.At(at)
		if err != nil || string(old.Raw()) != string(n.Raw()) {
			t.Errorf("%s %s: %s is %s, and no change says why\n%s\n%s", r.Rule, r.Kind, at, n.Raw(), before.Raw, r.Tool)
			return
		}
	}
	for _, c := range r.Changes {
		if _, err := after.Doc.At(c.To); err != nil && !c.Gone {
			t.Errorf("%s %s: a change leads to %s, where nothing is", r.Rule, r.Kind, c.To)
		}
		if _, err := before.Doc.At(c.From); err != nil && !c.New {
			t.Errorf("%s %s: a change comes from %s, where nothing was", r.Rule, r.Kind, c.From)
		}
		if c.Reason == "" {
			t.Errorf("%s %s: a change of %s has no reason", r.Rule, r.Kind, c.To)
		}
	}
}

func within(changes []repair.Change, p jsondoc.Pointer, side func(repair.Change) jsondoc.Pointer) bool {
	return slices.ContainsFunc(changes, func(c repair.Change) bool { return !c.Gone && p.Within(side(c)) })
}

// shifted reports whether a place is in an array that lost an element.
func shifted(changes []repair.Change, p jsondoc.Pointer) bool {
	return slices.ContainsFunc(changes, func(c repair.Change) bool { return c.Gone && p.Within(c.To.Parent()) })
}

// reported is one public bug report.
type reported struct {
	Tool     json.RawMessage
	Expected []struct{ Rule string }
}

func readCase(t testing.TB, file string) reported {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r reported
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return r
}
