package form_test

import (
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
)

// Ensure that each schema gets the control and the words that people expect.
func TestControl(t *testing.T) {
	for _, test := range []struct {
		property string
		control  form.Control
		text     string
	}{
		{`{"type":"string"}`, form.Text, "string"},
		{`{"type":["string","null"]}`, form.Text, "string | null"},
		{`{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}`, form.Text, "string | null"},
		{`{"oneOf":[{"type":"null"},{"type":"integer"}]}`, form.Integer, "integer | null"},
		{`{"type":"integer"}`, form.Integer, "integer"},
		{`{"type":"number"}`, form.Number, "number"},
		{`{"type":["number","integer"]}`, form.Number, "number"},
		{`{"allOf":[{"type":"number"},{"type":"integer"}]}`, form.Integer, "integer"},
		{`{"type":"boolean"}`, form.Boolean, "boolean"},
		{`{"enum":["a","b"]}`, form.Enum, "string"},
		{`{"enum":["a",1,null]}`, form.Enum, "string | integer | null"},
		{`{"const":"a"}`, form.Enum, "string"},
		{`{"oneOf":[{"const":"r","title":"Red"},{"const":"g"}]}`, form.Enum, "string"},
		{`{"allOf":[{"$ref":"#/$defs/s"}],"title":"T"}`, form.Text, "string"},
		{`{"$ref":"#/$defs/s"}`, form.Text, "string"},
		{`{"$ref":"#s"}`, form.Text, "string"},
		{`{"$ref":"#/$defs/nowhere"}`, form.JSON, "any"},
		{`{"$ref":"https://example.com/x.json"}`, form.JSON, "any"},
		{`{"$ref":"#/properties/x"}`, form.JSON, "any"},
		{`{"pattern":"^a"}`, form.Text, "string"},
		{`{"minimum":1}`, form.Number, "number"},
		{`{}`, form.JSON, "any"},
		{`true`, form.JSON, "any"},
		{`false`, form.JSON, "nothing"},
		{`{"type":"object"}`, form.JSON, "object"},
		{`{"type":["string","boolean"]}`, form.Text, "string | boolean"},
		{`{"type":"nonsense"}`, form.JSON, "any"},
		{`"string"`, form.JSON, "any"},
		{`null`, form.JSON, "any"},
		{`{"type":"array","items":{"type":"string"}}`, form.Array, "array of string"},
		{`{"type":"array","items":{"type":["string","null"]}}`, form.Array, "array of (string | null)"},
		{`{"type":"object","additionalProperties":{"type":"integer"}}`, form.Map, "map of integer"},
		{`{"type":"array","items":[{"type":"number"},{"type":"string"}],"additionalItems":false}`, form.Array, "[number, string]"},
		{`{"type":"array","items":[{"type":"number"}]}`, form.Array, "[number, …]"},
		{`{"type":"array","prefixItems":[{"type":"number"},{"type":["string","null"]}],"items":false}`, form.Array, "[number, string | null]"},
		{`{"type":"array","items":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"items":false}}`, form.Array, "array of [number, number]"},
		{`{"type":"array","items":false}`, form.Array, "empty array"},
	} {
		schema := parse(t, `{"type":"object","properties":{"x":`+test.property+`},"$defs":{"s":{"type":"string","$anchor":"s"}}}`)
		at := form.New(schema, dialect.Draft2020).Field("/x")
		if at.Control != test.control || at.Type != test.text {
			t.Errorf("%s: %s %q, want %s %q", test.property, at.Control, at.Type, test.control, test.text)
		}
	}
}

// Ensure that siblings of $ref count only where the dialect lets them.
func TestRefSiblings(t *testing.T) {
	schema := parse(t, `{"properties":{"x":{"$ref":"#/definitions/n","type":"string","title":"T","enum":["a"]}},"definitions":{"n":{"type":"integer","title":"N"}}}`)
	for _, test := range []struct {
		dialect dialect.Dialect
		control form.Control
	}{{dialect.Draft07, form.Integer}, {dialect.Draft04, form.Integer}, {dialect.Draft2019, form.Enum}, {dialect.Draft2020, form.Enum}} {
		at := form.New(schema, test.dialect).Field("/x")
		if at.Control != test.control || at.Title != "T" {
			t.Errorf("%v: %s, title %q", test.dialect, at.Control, at.Title)
		}
	}
}

// Ensure that names of places and of resources inside the document are followed.
func TestReferences(t *testing.T) {
	for _, test := range []struct {
		dialect dialect.Dialect
		schema  string
	}{
		{dialect.Draft07, `{"properties":{"x":{"$ref":"#S"}},"definitions":{"a":{"$id":"#S","type":"string"}}}`},
		{dialect.Draft04, `{"properties":{"x":{"$ref":"#S"}},"definitions":{"a":{"id":"#S","type":"string"}}}`},
		{dialect.Draft2020, `{"properties":{"x":{"$dynamicRef":"#S"}},"$defs":{"a":{"$dynamicAnchor":"S","type":"string"}}}`},
		{dialect.Draft2020, `{"$id":"https://a.example/r.json","properties":{"x":{"$ref":"https://a.example/r.json#/$defs/a"}},"$defs":{"a":{"type":"string"}}}`},
		{dialect.Draft2020, `{"$id":"https://a.example/r.json","properties":{"x":{"$ref":"b.json"}},"$defs":{"a":{"$id":"b.json","$ref":"#/$defs/c","$defs":{"c":{"type":"string"}}}}}`},
		{dialect.Draft2020, `{"properties":{"x":{"$ref":"#/$defs/a%20~1b"}},"$defs":{"a /b":{"type":"string"}}}`},
		{dialect.Draft2020, `{"properties":{"y":{"type":"string"},"x":{"$ref":"#/properties/y"}}}`},
	} {
		if at := form.New(parse(t, test.schema), test.dialect).Field("/x"); at.Control != form.Text {
			t.Errorf("%s: %s", test.schema, at.Control)
		}
	}
}

// Ensure that texts that want several lines are told from those that do not.
func TestMultiline(t *testing.T) {
	for _, test := range []struct {
		name, property string
		want           bool
	}{
		{"title", `{"type":"string"}`, false},
		{"title", `{"type":"string","maxLength":200}`, false},
		{"title", `{"type":"string","maxLength":201}`, true},
		{"title", `{"type":"string","contentMediaType":"text/plain"}`, true},
		{"title", `{"type":"string","format":"markdown"}`, true},
		{"title", `{"type":"string","default":"a\nb"}`, true},
		{"new_content", `{"type":"string"}`, true},
		{"issueBody", `{"type":"string"}`, true},
		{"contentType", `{"type":"string"}`, false},
		{"body", `{"type":"integer"}`, false},
	} {
		at := form.New(parse(t, `{"properties":{"`+test.name+`":`+test.property+`}}`), dialect.Draft2020).Fields[0]
		if at.Multiline != test.want {
			t.Errorf("%s %s: %v", test.name, test.property, at.Multiline)
		}
	}
}
