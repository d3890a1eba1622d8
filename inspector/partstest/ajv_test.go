package partstest

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// testdata/ajv/compile.mjs answers each line, whatever the schema, and loads nothing.
func TestAjv(t *testing.T) {
	NPM(t, "ajv", "dist/2020.js")
	tests := []struct{ name, in, want string }{
		{"compiles", `{"id":1,"schema":{"prefixItems":[{"type":"number"}],"items":false}}`, `{"id":1,"ok":true}`},
		{"draft-07 tuple", `{"id":2,"schema":{"items":[{"type":"number"}]}}`, `{"id":2,"ok":false,"error":"schema is invalid: data/items must be object,boolean"}`},
		{"draft-07 declared", `{"id":3,"schema":{"$schema":"http://json-schema.org/draft-07/schema#"}}`, `{"id":3,"ok":false,"error":"no schema with key or ref \"http://json-schema.org/draft-07/schema#\""}`},
		{"reference to elsewhere", `{"id":4,"schema":{"$ref":"http://127.0.0.1:9/x"}}`, `{"id":4,"ok":false,"error":"can't resolve reference http://127.0.0.1:9/x from id #"}`},
		{"an $id", `{"id":5,"schema":{"$id":"http://a.example/one","type":"string"}}`, `{"id":5,"ok":true}`},
		{"the same $id again", `{"id":6,"schema":{"$id":"http://a.example/one","type":"number"}}`, `{"id":6,"ok":true}`},
		{"an $id of another line", `{"id":7,"schema":{"$ref":"http://a.example/one"}}`, `{"id":7,"ok":false,"error":"can't resolve reference http://a.example/one from id #"}`},
		{"instances", `{"id":"8","schema":{"type":["string","null"]},"instances":["a",null,1]}`, `{"id":"8","ok":true,"valid":[true,true,false]}`},
		{"format is not checked", `{"id":9,"schema":{"format":"date"},"instances":["no date"]}`, `{"id":9,"ok":true,"valid":[true]}`},
		{"endless", `{"id":10,"schema":{"$ref":"#"},"instances":[1]}`, `{"id":10,"ok":true,"valid":[null],"error":"Maximum call stack size exceeded"}`},
		{"no schema", `{"id":11,"schema":5}`, `{"id":11,"ok":false,"error":"schema is invalid: data must be object,boolean"}`},
	}
	var in, want strings.Builder
	for _, test := range tests {
		in.WriteString(test.in + "\n")
		want.WriteString(test.want + "\n")
	}
	cmd := exec.Command(Node(t), filepath.Join(Root(t), "testdata", "ajv", "compile.mjs"))
	cmd.Stdin = strings.NewReader(in.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("compile.mjs: %v", err)
	}
	if diff := cmp.Diff(want.String(), string(out)); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}
