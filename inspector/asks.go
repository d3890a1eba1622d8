package inspector

import (
	"slices"
	"strconv"

	"mcploupe/inspector/wire"
)

// Ask is something that a server wants of the person while a call is on its way.
type Ask struct {
	*wire.Ask
	ID     string // unique in the server
	Server *Server
}

// maxAsks bounds the asks of one server that are open: what comes beyond is
// declined at once.
const maxAsks = 20

// Asks returns what the server wants of the person now, the oldest first.
func (s *Server) Asks() []*Ask {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asks)
}

// FindAsk finds an open ask; nil where there is none, since it was answered or is
// no longer wanted.
func (s *Server) FindAsk(id string) *Ask {
	for _, a := range s.Asks() {
		if a.ID == id {
			return a
		}
	}
	return nil
}

// asked takes an ask in and tells the pages. It is let go of when it is over.
func (s *Server) asked(ask *wire.Ask) {
	s.mu.Lock()
	if len(s.asks) >= maxAsks {
		s.mu.Unlock()
		_ = ask.Decline()
		return
	}
	s.nextAsk++
	a := &Ask{Ask: ask, ID: strconv.Itoa(s.nextAsk), Server: s}
	s.asks = append(s.asks, a)
	s.mu.Unlock()
	s.app.hub.publish(Event{Kind: EventAsk, Server: s.ID})
	s.app.tasks.Go(func() {
		<-ask.Done() // wire ends each: by its deadline, with its call or its connection
		s.mu.Lock()
		s.asks = slices.DeleteFunc(s.asks, func(o *Ask) bool { return o == a })
		s.mu.Unlock()
		s.app.hub.publish(Event{Kind: EventAsk, Server: s.ID})
	})
}
