package wire

import (
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"time"
)

// Endpoint is what to connect to: a command for stdio, or a URL. The caller makes it from
// its configuration with every variable expanded.
type Endpoint struct {
	Command string   // program, looked up in PATH (the configured one first) when it has no slash
	Args    []string // passed as they are: there is no shell
	Env     []string // KEY=VALUE, added to the minimal inherited set (see [InheritedEnv]); later ones win
	Dir     string   // working directory; "" = this program's

	URL       string      // http or https
	Header    http.Header // sent with every request to the URL's own origin, and to no other
	Transport string      // "stdio", "http", "sse"; "" = stdio with a Command, else http, then sse

	// Secrets are texts that must not be shown wherever the server repeats them: values of
	// the environment, arguments. Credentials in Header and URL are known without.
	Secrets []string

	// Era is "auto" (or ""), "legacy" (initialize, up to 2025-11-25), "modern"
	// (server/discover, 2026-07-28), or one protocol version to ask for.
	Era string

	stream func() (io.ReadCloser, io.WriteCloser) // an in-process server, for tests
}

// The transports of [Endpoint].
const (
	TransportStdio = "stdio"
	TransportHTTP  = "http"
	TransportSSE   = "sse"
)

// The eras of the protocol, for [Endpoint] and [Info].
const (
	EraAuto   = "auto"
	EraLegacy = "legacy"
	EraModern = "modern"
)

// Protocol versions that the dialling rules name.
const (
	versionModern = "2026-07-28"
	versionLegacy = "2025-11-25"
)

func (e *Endpoint) transport() string {
	switch {
	case e.Transport != "":
		return e.Transport
	case e.URL != "" && e.Command == "":
		return TransportHTTP
	}
	return TransportStdio
}

// where names the endpoint in an error: the program without its arguments, or the URL
// without user information and query. Either could hold a credential.
func (e *Endpoint) where() string {
	if e.transport() == TransportStdio {
		return filepath.Base(e.Command)
	}
	u, err := url.Parse(e.URL)
	if err != nil {
		return "the configured URL"
	}
	return maskURL(u)
}

// Options of a connection. The zero value of every field means its default.
type Options struct {
	ProbeTimeout   time.Duration // wait for server/discover under Era auto; 5 s
	ConnectTimeout time.Duration // wait for initialize (the probe excepted); 30 s
	ListTimeout    time.Duration // per page of tools/list; 30 s
	CallIdle       time.Duration // without an answer or progress; 60 s
	CallTotal      time.Duration // whatever progress says; 10 min
	ExitGrace      time.Duration // between closing stdin and SIGTERM, and again until SIGKILL; 2 s

	// Capabilities are declared to the server. Where OnAsk is nil, its requests are declined
	// at once; what is not declared is refused at once.
	Capabilities Capabilities
	AskTimeout   time.Duration // a person's time for one answer; 5 min
	Authorizer   *Authorizer   // signs in where an HTTP server wants it; nil = 401 is a failure with its reason

	Limits        Limits
	ClientVersion string   // in clientInfo, beside the name mcploupe; "0"
	Spawner       *Spawner // owner of the processes; nil = one of this connection alone

	// The callbacks run on the connection's own goroutines. They must return soon and
	// must not call Close. OnMessage and OnStderr can come from several at once.
	OnMessage      func(Message)
	OnState        func(State)
	OnStderr       func([]byte) // as it comes; the slice is reused after the call
	OnToolsChanged func()       // notifications/tools/list_changed, several at once folded into one call
	OnAsk          func(*Ask)   // the server wants something of the person; the answer can come later, from anywhere
}

// Limits bound what a server can make this program keep. Zero means the default.
type Limits struct {
	Message      int // bytes of one message or HTTP body; 64 MiB
	ListPages    int // pages of one tools/list; 500
	ListBytes    int // bytes of all pages of one tools/list; 128 MiB
	ListTools    int // tools in all pages of one tools/list; 100,000
	Messages     int // messages kept by Conn.Messages; 5,000
	MessageBytes int // bytes kept by Conn.Messages; 32 MiB
	Stderr       int // bytes of standard error kept; 64 KiB
	Progress     int // progress notifications kept per call; 1,000
}

// clientName is the name in clientInfo.
const clientName = "mcploupe"

func (o Options) withDefaults() Options {
	orDuration := func(p *time.Duration, d time.Duration) {
		if *p <= 0 {
			*p = d
		}
	}
	orDuration(&o.ProbeTimeout, 5*time.Second)
	orDuration(&o.ConnectTimeout, 30*time.Second)
	orDuration(&o.ListTimeout, 30*time.Second)
	orDuration(&o.CallIdle, 60*time.Second)
	orDuration(&o.CallTotal, 10*time.Minute)
	orDuration(&o.ExitGrace, 2*time.Second)
	orDuration(&o.AskTimeout, 5*time.Minute)
	orInt := func(p *int, n int) {
		if *p <= 0 {
			*p = n
		}
	}
	orInt(&o.Limits.Message, 64<<20)
	orInt(&o.Limits.ListPages, 500)
	orInt(&o.Limits.ListBytes, 128<<20)
	orInt(&o.Limits.ListTools, 100_000)
	orInt(&o.Limits.Messages, 5000)
	orInt(&o.Limits.MessageBytes, 32<<20)
	orInt(&o.Limits.Stderr, 64<<10)
	orInt(&o.Limits.Progress, 1000)
	if o.ClientVersion == "" {
		o.ClientVersion = "0"
	}
	return o
}
