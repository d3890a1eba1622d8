package repair

import (
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/tool"
)

// SourceMend is a mend in the words of the SDK that made the schema.
type SourceMend struct {
	SDK      SDK
	Why      string // the marks that tell the SDK
	Before   string // what is written in the source, as far as the schema tells
	After    string // what to write instead
	Language string // of both, as code highlighters call it
}

// phrase is one row of the tables of words: how a mend is written with an SDK.
// Before and after hold places such as {name}; a phrase that has a place which
// the schema does not fill is passed over, and so is one whose when says no.
type phrase struct {
	sdks          []SDK
	kinds         string // mends, or rules that are mended by hand; "*" for all
	before, after string
	when          func(*words) bool
}

// words are what the places of a phrase are filled with.
type words struct {
	values   map[string]string
	old, now *val // the schema of the property before and after; nil where no property is meant
	required bool
	language string
}

// addSources adds to each repair the mend in the SDK's words.
func (b *bench) addSources(t *tool.Tool, list []Repair) {
	sdk, why := Recognise(b.list, t)
	if sdk == NoSDK || !mendable(t) {
		return
	}
	for i := range list {
		r := &list[i]
		r.Source = sourceMend(t, r, sdk)
		if r.Source != nil {
			r.Source.Why = why
		}
	}
}

func sourceMend(t *tool.Tool, r *Repair, sdk SDK) *SourceMend {
	w := wordsOf(t, r, sdk)
	for _, p := range phrases {
		if !slices.Contains(p.sdks, sdk) || !p.fits(r) || p.when != nil && !p.when(w) {
			continue
		}
		before, ok := w.fill(p.before)
		after, also := w.fill(p.after)
		if ok && also && before != after {
			return &SourceMend{SDK: sdk, Before: before, After: after, Language: sdk.Language()}
		}
	}
	return nil
}

// fits reports whether a phrase is about a repair.
func (p *phrase) fits(r *Repair) bool {
	kinds := strings.Fields(p.kinds)
	if r.Tool == nil { // explained only
		return slices.Contains(kinds, r.Rule)
	}
	return slices.Contains(kinds, r.Kind) || slices.Contains(kinds, r.Kind+"@"+r.Rule) || slices.Contains(kinds, "*")
}

// fill puts the words into a phrase; false where one is missing.
func (w *words) fill(text string) (string, bool) {
	var b strings.Builder
	for {
		start := strings.Index(text, "«")
		if start < 0 {
			b.WriteString(text)
			return b.String(), true
		}
		end := strings.Index(text, "»")
		value, ok := w.values[text[start+len("«"):end]]
		if !ok {
			return "", false
		}
		b.WriteString(text[:start])
		b.WriteString(value)
		text = text[end+len("»"):]
	}
}

// maxWord bounds what is put into a phrase, in bytes.
const maxWord = 1500

func (w *words) put(name, value string) {
	if len(value) <= maxWord {
		w.values[name] = value
	}
}

// wordsOf gathers what the schema tells of the source.
func wordsOf(t *tool.Tool, r *Repair, sdk SDK) *words {
	w := &words{values: map[string]string{}, language: sdk.Language()}
	before := newWork(t, nil, asSent())
	w.put("tool", t.Name)
	w.put("function", identifier(t.Name))
	w.put("description", clip(t.Description))
	s := before.locate(r.Pointer)
	if name, v, in := innermostProperty(s); v != nil {
		w.old, w.required = v, requires(in, name)
		w.put("name", identifier(name))
		w.put("wire", name)
		w.put("Name", exported(name))
		w.put("type", typeWord(w.language, v, 0))
		checked, _ := checkedType(w.language, v, false)
		full, inside := checkedType(w.language, v, admitsNull(v))
		w.put("checked", checked)
		w.put("full", full)
		if inside != "" {
			w.put("inside", inside)
		}
		if d := v.get("default"); d != nil {
			w.put("default", literal(w.language, d))
		}
		w.put("zero", zero(w.language, v))
		if p := v.get("pattern"); p != nil {
			w.put("pattern", p.text())
		}
		if d := v.get("description"); d != nil {
			w.put("says", literal(w.language, d))
		}
	}
	if r.Tool == nil {
		return w
	}
	doc, err := jsondoc.Parse(r.Tool)
	if err != nil {
		return w
	}
	now := wrapNode(doc.Root(), asSent())
	if s.side == "inputSchema" {
		w.put("input", now.get("inputSchema").compact())
	}
	w.put("newtool", now.get("name").text())
	w.mended(s, now)
	return w
}

// mended adds what the property is after the mend.
func (w *words) mended(s *site, now *val) {
	if w.old == nil {
		return
	}
	at := &site{work: &work{root: now}, ptr: s.ptr}
	name, v, _ := innermostProperty((&work{root: now}).locate(at.ptr))
	if v == nil || identifier(name) != w.values["name"] {
		return
	}
	w.now = v
	w.put("newtype", typeWord(w.language, v, 0))
	newchecked, _ := checkedType(w.language, v, false)
	w.put("newchecked", newchecked)
	newfull, _ := checkedType(w.language, v, admitsNull(v))
	w.put("newfull", newfull)
	if items := v.get("items"); items.size() > 0 && items.get("type").is(jsondoc.String) {
		w.put("items", items.get("type").text())
	}
	if n := v.get("maxItems"); n != nil {
		w.put("length", string(n.spelling()))
	}
	w.put("newzero", zero(w.language, v))
	if d := v.get("default"); d != nil {
		w.put("newdefault", literal(w.language, d))
	}
	if p := v.get("pattern"); p != nil {
		w.put("newpattern", p.text())
	}
	if d := v.get("description"); d != nil {
		w.put("newsays", literal(w.language, d))
	}
	if list := v.get("enum"); list.is(jsondoc.Array) {
		w.put("values", enumWords(w.language, list))
	}
	w.put("schema", literal(w.language, published(v)))
	w.put("json", published(v).compact())
	w.put("overrides", overrides(w.old, v))
}

// published is a property's schema without what the SDK adds itself.
func published(v *val) *val {
	c := v.clone()
	if c.isObject() {
		c.drop("default", "title")
	}
	return c
}

// overrides are what .meta() of zod 4 must change: undefined for what goes.
func overrides(old, now *val) string {
	if !old.isObject() || !now.isObject() {
		return ""
	}
	var parts []string
	for _, m := range old.fields() {
		if !now.has(m.name) {
			parts = append(parts, key(m.name)+": undefined")
		}
	}
	for _, m := range now.fields() {
		if have := old.get(m.name); have == nil || !sameVal(have, m.v) {
			parts = append(parts, key(m.name)+": "+literal("typescript", m.v))
		}
	}
	return strings.Join(parts, ", ")
}

func key(name string) string {
	if identifier(name) == name && !strings.HasPrefix(name, "$") {
		return name
	}
	return jsondoc.Quote(name)
}

// innermostProperty finds the property that a place is in: its name, its schema
// and the schema around it.
func innermostProperty(s *site) (string, *val, *val) {
	for i := len(s.chain) - 1; i > 0; i-- {
		if st := s.chain[i]; st.under == "properties" {
			return st.name, st.v, s.chain[i-1].v
		}
	}
	if in, name, v := s.memberOrNil(); v != nil && s.keyword == "properties" {
		return name, v, in
	}
	return "", nil, nil
}

func (s *site) memberOrNil() (*val, string, *val) {
	if len(s.chain) == 0 {
		return nil, "", nil
	}
	_, name, v := s.member()
	return s.last().v, name, v
}

func clip(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}
