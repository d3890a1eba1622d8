package wire

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// Challenge is what a server wants of a client that it has turned away (WWW-Authenticate, RFC
// 9110 and RFC 6750). Every string is untrusted text.
type Challenge struct {
	Raw              []string // the header's values
	Scheme           string   // "bearer", "basic", … of the first that is understood; "" = none is
	Realm            string
	Scope            string // what a token must allow
	Code             string // "invalid_token", "insufficient_scope", …
	Description      string
	ResourceMetadata string // where the server describes its authorization (RFC 9728)
}

// readChallenge reads the header of a refusal; nil where there is none.
func readChallenge(h http.Header) *Challenge {
	raw := h.Values("Www-Authenticate")
	if len(raw) == 0 {
		return nil
	}
	c := &Challenge{Raw: raw}
	list, err := oauthex.ParseWWWAuthenticate(raw)
	if err != nil || len(list) == 0 {
		return c
	}
	first := list[0]
	for _, other := range list {
		if other.Scheme == "bearer" { // the one that MCP is about
			first = other
			break
		}
	}
	p := first.Params
	c.Scheme, c.Realm, c.Scope, c.Code = first.Scheme, p["realm"], p["scope"], p["error"]
	c.Description, c.ResourceMetadata = p["error_description"], p["resource_metadata"]
	return c
}

// words tells in sentences what the challenge says.
func (c *Challenge) words() string {
	if c.Scheme == "" {
		return " It asks for: " + snippet([]byte(strings.Join(c.Raw, ", ")), 300) + "."
	}
	var b strings.Builder
	fmt.Fprintf(&b, " It asks for %s credentials", snippet([]byte(c.Scheme), 40))
	for _, part := range []struct{ name, value string }{{"realm", c.Realm}, {"scope", c.Scope}} {
		if part.value != "" {
			fmt.Fprintf(&b, ", %s %q", part.name, snippet([]byte(part.value), 200))
		}
	}
	b.WriteByte('.')
	switch {
	case c.Code != "" && c.Description != "":
		fmt.Fprintf(&b, " It says: %s: %s", snippet([]byte(c.Code), 60), sentence(snippet([]byte(c.Description), 300)))
	case c.Code != "":
		fmt.Fprintf(&b, " It says: %s.", snippet([]byte(c.Code), 60))
	}
	if c.ResourceMetadata != "" {
		fmt.Fprintf(&b, " It describes its authorization at %s.", snippet([]byte(c.ResourceMetadata), 200))
	}
	return b.String()
}

// advice says what to do about it. configured tells whether credentials were sent that the
// configuration holds.
func (c *Challenge) advice(status int, configured bool) string {
	switch {
	case c == nil:
		return statusAdvice[status]
	case c.Code == "insufficient_scope":
		return "The credentials are good but allow too little: get a token with the scope that the server names."
	case c.Code == "invalid_token" && configured:
		return `The token in "headers" of the configuration has expired, or is meant for another server: put in a new one.`
	case c.ResourceMetadata != "" && status == http.StatusUnauthorized:
		return `Sign in (OAuth), or put a token into "headers" of the configuration: Authorization: Bearer …`
	}
	return statusAdvice[status]
}
