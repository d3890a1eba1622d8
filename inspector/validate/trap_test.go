package validate_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

// Each trap of the library has two tests: that it is still there, which fails
// when an upgrade mends it and names the guard that can go then, and that our
// guard holds.

const needless = "the library no longer does this: see whether %s can go"

// raw compiles with the library alone.
func raw(t *testing.T, schema string, setup ...func(*jsonschema.Compiler)) (*jsonschema.Schema, error) {
	t.Helper()
	c := jsonschema.NewCompiler()
	for _, f := range setup {
		f(c)
	}
	if err := c.AddResource("mem:///s.json", rawValue(t, schema)); err != nil {
		t.Fatal(err)
	}
	return c.Compile("mem:///s.json")
}

func rawValue(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func rawCheck(t *testing.T, schema, instance string) error {
	t.Helper()
	s, err := raw(t, schema)
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(rawValue(t, instance))
}

// allocated returns the bytes that f takes from the heap: a measure of work that
// a busy machine does not change.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func panics(f func()) (p any) {
	defer func() { p = recover() }()
	f()
	return nil
}

func TestTrapDefaultLoaderReadsFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.json")
	if err := os.WriteFile(file, []byte(`{"type":"string"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	schema := `{"$ref":` + jsondoc.Quote("file://"+filepath.ToSlash(file)) + `}`
	if _, err := raw(t, schema); err != nil {
		t.Errorf(needless+": %v", "denyLoader in loader.go", err)
	}
	_, err := validate.Compile(parse(t, schema), d20)
	if compileError(t, err).Kind != validate.ExternalRef {
		t.Error(err)
	}
}

func TestTrapHugeExponentPanics(t *testing.T) {
	if panics(func() { _ = rawCheck(t, `{"minimum":5}`, `1e-3000000`) }) == nil {
		t.Errorf(needless, "MaxDigits in limits.go")
	}
	if v := check(t, `{"properties":{"a":{"minimum":5}}}`, `{"a":1e-3000000}`); v.State != validate.Unchecked || !strings.Contains(v.Reason, "at /a: the number 1e-3000000 is out of reach") {
		t.Errorf("got %s %q", v.State, v.Reason)
	}
}

func TestTrapIntegerKeywordsOverflow(t *testing.T) {
	// 2^63 + 2^62 wraps to a negative length
	const schema = `{"maxLength":13835058055282163712}`
	if rawCheck(t, schema, `"a"`) == nil {
		t.Errorf(needless, "integerKeywords in compile.go")
	}
	if v := check(t, schema, `"a"`); v.State != validate.Valid {
		t.Errorf("got %s %v", v.State, v.Problems)
	}
	if v := check(t, `{"minLength":13835058055282163712}`, `"a"`); v.State != validate.Invalid || v.Problems[0].Message != "got 1 character, want at least 13835058055282163712" {
		t.Errorf("got %s %v", v.State, v.Problems)
	}
}

// https://github.com/santhosh-tekuri/jsonschema/issues/258
func TestTrapPropertyNamesLocation(t *testing.T) {
	const schema = `{"properties":{"a":{"properties":{"b":{"items":{"propertyNames":{"maxLength":1}}}}}}}`
	const instance = `{"a":{"b":[{"long":1},{"x":1}]}}`
	misplaced := false
	err := rawCheck(t, schema, instance).(*jsonschema.ValidationError)
	var find func(*jsonschema.ValidationError)
	find = func(e *jsonschema.ValidationError) {
		if _, ok := e.ErrorKind.(*kind.PropertyNames); ok {
			misplaced = misplaced || strings.Join(e.InstanceLocation, "/") != "a/b/0"
		}
		for _, c := range e.Causes {
			find(c)
		}
	}
	find(err)
	if !misplaced {
		t.Errorf(needless, "nameCheck in guard.go")
	}
	v := check(t, schema, instance)
	if len(v.Problems) != 1 || v.Problems[0].Instance != "/a/b/0" || v.Problems[0].Field() != "/a/b/0/long" || v.Problems[0].Schema != "/properties/a/properties/b/items/propertyNames" {
		t.Errorf("got %+v", v.Problems)
	}
}

func TestTrapDependencyKeyword(t *testing.T) {
	if got := (&kind.Dependency{Prop: "a"}).KeywordPath(); got[0] != "dependency" {
		t.Errorf(needless+": %v", "the own keyword names in message.go and leaf.locate", got)
	}
}

func TestTrapLookAroundFailsToCompile(t *testing.T) {
	if _, err := raw(t, `{"pattern":"^(?!x)"}`); err == nil {
		t.Errorf(needless, "engine in regexp.go")
	}
	if v := check(t, `{"pattern":"^(?!x)"}`, `"xa"`); v.State != validate.Invalid {
		t.Errorf("got %s %s", v.State, v.Reason)
	}
}

// A match that takes too long must not read as a mismatch.
func TestTrapPatternTimeout(t *testing.T) {
	if n := reflect.TypeFor[jsonschema.Regexp]().NumMethod(); n != 2 {
		t.Errorf("jsonschema.Regexp has %d methods: see whether one can report an error, and pattern.MatchString need not panic", n)
	}
	const schema = `{"properties":{"a":{"pattern":"^(?=a)(a+)+$"}}}`
	instance := `{"a":"` + strings.Repeat("a", 64) + `b"}`
	start := time.Now()
	v := check(t, schema, instance)
	if v.State != validate.Unchecked || !strings.Contains(v.Reason, "/properties/a/pattern") || len(v.Problems) != 0 {
		t.Errorf("got %s %q %v", v.State, v.Reason, v.Problems)
	}
	if took := time.Since(start); took > 2*validate.ValidateTime {
		t.Errorf("took %s", took)
	}
	// in linear time where look-around is not needed
	if v := check(t, `{"pattern":"^(a+)+$"}`, `"`+strings.Repeat("a", 5000)+`b"`); v.State != validate.Invalid {
		t.Errorf("got %s %q", v.State, v.Reason)
	}
	// a text too long for a large program is not tried at all
	if v := check(t, `{"pattern":"^[a-z]{999}$"}`, `"`+strings.Repeat("a", 200_000)+`"`); v.State != validate.Unchecked {
		t.Errorf("got %s %q", v.State, v.Reason)
	}
}

// https://github.com/santhosh-tekuri/jsonschema/issues/266
func TestTrapCompileTimeGrowsFasterThanDepth(t *testing.T) {
	cost := func(depth int) uint64 {
		return allocated(func() {
			if _, err := raw(t, nested(depth)); err != nil {
				t.Fatal(err)
			}
		})
	}
	if a, b := cost(100), cost(400); b < 10*a { // 4 is linear
		t.Errorf(needless+": %d bytes for 100 levels, %d for 400", "MaxDepth in limits.go", a, b)
	}
	_, err := validate.Compile(parse(t, nested(validate.MaxDepth+1)), d20)
	if ce := compileError(t, err); ce.Kind != validate.TooLarge || !strings.Contains(ce.Message, "at most 128") {
		t.Error(ce)
	}
	if _, err := validate.Compile(parse(t, nested(validate.MaxDepth)), d20); err != nil {
		t.Error(err)
	}
}

func nested(depth int) string {
	return strings.Repeat(`{"properties":{"x":`, depth) + `{}` + strings.Repeat(`}}`, depth)
}

// laughs is a schema that holds one value against 2^n subschemas.
func laughs(n int) string {
	var b strings.Builder
	b.WriteString(`{"$defs":{"l0":{"type":"string"}`)
	for i := range n {
		fmt.Fprintf(&b, `,"l%d":{"allOf":[{"$ref":"#/$defs/l%d"},{"$ref":"#/$defs/l%d"}]}`, i+1, i, i)
	}
	fmt.Fprintf(&b, `},"$ref":"#/$defs/l%d"}`, n)
	return b.String()
}

func TestTrapBillionLaughs(t *testing.T) {
	methods := reflect.TypeFor[*jsonschema.Schema]()
	if n := methods.NumMethod(); n != 1 {
		t.Errorf("*jsonschema.Schema has %d methods: see whether one takes a context, and meter.go can go", n)
	}
	cost := func(n int) uint64 {
		return allocated(func() {
			if err := rawCheck(t, laughs(n), `"x"`); err != nil {
				t.Fatal(err)
			}
		})
	}
	if a, b := cost(10), cost(15); b < 8*a { // linear is less than 2
		t.Errorf(needless+": %d bytes for 2^10, %d for 2^15", "MaxFanOut in limits.go", a, b)
	}
	_, err := validate.Compile(parse(t, laughs(24)), d20)
	if ce := compileError(t, err); ce.Kind != validate.TooLarge || !strings.Contains(ce.Message, "more than 200000 subschemas") {
		t.Error(ce)
	}
	if v := check(t, laughs(10), `"x"`); v.State != validate.Valid {
		t.Errorf("got %s %s", v.State, v.Reason)
	}
}

// The library's hash for uniqueItems runs strings together, so that items can be
// made which all collide.
func TestTrapUniqueItemsCollide(t *testing.T) {
	colliding, plain := collidingItems(12), collidingItems(0)
	measure := func(items string) time.Duration {
		s, err := raw(t, `{"uniqueItems":true}`)
		if err != nil {
			t.Fatal(err)
		}
		v, best := rawValue(t, items), time.Hour
		for range 3 {
			start := time.Now()
			if err := s.Validate(v); err != nil {
				t.Fatal(err)
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	if a, b := measure(plain), measure(colliding); b < 5*a {
		t.Errorf(needless+": %s apart, %s colliding", "uniqueCheck in guard.go", a, b)
	}
	if v := check(t, `{"uniqueItems":true}`, collidingItems(13)); v.State != validate.Valid {
		t.Errorf("got %s %s", v.State, v.Reason)
	}
}

// collidingItems returns 2^n arrays of strings that differ only in where one
// string ends and the next one starts; for n = 0 as many as for 12 that are
// plainly different.
func collidingItems(n int) string {
	var b bytes.Buffer
	b.WriteByte('[')
	if n == 0 {
		for i := range 1 << 12 {
			fmt.Fprintf(&b, `["a","b","c","d","%d"],`, i)
		}
		b.WriteString("null]")
		return b.String()
	}
	for i := range 1 << n {
		b.WriteString(`["x`)
		for bit := range n {
			if i>>bit&1 == 1 {
				b.WriteString(`","x`)
			} else {
				b.WriteString(`\u0004x`)
			}
		}
		b.WriteString(`"],`)
	}
	b.WriteString("null]")
	return b.String()
}

// An enum costs a look-up, not a comparison with each of its values.
func TestTrapLongEnum(t *testing.T) {
	var values, items strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&values, `%d.5,`, i)
	}
	items.WriteString(strings.Repeat("0,", 5_000))
	schema := `{"items":{"enum":[` + strings.TrimSuffix(values.String(), ",") + `]}}`
	small := `[` + strings.Repeat("0,", 100) + `0]`
	cost := allocated(func() {
		if rawCheck(t, schema, small) == nil {
			t.Error("the enum takes anything")
		}
	})
	if cost < 20<<20 { // 500,000 comparisons
		t.Errorf(needless+": %d bytes", "the enum of guard", cost)
	}
	v := check(t, schema, `[`+items.String()+`0]`)
	if v.State != validate.Invalid || v.Total != 5_001 || len(v.Problems) != validate.MaxProblems {
		t.Errorf("got %s %q, %d of %d", v.State, v.Reason, len(v.Problems), v.Total)
	}
}
