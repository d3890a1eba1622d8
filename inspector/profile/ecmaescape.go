package profile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escape takes an escape outside of a class and tells whether it is \b or \B,
// which cannot be repeated.
func (p *ecma) escape() (boundary bool, err error) {
	p.next()
	switch {
	case p.done():
		return false, fmt.Errorf("\\ at the end")
	case p.take("b") || p.take("B"):
		return true, nil
	case p.take("k"):
		if name, ok := "", p.take("<"); ok {
			if name, ok = p.name('>'); ok && p.named[name] {
				return false, nil
			}
		}
		return false, fmt.Errorf("a reference to a group that is not there")
	}
	if c := p.peek(); c >= '1' && c <= '9' {
		if n, _ := p.digits(); n > p.groups {
			return false, fmt.Errorf("a reference to group %d, which is not there", n)
		}
		return false, nil
	}
	_, _, err = p.character(false)
	return false, err
}

// character takes what can follow a backslash inside and outside of a class.
func (p *ecma) character(class bool) (c rune, single bool, err error) {
	start := p.pos
	bad := func() (rune, bool, error) {
		p.pos = start
		return 0, false, fmt.Errorf("an invalid escape: \\%c", p.peek())
	}
	switch c := p.next(); c {
	case 'd', 'D', 's', 'S', 'w', 'W':
		return 0, false, nil
	case 'f', 'n', 'r', 't', 'v':
		return controls[c], true, nil
	case 'c':
		if letter := p.peek(); letter|0x20 >= 'a' && letter|0x20 <= 'z' && letter < utf8.RuneSelf {
			return p.next() & 31, true, nil
		}
		return bad()
	case '0':
		if d := p.peek(); d >= '0' && d <= '9' && !p.done() {
			return bad()
		}
		return 0, true, nil
	case 'x':
		if v, ok := p.hex(2); ok {
			return v, true, nil
		}
		return bad()
	case 'u':
		if v, ok := p.codePoint(); ok {
			return v, true, nil
		}
		return bad()
	case 'p', 'P':
		if p.property() {
			return 0, false, nil
		}
		return bad()
	default:
		if strings.ContainsRune(`^$\.*+?()[]{}|/`, c) {
			return c, true, nil
		}
		return bad()
	}
}

var controls = map[rune]rune{'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// codePoint takes what follows \u: four digits, or one to six in braces.
func (p *ecma) codePoint() (rune, bool) {
	if !p.take("{") {
		return p.hex(4)
	}
	end := strings.IndexByte(p.rest(), '}')
	if end <= 0 || end > 16 {
		return 0, false
	}
	v, ok := p.hex(end)
	return v, ok && v <= unicode.MaxRune && p.take("}")
}

// property takes what follows \p: a name of a category, a script or a binary
// property, in braces.
func (p *ecma) property() bool {
	if !p.take("{") {
		return false
	}
	end := strings.IndexByte(p.rest(), '}')
	if end <= 0 {
		return false
	}
	text := p.in[p.pos : p.pos+end]
	p.pos += end + 1
	name, value, pair := strings.Cut(text, "=")
	switch {
	case !pair:
		return isCategory(text) || binaryProperties[text]
	case name == "General_Category" || name == "gc":
		return isCategory(value)
	case name == "Script" || name == "sc" || name == "Script_Extensions" || name == "scx":
		// The short names of scripts are not listed in the standard library.
		return unicode.Scripts[value] != nil || len(value) == 4
	default:
		return false
	}
}

func isCategory(name string) bool {
	return unicode.Categories[name] != nil || categoryNames[name] || name == "LC" || name == "Cn"
}

// words makes a set of the words of a text.
func words(text string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(text) {
		m[w] = true
	}
	return m
}

// categoryNames are the long names of general categories that ECMA-262 takes
// (table "Value aliases for General_Category").
var categoryNames = words(`Cased_Letter Close_Punctuation Combining_Mark Connector_Punctuation Control Currency_Symbol
	Dash_Punctuation Decimal_Number Enclosing_Mark Final_Punctuation Format Initial_Punctuation Letter Letter_Number
	Line_Separator Lowercase_Letter Mark Math_Symbol Modifier_Letter Modifier_Symbol Nonspacing_Mark Number
	Open_Punctuation Other Other_Letter Other_Number Other_Punctuation Other_Symbol Paragraph_Separator Private_Use
	Punctuation Separator Space_Separator Spacing_Mark Surrogate Symbol Titlecase_Letter Unassigned Uppercase_Letter
	cntrl digit punct`)

// binaryProperties are the binary properties that ECMA-262 takes (table "Binary
// Unicode property aliases").
var binaryProperties = words(`ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored
	Bidi_M Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM Changes_When_Lowercased CWL
	Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash
	Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component EComp Emoji_Modifier EMod
	Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext Grapheme_Base Gr_Base
	Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS
	Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math Noncharacter_Code_Point NChar
	Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI
	Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper
	Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS`)

// countGroups counts the capturing groups of a pattern.
func countGroups(pattern string) int {
	n := 0
	scanPattern(pattern, func(rest string, class bool) {
		capturing := !strings.HasPrefix(rest, "(?") ||
			strings.HasPrefix(rest, "(?<") && !strings.HasPrefix(rest, "(?<=") && !strings.HasPrefix(rest, "(?<!")
		if !class && rest[0] == '(' && capturing {
			n++
		}
	})
	return n
}

// groupNames collects the names of groups that are opened with the given text.
func groupNames(pattern, open string) map[string]bool {
	names := map[string]bool{}
	scanPattern(pattern, func(rest string, class bool) {
		if after, ok := strings.CutPrefix(rest, open); ok && !class {
			if name, _, ok := strings.Cut(after, ">"); ok {
				names[name] = true
			}
		}
	})
	return names
}
