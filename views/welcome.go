package views

// welcomeCommands are the ways to open a source.
var welcomeCommands = [...]struct{ Command, What string }{
	{"mcploupe", "the servers of .mcp.json, .cursor/mcp.json or .vscode/mcp.json in this folder, else a demonstration"},
	{"mcploupe --config FILE", "the servers of a configuration file"},
	{"mcploupe -- COMMAND ARG…", "a server over stdio"},
	{"mcploupe http://localhost:8000/mcp", "a server over Streamable HTTP"},
	{"mcploupe answer.json", "a saved tools/list answer"},
}
