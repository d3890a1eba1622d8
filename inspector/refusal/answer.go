package refusal

import (
	"regexp"
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// answer is the envelope taken off: what there is to read.
type answer struct {
	outcome Outcome
	code    *int
	why     string
	texts   []string       // the message, or the text blocks of the content
	data    []jsondoc.Node // of the error, or the structured content of an error result
}

func (a answer) text() string { return strings.Join(a.texts, "\n") }

// readAnswer tells a result from an error. A bare result has content, a bare
// error has a message (JSON-RPC 2.0 section 5).
func readAnswer(response []byte) answer {
	doc, err := jsondoc.Parse(response)
	if err != nil {
		return answer{outcome: Unreadable, why: "the answer is not JSON: " + err.Error()}
	}
	root := doc.Root()
	if root.Kind() != jsondoc.Object {
		return answer{outcome: Unreadable, why: "the answer is " + article(root.Kind().String()) + ", not a JSON-RPC response"}
	}
	result, failure := root.Get("result"), root.Get("error")
	switch {
	case failure.Kind() == jsondoc.Object:
		return readError(failure)
	case failure.Kind() == jsondoc.String && !result.Exists() && root.Get("jsonrpc").Exists():
		return answer{outcome: ProtocolError, texts: []string{failure.Text()}}
	case result.Kind() == jsondoc.Object:
		return readResult(result)
	case root.Get("content").Exists() || root.Get("isError").Exists() || root.Get("structuredContent").Exists():
		return readResult(root)
	case root.Get("message").Kind() == jsondoc.String && root.Get("code").Exists():
		return readError(root)
	}
	return answer{outcome: Unreadable, why: "the answer has neither a result nor an error"}
}

func readError(n jsondoc.Node) answer {
	a := answer{outcome: ProtocolError}
	if code, err := strconv.Atoi(string(n.Get("code").Raw())); err == nil && n.Get("code").Kind() == jsondoc.Number {
		a.code = &code
	}
	if message := n.Get("message"); message.Kind() == jsondoc.String {
		a.texts = append(a.texts, message.Text())
	}
	if data := n.Get("data"); data.Kind() != jsondoc.Absent && data.Kind() != jsondoc.Null {
		a.data = append(a.data, data)
	}
	return a
}

func readResult(n jsondoc.Node) answer {
	a := answer{outcome: OK}
	if n.Get("isError").IsTrue() {
		a.outcome = ToolError
	}
	for _, block := range n.Get("content").Elems() {
		if text := block.Get("text"); text.Kind() == jsondoc.String {
			a.texts = append(a.texts, text.Text())
		}
	}
	if s := n.Get("structuredContent"); a.outcome == ToolError && (s.Kind() == jsondoc.Object || s.Kind() == jsondoc.Array) {
		a.data = append(a.data, s)
	}
	return a
}

// confession begins the text of a result that reports an error but doesn't set
// isError. Anything else in a result is the tool's output, whatever it says.
var confession = regexp.MustCompile(`^\W{0,4}(?:Error\b|MCP error|Error (?:executing|calling) tool|\d+ validation errors? for |Input validation error|Invalid (?:arguments|parameters|params)\b|Validation (?:error|failed))`)

func confesses(text string) bool { return confession.MatchString(text) }

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}
