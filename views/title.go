package views

// pageTitle names the page for the tab strip, the history and a screen reader:
// the most particular first.
func pageTitle(p Page) string {
	if p.Convert != nil {
		return "Convert a schema · mcploupe"
	}
	if p.Search != nil {
		return "Search · mcploupe"
	}
	title := ""
	if p.Tool != nil {
		title = Plain(shortName(itemName(p.Tool.Name, p.Tool.HasName, p.Tool.N), maxName)) + " · "
	}
	for _, s := range p.Servers {
		if s.ID == p.Where.Server {
			title += Plain(s.Name) + " · "
		}
	}
	return title + "mcploupe"
}
