// Package wire connects to MCP servers and keeps what truly passed on the wire.
//
// It starts a server (stdio) or calls one (Streamable HTTP, HTTP+SSE), lists its
// tools, calls and cancels them, and records every message byte for byte. The
// official Go SDK drives the protocol; a tap beneath it sees each frame first:
//
//	caller ─► Conn ─► SDK ─► tap ─► server          (arguments put in byte for byte)
//	caller ◄─ Conn ◄──────── tap ◄─ server          (results taken from the raw frame)
//	                  SDK ◄─ tap                    (a small, always valid stand-in)
//
// The SDK never sees a server's own result, error or notification, only stand-ins
// which it can always decode. So a malformed tool cannot fail a list, an unknown
// content type cannot fail a call, no answer comes from a cache, and a line that is
// not JSON cannot end a session.
//
// What a server asks of the person (elicitation, sampling, roots, or by a result that
// requires input) goes to the caller as an [Ask] where the capability was declared, and is
// refused at once where it was not. Where an HTTP server wants a sign-in, an [Authorizer]
// brings the person to it. A legacy HTTP session that the server has forgotten is opened
// anew, and a subscription whose stream ends is asked for again.
//
// What this package never does: run a shell, follow a redirect to another origin,
// pass its own environment on to a server, show a credential in a message or an
// error (also where the server repeats it: see Endpoint.Secrets), write a token anywhere but into the request it is for, open a browser or an
// address by itself, interpret a tool's schema (package tool reads the raw pages), or
// leave a process behind.
package wire
