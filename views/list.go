package views

import "strings"

// itemTitle is the whole name, and what is wrong, for the pointer that rests.
func itemTitle(it Item) string {
	parts := []string{Plain(itemName(it.Name, it.HasName, it.N))}
	if it.Title != "" {
		parts = append(parts, Plain(it.Title))
	}
	if it.Pending {
		parts = append(parts, "not looked at yet")
	}
	if it.Broken {
		parts = append(parts, "no usable tool")
	}
	if it.Errors > 0 {
		parts = append(parts, count(it.Errors, "error"))
	}
	if it.Warnings > 0 {
		parts = append(parts, count(it.Warnings, "warning"))
	}
	return strings.Join(parts, " · ")
}

// filterParams keeps the place while the filter changes.
func filterParams(w Where) []Param {
	w.Query, w.First = "", 0
	return w.Params()
}

func atFirst(w Where, first int) string {
	w.First = max(first, 0)
	return w.URL()
}
