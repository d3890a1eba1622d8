package config

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
)

// FromCommand makes a server from the words after -- on the command line. They
// are taken as they are: the shell has expanded them. The error is a *Problem.
func FromCommand(args []string) (Server, error) {
	if len(args) == 0 || strings.TrimSpace(args[0]) == "" {
		return Server{}, &Problem{Message: "there is no command", Next: "write mcploupe -- COMMAND ARG…", Fatal: true}
	}
	return Server{
		Name:      commandName(args),
		Transport: Stdio,
		Command:   args[0],
		Args:      append([]string(nil), args[1:]...),
	}, nil
}

// FromURL makes a server from a URL on the command line: Streamable HTTP. The
// error is a *Problem.
func FromURL(raw string) (Server, error) {
	raw = strings.TrimSpace(raw)
	if message, next := checkURL(raw); message != "" {
		return Server{}, &Problem{Message: "the URL " + message, Next: next, Fatal: true}
	}
	u, err := url.Parse(raw)
	if err != nil { // checkURL has parsed it
		return Server{}, &Problem{Message: "the URL is not valid", Fatal: true}
	}
	return Server{Name: u.Host, Transport: HTTP, URL: raw}, nil
}

// runners are the programs that run another, with the words that may stand
// between: the server's name is in what they run.
var runners = map[string][]string{
	"npx": nil, "bunx": nil, "uvx": nil, "node": nil, "tsx": nil,
	"python": nil, "python3": nil, "py": nil,
	"npm": {"exec", "x"}, "pnpm": {"dlx", "exec"}, "yarn": {"dlx"}, "bun": {"run", "x"},
	"uv": {"run", "tool"}, "pipx": {"run"}, "deno": {"run"}, "go": {"run"}, "dotnet": {"run"},
}

var (
	extension = regexp.MustCompile(`(?i)\.(exe|cmd|bat|sh|js|mjs|cjs|ts|py|jar)$`)
	atVersion = regexp.MustCompile(`(.)@[^/]*$`)
)

// commandName is the last part of what is run, without version and extension:
// "server-everything" of npx -y @modelcontextprotocol/server-everything@1.2.
func commandName(args []string) string {
	name := lastPart(args[0])
	skip, isRunner := runners[name]
	if !isRunner {
		return name
	}
	flag := ""
	for _, a := range args[1:] {
		before := flag
		if flag = ""; flagName.MatchString(a) {
			flag = a
		}
		if a == "" || a[0] == '-' || has(skip, a) || secretName(before) {
			continue
		}
		if before == "-c" || before == "-e" { // a script
			break
		}
		if n := lastPart(a); n != "" && n != "." && !looksSecret(a) {
			return n
		}
		break
	}
	return name
}

func lastPart(s string) string {
	s = atVersion.ReplaceAllString(strings.ReplaceAll(s, `\`, "/"), "$1")
	return extension.ReplaceAllString(filepath.Base(s), "")
}

// checkURL says what is wrong with a server's URL, without repeating it: "" is
// nothing.
func checkURL(raw string) (message, next string) {
	u, err := url.Parse(raw)
	switch {
	case strings.TrimSpace(raw) == "":
		return "is empty", "write https://HOST/PATH"
	case !strings.Contains(raw, "://") && (err != nil || u.Opaque != "" || u.Scheme == ""):
		return "has no scheme", "put http:// or https:// before it"
	case err != nil:
		return "is not valid", "write https://HOST:PORT/PATH, and %-encode special characters"
	case u.Scheme == "ws" || u.Scheme == "wss":
		return "is a WebSocket's, which is not supported", "use the server's http:// or https:// URL if it has one"
	case u.Scheme == "unix" || u.Scheme == "pipe": // VS Code
		return "is a " + u.Scheme + " socket's, which is not supported", "use an http:// or https:// URL"
	case u.Scheme != "http" && u.Scheme != "https":
		return "has a scheme other than http and https", "use an http:// or https:// URL"
	case u.Hostname() == "":
		return "has no host", "write https://HOST/PATH"
	}
	return "", ""
}
