package refusal

import (
	"strconv"
	"strings"

	"mcploupe/inspector/jsondoc"
)

// Members that problems, or words about them, are kept in.
var (
	listNames  = set("errors issues details violations validationErrors validation_errors problems fieldErrors invalid_params invalidParams errorDetails inner failures data")
	treeNames  = set("error errors issues details detail data inner violations validationErrors validation_errors problems fieldErrors failures cause result body response invalid_params invalidParams errorDetails structuredContent content payload")
	wordNames  = set("error message detail details reason description msg error_description errorMessage error_message title text errors issues violations problems cause data hint")
	metaNames  = set("message code status statusCode error type title detail description name reason hint suggestion help note tip path stack url")
	fieldLists = set("details errors fieldErrors validationErrors validation_errors nested messages")
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// tree looks for problems in JSON. in is the name of the member it is in.
func (r *reader) tree(n jsondoc.Node, in string, depth int) finding {
	var found finding
	if r.visited++; depth > maxDepth || r.visited > maxVisited {
		return found
	}
	switch n.Kind() {
	case jsondoc.String:
		return r.text(n.Text(), depth+1)
	case jsondoc.Array:
		if in == "" {
			in = "issues" // a list of its own
		}
		for _, elem := range n.Elems() {
			if elem.Kind() == jsondoc.Object || elem.Kind() == jsondoc.String && wordNames[in] {
				found = found.and(r.tree(elem, in, depth+1))
			}
		}
	case jsondoc.Object:
		return r.object(n, in, depth)
	}
	return found
}

func (r *reader) object(n jsondoc.Node, in string, depth int) finding {
	if found, ok := r.shaped(n, in, depth); ok {
		return found
	}
	for _, read := range []func(jsondoc.Node, string) finding{r.zodFormat, r.zodTreeify, r.classValidator, r.fieldMap} {
		if found := read(n, in); !found.empty() {
			return found
		}
	}
	var found finding
	for key, value := range n.Members() {
		name := key.Text()
		if container := value.Kind() == jsondoc.Object || value.Kind() == jsondoc.Array; container && treeNames[name] {
			found = found.and(r.tree(value, name, depth+1))
		}
	}
	if found.fields() {
		return found
	}
	for key, value := range n.Members() {
		if value.Kind() == jsondoc.String && wordNames[key.Text()] {
			found = found.and(r.text(value.Text(), depth+1))
		}
	}
	return found
}

// shaped reads an object that stands for a problem.
func (r *reader) shaped(n jsondoc.Node, in string, depth int) (finding, bool) {
	for i := range r.shapes {
		s := &r.shapes[i]
		if !s.fits(n, in) {
			continue
		}
		w, ok := s.read(n, in)
		if !ok {
			continue
		}
		if s.validator == "" && !refuses(w.Message) && w.Expected == "" {
			return finding{}, false // an object with a path and a message says no more than that
		}
		if s.validator == "zod" {
			return r.zodIssue(n, w, s, depth), true
		}
		if s.validator == "pydantic 2" {
			w.base = r.locPath(pydanticError{loc: w.base, raw: w}, r.siblings(n, s, in))
		}
		w.base = r.strip(w.base)
		var found finding
		r.report(&found, s.validator, w)
		return found, true
	}
	return finding{}, false
}

// siblings are the entries of the list that an entry is in.
func (r *reader) siblings(n jsondoc.Node, s *shape, in string) []pydanticError {
	var all []pydanticError
	for i, elem := range n.Parent().Elems() {
		if i >= 200 {
			break
		}
		if w, ok := s.read(elem, in); ok {
			all = append(all, pydanticError{loc: w.base, raw: w})
		}
	}
	return all
}

// zodIssue reads an issue. The branches of a union have issues of their own;
// they say what was expected, and at the root, what every branch complains about.
func (r *reader) zodIssue(n jsondoc.Node, w raw, s *shape, depth int) finding {
	var found finding
	if len(w.base) > 0 && w.base[0] == "method" && strings.Contains(w.Expected, "tools/call") {
		return found // the request was no tools/call at all
	}
	w.base = r.strip(w.base)
	branches := zodBranches(n)
	if len(branches) > 0 && len(w.base) == 0 {
		return r.common(branches, depth)
	}
	if w.Expected == "" && len(branches) > 0 {
		w.Expected = branchTypes(n, branches)
	}
	r.report(&found, zodVersion(n), w)
	return found
}

// zodVersion tells the versions apart by what only one of them writes.
func zodVersion(n jsondoc.Node) string {
	code, message := n.Get("code").Text(), n.Get("message").Text()
	switch {
	case n.Get("unionErrors").Exists(), n.Get("received").Exists(), n.Get("validation").Exists(), code == "invalid_enum_value", code == "invalid_literal", code == "invalid_string",
		strings.HasPrefix(message, "Unrecognized key(s) in object"), n.Get("type").Exists() && n.Get("inclusive").Exists():
		return "zod 3"
	case code == "invalid_value", code == "invalid_format", code == "invalid_key", code == "invalid_element", n.Get("origin").Exists(),
		n.Get("errors").Exists(), code == "invalid_type":
		return "zod 4"
	}
	return "zod"
}

// zodBranches are the lists of issues of a union: zod 3 keeps errors with issues,
// whose paths start at the root, zod 4 lists, whose paths start at the union.
func zodBranches(n jsondoc.Node) []jsondoc.Node {
	var branches []jsondoc.Node
	for _, b := range n.Get("unionErrors").Elems() {
		branches = append(branches, b.Get("issues"))
	}
	for _, b := range n.Get("errors").Elems() {
		branches = append(branches, b)
	}
	return branches
}

// branchTypes joins what the branches expect, if all of them expect a type of
// the value itself.
func branchTypes(n jsondoc.Node, branches []jsondoc.Node) string {
	deep := 0
	if n.Get("unionErrors").Exists() {
		deep = n.Get("path").Len()
	}
	var types []string
	for _, b := range branches {
		issue := b.Elem(0)
		expected := first(issue, []string{"expected", "values"})
		if b.Len() != 1 || issue.Get("path").Len() != deep || expected == "" {
			return ""
		}
		types = append(types, expected)
	}
	return strings.Join(types, " or ")
}

// common keeps the complaints that every branch of a union at the root has.
func (r *reader) common(branches []jsondoc.Node, depth int) finding {
	var kept finding
	count := map[string]int{}
	for i, b := range branches {
		in := r.tree(b, "issues", depth+1)
		if i == 0 {
			kept = in
		}
		seen := map[string]bool{}
		for _, w := range in.raws {
			if k := w.key(); !seen[k] {
				seen[k] = true
				count[k]++
			}
		}
	}
	raws := kept.raws
	kept.raws = nil
	for _, w := range raws {
		if count[w.key()] == len(branches) {
			kept.raws = append(kept.raws, w)
		}
	}
	return kept
}

func (w raw) key() string {
	return strings.Join(w.base, "\x00") + "\x01" + strings.Join(w.names, "\x00")
}

// zodFormat reads zod's format(): each level has its own _errors.
func (r *reader) zodFormat(n jsondoc.Node, _ string) finding {
	var found finding
	if n.Get("_errors").Kind() != jsondoc.Array {
		return found
	}
	r.leaves(&found, n, nil, func(n jsondoc.Node, path []string, walk func(jsondoc.Node, []string)) {
		for key, value := range n.Members() {
			if key.Is("_errors") {
				r.strings(&found, "zod", value, path)
			} else {
				walk(value, step(path, key.Text()))
			}
		}
	})
	return found
}

// zodTreeify reads zod 4's treeifyError: errors, properties and items.
func (r *reader) zodTreeify(n jsondoc.Node, _ string) finding {
	var found finding
	if n.Get("errors").Kind() != jsondoc.Array || n.Get("properties").Kind() != jsondoc.Object {
		return found
	}
	r.leaves(&found, n, nil, func(n jsondoc.Node, path []string, walk func(jsondoc.Node, []string)) {
		r.strings(&found, "zod 4", n.Get("errors"), path)
		for key, value := range n.Get("properties").Members() {
			walk(value, step(path, key.Text()))
		}
		for i, value := range n.Get("items").Elems() {
			walk(value, step(path, strconv.Itoa(i)))
		}
	})
	return found
}

// leaves walks a tree of problems, at most as deep and as far as any.
func (r *reader) leaves(found *finding, n jsondoc.Node, path []string, visit func(n jsondoc.Node, path []string, walk func(jsondoc.Node, []string))) {
	var walk func(jsondoc.Node, []string)
	walk = func(n jsondoc.Node, path []string) {
		if r.visited++; r.visited > maxVisited || len(path) > 50 || len(found.raws) >= maxRaws {
			return
		}
		visit(n, path, walk)
	}
	walk(n, path)
}

func step(path []string, token string) []string { return append(path[:len(path):len(path)], token) }

func (r *reader) strings(found *finding, validator string, n jsondoc.Node, path []string) {
	for _, elem := range n.Elems() {
		if elem.Kind() == jsondoc.String {
			r.report(found, validator, at(path, elem.Text()))
		}
	}
}

// classValidator reads class-validator's errors: a property, its constraints,
// and children.
func (r *reader) classValidator(n jsondoc.Node, _ string) finding {
	var found finding
	if n.Get("property").Kind() != jsondoc.String || !n.Get("constraints").Exists() && n.Get("children").Len() == 0 {
		return found
	}
	r.leaves(&found, n, nil, func(n jsondoc.Node, path []string, walk func(jsondoc.Node, []string)) {
		path = step(path, n.Get("property").Text())
		for _, message := range n.Get("constraints").Members() {
			r.report(&found, "class-validator", at(path, message.Text()))
		}
		for _, c := range n.Get("children").Elems() {
			walk(c, path)
		}
	})
	return found
}

// fieldMap reads an object of fields with their messages, as Laravel, ASP.NET,
// marshmallow and zod's flatten() have it: {"name": ["is required"]}. Every leaf
// must be a complaint; inside a member that is known to hold such a map, one
// string may stand for the list.
func (r *reader) fieldMap(n jsondoc.Node, in string) finding {
	var found finding
	if fields := n.Get("fieldErrors"); fields.Kind() == jsondoc.Object {
		r.strings(&found, "zod", n.Get("formErrors"), nil)
		for key, value := range fields.Members() {
			r.strings(&found, "zod", value, []string{key.Text()})
		}
		return found
	}
	if nested := n.Get("nested"); nested.Kind() == jsondoc.Object && r.valibotFlat(n) {
		n = nested
	}
	if n.Len() == 0 || !r.complaints(n, fieldLists[in], 0) {
		return found
	}
	r.leaves(&found, n, nil, func(n jsondoc.Node, path []string, walk func(jsondoc.Node, []string)) {
		switch n.Kind() {
		case jsondoc.String:
			r.report(&found, "", at(path, n.Text()))
		case jsondoc.Array:
			for _, elem := range n.Elems() {
				walk(elem, path)
			}
		case jsondoc.Object:
			for key, value := range n.Members() {
				tokens, ok := dotted(strings.TrimPrefix(key.Text(), "$."))
				if !ok {
					tokens = []string{key.Text()}
				}
				walk(value, append(path[:len(path):len(path)], tokens...))
			}
		}
	})
	return found
}

// valibotFlat reports whether an object is what valibot's flatten() makes: its
// members are root, nested and other.
func (r *reader) valibotFlat(n jsondoc.Node) bool {
	for key := range n.Members() {
		if !key.Is("root") && !key.Is("nested") && !key.Is("other") {
			return false
		}
	}
	for _, value := range n.Get("nested").Members() {
		return n.Len() > 1 || r.speaks("valibot", at(nil, value.Elem(0).Text()))
	}
	return false
}

// complaints reports whether all that is in a map is lists of complaints.
func (r *reader) complaints(n jsondoc.Node, bare bool, depth int) bool {
	if r.visited++; depth > 6 || r.visited > maxVisited {
		return false
	}
	switch n.Kind() {
	case jsondoc.Object:
		for key, value := range n.Members() {
			ok := value.Kind() == jsondoc.Object || value.Kind() == jsondoc.Array || bare && value.Kind() == jsondoc.String
			if !ok || value.Kind() == jsondoc.String && metaNames[key.Text()] || !r.complaints(value, bare, depth+1) {
				return false
			}
		}
		return n.Len() > 0
	case jsondoc.Array:
		for _, elem := range n.Elems() {
			if elem.Kind() == jsondoc.String && refuses(elem.Text()) {
				continue
			}
			if elem.Kind() != jsondoc.Object || !r.complaints(elem, bare, depth+1) {
				return false
			}
		}
		return n.Len() > 0
	case jsondoc.String:
		return refuses(n.Text())
	}
	return false
}
