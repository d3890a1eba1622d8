// Command panelserver is an MCP server over stdio for the tests of the call
// panel. Its argument is a file with a list of tools; each answers with its member
// "answers": the first whose "when" is part of the arguments' text, else the
// arguments themselves as text, to the byte.
//
// It is written against bytes and not with an SDK, so that the tests see what went
// over the wire.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"
	"sync"
	"time"
)

type answer struct {
	Steps  int             `json:"steps"` // of 300 ms each, with a progress notification
	When   string          `json:"when"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

type tool struct {
	Tool    json.RawMessage `json:"tool"`
	Answers []answer        `json:"answers"`
}

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var tools []tool
	if err := json.Unmarshal(data, &tools); err != nil {
		log.Fatal(err)
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return // standard input was closed: the session is over
		}
		var r struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params struct {
				Name      json.RawMessage `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
				Meta      struct {
					Token json.RawMessage `json:"progressToken"`
				} `json:"_meta"`
			} `json:"params"`
		}
		if err := json.Unmarshal(line, &r); err != nil || r.ID == nil {
			continue
		}
		member, body, steps := respond(tools, r.Method, r.Params.Name, r.Params.Arguments)
		go func() {
			for n := range steps {
				say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d,"total":%d,"message":"step %d"}}`, r.Params.Meta.Token, n+1, steps, n+1)
				time.Sleep(300 * time.Millisecond)
			}
			say(`{"jsonrpc":"2.0","id":%s,%q:%s}`, r.ID, member, oneLine(body))
		}()
	}
}

var out sync.Mutex

func say(format string, args ...any) {
	out.Lock()
	defer out.Unlock()
	fmt.Printf(format+"\n", args...)
}

// oneLine is JSON text of the file as a message has it.
func oneLine(text []byte) []byte {
	if !bytes.ContainsAny(text, "\n") {
		return text
	}
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		log.Fatal(err)
	}
	return b.Bytes()
}

func respond(tools []tool, method string, name, args json.RawMessage) (member string, body json.RawMessage, steps int) {
	switch method {
	case "initialize":
		return "result", json.RawMessage(`{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"panelserver","version":"1"}}`), 0
	case "tools/list":
		var list []json.RawMessage
		for _, t := range tools {
			list = append(list, t.Tool)
		}
		return "result", marshal(map[string]any{"tools": list}), 0
	case "tools/call":
		return call(tools, name, args)
	}
	return "error", json.RawMessage(`{"code":-32601,"message":"Method not found"}`), 0
}

func call(tools []tool, name, args json.RawMessage) (string, json.RawMessage, int) {
	for _, t := range tools {
		var named struct {
			Name json.RawMessage `json:"name"`
		}
		if err := json.Unmarshal(t.Tool, &named); err != nil || !bytes.Equal(named.Name, name) {
			continue
		}
		for _, a := range t.Answers {
			if !strings.Contains(string(args), a.When) {
				continue
			}
			if a.Error != nil {
				return "error", a.Error, a.Steps
			}
			return "result", a.Result, a.Steps
		}
	}
	text := "no arguments"
	if args != nil {
		text = string(args)
	}
	return "result", marshal(map[string]any{"content": []any{map[string]string{"type": "text", "text": text}}}), 0
}

func marshal(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		log.Fatal(err)
	}
	return text
}
