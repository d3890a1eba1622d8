package web

import (
	"strconv"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/config"
	"mcploupe/inspector/jsondoc"
)

// language is what the code of an SDK client is made of. {{words}} are filled in.
type language struct {
	transports map[config.Transport]string // how the client is connected
	program    string
	env        string // a variable of the environment; NAME is its name
	arguments  string // what stands before the arguments
	comment    string
	literal    func(jsondoc.Node, string) string
	exactInts  bool
}

const typeScriptImport = `import { Client } from "@modelcontextprotocol/sdk/client/index.js";
`

// The TypeScript SDK 1.x, and Python's mcp from 1.24 on: before, the client of
// Streamable HTTP had another name.
var (
	typeScriptClient = language{
		transports: map[config.Transport]string{
			config.Stdio: `import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const transport = new StdioClientTransport({ command: {{command}}, args: {{args}}{{env}} });`,
			config.HTTP: `import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const transport = new StreamableHTTPClientTransport(new URL({{url}}){{headers}});`,
			config.SSE: `import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";

const transport = new SSEClientTransport(new URL({{url}}){{headers}});`,
		},
		program: typeScriptImport + `{{transport}}
const client = new Client({ name: "mcploupe-copy", version: "1.0.0" });
await client.connect(transport);
{{notes}}const result = await client.callTool({
  name: {{tool}},{{arguments}}
});
console.log(JSON.stringify(result, null, 2));
await client.close();
`,
		env: `process.env.NAME ?? ""`, arguments: "\n  arguments: ", comment: "// ", literal: javaScriptLiteral,
	}
	pythonClient = language{
		transports: map[config.Transport]string{
			config.Stdio: `from mcp import StdioServerParameters
from mcp.client.stdio import stdio_client

transport = stdio_client(StdioServerParameters(command={{command}}, args={{args}}{{env}}))`,
			config.HTTP: `from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

transport = streamable_http_client({{url}}{{headers}})`,
			config.SSE: `from mcp.client.sse import sse_client

transport = sse_client({{url}}{{headers}})`,
		},
		program: `import asyncio
import os

from mcp import ClientSession
{{transport}}


async def main():
    async with transport as streams, ClientSession(*streams[:2]) as session:
        await session.initialize()
{{notes}}        result = await session.call_tool(
            {{tool}},{{arguments}}
        )
        print(result.model_dump_json(indent=2))


asyncio.run(main())
`,
		env: `os.environ["NAME"]`, arguments: "\n            ", comment: "        # ", literal: pythonLiteral, exactInts: true,
	}
)

func typeScript(s *inspector.Server, c *inspector.Call) string {
	return typeScriptClient.write(s, c, ", env: {{pairs}}", ", { requestInit: { headers: {{pairs}} } }")
}

func python(s *inspector.Server, c *inspector.Call) string {
	headers := ", http_client=create_mcp_http_client(headers={{pairs}})"
	if s.Config.Transport == config.SSE {
		headers = ", headers={{pairs}}"
	}
	return pythonClient.write(s, c, ", env={{pairs}}", headers)
}

// write fills the program in. env and headers say how their pairs are passed.
func (l *language) write(s *inspector.Server, c *inspector.Call, env, headers string) string {
	from := s.Config
	parts := from.CommandParts()
	transport := l.transports[from.Transport]
	if transport == "" {
		transport = l.transports[config.HTTP]
	}
	var envNames, headerNames []string
	for _, v := range from.Env {
		envNames = append(envNames, v.Name)
	}
	for _, h := range from.Headers {
		headerNames = append(headerNames, h.Name)
	}
	args, notes := l.callArguments(c)
	fill := strings.NewReplacer(
		"{{command}}", jsondoc.Quote(parts[0]), "{{args}}", quotedList(parts[1:]), "{{url}}", jsondoc.Quote(from.SafeURL()),
		"{{env}}", l.pairs(env, envNames), "{{headers}}", l.pairs(headers, headerNames),
		"{{tool}}", jsondoc.Quote(c.Tool.Name), "{{arguments}}", args, "{{notes}}", notes,
	)
	return fill.Replace(strings.Replace(l.program, "{{transport}}", transport, 1))
}

// pairs writes names with values from the environment; nothing where there are
// no names.
func (l *language) pairs(how string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = jsondoc.Quote(n) + ": " + strings.Replace(l.env, "NAME", variable(n), 1)
	}
	return strings.Replace(how, "{{pairs}}", "{"+strings.Join(out, ", ")+"}", 1)
}

func quotedList(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = jsondoc.Quote(w)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// callArguments writes the arguments as a literal, and what it does not keep of
// them as notes.
func (l *language) callArguments(c *inspector.Call) (text, notes string) {
	doc, err := jsondoc.Parse(c.Arguments)
	if err != nil {
		return "", ""
	}
	if doc.Root().Kind() != jsondoc.Object {
		return "", l.comment + "The SDK sends objects only; these arguments are none: " + string(doc.Root().Compact()) + "\n"
	}
	for id := range doc.Len() {
		if n := doc.Node(id); n.Kind() == jsondoc.Number && !l.keeps(string(n.Raw())) {
			notes = l.comment + "The number " + string(n.Raw()[:min(len(n.Raw()), 40)]) + " loses digits here.\n"
			break
		}
	}
	indent := l.arguments[strings.LastIndexByte(l.arguments, '\n')+1:]
	indent = indent[:len(indent)-len(strings.TrimLeft(indent, " "))]
	return l.arguments + l.literal(doc.Root(), indent) + ",", notes
}

// keeps reports whether a number comes out of the language as it went in.
func (l *language) keeps(raw string) bool {
	if l.exactInts && !strings.ContainsAny(raw, ".eE") {
		return true
	}
	f, err := strconv.ParseFloat(raw, 64)
	if err != nil {
		return false
	}
	a, errA := jsondoc.Parse([]byte(raw))
	b, errB := jsondoc.Parse([]byte(strconv.FormatFloat(f, 'g', -1, 64)))
	if errA != nil || errB != nil {
		return false
	}
	_, differ := jsondoc.Difference(a.Root(), b.Root())
	return !differ
}

// javaScriptLiteral writes a value as JSON, which JavaScript reads, with one
// exception: a member __proto__ must stand in brackets.
func javaScriptLiteral(n jsondoc.Node, indent string) string {
	return literal(n, indent, [3]string{"null", "true", "false"}, func(key string) string {
		if key == "__proto__" {
			return `["__proto__"]`
		}
		return jsondoc.Quote(key)
	})
}

func pythonLiteral(n jsondoc.Node, indent string) string {
	return literal(n, indent, [3]string{"None", "True", "False"}, jsondoc.Quote)
}

// literal writes a value with a member or element a line. Strings are written as
// JSON does it, which both languages read alike.
func literal(n jsondoc.Node, indent string, words [3]string, key func(string) string) string {
	var items []string
	inner := indent + "  "
	open, end := "[", "]"
	switch n.Kind() {
	case jsondoc.Null:
		return words[0]
	case jsondoc.Bool:
		return words[1+btoi(n.IsFalse())]
	case jsondoc.String:
		return jsondoc.Quote(n.Text())
	case jsondoc.Array:
		for _, e := range n.Elems() {
			items = append(items, literal(e, inner, words, key))
		}
	case jsondoc.Object:
		open, end = "{", "}"
		for k, v := range n.Members() {
			items = append(items, key(k.Text())+": "+literal(v, inner, words, key))
		}
	default:
		return string(n.Raw())
	}
	if len(items) == 0 {
		return open + end
	}
	return open + "\n" + inner + strings.Join(items, ",\n"+inner) + ",\n" + indent + end
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
