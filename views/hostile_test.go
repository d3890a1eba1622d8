package views

// hostile is a string that tries every way out of a text at once.
const hostile = "</script><script>(window.hacked=1)</script>\"><img src=x onerror=(window.hacked=1)>'`javascript:(window.hacked=1)\u202e\x1b[31m\x00\u200b\U000E0068\U000E0069\xed\xa0\x80"

func hostilePage(p *Page) {
	p.Tool.Name, p.Tool.Title, p.Tool.Description = hostile, hostile, hostile
	p.List.Items[4].Name, p.List.Items[4].Title = hostile, hostile
	p.Servers[0].Name, p.Servers[0].Sub = hostile, hostile
}
