package config

import (
	"bytes"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
)

// maxDepth bounds nesting, since the parser recurses. Real files need about 6.
const maxDepth = 200

// source is a file's text with an index from offsets to lines and columns.
type source struct {
	name  string
	data  []byte // without a byte order mark
	lines []int  // offset of the first byte of each line
	chars []int  // code points before each block of blockSize bytes
}

const blockSize = 512

func newSource(name string, data []byte) *source {
	s := &source{name: name, data: data, lines: []int{0}}
	n := 0
	for i, c := range data {
		if i%blockSize == 0 {
			s.chars = append(s.chars, n)
		}
		if startsChar(c) {
			n++
		}
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	s.chars = append(s.chars, n)
	return s
}

// startsChar reports whether c is not a UTF-8 continuation byte.
func startsChar(c byte) bool { return c&0xC0 != 0x80 }

// count gives the code points before an offset.
func (s *source) count(offset int) int {
	block := offset / blockSize
	n := s.chars[block]
	for _, c := range s.data[block*blockSize : offset] {
		if startsChar(c) {
			n++
		}
	}
	return n
}

func (s *source) place(offset int, pointer string) Place {
	offset = min(offset, len(s.data))
	line := sort.SearchInts(s.lines, offset+1) // lines that start at or before offset
	column := 1 + s.count(offset) - s.count(s.lines[line-1])
	return Place{File: s.name, Line: line, Column: column, Pointer: pointer}
}

// parse gives the tree, or a *Problem that says where the text stops being JSON.
func (s *source) parse() (node, error) {
	if len(bytes.TrimSpace(s.data)) == 0 {
		return node{}, s.broken(0, "the file is empty", `write {"mcpServers": {}} and put your servers in it`)
	}
	if at, deep := tooDeep(s.data); deep {
		return node{}, s.broken(at, fmt.Sprintf("values are nested more than %d deep", maxDepth), "a configuration needs about 6; check the file")
	}
	// The parser wants a line comment to end with a newline, also the last.
	text := append(s.data[:len(s.data):len(s.data)], '\n')
	v, err := hujson.Parse(text)
	if err != nil {
		return node{}, s.syntaxError(err)
	}
	return node{raw: v}, nil
}

func (s *source) broken(offset int, message, next string) *Problem {
	return &Problem{Place: s.place(offset, ""), Message: message, Next: next, Fatal: true}
}

// syntaxErrors puts the parser's errors into words. Its own words are not
// shown: some repeat the text, which may be a secret. The first match counts.
var syntaxErrors = []struct{ has, message, next string }{
	{"in comment", "a comment is not UTF-8", "save the file as UTF-8"},
	{"in line comment", "a comment holds a line separator (U+2028 or U+2029)", "remove that character"},
	{"parsing comment", "a comment is not closed", "add */"},
	{"parsing string", "the file ends inside a string", `add the closing "`},
	{"unexpected EOF", "the file ends too early", "add the missing value, } or ]"},
	{"after top-level value", "there is more text after the end of the JSON value", "keep one JSON object in the file; saved answers, one a line, open with: mcploupe FILE"},
	{"after object value", "expected a comma or }", "add a comma after the value before this"},
	{"after array value", "expected a comma or ]", "add a comma after the value before this"},
	{"after object name", "expected a colon after the key", `write "key": value`},
	{"at start of object name", "expected a key in double quotes", `write "key": value`},
	{"character '\\'' at start of value", "expected a JSON value, found a single quote", "use double quotes"},
	{"at start of value", "expected a JSON value", "write a string in double quotes, a number, true, false, null, [ or {"},
}

// syntaxError turns the parser's error into a problem with its place.
func (s *source) syntaxError(err error) *Problem {
	offset, text := s.errorOffset(err)
	for _, e := range syntaxErrors {
		if !strings.HasPrefix(text, "invalid literal") && strings.Contains(text, e.has) {
			return s.broken(offset, e.message, e.next)
		}
	}
	if offset < len(s.data) && s.data[offset] == '"' {
		return s.broken(offset, "this string is not valid JSON", `close it on its own line, write \ as \\, and a tab or line break as \t or \n`)
	}
	return s.broken(offset, "this word is not a JSON value", "put it in double quotes")
}

// errorOffset takes "hujson: line L, column C: text" apart; the parser has no
// typed error. Its columns are bytes.
func (s *source) errorOffset(err error) (offset int, text string) {
	head, text, _ := strings.Cut(err.Error(), ": ")
	if head == "hujson" {
		head, text, _ = strings.Cut(text, ": ")
	}
	var line, column int
	if n, _ := fmt.Sscanf(head, "line %d, column %d", &line, &column); n != 2 || line < 1 {
		return 0, text
	}
	if line > len(s.lines) { // the newline that parse added
		return len(s.data), text
	}
	return min(s.lines[line-1]+column-1, len(s.data)), text
}

// tooDeep reports the first bracket that is nested too deep, outside strings
// and comments.
func tooDeep(data []byte) (int, bool) {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch c := data[i]; c {
		case '{', '[':
			if depth++; depth > maxDepth {
				return i, true
			}
		case '}', ']':
			depth--
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '/':
			i += commentLength(data[i:])
		}
	}
	return 0, false
}

// commentLength is the length, less one, of the comment at the start of data.
func commentLength(data []byte) int {
	for _, mark := range [][2]string{{"//", "\n"}, {"/*", "*/"}} {
		if rest, ok := bytes.CutPrefix(data, []byte(mark[0])); ok {
			if end := bytes.Index(rest, []byte(mark[1])); end >= 0 {
				return len(mark[0]) + end + len(mark[1]) - 1
			}
			return len(data)
		}
	}
	return 0
}

// node is one JSON value and its pointer.
type node struct {
	raw hujson.Value
	ptr string
}

// member is one member of an object.
type member struct {
	name string
	at   int // offset of the key
	node
}

func (n node) is(kinds string) bool { return strings.IndexByte(kinds, byte(n.raw.Value.Kind())) >= 0 }

// text is the value of a string, and the literal of any other scalar.
func (n node) text() string {
	if l, ok := n.raw.Value.(hujson.Literal); ok {
		return l.String()
	}
	return ""
}

// members are those of an object, repeated keys included, in file order.
func (n node) members() []member {
	obj, ok := n.raw.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	list := make([]member, len(obj.Members))
	for i, m := range obj.Members {
		name := m.Name.Value.(hujson.Literal).String()
		list[i] = member{name, m.Name.StartOffset, node{m.Value, n.ptr + "/" + pointerEscaper.Replace(name)}}
	}
	return list
}

// elements are those of an array.
func (n node) elements() []node {
	arr, ok := n.raw.Value.(*hujson.Array)
	if !ok {
		return nil
	}
	list := make([]node, len(arr.Elements))
	for i, v := range arr.Elements {
		list[i] = node{v, n.ptr + "/" + strconv.Itoa(i)}
	}
	return list
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

var kindNames = map[hujson.Kind]string{
	'n': "null", 't': "a boolean", 'f': "a boolean", '0': "a number",
	'"': "a string", '[': "an array", '{': "an object",
}

// kind is the value's type in words.
func (n node) kind() string { return kindNames[n.raw.Value.Kind()] }
