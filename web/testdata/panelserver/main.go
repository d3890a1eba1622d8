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
)

type answer struct {
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
				Name      string          `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
			} `json:"params"`
		}
		if err := json.Unmarshal(line, &r); err != nil || r.ID == nil {
			continue
		}
		member, body := respond(tools, r.Method, r.Params.Name, r.Params.Arguments)
		line = body
		if bytes.ContainsAny(body, "\n") { // of the file; a message is one line
			var b bytes.Buffer
			if err := json.Compact(&b, body); err != nil {
				log.Fatal(err)
			}
			line = b.Bytes()
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,%q:%s}`+"\n", r.ID, member, line)
	}
}

func respond(tools []tool, method, name string, args json.RawMessage) (member string, body json.RawMessage) {
	switch method {
	case "initialize":
		return "result", json.RawMessage(`{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"panelserver","version":"1"}}`)
	case "tools/list":
		var list []json.RawMessage
		for _, t := range tools {
			list = append(list, t.Tool)
		}
		return "result", marshal(map[string]any{"tools": list})
	case "tools/call":
		return call(tools, name, args)
	}
	return "error", json.RawMessage(`{"code":-32601,"message":"Method not found"}`)
}

func call(tools []tool, name string, args json.RawMessage) (string, json.RawMessage) {
	for _, t := range tools {
		var named struct {
			Name string `json:"name"`
		}
		if err := json.Unmarshal(t.Tool, &named); err != nil || named.Name != name {
			continue
		}
		for _, a := range t.Answers {
			if !strings.Contains(string(args), a.When) {
				continue
			}
			if a.Error != nil {
				return "error", a.Error
			}
			return "result", a.Result
		}
	}
	text := "no arguments"
	if args != nil {
		text = string(args)
	}
	return "result", marshal(map[string]any{"content": []any{map[string]string{"type": "text", "text": text}}})
}

func marshal(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		log.Fatal(err)
	}
	return text
}
