package views

import (
	"strings"
	"time"
)

// serverLine is what a server is, in one line.
func serverLine(s ServerPanel) string {
	var parts []string
	if name := strings.TrimSpace(s.Reported.Name + " " + s.Reported.Version); name != "" {
		parts = append(parts, name)
	}
	if s.Transport != "" {
		parts = append(parts, s.Transport)
	}
	if s.Reported.Protocol != "" {
		parts = append(parts, "MCP "+s.Reported.Protocol)
	}
	if s.Took > 0 {
		parts = append(parts, "ready after "+took(s.Took))
	}
	if s.Overview.Bytes > 0 {
		parts = append(parts, "list of "+size(s.Overview.Bytes))
	}
	return strings.Join(parts, " · ")
}

// protocolLine is the protocol version with the era it belongs to.
func protocolLine(r Reported) string {
	switch r.Era {
	case "legacy":
		return strings.TrimSpace(r.Protocol + " (legacy: initialize)")
	case "modern":
		return strings.TrimSpace(r.Protocol + " (modern: server/discover)")
	}
	return r.Protocol
}

func startedLine(s ServerPanel) string {
	if s.Started.IsZero() {
		return ""
	}
	line := s.Started.Format("2006-01-02 15:04:05")
	if s.Took > 0 {
		line += ", ready after " + took(s.Took)
	}
	return line
}

// stateClass is the look of a box about a state.
func stateClass(s State) string {
	if s == StateFailed {
		return "error"
	}
	return "warn"
}

// arrow points at the side that reads the message.
func arrow(m Message) string {
	if m.Out {
		return "→"
	}
	return "←"
}

func direction(m Message) string {
	if m.Out {
		return "to the server"
	}
	return "from the server"
}

// kindWord names what a message is where its method does not.
func kindWord(m Message) string {
	switch m.Kind {
	case "response":
		return "answer"
	case "error":
		return "✕ error"
	case "noise":
		return "▲ not a message"
	case "notification":
		return "notification"
	}
	return ""
}

func tookOrNone(d time.Duration) string {
	if d <= 0 {
		return ""
	}
	return took(d)
}
