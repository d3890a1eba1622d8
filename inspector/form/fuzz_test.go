package form_test

import (
	"net/url"
	"testing"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/form"
	"mcploupe/inspector/jsondoc"
)

var fuzzSchemas = []string{
	`{"properties":{"a":{"type":"string"},"b":{"type":["integer","null"]},"x":{"enum":[1,"1",null]}},"required":["a"]}`,
	`{"$ref":"#"}`,
	tangled,
	`{"allOf":[{"$ref":"#/allOf/0"},{"properties":{"a":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}]}`,
}

// FuzzLoad: any value goes through the form of any schema unchanged.
func FuzzLoad(f *testing.F) {
	for _, s := range fuzzSchemas {
		for _, v := range oddScalars {
			f.Add(s, v)
			f.Add(s, `{"a":`+v+`,"\u0061b":[`+v+`]}`)
		}
	}
	f.Fuzz(func(t *testing.T, schema, value string) {
		s, err := jsondoc.Parse([]byte(schema))
		if err != nil {
			return
		}
		if _, err := jsondoc.Parse([]byte(value)); err != nil {
			return
		}
		roundTrip(t, s, dialect.Draft2020, value)
	})
}

// FuzzDecode: no post breaks a form, and what it sends is JSON.
func FuzzDecode(f *testing.F) {
	for _, s := range fuzzSchemas {
		f.Add(s, `s:/o/self=value&s:/l/3/k=value&b:/c=1&k:/a=b&m:={"b":2,"w":["z"],"c":{"l":{"n":5,"c":{"1":{"b":2}}},"c":{"p":{"#2":{"t":"x"}}}}}`)
		f.Add(s, `s:/a=value&v:/a=1&m:={"w":["q"],"o":["q","a"],"c":{"a":{"j":true}}}`)
	}
	f.Fuzz(func(t *testing.T, schema, query string) {
		s, err := jsondoc.Parse([]byte(schema))
		if err != nil {
			return
		}
		values, _ := url.ParseQuery(query)
		f := form.New(s, dialect.Draft2020)
		f.Decode(values)
		text, _ := f.JSON()
		if _, err := jsondoc.Parse(text); text != nil && err != nil {
			t.Fatalf("sends %q: %v", text, err)
		}
	})
}
