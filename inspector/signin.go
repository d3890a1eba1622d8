package inspector

import (
	"context"
	"errors"

	"mcploupe/inspector/wire"
)

// CanSignIn reports whether a sign-in could mend the state of the server: it
// wants credentials over HTTP, and the configuration has none.
func (s *Server) CanSignIn() bool {
	st := s.Status()
	var e *wire.Error
	if s.Config == nil || s.Config.URL == "" || st.State != StateFailed || !errors.As(st.Err, &e) || e.Kind != wire.KindAuth {
		return false
	}
	return e.Status == 401 || e.Challenge != nil && e.Challenge.Code == "insufficient_scope" || e.Op == "sign in"
}

// SignIn connects anew and lets the person sign in where the server wants it: the
// browser is brought to the page of the authorization server. From then on each
// reconnection uses what was granted, which is kept in memory only.
func (s *Server) SignIn(ctx context.Context) error {
	s.mu.Lock()
	first := s.auth == nil
	s.mu.Unlock()
	if first {
		auth, err := wire.NewAuthorizer(wire.AuthConfig{OpenBrowser: s.openSignIn})
		if err != nil {
			return err
		}
		s.mu.Lock()
		s.auth = auth
		s.mu.Unlock()
	}
	return s.Restart(ctx)
}

// SignOut forgets what was granted.
func (s *Server) SignOut(ctx context.Context) error {
	s.mu.Lock()
	s.auth, s.signInURL = nil, ""
	running := s.stop != nil
	s.mu.Unlock()
	if running {
		return s.Restart(ctx)
	}
	return nil
}

// SignInURL is the page on which the person signs in, while that is waited for;
// else empty. It comes from the server: https, or http on this machine.
func (s *Server) SignInURL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state != StateStarting {
		return ""
	}
	return s.signInURL
}

// SignedIn reports whether a sign-in was made or is under way.
func (s *Server) SignedIn() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.auth != nil
}

// openSignIn shows the page to sign in. Where no browser can be opened, the link
// on the dashboard is the way.
func (s *Server) openSignIn(ctx context.Context, address string) error {
	s.update(func() { s.signInURL = address })
	if s.app.opt.OpenBrowser != nil {
		s.app.opt.OpenBrowser(ctx, address)
	}
	return nil
}
