package wire

import (
	"slices"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What the SDK gets in place of a server's own results. The true bytes have gone to the
// exchange by then. The resultType, ttlMs and cacheScope members are those that
// 2026-07-28 requires; ttlMs 0 keeps the SDK's list cache (SEP-2549) from ever answering.
var standIns = map[string]string{
	"tools/list": `{"resultType":"complete","tools":[],"ttlMs":0,"cacheScope":"private"}`,
	"tools/call": `{"resultType":"complete","content":[]}`,
}

// standIn is the frame that tells the SDK that x has been answered.
func standIn(x *exchange, a *answer) []byte {
	id := []byte(x.id)
	switch {
	case a.err != nil:
		return rpcErrorFrame(id, a.err)
	case x.method == "initialize":
		return initializeStandIn(id, a.result)
	case x.method == "server/discover":
		return discoverStandIn(id, a.result)
	}
	if s, ok := standIns[x.method]; ok {
		return resultFrame(id, s)
	}
	return resultFrame(id, "{}")
}

// initializeStandIn gives the SDK the few members which it acts upon. A protocol version
// which it doesn't know would make it hang up; it gets the last legacy one instead, and
// [Info] carries the true one with a warning.
func initializeStandIn(id, result []byte) []byte {
	if !isObject(result) {
		return errorFrame(id, -32603, "the result of initialize is not an object")
	}
	version, _ := text(member(result, "protocolVersion"))
	if !slices.Contains(mcp.SupportedProtocolVersions(), version) {
		version = versionLegacy
	}
	return resultFrame(id, `{"protocolVersion":`+string(quote(version))+
		`,"capabilities":`+capabilitiesStandIn+`,"serverInfo":{"name":"server","version":"0"}}`)
}

// discoverStandIn does the same for server/discover. What is no DiscoverResult becomes an
// error, upon which the SDK goes on with initialize in the same process.
func discoverStandIn(id, result []byte) []byte {
	versions := []byte{'['}
	raw := member(result, "supportedVersions")
	err := eachElement(raw, func(value []byte) bool {
		if s, ok := text(value); ok {
			if len(versions) > 1 {
				versions = append(versions, ',')
			}
			versions = append(versions, quote(s)...)
		}
		return true
	})
	if err != nil {
		return errorFrame(id, -32601, "the result of server/discover has no list supportedVersions")
	}
	return resultFrame(id, `{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":`+
		string(versions)+`],"capabilities":`+capabilitiesStandIn+`}`)
}

// capabilitiesStandIn says that there are tools: the SDK refuses to ask for them otherwise.
const capabilitiesStandIn = `{"tools":{}}`

func listChanged(result []byte) bool {
	return string(member(member(member(result, "capabilities"), "tools"), "listChanged")) == "true"
}

func isObject(raw []byte) bool { return len(raw) > 0 && raw[0] == '{' }

func resultFrame(id []byte, result string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":` + string(id) + `,"result":` + result + `}`)
}

func errorFrame(id []byte, code int64, message string) []byte {
	return []byte(`{"jsonrpc":"2.0","id":` + string(id) + `,"error":{"code":` + strconv.FormatInt(code, 10) +
		`,"message":` + string(quote(message)) + `}}`)
}

// rpcErrorFrame repeats a server's error for the SDK. Only UnsupportedProtocolVersion
// needs its data: the SDK picks another version from data.supported.
func rpcErrorFrame(id []byte, e *RPCError) []byte {
	frame := errorFrame(id, e.Code, e.Message)
	if e.Code != -32022 {
		return frame
	}
	list := []byte{'['}
	_ = eachElement(member(e.Data, "supported"), func(value []byte) bool {
		if s, ok := text(value); ok {
			if len(list) > 1 {
				list = append(list, ',')
			}
			list = append(list, quote(s)...)
		}
		return true
	})
	frame = frame[:len(frame)-2]
	return append(append(append(frame, `,"data":{"supported":`...), list...), `]}}}`...)
}

// requestFrame builds a request of the server (or, without an id, a notification) from its
// members, so that a missing "jsonrpc" or an odd extra member cannot upset the SDK.
func requestFrame(id, method, params []byte) []byte {
	out := []byte(`{"jsonrpc":"2.0"`)
	if id != nil {
		out = append(append(out, `,"id":`...), id...)
	}
	out = append(append(out, `,"method":`...), method...)
	if isObject(params) {
		out = append(append(out, `,"params":`...), params...)
	}
	return append(out, '}')
}

func number(raw []byte) float64 {
	f, _ := strconv.ParseFloat(string(raw), 64)
	return f
}
