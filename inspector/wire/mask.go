package wire

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// secretHeader matches the names of headers whose values can be credentials. A legacy
// session id is one: who has it can speak in the session.
var secretHeader = regexp.MustCompile(`(?i)auth|cookie|token|secret|key|session|password|credential|signature`)

// notSecret are names that the pattern matches by accident.
var notSecret = map[string]bool{"Www-Authenticate": true, "Sec-Websocket-Key": true}

// maskHeader returns a copy for showing: the values of configured headers and of those
// that look like credentials are replaced by their length.
func maskHeader(h, configured http.Header) http.Header {
	out := make(http.Header, len(h))
	for name, values := range h {
		_, ours := configured[http.CanonicalHeaderKey(name)]
		if !ours && (notSecret[name] || !secretHeader.MatchString(name)) {
			out[name] = append([]string(nil), values...)
			continue
		}
		for _, v := range values {
			out[name] = append(out[name], fmt.Sprintf("•••• (%d characters)", len(v)))
		}
	}
	return out
}

// maskURL gives a URL without user information, and with "?…" for its query.
func maskURL(u *url.URL) string {
	if u == nil {
		return ""
	}
	c := *u
	c.User, c.Fragment, c.RawFragment = nil, "", ""
	query := c.RawQuery != ""
	c.RawQuery = ""
	s := c.String()
	if query {
		s += "?…"
	}
	return s
}

// maskText takes the URL out of an error text that Go's HTTP client made with it.
func maskText(s string, u *url.URL) string {
	if u == nil {
		return s
	}
	for _, form := range []string{u.String(), u.Redacted()} {
		s = strings.ReplaceAll(s, form, maskURL(u))
	}
	return s
}

// maskEndpoint takes an endpoint's URL out of a text.
func maskEndpoint(ep Endpoint, s string) string {
	u, err := url.Parse(ep.URL)
	if ep.URL == "" || err != nil {
		return s
	}
	return maskText(s, u)
}

// sameOrigin compares scheme, host and port (RFC 6454).
func sameOrigin(a, b *url.URL) bool {
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if strings.EqualFold(u.Scheme, "https") {
		return "443"
	}
	return "80"
}
