package dialect

import (
	"slices"
	"testing"

	"mcploupe/inspector/jsondoc"
)

const (
	head03 = `{"$schema":"http://json-schema.org/draft-03/schema#",`
	head04 = `{"$schema":"http://json-schema.org/draft-04/schema#",`
	head19 = `{"$schema":"https://json-schema.org/draft/2019-09/schema",`
)

// TestRewritten: what single rules write, to the letter, and all that is said
// about it but for $schema.
func TestRewritten(t *testing.T) {
	for _, tc := range []struct {
		name     string
		to       Dialect
		in, want string
		codes    []string
	}{
		{
			"draft-03: one name is a list of one name", Draft07,
			head03 + `"dependencies":{"a":"b","c":["d"]}}`,
			head07 + `"dependencies":{"a":["b"],"c":["d"]}}`,
			[]string{"dependency-list"},
		},
		{
			"draft-03: empty lists that later dialects do not allow", Draft2020,
			head03 + `"extends":[],"disallow":[],"title":"t"}`,
			head20 + `"title":"t"}`,
			[]string{"list-removed", "list-removed"},
		},
		{
			"2019-09: dependencies is an extra there", Draft2020,
			head19 + `"dependencies":{"a":["b"],"c":{}}}`,
			head20 + `"dependentRequired":{"a":["b"]},"dependentSchemas":{"c":{}}}`,
			[]string{"dependencies-split", "dependencies-split"},
		},
		{
			"names keep their spelling where they move", Draft2020,
			head07 + `"$defs":{"x":{}},"definitions":{"\u00e9":{},"a\/b":{}}}`,
			head20 + `"$defs":{"x":{},"\u00e9":{},"a\/b":{}}}`,
			[]string{"definitions-merged", "definitions-merged"},
		},
		{
			"$defs that is no map is renamed, not left as it was", Draft2020,
			head07 + `"$defs":5}`,
			head20 + `"x-$defs":5}`,
			[]string{"annotation-shape"},
		},
		{
			"a map of schemas that serves as one: references to the schemas in it stay", Draft2020,
			head07 + `"definitions":{"items":{"minimum":1}},"anyOf":[{"$ref":"#/definitions"},{"$ref":"#/definitions/items"}]}`,
			head20 + `"$defs":{"items":{"minimum":1},"definitions":{"items":{"minimum":1}}},"anyOf":[{"$ref":"#/$defs/definitions"},{"$ref":"#/$defs/items"}]}`,
			[]string{"definitions-renamed", "data-copied-to-defs", "ref-moved", "ref-moved"},
		},
		{
			"a copy of such a map is not copied again", Draft2020,
			head07 + `"definitions":{"definitions":{"type":"string"},"$id":{"minLength":1}},"properties":{"required":{"then":true,"additionalProperties":{"$ref":"#/definitions"},"if":{"$ref":"#/properties"},"else":{"$ref":"#/properties/required/then"}}}}`,
			head20 + `"$defs":{"definitions":{"type":"string"},"$id":{"minLength":1},"definitions_2":{"$defs":{"type":"string"},"$id":{"minLength":1}},"properties":{"required":{"then":true,"additionalProperties":{"$ref":"#/definitions"},"if":{"$ref":"#/properties"},"else":{"$ref":"#/properties/required/then"}}}},"properties":{"required":{"then":true,"additionalProperties":{"$ref":"#/$defs/definitions_2"},"if":{"$ref":"#/$defs/properties"},"else":{"$ref":"#/properties/required/then"}}}}`,
			nil,
		},
		{
			"a copy in the map that it was made from", Draft04,
			head07 + `"$defs":{"$id":{"$ref":"#/$defs","additionalProperties":{"$ref":"#/$defs/$id/contains/properties"},"contains":{"properties":{"b":{"type":"string"}}}}}}`,
			`{"$schema":"http://json-schema.org/draft-04/schema#","$defs":{"$id":{"$ref":"#/$defs/_defs","additionalProperties":{"$ref":"#/$defs/_defs__id"},"allOf":[{"not": {"type": "array", "items": {"not": {"properties":{"b":{"type":"string"}}}}}}]},"_defs":{"$id":{"$ref":"#/$defs","additionalProperties":{"$ref":"#/$defs/$id/contains/properties"},"contains":{"properties":{"b":{"type":"string"}}}}},"_defs__id":{"b":{"type":"string"}}}}`,
			nil,
		},
		{
			"a tuple that is no list gets no meaning", Draft07,
			head20 + `"prefixItems":{"type":"string"},"items":{"type":"number"}}`,
			head07 + `"prefixItems":{"type":"string"},"items":{"type":"number"}}`,
			[]string{"malformed"},
		},
		{
			"what is added on one line is set off as the rest", Draft2020,
			`{"type": "object", "items": [{}], "$defs": {"a": {}}, "definitions": {"b": {}}}`,
			`{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "prefixItems": [{}], "$defs": {"a": {}, "b": {}}}`,
			[]string{"schema-added", "items-tuple", "definitions-merged"},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, err := Text([]byte(tc.in), Options{To: tc.to})
			if err != nil {
				t.Fatal(err)
			}
			if string(c.JSON) != tc.want {
				t.Errorf("\n  is %s\nwant %s", c.JSON, tc.want)
			}
			checkChanges(t, []byte(tc.in), c)
			var codes []string
			for _, ch := range c.Changes {
				if ch.Code != "schema-uri" {
					codes = append(codes, ch.Code)
				}
			}
			if tc.codes != nil && !slices.Equal(codes, tc.codes) {
				t.Errorf("said %v, want %v", codes, tc.codes)
			}
			if slices.Contains(codes, "broken-ref") {
				t.Errorf("a reference leads nowhere: %s", c.JSON)
			}
		})
	}
}

// TestSaidInOrder: of two changes that stand at one place of the source the first
// one leads to what stands first in the result.
func TestSaidInOrder(t *testing.T) {
	for in, want := range map[string][]jsondoc.Pointer{
		head07 + `"dependencies":{"a":["b"],"c":{}}}`: {"/$schema", "/dependentRequired", "/dependentSchemas"},
		head07 + `"dependencies":{"c":{},"a":["b"]}}`: {"/$schema", "/dependentSchemas", "/dependentRequired"},
	} {
		c, err := Text([]byte(in), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var at []jsondoc.Pointer
		for _, ch := range c.Changes {
			at = append(at, ch.To)
		}
		if !slices.Equal(at, want) {
			t.Errorf("%s: %v, want %v", in, at, want)
		}
	}
}
