package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"

	"github.com/a-h/templ"
	"github.com/go-chi/chi/v5"

	"mcploupe/inspector"
	"mcploupe/static"
	"mcploupe/views"
)

// Options of a [Site].
type Options struct {
	Addr  net.Addr // where the dashboard listens
	Token Token
	// TargetsFile keeps the chosen clients from one run to the next; "" keeps them in
	// memory alone.
	TargetsFile string
}

// Site is the dashboard of one application.
type Site struct {
	app   *inspector.App
	guard *Guard

	pictures sync.Mutex // held while a browser makes a picture
	chosen   chosenTargets
}

// New makes the dashboard. It starts nothing.
func New(app *inspector.App, opt Options) *Site {
	return &Site{app: app, guard: NewGuard(opt.Addr, opt.Token), chosen: chosenTargets{file: opt.TargetsFile}}
}

// maxBody bounds what a page may send, in bytes: the arguments of a call, or a
// schema.
const maxBody = 32 << 20

// Handler returns everything that is served.
func (s *Site) Handler() http.Handler {
	r := chi.NewRouter()
	r.Get("/", s.serve(s.showPage))
	r.Get("/raw", s.serve(s.showRaw))
	r.Get("/list", s.serve(s.showList))
	r.Get("/matrix", s.serve(s.showMatrix))
	r.Get("/rules", s.serve(s.showRules))
	r.Get("/rules/{family}/{name}", s.serve(s.showRule))
	r.Get("/targets", s.serve(s.showTargets))
	r.Post("/targets", s.serve(s.chooseTargets))
	r.Get("/search", s.serve(s.showSearch))
	r.Get("/convert", s.serve(s.showConvert))
	r.Post("/convert", s.serve(s.convertText))
	r.Get("/events", s.events)
	r.Get("/wire", s.serve(s.saveWire))
	r.Post("/ask", s.serve(s.answerAsk))
	r.Post("/server", s.serve(s.controlServer))
	r.Get("/call", s.serve(s.showCall))
	r.Post("/call", s.serve(s.sendCall))
	r.Post("/check", s.serve(s.checkCall))
	r.Post("/form", s.serve(s.changeForm))
	r.Get("/copy", s.serve(s.copyCall))
	r.Get("/report", s.serve(s.showReport))
	r.Post("/report/file", s.serve(s.sendReport))
	r.Post("/cancel", s.serve(s.cancelCall))
	r.Post("/probe", s.serve(s.probeTools))
	r.Handle(static.Prefix+"*", static.Handler())
	r.NotFound(s.serve(func(http.ResponseWriter, *http.Request) error {
		return &httpError{status: http.StatusNotFound, what: "There is no such page", next: "Go back to the dashboard."}
	}))
	return s.guard.Wrap(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		req.Body = http.MaxBytesReader(w, req.Body, maxBody)
		r.ServeHTTP(w, req)
	}))
}

// httpError is an answer that is no page: what is wrong and what to do.
type httpError struct {
	status     int
	what, next string
	err        error
}

func (e *httpError) Error() string {
	if e.err != nil {
		return e.what + ": " + e.err.Error()
	}
	return e.what
}

func (e *httpError) Unwrap() error { return e.err }

// serve turns a handler's error into an answer. It is the only place that does.
func (s *Site) serve(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		err := h(w, r)
		if err == nil || r.Context().Err() != nil {
			return
		}
		he := &httpError{status: http.StatusInternalServerError, what: "mcploupe could not do this", err: err, next: "This is a fault of mcploupe. Please report it."}
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &he):
		case errors.As(err, &tooLarge):
			he = &httpError{status: http.StatusRequestEntityTooLarge, what: fmt.Sprintf("The request has more than %d bytes", tooLarge.Limit), next: "Send less at once."}
		}
		p := views.Problem{What: he.what, Next: he.next}
		if he.err != nil {
			p.Where = he.err.Error()
		}
		render(r.Context(), w, he.status, views.ErrorPage(he.status, p))
	}
}

// refuse answers a request that the guard turned away.
func refuse(w http.ResponseWriter, r *http.Request, d *denial) {
	render(r.Context(), w, d.status, views.ErrorPage(d.status, views.Problem{What: d.title, Next: d.text}))
}

// render prints a component. It goes through a buffer, so that a page that
// cannot be printed is an error and not half a page.
func render(ctx context.Context, w http.ResponseWriter, status int, c templ.Component) {
	var b bytes.Buffer
	if err := c.Render(ctx, &b); err != nil {
		http.Error(w, "mcploupe could not print this page: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the browser went away: nothing to do
}
