package config

import (
	"fmt"
	"regexp"
	"strings"
)

// What a field is for.
const (
	local  = 1 + iota // a program: stdio
	remote            // a URL: http, sse
)

// field is one key that an entry may have.
type field struct {
	name   string
	only   int                  // local, remote, or 0 for both
	read   func(*entry, member) // nil: another product's, without effect here
	remark string               // a note where mcploupe does less than the entry asks
	next   string
}

// fields are the documented keys of an entry; those that only some products
// have are marked with their names.
var fields = []field{
	{name: "type", read: readType},
	{name: "command", only: local, read: readCommand},
	{name: "args", only: local, read: readArgs},
	{name: "env", only: local, read: readEnv},
	{name: "envFile", only: local, read: readEnvFile}, // Cursor, VS Code
	{name: "cwd", only: local, read: readCwd},
	{name: "url", only: remote, read: readURL},
	{name: "headers", only: remote, read: readHeaders},
	{name: "protocolEra", read: readEra}, // MCP Inspector
	{name: "disabled", read: readDisabled},

	{name: "oauth", only: remote, remark: signIn, next: useHeader},         // Claude Code, MCP Inspector
	{name: "auth", only: remote, remark: signIn, next: useHeader},          // Cursor
	{name: "headersHelper", only: remote, remark: signIn, next: useHeader}, // Claude Code

	{name: "dev"}, {name: "sandbox"}, {name: "sandboxEnabled"}, {name: "gallery"}, {name: "version"}, // VS Code
	{name: "connectionTimeout"}, {name: "requestTimeout"}, {name: "roots"}, {name: "metadata"}, // MCP Inspector
	{name: "timeout"}, {name: "autoApprove"}, {name: "alwaysAllow"}, {name: "disabledTools"}, // Cline, Roo Code, Kiro
	{name: "tools"}, {name: "trust"}, {name: "description"}, {name: "name"}, {name: "$comment"}, // Copilot CLI, Gemini CLI
}

const (
	signIn    = "is not followed; the dashboard has a button to sign in where the server wants it"
	useHeader = `sign in on the dashboard, or put the token into "headers" by a variable`
)

// synonyms are other products' names for the same thing: OpenCode, Windsurf,
// Gemini CLI, Codex.
var synonyms = map[string]string{
	"environment": "env", "envVars": "env", "arguments": "args", "cmd": "command",
	"serverUrl": "url", "httpUrl": "url", "endpoint": "url", "uri": "url",
	"transport": "type", "transportType": "type", "http_headers": "headers",
	"workingDirectory": "cwd", "workdir": "cwd", "enabled": "disabled",
}

func fieldNamed(name string) (field, bool) {
	for _, f := range fields {
		if f.name == name {
			return f, true
		}
	}
	return field{}, false
}

// fieldNames are those that mcploupe reads.
func fieldNames() []string {
	var names []string
	for _, f := range fields {
		if f.read != nil {
			names = append(names, f.name)
		}
	}
	return names
}

// typeHints say how to mend the wrong types that are common.
var typeHints = []struct{ field, kinds, next string }{
	{"command", "[", `put the first element into "command" and the others into "args"`},
	{"command", "{", `write "command": "…", "args": ["…"]`},
	{"args", `"`, `write every argument as its own string: ["-y", "a-package"]`},
	{"args", "{", `write a list: ["--name", "value"]`},
	{"env", "[", `write {"NAME": "value"}`},
	{"env", `"`, `write {"NAME": "value"}`},
	{"headers", "[", `write {"Authorization": "Bearer ${TOKEN}"}`},
	{"headers", `"`, `write {"Authorization": "Bearer ${TOKEN}"}`},
	{"url", "[", "write one URL; every server has its own entry"},
}

// types are the values of "type": those of the specification and of each
// product's documentation ("streamable-http" Claude Code, "local" Copilot CLI).
var types = map[string]Transport{
	"stdio": Stdio, "local": Stdio,
	"http": HTTP, "streamable-http": HTTP, "streamableHttp": HTTP, "streamable_http": HTTP,
	"sse": SSE,
	"ws":  "ws", "websocket": "ws",
}

func readType(e *entry, m member) {
	text, ok := e.str(m)
	if !ok {
		return
	}
	t, known := types[text]
	switch {
	case known && t == "ws":
		e.fatalAt(m.node, `"type" "ws" (WebSocket) is not supported`, `use "http" if the server has it`)
	case !known:
		next := `write "stdio", "http" or "sse"`
		if meant := nearest(text, []string{"stdio", "http", "streamable-http", "sse"}); meant != "" {
			next = fmt.Sprintf("did you mean %q?", meant)
		}
		e.fatalAt(m.node, "unknown type "+quote(mask(text, e.s.secrets)), next)
	}
	e.s.Transport = t
}

func readCommand(e *entry, m member) {
	text, ok := e.str(m)
	e.s.Command = text
	if !ok {
		return
	}
	e.tilde(m.node, text)
	first, _, spaced := strings.Cut(strings.TrimSpace(text), " ")
	switch {
	case strings.TrimSpace(text) == "":
		e.fatalAt(m.node, `"command" is empty`, "write the program's name or path")
	case spaced && !strings.ContainsAny(first, `/\`):
		e.noteAt(m.node, `"command" has spaces, and is the name of one program`, `put what follows the first word into "args"`)
	}
}

func readArgs(e *entry, m member) {
	if !m.is("[") {
		e.wrongType(m.node, "args", "an array of strings")
		return
	}
	for i, n := range m.elements() {
		text, _ := e.scalar(n, fmt.Sprintf("argument %d", i+1))
		e.s.Args = append(e.s.Args, text)
	}
}

func readEnv(e *entry, m member) {
	e.pairs(m, "the variable", func(p member, value string) {
		if !validEnvName(p.name) {
			e.problem(p.at, p.ptr, true, quote(p.name)+" cannot be the name of a variable", "use letters, digits and _")
		}
		e.s.Env = append(e.s.Env, EnvVar{p.name, value})
	})
}

func validEnvName(name string) bool { return name != "" && !strings.ContainsAny(name, "=\x00") }

func readEnvFile(e *entry, m member) {
	path, ok := e.folderPath(m)
	if !ok {
		return
	}
	e.s.EnvFile = path
	vars, notes, err := readEnvFileAt(path)
	if err != nil {
		e.fatalAt(m.node, fmt.Sprintf(`"envFile" %s: %s`, quote(mask(path, e.s.secrets)), err.Message),
			"name a file of KEY=VALUE lines; a relative path starts at ${workspaceFolder}")
		return
	}
	e.envFile = vars
	e.s.Problems = append(e.s.Problems, notes...)
}

func readCwd(e *entry, m member) {
	path, ok := e.folderPath(m)
	if !ok {
		return
	}
	e.s.Cwd = path
	e.checkFolder(m, path)
}

func readURL(e *entry, m member) {
	text, ok := e.str(m)
	e.s.URL = text
	if !ok {
		return
	}
	if message, next := checkURL(text); message != "" {
		e.fatalAt(m.node, `"url" `+message, next)
	}
}

// headerName is a token of RFC 9110, section 5.6.2.
var headerName = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")

func readHeaders(e *entry, m member) {
	e.pairs(m, "the header", func(p member, value string) {
		if !headerName.MatchString(p.name) {
			e.problem(p.at, p.ptr, true, quote(p.name)+" cannot be the name of a header", "use letters, digits and -")
		}
		if strings.ContainsAny(value, "\r\n") {
			e.fatalAt(p.node, "the header "+quote(p.name)+" holds a line break", "remove it; a variable may end with one")
		}
		e.s.Headers = append(e.s.Headers, Header{p.name, value})
	})
}

// protocolVersion is one of those that the specification has released.
var protocolVersion = regexp.MustCompile(`^(2024-11-05|2025-03-26|2025-06-18|2025-11-25|2026-07-28)$`)

func readEra(e *entry, m member) {
	text, ok := e.str(m)
	switch {
	case !ok:
	case text == "auto", text == "legacy", text == "modern", protocolVersion.MatchString(text):
		e.s.ProtocolEra = text
	default:
		e.noteAt(m.node, `"protocolEra" is none of "auto", "legacy", "modern" and no protocol version`, `"auto" is used`)
	}
}

func readDisabled(e *entry, m member) {
	if !m.is("tf") {
		e.noteAt(m.node, fmt.Sprintf(`"disabled" is %s, not a boolean, and is left out`, m.kind()), "write true or false")
		return
	}
	e.s.Disabled = m.is("t")
}
