package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/cli/browser"
	"github.com/spf13/cobra"

	"mcploupe/inspector"
	"mcploupe/inspector/history"
	"mcploupe/web"
)

const rootLong = `mcploupe shows what an MCP server really tells its clients.

Without a source it reads .mcp.json, mcp.json, .cursor/mcp.json and
.vscode/mcp.json of the current folder, and opens the built-in demonstration
server where there is none.

A source is a saved tools/list answer (FILE.json, FILE.jsonl or - for standard
input), the URL of a server, a configuration file (--config FILE), or a command
after two dashes.`

const rootExample = `  mcploupe                                    the configured servers, or the demonstration
  mcploupe -- npx -y @modelcontextprotocol/server-everything
  mcploupe https://example.com/mcp
  mcploupe --config ~/.cursor/mcp.json
  mcploupe answer.json`

// defaultAddr is where the dashboard is looked for. The next ports are tried
// when it is taken.
const (
	defaultAddr = "127.0.0.1:6280"
	portTries   = 20
)

// newServe is the default command: the dashboard.
func newServe(std streams) *cobra.Command {
	var (
		addr   string
		noOpen bool
		noHist bool
		flags  = sourceFlags{std: std}
	)
	c := &cobra.Command{
		Use:     "mcploupe [flags] [SOURCE…] [-- COMMAND ARG…]",
		Short:   "a loupe for MCP servers: schemas as sent, converted and explained",
		Long:    rootLong,
		Example: rootExample,
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			src, err := flags.sources(c, args)
			if err != nil {
				return err
			}
			return serve(c.Context(), std, addr, !noOpen, !noHist, src)
		},
	}
	c.Flags().StringVar(&addr, "addr", defaultAddr, "loopback `address` to listen on; port 0 picks a free one")
	c.Flags().BoolVar(&noOpen, "no-open", false, "do not open a browser")
	c.Flags().BoolVar(&noHist, "no-history", false, "keep no lists and calls in the history")
	flags.register(c)
	return c
}

// shutdownGrace bounds the end of the program: servers are asked to end, then
// told, then killed.
const shutdownGrace = 6 * time.Second

// gcPercent keeps the idle dashboard small: it stays open all day and has little
// to do.
const gcPercent = 50

// quietEnd is how long the end may take before a word is said about it.
const quietEnd = 300 * time.Millisecond

// closeApp ends all servers. A person who has asked for the end, and waits for it, is told
// what goes on and how to have it at once.
func closeApp(ctx context.Context, std streams, app *inspector.App) error {
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownGrace)
	defer cancel()
	if ctx.Err() != nil {
		word := time.AfterFunc(quietEnd, func() {
			_, _ = fmt.Fprintln(std.err, "mcploupe: ending the servers, which takes a few seconds at most; Ctrl-C again ends them at once")
		})
		defer word.Stop()
	}
	return app.Close(closing)
}

func serve(ctx context.Context, std streams, addr string, open, keep bool, src inspector.Sources) (err error) {
	debug.SetGCPercent(gcPercent)
	listener, err := listen(ctx, addr)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	opt := inspector.Options{Version: version}
	if open {
		opt.OpenBrowser = func(_ context.Context, address string) { openBrowser(std, address) }
	}
	app := inspector.New(opt)
	if keep {
		if store := openHistory(ctx, std, app); store != nil {
			defer func() { err = errors.Join(err, store.Close()) }() // after what is still being written
		}
	}
	defer func() {
		err = errors.Join(err, closeApp(ctx, std, app))
	}()
	token := web.NewToken()
	site := web.New(app, web.Options{Addr: listener.Addr(), Token: token, TargetsFile: targetsFile()})
	idle := startIdler(ctx)
	defer idle.stop()
	server := &http.Server{Handler: idle.watch(site.Handler()), ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	defer func() {
		// Open event streams end with ctx; what is left does not matter any more.
		_ = server.Close()
		<-failed
	}()
	if err := app.Open(src); err != nil {
		return &exitError{exitUsage, err}
	}
	start := web.Start(app)
	sign := "?"
	if strings.Contains(start, "?") {
		sign = "&"
	}
	address := "http://" + listener.Addr().String() + start + sign + "token=" + string(token)
	if _, err := fmt.Fprintln(std.out, address); err != nil {
		return fmt.Errorf("print the address: %w", err)
	}
	if open {
		openBrowser(std, address)
	}
	select {
	case <-ctx.Done():
		return nil
	case err := <-failed:
		failed <- err
		return fmt.Errorf("serve the dashboard: %w", err)
	}
}

// openHistory makes the application keep lists and calls. A history that cannot be
// used is said, and keeps nobody from working; nil is returned then.
func openHistory(ctx context.Context, std streams, app *inspector.App) *history.Store {
	say := func(text string) { _, _ = fmt.Fprintln(std.err, "mcploupe: "+printable(text)) }
	store, note, err := inspector.OpenHistory(ctx)
	if err != nil {
		say(err.Error() + " (nothing is kept)")
		return nil
	}
	if note != "" {
		say(note)
	}
	var once sync.Once
	app.Keep(store, func(err error) { once.Do(func() { say(err.Error()) }) })
	return store
}

// listen takes the address, or the next free port of the same host.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("--addr %s: %w; give host and port, for example %s", addr, err, defaultAddr)
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("--addr %s: the dashboard listens on this machine's loopback addresses only, for example %s", addr, defaultAddr)
	}
	first, err := strconv.Atoi(port)
	if err != nil || first < 0 || first > 65535 {
		return nil, fmt.Errorf("--addr %s: %q is no port number", addr, port)
	}
	var lc net.ListenConfig
	for n := range portTries {
		l, err := lc.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(first+n)))
		if err == nil {
			return l, nil
		}
		if first == 0 || !errors.Is(err, syscall.EADDRINUSE) || n == portTries-1 || first+n == 65535 {
			return nil, fmt.Errorf("listen on %s: %w", addr, err)
		}
	}
	return nil, fmt.Errorf("listen on %s: no free port", addr)
}

// openBrowser opens the dashboard where there is a screen, or leaves it to the
// person, who has the address. The address is an argument of a program of its
// own: no shell sees it. Some programs stay until the browser is closed, so
// nobody waits for them.
func openBrowser(std streams, address string) {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return
	}
	browser.Stdout, browser.Stderr = io.Discard, io.Discard
	go func() {
		if err := browser.OpenURL(address); err != nil {
			_, _ = fmt.Fprintln(std.err, "mcploupe: open the address above in a browser ("+printable(err.Error())+")")
		}
	}()
}
