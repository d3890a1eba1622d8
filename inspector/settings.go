package inspector

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcploupe/inspector/wire"
)

// Settings are how a server is connected to. Servers list other tools to another
// era or to a client that declares more, so these stand on the page, and each
// change of them is a new connection. A zero value is the default.
type Settings struct {
	Era          string // "" or "auto", "legacy", "modern", or one protocol version
	Capabilities wire.Capabilities
	Probe        time.Duration // wait for server/discover
	Connect      time.Duration // wait for initialize
	List         time.Duration // wait for one page of tools/list
	Idle         time.Duration // of a call, without an answer or progress
	Total        time.Duration // of a call in all
}

// maxPatience bounds every time limit.
const maxPatience = 24 * time.Hour

// Eras are the values of [Settings.Era]: the three rules, and the versions that
// can be asked for, the newest first.
func Eras() []string {
	versions := slices.Clone(mcp.SupportedProtocolVersions())
	slices.Sort(versions)
	slices.Reverse(versions)
	return append([]string{wire.EraAuto, wire.EraModern, wire.EraLegacy}, versions...)
}

// Check says what is wrong with the settings.
func (s Settings) Check() error {
	if s.Era != "" && !slices.Contains(Eras(), s.Era) {
		return fmt.Errorf("there is no era or version %q: there are %s", s.Era, strings.Join(Eras(), ", "))
	}
	for name, d := range map[string]time.Duration{"probe": s.Probe, "connect": s.Connect, "list": s.List, "idle": s.Idle, "total": s.Total} {
		if d < 0 || d > maxPatience {
			return fmt.Errorf("the time limit %q is %s; it must be from 0 (the default) to %s", name, d, maxPatience)
		}
	}
	return nil
}

// Capabilities by name, for flags and forms.
var capabilityNames = []struct {
	name string
	set  func(*wire.Capabilities)
}{
	{"elicitation", func(c *wire.Capabilities) { c.Elicitation = true }},
	{"elicitation-url", func(c *wire.Capabilities) { c.ElicitationURL = true }},
	{"sampling", func(c *wire.Capabilities) { c.Sampling = true }},
	{"roots", func(c *wire.Capabilities) { c.Roots = true }},
}

// ReadCapabilities reads names of capabilities.
func ReadCapabilities(names []string) (wire.Capabilities, error) {
	var c wire.Capabilities
	for _, name := range names {
		i := slices.IndexFunc(capabilityNames, func(k struct {
			name string
			set  func(*wire.Capabilities)
		}) bool {
			return k.name == name
		})
		if i < 0 {
			return c, fmt.Errorf("there is no capability %q: there are elicitation, elicitation-url, sampling and roots", name)
		}
		capabilityNames[i].set(&c)
	}
	return c, nil
}

// Settings returns how the server is connected to, the next time.
func (s *Server) Settings() Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.settings
}

// Apply changes the settings. A server that is connected, or tries to be, is
// connected anew, since what it says can depend on each of them.
func (s *Server) Apply(ctx context.Context, set Settings) error {
	if err := set.Check(); err != nil {
		return err
	}
	s.mu.Lock()
	same, running := s.settings == set, s.stop != nil
	s.settings = set
	s.mu.Unlock()
	if same || !running {
		s.app.hub.publish(Event{Kind: EventServers, Server: s.ID})
		return nil
	}
	return s.Restart(ctx)
}

// into puts the settings into the options of a connection.
func (s Settings) into(opt *wire.Options) {
	opt.Capabilities = s.Capabilities
	for to, d := range map[*time.Duration]time.Duration{
		&opt.ProbeTimeout: s.Probe, &opt.ConnectTimeout: s.Connect, &opt.ListTimeout: s.List, &opt.CallIdle: s.Idle, &opt.CallTotal: s.Total,
	} {
		if d > 0 {
			*to = d
		}
	}
}
