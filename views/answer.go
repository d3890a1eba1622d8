package views

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/a-h/templ"
)

// outcomes are the usual heading, look and sign of each outcome.
var outcomes = map[Outcome]struct{ Title, Class, Sign string }{
	OutcomeOK:        {"OK", "ok", "✓"},
	OutcomeToolError: {"Tool error", "error", "✕"},
	OutcomeProtocol:  {"Protocol error", "error", "✕"},
	OutcomeInput:     {"Input required", "warn", "▲"},
	OutcomeTimeout:   {"Timed out", "warn", "▲"},
	OutcomeCancelled: {"Cancelled", "warn", "▲"},
	OutcomeGone:      {"The server is gone", "error", "✕"},
	OutcomeNotSent:   {"Not sent", "warn", "▲"},
	OutcomeRunning:   {"On its way", "warn", "…"},
}

// broken is the look of an answer that is OK by its outcome and not by its output
// schema.
var broken = struct{ Title, Class, Sign string }{"OK, but the output breaks its schema", "warn", "▲"}

func outcomeTitle(a Answer) string {
	switch {
	case a.Title != "":
		return Plain(a.Title)
	case a.Broken:
		return broken.Title
	}
	return OutcomeTitle(a.Outcome)
}

// OutcomeTitle is an outcome for people.
func OutcomeTitle(o Outcome) string { return outcomes[o].Title }

func outcomeClass(a Answer) string {
	if a.Broken {
		return broken.Class
	}
	return outcomes[a.Outcome].Class
}

func outcomeSign(a Answer) string {
	if a.Broken {
		return broken.Sign
	}
	return outcomes[a.Outcome].Sign
}

func pastTitle(p PastCall) string { return outcomeTitle(Answer{Outcome: p.Outcome, Broken: p.Broken}) }
func pastClass(p PastCall) string { return outcomeClass(Answer{Outcome: p.Outcome, Broken: p.Broken}) }
func pastSign(p PastCall) string  { return outcomeSign(Answer{Outcome: p.Outcome, Broken: p.Broken}) }

// decimal is a number for an attribute.
func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// answerFacts are time, isError and error code.
func answerFacts(a Answer) []string {
	var facts []string
	if a.Took != "" {
		facts = append(facts, Plain(a.Took))
	}
	if a.IsError {
		facts = append(facts, "isError")
	}
	if a.Code != "" {
		facts = append(facts, "code "+Plain(a.Code))
	}
	if a.At != "" {
		facts = append(facts, Plain(a.At))
	}
	return facts
}

// maxSpaces bounds a text that is also shown with its white space as signs, in
// bytes.
const maxSpaces = 32 << 10

// spaceSigns are the signs of white space. Line breaks stay, behind their sign.
var spaceSigns = strings.NewReplacer(" ", "·", "\t", "→\t", "\r\n", "␍␊\n", "\n", "␊\n", "\r", "␍", "\u00a0", "⍽")

func visibleSpaces(s string) string { return spaceSigns.Replace(s) }

// structuredWord is the verdict of the output schema.
func structuredWord(s Structured) string {
	switch {
	case s.Missing:
		return "✕ missing, though an output schema is there"
	case s.State == "valid":
		return "✓ valid by the output schema"
	case s.State == "invalid":
		return "✕ " + count(len(s.Problems), "problem")
	case s.State == "unchecked":
		return "? could not be checked"
	}
	return "no output schema to check it by"
}

// imageURL is the picture itself. Its type is one of ours and its bytes are
// encoded here, so that nothing of a server's can lead elsewhere.
func imageURL(i Image) string {
	switch i.Type {
	case ImagePNG, ImageJPEG, ImageGIF, ImageWebP:
		return "data:" + string(i.Type) + ";base64," + base64.StdEncoding.EncodeToString(i.Data)
	}
	return ""
}

// markedLines prints structured content with what is wrong at the lines that it
// is wrong with.
func markedLines(s Structured) templ.Component {
	return write(func(out *strings.Builder) {
		for i, line := range strings.Split(s.Text, "\n") {
			if i > 0 {
				out.WriteByte('\n')
			}
			messages := s.Marks[i]
			if len(messages) == 0 {
				writePieces(out, RevealLines(line))
				continue
			}
			out.WriteString(`<mark class="wrong">`)
			writePieces(out, RevealLines(line))
			out.WriteString(`</mark><span class="wrong-why"> ✕ `)
			writePieces(out, Reveal(strings.Join(messages, "; ")))
			out.WriteString(`</span>`)
		}
	})
}
