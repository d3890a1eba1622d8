package views

// Search is what was found in the tools of all servers, by what was typed.
type Search struct {
	Where    Where  // the place that the reader comes from
	Text     string // as typed; parameter find
	Found    []Hit
	More     int // further tools that match
	Tools    int // tools looked through, of all servers
	Servers  []Server
	Commands []Command
}

// MaxFound is how many tools a search shows.
const MaxFound = 40

// Hit is one tool that matches.
type Hit struct {
	Server Server
	Item   Item
	Said   string // the title or a part of the description; empty where there is none
}

// Command is what can be done from here: a link, or a control of the page that
// is pressed for the reader.
type Command struct {
	What  string
	Href  string // empty for a control
	Press string // CSS selector of the control; needs a script
}
