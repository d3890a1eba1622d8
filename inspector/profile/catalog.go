package profile

import (
	"embed"
	"fmt"
	"io/fs"
	"sort"
	"sync"
)

//go:embed rules/*.json data/*.json data/profiles/*.json
var data embed.FS

// Catalog is every rule and profile there is. It never changes, and may be used
// by several goroutines at once.
type Catalog struct {
	rules      []*Rule
	profiles   []*Profile
	conditions []Condition
	wants      []*want
	core       []*Rule
	exceptions []string
	byRule     map[string]int
	byProfile  map[string]*Profile
}

// Load reads the rules that are built into the program, once. An error means
// that the data is broken, which a test of this package rules out.
func Load() (*Catalog, error) { return load() }

var load = sync.OnceValues(func() (*Catalog, error) { return read(data) })

// read makes a catalog of data files.
func read(from fs.FS) (*Catalog, error) {
	c := &Catalog{byRule: map[string]int{}, byProfile: map[string]*Profile{}}
	for _, step := range []func(fs.FS) error{c.readConditions, c.readRules, c.readProfiles, c.readWants, c.readCore} {
		if err := step(from); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func readFile(from fs.FS, name string, into any) error {
	text, err := fs.ReadFile(from, name)
	if err != nil {
		return fmt.Errorf("reading the rules: %w", err)
	}
	if err := decode(text, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (c *Catalog) readConditions(from fs.FS) error {
	return readFile(from, "data/conditions.json", &c.conditions)
}

func (c *Catalog) conditionMap() map[string]Condition {
	m := map[string]Condition{}
	for _, one := range c.conditions {
		m[one.ID] = one
	}
	return m
}

func (c *Catalog) readRules(from fs.FS) error {
	files, err := fs.Glob(from, "rules/*.json")
	if err != nil {
		return fmt.Errorf("reading the rules: %w", err)
	}
	conditions := c.conditionMap()
	for _, name := range files {
		var rows []ruleRow
		if err := readFile(from, name, &rows); err != nil {
			return err
		}
		for _, row := range rows {
			rule, err := row.rule(conditions)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if _, twice := c.byRule[rule.ID]; twice {
				return fmt.Errorf("%s: rule %s is there twice", name, rule.ID)
			}
			rule.index = len(c.rules)
			c.byRule[rule.ID] = rule.index
			c.rules = append(c.rules, rule)
		}
	}
	return nil
}

func (c *Catalog) readProfiles(from fs.FS) error {
	files, err := fs.Glob(from, "data/profiles/*.json")
	if err != nil {
		return fmt.Errorf("reading the profiles: %w", err)
	}
	for _, name := range files {
		var rows []profileRow
		if err := readFile(from, name, &rows); err != nil {
			return err
		}
		for _, row := range rows {
			if err := c.addProfile(row); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

func (c *Catalog) addProfile(row profileRow) error {
	p, err := row.profile(c.rules)
	if err != nil {
		return err
	}
	if _, twice := c.byProfile[p.ID]; twice {
		return fmt.Errorf("profile %s is there twice", p.ID)
	}
	c.byProfile[p.ID] = p
	c.profiles = append(c.profiles, p)
	return nil
}

// Profiles returns the profiles in the order of the data: the default targets
// first. They must not be changed.
func (c *Catalog) Profiles() []*Profile { return append([]*Profile(nil), c.profiles...) }

// Profile finds a profile by its ID.
func (c *Catalog) Profile(id string) (*Profile, bool) {
	p, ok := c.byProfile[id]
	return p, ok
}

// Rules returns all rules by ID. They must not be changed.
func (c *Catalog) Rules() []*Rule {
	list := append([]*Rule(nil), c.rules...)
	sort.Slice(list, func(i, j int) bool { return list[i].ID < list[j].ID })
	return list
}

// Rule finds a rule by its ID.
func (c *Catalog) Rule(id string) (*Rule, bool) {
	i, ok := c.byRule[id]
	if !ok {
		return nil, false
	}
	return c.rules[i], true
}

// Conditions returns what a rule can depend on.
func (c *Catalog) Conditions() []Condition { return append([]Condition(nil), c.conditions...) }
