package report

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mcploupe/inspector/config"
	"mcploupe/inspector/jsondoc"
)

// MaskKind is a kind of what nobody else should see.
type MaskKind string

// The kinds, the most important first.
const (
	Secrets MaskKind = "secret"
	Homes   MaskKind = "home folder"
	Hosts   MaskKind = "host name"
)

// MaskKinds lists all kinds.
func MaskKinds() []MaskKind { return []MaskKind{Secrets, Homes, Hosts} }

// Masked is one thing that was masked. What stood there is not told in a case; it
// is known only where the mask was made, for the preview.
type Masked struct {
	Kind  MaskKind
	As    string // what stands in its place
	Times int
	Was   string // for the preview alone: never written
}

// Mask takes out of texts what nobody else should see. Equal things get equal
// names, and what is put in their place is of the same form, so that a schema
// judges a masked value as it judges the true one: host names of the domain
// .invalid (RFC 2606), addresses of 192.0.2.0/24 (RFC 5737), the home of "user".
// It works by form and by name and is a guess: a secret without such a sign stays.
type Mask struct {
	Kinds []MaskKind // what to mask
	Known []string   // values that are secrets for certain, such as those of environment variables
	Host  string     // this machine's own name; may be empty

	found []Masked
	names map[string]string // what stood there → what stands there
	next  map[MaskKind]int
}

// Found returns what was masked so far, by kind, in the order in which it was
// first met.
func (m *Mask) Found() []Masked {
	list := slices.Clone(m.found)
	slices.SortStableFunc(list, func(a, b Masked) int {
		return cmp.Compare(slices.Index(MaskKinds(), a.Kind), slices.Index(MaskKinds(), b.Kind))
	})
	return list
}

// keptKeywords are members of a schema whose value is no text for people: an
// address there names a dialect or another part of the schema.
var keptKeywords = map[string]bool{
	"$schema": true, "$ref": true, "$id": true, "$anchor": true, "$dynamicRef": true, "$dynamicAnchor": true, "$recursiveRef": true,
	"$vocabulary": true, "pattern": true, "format": true, "type": true, "id": true, "contentMediaType": true, "contentEncoding": true,
}

// Tool masks the texts of a tool. Its own structure stays: names of properties and
// the addresses of dialects.
func (m *Mask) Tool(raw []byte) []byte {
	return m.json(raw, func(n jsondoc.Node) bool { return keptKeywords[n.Key().Text()] }, false)
}

// Values masks arguments or an answer. What a member with the name of a secret
// holds is masked whatever its form.
func (m *Mask) Values(raw []byte) []byte {
	return m.json(raw, func(jsondoc.Node) bool { return false }, true)
}

// json masks the strings of a JSON text; every other byte stays as it is.
func (m *Mask) json(raw []byte, keep func(jsondoc.Node) bool, byName bool) []byte {
	if raw == nil || len(m.Kinds) == 0 {
		return raw
	}
	doc, err := jsondoc.Parse(raw)
	if err != nil {
		return []byte(m.Text(string(raw)))
	}
	var out bytes.Buffer
	from := 0
	for i := range doc.Len() {
		n := doc.Node(i)
		if n.Kind() != jsondoc.String || n.IsKey() || keep(n) {
			continue
		}
		text := n.Text()
		masked := text
		if byName && m.wants(Secrets) && text != "" && n.Key().Exists() && config.SecretName(n.Key().Text()) {
			masked = m.name(Secrets, text)
		} else {
			masked = m.within(text)
		}
		if masked == text {
			continue
		}
		out.Write(raw[from:n.Start()])
		out.WriteString(jsondoc.Quote(masked))
		from = n.End()
	}
	if from == 0 {
		return raw
	}
	out.Write(raw[from:])
	return out.Bytes()
}

// Hide masks everything in a case that a server or a person wrote.
func (c *Case) Hide(m *Mask) {
	c.Tool = m.Tool(c.Tool)
	for _, s := range []*string{&c.Server.ID, &c.Server.Name, &c.Server.Title} {
		*s = m.Text(*s)
	}
	if c.Call != nil {
		call := *c.Call
		call.Arguments, call.Answer, call.Failure = m.Values(call.Arguments), m.Values(call.Answer), m.Text(call.Failure)
		c.Call = &call
	}
}

// within masks a text that may itself be JSON, as the text of a result often is.
func (m *Mask) within(text string) string {
	if t := strings.TrimSpace(text); len(t) > 1 && (t[0] == '{' || t[0] == '[') {
		if _, err := jsondoc.Parse([]byte(text)); err == nil {
			return string(m.Values([]byte(text)))
		}
	}
	return m.Text(text)
}

func (m *Mask) wants(k MaskKind) bool { return slices.Contains(m.Kinds, k) }

// maxMasked bounds a text that is looked through, in bytes; what is longer is cut
// before it is shown.
const maxMasked = 8 << 20

var (
	bearer   = regexp.MustCompile(`(?i)\b(bearer|basic) +([A-Za-z0-9._~+/=-]{8,})`)
	assigned = regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_.-]*)(\s*[=:]\s*)("[^"\s]+"|'[^'\s]+'|[^\s"'&;,}\]]+)`)
	word     = regexp.MustCompile(`[A-Za-z0-9_.+/=-]{16,}`)
	uuidForm = regexp.MustCompile(`(?i)^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

	unixHome    = regexp.MustCompile(`(/home/|/Users/|/var/home/)([^/\s"'<>|:;,]+)`)
	windowsHome = regexp.MustCompile(`(?i)([a-z]:[\\/]+users[\\/]+)([^\\/\s"'<>|:;,]+)`)
	rootHome    = regexp.MustCompile(`(^|[\s"'=:(])/root/`)

	urlHost     = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)(?:([^\s/?#"'<>@]+)@)?(\[[0-9A-Fa-f:.]+\]|[^\s/?#"'<>:\\)\]}]+)`)
	mailHost    = regexp.MustCompile(`([A-Za-z0-9._%+-]+@)([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,})`)
	privateHost = regexp.MustCompile(`\b[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*\.(?:local|internal|corp|lan|intra|intranet|home|private)\b(?:\.[A-Za-z0-9-]+)*`)
	address     = regexp.MustCompile(`\b(?:10|127|172|192|169|[1-9]\d{0,2})(?:\.\d{1,3}){3}\b`)
)

// publicHosts are named in schemas and in the protocol itself; a subdomain counts
// as well.
var publicHosts = []string{
	"json-schema.org", "modelcontextprotocol.io", "schema.org", "w3.org", "ietf.org", "rfc-editor.org", "spec.openapis.org",
	"example.com", "example.org", "example.net", "example", "invalid", "test", "localhost",
	"github.com", "pydantic.dev", "npmjs.com", "pypi.org",
}

// Text masks a text that is no JSON.
func (m *Mask) Text(text string) string {
	if text == "" || len(text) > maxMasked {
		return text
	}
	if m.wants(Secrets) {
		text = m.secrets(text)
	}
	if m.wants(Homes) {
		text = m.homes(text)
	}
	if m.wants(Hosts) {
		text = m.hosts(text)
	}
	return text
}

func (m *Mask) secrets(text string) string {
	known := slices.SortedFunc(slices.Values(m.Known), func(a, b string) int { return len(b) - len(a) })
	for _, k := range known {
		if k != "" && strings.Contains(text, k) {
			n := strings.Count(text, k)
			text = strings.ReplaceAll(text, k, m.nameTimes(Secrets, k, n))
		}
	}
	text = replace(bearer, text, 2, func(g []string) string { return m.name(Secrets, g[2]) })
	text = replace(assigned, text, 3, func(g []string) string {
		value := strings.Trim(g[3], `"'`)
		if !config.SecretName(g[1]) || len(value) < 4 || harmless(value) || strings.HasPrefix(g[3], maskStart) {
			return g[3]
		}
		return strings.Replace(g[3], value, m.name(Secrets, value), 1)
	})
	return word.ReplaceAllStringFunc(text, func(w string) string {
		if uuidForm.MatchString(w) || !config.LooksSecret(w) {
			return w
		}
		return m.name(Secrets, w)
	})
}

// harmless are words that follow the name of a secret in a sentence or a schema:
// "token: string", "key: value".
func harmless(value string) bool {
	return strings.IndexFunc(value, func(r rune) bool { return r >= '0' && r <= '9' }) < 0 && len(value) < 12
}

func (m *Mask) homes(text string) string {
	text = replace(unixHome, text, 2, func(g []string) string { return m.name(Homes, g[2]) })
	text = replace(windowsHome, text, 2, func(g []string) string { return m.name(Homes, g[2]) })
	return rootHome.ReplaceAllStringFunc(text, func(s string) string {
		return strings.TrimSuffix(s, "/root/") + "/home/" + m.name(Homes, "root") + "/"
	})
}

func (m *Mask) hosts(text string) string {
	text = replace(urlHost, text, 3, func(g []string) string { return m.host(g[3]) })
	text = replace(urlHost, text, 2, func(g []string) string {
		if g[2] == "" {
			return ""
		}
		return m.name(Secrets, g[2])
	})
	text = replace(mailHost, text, 2, func(g []string) string { return m.host(g[2]) })
	text = privateHost.ReplaceAllStringFunc(text, m.host)
	text = address.ReplaceAllStringFunc(text, m.host)
	if len(m.Host) >= 4 && strings.Contains(text, m.Host) {
		text = strings.ReplaceAll(text, m.Host, m.nameTimes(Hosts, m.Host, strings.Count(text, m.Host)))
	}
	return text
}

// host names a host, unless everybody knows it.
func (m *Mask) host(h string) string {
	lower := strings.ToLower(strings.TrimSuffix(h, "."))
	if lower == "127.0.0.1" || lower == "0.0.0.0" || lower == "[::1]" || strings.HasPrefix(lower, "192.0.2.") || strings.ContainsAny(lower, "{}$*%") {
		return h
	}
	for _, p := range publicHosts {
		if lower == p || strings.HasSuffix(lower, "."+p) {
			return h
		}
	}
	return m.name(Hosts, h)
}

// maskStart is what every mask of a secret begins with.
const maskStart = config.Mask

// name returns what stands in the place of a thing, and counts it.
func (m *Mask) name(k MaskKind, was string) string { return m.nameTimes(k, was, 1) }

func (m *Mask) nameTimes(k MaskKind, was string, times int) string {
	for _, f := range m.found {
		if f.As == was {
			return was // masked already
		}
	}
	key := string(k) + "\x00" + was
	as, known := m.names[key]
	if !known {
		if m.names == nil {
			m.names, m.next = map[string]string{}, map[MaskKind]int{}
		}
		m.next[k]++
		as = maskName(k, was, m.next[k])
		m.names[key] = as
		m.found = append(m.found, Masked{Kind: k, As: as, Was: was})
	}
	for i := range m.found {
		if m.found[i].Kind == k && m.found[i].As == as {
			m.found[i].Times += times
		}
	}
	return as
}

func maskName(k MaskKind, was string, n int) string {
	number := ""
	if n > 1 {
		number = strconv.Itoa(n)
	}
	switch {
	case k == Secrets:
		return maskStart + number
	case k == Homes:
		return "user" + number
	case address.FindString(was) == was:
		return "192.0.2." + strconv.Itoa(n%255)
	}
	return "host" + strconv.Itoa(n) + ".invalid"
}

// replace replaces one group of every match of a pattern.
func replace(re *regexp.Regexp, text string, group int, with func(groups []string) string) string {
	var out strings.Builder
	from := 0
	for _, at := range re.FindAllStringSubmatchIndex(text, -1) {
		start, end := at[2*group], at[2*group+1]
		if start < from {
			continue
		}
		groups := make([]string, len(at)/2)
		for i := range groups {
			if at[2*i] >= 0 {
				groups[i] = text[at[2*i]:at[2*i+1]]
			}
		}
		out.WriteString(text[from:start])
		out.WriteString(with(groups))
		from = end
	}
	if from == 0 {
		return text
	}
	out.WriteString(text[from:])
	return out.String()
}

// cut shortens a text to about a number of bytes, between characters, and tells
// how much it left out.
func cut(text string, most int) (short string, left int) {
	if len(text) <= most {
		return text, 0
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most], len(text) - most
}
