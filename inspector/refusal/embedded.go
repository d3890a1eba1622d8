package refusal

import (
	"strings"

	"mcploupe/inspector/jsondoc"
)

// embedded reads the JSON, or the printed Python, that a text holds. What is
// left is the text without it, so that nothing in it is read as a sentence; lists
// of names stay, since they are parts of sentences.
func (r *reader) embedded(s string, depth int) (found finding, left string) {
	var words strings.Builder
	budget := 4*len(s) + 1<<16
	done := 0
	for i, tries := 0, 0; i < len(s) && tries < maxJSON && budget > 0; {
		open := strings.IndexAny(s[i:], "[{")
		if open < 0 {
			break
		}
		i += open
		if !opens(s[i:]) {
			i++
			continue
		}
		tries++
		doc, used := prefix(s[i:])
		budget -= used
		if doc == nil {
			i++
			continue
		}
		inside := r.tree(doc.Root(), "", depth+1)
		found = found.and(inside)
		if !inside.empty() || envelope(doc.Root()) {
			words.WriteString(s[done:i])
			words.WriteByte(' ')
			done = i + used
		}
		i += used
	}
	words.WriteString(s[done:])
	return found, words.String()
}

// envelope reports whether JSON is about an error, and no value inside a sentence.
func envelope(n jsondoc.Node) bool {
	if n.Kind() == jsondoc.Array {
		n = n.Elem(0)
	}
	for key := range n.Members() {
		if name := key.Text(); wordNames[name] || treeNames[name] {
			return true
		}
	}
	return false
}

// opens reports whether a text starts as JSON or Python that can hold problems:
// an object, or an array with something in it.
func opens(s string) bool {
	rest := strings.TrimLeft(s[1:min(len(s), 200)], " \t\r\n")
	return rest != "" && (s[0] == '{' && (rest[0] == '"' || rest[0] == '\'') || s[0] == '[' && (rest[0] == '{' || rest[0] == '"'))
}

// prefix reads one value, and says how much of the text was looked at.
func prefix(s string) (doc *jsondoc.Document, used int) {
	end, ok := closes(s)
	if !ok {
		return nil, end
	}
	if doc, err := jsondoc.Parse([]byte(s[:end])); err == nil {
		return doc, end
	}
	if text, ok := pythonToJSON(s[:end]); ok {
		if doc, err := jsondoc.Parse(text); err == nil {
			return doc, end
		}
	}
	return nil, end
}

// maxNesting is how deep JSON in a text may be nested to be read.
const maxNesting = 200

// closes finds the bracket that closes the first one. Without one, end is how
// far it looked.
func closes(s string) (end int, ok bool) {
	depth := 0
	var quote byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '{' || c == '[' || c == '(':
			if depth++; depth > maxNesting {
				return i, false
			}
		case c == '}' || c == ']' || c == ')':
			if depth--; depth == 0 {
				return i + 1, true
			}
		}
	}
	return len(s), false
}

// pythonToJSON rewrites the print of a Python list or dict of plain values. It
// gives up at the first thing that is none.
func pythonToJSON(s string) (text []byte, ok bool) {
	p := pythonReader{s: s}
	ok = p.value(0) && p.pos == len(s)
	return p.out, ok
}

type pythonReader struct {
	s   string
	pos int
	out []byte
}

func (p *pythonReader) space() {
	for p.pos < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *pythonReader) value(depth int) bool {
	p.space()
	if p.pos >= len(p.s) || depth > maxNesting {
		return false
	}
	switch c := p.s[p.pos]; c {
	case '{':
		return p.items(depth, '}', "{", "}", true)
	case '[':
		return p.items(depth, ']', "[", "]", false)
	case '(':
		return p.items(depth, ')', "[", "]", false)
	case '\'', '"':
		return p.str()
	}
	return p.word(depth)
}

func (p *pythonReader) items(depth int, end byte, open, closing string, pairs bool) bool {
	p.pos++
	p.out = append(p.out, open...)
	for first := true; ; first = false {
		p.space()
		if p.pos < len(p.s) && p.s[p.pos] == end {
			p.pos++
			p.out = append(p.out, closing...)
			return true
		}
		if !first {
			p.out = append(p.out, ',')
		}
		if pairs && !p.key(depth) || !p.value(depth+1) {
			return false
		}
		p.space()
		switch {
		case p.pos < len(p.s) && p.s[p.pos] == ',':
			p.pos++
		case p.pos >= len(p.s) || p.s[p.pos] != end:
			return false
		}
	}
}

// key reads a key and its colon. A number becomes a name, as json.dumps has it.
func (p *pythonReader) key(depth int) bool {
	start := len(p.out)
	if !p.value(depth + 1) {
		return false
	}
	if p.out[start] != '"' {
		p.out = append(p.out[:start], jsondoc.Quote(string(p.out[start:]))...)
	}
	p.space()
	if p.pos >= len(p.s) || p.s[p.pos] != ':' {
		return false
	}
	p.pos++
	p.out = append(p.out, ':')
	return true
}

func (p *pythonReader) str() bool {
	quote := p.s[p.pos]
	var b strings.Builder
	for p.pos++; p.pos < len(p.s); p.pos++ {
		switch c := p.s[p.pos]; {
		case c == quote:
			p.pos++
			p.out = jsondoc.AppendQuote(p.out, b.String())
			return true
		case c == '\\' && p.pos+1 < len(p.s):
			p.pos++
			switch e := p.s[p.pos]; e {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case '\\', '\'', '"':
				b.WriteByte(e)
			default:
				b.WriteByte('\\')
				b.WriteByte(e)
			}
		default:
			b.WriteByte(c)
		}
	}
	return false
}

// word reads a constant, a number, or the print of any object, which becomes a
// string: ValueError('…'), <class 'int'>.
func (p *pythonReader) word(depth int) bool {
	start := p.pos
	for level := 0; p.pos < len(p.s); p.pos++ {
		c := p.s[p.pos]
		if level == 0 && strings.IndexByte(",:]})\n", c) >= 0 {
			break
		}
		switch c {
		case '(', '[', '<':
			level++
		case ')', ']', '>':
			level--
		}
	}
	word := strings.TrimSpace(p.s[start:p.pos])
	switch word {
	case "":
		return false
	case "None":
		p.out = append(p.out, "null"...)
		return true
	case "True", "False":
		p.out = append(p.out, strings.ToLower(word)...)
		return true
	}
	if doc, err := jsondoc.Parse([]byte(word)); err == nil && doc.Root().Kind() == jsondoc.Number {
		p.out = append(p.out, word...)
		return true
	}
	p.out = jsondoc.AppendQuote(p.out, word)
	return depth > 0
}
