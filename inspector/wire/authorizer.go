package wire

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// AuthConfig says how to sign in to one MCP server. The zero value of every field but
// OpenBrowser means its default.
type AuthConfig struct {
	// A client that is registered with the authorization server already. Without one, the
	// client registers itself (RFC 7591), or is known by ClientMetadataURL.
	ClientID, ClientSecret string
	Issuer                 string // the authorization server that the two belong to; "" = any
	// ClientMetadataURL is a client ID metadata document (https); it is used where the
	// authorization server takes one and there is no ClientID.
	ClientMetadataURL string
	// RedirectPort is the port of the callback on 127.0.0.1, for an authorization server that
	// knows a fixed one; 0 = any free port (RFC 8252, section 7.3).
	RedirectPort int
	// Offline asks for a refresh token that outlives the session (scope offline_access),
	// where the authorization server offers that.
	Offline bool
	Timeout time.Duration // a person's time to sign in; 5 min

	// OpenBrowser brings the person to the page where they sign in, and returns at once. The
	// address comes from what servers say: it is https, or http on this machine, and must
	// reach a browser without passing a shell. A page should show its host first.
	OpenBrowser func(ctx context.Context, url string) error
}

// Authorizer signs in to one MCP server and keeps its tokens, in memory only (OAuth 2.1 with
// PKCE; discovery by RFC 9728, RFC 8414 and OpenID; resource indicators by RFC 8707; the
// issuer checked by RFC 9207). The Go SDK's handler does the protocol. It can be given to one
// connection after the other, so that a restart needs no new sign-in; its tokens go to the
// origin of the first of them and to no other.
type Authorizer struct {
	cfg AuthConfig

	signIn chan struct{} // holds one token while a person signs in

	mu      sync.Mutex
	origin  *url.URL // of the server
	port    int      // of the callback that the handler's registration names
	handler *auth.AuthorizationCodeHandler
	fetch   auth.AuthorizationCodeFetcher // of the sign-in under way
	seen    exchangeSeen                  // of the sign-in under way
}

// exchangeSeen is told about an exchange with an authorization server.
type exchangeSeen func(*http.Request, *http.Response, error)

// NewAuthorizer checks cfg. The *Error has the kind usage.
func NewAuthorizer(cfg AuthConfig) (*Authorizer, error) {
	e := &Error{Kind: KindUsage, Op: "prepare to sign in", Next: "Correct the configuration."}
	if cfg.OpenBrowser == nil {
		e.Detail = "There is no way to open a browser."
		return nil, e
	}
	if cfg.ClientSecret != "" && cfg.ClientID == "" {
		e.Detail = "There is a client secret without a client id."
		return nil, e
	}
	if u, err := url.Parse(cfg.ClientMetadataURL); cfg.ClientMetadataURL != "" && (err != nil || u.Scheme != "https" || u.Path == "") {
		e.Detail, e.Err = "The address of the client metadata is not an https address with a path.", err
		return nil, e
	}
	if cfg.Timeout <= 0 {
		cfg.Timeout = 5 * time.Minute
	}
	return &Authorizer{cfg: cfg, port: cfg.RedirectPort, signIn: make(chan struct{}, 1)}, nil
}

// Forget throws the tokens and the registration away: the next request signs in anew.
func (a *Authorizer) Forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.handler = nil
}

// bind ties the tokens to a server's origin.
func (a *Authorizer) bind(server *url.URL) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.origin == nil:
		a.origin = server
	case !sameOrigin(a.origin, server):
		return errors.New("this sign-in belongs to another server")
	}
	return nil
}

// token returns the access token for a request, refreshed where it has run out; "" where
// there is none, or none that still works.
func (a *Authorizer) token(ctx context.Context) string {
	a.mu.Lock()
	h := a.handler
	a.mu.Unlock()
	if h == nil {
		return ""
	}
	source, err := h.TokenSource(ctx)
	if err != nil || source == nil {
		return ""
	}
	token, err := source.Token()
	if err != nil || token == nil { // a refresh that fails: the server's 401 leads to a new sign-in
		return ""
	}
	return token.AccessToken
}

// authorize lets the person sign in because a request was refused: 401, or 403 for want of
// scope. used is the token that was refused; where another is there by now (two requests were
// refused at once), nothing is to be done. The body of resp has been read.
func (a *Authorizer) authorize(ctx context.Context, used string, req *http.Request, resp *http.Response, seen exchangeSeen) error {
	select {
	case a.signIn <- struct{}{}:
		defer func() { <-a.signIn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if now := a.token(ctx); now != "" && now != used {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, a.cfg.Timeout)
	defer cancel()
	back, err := a.listen()
	if err != nil {
		return fmt.Errorf("listen for the answer of the browser: %w", err)
	}
	defer back.close()
	defer a.attend(nil)
	a.attend(seen)
	h, err := a.handlerFor(back)
	if err != nil {
		return err
	}
	// The resource that a token is for is the server's address without what could be a
	// secret: it goes to the authorization server.
	bare := req.Clone(ctx)
	bare.URL.User, bare.URL.RawQuery, bare.URL.Fragment = nil, "", ""
	err = h.Authorize(ctx, bare, resp)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("nobody signed in within %s", a.cfg.Timeout)
	}
	return err
}

// listen opens the callback on the port that is registered. Where somebody else has taken
// that port meanwhile, another is used and the registration is made anew.
func (a *Authorizer) listen() (*callback, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	back, err := newCallback(a.port)
	if err != nil && a.port != 0 && a.cfg.RedirectPort == 0 {
		back, err = newCallback(0)
	}
	return back, err
}

// attend says who is told about the exchanges of a sign-in. The handler outlives it, and must
// not hold on to the connection that it was for.
func (a *Authorizer) attend(seen exchangeSeen) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen = seen
}

func (a *Authorizer) tell(req *http.Request, resp *http.Response, err error) {
	a.mu.Lock()
	seen := a.seen
	a.mu.Unlock()
	if seen != nil {
		seen(req, resp, err)
	}
}

// handlerFor returns the SDK's handler, whose redirect address is that of back.
func (a *Authorizer) handlerFor(back *callback) (*auth.AuthorizationCodeHandler, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.fetch = func(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
		return back.fetch(ctx, args.URL, a.cfg.OpenBrowser)
	}
	if a.handler != nil && a.port == back.port {
		return a.handler, nil
	}
	redirect := fmt.Sprintf("http://127.0.0.1:%d%s", back.port, callbackPath)
	cfg := &auth.AuthorizationCodeHandlerConfig{
		RedirectURL: redirect,
		AuthorizationCodeFetcher: func(ctx context.Context, args *auth.AuthorizationArgs) (*auth.AuthorizationResult, error) {
			a.mu.Lock()
			fetch := a.fetch
			a.mu.Unlock()
			return fetch(ctx, args)
		},
		RequestRefreshToken:   a.cfg.Offline,
		AcceptUnadvertisedIss: true, // RFC 9207, 2.4: a matching issuer is right, announced or not
		Client:                newAuthClient(a.origin, a.tell),
	}
	a.register(cfg, redirect)
	h, err := auth.NewAuthorizationCodeHandler(cfg)
	if err != nil {
		return nil, err
	}
	a.handler, a.port = h, back.port
	return h, nil
}

// register says by what the authorization server knows this client: a registration that the
// person made goes first (specification, client registration approaches), which the SDK does
// only where it is the only one.
func (a *Authorizer) register(cfg *auth.AuthorizationCodeHandlerConfig, redirect string) {
	if a.cfg.ClientID != "" {
		cfg.PreregisteredClient = &oauthex.ClientCredentials{ClientID: a.cfg.ClientID, Issuer: a.cfg.Issuer}
		if a.cfg.ClientSecret != "" {
			cfg.PreregisteredClient.ClientSecretAuth = &oauthex.ClientSecretAuth{ClientSecret: a.cfg.ClientSecret}
		}
		return
	}
	if a.cfg.ClientMetadataURL != "" {
		cfg.ClientIDMetadataDocumentConfig = &auth.ClientIDMetadataDocumentConfig{URL: a.cfg.ClientMetadataURL}
	}
	cfg.DynamicClientRegistrationConfig = &auth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
		ClientName:    clientName,
		RedirectURIs:  []string{redirect},
		GrantTypes:    []string{"authorization_code", "refresh_token"},
		ResponseTypes: []string{"code"},
	}}
}

// mask takes what is secret out of an error text of the sign-in.
func (a *Authorizer) mask(s string) string {
	if a.cfg.ClientSecret != "" {
		s = strings.ReplaceAll(s, a.cfg.ClientSecret, "••••")
	}
	return s
}
