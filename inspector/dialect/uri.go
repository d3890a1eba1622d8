package dialect

import "strings"

// selfBase stands for the address of a schema that does not name its own. The
// last segment is one that no relative reference can spell, so that nothing
// resolves to the document by accident.
const selfBase = "mcploupe://self/-/\x01"

// uriParts is a URI reference taken apart as RFC 3986 appendix B does, without
// the fragment. has tells an empty authority or query from an absent one.
type uriParts struct {
	scheme, authority, path, query string
	hasScheme, hasAuthority        bool
	hasQuery                       bool
}

func splitURI(s string) uriParts {
	var u uriParts
	if i := strings.IndexAny(s, ":/?"); i > 0 && s[i] == ':' && isScheme(s[:i]) {
		u.scheme, u.hasScheme, s = s[:i], true, s[i+1:]
	}
	if i := strings.IndexByte(s, '?'); i >= 0 {
		u.query, u.hasQuery, s = s[i+1:], true, s[:i]
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		u.hasAuthority = true
		i := strings.IndexByte(rest, '/')
		if i < 0 {
			i = len(rest)
		}
		u.authority, s = rest[:i], rest[i:]
	}
	u.path = s
	return u
}

func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		alpha := 'a' <= c && c <= 'z'
		if !alpha && (i == 0 || !strings.ContainsRune("0123456789+-.", rune(s[i]))) {
			return false
		}
	}
	return s != ""
}

func (u uriParts) String() string {
	var b strings.Builder
	if u.hasScheme {
		b.WriteString(u.scheme)
		b.WriteByte(':')
	}
	if u.hasAuthority {
		b.WriteString("//")
		b.WriteString(u.authority)
	}
	b.WriteString(u.path)
	if u.hasQuery {
		b.WriteByte('?')
		b.WriteString(u.query)
	}
	return b.String()
}

// resolveURI resolves a reference without its fragment against an absolute base
// (RFC 3986 section 5.2.2).
func resolveURI(base, ref string) string {
	if ref == "" {
		return base
	}
	r := splitURI(ref)
	if r.hasScheme {
		r.path = removeDots(r.path)
		return r.String()
	}
	b := splitURI(base)
	r.scheme, r.hasScheme = b.scheme, b.hasScheme
	switch {
	case r.hasAuthority:
		r.path = removeDots(r.path)
	case r.path == "":
		r.path = b.path
		if !r.hasQuery {
			r.query, r.hasQuery = b.query, b.hasQuery
		}
	case r.path[0] == '/':
		r.path = removeDots(r.path)
	case b.hasAuthority && b.path == "":
		r.path = removeDots("/" + r.path)
	default:
		r.path = removeDots(b.path[:strings.LastIndexByte(b.path, '/')+1] + r.path)
	}
	if !r.hasAuthority {
		r.authority, r.hasAuthority = b.authority, b.hasAuthority
	}
	return r.String()
}

// removeDots is RFC 3986 section 5.2.4. A path without a leading slash (as in a
// URN) is opaque and stays.
func removeDots(path string) string {
	if !strings.HasPrefix(path, "/") || !strings.Contains(path, "/.") {
		return path
	}
	segments := strings.Split(path[1:], "/")
	out := segments[:0]
	for i, s := range segments {
		last := i == len(segments)-1
		switch s {
		case ".":
			if last {
				out = append(out, "")
			}
		case "..":
			if len(out) > 0 {
				out = out[:len(out)-1]
			}
			if last {
				out = append(out, "")
			}
		default:
			out = append(out, s)
		}
	}
	return "/" + strings.Join(out, "/")
}

// relativeURI spells target so that it resolves to target against base. Where
// both are below the unnamed document, the spelling must be a relative one.
func relativeURI(base, target string) (string, bool) {
	if !strings.HasPrefix(target, "mcploupe://self/") {
		return target, true
	}
	b, t := splitURI(base), splitURI(target)
	if b.scheme != t.scheme || b.authority != t.authority {
		return "", false
	}
	from, to := b.path[:strings.LastIndexByte(b.path, '/')+1], t.path
	if !strings.HasPrefix(to, "/-/") || !strings.HasPrefix(from, "/-/") {
		return "", false // above the document's own folder, whose name is not known
	}
	up := ""
	for !strings.HasPrefix(to, from) {
		from = from[:strings.LastIndexByte(from[:len(from)-1], '/')+1]
		up += "../"
	}
	rel := up + to[len(from):]
	if t.hasQuery {
		rel += "?" + t.query
	}
	if first, _, _ := strings.Cut(rel, "/"); strings.Contains(first, ":") {
		rel = "./" + rel // or the colon would make a scheme of it
	}
	return rel, rel != "" && rel[0] != '/'
}

// appendUnescaped appends s with its percent escapes decoded; ok is false where
// one of them is broken.
func appendUnescaped(dst, s []byte) (out []byte, ok bool) {
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			dst = append(dst, s[i])
			continue
		}
		if i+2 >= len(s) {
			return dst, false
		}
		hi, lo := hexValue(s[i+1]), hexValue(s[i+2])
		if hi < 0 || lo < 0 {
			return dst, false
		}
		dst = append(dst, byte(hi<<4|lo))
		i += 2
	}
	return dst, true
}

func hexValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// fragmentSafe tells which bytes may stand in a fragment as they are (RFC 3986
// section 3.5).
var fragmentSafe = func() (t [256]bool) {
	for _, c := range []byte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@/?") {
		t[c] = true
	}
	return t
}()

// appendFragment appends s as it must be spelled in a URI fragment.
func appendFragment(dst, s []byte) []byte {
	const hex = "0123456789ABCDEF"
	for _, c := range s {
		if fragmentSafe[c] {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', hex[c>>4], hex[c&15])
		}
	}
	return dst
}
