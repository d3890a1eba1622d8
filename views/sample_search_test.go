package views

// sampleSearch is what is found for a word: of the server shown and of another.
func sampleSearch() *Search {
	all := sampleServers()
	return &Search{
		Where: sampleWhere(), Text: "article", Tools: 34, More: 2, Servers: all[:1],
		Found: []Hit{
			{Server: all[0], Item: Item{N: 4, Name: "update_article", HasName: true}, Said: "Update an article. Fields left out are not touched."},
			{Server: all[1], Item: Item{N: 7, Name: "a_name_that_is_very_long_" + "and_goes_on_and_on_and_on_and_on_until_it_says_v1_article_at_its_end", HasName: true}},
			{Server: all[1], Item: Item{N: 8, Broken: true}, Said: "An entry without a name"},
		},
		Commands: []Command{{What: "Convert a schema without a server", Href: "/convert"}, {What: "Send the call", Press: "#send"}},
	}
}
