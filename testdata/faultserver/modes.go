package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
)

// modes are the faults. A mode changes handlers, or does its mischief at once.
var modes map[string]func(*server)

func init() { // not a literal: sleepForEver is reached through spawn, which starts a mode
	modes = map[string]func(*server){}
	for _, group := range []map[string]func(*server){startModes, lineModes, listModes, answerModes, callModes, askModes, processModes} {
		for name, setup := range group {
			modes[name] = setup
		}
	}
}

// startModes are about connecting.
var startModes = map[string]func(*server){
	"ok": func(*server) {},
	"modern": func(s *server) {
		s.handlers["server/discover"] = func(r *request) { s.result(r, discoverResult) }
		s.handlers["initialize"] = func(r *request) { s.fail(r, -32601, "only 2026-07-28") }
		s.handlers["tools/list"] = func(r *request) {
			s.result(r, strings.Replace(twoTools, "{", `{"resultType":"complete","ttlMs":60000,"cacheScope":"public",`, 1))
		}
	},
	"exit-start": func(*server) { stderr("cannot find the settings file"); os.Exit(3) },
	"exit-probe": func(s *server) {
		s.handlers["server/discover"] = func(*request) { stderr("ExpectedInitializeRequest"); os.Exit(1) }
	},
	"crash": func(s *server) {
		s.handlers["initialize"] = func(*request) { crash() }
	},
	"silent":       func(s *server) { s.handlers = nil; s.other = func(*request) {} },
	"silent-probe": func(s *server) { s.handlers["server/discover"] = func(*request) {} },
	"no-read":      func(s *server) { block() },
	"deaf":         func(s *server) { s.handlers["tools/call"] = func(*request) { block() } },
	"not-json": func(s *server) {
		s.handlers = nil
		s.other = func(r *request) { s.line("I do not speak JSON, but you said " + r.Method) }
	},
	"nonsense-probe": func(s *server) {
		s.handlers["server/discover"] = func(r *request) { s.result(r, `"what?"`) }
	},
	"init-error": func(s *server) {
		s.handlers["initialize"] = func(r *request) { s.fail(r, -32000, "licence expired") }
	},
	"init-string": func(s *server) { s.handlers["initialize"] = func(r *request) { s.result(r, `"hello"`) } },
	"odd-version": func(s *server) {
		s.handlers["initialize"] = func(r *request) {
			s.result(r, strings.Replace(initResult, "2025-11-25", "2031-01-01", 1))
		}
	},
	"odd-info": func(s *server) {
		s.handlers["initialize"] = func(r *request) {
			s.result(r, `{"protocolVersion":"2025-06-18","capabilities":[],"serverInfo":{"name":7,"version":null},"instructions":{}}`)
		}
	},
	"stderr": func(*server) {
		for i := range 4000 {
			stderr("log line %d with some words to fill the ring", i)
		}
	},
	// Repeats the value of API_TOKEN in everything that it says, a part at a time on standard
	// error, and gives it back to the letter where the protocol wants that.
	"leak": func(s *server) {
		token := os.Getenv("API_TOKEN")
		half := len(token) / 2
		fmt.Fprint(os.Stderr, "starting with "+token[:half])
		time.Sleep(50 * time.Millisecond)
		stderr("%s", token[half:])
		s.write("token " + token + "\n")
		q := strings.Trim(quote(token), `"`)
		s.handlers["initialize"] = func(r *request) {
			s.result(r, strings.NewReplacer("Be careful.", "Use "+q, `"Fault server"`, `"For `+q+`"`).Replace(initResult))
		}
		s.handlers["tools/list"] = func(r *request) {
			if r.param("cursor") == "" {
				s.result(r, `{"tools":[{"name":"plain","description":"no secret","inputSchema":{"type":"object","default":1.0}}],"nextCursor":"`+q+`"}`)
				return
			}
			s.result(r, `{"tools":[{"name":"leaky","description":"uses `+q+`","inputSchema":{"type":"object","properties":{"key":{"default":"`+q+`"}}}}],"x":`+r.param("cursor")+`}`)
		}
		s.handlers["tools/call"] = func(r *request) {
			if r.param("name") == `"fail"` {
				s.fail(r, -32000, "bad token "+token)
				return
			}
			s.result(r, `{"content":[{"type":"text","text":"`+q+`"}],"isError":true}`)
		}
	},
	"environ": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			env, _ := json.Marshal(os.Environ())
			dir, _ := os.Getwd()
			s.result(r, fmt.Sprintf(`{"content":[],"structuredContent":{"env":%s,"dir":%s,"args":%s}}`, env, quote(dir), quote(strings.Join(s.args, "|"))))
		}
	},
}

// lineModes are about how messages stand on standard output.
var lineModes = map[string]func(*server){
	"banner": func(s *server) {
		s.write("Welcome to the server\n[INFO] listening\n{ not: json }\n\n   \n42\n")
		s.handlers["tools/list"] = func(r *request) { s.line("listing now"); s.result(r, twoTools) }
	},
	"crlf": func(s *server) { s.end = "\r\n" },
	"bom":  func(s *server) { s.write("\xef\xbb\xbf") },
	"pretty": func(s *server) {
		s.handlers["tools/list"] = func(r *request) {
			var v any
			_ = json.Unmarshal([]byte(`{"jsonrpc":"2.0","id":`+string(r.ID)+`,"result":`+twoTools+`}`), &v)
			b, _ := json.MarshalIndent(v, "", "  ")
			s.line(string(b))
		}
	},
	"partial-exit": func(s *server) {
		s.handlers["tools/list"] = func(*request) { s.write(`{"jsonrpc":"2.0","id":3,"resu`); os.Exit(0) }
	},
	"partial-hang": func(s *server) {
		s.handlers["tools/list"] = func(*request) { s.write(`{"jsonrpc":"2.0","id":3,"resu`) }
	},
	"slow-bytes": func(s *server) {
		s.handlers["tools/list"] = func(r *request) {
			for _, b := range []byte(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"result":{"tools":[]}}` + "\n") {
				s.write(string(b))
				time.Sleep(2 * time.Millisecond)
			}
		}
	},
	"nan": func(s *server) {
		s.handlers["tools/list"] = func(r *request) {
			s.result(r, `{"tools":[{"name":"a","inputSchema":{"default":NaN}}]}`)
		}
	},
	"invalid-utf8": func(s *server) {
		s.handlers["tools/list"] = func(r *request) { s.result(r, "{\"tools\":[{\"name\":\"a\xff\xfeb\"}]}") }
	},
	"deep": func(s *server) {
		s.handlers["tools/list"] = func(r *request) {
			s.result(r, `{"tools":[{"name":"deep","inputSchema":`+strings.Repeat(`{"not":`, 5000)+"{}"+strings.Repeat("}", 5000)+`}]}`)
		}
	},
	"long-line": func(s *server) {
		s.handlers["tools/list"] = func(r *request) {
			s.result(r, `{"tools":[{"name":"long","description":"`+strings.Repeat("x", s.number(0, 1<<20))+`"}]}`)
		}
	},
	"endless-line": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			s.write(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"result":{"text":"`)
			for range s.number(0, 64) {
				s.write(strings.Repeat("y", 1<<16))
			}
			s.line(`"}}`)
		}
	},
}

// listModes are about tools/list.
var listModes = map[string]func(*server){
	"null-tool":    list(`{"tools":[null,{"name":"good","inputSchema":{"type":"object"}},7,"x",[]]}`),
	"wrong-types":  list(`{"tools":[{"name":5,"description":{},"inputSchema":true,"annotations":"no","icons":7,"_meta":[],"outputSchema":"x"},{"name":"good","inputSchema":{"type":"object","maximum":1e400}}]}`),
	"tools-null":   list(`{"tools":null}`),
	"tools-object": list(`{"tools":{"a":1}}`),
	"list-error":   func(s *server) { s.handlers["tools/list"] = func(r *request) { s.fail(r, -32603, "database is down") } },
	"list-exit": func(s *server) {
		s.handlers["tools/list"] = func(*request) { stderr("panic: nil map"); os.Exit(4) }
	},
	"list-hang": func(s *server) { s.handlers["tools/list"] = func(*request) {} },
	"big-list": func(s *server) {
		s.handlers["tools/list"] = func(r *request) {
			var b strings.Builder
			b.WriteString(`{"tools":[`)
			for i := 0; b.Len() < s.number(0, 20)<<20; i++ {
				if i > 0 {
					b.WriteByte(',')
				}
				fmt.Fprintf(&b, `{"name":"tool_%d","description":%s,"inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`,
					i, quote(strings.Repeat("words and words ", 60)))
			}
			b.WriteString(`]}`)
			s.result(r, b.String())
		}
	},
	"pages": func(s *server) {
		s.handlers["tools/list"] = func(r *request) {
			switch r.param("cursor") {
			case "":
				s.result(r, `{"tools":[{"name":"one"}],"nextCursor":"p\u00e9 2\/<&>"}`)
			case `"p\u00e9 2\/<&>"`: // as it was written, to the letter
				s.result(r, `{"tools":[{"name":"two"}],"nextCursor":"3"}`)
			case `"3"`:
				s.result(r, `{"tools":[{"name":"three"}],"nextCursor":null}`)
			default:
				s.fail(r, -32602, "bad cursor "+r.param("cursor"))
			}
		}
	},
	"endless-cursor": func(s *server) {
		n := 0
		s.handlers["tools/list"] = func(r *request) {
			n++
			s.result(r, fmt.Sprintf(`{"tools":[{"name":"t%d"}],"nextCursor":"c%d"}`, n, n))
		}
	},
	"repeated-cursor": list(`{"tools":[{"name":"again"}],"nextCursor":"same"}`),
	"empty-cursor":    list(`{"tools":[{"name":"once"}],"nextCursor":""}`),
	"number-cursor":   list(`{"tools":[{"name":"once"}],"nextCursor":2}`),
	// Has another list after each call: one tool more, one that is not the same.
	"growing": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			list(strings.Replace(strings.TrimSuffix(twoTools, "]}"), `"name":"echo",`, `"name":"echo","description":"Now with words.",`, 1) +
				`,{"name":"extra","inputSchema":{"type":"object"}}]}`)(s)
			s.line(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
			s.echo(r)
		}
	},
	// Lists its tools in another order each time.
	"wavering": func(s *server) {
		turn := false
		s.handlers["tools/list"] = func(r *request) {
			one, two := `{"name":"one","inputSchema":{"type":"object"}}`, `{"name":"two","inputSchema":{"type":"object"}}`
			if turn = !turn; turn {
				one, two = two, one
			}
			s.result(r, `{"tools":[`+one+`,`+two+`]}`)
		}
	},
	"list-changed": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			s.line(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
			s.echo(r)
		}
	},
}

func list(result string) func(*server) {
	return func(s *server) { s.handlers["tools/list"] = func(r *request) { s.result(r, result) } }
}

// answerModes are about ids and the shape of answers.
var answerModes = map[string]func(*server){
	"duplicate": func(s *server) {
		s.handlers["tools/call"] = func(r *request) { s.echo(r); s.echo(r) }
	},
	"wrong-id": func(s *server) {
		s.handlers["tools/call"] = func(r *request) { s.line(`{"jsonrpc":"2.0","id":99,"result":{"content":[]}}`) }
	},
	"string-id": func(s *server) {
		s.handlers["tools/call"] = func(r *request) { s.line(`{"jsonrpc":"2.0","id":"` + string(r.ID) + `","result":{"content":[]}}`) }
	},
	"null-id": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			s.line(`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`)
		}
	},
	"both": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			s.line(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"result":{"content":[]},"error":{"code":1,"message":"and yet"}}`)
		}
	},
	"neither": func(s *server) {
		s.handlers["tools/call"] = func(r *request) { s.line(`{"jsonrpc":"2.0","id":` + string(r.ID) + `}`) }
	},
	"no-version": func(s *server) {
		s.handlers["tools/call"] = func(r *request) { s.line(`{"id":` + string(r.ID) + `,"result":{"content":[]}}`) }
	},
	"batch": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			s.line(`[{"jsonrpc":"2.0","method":"notifications/message","params":{}},{"jsonrpc":"2.0","id":` + string(r.ID) + `,"result":{"content":[]}},7]`)
		}
	},
	"odd-error": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			s.line(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"error":{"code":"E1","message":["no"],"data":{"n":1e400}}}`)
		}
	},
}

// callModes are about tools/call.
var callModes = map[string]func(*server){
	"tool-error":     call(`{"content":[{"type":"text","text":"title: none is not an allowed value"}],"isError":true}`),
	"odd-content":    call(`{"content":[{"type":"hologram","n":9223372036854775807},7],"structuredContent":null,"x":1.0}`),
	"input-required": call(`{"resultType":"input_required","requestState":"s"}`),
	"odd-type":       call(`{"resultType":"task","taskId":"1"}`),
	"call-string":    call(`"done"`),
	"call-hang":      func(s *server) { s.handlers["tools/call"] = func(*request) {} },
	"call-exit": func(s *server) {
		s.handlers["tools/call"] = func(*request) { stderr("fatal: out of paper"); os.Exit(7) }
	},
	// Answers a moment after it was told that the call is cancelled.
	"late": func(s *server) {
		var waiting *request
		s.handlers["tools/call"] = func(r *request) { waiting = r }
		s.handlers["notifications/cancelled"] = func(r *request) {
			stderr("cancelled %s", r.param("requestId"))
			if waiting != nil {
				s.echo(waiting)
			}
		}
	},
	"progress": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			var p struct {
				Meta struct {
					Token json.RawMessage `json:"progressToken"`
				} `json:"_meta"`
			}
			_ = json.Unmarshal(r.Params, &p)
			for i := range s.number(0, 3) {
				s.line(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d,"total":3,"message":"step"}}`, p.Meta.Token, i+1))
				time.Sleep(time.Duration(s.number(1, 0)) * time.Millisecond)
			}
			s.echo(r)
		}
	},
	"flood": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			for i := range s.number(0, 20000) {
				s.line(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":%d}}`, i))
			}
			s.echo(r)
		}
	},
	// Asks the client for things it never declared, under odd ids, and reports the answers.
	"asks": func(s *server) {
		var waiting *request
		var answers []string
		s.handlers["tools/call"] = func(r *request) {
			waiting = r
			s.line(`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`)
			s.line(`{"jsonrpc":"2.0","id":"e","method":"elicitation/create","params":{"message":"your name?","requestedSchema":{"type":"object","properties":{}}}}`)
			s.line(`{"jsonrpc":"2.0","id":1.5,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}`)
			s.line(`{"jsonrpc":"2.0","id":"u","method":"unheard/of"}`)
		}
		s.other = func(r *request) {
			if r.Method == "" && r.ID != nil {
				if answers = append(answers, r.line); len(answers) == 4 {
					b, _ := json.Marshal(answers)
					s.result(waiting, `{"content":[],"structuredContent":`+string(b)+`}`)
				}
			}
		}
	},
	"ask-flood": func(s *server) {
		s.handlers["tools/call"] = func(r *request) {
			for i := range 2000 {
				s.line(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, i))
			}
			s.echo(r)
		}
	},
}

func call(result string) func(*server) {
	return func(s *server) { s.handlers["tools/call"] = func(r *request) { s.result(r, result) } }
}

// processModes are about ending, and about processes left behind.
var processModes = map[string]func(*server){
	"ignore-eof":     func(s *server) { s.eof = block },
	"ignore-sigterm": func(s *server) { ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP); s.eof = block },
	"sleep":          sleepForEver,
	"grandchild":     func(*server) { spawn("sleep", false, false) },
	// The grandchild keeps the pipes open after the server has gone.
	"grandchild-pipes": func(s *server) {
		spawn("sleep", true, false)
		s.handlers["tools/call"] = func(*request) { os.Exit(5) }
	},
	"grandchild-setsid": func(*server) { spawn("sleep", false, true) },
	// The middle process has gone by the time anybody looks (a daemon's double fork).
	"daemon":        func(*server) { spawn("daemon-middle", false, true); time.Sleep(100 * time.Millisecond) },
	"daemon-middle": func(*server) { spawn("sleep", false, true); os.Exit(0) },
	"close-stdout": func(s *server) {
		s.handlers["tools/call"] = func(*request) { _ = os.Stdout.Close() }
	},
}
