package validate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"mcploupe/inspector/jsondoc"
)

// branch is one alternative of an anyOf or oneOf that was tried in vain, or one
// item that does not fit a contains.
type branch struct {
	index    int // among the alternatives, from 0
	leaves   []*leaf
	problems []Problem // of the leaves and, flattened, of what is within them
	rank     rank
}

// rank orders branches by how near the value comes to them.
type rank struct {
	wrongType  bool // the value itself has a type that the branch does not take
	wrongLabel int  // consts and enums that fail at the value or directly in it: most likely another kind of thing is meant
	problems   int
	depth      int // of the deepest problem: the deeper, the more fits above it
}

func rankOf(leaves []*leaf, base int) rank {
	r := rank{problems: len(leaves)}
	for _, l := range leaves {
		depth := len(l.tokens) - base
		r.depth = max(r.depth, depth)
		switch l.kind.(type) {
		case *kind.Type:
			r.wrongType = r.wrongType || depth == 0
		case *kind.Const, *kind.Enum:
			if depth <= 1 {
				r.wrongLabel++
			}
		}
	}
	return r
}

// byNearness sorts branches, the nearest first, and else by their order.
func byNearness(branches []branch) {
	slices.SortStableFunc(branches, func(a, b branch) int {
		return cmp.Or(
			cmp.Compare(boolInt(a.rank.wrongType), boolInt(b.rank.wrongType)),
			cmp.Compare(a.rank.wrongLabel, b.rank.wrongLabel),
			cmp.Compare(a.rank.problems, b.rank.problems),
			cmp.Compare(b.rank.depth, a.rank.depth),
		)
	})
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sayNone speaks of a value that fits none of the alternatives.
func sayNone(s scene) words {
	if w, ok := merged(s); ok {
		return w
	}
	n := len(s.tried)
	w := words{got: described(s.value), expected: fmt.Sprintf("a value that fits one of %d alternatives", n)}
	w.message = fmt.Sprintf("fits none of the %d alternatives; the nearest is ", n)
	if n == 1 {
		w.message, w.expected = "does not fit the only alternative, ", "a value that fits the only alternative"
	}
	if n == 0 || len(s.tried[0].problems) == 0 {
		return unspecific("fits none of the alternatives")
	}
	near := s.tried[0]
	w.message += fmt.Sprintf("number %d%s: ", near.index+1, label(s.keyword.Elem(near.index)))
	if below := strings.TrimPrefix(string(near.problems[0].Instance), string(s.at)); below != "" {
		w.message += below + ": "
	}
	w.message += near.problems[0].Message
	if more := len(near.problems) - 1; more > 0 {
		w.message += fmt.Sprintf(" (and %d more)", more)
	}
	return w
}

// label names an alternative by its title or by what it refers to.
func label(alternative jsondoc.Node) string {
	text := alternative.Get("title").Text()
	if text == "" {
		_, fragment, _ := splitFragment(alternative.Get("$ref").Text())
		text = jsondoc.Pointer(fragment).Last()
	}
	if text == "" {
		return ""
	}
	return " (" + cut(text, maxBrief) + ")"
}

// merged makes one sentence of alternatives that each take a type or certain
// values: "got 5 (number), want string or null".
func merged(s scene) (words, bool) {
	inOrder := slices.Clone(s.tried)
	slices.SortFunc(inOrder, func(a, b branch) int { return cmp.Compare(a.index, b.index) })
	var wants []string
	for _, b := range inOrder {
		if len(b.problems) != 1 || b.problems[0].Instance != s.at {
			return words{}, false
		}
		switch b.problems[0].Keyword {
		case "type", "const", "enum":
		default:
			return words{}, false
		}
		if want := b.problems[0].Expected; !slices.Contains(wants, want) {
			wants = append(wants, want)
		}
	}
	return words{got: described(s.value), expected: either(wants)}, len(wants) > 0
}
