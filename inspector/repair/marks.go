package repair

import (
	"bytes"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// marks is the table of what tells the SDKs.
var marks = []mark{
	{PythonFast, 8, "_meta holds \"fastmcp\"", func(s *shape) (string, bool) {
		return yes(s.tool.Doc.Root().Get("_meta").Get("fastmcp").Exists() || s.tool.Doc.Root().Get("_meta").Get("_fastmcp").Exists())
	}},
	{PythonFast, 8, "the output schema has x-fastmcp-wrap-result", func(s *shape) (string, bool) {
		return yes(s.output.Get("x-fastmcp-wrap-result").Exists())
	}},
	{PythonMCP, 7, "the root is titled %s, the tool's name with \"Arguments\"", func(s *shape) (string, bool) {
		title := s.root.Get("title").Text()
		return jsondoc.Quote(title), s.tool.Name != "" && title == s.tool.Name+"Arguments"
	}},
	{PythonMCP, 2, "the output schema is titled %s", func(s *shape) (string, bool) {
		title := s.output.Get("title").Text()
		return jsondoc.Quote(title), s.tool.Name != "" && (title == s.tool.Name+"Output" || title == s.tool.Name+"DictOutput")
	}},
	{PythonMCP, 3, "the property %s has the title that pydantic makes of its name", func(s *shape) (string, bool) {
		return jsondoc.Quote(s.titled), s.titled != "" && strings.HasSuffix(s.root.Get("title").Text(), "Arguments")
	}},
	{Pydantic, 6, "the property %s has the title that pydantic makes of its name", func(s *shape) (string, bool) {
		return jsondoc.Quote(s.titled), s.titled != "" && !strings.HasSuffix(s.root.Get("title").Text(), "Arguments")
	}},

	{TS1Zod3, 6, "the draft-07 $schema stands last, after additionalProperties, where zod-to-json-schema puts it", func(s *shape) (string, bool) {
		return yes(s.declares(draft07) && strings.HasSuffix(s.inputs, " additionalProperties $schema "))
	}},
	{TS1Zod3, 4, "the draft-07 $schema stands last, where zod-to-json-schema puts it", func(s *shape) (string, bool) {
		return yes(s.declares(draft07) && strings.HasPrefix(s.inputs, " type properties ") && strings.HasSuffix(s.inputs, " $schema ") && !strings.HasSuffix(s.inputs, " additionalProperties $schema "))
	}},
	{TS1Zod3, 4, "a $ref leads into properties, as zod-to-json-schema writes an object that is used twice", func(s *shape) (string, bool) {
		return yes(finds(propertyRef, s.raw, "#/properties/") != nil)
	}},
	{TS1Zod4, 6, "the draft-07 $schema stands first, where zod 4 puts it", func(s *shape) (string, bool) {
		return yes(s.declares(draft07) && strings.HasPrefix(s.inputs, " $schema type ") && s.root.Get("properties").Len() > 0)
	}},
	{TS1Zod4, 2, "integers are bounded by 9007199254740991, as zod 4 writes them", func(s *shape) (string, bool) {
		return yes(s.declares(draft07) && finds(safeBounds, s.raw, "9007199254740991") != nil)
	}},
	{TS1Zod4, 3, "a definition is called __schema0, as zod 4 calls it", func(s *shape) (string, bool) {
		return yes(finds(schemaRef, s.raw, "__schema") != nil && !s.declares(draft2020))
	}},
	{TS1Zod3, 1, "execution.taskSupport is written out, as the TypeScript SDK 1 does", taskSupport},
	{TS1Zod4, 1, "execution.taskSupport is written out, as the TypeScript SDK 1 does", taskSupport},
	{TS2, 7, "type stands before the $schema of 2020-12, as the TypeScript SDK 2 writes it", func(s *shape) (string, bool) {
		return yes(s.declares(draft2020) && strings.HasPrefix(s.inputs, " type $schema "))
	}},
	{Zod4, 5, "the $schema of 2020-12 stands first, where zod 4 puts it", func(s *shape) (string, bool) {
		return yes(s.declares(draft2020) && strings.HasPrefix(s.inputs, " $schema type ") && finds(javaFormats, s.raw, `"format"`) == nil && !s.root.Get("title").Exists())
	}},

	{GoSDK, 6, "the tool's members stand in the order of the Go SDK, and type stands first in its schema", func(s *shape) (string, bool) {
		return yes(s.goOrder() && strings.HasPrefix(s.inputs, " type "))
	}},
	{GoSDK, 3, "a type is [\"null\", …] with null first, as google/jsonschema-go writes slices and pointers", func(s *shape) (string, bool) {
		return yes(finds(nullFirst, s.raw, `"null"`) != nil && finds(slashEscape, s.raw, `\/`) == nil)
	}},
	{MCPGo, 6, "the tool's members and those of its schema stand in the order of the alphabet, as mcp-go writes them", func(s *shape) (string, bool) {
		return yes(s.goOrder() && !strings.HasPrefix(s.inputs, " type ") && sortedKeys(s.root))
	}},

	{RMCP, 7, "$schema is followed by the title %s, the name of a Rust type, as schemars writes it", func(s *shape) (string, bool) {
		title := s.root.Get("title").Text()
		return jsondoc.Quote(title), strings.HasPrefix(s.inputs, " $schema title ") && camelTitle.MatchString(title)
	}},
	{RMCP, 4, "the format %s is one that schemars writes", func(s *shape) (string, bool) {
		m := finds(schemarsFormats, s.raw, `"format"`)
		if m == nil {
			return "", false
		}
		return jsondoc.Quote(m[1]), true
	}},

	{CSharp, 6, "%s is escaped as System.Text.Json does", func(s *shape) (string, bool) {
		m := finds(netEscapes, s.raw, `\u00`)
		if m == nil {
			return "", false
		}
		return `\u` + m[1], true
	}},
	{CSharp, 3, "descriptions stand before types, and nullable ones are [type, \"null\"], as AIJsonUtilities writes them", func(s *shape) (string, bool) {
		return yes(s.dialect == "" && s.root.Get("title").Kind() == jsondoc.Absent && finds(describeFirst, s.raw, `"null"`) != nil && finds(nullLast, s.raw, `"null"`) != nil && strings.HasPrefix(s.inputs, " type properties "))
	}},

	{CSharp, 2, "a nullable type is followed by its null default, as the C# SDK writes string? with = null", func(s *shape) (string, bool) {
		return yes(s.dialect == "" && finds(nullDefault, s.raw, `"null"`) != nil && !strings.Contains(s.keys, " execution "))
	}},

	{Java, 5, "$schema of 2020-12 with formats such as int32, as the generator of Spring AI writes them", func(s *shape) (string, bool) {
		return yes(s.declares(draft2020) && strings.HasPrefix(s.inputs, " $schema type ") && finds(javaFormats, s.raw, `"format"`) != nil)
	}},
	{Kotlin, 6, "inputSchema stands before description, as the Kotlin SDK writes a tool", func(s *shape) (string, bool) {
		return yes(strings.HasPrefix(s.keys, " name inputSchema description "))
	}},

	{PHP, 6, "properties is an empty array, as PHP writes an empty map", func(s *shape) (string, bool) {
		p := s.root.Get("properties")
		return yes(p.Kind() == jsondoc.Array && p.Len() == 0)
	}},
	{PHP, 5, "slashes are escaped, as PHP does", func(s *shape) (string, bool) {
		return yes(finds(slashEscape, s.raw, `\/`) != nil && !bytes.Contains(s.raw, []byte(`"$schema"`)))
	}},

	{OpenAPI, 4, "nullable and boolean exclusive bounds are words of OpenAPI 3.0", func(s *shape) (string, bool) {
		return yes(finds(openAPIWords, s.raw, "true") != nil)
	}},
}

// taskSupport is a mark of TypeScript SDK 1.24 and later.
func taskSupport(s *shape) (string, bool) {
	return yes(s.tool.Doc.Root().Get("execution").Get("taskSupport").Is("forbidden") && s.declares(draft07))
}

// sortedKeys reports whether the members of an object stand in the order of the
// alphabet, and that is no accident.
func sortedKeys(n jsondoc.Node) bool {
	last := ""
	for k := range n.Members() {
		if k.Text() < last {
			return false
		}
		last = k.Text()
	}
	return n.Len() > 1
}
