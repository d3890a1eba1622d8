package wire

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"time"
)

// reach is how far an address is from this machine. A server may send us only to addresses
// that are at least as far as itself: one on the internet must not make this program talk to
// what stands behind the person's firewall (server-side request forgery; specification,
// security best practices).
type reach int

const (
	reachNever    reach = iota // multicast, unspecified, link-local: also the metadata services of clouds
	reachLoopback              // this machine
	reachPrivate               // RFC 1918, RFC 4193, RFC 6598
	reachPublic
)

var sharedNAT = netip.MustParsePrefix("100.64.0.0/10") // RFC 6598

func reachOf(ip netip.Addr) reach {
	ip = ip.Unmap()
	switch {
	case ip.IsLoopback():
		return reachLoopback
	case ip.IsPrivate() || sharedNAT.Contains(ip):
		return reachPrivate
	case !ip.IsValid() || ip.IsUnspecified() || ip.IsMulticast() || ip.IsLinkLocalUnicast():
		return reachNever
	}
	return reachPublic
}

// isLoopbackHost reports whether a host name means this machine.
func isLoopbackHost(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && reachOf(ip) == reachLoopback
}

// authDialer opens the connections of a sign-in.
type authDialer struct {
	server *url.URL

	once    sync.Once
	nearest reach // what the server's own address allows

	mu      sync.Mutex
	proxies map[string]bool // host:port of proxies that the person's environment names
}

// newAuthClient is the HTTP client for metadata, registration and tokens. It keeps no
// connection open, follows no redirect of a POST (a code or a secret could go with it) and
// none to a lesser protection, and tells seen about every exchange.
func newAuthClient(server *url.URL, seen func(*http.Request, *http.Response, error)) *http.Client {
	d := &authDialer{server: server, proxies: map[string]bool{}}
	transport := &http.Transport{Proxy: d.proxy, DialContext: d.dial, DisableKeepAlives: true,
		TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: 20 * time.Second, MaxResponseHeaderBytes: 64 << 10}
	return &http.Client{
		Timeout:   30 * time.Second,
		Transport: watchedTransport{transport, seen},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			first, last := via[0], via[len(via)-1]
			switch {
			case first.Method != http.MethodGet:
				return http.ErrUseLastResponse
			case len(via) >= 5:
				return fmt.Errorf("more than 5 redirects")
			case last.URL.Scheme == "https" && req.URL.Scheme != "https":
				return fmt.Errorf("a redirect from https to %s", req.URL.Scheme)
			}
			return nil
		},
	}
}

// proxy is http.ProxyFromEnvironment; it remembers what it said, since a proxy of the
// person's own may stand anywhere.
func (d *authDialer) proxy(req *http.Request) (*url.URL, error) {
	u, err := http.ProxyFromEnvironment(req)
	if u != nil {
		d.mu.Lock()
		d.proxies[net.JoinHostPort(u.Hostname(), portOf(u))] = true
		d.mu.Unlock()
	}
	return u, err
}

func portOf(u *url.URL) string {
	if strings.HasPrefix(u.Scheme, "socks5") && u.Port() == "" {
		return "1080"
	}
	return port(u)
}

// dial connects, unless the address is nearer than the server's own.
func (d *authDialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := &net.Dialer{Timeout: 20 * time.Second}
	d.mu.Lock()
	toProxy := d.proxies[address]
	d.mu.Unlock()
	if !toProxy {
		d.once.Do(func() { d.nearest = nearestAllowed(ctx, d.server.Hostname()) })
		dialer.Control = func(_, address string, _ syscall.RawConn) error { return d.allow(address) }
	}
	return dialer.DialContext(ctx, network, address)
}

func (d *authDialer) allow(address string) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("no address: %w", err)
	}
	if r := reachOf(to.Addr()); r == reachNever || r < d.nearest {
		return fmt.Errorf("%s is not public, and the server that points to it is further away: nothing was sent there", to.Addr())
	}
	return nil
}

// nearestAllowed is how near the addresses may be that a server on host points to.
func nearestAllowed(ctx context.Context, host string) reach {
	if isLoopbackHost(host) {
		return reachLoopback
	}
	ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil || len(ips) == 0 {
		return reachPublic
	}
	nearest := reachPublic
	for _, ip := range ips {
		if r := reachOf(ip); r != reachNever {
			nearest = min(nearest, r)
		}
	}
	return nearest
}

// watchedTransport tells about every exchange.
type watchedTransport struct {
	base *http.Transport
	seen func(*http.Request, *http.Response, error)
}

// RoundTrip implements http.RoundTripper.
func (w watchedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := w.base.RoundTrip(req)
	w.seen(req, resp, err)
	return resp, err
}
