package validate

import (
	"context"
	"fmt"
)

// meter ties a compiled schema to the run that uses it. The library knows no
// context: it is stopped by a panic out of a function of ours that it calls for
// every value and subschema (see guard.check). Only one run at a time uses a
// schema, and only its goroutine touches the meter.
type meter struct{ run *run }

// run is one walk of the library over an instance.
type run struct {
	ctx      context.Context
	formats  bool // assert formats where they are annotations
	steps    int
	refusals int
	unread   []*pattern // patterns that were met and could not be checked
}

// stopped is what run.stop panics with.
type stopped struct{ reason string }

func (r *run) stop(format string, args ...any) { panic(stopped{fmt.Sprintf(format, args...)}) }

func (r *run) step() {
	if r.steps++; r.steps > MaxSteps {
		r.stop("values were held against subschemas more than %d times", MaxSteps)
	}
	select {
	case <-r.ctx.Done():
		r.stop("%s", overdue(r.ctx))
	default:
	}
}

func (r *run) refuse() {
	if r.refusals++; r.refusals > MaxRefusals {
		r.stop("more than %d values do not fit a subschema", MaxRefusals)
	}
}

func (r *run) unreadable(p *pattern) {
	for _, known := range r.unread {
		if known == p {
			return
		}
	}
	r.unread = append(r.unread, p)
}

// overdue says why a context has ended.
func overdue(ctx context.Context) string {
	if ctx.Err() == context.DeadlineExceeded {
		return fmt.Sprintf("it takes longer than %s", ValidateTime)
	}
	return "the check was cancelled"
}
