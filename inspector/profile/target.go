package profile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Target is a client that somebody cares about, with what is known about it.
type Target struct {
	Profile string // the ID of a profile
	// Conditions says which conditions hold (true) and which do not (false).
	// What is not named stays open, and what depends on it is said to.
	Conditions map[string]bool
	Version    string // of the client's package, where it is known: "1.22.0"
	Server     string // the name the server is configured under, where it is known
}

// TargetError says what is wrong with the name of a target.
type TargetError struct {
	Text string // as given
	Next string // what to write instead
}

// Error names the target and what could be written.
func (e *TargetError) Error() string { return fmt.Sprintf("unknown target %q: %s", e.Text, e.Next) }

// DefaultTargets are the eight most used clients, for those who chose none.
func (c *Catalog) DefaultTargets() []Target {
	return c.targets(func(p *Profile) bool { return p.Default })
}

// AllTargets are all profiles.
func (c *Catalog) AllTargets() []Target { return c.targets(func(*Profile) bool { return true }) }

func (c *Catalog) targets(want func(*Profile) bool) []Target {
	var list []Target
	for _, p := range c.profiles {
		if want(p) {
			list = append(list, Target{Profile: p.ID})
		}
	}
	return list
}

// ParseTargets reads a list separated by commas: the IDs of profiles, each with
// what is known, as in "gemini+gemini-parameters", "openai+no-strict" or
// "ts-client@1.22.0"; "default" and "all" stand for many. The error is a
// *TargetError.
func (c *Catalog) ParseTargets(list string) ([]Target, error) {
	var targets []Target
	add := func(more ...Target) {
		for _, t := range more {
			if !slices.ContainsFunc(targets, func(have Target) bool { return have.Profile == t.Profile }) {
				targets = append(targets, t)
			}
		}
	}
	for _, text := range strings.Split(list, ",") {
		switch text = strings.TrimSpace(text); text {
		case "":
		case "all":
			add(c.AllTargets()...)
		case "default":
			add(c.DefaultTargets()...)
		default:
			t, err := c.parseTarget(text)
			if err != nil {
				return nil, err
			}
			add(t)
		}
	}
	return targets, nil
}

func (c *Catalog) parseTarget(text string) (Target, error) {
	parts := strings.Split(text, "+")
	id, version, _ := strings.Cut(parts[0], "@")
	if _, ok := c.byProfile[id]; !ok {
		return Target{}, &TargetError{text, "the nearest is " + c.nearest(id) + "; \"all\" is every one"}
	}
	t := Target{Profile: id, Version: version}
	known := c.conditionMap()
	for _, word := range parts[1:] {
		name, holds := word, true
		if _, ok := known[word]; !ok {
			name, holds = strings.TrimPrefix(word, "no-"), false
		}
		if _, ok := known[name]; !ok {
			return Target{}, &TargetError{text, fmt.Sprintf("no condition is called %q", name)}
		}
		if t.Conditions == nil {
			t.Conditions = map[string]bool{}
		}
		t.Conditions[name] = holds
	}
	return t, nil
}

// nearest finds the profile whose ID shares most with a text.
func (c *Catalog) nearest(text string) string {
	best, most := "", -1
	for _, p := range c.profiles {
		n := 0
		for n < len(text) && n < len(p.ID) && text[n] == p.ID[n] {
			n++
		}
		if strings.Contains(p.ID, text) {
			n += len(text)
		}
		if n > most {
			best, most = p.ID, n
		}
	}
	return best
}

// needed decides the conditions of a rule for a target: ruled out, or open in
// the words that are left.
func (c *Catalog) needed(r *Rule, p *Profile, t Target) (when string, out bool) {
	for _, id := range r.Needs {
		holds, known := t.Conditions[id]
		switch {
		case known && !holds:
			return "", true
		case known, slices.Contains(p.Assumes, id):
		default:
			for _, one := range c.conditions {
				if one.ID == id {
					when = joinConditions(when, one.Says)
				}
			}
		}
	}
	return when, false
}

// inRange compares a version with the range of a rule; known is false where the
// rule has no range or the version is not one.
func (r *Rule) inRange(version string) (in, known bool) {
	if version == "" || r.From == "" && r.To == "" {
		return false, false
	}
	return (r.From == "" || compareVersions(version, r.From) >= 0) && (r.To == "" || compareVersions(version, r.To) <= 0), true
}

// compareVersions orders versions as semantic versioning does: by numbers, and
// a pre-release before its release.
func compareVersions(a, b string) int {
	coreA, preA, _ := strings.Cut(strings.TrimPrefix(a, "v"), "-")
	coreB, preB, _ := strings.Cut(strings.TrimPrefix(b, "v"), "-")
	if n := compareParts(coreA, coreB); n != 0 {
		return n
	}
	switch {
	case preA == preB:
		return 0
	case preA == "":
		return 1
	case preB == "":
		return -1
	default:
		return compareParts(preA, preB)
	}
}

func compareParts(a, b string) int {
	listA, listB := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(listA), len(listB)) {
		if n := comparePart(part(listA, i), part(listB, i)); n != 0 {
			return n
		}
	}
	return 0
}

func part(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "0"
}

func comparePart(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	if errX == nil && errY == nil {
		return x - y
	}
	return strings.Compare(a, b)
}
