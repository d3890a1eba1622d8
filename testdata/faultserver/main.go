// Command faultserver is an MCP server over stdio with one fault a mode, for the tests of
// package wire. Its first argument names the mode; `faultserver modes` lists them.
//
// It is written against bytes and not with an SDK, since an SDK would not let it be wrong.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// request is one line from the client; line is the whole of it.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	line   string
}

func (r *request) param(name string) string {
	var m map[string]json.RawMessage
	_ = json.Unmarshal(r.Params, &m)
	return string(m[name])
}

// server answers like a plain legacy server; a mode replaces what it wants.
type server struct {
	mu       sync.Mutex
	out      io.Writer
	end      string // line end
	args     []string
	handlers map[string]func(*request)
	other    func(*request) // for what no handler takes
	eof      func()         // at the end of standard input
}

const twoTools = `{"tools":[{"name":"add","description":"Adds.","inputSchema":{"type":"object","properties":{"a":{"type":"number"}}}},` +
	`{"name":"echo","inputSchema":{"type":"object"}}]}`

const initResult = `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},` +
	`"serverInfo":{"name":"faultserver","version":"1.0","title":"Fault server"},"instructions":"Be careful."}`

const discoverResult = `{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},` +
	`"ttlMs":60000,"cacheScope":"public","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"faultserver","version":"2.0"}}}`

func newServer(args []string) *server {
	s := &server{out: os.Stdout, end: "\n", args: args, eof: func() {}}
	s.handlers = map[string]func(*request){
		"server/discover": func(r *request) { s.fail(r, -32601, "Method not found") },
		"initialize":      func(r *request) { s.result(r, initResult) },
		"ping":            func(r *request) { s.result(r, "{}") },
		"tools/list":      func(r *request) { s.result(r, twoTools) },
		"tools/call":      s.echo,
	}
	s.other = func(r *request) {
		if r.ID != nil && r.Method != "" {
			s.fail(r, -32601, "Method not found")
		}
	}
	return s
}

// write sends text as it is.
func (s *server) write(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = io.WriteString(s.out, text)
}

func (s *server) line(text string) { s.write(text + s.end) }

func (s *server) result(r *request, result string) {
	s.line(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"result":` + result + `}`)
}

func (s *server) fail(r *request, code int, message string) {
	s.line(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, r.ID, code, quote(message)))
}

// echo answers a call with the exact line that it got.
func (s *server) echo(r *request) {
	s.result(r, `{"content":[{"type":"text","text":`+quote(r.line)+`}],"structuredContent":null}`)
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// run serves until standard input ends.
func (s *server) run() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	for {
		line, err := in.ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			r := &request{line: line}
			if json.Unmarshal([]byte(line), r) != nil {
				r = &request{line: line, Method: "?"}
			}
			if h := s.handlers[r.Method]; h != nil {
				h(r)
			} else {
				s.other(r)
			}
		}
		if err != nil {
			s.eof()
			return
		}
	}
}

// number returns the n-th argument after the mode.
func (s *server) number(n, otherwise int) int {
	if len(s.args) > n {
		if v, err := strconv.Atoi(s.args[n]); err == nil {
			return v
		}
	}
	return otherwise
}

func block() {
	for {
		time.Sleep(time.Hour)
	}
}

func ignore(signals ...os.Signal) { signal.Ignore(signals...) }

func stderr(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

func main() {
	if len(os.Args) < 2 || os.Args[1] == "modes" {
		names := make([]string, 0, len(modes))
		for name := range modes {
			names = append(names, name)
		}
		slices.Sort(names)
		fmt.Println(strings.Join(names, "\n"))
		return
	}
	setup, ok := modes[os.Args[1]]
	if !ok {
		stderr("unknown mode %q", os.Args[1])
		os.Exit(64)
	}
	s := newServer(os.Args[2:])
	setup(s)
	s.run()
}

// spawn starts this program again in another mode and prints the child's number on
// standard error as "grandchild PID". With inherit it keeps our streams open.
func spawn(mode string, inherit, setsid bool) {
	files := []*os.File{nil, nil, nil}
	if inherit {
		files = []*os.File{os.Stdin, os.Stdout, os.Stderr}
	}
	exe, err := os.Executable()
	if err != nil {
		stderr("executable: %v", err)
		os.Exit(1)
	}
	p, err := os.StartProcess(exe, []string{exe, mode}, &os.ProcAttr{
		Env: os.Environ(), Files: files, Sys: sysProcAttr(setsid),
	})
	if err != nil {
		stderr("spawn: %v", err)
		os.Exit(1)
	}
	stderr("grandchild %d", p.Pid)
}

// sleepForEver is what a stubborn grandchild does.
func sleepForEver(*server) {
	ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	for {
		time.Sleep(time.Hour)
	}
}
