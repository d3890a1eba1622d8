package validate_test

import (
	"context"
	"testing"
	"time"
	"unicode/utf8"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/validate"
)

// FuzzValidate holds any value against any schema: it must not panic, must end
// within the bounds, and what it says must point into the two documents.
func FuzzValidate(f *testing.F) {
	for _, c := range messageCases {
		f.Add([]byte(c.schema), []byte(c.instance), uint8(c.dialect))
	}
	for _, c := range faultCases {
		f.Add([]byte(c.schema), []byte(`{"a":1}`), uint8(c.dialect))
	}
	f.Add([]byte(laughs(8)), []byte(`1`), uint8(d20))
	f.Add([]byte(nested(20)), []byte(`{"x":{"x":1e400}}`), uint8(d4))
	f.Fuzz(func(t *testing.T, schema, instance []byte, d uint8) {
		if !utf8.Valid(schema) || !utf8.Valid(instance) {
			return // then a pointer cannot name every place
		}
		sdoc, err := jsondoc.Parse(schema)
		if err != nil {
			return
		}
		idoc, err := jsondoc.Parse(instance)
		if err != nil {
			return
		}
		start := time.Now()
		s, err := validate.Compile(sdoc, dialect.Dialect(d))
		if err != nil {
			checkFault(t, sdoc, err)
			return
		}
		compiled := time.Now()
		v := s.Validate(context.Background(), idoc)
		if took := compiled.Sub(start); took > validate.CompileTime+time.Second {
			t.Errorf("compiling took %s", took)
		}
		if took := time.Since(compiled); took > 2*validate.ValidateTime {
			t.Errorf("validating took %s", took)
		}
		if (v.State == validate.Invalid) != (len(v.Problems) > 0) || (v.State == validate.Unchecked) != (v.Reason != "") {
			t.Errorf("state %s, reason %q, %d problems", v.State, v.Reason, len(v.Problems))
		}
		for _, p := range append(v.Problems, v.Warnings...) {
			checkPlaces(t, sdoc, idoc, p)
		}
	})
}

func checkFault(t *testing.T, doc *jsondoc.Document, err error) {
	t.Helper()
	ce := compileError(t, err)
	if ce.Kind == validate.Failed {
		t.Errorf("the library failed: %s", ce.Message)
	}
	if _, err := doc.At(ce.Pointer); err != nil {
		t.Errorf("%s points nowhere: %v", ce.Kind, err)
	}
}

func checkPlaces(t *testing.T, schema, instance *jsondoc.Document, p validate.Problem) {
	t.Helper()
	if _, err := instance.At(p.Instance); err != nil {
		t.Errorf("%s: %v", p, err)
	}
	if _, err := schema.At(p.Schema); err != nil {
		t.Errorf("%s: %v", p, err)
	}
	if p.Message == "" || p.Keyword == "" || p.Expected == "" || p.Got == "" {
		t.Errorf("something is not said: %+v", p)
	}
	for _, c := range p.Causes {
		checkPlaces(t, schema, instance, c)
	}
}
