package form_test

import (
	"testing"
	"time"

	"mcploupe/inspector/form"
)

// count returns the number of fields that a form shows.
func count(fields []*form.Field) int {
	n := len(fields)
	for _, at := range fields {
		n += count(at.Fields)
	}
	return n
}

// BenchmarkNew opens the form that takes longest of all tools.
func BenchmarkNew(b *testing.B) {
	var slowest schemaOf
	var longest time.Duration
	most := 0
	for _, s := range corpus(b) {
		var f *form.Form
		best := time.Hour
		for range 3 { // the machine has other things to do, too
			start := time.Now()
			f = form.New(s.doc, s.dialect)
			best = min(best, time.Since(start))
		}
		if best > longest {
			longest, slowest = best, s
		}
		if n := count(f.Fields); n > most {
			most = n
			b.Logf("%s has %d fields", s.tool, n)
		}
	}
	b.Logf("%s, %d bytes, took %v", slowest.tool, len(slowest.doc.Source()), longest)
	for b.Loop() {
		form.New(slowest.doc, slowest.dialect)
	}
}
