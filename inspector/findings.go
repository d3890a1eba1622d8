package inspector

import (
	"context"
	"sync"

	"mcploupe/inspector/lint"
	"mcploupe/inspector/tool"
)

// findingCache keeps the findings of tools under the hash of their bytes.
type findingCache struct {
	mu   sync.Mutex
	kept map[string][]tool.Finding
}

// maxFindings is how many tools' findings are kept.
const maxFindings = 20_000

// Findings returns everything that is wrong or doubtful in a tool, the worst
// first.
func (a *App) Findings(ctx context.Context, t *tool.Tool) []tool.Finding {
	c := &a.findings
	c.mu.Lock()
	found, ok := c.kept[t.Hash]
	c.mu.Unlock()
	if !ok {
		found = lint.Run(ctx, t, lint.Options{})
		if ctx.Err() != nil {
			return found // cut short: not to be kept
		}
		c.mu.Lock()
		if c.kept == nil || len(c.kept) >= maxFindings {
			c.kept = map[string][]tool.Finding{}
		}
		c.kept[t.Hash] = found
		c.mu.Unlock()
	}
	// What the reader of the list found depends on the tool's place in it.
	all := append(append([]tool.Finding(nil), t.Findings...), found...)
	tool.SortFindings(all)
	return all
}
