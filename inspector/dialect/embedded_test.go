package dialect

import (
	"sync"
	"testing"
)

// TestEmbedded: each resource is converted from the dialect that it names itself.
func TestEmbedded(t *testing.T) {
	const uri20 = `"$schema":"https://json-schema.org/draft/2020-12/schema"`
	for _, tc := range []struct{ name, in, want string }{
		{
			"draft-04 in draft-07",
			head07 + `"definitions":{"n":{"$schema":"http://json-schema.org/draft-04/schema#","id":"http://e.test/n","minimum":0,"exclusiveMinimum":true}},"$ref":"http://e.test/n"}`,
			head20 + `"$defs":{"n":{` + uri20 + `,"$id":"http://e.test/n","exclusiveMinimum":0}},"$ref":"http://e.test/n"}`,
		},
		{
			"draft-07 in 2020-12: only that part is written anew",
			head20 + `"definitions":{"n":{"$schema":"http://json-schema.org/draft-07/schema#","$id":"http://e.test/n","items":[true],"definitions":{}}},"additionalItems":false}`,
			head20 + `"definitions":{"n":{` + uri20 + `,"$id":"http://e.test/n","prefixItems":[true],"$defs":{}}},"additionalItems":false}`,
		},
		{
			"2020-12 in draft-07: it stays, but for references to what is around it",
			head07 + `"$id":"http://e.test/r","definitions":{"t":{"items":[true]},"n":{` + uri20 + `,"$id":"n","prefixItems":[true],"items":{"$ref":"r#/definitions/t/items/0"}}}}`,
			head20 + `"$id":"http://e.test/r","$defs":{"t":{"prefixItems":[true]},"n":{` + uri20 + `,"$id":"n","prefixItems":[true],"items":{"$ref":"r#/$defs/t/prefixItems/0"}}}}`,
		},
		{
			"2019-09 in draft-07: siblings of $ref count there and not here",
			head07 + `"definitions":{"a":{"$ref":"#/definitions/x","minimum":1},"b":{"$schema":"https://json-schema.org/draft/2019-09/schema","$id":"http://e.test/b","$ref":"#/$defs/y","minimum":1,"$defs":{"y":{}}},"x":{}}}`,
			head20 + `"$defs":{"a":{"$ref":"#/$defs/x"},"b":{` + uri20 + `,"$id":"http://e.test/b","$ref":"#/$defs/y","minimum":1,"$defs":{"y":{}}},"x":{}}}`,
		},
		{
			"$schema without an identifier means nothing",
			head07 + `"properties":{"a":{"$schema":"http://json-schema.org/draft-04/schema#","exclusiveMinimum":1}}}`,
			head20 + `"properties":{"a":{"exclusiveMinimum":1}}}`,
		},
		{
			"a pointer through a resource starts at it now",
			head07 + `"definitions":{"n":{"$id":"n.json","definitions":{"x":{}}}},"allOf":[{"$ref":"#/definitions/n/definitions/x"},{"$ref":"#/definitions/n"}]}`,
			head20 + `"$defs":{"n":{"$id":"n.json","$defs":{"x":{}}}},"allOf":[{"$ref":"n.json#/$defs/x"},{"$ref":"#/$defs/n"}]}`,
		},
		{
			"one address in two resources",
			head07 + `"$id":"http://e.test/r","properties":{"a":{"$id":"http://e.test/r","items":[true]}}}`,
			head20 + `"$id":"http://e.test/r","properties":{"a":{"prefixItems":[true]}}}`,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, err := Text([]byte(tc.in), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if string(c.JSON) != tc.want {
				t.Errorf("\n  is %s\nwant %s", c.JSON, tc.want)
			}
			checkChanges(t, []byte(tc.in), c)
			again, err := Text(c.JSON, Options{})
			if err != nil || string(again.JSON) != tc.want || len(again.Changes) > 0 {
				t.Errorf("again: %v %+v", err, again)
			}
		})
	}
}

// TestAtOnce: conversions at the same time do not touch each other.
func TestAtOnce(t *testing.T) {
	texts := benchTools(40)
	want := make([]string, len(texts))
	for i, text := range texts {
		c, err := Text(text, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want[i] = account(c)
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for i, text := range texts {
				if c, err := Text(text, Options{}); err != nil || account(c) != want[i] {
					t.Errorf("%d: %v", i, err)
				}
			}
		})
	}
	wait.Wait()
}
