package form_test

import (
	"context"
	"testing"

	"mcploupe/inspector/form"
	"mcploupe/inspector/validate"
)

// Ensure that an example is valid by the schema for at least 99% of the real
// tools, with the required members alone and with the optional ones.
func TestFillCorpus(t *testing.T) {
	all := corpus(t)
	for _, extent := range []form.Extent{form.OnlyRequired, form.WithOptional} {
		valid, uncompilable := 0, 0
		for _, s := range all {
			schema, err := validate.Compile(s.doc, s.dialect)
			if err != nil {
				uncompilable++
				t.Logf("%s: does not compile: %v", s.tool, err)
				continue
			}
			f := form.NewNested(s.doc, s.dialect)
			left, err := f.Fill(t.Context(), "", extent)
			text, problems := f.JSON()
			if err != nil || len(problems) > 0 {
				t.Logf("%s: %v %+v", s.tool, err, problems)
				continue
			}
			v := schema.Validate(context.Background(), parse(t, string(text)))
			if v.State == validate.Valid && len(left) == 0 {
				valid++
			} else {
				t.Logf("%s: %v, told %+v\n%s", s.tool, v.Problems, left, text)
			}
		}
		share := float64(valid) / float64(len(all))
		t.Logf("optional %v: %d of %d valid (%.2f%%), %d do not compile", extent, valid, len(all), 100*share, uncompilable)
		if share < 0.99 {
			t.Errorf("optional %v: only %.2f%% of the examples are valid", extent, 100*share)
		}
	}
}
