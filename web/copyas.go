package web

import (
	"net/http"
	"regexp"
	"slices"
	"strings"

	"mcploupe/inspector"
	"mcploupe/inspector/config"
)

// copyKind is one way to write a call down for another program. What looks like a
// secret is left out of all of them.
type copyKind struct {
	name, title string
	fits        func(*inspector.Server) bool
	text        func(*inspector.Server, *inspector.Call) string
}

var copyKinds = []copyKind{
	{"json-rpc", "JSON-RPC", isConfigured, func(_ *inspector.Server, c *inspector.Call) string { return string(c.Answer.Sent) + "\n" }},
	{"mcploupe", "mcploupe call", isConfigured, commandLine},
	{"curl", "curl", isHTTP, curl},
	{"typescript", "TypeScript", isConfigured, typeScript},
	{"python", "Python", isConfigured, python},
}

func isConfigured(s *inspector.Server) bool { return s.Config != nil }
func isHTTP(s *inspector.Server) bool {
	return s.Config != nil && s.Config.Transport == config.HTTP
}

func copyNames() string {
	var names []string
	for _, k := range copyKinds {
		names = append(names, k.name)
	}
	return enumerate(names, len(names))
}

// bareWord matches what a POSIX shell takes as it is.
var bareWord = regexp.MustCompile(`^[A-Za-z0-9_./:@%+,=-]+$`)

func shell(s string) string {
	if bareWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// commandLine is the call as a command of this program.
func commandLine(s *inspector.Server, c *inspector.Call) string {
	words, note := []string{"mcploupe", "call"}, ""
	from, tail := s.Config, []string(nil)
	switch {
	case from.Place.File != "":
		words = append(words, "--config", from.Place.File, "--server", from.Name)
	case from.URL != "":
		words = append(words, from.SafeURL())
	default:
		tail = append([]string{"--"}, from.CommandParts()...)
	}
	words = append(words, c.Tool.Name)
	switch args := string(c.Arguments); {
	case c.Arguments == nil:
		note = "# mcploupe call always sends arguments: {} here, where the call had none\n"
	case !strings.HasPrefix(args, "{") && !strings.HasPrefix(args, "[") && !strings.HasPrefix(args, `"`):
		note = "# {} stands here for arguments that no command line can hold: " + strings.ReplaceAll(args, "\n", " ") + "\n"
	default:
		words = append(words, args)
	}
	for i, w := range append(words, tail...) {
		if i > 0 {
			note += " "
		}
		note += shell(w)
	}
	return note + "\n"
}

// masked begins what stands for a credential in the log of package wire.
const masked = "••••"

// sentHeaders are the headers that went out with a call, with credentials masked.
func sentHeaders(s *inspector.Server, c *inspector.Call) http.Header {
	conn := s.Status().Conn
	if conn != nil {
		for _, m := range slices.Backward(conn.Messages()) {
			if m.HTTP != nil && m.HTTP.Method == http.MethodPost && string(m.Raw) == string(c.Answer.Sent) {
				return m.HTTP.Header
			}
		}
	}
	h := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	if conn != nil && conn.Info().ProtocolVersion != "" {
		h.Set("Mcp-Protocol-Version", conn.Info().ProtocolVersion)
	}
	for _, own := range s.Config.Headers {
		h.Set(own.Name, masked)
	}
	return h
}

// ownHeaders are those that curl sets itself.
var ownHeaders = []string{"Accept-Encoding", "Connection", "Content-Length", "User-Agent"}

// curl is the call as one HTTP request. A value that is masked becomes a variable
// of the shell by the name of its header.
func curl(s *inspector.Server, c *inspector.Call) string {
	h := sentHeaders(s, c)
	var b strings.Builder
	if h.Get("Mcp-Session-Id") != "" {
		b.WriteString("# MCP_SESSION_ID is a header of the answer to initialize\n")
	}
	b.WriteString("curl -sS " + shell(s.Config.SafeURL()))
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		switch value := h.Get(name); {
		case slices.Contains(ownHeaders, name):
		case strings.HasPrefix(value, masked):
			b.WriteString(" \\\n  -H \"" + name + ": $" + variable(name) + `"`)
		default:
			b.WriteString(" \\\n  -H " + shell(name+": "+value))
		}
	}
	b.WriteString(" \\\n  --data-raw " + shell(string(c.Answer.Sent)) + "\n")
	return b.String()
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9]+`)

// variable is the name of an environment variable for a header.
func variable(header string) string {
	return strings.ToUpper(notInNames.ReplaceAllString(header, "_"))
}
