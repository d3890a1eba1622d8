package wire

import (
	"strings"
	"testing"
)

// Ensure that a frame that is nested deeper than the decoder goes is taken apart all
// the same, and that no error names the decoder.
func TestDeepFrame(t *testing.T) {
	const deep = 15_000
	inner := strings.Repeat("[", deep) + strings.Repeat("]", deep)
	result := `{"tools":[{"name":"a"},` + inner + `,{"name":"b"}],"nextCursor":"c"}`
	env, err := parseEnvelope([]byte(`{"jsonrpc":"2.0","result":` + result + `,"id":7}`))
	if err != nil || string(env.result) != result || string(env.id) != "7" || env.kind() != frameResponse {
		t.Fatalf("%v, id %s, %d bytes", err, env.id, len(env.result))
	}
	var tools []string
	if err := eachElement(member(env.result, "tools"), func(tool []byte) bool {
		tools = append(tools, string(tool))
		return true
	}); err != nil || len(tools) != 3 || tools[0] != `{"name":"a"}` || tools[1] != inner || tools[2] != `{"name":"b"}` {
		t.Errorf("%d tools, %v", len(tools), err)
	}
	if name, _ := text(member(env.result, "nextCursor")); name != "c" {
		t.Errorf("cursor %q", name)
	}
	if err := validJSON([]byte(inner)); err != nil {
		t.Errorf("%.200v", err)
	}
	for _, bad := range []string{inner[1:], inner + "]", `{"a":` + inner[1:] + `}`, `{x`, `{"a":}`} {
		err := validJSON([]byte(bad))
		if err == nil || strings.Contains(err.Error(), "jsontext") {
			t.Errorf("%.20s…: %.200v", bad, err)
		}
		if _, err := parseEnvelope([]byte(bad)); err == nil || strings.Contains(err.Error(), "jsontext") {
			t.Errorf("%.20s… as a frame: %.200v", bad, err)
		}
	}
}
