package tool

import (
	"strings"

	"mcploupe/inspector/jsondoc"
)

// shape is what a JSON value of a saved file is taken for.
type shape uint8

const (
	shapeUnknown    shape = iota
	shapePage             // a result of tools/list
	shapeTools            // a bare array of tools
	shapeTool             // one tool
	shapeSchema           // one schema
	shapeInitialize       // a result of initialize
	shapeDiscover         // a result of server/discover
	shapeError            // a JSON-RPC error response
	shapeMessage          // a request, a notification or another result
	shapeMany             // an array of the above
	shapeConfig           // a configuration of servers
	shapeForeign          // a tool of a model provider's API
)

// wrappers are the members that a saved answer may be wrapped in: those of
// JSON-RPC, and those that tools which record traffic use.
var wrappers = []string{"result", "response", "message", "payload", "body", "data", "tool"}

// maxWrap bounds how deep wrappers are looked into.
const maxWrap = 4

// classify decides what a value is and returns the node that counts: for a
// response its result, for a wrapped value what is in the wrapper.
func classify(n jsondoc.Node) (shape, jsondoc.Node) { return classifyWithin(n, maxWrap) }

func classifyWithin(n jsondoc.Node, depth int) (shape, jsondoc.Node) {
	switch n.Kind() {
	case jsondoc.Array:
		return arrayShape(n, depth), n
	case jsondoc.Bool:
		return shapeSchema, n
	case jsondoc.Object:
	default:
		return shapeUnknown, n
	}
	if s := objectShape(n); s != shapeUnknown {
		return s, n
	}
	if depth > 0 {
		for _, w := range wrappers {
			inner := n.Get(w)
			if inner.Kind() != jsondoc.Object && inner.Kind() != jsondoc.Array {
				continue
			}
			if s, at := classifyWithin(inner, depth-1); s != shapeUnknown && (s != shapeSchema || isRPC(n)) {
				return insideRPC(n, s), at
			}
		}
	}
	switch {
	case isRPC(n):
		return shapeMessage, n
	case isSchema(n):
		return shapeSchema, n
	}
	return shapeUnknown, n
}

// arrayShape tells an array of tools, of which some may be broken, from an array
// of messages.
func arrayShape(n jsondoc.Node, depth int) shape {
	if n.Len() == 0 {
		return shapeTools
	}
	found := shapeUnknown
	for _, v := range n.Elems() {
		if depth == 0 {
			break
		}
		switch s, _ := classifyWithin(v, depth-1); s {
		case shapeUnknown, shapeSchema:
			if v.Get("name").Kind() == jsondoc.String {
				found = shapeTools
			}
		case shapeTool:
			found = shapeTools
		case shapeTools:
		default:
			return shapeMany
		}
	}
	return found
}

// insideRPC corrects the guess about the result of a response: it is never a
// schema.
func insideRPC(n jsondoc.Node, s shape) shape {
	if isRPC(n) && (s == shapeSchema || s == shapeUnknown) {
		return shapeMessage
	}
	return s
}

func isRPC(n jsondoc.Node) bool {
	return n.Get("jsonrpc").Exists() || n.Get("id").Exists() && n.Get("result").Exists()
}

// objectShape recognises an object by its own members.
func objectShape(n jsondoc.Node) shape {
	has := func(name string) bool { return n.Get(name).Exists() }
	switch {
	case has("error") && (has("jsonrpc") || has("id")) && !has("result"):
		return shapeError
	case has("method") && has("jsonrpc"):
		return shapeMessage
	case has("protocolVersion") && (has("serverInfo") || has("capabilities")):
		return shapeInitialize
	case has("supportedVersions") && has("capabilities"):
		return shapeDiscover
	case n.Get("mcpServers").Kind() == jsondoc.Object,
		n.Get("servers").Kind() == jsondoc.Object && !has("tools"):
		return shapeConfig
	case has("inputSchema"):
		return shapeTool
	case n.Get("type").Is("function") && (has("function") || has("parameters")),
		has("input_schema") && has("name"):
		return shapeForeign
	case has("tools") && !isSchema(n):
		return shapePage
	case n.Get("name").Kind() == jsondoc.String && !isSchema(n) && (has("description") || has("annotations") || has("outputSchema")):
		return shapeTool
	}
	return shapeUnknown
}

// schemaWords are keywords of which one makes an object a schema, of any dialect.
var schemaWords = []string{
	"$schema", "$ref", "$id", "$defs", "definitions", "type", "properties", "items", "enum", "const",
	"anyOf", "allOf", "oneOf", "not", "required", "additionalProperties", "patternProperties",
}

func isSchema(n jsondoc.Node) bool {
	if n.Len() == 0 {
		return true
	}
	for _, w := range schemaWords {
		v := n.Get(w)
		// Many other objects have a type, but not one of JSON Schema's.
		if v.Exists() && (w != "type" || v.Kind() != jsondoc.String || jsonType(v.Text())) {
			return true
		}
	}
	return false
}

func jsonType(s string) bool {
	return strings.Contains(" null boolean integer number string array object ", " "+s+" ")
}
