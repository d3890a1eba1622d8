package views

// currentTab is the tab that a page shows.
func currentTab(p Page) Tab {
	switch p.Where.Tab {
	case TabOutput, TabFindings, TabServer, TabWire, TabProbe, TabBeside:
		return p.Where.Tab
	case TabHistory:
		if p.Tool != nil {
			return p.Where.Tab
		}
	}
	if p.Tool == nil {
		return TabOverview
	}
	return TabInput
}

// isFile reports whether the chosen server is a saved answer, which has no wire.
func isFile(p Page) bool {
	return p.List != nil && p.List.State == StateFile || p.Server != nil && p.Server.State == StateFile
}

// hintTitle explains an annotation: what is not said has a default that a
// client assumes (specification 2026-07-28, schema.ts, ToolAnnotations).
func hintTitle(h Hint) string {
	h.Name = Plain(h.Name)
	if h.Present {
		return "annotations." + h.Name + " as the server sent it; a claim that nothing may rely on"
	}
	if h.Value {
		return "annotations." + h.Name + " is absent: a client assumes true"
	}
	return "annotations." + h.Name + " is absent: a client assumes false"
}

func findingsBadge(t Tool) Badge { return NewBadge(t.Errors, t.Warnings) }

// badgeWords says what a badge counts.
func badgeWords(b Badge) string {
	if b.Level.Error() {
		return count(b.Count, "error")
	}
	return count(b.Count, "warning")
}

// verdictClass is the look of a verdict.
func verdictClass(v Verdict) string {
	switch {
	case v.State == "unknown":
		return "unknown"
	case v.Level == "":
		return "ok"
	}
	return levelClass(v.Level)
}

func verdictSign(v Verdict) string {
	if v.State == "unknown" {
		return "?"
	}
	return levelSigns[levelClass(v.Level)]
}

func verdictWord(v Verdict) string {
	switch {
	case v.State == "unknown":
		return "not known"
	case v.Level == "":
		return "fine"
	}
	return levelWords[v.Level]
}
