package validate_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

func TestVerdicts(t *testing.T) {
	v := check(t, `{"type":"object"}`, `{}`)
	if v.State != validate.Valid || v.Total != 0 || v.Problems != nil || v.Warnings != nil || v.Reason != "" {
		t.Errorf("got %+v", v)
	}
	if (validate.Verdict{}).State != validate.Unchecked {
		t.Error("no verdict is not unchecked")
	}
	for s, want := range map[validate.State]string{validate.Valid: "valid", validate.Invalid: "invalid", validate.Unchecked: "unchecked", 9: "unknown"} {
		if s.String() != want {
			t.Errorf("got %s, want %s", s, want)
		}
	}
	if v := compile(t, `{}`, d20).Validate(t.Context(), nil); v.State != validate.Unchecked || v.Reason == "" {
		t.Errorf("nothing: got %+v", v)
	}
}

func TestProblemsAreBounded(t *testing.T) {
	v := check(t, `{"items":{"type":"string"}}`, `[`+strings.Repeat("1,", 999)+`1]`)
	if len(v.Problems) != validate.MaxProblems || v.Total != 1000 {
		t.Fatalf("%d problems of %d", len(v.Problems), v.Total)
	}
	if v.Problems[99].Instance != "/99" {
		t.Errorf("the last is at %s", v.Problems[99].Instance)
	}
	v = check(t, `{"anyOf":[`+strings.Repeat(`{"items":{"type":"string"}},`, 99)+`{"type":"null"}]}`, `[1,2,3,4]`)
	if n := len(v.Problems[0].Causes); n != validate.MaxCauses {
		t.Errorf("%d causes", n)
	}
}

// Ensure that the same problem is listed once, however often the schema is
// applied, and that the answer does not depend on the order of maps.
func TestProblemsAreStable(t *testing.T) {
	schema := `{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}],"$defs":{"a":{"properties":{` +
		`"x":{"type":"string"},"y":{"type":"string"},"z":{"type":"string"}},"patternProperties":{"^x":{"minimum":9},"x$":{"multipleOf":7}},"additionalProperties":false}}}`
	s := compile(t, schema, d20)
	first := fmt.Sprint(s.Validate(t.Context(), parse(t, `{"z":1,"q":2,"x":3,"p":4}`)).Problems)
	if want := "[/z: got 1 (number), want string"; !strings.HasPrefix(first, want) || strings.Count(first, "\"q\" is not allowed") != 1 {
		t.Errorf("got %s", first)
	}
	for range 20 {
		if again := fmt.Sprint(s.Validate(t.Context(), parse(t, `{"z":1,"q":2,"x":3,"p":4}`)).Problems); again != first {
			t.Fatalf("got\n%s\nand\n%s", first, again)
		}
	}
}

func TestField(t *testing.T) {
	p := validate.Problem{Instance: "/a"}
	if p.Field() != "/a" {
		t.Error(p.Field())
	}
	p.Missing = []string{"b/c"}
	if p.Field() != "/a/b~1c" {
		t.Error(p.Field())
	}
	p = validate.Problem{Instance: "", Extra: []string{""}}
	if p.Field() != "/" {
		t.Error(p.Field())
	}
}

func TestCancel(t *testing.T) {
	s := compile(t, `{}`, d20)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v := s.Validate(ctx, parse(t, `[1]`))
	if v.State == validate.Invalid || v.State == validate.Unchecked && !strings.Contains(v.Reason, "cancelled") {
		t.Errorf("got %+v", v)
	}
	// a run that is given up ends, and the schema can be used again
	slow := compile(t, `{"items":{"pattern":"^(?=a)(a+)+$"}}`, d20)
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if v := slow.Validate(ctx, parse(t, `["`+strings.Repeat("a", 40)+`b"]`)); v.State != validate.Unchecked {
		t.Errorf("got %+v", v)
	}
	if v := slow.Validate(t.Context(), parse(t, `["aa"]`)); v.State != validate.Valid {
		t.Errorf("got %+v", v)
	}
}

func TestConcurrentUse(t *testing.T) {
	s := compile(t, `{"properties":{"n":{"maximum":5,"format":"x"},"p":{"pattern":"^(?=b)"}}}`, d20)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range 20 {
				want := validate.Valid
				if n > 5 {
					want = validate.Invalid
				}
				doc, err := jsondoc.Parse(fmt.Appendf(nil, `{"n":%d,"p":"b%d"}`, n, i))
				if err != nil {
					t.Error(err)
					return
				}
				if v := s.Validate(context.Background(), doc); v.State != want {
					t.Errorf("%d: got %+v", n, v)
				}
			}
		}()
	}
	wg.Wait()
}

func TestCache(t *testing.T) {
	c := validate.NewCache(10)
	a1, err := c.Compile(parse(t, `{"type":"string"}`), d20)
	if err != nil {
		t.Fatal(err)
	}
	a2, _ := c.Compile(parse(t, `{"type":"string"}`), d20)
	if a1 != a2 {
		t.Error("the same bytes were compiled twice")
	}
	if b, _ := c.Compile(parse(t, `{"type":"string"}`), d7); b == a1 {
		t.Error("the dialect does not count")
	}
	_, err1 := c.Compile(parse(t, `{"type":"any"}`), d20)
	_, err2 := c.Compile(parse(t, `{"type":"any"}`), d20)
	if err1 == nil || err1 != err2 {
		t.Errorf("an error was made twice: %v %v", err1, err2)
	}
	if c.Len() != 3 {
		t.Errorf("%d entries", c.Len())
	}
	if _, err := c.Compile(parse(t, wide(9)), d20); err != nil { // weighs ten: all others go
		t.Fatal(err)
	}
	if c.Len() != 1 {
		t.Errorf("%d entries after a heavy one", c.Len())
	}
	if again, _ := c.Compile(parse(t, `{"type":"string"}`), d20); again == a1 {
		t.Error("an entry was kept beyond the bound")
	}
	if _, err := c.Compile(nil, dialect.Unknown); err == nil {
		t.Error("no document compiles")
	}
	if v := a1.Validate(t.Context(), parse(t, `1`)); v.State != validate.Invalid {
		t.Errorf("a dropped schema is of no use: %+v", v)
	}
}

func TestCacheUnderLoad(t *testing.T) {
	c := validate.NewCache(50)
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			doc, err := jsondoc.Parse(fmt.Appendf(nil, `{"properties":{"a":{"maximum":%d}}}`, i%10))
			if err != nil {
				t.Error(err)
				return
			}
			s, err := c.Compile(doc, d20)
			if err != nil {
				t.Error(err)
				return
			}
			instance, _ := jsondoc.Parse([]byte(`{"a":100}`))
			if v := s.Validate(context.Background(), instance); v.State != validate.Invalid {
				t.Errorf("got %+v", v)
			}
		}()
	}
	wg.Wait()
	if n := c.Len(); n > 10 {
		t.Errorf("%d entries for 10 schemas", n)
	}
}
