package inspector

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"mcploupe/inspector/config"
	"mcploupe/inspector/report"
	"mcploupe/inspector/tool"
)

// Sources say where the servers of a launch come from, as the command line names
// them.
type Sources struct {
	Args    []string // saved answers ("-" is standard input) and URLs
	Command []string // a program with its arguments
	Configs []string // configuration files
	Server  string   // only this one of the configured servers
	Dir     string   // where to look for configuration files when nothing else is named

	Settings Settings // of the servers; an era here goes before that of the configuration

	Demo  func() (config.Server, error) // the demonstration server
	Stdin io.Reader
}

// maxFile bounds a saved answer that is read, in bytes.
const maxFile = 256 << 20

// SourceError is a source that cannot be opened.
type SourceError struct {
	Source string
	Err    error
	Next   string // what to do
}

// Error names the source, what is wrong, and what to do.
func (e *SourceError) Error() string {
	text := e.Err.Error()
	if !strings.HasPrefix(text, e.Source+":") { // an error with a place in it names the file itself
		text = e.Source + ": " + text
	}
	if e.Next != "" {
		text += ". " + e.Next
	}
	return text
}

// Unwrap returns the cause.
func (e *SourceError) Unwrap() error { return e.Err }

// Open adds every server that src names to the application, and connects to
// those that the user named: found configuration files are only listed, since
// what they start was chosen by whoever wrote the project.
func (a *App) Open(src Sources) error {
	if err := src.Settings.Check(); err != nil {
		return &SourceError{Source: "settings", Err: err}
	}
	a.settings = src.Settings
	o := opening{app: a, src: src}
	if err := o.open(); err != nil {
		return err
	}
	if src.Server == "" || o.matched {
		return nil
	}
	e := &SourceError{Source: "--server", Err: fmt.Errorf("no server is called %q", src.Server), Next: "There are " + strings.Join(o.names, ", ") + "."}
	if len(o.names) == 0 {
		e.Err = fmt.Errorf("%q would be a server of a configuration, and none was read", src.Server)
		e.Next = "Name one with --config FILE, or start mcploupe in a folder with .mcp.json, mcp.json, .cursor/mcp.json or .vscode/mcp.json."
	}
	return e
}

// opening is the work of one Open.
type opening struct {
	app     *App
	src     Sources
	names   []string // of the configured servers that were seen
	matched bool     // one of them is the one that is wanted
}

func (o *opening) open() error {
	a, src := o.app, o.src
	for _, arg := range src.Args {
		if err := o.openArg(arg); err != nil {
			return err
		}
	}
	if len(src.Command) > 0 {
		c, err := config.FromCommand(src.Command)
		if err != nil {
			return &SourceError{Source: strings.Join(src.Command, " "), Err: err}
		}
		a.AddConfigured(c).Connect()
	}
	for _, path := range src.Configs {
		if err := o.openConfig(path, true); err != nil {
			return err
		}
	}
	if len(src.Args)+len(src.Command)+len(src.Configs) > 0 {
		return nil
	}
	for _, path := range config.Discover(src.Dir) {
		if err := o.openConfig(path, false); err != nil {
			a.AddBroken(path, path, err)
		}
	}
	if len(a.Servers()) > 0 || src.Demo == nil || src.Server != "" {
		return nil
	}
	c, err := src.Demo()
	if err != nil {
		return fmt.Errorf("start the demonstration server: %w", err)
	}
	a.AddConfigured(c).Connect()
	return nil
}

func (o *opening) openArg(arg string) error {
	a, src := o.app, o.src
	if strings.HasPrefix(arg, "http://") || strings.HasPrefix(arg, "https://") {
		c, err := config.FromURL(arg)
		if err != nil {
			return &SourceError{Source: "URL", Err: err}
		}
		a.AddConfigured(c).Connect()
		return nil
	}
	data, name, err := readFile(arg, src.Stdin)
	if err != nil {
		return err
	}
	if report.Is(data) {
		return o.openCase(arg, name, data)
	}
	snap, err := tool.Open(name, data)
	if err != nil {
		if f, cerr := config.Parse(arg, data, config.Options{}); cerr == nil && len(f.Servers) > 0 && arg != "-" {
			return o.openConfig(arg, true) // a configuration file, named without --config
		}
		return &SourceError{Source: name, Err: err}
	}
	a.AddSnapshot(displayName(name, snap), arg, snap)
	return nil
}

// openCase opens a report that was saved as JSON.
func (o *opening) openCase(arg, name string, data []byte) error {
	c, err := report.Open(data)
	if err == nil {
		_, err = o.app.AddCase(c, arg)
	}
	if err != nil {
		return &SourceError{Source: name, Err: err}
	}
	return nil
}

// displayName is the name a saved answer goes by: its file's, without the ending.
func displayName(name string, snap *tool.Snapshot) string {
	base := filepath.Base(name)
	if ext := filepath.Ext(base); ext == ".json" || ext == ".jsonl" || ext == ".ndjson" {
		base = strings.TrimSuffix(base, ext)
	}
	if name == "-" && snap.Server.Name != "" {
		return snap.Server.Name
	}
	return base
}

func readFile(arg string, stdin io.Reader) (data []byte, name string, err error) {
	if arg == "-" {
		if stdin == nil {
			return nil, "", &SourceError{Source: arg, Err: errors.New("standard input is not available here")}
		}
		data, err = io.ReadAll(io.LimitReader(stdin, maxFile+1))
		name = "standard input"
	} else {
		var info os.FileInfo
		if info, err = os.Stat(arg); err == nil && info.IsDir() {
			return nil, "", &SourceError{Source: arg, Err: errors.New("this is a folder"), Next: "Name a saved answer, a URL, or a command after --."}
		}
		if err == nil && info.Size() > maxFile {
			return nil, "", &SourceError{Source: arg, Err: fmt.Errorf("the file has %d bytes; at most %d are read", info.Size(), maxFile)}
		}
		if err == nil {
			data, err = os.ReadFile(arg)
		}
		name = arg
	}
	switch {
	case errors.Is(err, os.ErrNotExist):
		next := "A command goes after two dashes: mcploupe -- " + arg
		if strings.HasPrefix(filepath.Ext(arg), ".json") {
			next = "Check the path; a relative one starts at the current folder."
		}
		return nil, "", &SourceError{Source: arg, Err: errors.New("there is no such file"), Next: next}
	case err != nil:
		return nil, "", &SourceError{Source: arg, Err: err}
	case len(data) > maxFile:
		return nil, "", &SourceError{Source: arg, Err: fmt.Errorf("more than %d bytes", maxFile)}
	}
	return data, name, nil
}

// openConfig adds the servers of one configuration file, all of them or the one
// that is named. A server whose entry is wrong is added with its problem. Those
// of a file that nobody named (connect is false) wait for a click.
func (o *opening) openConfig(path string, connect bool) error {
	file, err := config.Load(path, config.Options{})
	if err != nil {
		return &SourceError{Source: path, Err: err}
	}
	for _, c := range file.Servers {
		o.names = append(o.names, c.Label())
		if o.src.Server != "" && (c.Name != o.src.Server || c.Shadowed) {
			continue
		}
		o.matched = true
		s := o.app.AddConfigured(c)
		s.Found = !connect
		if connect && !c.Disabled {
			s.Connect()
		}
	}
	return nil
}

// configError is why a configured server cannot be started, nil where it can: the
// first problem of its entry that keeps it from that.
func configError(c *config.Server) error {
	for i := range c.Problems {
		if c.Problems[i].Fatal {
			return &c.Problems[i]
		}
	}
	return nil
}
