package lint

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/tool"
)

// TestNasty: what is made to take long does not. The limit is for a busy
// machine under the race detector.
func TestNasty(t *testing.T) {
	repeat := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(f(i))
		}
		return b.String()
	}
	nested := func(n int, open, inner, shut string) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(shut, n)
	}
	for name, schema := range map[string]string{
		"deep":          nested(4500, `{"properties":{"a name of some length":`, `{}`, `}}`),
		"deep and typo": nested(9000, `{"maxlength":1,"not":`, `{}`, `}`),
		"deep and wide": nested(2000, `{"items":`, `{"enum":[`+strings.TrimSuffix(strings.Repeat("1,", 100_000), ",")+`]}`, `}`),
		"wide unknown":  `{` + repeat(100_000, func(i int) string { return fmt.Sprintf(`"maxLengtj%d":1`, i) }) + `}`,
		"wide required": `{"required":[` + repeat(50_000, func(i int) string { return fmt.Sprintf(`"r%d"`, i) }) + `],"patternProperties":{` + repeat(300, func(i int) string { return fmt.Sprintf(`"^p%d$":{}`, i) }) + `}}`,
		"many references": `{"$defs":{` + repeat(60, func(i int) string {
			return fmt.Sprintf(`"d%d":{"anyOf":[%s]}`, i, repeat(60, func(int) string { return fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, (i+1)%60) }))
		}) + `}}`,
		"enum of arrays":  `{"enum":[` + repeat(3000, func(i int) string { return fmt.Sprintf(`[[%d]]`, i) }) + `]}`,
		"long arrays":     `{"enum":[[` + strings.Repeat("1,", 100_000) + `1],[` + strings.Repeat("1,", 100_000) + `2]]}`,
		"big numbers":     `{"minimum":1e999999999,"maximum":-1e999999999,"enum":[1e99999,2e-99999],"default":1e1000000}`,
		"many defaults":   `{"properties":{` + repeat(5000, func(i int) string { return fmt.Sprintf(`"p%d":{"pattern":"^a","default":"b"}`, i) }) + `}}`,
		"long pattern":    `{"pattern":"` + strings.Repeat("(", 4000) + strings.Repeat(")", 4000) + `"}`,
		"many duplicates": `{` + repeat(20_000, func(int) string { return `"a":1` }) + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			page := `{"tools":[{"name":"t","inputSchema":` + schema + `}]}`
			tl := tool.Read([][]byte{[]byte(page)}, "").Tools[0]
			start := time.Now()
			found := Run(context.Background(), tl, Options{})
			took := time.Since(start)
			size := 0
			for _, f := range found {
				size += len(f.Message) + len(f.Pointer)
			}
			t.Logf("%d findings, %d bytes, in %v", len(found), size, took)
			if took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			if size > 32<<20 {
				t.Errorf("%d bytes of findings", size)
			}
		})
	}
}

// FuzzRun: no schema makes a rule panic, and every finding is complete.
func FuzzRun(f *testing.F) {
	for _, r := range Rules() {
		f.Add([]byte(r.Bad))
		f.Add([]byte(r.Good))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := tool.Open("f", data)
		if err != nil {
			return
		}
		lists := List(context.Background(), s.Tools, Options{})
		for i, tl := range s.Tools {
			for _, fd := range append(Run(context.Background(), tl, Options{}), lists[i]...) {
				if fd.Message == "" || fd.Next == "" || !fd.Level.Valid() {
					t.Fatalf("%+v", fd)
				}
			}
		}
	})
}
