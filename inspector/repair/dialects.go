package repair

import (
	"strings"

	"mcploupe/inspector/dialect"
	"mcploupe/inspector/jsondoc"
)

// dialectMends are about the dialect that a schema declares or is written in.
func dialectMends() []mend {
	return []mend{
		{
			name: "convert-undeclared", title: "Convert to 2020-12, without $schema", effect: Keeps, do: convertTo(0, true),
			explain: "The schema is written as 2020-12 has it and declares no dialect: without $schema 2020-12 is meant.",
		},
		{
			name: "convert-declared", title: "Convert to 2020-12", effect: Keeps, do: convertTo(0, false),
			explain: "The schema is written as 2020-12 has it and declares that.",
		},
		{
			name: "siblings-apply", title: "Read it as 2020-12, where what stands beside $ref counts", effect: Narrower, do: convertTo(dialect.Draft2019, true),
			explain: "Up to draft-07 the keywords beside $ref are ignored; read as a later dialect they count, which is what was most likely meant.",
		},
		{
			name: "declare-2020", title: "Declare 2020-12", effect: Keeps, do: declare(func(*val) dialect.Dialect { return dialect.Draft2020 }),
			explain: "The schema is written as 2020-12 has it; $schema says so.",
		},
		{
			name: "declare-written", title: "Declare the dialect it is written in", effect: Keeps, do: declare(writtenIn),
			explain: "The schema is written in an older dialect; $schema says so.",
		},
	}
}

// convertTo converts the side of the tool that the finding is in.
func convertTo(from dialect.Dialect, undeclared bool) func(*site) bool {
	return func(s *site) bool {
		v := s.sideRoot()
		if !v.isObject() {
			return false
		}
		text := appendVal(nil, v, place{multi: true}, s.style)
		doc, err := jsondoc.Parse(text)
		if err != nil {
			return false
		}
		c, err := dialect.Convert(doc, dialect.Options{From: from})
		if err != nil {
			return false
		}
		out, err := jsondoc.Parse(c.JSON)
		if err != nil || out.Root().Kind() != jsondoc.Object {
			return false
		}
		if from != 0 && !v.get("$schema").is(jsondoc.String) {
			return false
		}
		s.adopt(out, c.Changes, undeclared)
		return true
	}
}

// adopt puts a converted side into the tool, with where each place came from.
func (s *site) adopt(out *jsondoc.Document, changes []dialect.Change, undeclared bool) {
	side := jsondoc.Pointer("").Join(s.side)
	from := s.base
	src := &source{origin: func(p jsondoc.Pointer) (jsondoc.Pointer, bool) {
		best, ok := p, true
		length := -1
		for _, c := range changes {
			if c.Gone || !p.Within(c.To) || len(c.To) < length {
				continue
			}
			length = len(c.To)
			best, ok = c.From+p[len(c.To):], !c.New
		}
		if !ok {
			return "", false
		}
		return from.origin(side + best)
	}}
	v := wrapNode(out.Root(), src)
	if undeclared {
		v.drop("$schema")
	}
	s.root.set(s.side, v)
	s.chain = s.chain[:1]
	s.chain[0].v = v
	for _, c := range changes {
		if c.From == c.To && c.Effect == dialect.Kept || undeclared && c.To == "/$schema" {
			continue
		}
		s.extra = append(s.extra, Change{From: side + c.From, To: side + c.To, New: c.New, Gone: c.Gone, Reason: c.Reason})
	}
}

func declare(which func(*val) dialect.Dialect) func(*site) bool {
	return func(s *site) bool {
		v := s.sideRoot()
		if !v.isObject() {
			return false
		}
		d := which(v)
		if !d.Known() || v.get("$schema").isText(d.URI(), strings.TrimSuffix(d.URI(), "#")) {
			return false
		}
		if v.has("$schema") {
			v.set("$schema", str(d.URI()))
		} else {
			v.putFirst("$schema", str(d.URI()))
		}
		return true
	}
}

// writtenIn is the dialect that the keywords of an undeclared schema are from.
func writtenIn(v *val) dialect.Dialect {
	doc, err := jsondoc.Parse(appendVal(nil, v, place{}, style{}))
	if err != nil {
		return dialect.Unknown
	}
	d := dialect.Detect(doc, dialect.Unknown)
	if !d.Guessed {
		return dialect.Unknown
	}
	return d.Used
}
