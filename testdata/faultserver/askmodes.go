package main

import (
	"fmt"
	"os"
	"strings"
)

// askModes are about what a server asks of the person: by requests of its own (legacy), or by
// results that require input (2026-07-28).
var askModes = map[string]func(*server){
	// Asks during a call with the method and the params of its arguments, and answers the
	// call with the line that came back.
	"ask": func(s *server) {
		var waiting *request
		s.handlers["tools/call"] = func(r *request) { waiting = r; s.ask(`"a-1"`) }
		s.other = func(r *request) {
			if r.Method == "" && waiting != nil {
				s.result(waiting, `{"content":[],"structuredContent":`+quote(r.line)+`}`)
				waiting = nil
			}
		}
	},
	// Asks and answers the call without waiting.
	"ask-impatient": func(s *server) {
		s.handlers["tools/call"] = func(r *request) { s.ask("7"); s.echo(r) }
		s.other = logAnswers
	},
	// Asks, then takes it back, then answers the call.
	"ask-withdraw": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			s.ask(`"w"`)
			s.line(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"w","reason":"changed my mind"}}`)
			if r.param("name") != `"wait"` {
				s.echo(r)
			}
		}
		s.other = logAnswers
	},
	"ask-exit": func(s *server) {
		s.handlers["tools/call"] = func(*request) {
			s.ask("1")
			stderr("gone while asking")
			os.Exit(9)
		}
	},
	// 2026-07-28: asks for input as often as its first argument says (1), with an odd state.
	// The last answer is the line of the last request.
	"rounds": func(s *server) {
		modes["modern"](s)
		s.handlers["tools/call"] = func(r *request) {
			var round int
			_, _ = fmt.Sscanf(strings.Trim(r.param("requestState"), `"`), `\u0072ound %d`, &round)
			if round >= s.number(0, 1) {
				s.result(r, `{"resultType":"complete","content":[],"structuredContent":`+quote(r.line)+`}`)
				return
			}
			s.result(r, fmt.Sprintf(`{"resultType":"input_required","inputRequests":%s,"requestState":"\u0072ound %d"}`, s.arg(1, inputs), round+1))
		}
	},
	// 2026-07-28: nothing to answer, nothing to hand back.
	"rounds-empty": func(s *server) {
		modes["modern"](s)
		call(`{"resultType":"input_required"}`)(s)
	},
	// 2026-07-28 with subscriptions; the argument says what becomes of them: "end" each is
	// ended at once, "error" they are refused, "keep" they stay open and one change is told.
	"listen": func(s *server) {
		modes["modern"](s)
		s.handlers["server/discover"] = func(r *request) {
			s.result(r, strings.Replace(discoverResult, `"tools":{}`, `"tools":{"listChanged":true}`, 1))
		}
		s.handlers["subscriptions/listen"] = func(r *request) {
			stderr("listen %s", r.ID)
			meta := fmt.Sprintf(`"_meta":{"io.modelcontextprotocol/subscriptionId":%s}`, r.ID)
			switch s.arg(0, "keep") {
			case "end":
				s.result(r, `{"resultType":"complete",`+meta+`}`)
			case "error":
				s.fail(r, -32601, "Method not found")
			default:
				s.line(`{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},` + meta + `}}`)
				s.line(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{` + meta + `}}`)
			}
		}
	},
	// Answers any method with the line that it got, but for those that nobody waits for.
	"any": func(s *server) {
		s.other = func(r *request) {
			switch {
			case r.Method == "hang":
			case strings.HasPrefix(r.Method, "notifications/"):
				stderr("told %s", r.line)
			case r.ID != nil:
				s.result(r, `{"line":`+quote(r.line)+`}`)
			}
		}
	},
}

const inputs = `{"b":{"method":"elicitation/create","params":{"message":"Sure?","requestedSchema":{"type":"object","properties":{"sure":{"type":"boolean","default":false}}}}},` +
	`"a":{"method":"roots/list"}}`

// ask sends what the arguments say: a method and its params.
func (s *server) ask(id string) {
	s.line(`{"jsonrpc":"2.0","id":` + id + `,"method":` + quote(s.arg(0, "elicitation/create")) + `,"params":` + s.arg(1, `{"message":"your name?"}`) + `}`)
}

// logAnswers prints the client's answers on standard error.
func logAnswers(r *request) {
	if r.Method == "" {
		stderr("answer %s", r.line)
	}
}

// arg returns the n-th argument after the mode.
func (s *server) arg(n int, otherwise string) string {
	if len(s.args) > n {
		return s.args[n]
	}
	return otherwise
}
