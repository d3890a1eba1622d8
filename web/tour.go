package web

import (
	"slices"

	"mcploupe/inspector/demo"
	"mcploupe/inspector/tool"
	"mcploupe/views"
)

// stories are the two faults that the demonstration is for, each with the place
// where it can be seen.
var stories = [...]struct {
	tool string
	tab  views.Tab
	step views.TourStep
}{
	{"update_article", "", views.TourStep{
		Title: "A default that its own server refuses",
		Text:  "`title` says `\"default\": null` and `\"type\": \"string\"`. Press `null` at the field and send: the server refuses its own default. Press `omit`: all is well.",
		Go:    "Open update_article",
	}},
	{"find_route", views.TabOutput, views.TourStep{
		Title: "An output schema that a client refuses",
		Text:  "It is written in draft-07, and some clients take only 2020-12. See what was sent beside what 2020-12 wants, each change explained.",
		Go:    "Open the output schema of find_route",
	}},
}

// tour leads through the stories; empty for any server but the demonstration.
func tour(p place) []views.TourStep {
	snap := p.status.Snapshot
	if snap == nil || snap.Server.Name != demo.Name {
		return nil
	}
	var steps []views.TourStep
	for _, story := range stories {
		n := slices.IndexFunc(snap.Tools, func(t *tool.Tool) bool { return t.Name == story.tool })
		if n < 0 {
			continue
		}
		step := story.step
		step.Href = p.AtItem(n, story.tool).AtTab(story.tab).URL()
		steps = append(steps, step)
	}
	return steps
}
