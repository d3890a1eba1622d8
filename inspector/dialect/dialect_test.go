package dialect

import (
	"strings"
	"testing"

	"mcploupe/inspector/jsondoc"
)

func TestByURI(t *testing.T) {
	for uri, want := range map[string]Dialect{
		"http://json-schema.org/draft-03/schema#":                Draft03,
		"http://json-schema.org/draft-04/schema":                 Draft04,
		"https://json-schema.org/draft-04/schema#":               Draft04,
		"http://json-schema.org/draft-05/schema#":                Draft04,
		"http://json-schema.org/draft-06/schema#":                Draft06,
		"https://json-schema.org/draft-07/schema":                Draft07,
		"http://json-schema.org/draft-07/hyper-schema#":          Draft07,
		"http://json-schema.org/schema#":                         Draft07,
		"https://json-schema.org/draft/2019-09/schema":           Draft2019,
		"http://json-schema.org/draft/2019-09/schema#":           Draft2019,
		"https://json-schema.org/draft/2020-12/schema#":          Draft2020,
		"https://json-schema.org/draft/next/schema":              Unknown,
		"https://json-schema.org/draft-07/schema#/definitions/x": Unknown,
		"json-schema.org/draft-07/schema":                        Unknown,
		"https://example.com/draft-07/schema":                    Unknown,
		"":                                                       Unknown,
	} {
		if got, ok := ByURI(uri); got != want || ok != (want != Unknown) {
			t.Errorf("%q is %s (%v), want %s", uri, got, ok, want)
		}
	}
	for _, d := range All() {
		if got, ok := ByURI(d.URI()); got != d || !ok {
			t.Errorf("%s is not found under its own URI", d)
		}
		if got, ok := ByName(d.String()); got != d || !ok {
			t.Errorf("%s is not found under its own name", d)
		}
	}
}

func TestByName(t *testing.T) {
	for name, want := range map[string]Dialect{
		"7": Draft07, "Draft-07": Draft07, "draft7": Draft07, " 2020-12 ": Draft2020, "draft2019-09": Draft2019,
		"draft-05": Draft04, "http://json-schema.org/draft-06/schema#": Draft06, "8": Unknown, "": Unknown,
	} {
		if got, ok := ByName(name); got != want || ok != (want != Unknown) {
			t.Errorf("%q is %s (%v), want %s", name, got, ok, want)
		}
	}
}

func TestDetect(t *testing.T) {
	for _, tc := range []struct {
		schema string
		assume Dialect
		want   Dialect
		at     jsondoc.Pointer // the evidence of a guess
		why    string          // a part of it
	}{
		{`{"$schema":"http://json-schema.org/draft-07/schema#"}`, 0, Draft07, "", "names draft-07"},
		{`{"$schema":"http://json-schema.org/schema#"}`, 0, Draft07, "", "latest"},
		{`{"$schema":"http://json-schema.org/draft-05/schema#"}`, 0, Draft04, "", "another name"},
		{`{"$schema":"http://json-schema.org/draft-04/hyper-schema#"}`, 0, Draft04, "", "links"},
		{`{"$schema":"https://example.com/x"}`, 0, Unknown, "", "not known"},
		{`{"$schema":7}`, 0, Draft2020, "", "not a text"},
		{`{"$schema":7,"items":[{}]}`, 0, Draft2019, "/items", "not a text, so it names nothing, which means 2020-12, but items is a list"},
		{`{}`, 0, Draft2020, "", "no $schema"},
		{`{}`, Draft06, Draft06, "", "means draft-06"},
		{`true`, 0, Draft2020, "", "no $schema"},
		{`{"items":[{}]}`, 0, Draft2019, "/items", "2019-09"},
		{`{"items":[{}]}`, Draft04, Draft04, "", "means draft-04"},
		{`{"properties":{"a":{"items":[{}]}},"prefixItems":[{}]}`, 0, Draft2020, "", "no $schema"},
		{`{"properties":{"items":{"type":"string"}},"default":{"items":[1]}}`, 0, Draft2020, "", "no $schema"},
		{`{"definitions":{"a":{"$id":"#a"}}}`, 0, Draft07, "/definitions/a/$id", "draft-07"},
		{`{"$defs":{"a":{"$id":"#a","items":[true]}}}`, 0, Draft07, "/$defs/a/$id", "draft-07"},
		{`{"minimum":1,"exclusiveMinimum":true}`, 0, Draft04, "/exclusiveMinimum", "draft-04"},
		{`{"minimum":1,"exclusiveMinimum":true,"const":1}`, 0, Draft2020, "", "no $schema"},
		{`{"minimum":1,"exclusiveMinimum":true,"const":1,"items":[{}]}`, 0, Draft2019, "/items", "2019-09"},
		{`{"properties":{"a":{"required":true}}}`, 0, Draft03, "/properties/a/required", "draft-03"},
		{`{"properties":{"a":{"required":true}},"required":["b"]}`, 0, Draft2020, "", "no $schema"},
		{`{"type":"any"}`, 0, Draft03, "/type", "draft-03"},
		{`{"dependencies":{"a":{"items":[{}]}}}`, 0, Draft2019, "/dependencies/a/items", "2019-09"},
	} {
		doc, err := jsondoc.Parse([]byte(tc.schema))
		if err != nil {
			t.Fatal(err)
		}
		got := Detect(doc, tc.assume)
		if got.Used != tc.want || got.Evidence != tc.at || got.Guessed != (tc.at != "") || got.Known != (tc.want != Unknown) || !strings.Contains(got.Why, tc.why) {
			t.Errorf("%s: %+v", tc.schema, got)
		}
	}
}

func TestRepairNames(t *testing.T) {
	all, err := ParseRepairs("all")
	if err != nil || all != AllRepairs {
		t.Errorf("all: %v, %v", all, err)
	}
	back, err := ParseRepairs(strings.Join(AllRepairs.Names(), ", "))
	if err != nil || back != AllRepairs {
		t.Errorf("names: %v, %v", back, err)
	}
	if none, err := ParseRepairs(""); err != nil || none != 0 {
		t.Errorf("none: %v, %v", none, err)
	}
	if _, err := ParseRepairs("exclusive,everything"); err == nil || !strings.Contains(err.Error(), `"everything"`) {
		t.Errorf("an unknown name: %v", err)
	}
	if len(AllRepairs.Describe()) != len(AllRepairs.Names()) {
		t.Error("a repair is not described")
	}
}

// TestResolveURI: the examples of RFC 3986 section 5.4, and bases without a path.
func TestResolveURI(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	for ref, want := range map[string]string{
		"g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g",
		"//g": "http://g", "?y": "http://a/b/c/d;p?y", "g?y": "http://a/b/c/g?y", ";x": "http://a/b/c/;x", "": base,
		".": "http://a/b/c/", "./": "http://a/b/c/", "..": "http://a/b/", "../g": "http://a/b/g", "../..": "http://a/",
		"../../g": "http://a/g", "../../../g": "http://a/g", "/./g": "http://a/g", "/../g": "http://a/g", "g.": "http://a/b/c/g.",
		"..g": "http://a/b/c/..g", "./g/.": "http://a/b/c/g/", "g/../h": "http://a/b/c/h",
	} {
		if got := resolveURI(base, ref); got != want {
			t.Errorf("%q is %q, want %q", ref, got, want)
		}
	}
	for _, tc := range [][3]string{
		{"http://a", "b", "http://a/b"},
		{"urn:x:y", "", "urn:x:y"},
		{"urn:x:y", "urn:x:z", "urn:x:z"},
		{"http://a/b?q", "", "http://a/b?q"},
	} {
		if got := resolveURI(tc[0], tc[1]); got != tc[2] {
			t.Errorf("%q against %q is %q, want %q", tc[1], tc[0], got, tc[2])
		}
	}
}

// TestRelativeURI: what is spelled resolves to what was meant.
func TestRelativeURI(t *testing.T) {
	folder := "mcploupe://self/-/"
	for _, tc := range []struct {
		base, target string
		ok           bool
	}{
		{selfBase, folder + "a.json", true},
		{folder + "x/y", folder + "a.json", true},
		{folder + "x/y", folder + "x/z", true},
		{folder + "a", folder + "urn:b", true},
		{"http://a/b", "http://c/d", true},
		{"http://a/b", folder + "a.json", false},
		{folder + "a", "mcploupe://self/other", false},
	} {
		rel, ok := relativeURI(tc.base, tc.target)
		if ok != tc.ok {
			t.Errorf("%q from %q: %q, %v", tc.target, tc.base, rel, ok)
		} else if ok && resolveURI(tc.base, rel) != tc.target {
			t.Errorf("%q from %q is spelled %q, which is %q", tc.target, tc.base, rel, resolveURI(tc.base, rel))
		}
		if strings.Contains(rel, "mcploupe") {
			t.Errorf("%q leaks the name of the unnamed document", rel)
		}
	}
}
