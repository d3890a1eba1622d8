// Package demo is the demonstration server: a real MCP server over stdio whose
// tools show, each in one small schema, what mcploupe is for.
//
// It keeps its articles in memory and has no other effect: it opens no file, no
// connection and no process. Its faults are planted on purpose and listed in
// tools.json beside the tools; the server must keep them.
package demo
