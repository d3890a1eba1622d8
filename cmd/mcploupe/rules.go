package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"mcploupe/inspector/profile"
	"mcploupe/inspector/rulebook"
)

// newRules lists the rules.
func newRules(std streams) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "rules [RULE|FAMILY/]",
		Short: "every rule with its evidence, an example and the mend",
		Example: `  mcploupe rules
  mcploupe rules lint/default-invalid
  mcploupe rules gemini/ --format markdown`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			catalog, err := profile.Load()
			if err != nil {
				return fmt.Errorf("read the rules about clients: %w", err)
			}
			rules := rulebook.Rules(catalog)
			if len(args) == 1 {
				if rules, err = chooseRules(rules, args[0]); err != nil {
					return err
				}
			}
			return printRules(c.Context(), std.out, rules, format, len(args) == 0)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text, json or markdown")
	return c
}

// chooseRules finds the rule of a name, or those of a family: "lint/" or "lint/*".
func chooseRules(rules []*rulebook.Rule, name string) ([]*rulebook.Rule, error) {
	pattern := name
	if strings.HasSuffix(name, "/") {
		pattern += "*"
	}
	var chosen []*rulebook.Rule
	var names []string
	for _, r := range rules {
		names = append(names, r.Name)
		if ruleMatches(pattern, r.Name) {
			chosen = append(chosen, r)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("there is no rule %q%s", name, didYouMean(name, names))
	}
	return chosen, nil
}

func printRules(ctx context.Context, out io.Writer, rules []*rulebook.Rule, format string, overview bool) error {
	switch format {
	case "text":
		if overview {
			return printRuleList(out, rules)
		}
		return printRuleText(ctx, out, rules)
	case "json":
		for _, r := range rules {
			r.Try(ctx)
		}
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		return enc.Encode(map[string]any{"rules": rules})
	case "markdown":
		return printRulesMarkdown(ctx, out, rules)
	}
	return fmt.Errorf("--format %s: there are text, json and markdown", format)
}

// ruleNames lists the names of all rules.
func ruleNames(catalog *profile.Catalog) []string {
	var names []string
	for _, r := range rulebook.Rules(catalog) {
		names = append(names, r.Name)
	}
	return names
}

// didYouMean names the nearest of the known names, where one is near.
func didYouMean(name string, known []string) string {
	best, least := "", len(name)/2+1
	for _, k := range known {
		if d := distance(name, k); d < least {
			best, least = k, d
		}
		if _, after, ok := strings.Cut(k, "/"); ok && after == name { // without its family
			return fmt.Sprintf("; did you mean %q?", k)
		}
	}
	if best == "" {
		return "; \"mcploupe rules\" lists them"
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// distance is how many characters must be put in, taken out or changed to make
// one word of another (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := before
			if a[i-1] != b[j-1] {
				cost++
			}
			before = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
