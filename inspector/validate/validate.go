package validate

import (
	"context"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"mcploupe/inspector/jsondoc"
)

// Validate checks an instance. It answers after [ValidateTime] at the latest, or
// when ctx ends, with [Unchecked] if there is no verdict by then. Of members with
// the same name the last counts, as in every common decoder.
func (s *Schema) Validate(ctx context.Context, instance *jsondoc.Document) Verdict {
	if why := unfit(instance, s.info.height); why != "" {
		return unchecked("%s", why)
	}
	ctx, cancel := context.WithTimeout(ctx, ValidateTime)
	defer cancel()
	if !s.enter(ctx) {
		return unchecked("other checks are still running, and %s", overdue(ctx))
	}
	done := make(chan Verdict, 1)
	go func() {
		defer s.leave()
		done <- s.check(ctx, instance)
	}()
	select {
	case v := <-done:
		return v
	case <-ctx.Done():
	}
	select { // both may have happened
	case v := <-done:
		return v
	default:
		return unchecked("%s", overdue(ctx))
	}
}

// enter waits until the schema is free and its cache has a slot.
func (s *Schema) enter(ctx context.Context) bool {
	select {
	case s.busy <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	select {
	case s.slots <- struct{}{}:
		return true
	case <-ctx.Done():
		<-s.busy
		return false
	}
}

func (s *Schema) leave() {
	<-s.slots
	<-s.busy
}

func unchecked(format string, args ...any) Verdict {
	return Verdict{State: Unchecked, Reason: fmt.Sprintf(format, args...)}
}

// check runs the library, and once more with formats asserted: what that adds
// are warnings.
func (s *Schema) check(ctx context.Context, instance *jsondoc.Document) (v Verdict) {
	defer s.recovered(&v)
	value := tree(instance.Root(), nil)
	plain := &run{ctx: ctx}
	first := s.pass(plain, value)
	if at, ok := circle(first); ok {
		return unchecked("the schema comes back to itself at %s without going into the value, so it says nothing", place(at))
	}
	r := &reporter{instance: instance.Root(), schema: s.doc}
	problems := r.all(first)
	v = Verdict{State: Valid, Total: len(problems)}
	if first != nil {
		v.State = Invalid
	}
	v.Problems = r.render(problems)
	if s.info.formats {
		v.Warnings = r.render(newWithFormats(problems, s.strictly(ctx, r, value)))
	}
	v.Warnings = append(v.Warnings, unreadWarnings(plain.unread)...)
	v.Warnings = v.Warnings[:min(len(v.Warnings), MaxProblems)]
	return v
}

// strictly lists the problems with formats asserted where they are annotations.
// A stop costs the warnings only: the verdict is there already.
func (s *Schema) strictly(ctx context.Context, r *reporter, value any) (out []*leaf) {
	defer func() {
		if e := recover(); e != nil {
			out = nil
		}
	}()
	return r.all(s.pass(&run{ctx: ctx, formats: true}, value))
}

// recovered turns a stop, or a panic of the library's, into a verdict.
func (s *Schema) recovered(v *Verdict) {
	switch r := recover().(type) {
	case nil:
	case stopped:
		*v = unchecked("%s", r.reason)
	default:
		*v = unchecked("the validator failed on this value: %v", r)
	}
}

func (s *Schema) pass(r *run, value any) *jsonschema.ValidationError {
	s.meter.run = r
	err, _ := s.lib.Validate(value).(*jsonschema.ValidationError)
	return err
}

// circle finds a reference that came back to itself.
func circle(e *jsonschema.ValidationError) (jsondoc.Pointer, bool) {
	if e == nil {
		return "", false
	}
	if _, ok := e.ErrorKind.(*kind.RefCycle); ok {
		p, _ := schemaPointer(e.SchemaURL)
		return p, true
	}
	for _, c := range e.Causes {
		if p, ok := circle(c); ok {
			return p, true
		}
	}
	return "", false
}

func (r *reporter) all(e *jsonschema.ValidationError) []*leaf {
	if e == nil {
		return nil
	}
	return arrange(r.instance, r.leaves(e, "", nil), 0)
}

func (r *reporter) render(leaves []*leaf) []Problem {
	var out []Problem
	for _, l := range leaves[:min(len(leaves), MaxProblems)] {
		out = append(out, r.problem(l))
	}
	return out
}

// newWithFormats returns the leaves that are there only since formats were
// asserted, by themselves or under an anyOf or the like.
func newWithFormats(without, with []*leaf) []*leaf {
	type id struct {
		order  int
		schema jsondoc.Pointer
		name   string
	}
	known := map[id]bool{}
	for _, l := range without {
		known[id{l.order, l.schema, l.name}] = true
	}
	var out []*leaf
	for _, l := range with {
		if !known[id{l.order, l.schema, l.name}] && aboutFormat(l.err) {
			out = append(out, l)
		}
	}
	return out
}

func aboutFormat(e *jsonschema.ValidationError) bool {
	if _, ok := kindOf(e).(*kind.Format); ok {
		return true
	}
	for _, c := range e.Causes {
		if aboutFormat(c) {
			return true
		}
	}
	return false
}

func unreadWarnings(patterns []*pattern) []Problem {
	var out []Problem
	for _, p := range patterns {
		keyword := "pattern"
		if p.name {
			keyword = "patternProperties"
		}
		out = append(out, Problem{
			Schema: p.at, Keyword: keyword,
			Message:  fmt.Sprintf("the pattern %s cannot be read and was not checked: %v", cut(p.source, maxBrief), p.unread),
			Expected: "a regular expression of ECMA-262", Got: cut(p.source, maxBrief),
		})
	}
	return out
}
