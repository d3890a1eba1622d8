package inspector

import "sync"

// EventKind says what changed.
type EventKind string

// The kinds of events.
const (
	EventServers EventKind = "servers" // the state of a server
	EventList    EventKind = "list"    // the tools of a server
	EventAsk     EventKind = "ask"     // a server wants something of the person, or no longer
	EventCall    EventKind = "call"    // a call began, went on or ended
	EventReview  EventKind = "review"  // more is known of what is wrong with the tools of a server
	EventProbe   EventKind = "probe"   // a probe went on or ended
)

// Event is a change that an open page wants to know of.
type Event struct {
	Kind     EventKind
	Server   string // id
	Call     string // id of the call or the probe
	Progress string // for EventCall: what the server said of it last; for EventProbe: "3 of 10"
	Ended    bool   // for EventCall and EventProbe
}

// hub passes events to whoever listens. A listener that does not keep up loses
// events: each says only that something is to be looked at again.
type hub struct {
	mu        sync.Mutex
	listeners map[chan Event]struct{}
}

const eventBuffer = 64

func (h *hub) subscribe() (<-chan Event, func()) {
	ch := make(chan Event, eventBuffer)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.listeners == nil {
		h.listeners = map[chan Event]struct{}{}
	}
	h.listeners[ch] = struct{}{}
	return ch, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.listeners, ch)
	}
}

func (h *hub) publish(e Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for ch := range h.listeners {
		select {
		case ch <- e:
		default:
		}
	}
}
