package form_test

import (
	"fmt"
	"net/url"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
)

// A form is filled from what a page posts, and says exactly what would be sent.
func Example() {
	schema, err := jsondoc.Parse([]byte(`{"type": "object", "properties": {
		"id":    {"type": "integer"},
		"title": {"type": "string", "default": null},
		"tags":  {"type": "array", "items": {"type": "string"}}
	}, "required": ["id"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	f := form.New(schema, dialect.Draft2020)
	f.Decode(url.Values{
		"s:/id": {"value"}, "v:/id": {"9007199254740993"},
		"s:/title": {"null"}, "v:/title": {"kept for later"},
		"s:/tags": {"omit"},
	})
	text, problems := f.JSON()
	fmt.Println(string(text), problems)
	// Output: {"id":9007199254740993,"title":null} []
}
