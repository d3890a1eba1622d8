package wire

import (
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Capabilities are what this client declares beyond calling tools. Servers list other tools
// to a client that declares more, so the choice belongs to the person and to each snapshot.
// The zero value declares nothing.
type Capabilities struct {
	Elicitation    bool // forms: the server asks the person for values
	ElicitationURL bool // the server asks the person to open an address (2025-11-25)
	Sampling       bool // the server asks for an answer of a language model
	Roots          bool // the server asks for the folders to work in
}

// Any reports whether anything is declared.
func (c Capabilities) Any() bool { return c != Capabilities{} }

// forSDK makes the declaration as it goes out. An empty elicitation object means forms
// alone in every version that has elicitation (2025-06-18 on).
func (c Capabilities) forSDK() *mcp.ClientCapabilities {
	out := &mcp.ClientCapabilities{}
	if c.Elicitation || c.ElicitationURL {
		out.Elicitation = &mcp.ElicitationCapabilities{}
		if c.ElicitationURL {
			out.Elicitation.URL = &mcp.URLElicitationCapabilities{}
			if c.Elicitation {
				out.Elicitation.Form = &mcp.FormElicitationCapabilities{}
			}
		}
	}
	if c.Sampling {
		//lint:ignore SA1019 deprecated by 2026-07-28, and servers ask for it all the same
		out.Sampling = &mcp.SamplingCapabilities{}
	}
	if c.Roots {
		//lint:ignore SA1019 deprecated by 2026-07-28, and servers ask for it all the same
		out.RootsV2 = &mcp.RootCapabilities{}
	}
	return out
}

// AskKind is what a server asks a person for.
type AskKind string

// The kinds of ask.
const (
	AskElicitation AskKind = "elicitation" // values by a form, or a visit to an address
	AskSampling    AskKind = "sampling"    // a message in a language model's place
	AskRoots       AskKind = "roots"       // the folders to work in
)

// askRule says what is known about a request that a server may send to a client, and how it
// is answered without a person.
type askRule struct {
	kind     AskKind
	declared func(c Capabilities, mode string) bool
	refusal  string // where the capability was not declared: an error member
	decline  string // a person's no: a result member, or an error member where the protocol has no such result
	cancel   string // nobody decided
}

// askRules has the requests of a server. The refusals are those that the specification
// names: -32602 for an elicitation mode that was not declared (2025-11-25 client/elicitation,
// error handling), -32601 for roots (client/roots) and, as an unknown method, for sampling; -1
// for a sampling request that the person rejected (client/sampling).
var askRules = map[string]askRule{
	"elicitation/create": {
		kind: AskElicitation,
		declared: func(c Capabilities, mode string) bool {
			if mode == "url" {
				return c.ElicitationURL
			}
			return c.Elicitation
		},
		refusal: errorMember(jsonrpc.CodeInvalidParams, "this client did not declare this elicitation mode"),
		decline: `"result":{"action":"decline"}`,
		cancel:  `"result":{"action":"cancel"}`,
	},
	"sampling/createMessage": {
		kind:     AskSampling,
		declared: func(c Capabilities, _ string) bool { return c.Sampling },
		refusal:  errorMember(jsonrpc.CodeMethodNotFound, "this client did not declare sampling"),
		decline:  errorMember(-1, "User rejected sampling request"),
		cancel:   errorMember(-1, "User rejected sampling request"),
	},
	"roots/list": {
		kind:     AskRoots,
		declared: func(c Capabilities, _ string) bool { return c.Roots },
		refusal:  errorMember(jsonrpc.CodeMethodNotFound, "Roots not supported"),
		decline:  `"result":{"roots":[]}`,
		cancel:   `"result":{"roots":[]}`,
	},
}

func errorMember(code int64, message string) string {
	return fmt.Sprintf(`"error":{"code":%d,"message":%s}`, code, quote(message))
}
