package repair

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"mcploupe/inspector/jsondoc"
)

// textMends are about texts and names in the tool, and about the text itself.
func textMends() []mend {
	return []mend{
		{
			name: "strip-hidden", title: "Take the hidden characters out", effect: Keeps, do: onText(stripHidden),
			explain: "Nobody sees the characters; the text says the same to a reader without them.",
		},
		{
			name: "strip-broken", title: "Take the half characters out", effect: Keeps, do: onText(stripBroken),
			explain: "Half a surrogate pair and bytes that are no UTF-8 stand for no character.",
		},
		{
			name: "drop-duplicates", title: "Keep the last of the two", effect: Keeps, do: dropDuplicates,
			explain: "Most decoders keep the last one, so that nothing changes for them; put the other back under a name of its own if it was meant.",
		},
		{
			name: "default-in-step", title: "Write the default of the schema in the text", effect: Keeps, do: onSchema(defaultInStep),
			explain: "The text says the default that the schema has; see that it is the right one.",
		},
		{
			name: "description-from-title", title: "Take the title for a description", effect: Other, guess: true, do: descriptionFromTitle,
			explain: "The title stands for a description until you write one.",
		},
	}
}

// textsAt gives the string values at a place, and a way to name the members of an
// object at that place, since names have the pointers of their values.
func onText(clean func(jsondoc.Node) (string, bool)) func(*site) bool {
	return func(s *site) bool {
		if s.ptr == "" {
			return false
		}
		up := (&site{work: s.work}).at(s.ptr.Parent())
		if up == nil {
			return false
		}
		up.open()
		done := false
		for i, m := range up.members {
			if m.name != s.ptr.Last() {
				continue
			}
			if text, ok := clean(m.key); ok {
				up.members[i].key, up.members[i].name = jsondoc.Node{}, text
				up.names = nameIndex{}
				done = true
			}
			if text, ok := clean(m.v.src); ok && m.v.is(jsondoc.String) {
				up.members[i].v = str(text)
				done = true
			}
		}
		for i, e := range up.elems {
			if jsondoc.Pointer("").Index(i).Last() == s.ptr.Last() && e.is(jsondoc.String) {
				if text, ok := clean(e.src); ok {
					up.elems[i] = str(text)
					done = true
				}
			}
		}
		return done
	}
}

// at follows a pointer from the root of the tool.
func (s *site) at(p jsondoc.Pointer) *val {
	v := s.root
	for _, t := range p.Tokens() {
		if v = child(v, t); v == nil {
			return nil
		}
	}
	return v
}

// hiddenRune reports whether a character is one that nobody sees.
func hiddenRune(r rune) bool {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return false
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), r == 0x2028, r == 0x2029:
		return true
	case r >= 0xfe00 && r <= 0xfe0e, r >= 0xe0000 && r <= 0xe01ef:
		return true
	}
	return r == 0x034f || r == 0x3164 || r == 0x115f || r == 0x1160 || r == 0xffa0 || r == 0x2800
}

// stripHidden takes hidden characters out of a string, but for those that have
// their work between letters or pictures: joiners, and direction marks in scripts
// that are written from the right.
func stripHidden(n jsondoc.Node) (string, bool) {
	if n.Kind() != jsondoc.String {
		return "", false
	}
	text := []rune(n.Text())
	var b strings.Builder
	changed := false
	for i, r := range text {
		if hiddenRune(r) && !working(text, i) {
			changed = true
			continue
		}
		b.WriteRune(r)
	}
	return b.String(), changed
}

func working(text []rune, i int) bool {
	r := text[i]
	switch {
	case r == 0x200c || r == 0x200d:
		return i > 0 && i+1 < len(text) && text[i-1] > 0x0600 && text[i+1] > 0x0600
	case r == 0x200e || r == 0x200f || r == 0x061c:
		return strings.ContainsFunc(string(text), func(r rune) bool {
			return unicode.Is(unicode.Hebrew, r) || unicode.Is(unicode.Arabic, r)
		})
	case r >= 0xfe00 && r <= 0xfe0e:
		return i > 0 && text[i-1] > 0x2000
	case r >= 0xe0020 && r <= 0xe007f:
		return strings.ContainsRune(string(text[max(0, i-8):i]), 0x1f3f4)
	}
	return false
}

// stripBroken takes out what decodes to U+FFFD without being written so.
func stripBroken(n jsondoc.Node) (string, bool) {
	if n.Kind() != jsondoc.String {
		return "", false
	}
	raw := string(n.Raw())
	if !strings.Contains(strings.ToLower(raw), `\ud`) && utf8.ValidString(raw) {
		return "", false
	}
	text := n.Text()
	clean := strings.ReplaceAll(text, "\ufffd", "")
	return strings.TrimRight(clean, " "), clean != text
}

// dropDuplicates keeps the last of several members of one name.
func dropDuplicates(s *site) bool {
	up := s.at(s.ptr.Parent())
	if !up.isObject() || s.ptr == "" {
		return false
	}
	name := s.ptr.Last()
	last := up.index(name)
	kept := up.members[:0:0]
	for i, m := range up.members {
		if m.name != name || i == last {
			kept = append(kept, m)
		}
	}
	done := len(kept) < len(up.members)
	up.members = kept
	return done
}

// saidDefault finds "default 10", "defaults to `x`", "Default: true".
var saidDefault = regexp.MustCompile("(?i)\\bdefaults?(?:\\s+(?:is|to|value|value is))?\\s*[:=]?\\s*[\"'`“]?([A-Za-z0-9_.+-]+)[\"'`”]?")

func defaultInStep(_ *site, v *val) bool {
	d, text := v.get("default"), v.get("description").text()
	at := saidDefault.FindStringSubmatchIndex(text)
	if d == nil || at == nil {
		return false
	}
	said := text[at[2]:at[3]]
	trimmed := strings.TrimRight(said, ".")
	right := sayValue(d)
	if trimmed == right || strings.ContainsAny(right, "{[\n") {
		return false
	}
	v.set("description", str(text[:at[2]]+right+said[len(trimmed):]+text[at[3]:]))
	return true
}

func descriptionFromTitle(s *site) bool {
	if s.ptr != "/description" || strings.TrimSpace(s.root.get("description").text()) != "" {
		return false
	}
	title := s.root.get("title").text()
	if title == "" {
		title = s.root.get("annotations").get("title").text()
	}
	if title == "" {
		return false
	}
	if s.root.has("description") {
		s.root.set("description", str(title))
	} else {
		s.root.putAfter("description", str(title), "title", "name")
	}
	return true
}
