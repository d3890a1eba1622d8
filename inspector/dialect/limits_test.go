package dialect

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

const head20 = `{"$schema":"https://json-schema.org/draft/2020-12/schema",`

const head07 = `{"$schema":"http://json-schema.org/draft-07/schema#",`

// growing are schemas that a converter may choke on, made to a size.
var growing = map[string]func(n int) string{
	"deep": func(n int) string {
		return head07 + `"not":` + strings.Repeat(`{"not":`, n-1) + "{}" + strings.Repeat("}", n)
	},
	"deep with definitions at every level": func(n int) string {
		return head07 + `"not":` + strings.Repeat(`{"items":[{}],"not":`, n/2) + "{}" + strings.Repeat("}", n/2+1)
	},
	"deep identifiers": func(n int) string {
		return head07 + `"not":` + strings.Repeat(`{"$id":"a/","not":`, n/2) + `{"$ref":"#"}` + strings.Repeat("}", n/2+1)
	},
	"wide": func(n int) string {
		return head07 + `"properties":{` + list(n*10, `"p%d":{"items":[{"type":"string"}]}`) + `}}`
	},
	"wide references": func(n int) string {
		return head07 + `"properties":{` + list(n*4, `"p%d":{"$ref":"#/definitions/d%[1]d"}`) + `},"definitions":{` + list(n*4, `"d%d":{}`) + `}}`
	},
	"references into one list": func(n int) string {
		return head07 + `"properties":{` + list(n, `"p%d":{"$ref":"#/items/%[1]d"}`) + `},"items":[` + list(n, `{"minimum":%d}`) + `]}`
	},
	"chain": func(n int) string {
		return head07 + `"definitions":{` + list(n, `"d%d":{"$ref":"#/definitions/d%[2]d"}`) + fmt.Sprintf(`,"d%d":{}}}`, n)
	},
	"cycle": func(n int) string {
		return head07 + `"definitions":{` + list(n, `"d%d":{"$ref":"#/definitions/d%[2]d"}`) + fmt.Sprintf(`,"d%d":{"$ref":"#/definitions/d0"}}}`, n)
	},
	"chain through ignored places": func(n int) string {
		return head07 + `"properties":{` + list(n, `"p%d":{"additionalItems":{"$ref":"#/properties/p%[2]d/additionalItems"}}`) +
			fmt.Sprintf(`,"p%d":{"additionalItems":{}},"q":{"$ref":"#/properties/p0/additionalItems"}}}`, n)
	},
	"chain through unknown keywords": func(n int) string {
		return head07 + `"x":{` + list(n, `"p%d":{"y":{"$ref":"#/x/p%[2]d/y"}}`) + fmt.Sprintf(`,"p%d":{"y":{}}},"allOf":[{"$ref":"#/x/p0/y"}]}`, n)
	},
	"many ignored siblings": func(n int) string {
		return head07 + `"definitions":{"any":{}},"properties":{` + list(n, `"p%d":{"$ref":"#/definitions/any","items":[{}]}`) + `,"q":{"anyOf":[` + list(n, `{"$ref":"#/properties/p%d/items/0"}`) + `]}}}`
	},
	"many equal names": func(n int) string {
		return head07 + `"definitions":{` + list(n, `"d%d":{"$id":"#%%3A%[1]d"}`) + `},"anyOf":[` + list(n, `{"$ref":"#%%3A%d"}`) + `]}`
	},
	"many clashing names": func(n int) string {
		return head07 + `"definitions":{` + list(n, `"d%d":{}`) + `},"$defs":{` + list(n, `"d%d":{}`) + `}}`
	},
	"many resources": func(n int) string {
		return head07 + `"definitions":{` + list(n, `"d%d":{"$id":"http://e.test/%[1]d","items":[{}]}`) + `},"anyOf":[` + list(n, `{"$ref":"http://e.test/%d#/items/0"}`) + `]}`
	},
	"many copies": func(n int) string {
		return head07 + `"default":[` + list(n, `{"items":[%d]}`) + `],"anyOf":[` + list(n, `{"$ref":"#/default/%d"}`) + `]}`
	},
	"down: deep conditions": func(n int) string {
		return head20 + `"not":` + strings.Repeat(`{"if":{"const":1},"then":{},"else":`, n/2) + "{}" + strings.Repeat("}", n/2+1)
	},
	"down: many unevaluated": func(n int) string {
		return head20 + `"anyOf":[` + list(n, `{"$ref":"#/$defs/all","unevaluatedProperties":false,"minLength":%d}`) + `],"$defs":{"all":{"allOf":[` + list(n/4, `{"properties":{"p%d":{}}}`) + `]}}}`
	},
	"down: deep tuples": func(n int) string {
		return head20 + `"not":` + strings.Repeat(`{"prefixItems":[{}],"items":`, n/2) + "{}" + strings.Repeat("}", n/2+1)
	},
	"deep ignored in ignored": func(n int) string {
		return head07 + `"not":` + strings.Repeat(`{"additionalItems":`, n/2) + `{"x":{}}` + strings.Repeat("}", n/2+1)[1:] + `,"allOf":[{"$ref":"#/not` + strings.Repeat("/additionalItems", n/2) + `/x"}]}`
	},
}

// list joins n copies of a format; %[2]d is the next number.
func list(n int, format string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		if strings.Contains(format, "%[2]d") {
			fmt.Fprintf(&b, format, i, i+1)
		} else {
			fmt.Fprintf(&b, format, i)
		}
	}
	return b.String()
}

// TestLimits: large and tangled schemas take time in line with their size, or are
// refused with the bound that they pass.
func TestLimits(t *testing.T) {
	for name, make := range growing {
		t.Run(name, func(t *testing.T) {
			to := Draft2020
			if strings.HasPrefix(name, "down:") {
				to = Draft04
			}
			measure := func(n int) (seconds float64, size int) {
				text := []byte(make(n))
				best := math.Inf(1)
				for range 3 {
					start := cpuSeconds()
					_, err := Text(text, Options{To: to})
					best = min(best, cpuSeconds()-start)
					if refused := (*Error)(nil); errors.As(err, &refused) && refused.Kind == OverLimit {
						t.Logf("%d: refused: %v", n, refused)
					} else if err != nil {
						t.Fatalf("%d: %.300v", n, err)
					}
				}
				return best, len(text)
			}
			small, smallSize := measure(1250)
			large, largeSize := measure(9990)
			growth := large / max(small, 0.001) / (float64(largeSize) / float64(smallSize))
			t.Logf("%d bytes %.3f s, %d bytes %.3f s: %.2f times as long a byte", smallSize, small, largeSize, large, growth)
			if growth > 4 && large > 1 || large > 5 {
				t.Errorf("not linear")
			}
		})
	}
}
