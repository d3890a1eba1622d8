package dialect

import (
	"fmt"
	"os"
	"testing"
)

func TestScratch(t *testing.T) {
	for _, s := range []string{
		`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"default":{"items":[{"type":"number"}], "properties":{"x":{"$ref":"#/properties/a/default"}}}},"b":{"$ref":"#/properties/a/default"},"c":{"$ref":"#/properties/a/default/items/0"}}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"items":{"type":"string"},"q":{"$ref":"#/definitions"}}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#",
  "x-foo":{"definitions":{"items":[{"minLength":3}]}},
  "allOf":[{"$ref":"#/x-foo/definitions"}, {"$ref":"#/x-foo"}]}`,
		`{ "$schema": "http://json-schema.org/draft-04/schema#", "id": "http://x/y#foo", "type":"integer", "minimum": 3.0, "exclusiveMinimum": true , "additionalItems": {} }`,
	} {
		if f := os.Getenv("S"); f != "" {
			s = f
		}
		c, err := Text([]byte(s), Options{})
		if err != nil {
			t.Log(err)
			continue
		}
		fmt.Println(s)
		fmt.Println(string(c.JSON))
		for _, ch := range c.Changes {
			fmt.Printf("   %-24s %s -> %s new=%v gone=%v loss=%v %s\n      %s\n", ch.Code, ch.From, ch.To, ch.New, ch.Gone, ch.Loss, ch.Effect, ch.Reason)
		}
	}
}
