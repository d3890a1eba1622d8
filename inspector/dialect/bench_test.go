package dialect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"mcploupe/inspector/jsondoc"
)

// benchTools makes the input schemas of n tools as generators write them: draft-07
// with descriptions; every fifth has a tuple, every fourth definitions.
func benchTools(n int) [][]byte {
	var out [][]byte
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, `{"type":"object","properties":{`)
		for p := range 9 {
			if p > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"field_%d_%d":`, i%17, p)
			switch (i + p) % 5 {
			case 0:
				fmt.Fprintf(&b, `{"type":"string","minLength":1,"maxLength":%d,"description":"The name of the thing that the call is about, as the listing shows it; number %d of the tool."}`, 100+p, p)
			case 1:
				b.WriteString(`{"type":"integer","minimum":0,"exclusiveMaximum":1000,"default":10,"description":"How many results at most. The server may return fewer."}`)
			case 2:
				b.WriteString(`{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"kind":{"type":"string","enum":["file","folder","link"]}},"required":["id"],"additionalProperties":false},"description":"The entries to work on, in order."}`)
			case 3:
				b.WriteString(`{"anyOf":[{"type":"string","pattern":"^[a-z]+$"},{"type":"null"}],"default":null,"description":"A filter; \"null\" means all."}`)
			case 4:
				if i%5 == 0 {
					b.WriteString(`{"type":"array","items":[{"type":"number"},{"type":"number"}],"additionalItems":false,"description":"Longitude and latitude."}`)
				} else if i%4 == 0 {
					b.WriteString(`{"$ref":"#/definitions/Range"}`)
				} else {
					b.WriteString(`{"type":"boolean","default":false,"description":"Whether to tell what would be done without doing it."}`)
				}
			}
		}
		b.WriteString(`},"required":["field_0_0"],"additionalProperties":false,`)
		if i%4 == 0 {
			b.WriteString(`"definitions":{"Range":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"}}}},`)
		}
		b.WriteString(`"$schema":"http://json-schema.org/draft-07/schema#"}`)
		out = append(out, []byte(b.String()))
	}
	return out
}

// oneDocument puts the tools of benchTools into one schema.
func oneDocument(tools [][]byte) []byte {
	var b bytes.Buffer
	b.WriteString(`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{`)
	for i, t := range tools {
		if i > 0 {
			b.WriteByte(',')
		}
		t = bytes.Replace(t, []byte(`,"$schema":"http://json-schema.org/draft-07/schema#"`), nil, 1)
		t = bytes.ReplaceAll(t, []byte(`"#/`), fmt.Appendf(nil, `"#/properties/tool%d/`, i))
		fmt.Fprintf(&b, `"tool%d":%s`, i, t)
	}
	b.WriteString("}}")
	return b.Bytes()
}

func size(texts [][]byte) (n int64) {
	for _, t := range texts {
		n += int64(len(t))
	}
	return n
}

func bench(b *testing.B, texts [][]byte, do func(text []byte) error) {
	b.Helper()
	b.SetBytes(size(texts))
	b.ReportAllocs()
	before := cpuSeconds()
	for b.Loop() {
		for _, t := range texts {
			if err := do(t); err != nil {
				b.Fatal(err)
			}
		}
	}
	if cpu := cpuSeconds() - before; cpu > 0 {
		b.ReportMetric(float64(b.N)*float64(size(texts))/1e6/cpu, "MB/cpu-s")
	}
}

func convertText(t []byte) error {
	_, err := Text(t, Options{})
	return err
}

func tokenCopy(t []byte) error {
	dec := jsontext.NewDecoder(bytes.NewReader(t))
	enc := jsontext.NewEncoder(io.Discard)
	for {
		tok, err := dec.ReadToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := enc.WriteToken(tok); err != nil {
			return err
		}
	}
}

func roundTrip(t []byte) error {
	var v any
	if err := json.Unmarshal(t, &v); err != nil {
		return err
	}
	_, err := json.Marshal(v)
	return err
}

// labelOnly leaves nothing to do but $schema.
func labelOnly(tools [][]byte) [][]byte {
	var out [][]byte
	for _, t := range tools {
		if !bytes.Contains(t, []byte("additionalItems")) && !bytes.Contains(t, []byte("definitions")) {
			out = append(out, t)
		}
	}
	return out
}

func BenchmarkConvert(b *testing.B) {
	tools := benchTools(1000)
	b.Run("tools", func(b *testing.B) { bench(b, tools, convertText) })
	b.Run("document", func(b *testing.B) { bench(b, [][]byte{oneDocument(tools)}, convertText) })
	b.Run("label", func(b *testing.B) { bench(b, labelOnly(tools), convertText) })
	b.Run("parse", func(b *testing.B) {
		var doc jsondoc.Document
		bench(b, tools, doc.Reset)
	})
	b.Run("tokencopy", func(b *testing.B) { bench(b, tools, tokenCopy) })
	b.Run("any", func(b *testing.B) { bench(b, tools, roundTrip) })
}
