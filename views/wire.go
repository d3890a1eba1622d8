package views

import "net/url"

// wireFile is the address of the messages of a server as a file.
func wireFile(server string) string { return "/wire?server=" + url.QueryEscape(server) }

// noteWord stands in a row for a note, which is read when the row is opened.
func noteWord(Message) string { return "odd" }

// markWords say what became of a tool since the list before.
var markWords = map[string]string{"added": "new", "changed": "changed"}
