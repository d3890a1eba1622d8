package repair

import (
	"slices"
	"strings"

	"mcploupe/inspector/jsondoc"
	"mcploupe/inspector/profile"
	"mcploupe/inspector/tool"
)

// comparison tells what a mend removed and what it caused.
type comparison struct {
	before, after *looked
	origin        func(jsondoc.Pointer) (jsondoc.Pointer, bool)
}

// manyPlaces is how many findings of one rule are taken for a list that was cut
// off: what comes after them is not new. Package lint keeps 50 of a rule.
const manyPlaces = 50

// compare gives what is gone, what is newly wrong, and what is new and no reason
// against the mend.
func (c comparison) compare() (mends, breaks, also []tool.Finding) {
	mends, breaks, also = c.own()
	for _, now := range c.after.verdicts {
		i := slices.IndexFunc(c.before.verdicts, func(v profile.Verdict) bool { return v.Profile == now.Profile })
		if i < 0 {
			continue
		}
		gone, new, open := c.client(c.before.verdicts[i], now)
		mends, breaks, also = join(mends, gone), join(breaks, new), join(also, open)
	}
	tool.SortFindings(mends)
	tool.SortFindings(breaks)
	tool.SortFindings(also)
	return mends, breaks, also
}

// fresh splits findings into those that were there and those that are new. gone
// is what was there and is not any more.
func (c comparison) fresh(before, after []tool.Finding) (gone, new []tool.Finding) {
	was := map[spot]bool{}
	count := map[string]int{}
	for _, f := range before {
		was[spot{f.Rule, f.Pointer}] = true
		count[f.Rule]++
	}
	still := map[spot]bool{}
	for _, f := range after {
		from, ok := c.origin(f.Pointer)
		if !ok {
			from = f.Pointer
		}
		key := spot{f.Rule, from}
		still[key] = true
		if !was[key] && count[f.Rule] < manyPlaces {
			new = append(new, f)
		}
	}
	for _, f := range before {
		if !still[spot{f.Rule, f.Pointer}] {
			gone = append(gone, f)
		}
	}
	return gone, new
}

// own compares what needs no client. A new finding is no break where one at
// least as bad is gone: it was only hidden by it.
func (c comparison) own() (gone, breaks, also []tool.Finding) {
	gone, new := c.fresh(c.before.own, c.after.own)
	worst := worstRank(gone)
	for _, f := range new {
		if f.Level == tool.LevelWarn || f.Level.Rank() >= worst {
			also = append(also, f)
		} else {
			breaks = append(breaks, f)
		}
	}
	return gone, breaks, also
}

// client compares what one client does. A new finding is no break where a worse
// one of the same client is gone.
func (c comparison) client(before, after profile.Verdict) (gone, breaks, also []tool.Finding) {
	gone, new := c.fresh(plain(before.Findings), plain(after.Findings))
	worst := tool.LevelWarn.Rank() + 1
	for _, f := range before.Findings {
		if f.Holds() && slices.ContainsFunc(gone, func(g tool.Finding) bool { return g.Rule == f.Rule && g.Pointer == f.Pointer }) {
			worst = min(worst, f.Level.Rank())
		}
	}
	for _, f := range new {
		i := slices.IndexFunc(after.Findings, func(g profile.Finding) bool { return g.Rule == f.Rule && g.Pointer == f.Pointer })
		g := after.Findings[i]
		if !g.Holds() {
			f.Message = strings.TrimSpace(f.Message + " " + g.Caveat())
			also = append(also, f)
			continue
		}
		if f.Level.Rank() > worst {
			also = append(also, f)
		} else {
			breaks = append(breaks, f)
		}
	}
	return gone, breaks, also
}

func plain(list []profile.Finding) []tool.Finding {
	out := make([]tool.Finding, len(list))
	for i, f := range list {
		out[i] = f.Finding
	}
	return out
}

// join adds findings; of the same rule and place only the names of the clients.
func join(list, more []tool.Finding) []tool.Finding {
	for _, f := range more {
		i := slices.IndexFunc(list, func(g tool.Finding) bool { return g.Rule == f.Rule && g.Pointer == f.Pointer && g.Target != "" })
		if i >= 0 {
			list[i].Target += ", " + f.Target
			continue
		}
		list = append(list, f)
	}
	return list
}
