package config

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Mask stands where a secret is not shown.
const Mask = "•••"

// CommandLine is the command as one would type it in a POSIX shell, for
// display: variables by name alone, quoted where needed, and masked what is a
// secret by its place (--api-key, a header, a URL's userinfo or query), by its
// form (ghp_…), or by where it came from (${input:…}, ${API_TOKEN}). That is a
// guess: a secret without such a sign is shown.
func (s Server) CommandLine() string {
	var words []string
	for _, v := range s.Env {
		words = append(words, shellQuote(v.Name+"="+Mask))
	}
	for _, part := range s.CommandParts() {
		words = append(words, shellQuote(part))
	}
	return strings.Join(words, " ")
}

// CommandParts is the program and its arguments for display, masked as in
// [Server.CommandLine].
func (s Server) CommandParts() []string {
	parts := []string{maskInside(mask(s.Command, s.secrets))}
	args := make([]string, len(s.Args))
	for i, a := range s.Args {
		args[i] = mask(a, s.secrets)
	}
	return append(parts, maskArgs(args)...)
}

// Secrets are the texts that must not be shown where the server repeats them: what
// is masked in [Server.CommandLine], and the values of the environment that can be
// credentials. A value whose name and form are harmless (LOG_LEVEL=info, a path, an
// address without a password) is none, since taking it out would spoil what else the
// server says. Credentials in headers and in the URL are left to the caller.
func (s Server) Secrets() []string {
	list := slices.Clone(s.secrets)
	for _, v := range s.Env {
		if secretName(v.Name) || !harmless(v.Value) {
			list = append(list, v.Value)
		}
		list = append(list, passwordIn(v.Value))
	}
	args := make([]string, len(s.Args))
	for i, a := range s.Args {
		args[i] = mask(a, s.secrets)
	}
	for i, shown := range maskArgs(args) {
		before, after, cut := strings.Cut(shown, Mask)
		if cut && !strings.Contains(s.Args[i], "://") {
			list = append(list, strings.TrimSuffix(strings.TrimPrefix(s.Args[i], before), after))
		}
		list = append(list, passwordIn(s.Args[i]))
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(t string) bool { return t == "" })
}

// passwordIn is the password of a URL, "" where there is none.
func passwordIn(text string) string {
	u, err := url.Parse(urlInside.FindString(text))
	if err != nil || u.User == nil {
		return ""
	}
	password, _ := u.User.Password()
	return password
}

// maxPlain is how long a value may be, in bytes, that is not looked at any further.
const maxPlain = 16

// harmless reports whether a value of the environment is plainly no credential: short, a
// path, a list of paths, an address, a sentence.
func harmless(value string) bool {
	switch {
	case looksSecret(value), strings.ContainsAny(value, "\n\r"):
		return false
	case len(value) < maxPlain, strings.HasPrefix(value, "/"), strings.HasPrefix(value, "."), strings.HasPrefix(value, "~"):
		return true
	}
	return strings.Contains(value, "://") || strings.ContainsAny(value, " /") || len(value) > 3 && value[1:3] == `:\`
}

// SafeURL is URL for display: without userinfo, values of the query and
// fragment, or parts of the path that look like a token.
func (s Server) SafeURL() string { return maskURL(mask(s.URL, s.secrets)) }

// mask replaces every one of the secrets in text, the longest first, since one
// may be the beginning of another.
func mask(text string, secrets []string) string {
	secrets = slices.SortedFunc(slices.Values(secrets), func(a, b string) int { return len(b) - len(a) })
	for _, secret := range secrets {
		text = strings.ReplaceAll(text, secret, Mask)
	}
	return text
}

// maskURL works on the text, so that what it keeps stays as it is written.
func maskURL(raw string) string {
	if raw == "" {
		return ""
	}
	scheme, rest, ok := strings.Cut(raw, "://")
	if !ok {
		return Mask // not a URL: no part is known to be harmless
	}
	rest, fragment, hasFragment := strings.Cut(rest, "#")
	rest, query, hasQuery := strings.Cut(rest, "?")
	if _, err := url.Parse(scheme + "://" + rest); err != nil {
		return scheme + "://" + Mask
	}
	host, path, hasPath := strings.Cut(rest, "/")
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = Mask + host[i:]
	}
	out := scheme + "://" + host
	if hasPath {
		parts := strings.Split(path, "/")
		for i, p := range parts {
			if looksSecret(p) {
				parts[i] = Mask
			}
		}
		out += "/" + strings.Join(parts, "/")
	}
	if hasQuery {
		out += "?" + maskQuery(query)
	}
	if hasFragment && fragment != "" {
		out += "#" + Mask
	}
	return out
}

func maskQuery(query string) string {
	pairs := strings.Split(query, "&")
	for i, p := range pairs {
		if name, value, ok := strings.Cut(p, "="); ok && value != "" {
			pairs[i] = name + "=" + Mask
		} else if !ok && p != "" {
			pairs[i] = Mask
		}
	}
	return strings.Join(pairs, "&")
}

// secretWords make a name that of a secret, as a whole word of it.
var secretWords = map[string]bool{
	"token": true, "tokens": true, "secret": true, "secrets": true, "key": true, "apikey": true,
	"password": true, "passwd": true, "passphrase": true, "pwd": true, "pass": true, "pat": true,
	"auth": true, "authorization": true, "bearer": true, "credential": true, "credentials": true,
	"cookie": true, "session": true, "signature": true, "dsn": true,
}

var (
	nameWord = regexp.MustCompile(`[A-Z]?[a-z0-9]+|[A-Z0-9]+`)
	inName   = regexp.MustCompile(`(?i)api_?key|token|secret|passw`)
)

// secretName reports whether what goes by this name is probably a secret.
func secretName(name string) bool {
	for _, w := range nameWord.FindAllString(name, -1) {
		if secretWords[strings.ToLower(w)] {
			return true
		}
	}
	return inName.MatchString(name)
}

var (
	tokenStart = regexp.MustCompile(`^(gh[pousr]_|github_pat_|glpat-|sk-|sk_|pk_|rk_|[ps]k\.ey|xox[abeprs]-|xapp-|AKIA|ASIA|AIza|eyJ|hf_|npm_|pypi-|dop_v1_|SG\.|lin_api_|ntn_|Bearer |Basic )`)
	uuid       = regexp.MustCompile(`(?i)^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	longRun    = regexp.MustCompile(`[A-Za-z0-9]{20,}`)
	digits     = regexp.MustCompile(`[0-9]`)
)

// looksSecret reports whether a text has the form of a token: a known start, a
// UUID, or a long run of letters and digits mixed.
func looksSecret(s string) bool {
	if tokenStart.MatchString(s) || uuid.MatchString(s) {
		return true
	}
	if strings.ContainsAny(s, "/ ") {
		return false
	}
	for _, run := range longRun.FindAllString(s, -1) {
		if n := len(digits.FindAllString(run, -1)); n >= 3 && n < len(run) {
			return true
		}
	}
	return false
}

var (
	flagName   = regexp.MustCompile(`^--?[A-Za-z][A-Za-z0-9_.-]*$`)
	headerFlag = regexp.MustCompile(`^(-H|--headers?)$`)
	envFlag    = regexp.MustCompile(`^(-e|--env)$`)
	nameValue  = regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_.-]*)=("[^"]*"|'[^']*'|[^\s;&|]+)`)
	flagValue  = regexp.MustCompile(`(--[A-Za-z][A-Za-z0-9_.-]*)\s+([^\s-]\S*)`)
	headerLine = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]*):\s*\S`)
	urlInside  = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>]+`)
)

// maskArgs masks what is a secret by its own form or by the flag before it.
func maskArgs(args []string) []string {
	out := make([]string, len(args))
	flag := ""
	for i, a := range args {
		out[i] = maskArg(flag, a)
		if flag = ""; flagName.MatchString(a) {
			flag = a
		}
	}
	return out
}

func maskArg(flag, a string) string {
	header := headerLine.FindStringSubmatch(a)
	name, _, isPair := strings.Cut(a, "=")
	switch {
	case a == "":
		return a
	case header != nil && !strings.Contains(a, "://") && (headerFlag.MatchString(flag) || secretName(header[1])):
		return header[1] + ": " + Mask
	case headerFlag.MatchString(flag):
		return Mask
	case envFlag.MatchString(flag) && isPair:
		return name + "=" + Mask
	case flag != "" && secretName(flag) && !flagName.MatchString(a), looksSecret(a):
		return Mask
	case a[0] == '{' && inName.MatchString(a): // JSON with a key for a secret
		return "{" + Mask + "}"
	}
	return maskInside(a)
}

// maskInside masks NAME=VALUE, --name VALUE and URLs inside a word, such as a
// script for sh -c.
func maskInside(a string) string {
	a = urlInside.ReplaceAllStringFunc(a, maskURL)
	a = nameValue.ReplaceAllStringFunc(a, func(pair string) string {
		name, value, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(value, Mask) || !secretName(name) && !looksSecret(value) {
			return pair
		}
		return name + "=" + Mask
	})
	return flagValue.ReplaceAllStringFunc(a, func(pair string) string {
		m := flagValue.FindStringSubmatch(pair)
		if !secretName(m[1]) && !looksSecret(m[2]) {
			return pair
		}
		return m[1] + " " + Mask
	})
}

var shellSafe = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./•-]+$`)

// shellQuote quotes a word for a POSIX shell; characters that do not print
// become octal escapes in $'…' (POSIX.1-2024, 2.2.4).
func shellQuote(word string) string {
	switch {
	case shellSafe.MatchString(word):
		return word
	case strings.IndexFunc(word, hidden) < 0 && utf8.ValidString(word):
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for i := 0; i < len(word); {
		r, n := utf8.DecodeRuneInString(word[i:])
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == utf8.RuneError && n == 1 || hidden(r):
			for _, c := range []byte(word[i : i+n]) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		default:
			b.WriteString(word[i : i+n])
		}
		i += n
	}
	return "$'" + b.String() + "'"
}
