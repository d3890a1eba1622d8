package probe_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/probe"
	"mcploupe/inspector/tool"
	"mcploupe/inspector/wire"
)

var update = flag.Bool("update", false, "write the golden files")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server is a caller without a wire.
type server func(args string) *wire.Answer

func (s server) Do(ctx context.Context, c wire.Call) (*wire.Answer, error) {
	if ctx.Err() != nil {
		return &wire.Answer{Outcome: wire.OutcomeCancelled}, nil
	}
	return s(string(c.Arguments)), nil
}

func accepted(result string) *wire.Answer {
	return &wire.Answer{Outcome: wire.OutcomeOK, Result: []byte(result), Received: []byte(result)}
}

var fine = accepted(`{"content":[{"type":"text","text":"done"}]}`)

func refused(text string) *wire.Answer {
	result := []byte(`{"isError":true,"content":[{"type":"text","text":` + jsondoc.Quote(text) + `}]}`)
	return &wire.Answer{Outcome: wire.OutcomeToolError, Result: result, Received: result}
}

// pydantic is a refusal that names a field.
func pydantic(field string) *wire.Answer {
	return refused("1 validation error for find\n" + field + "\n  Input should be a valid string [type=string_type, input_value=None, input_type=NoneType]")
}

// toolOf is a read-only tool with an input schema.
func toolOf(t testing.TB, schema string) *tool.Tool {
	t.Helper()
	return readTool(t, `{"name":"find","annotations":{"readOnlyHint":true},"inputSchema":`+schema+`}`)
}

func readTool(t testing.TB, text string) *tool.Tool {
	t.Helper()
	return tool.Read([][]byte{[]byte(`{"tools":[` + text + `]}`)}, "2025-11-25").Tools[0]
}

func plan(t testing.TB, schema string, opt probe.Options) *probe.Plan {
	t.Helper()
	return probe.New(context.Background(), toolOf(t, schema), opt)
}

func run(t testing.TB, s probe.Caller, opt probe.RunOptions, plans ...*probe.Plan) *probe.Result {
	t.Helper()
	if opt.Rate == 0 {
		opt.Rate = 1e6
	}
	opt.Protocol = "2025-11-25"
	return probe.Run(context.Background(), s, plans, opt)
}

const everything = `{
	"type": "object",
	"properties": {
		"title": {"type": "string", "default": null, "minLength": 2, "maxLength": 5},
		"state": {"enum": ["draft", "live", null], "default": "draft"},
		"limit": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 50}, {"type": "null"}], "default": 10},
		"share": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5},
		"tags": {"type": "array", "items": {"type": "string", "pattern": "^[a-z]+$"}, "minItems": 1, "maxItems": 3, "uniqueItems": true},
		"where": {"$ref": "#/$defs/Place"},
		"due": {"type": "string", "format": "date"},
		"on": {"type": "boolean"},
		"target": {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]}]},
		"extra": {"type": "object", "additionalProperties": {"type": "integer"}},
		"body": {"type": "string"}
	},
	"required": ["title"],
	"additionalProperties": false,
	"$defs": {"Place": {"type": "object", "properties": {"lat": {"type": "number", "minimum": -90}, "name": {"type": "string"}}, "required": ["lat"]}}
}`

// Ensure that each kind of step is planned, with what the schema says of it.
func TestPlanGolden(t *testing.T) {
	p := plan(t, everything, probe.Options{Seed: 1})
	var b bytes.Buffer
	kinds := map[probe.Kind]bool{}
	for _, s := range p.Steps {
		kinds[s.Kind] = true
		args := string(s.Arguments)
		if len(args) > 150 {
			args = args[:150] + "…"
		}
		fmt.Fprintf(&b, "%d from %d: %s %q (%s): %s; %s, %s\n  %s\n", s.ID, s.From, s.Kind, s.Field, s.Schema, s.Detail, s.Says, s.Expect, args)
	}
	path := filepath.Join("testdata", "plan.golden")
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("the plan is not that of %s; look at it, then run the test with -update:\n%s", path, b.Bytes())
	}
	for _, k := range probe.Kinds() {
		// An example fits format and pattern already, so the step of the kind given has it.
		if !kinds[k] && !slices.Contains([]probe.Kind{probe.NoArguments, probe.LeftOut, probe.FormatMatch, probe.PatternMatch}, k) {
			t.Errorf("no step of the kind %q", k)
		}
	}
	if kinds := kindsOf(plan(t, `{"type":"object","properties":{"a":{"type":"string"}}}`, probe.Options{Base: []byte(`{"a":"b"}`)})); !kinds[probe.LeftOut] {
		t.Error("a field of the base call is not left out")
	}
	if kinds := kindsOf(plan(t, `{"type":"object"}`, probe.Options{})); !kinds[probe.NoArguments] {
		t.Error("arguments are not left out")
	}
}

func kindsOf(p *probe.Plan) map[probe.Kind]bool {
	kinds := map[probe.Kind]bool{}
	for _, s := range p.Steps {
		kinds[s.Kind] = true
	}
	return kinds
}

// Ensure that a seed gives the same plan each time, that another gives another, and
// that a bound holds and keeps what others are compared with.
func TestPlanSeedAndBound(t *testing.T) {
	text := func(opt probe.Options) string {
		var b strings.Builder
		for _, s := range plan(t, everything, opt).Steps {
			fmt.Fprintf(&b, "%d %d %s\n", s.ID, s.From, s.Arguments)
		}
		return b.String()
	}
	seven := text(probe.Options{Seed: 7})
	if again := text(probe.Options{Seed: 7}); again != seven {
		t.Error("the same seed gives two plans")
	}
	if text(probe.Options{Seed: 8}) == seven {
		t.Error("two seeds give one plan")
	}
	p := plan(t, everything, probe.Options{Seed: 7, Steps: 30})
	if len(p.Steps) != 30 || p.Dropped == 0 || p.Steps[0].Kind != probe.Base {
		t.Errorf("%d steps, %d dropped", len(p.Steps), p.Dropped)
	}
	for i, s := range p.Steps {
		if s.ID != i || s.From >= i || i > 0 && s.From < 0 {
			t.Errorf("step %d has the ID %d and differs from %d", i, s.ID, s.From)
		}
	}
}

// Ensure that what cannot be probed says so, and that nothing panics.
func TestPlanOfOddTools(t *testing.T) {
	for _, test := range []struct{ text, problem string }{
		{`{"name":"a"}`, ""},
		{`{"inputSchema":{"type":"object"}}`, "no name"},
		{`{"name":"a","inputSchema":true}`, ""},
		{`{"name":"a","inputSchema":{"type":"object","properties":{"x":{"$ref":"http://elsewhere/x"}}}}`, ""},
		{`{"name":"a","inputSchema":{"type":"object","properties":{"x":{"$ref":"#/properties/x"}},"required":["x"]}}`, ""},
		{`{"name":"a","inputSchema":{"type":"array"}}`, "no object"},
		{`{"name":"a","inputSchema":{"type":"object","properties":7}}`, ""},
		{`{"name":"a","inputSchema":{"type":"object","properties":{"x":{"minimum":1e999999,"type":"number"}}}}`, ""},
	} {
		p := probe.New(context.Background(), readTool(t, test.text), probe.Options{})
		if test.problem == "" && (p.Problem != "" || len(p.Steps) == 0) || !strings.Contains(p.Problem, test.problem) {
			t.Errorf("%s: %q, %d steps", test.text, p.Problem, len(p.Steps))
		}
	}
	for base, problem := range map[string]string{`{`: "not JSON", `[]`: "no object"} {
		if p := plan(t, `{}`, probe.Options{Base: []byte(base)}); !strings.Contains(p.Problem, problem) {
			t.Errorf("base %s: %q", base, p.Problem)
		}
	}
}

// Ensure that a server with a hundred tools is planned within a second.
func TestPlanOfManyTools(t *testing.T) {
	list, err := os.ReadFile(filepath.Join("..", "demo", "tools.json"))
	if err != nil {
		t.Fatal(err)
	}
	var tools []*tool.Tool
	for len(tools) < 100 {
		tools = append(tools, tool.Read([][]byte{[]byte(`{"tools":` + string(list) + `}`)}, "").Tools...)
	}
	best := time.Hour
	for range 3 { // others may be using the machine
		start := time.Now()
		for _, one := range tools {
			probe.New(context.Background(), one, probe.Options{})
		}
		best = min(best, time.Since(start))
	}
	t.Logf("%d tools in %v", len(tools), best)
	if best > time.Second && !raceDetector {
		t.Errorf("planning %d tools took %v", len(tools), best)
	}
}

// Ensure that answers are sorted by what is certain.
func TestClasses(t *testing.T) {
	protocol := func(text string) *wire.Answer {
		raw := []byte(`{"code":-32602,"message":` + jsondoc.Quote(text) + `}`)
		return &wire.Answer{Outcome: wire.OutcomeProtocolError, Received: []byte(`{"error":` + string(raw) + `}`), Error: &wire.RPCError{Raw: raw}}
	}
	for _, test := range []struct {
		name   string
		answer *wire.Answer
		want   probe.Class
	}{
		{"a result", fine, probe.Accepted},
		{"an article about errors", accepted(`{"content":[{"type":"text","text":"On errors and their invalid causes"}]}`), probe.Accepted},
		{"a result that confesses", accepted(`{"content":[{"type":"text","text":"Error: no such file"}]}`), probe.Unclear},
		{"a result with an error in it", accepted(`{"content":[],"structuredContent":{"success":false}}`), probe.Unclear},
		{"a field is named", pydantic("title"), probe.Invalid},
		{"so it is in a JSON-RPC error", protocol("1 validation error for find\ntitle\n  Field required [type=missing, input_value={}, input_type=dict]"), probe.Invalid},
		{"its own reasons", refused("there is no article 7"), probe.Refused},
		{"timed out", &wire.Answer{Outcome: wire.OutcomeTimedOut}, probe.Unclear},
		{"gone", &wire.Answer{Outcome: wire.OutcomeServerGone}, probe.Broke},
		{"wants input", &wire.Answer{Outcome: wire.OutcomeInputRequired}, probe.Unclear},
	} {
		p := plan(t, `{"type":"object","properties":{"title":{"type":"string"}}}`, probe.Options{Steps: 1})
		p.Steps = p.Steps[:1]
		r := run(t, server(func(string) *wire.Answer { return test.answer }), probe.RunOptions{}, p)
		if got := r.Tools[0].Trials[0].Class; got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// Ensure that a tool without the read-only claim is left alone without consent.
func TestConsent(t *testing.T) {
	var called atomic.Int32
	s := server(func(string) *wire.Answer { called.Add(1); return fine })
	for text, sent := range map[string]bool{
		`{"name":"a","inputSchema":{},"annotations":{"readOnlyHint":true}}`:   true,
		`{"name":"a","inputSchema":{},"annotations":{"readOnlyHint":false}}`:  false,
		`{"name":"a","inputSchema":{},"annotations":{"readOnlyHint":"true"}}`: false,
		`{"name":"a","inputSchema":{}}`:                                       false,
	} {
		for _, ticked := range []bool{false, true} {
			called.Store(0)
			p := probe.New(context.Background(), readTool(t, text), probe.Options{})
			r := run(t, s, probe.RunOptions{Consent: map[string]bool{"a": ticked, "b": true}}, p)
			if got := called.Load() > 0; got != (sent || ticked) {
				t.Errorf("%s, ticked %v: called %v, %q", text, ticked, got, r.Tools[0].Skipped)
			}
		}
	}
}

// slow answers after a while, and notes how many calls it has at the same time.
type slow struct {
	wait      time.Duration
	now, most atomic.Int32
}

func (s *slow) Do(ctx context.Context, _ wire.Call) (*wire.Answer, error) {
	n := s.now.Add(1)
	defer s.now.Add(-1)
	for {
		most := s.most.Load()
		if n <= most || s.most.CompareAndSwap(most, n) {
			break
		}
	}
	select {
	case <-time.After(s.wait):
		return fine, nil
	case <-ctx.Done():
		return &wire.Answer{Outcome: wire.OutcomeCancelled}, nil
	}
}

// Ensure that a slow server has a bounded number of calls at once, and that progress
// is counted right.
func TestSlowServer(t *testing.T) {
	s := &slow{wait: 5 * time.Millisecond}
	var last probe.Progress
	opt := probe.RunOptions{InFlight: 3, Progress: func(p probe.Progress) {
		if p.Sent < last.Sent || p.Sent > p.Total || p.InFlight > 3 {
			t.Errorf("progress %+v after %+v", p, last)
		}
		last = p
	}}
	var plans []*probe.Plan
	for range 3 {
		plans = append(plans, plan(t, everything, probe.Options{}))
	}
	r := run(t, s, opt, plans...)
	if s.most.Load() != 3 {
		t.Errorf("%d calls at once, want 3", s.most.Load())
	}
	if last.Sent != last.Total || r.Sent != last.Sent {
		t.Errorf("at the end %+v, and %d were sent", last, r.Sent)
	}
}

// Ensure that the rate is kept, and that it does not slow an instant server below 200
// calls a second where nothing else is said.
func TestRate(t *testing.T) {
	p := plan(t, everything, probe.Options{})
	s := server(func(string) *wire.Answer { return fine })
	r := probe.Run(context.Background(), s, []*probe.Plan{p, p, p}, probe.RunOptions{})
	if rate := float64(r.Sent) / r.Took.Seconds(); rate < 200 || rate > probe.DefaultRate*1.2 {
		t.Errorf("%.0f calls a second", rate)
	} else {
		t.Logf("%.0f calls a second", rate)
	}
	p = plan(t, `{"type":"object"}`, probe.Options{})
	start := time.Now()
	r = probe.Run(context.Background(), s, []*probe.Plan{p, p, p, p, p}, probe.RunOptions{Rate: 50})
	if least := time.Duration(r.Sent-3) * 20 * time.Millisecond; time.Since(start) < least {
		t.Errorf("%d calls at 50 a second took %v", r.Sent, time.Since(start))
	}
}

// Ensure that nothing is sent once the server has ended, and that the calls which it
// had then are named.
func TestServerEnds(t *testing.T) {
	var after atomic.Int32
	var gone atomic.Bool
	s := server(func(args string) *wire.Answer {
		if gone.Load() {
			after.Add(1)
			return &wire.Answer{Outcome: wire.OutcomeServerGone}
		}
		if args == `{"title":""}` {
			gone.Store(true)
			return &wire.Answer{Outcome: wire.OutcomeServerGone}
		}
		return fine
	})
	one := readTool(t, `{"name":"find","inputSchema":{"type":"object","properties":{"title":{"type":"string"}}}}`)
	r := run(t, s, probe.RunOptions{Consent: map[string]bool{"find": true}}, probe.New(context.Background(), one, probe.Options{}))
	if after.Load() > 0 {
		t.Errorf("%d calls were sent to a server that had ended", after.Load())
	}
	found := r.Findings()
	if len(found) == 0 || found[len(found)-1].Kind != probe.ServerEnded || string(found[len(found)-1].Step.Arguments) != `{"title":""}` {
		t.Errorf("found %+v", found)
	}
	if r.Ended == "" || r.Classes[probe.NotSent] == 0 {
		t.Errorf("ended %q, %v", r.Ended, r.Classes)
	}
}

// Ensure that cancelling ends what is under way, and that the whole has a time limit.
func TestCancel(t *testing.T) {
	s := &slow{wait: time.Minute}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(30*time.Millisecond, cancel)
	start := time.Now()
	r := probe.Run(ctx, s, []*probe.Plan{plan(t, everything, probe.Options{})}, probe.RunOptions{})
	if time.Since(start) > 10*time.Second || r.Ended != "it was cancelled" || len(r.Findings()) > 0 {
		t.Errorf("after %v: %q, %v", time.Since(start), r.Ended, r.Findings())
	}
	r = probe.Run(context.Background(), s, []*probe.Plan{plan(t, everything, probe.Options{})}, probe.RunOptions{Total: 30 * time.Millisecond})
	if !strings.Contains(r.Ended, "time") {
		t.Errorf("ended %q", r.Ended)
	}
}

// Ensure that a tool that does not answer is given up after a few calls.
func TestTimeouts(t *testing.T) {
	var calls atomic.Int32
	s := server(func(string) *wire.Answer { calls.Add(1); return &wire.Answer{Outcome: wire.OutcomeTimedOut} })
	r := run(t, s, probe.RunOptions{InFlight: 1}, plan(t, everything, probe.Options{}))
	if calls.Load() != 3 || !strings.Contains(r.Tools[0].Skipped, "3 calls had no answer") {
		t.Errorf("%d calls, %q", calls.Load(), r.Tools[0].Skipped)
	}
}

// find reports the rules of what is found, each with the arguments.
func rulesOf(r *probe.Result) []string {
	var out []string
	for _, f := range r.Findings() {
		out = append(out, f.Rule+" "+string(f.Step.Arguments))
	}
	slices.Sort(out)
	return out
}

const wanting = `{"type":"object","properties":{"title":{"type":"string"},"note":{"type":"string","default":null},"on":{"type":"boolean"}}}`

// Ensure that only what is certain is found: seen twice, beside a call without the
// change, and about the field that was changed.
func TestCertainty(t *testing.T) {
	nullNote := func(args string) bool { return strings.Contains(args, `"note":null`) }
	var counter atomic.Int32
	for _, test := range []struct {
		name   string
		schema string
		base   string
		server server
		want   []string
	}{
		{"a default refused", wanting, `{}`, func(a string) *wire.Answer {
			if nullNote(a) {
				return pydantic("note")
			}
			return fine
		}, []string{`probe/default-rejected {"note":null}`}},
		{"the smallest arguments", wanting, `{"title":"a long one","on":true}`, func(a string) *wire.Answer {
			if nullNote(a) {
				return pydantic("note")
			}
			return fine
		}, []string{`probe/default-rejected {"note":null}`}},
		{"refused for another field", wanting, `{}`, func(a string) *wire.Answer {
			return refused("1 validation error for find\nbody\n  Field required [type=missing, input_value={}, input_type=dict]")
		}, []string{`probe/undeclared-required {}`}},
		{"the tool's own reasons", wanting, `{}`, func(a string) *wire.Answer {
			if nullNote(a) {
				return refused("there is no note")
			}
			return fine
		}, nil},
		{"only once", wanting, `{}`, func(a string) *wire.Answer {
			if nullNote(a) && counter.Add(1) == 1 {
				return pydantic("note")
			}
			return fine
		}, nil},
		{"another answer each time", wanting, `{}`, func(a string) *wire.Answer {
			return accepted(fmt.Sprintf(`{"content":[{"type":"text","text":"%d"}]}`, counter.Add(1)))
		}, nil},
		{"another answer for null", wanting, `{}`, func(a string) *wire.Answer {
			return accepted(fmt.Sprintf(`{"content":[{"type":"text","text":"%v"}]}`, nullNote(a)))
		}, []string{`probe/null-differs {"note":null}`}},
		{"another _meta for null", wanting, `{}`, func(a string) *wire.Answer {
			return accepted(fmt.Sprintf(`{"content":[],"_meta":{"x":%v}}`, nullNote(a)))
		}, nil},
		{"a long string", `{"type":"object","properties":{"title":{"type":"string"}}}`, `{}`, func(a string) *wire.Answer {
			if len(a) > 2000 {
				return refused("1 validation error for find\ntitle\n  String should have at most 1900 characters [type=string_too_long, input_value='p', input_type=str]")
			}
			return fine
		}, []string{`probe/valid-value-rejected {"title":"` + strings.Repeat("p", 3125) + `"}`}},
	} {
		counter.Store(0)
		// What a server without checks accepts is another matter.
		r := run(t, test.server, probe.RunOptions{InFlight: 1}, plan(t, test.schema, probe.Options{Base: []byte(test.base)}))
		got := slices.DeleteFunc(rulesOf(r), func(s string) bool { return strings.HasPrefix(s, "probe/invalid-accepted") })
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: found %.300q\nwant %.300q", test.name, got, test.want)
		}
	}
}

// Ensure that what was found can be sent again alone: found again while the fault is
// there, gone with it.
func TestSaveAndReplay(t *testing.T) {
	faulty := server(func(a string) *wire.Answer {
		if strings.Contains(a, `"note":null`) {
			return pydantic("note")
		}
		if strings.Contains(a, "probe") {
			return refused("no")
		}
		return fine
	})
	one := toolOf(t, wanting)
	first := run(t, faulty, probe.RunOptions{}, plan(t, wanting, probe.Options{}))
	file := probe.Save(first.Findings())
	for line := range bytes.Lines(file) {
		if !json.Valid(line) {
			t.Errorf("not JSON: %s", line)
		}
	}
	plans, gone, err := probe.Replay(context.Background(), []*tool.Tool{one}, file, probe.Options{})
	if err != nil || len(gone) > 0 || len(plans) != 1 {
		t.Fatalf("%v, %v, %d plans", err, gone, len(plans))
	}
	if got, want := rulesOf(run(t, faulty, probe.RunOptions{}, plans...)), rulesOf(first); !slices.Equal(got, want) {
		t.Errorf("again %q\nwant %q", got, want)
	}
	mended := server(func(a string) *wire.Answer {
		if strings.Contains(a, `probe`) || strings.Contains(a, "[") {
			return refused("no")
		}
		return fine
	})
	if r := run(t, mended, probe.RunOptions{}, plans...); slices.ContainsFunc(r.Findings(), func(f probe.Finding) bool { return f.Kind == probe.DefaultRefused }) {
		t.Errorf("found after the fault is gone: %q", rulesOf(r))
	}
	if _, gone, err := probe.Replay(context.Background(), nil, file, probe.Options{}); err != nil || len(gone) == 0 {
		t.Errorf("a tool that is not there: %v, %v", gone, err)
	}
	if _, _, err := probe.Replay(context.Background(), nil, []byte("{\n"), probe.Options{}); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a broken line: %v", err)
	}
}

// FuzzPlan ensures that no schema makes planning fail, and that all that would be sent
// is JSON.
func FuzzPlan(f *testing.F) {
	for _, s := range []string{everything, wanting, `{}`, `true`, `{"$ref":"#"}`, `{"type":"object","properties":{"":{"enum":[]},"/":{"const":1}}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, schema string) {
		if !json.Valid([]byte(schema)) {
			return
		}
		ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
		defer stop()
		p := probe.New(ctx, toolOf(t, schema), probe.Options{Steps: 60})
		for _, s := range p.Steps {
			if s.Arguments != nil && !json.Valid(s.Arguments) {
				t.Errorf("not JSON: %s", s.Arguments)
			}
		}
	})
}
