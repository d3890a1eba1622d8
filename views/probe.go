package views

import (
	"fmt"
	"strconv"
	"strings"
)

// probeProgress is how far a probe has come, in words.
func probeProgress(r ProbeRun) string {
	return fmt.Sprintf("%d of %s, %s so far", r.Sent, count(r.Total, "call"), count(r.Hit, "finding"))
}

func probeIntro(p Probe) string {
	what := "this tool"
	if p.Whole {
		what = "each tool"
	}
	return "Calls are made from the input schema of " + what + ", one change at a time, and compared with what the schema says: " +
		count(p.Calls, "call") + " planned. Nothing has been sent yet. What seems wrong is sent again until it is certain, and made as small as can be."
}

func probeButton(p Probe) string {
	if p.Whole {
		return "Probe the tools above"
	}
	return "Probe this tool"
}

func probeClaim(p ProbePlan) string {
	if p.ReadOnly {
		return "only reads"
	}
	return "does not claim to only read"
}

func probeHeadline(n int) string {
	if n == 1 {
		return "way in which the server breaks its word"
	}
	return "ways in which the server breaks its word"
}

// probeLine sums a probe up.
func probeLine(r ProbeResult) string {
	parts := []string{r.At.Format("15:04:05"), count(r.Sent, "call") + " in " + took(r.Took), "seed " + r.Seed}
	for _, c := range r.Counts {
		parts = append(parts, strconv.Itoa(c.Count)+" "+c.Word)
	}
	return strings.Join(parts, " · ")
}

func probeChange(r ProbeResult) string {
	n := 0
	for _, f := range r.Findings {
		if f.New {
			n++
		}
	}
	return fmt.Sprintf("Since the probe before: %d fixed, %d new.", len(r.Fixed), n)
}

func probeClients(names []string) string {
	return "The schema at this place alone is a reason for " + Plain(strings.Join(names, ", ")) + " to object as well."
}

func probeField(pointer string) string {
	if pointer == "" {
		return "arguments"
	}
	return pointer
}

// probeExpects says what a server that keeps its word does.
var probeExpects = map[string]string{"accept": "must be accepted", "refuse": "must be refused", "either": "either"}

func probeLastHead(done bool) string {
	if done {
		return "The server"
	}
	return "Its word"
}

// probeRowClass marks a call whose answer is not the one that was promised. It is no
// finding yet: that takes more than one call.
func probeRowClass(s ProbeStep, done bool) string {
	switch {
	case !done:
		return ""
	case s.Expect == "accept" && s.Class == "refused by validation", s.Expect == "refuse" && s.Class == "accepted", s.Class == "broke the server":
		return "odd"
	}
	return ""
}

// maxProbeText bounds the arguments shown in a row, in characters.
const maxProbeText = 400

func shortText(s string) string {
	if r := []rune(s); len(r) > maxProbeText {
		return string(r[:maxProbeText]) + "… (" + size(len(s)) + ")"
	}
	return s
}

// shortDetail is what is tried, where the kind does not say it all.
func shortDetail(s ProbeStep) string {
	if s.Detail == s.Kind || s.Detail == "the "+s.Kind+" call" {
		return ""
	}
	return s.Detail
}
