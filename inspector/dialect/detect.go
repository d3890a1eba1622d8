package dialect

import (
	"fmt"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// Detection says which dialect a schema is read as, and why.
type Detection struct {
	Declared    string          // the text of $schema as sent
	HasDeclared bool            // the schema has a $schema that is a string
	Known       bool            // Declared names a dialect of this package, or nothing is declared
	Used        Dialect         // what the schema is read as; Unknown where Known is false
	Guessed     bool            // nothing was declared and the keywords decided against what was assumed
	Evidence    jsondoc.Pointer // the keyword that decided, where Guessed
	Why         string          // one sentence for the page
}

// Detect finds the dialect of a schema. assume is what a schema without $schema
// is; Unknown means 2020-12, as the protocol says since 2025-11-25 (SEP-1613).
//
// Where nothing is declared and 2020-12 is assumed, but a keyword is written in a
// way that only older dialects allow, the schema is read as the newest dialect
// that allows it. Any other assumption is taken as it is.
func Detect(doc *jsondoc.Document, assume Dialect) Detection {
	if !assume.Known() {
		assume = Draft2020
	}
	decl := doc.Root().Get("$schema")
	if decl.Kind() == jsondoc.String {
		for d := Draft03; d <= Draft2020; d++ { // most are spelled as they should be
			if decl.Is(d.URI()) {
				return Detection{Declared: d.URI(), HasDeclared: true, Known: true, Used: d, Why: whyNamed[d]}
			}
		}
		return declared(decl.Text())
	}
	det := Detection{Known: true, Used: assume, Why: whyNone[assume]}
	if decl.Exists() {
		det.Why = fmt.Sprintf("$schema is not a text, so it names nothing, which means %s.", assume)
	}
	if assume == Draft2020 {
		if e := strongest(doc); e != nil {
			det.Guessed, det.Used, det.Evidence = true, e.sign.until, doc.Node(int(e.at)).Pointer()
			det.Why = fmt.Sprintf("%s, but %s at %s, which 2020-12 does not allow; it is read as %s, the newest dialect that does.",
				strings.TrimSuffix(det.Why, "."), e.sign.what, at(det.Evidence), det.Used)
		}
	}
	return det
}

func at(p jsondoc.Pointer) string {
	if p == "" {
		return "the root"
	}
	return string(p)
}

func declared(uri string) Detection {
	det := Detection{Declared: uri, HasDeclared: true}
	det.Used, det.Known = ByURI(uri)
	switch {
	case !det.Known:
		det.Why = fmt.Sprintf("$schema names %q, a dialect that is not known here.", uri)
	case strings.Contains(uri, "hyper-schema"):
		det.Why = fmt.Sprintf("$schema names the hyper-schema of %s, which is %s with links; the links are kept and say nothing about validity.", det.Used, det.Used)
	case strings.Contains(uri, "draft-05"):
		det.Why = "$schema names draft-05, which is draft-04 under another name."
	case strings.TrimSuffix(uri[strings.Index(uri, "://")+3:], "#") == "json-schema.org/schema":
		det.Why = "$schema names whatever is the latest; while people wrote it so, that was draft-07."
	default:
		det.Why = whyNamed[det.Used]
	}
	return det
}

// What is said most often, made once.
var whyNamed, whyNone = func() (named, none [dialects]string) {
	for d := range dialects {
		named[d] = fmt.Sprintf("$schema names %s.", Dialect(d))
		none[d] = fmt.Sprintf("There is no $schema, which means %s.", Dialect(d))
	}
	return named, none
}()

// sign is a way to write a keyword that 2020-12 refuses.
type sign struct {
	k     kw
	until Dialect // the newest dialect that allows it
	what  string
	is    func(n jsondoc.Node) bool
}

func isBool(n jsondoc.Node) bool { return n.Kind() == jsondoc.Bool }

var signTable = [...]sign{
	{kwItems, Draft2019, "items is a list", func(n jsondoc.Node) bool { return n.Kind() == jsondoc.Array }},
	{kwID, Draft07, "$id has a fragment", func(n jsondoc.Node) bool {
		_, fragment := splitID(n.Text())
		return fragment != ""
	}},
	{kwExclusiveMinimum, Draft04, "exclusiveMinimum is true or false", isBool},
	{kwExclusiveMaximum, Draft04, "exclusiveMaximum is true or false", isBool},
	{kwRequired, Draft03, "required is true or false", isBool},
	{kwType, Draft03, `type names "any" or a schema`, typeIs03},
}

func typeIs03(n jsondoc.Node) bool {
	if n.Kind() == jsondoc.Object || n.Is("any") {
		return true
	}
	for _, e := range n.Elems() {
		if e.Kind() == jsondoc.Object || e.Is("any") {
			return true
		}
	}
	return false
}

// evidence is a sign that was found.
type evidence struct {
	sign *sign
	at   int32
}

// finder walks a schema of unknown age.
type finder struct {
	*conv
	found [len(signTable)]int32 // the first place of each sign
	since Dialect               // the oldest dialect that knows everything the schema uses
}

// strongest finds the sign that says most: the one of the oldest dialect that
// knows all other keywords of the schema. A sign for draft-03 in a schema that
// uses draft-06 is a slip, not a dialect.
func strongest(doc *jsondoc.Document) *evidence {
	c := convs.Get().(*conv)
	defer c.release()
	c.doc = doc
	f := finder{conv: c}
	f.schema(0)
	var best *evidence
	for i, at := range f.found {
		s := &signTable[i]
		if at == 0 || s.until < f.since {
			continue
		}
		if best == nil || s.until < best.sign.until || s.until == best.sign.until && at < best.at {
			best = &evidence{s, at}
		}
	}
	return best
}

func (f *finder) schema(id int32) {
	if f.kind(id) != jsondoc.Object {
		return
	}
	var m members
	f.collect(id, &m)
	f.signs(&m)
	for k := range m.set.all {
		e := &keywordTable[k]
		since := e.since
		switch v := m.value(k); {
		case e.class == annotation || e.class == definitions || e.class == classNone:
			since = Unknown // says nothing about the dialect
		case (k == kwExclusiveMinimum || k == kwExclusiveMaximum) && f.kind(v) == jsondoc.Number:
			since = Draft06
		case k == kwRequired && f.kind(v) == jsondoc.Array:
			since = Draft04
		}
		f.since = max(f.since, since)
		f.below(m.value(k), e.holds)
	}
}

func (f *finder) signs(m *members) {
	for i := range signTable {
		s := &signTable[i]
		if v := m.value(s.k); v != 0 && f.found[i] == 0 && s.is(f.node(v)) {
			f.found[i] = v
		}
	}
}

// below looks for schemas in the value of a keyword, whatever dialect it is of.
func (f *finder) below(v int32, holds shape) {
	if holds == holdsNothing || v == 0 {
		return
	}
	switch f.kind(v) {
	case jsondoc.Array:
		for e, end := v+1, f.end(v); e < end; e = f.end(e) {
			f.schema(e)
		}
	case jsondoc.Object:
		if holds != holdsMap && holds != holdsDeps {
			f.schema(v)
			return
		}
		for k, end := v+1, f.end(v); k < end; k = f.end(k + 1) {
			f.schema(k + 1)
		}
	}
}
