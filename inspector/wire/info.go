package wire

import (
	"fmt"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Info is what a server said about itself while connecting, read from the raw bytes of
// initialize's or server/discover's result. Every string is untrusted text.
type Info struct {
	Name            string
	Title           string
	Version         string
	Instructions    string
	ProtocolVersion string // as the server answered, or (modern) as chosen from what it supports
	Era             string // EraLegacy or EraModern
	Transport       string // TransportStdio, TransportHTTP or TransportSSE: what worked
	Capabilities    []byte // exact bytes; nil = absent
	ServerInfo      []byte // exact bytes; nil = absent
	Raw             []byte // the whole result
	Declared        []byte // the capabilities that this client declared, as they went out
	Steps           []Step // how the connection came about, the failed attempts too
	Warnings        []string
}

// Step is one step of connecting.
type Step struct {
	Name     string // "start the server", "probe (server/discover)", "initialize"
	Start    time.Time
	Duration time.Duration
	Outcome  string // "ok", or what happened
}

// metaServerInfo is where 2026-07-28 puts the server's name (server/discover, _meta).
const metaServerInfo = "io.modelcontextprotocol/serverInfo"

// readInfo reads the answer that opened the session. negotiated is the version that the
// SDK chose in a modern session.
func readInfo(t *tap, negotiated string) Info {
	t.mu.Lock()
	defer t.mu.Unlock()
	x, info := t.init, Info{Era: EraLegacy}
	if x == nil {
		x, info = t.discover, Info{Era: EraModern, ProtocolVersion: negotiated}
	}
	if x == nil {
		return info
	}
	info.Declared = declared(x)
	if x.answer == nil {
		return info
	}
	info.Raw = x.answer.result
	info.read()
	if x.answer.note != "" {
		info.Warnings = append(info.Warnings, x.answer.note)
	}
	return info
}

// declared finds the client's capabilities in the request that opened the session.
func declared(x *exchange) []byte {
	params := member(x.sent, "params")
	if caps := member(params, "capabilities"); caps != nil {
		return caps
	}
	return member(member(params, "_meta"), "io.modelcontextprotocol/clientCapabilities")
}

// read fills the fields from Raw. A member of the wrong type is a warning, not an error.
func (i *Info) read() {
	wrong := func(name string, raw []byte) {
		i.Warnings = append(i.Warnings, fmt.Sprintf("%s has the wrong type: %s", name, snippet(raw, 80)))
	}
	str := func(name string, raw []byte, to *string) {
		s, ok := text(raw)
		if !ok {
			wrong(name, raw)
		}
		*to = s
	}
	_ = eachMember(i.Raw, func(name string, _, value []byte) bool {
		switch name {
		case "protocolVersion":
			if i.Era == EraLegacy {
				str(name, value, &i.ProtocolVersion)
			}
		case "instructions":
			str(name, value, &i.Instructions)
		case "capabilities":
			if i.Capabilities = value; !isObject(value) {
				wrong(name, value)
			}
		case "serverInfo":
			i.ServerInfo = value
		}
		return true
	})
	if i.ServerInfo == nil {
		i.ServerInfo = member(member(i.Raw, "_meta"), metaServerInfo)
	}
	if i.ServerInfo != nil && !isObject(i.ServerInfo) {
		wrong("serverInfo", i.ServerInfo)
	}
	_ = eachMember(i.ServerInfo, func(name string, _, value []byte) bool {
		switch name {
		case "name":
			str("serverInfo.name", value, &i.Name)
		case "title":
			str("serverInfo.title", value, &i.Title)
		case "version":
			str("serverInfo.version", value, &i.Version)
		}
		return true
	})
	if i.Era == EraLegacy && !slices.Contains(mcp.SupportedProtocolVersions(), i.ProtocolVersion) {
		i.Warnings = append(i.Warnings, fmt.Sprintf("the server answered the protocol version %q, which no released specification has; "+
			"going on as with %s", i.ProtocolVersion, versionLegacy))
	}
}

// oddVersion is the protocol version of an initialize result where the SDK doesn't know it.
func oddVersion(result []byte) string {
	v, _ := text(member(result, "protocolVersion"))
	if slices.Contains(mcp.SupportedProtocolVersions(), v) || headerValue(v) != v {
		return ""
	}
	return v
}
