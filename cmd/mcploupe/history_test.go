package main

import (
	"bufio"
	"context"
	"database/sql"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mcploupe/inspector/history"
)

// dashboard is a launch of the program with a real server behind it.
type dashboard struct {
	t     *testing.T
	base  *url.URL
	token string
	end   func()
}

// launch starts the dashboard on a configuration file.
func launch(t *testing.T, args ...string) *dashboard {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	done := make(chan int, 1)
	var stderr strings.Builder
	go func() {
		code := run(ctx, append([]string{"--addr", "127.0.0.1:0", "--no-open"}, args...), streams{strings.NewReader(""), write, &stderr})
		_ = write.Close()
		done <- code
	}()
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("no address: %v, code %d, %s", err, <-done, stderr.String())
	}
	base, err := url.Parse(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	d := &dashboard{t: t, base: base, token: base.Query().Get("token")}
	d.end = func() {
		cancel()
		if code := <-done; code != exitOK {
			t.Errorf("it ended with %d: %s", code, stderr.String())
		}
	}
	return d
}

// ask sends a request; form makes it a POST.
func (d *dashboard) ask(path, form string) string {
	d.t.Helper()
	method := http.MethodGet
	if form != "" {
		method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(d.t.Context(), method, d.base.Scheme+"://"+d.base.Host+path, strings.NewReader(form))
	if err != nil {
		d.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+d.token)
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(body)
}

// until asks again until a page says something.
func (d *dashboard) until(path, want string) string {
	d.t.Helper()
	for range 100 {
		if page := d.ask(path, ""); strings.Contains(page, want) {
			return page
		}
		time.Sleep(100 * time.Millisecond)
	}
	d.t.Fatalf("%s never says %q:\n%s", path, want, d.ask(path, ""))
	return ""
}

// Ensure that lists and calls are kept over launches and shown again, with the
// report of a call of an earlier launch, that an address fills in and calls nothing,
// and that no environment variable, header or token is in the file.
func TestHistory(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const secret = "s3cr3t-of-the-environment"
	conf := filepath.Join(dir, "mcp.json")
	if err := os.WriteFile(conf, []byte(`{"mcpServers":{"d":{"command":"`+self+`","env":{"`+beDemo+`":"1","API_KEY":"`+secret+`"}}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	first := launch(t, "--config", conf)
	first.until("/?server=d&tool=word_count", `data-state="ready"`)
	args := url.QueryEscape(`{"text":"one ` + secret + ` ghp_0123456789abcdefghij0123456789abcdef"}`)
	first.ask("/call", "server=d&tool=word_count&mode=json&call=call-of-the-first&action=send&json="+args)
	page := first.until("/?server=d&tool=word_count&tab=history", "call-of-the-first")
	if !strings.Contains(page, "Forms") || !strings.Contains(page, "now") {
		t.Errorf("the tab says nothing of forms:\n%s", page)
	}
	first.end()

	second := launch(t, "--config", conf)
	second.until("/?server=d&tool=word_count", `data-state="ready"`)
	if page := second.ask("/report?server=d&tool=word_count&call=call-of-the-first", ""); !strings.Contains(page, "Test call") || !strings.Contains(page, "•••") {
		t.Error("the report of a call of the first launch is lost")
	}
	if page := second.ask("/?server=d&tool=word_count&args="+url.QueryEscape(`{"text":"filled in"}`), ""); !strings.Contains(page, "filled in") {
		t.Error("the address does not fill the form in")
	}
	second.end()

	path := filepath.Join(dir, "mcploupe", "history.sqlite")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var calls, forms, snapshots int
	if err := db.QueryRowContext(t.Context(), "SELECT (SELECT count(*) FROM calls), (SELECT count(*) FROM forms), (SELECT count(*) FROM snapshots)").Scan(&calls, &forms, &snapshots); err != nil {
		t.Fatal(err)
	}
	if calls != 1 || forms != 8 || snapshots != 2 {
		t.Errorf("%d calls, %d forms, %d lists are kept", calls, forms, snapshots)
	}
	for _, ending := range []string{"", "-wal"} {
		data, err := os.ReadFile(path + ending)
		if err == nil && (strings.Contains(string(data), secret) || strings.Contains(string(data), "ghp_0123")) {
			t.Errorf("a secret is in %s%s", path, ending)
		}
	}

	third := launch(t, "--no-history", "--config", conf)
	if page := third.until("/?server=d&tool=word_count", `data-state="ready"`); strings.Contains(page, "tab=history") {
		t.Error("without a history there is a tab for it")
	}
	third.end()
	if got, err := history.Path(); err != nil || got != path {
		t.Errorf("%s, %v", got, err)
	}
}
