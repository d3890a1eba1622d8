# mcploupe: every target is one thin command. The one test command is `make test`.
#
# The tests run against real parts: published MCP servers, a second validator, a browser.
# `make deps` installs what is missing of them and costs nothing the second time.
# Where they are, tests are told by the environment; unset, they look in the same default
# places, so a plain `go test ./...` after `make deps` works too (package partstest).
#
#   MCPLOUPE_NPM         folder that holds node_modules             testdata/npm
#   MCPLOUPE_PYTHON      Python with the fastmcp package            .cache/venv/bin/python
#   MCPLOUPE_PYTHON_MCP  Python with the plain mcp package, 1.x     .cache/venv-mcp/bin/python
#   MCPLOUPE_CHROMIUM    Chromium or Chrome                         the first one found on PATH
#   MCPLOUPE_SHARED      folder of recorded answers and test cases  ../shared
#   MCPLOUPE_BENCH_NPM   folder that holds the peers of `make bench` testdata/npm-bench
#   MCPLOUPE_CONFORMANCE_NPM  folder of the conformance suite      testdata/npm-conformance
#   CI=true              a missing part fails the test, else the test is skipped and says so
#
# A part named in the environment is used as it is and not installed.
# Needed beforehand: Go, Node.js 20 or later with npm, Python 3.11 or later, GNU make, bash.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := build

# $(call own,VARIABLE,TARGET): TARGET, unless the caller named a part in VARIABLE.
own = $(if $(and $(filter environment% command%,$(origin $(1))),$($(1))),,$(2))

npm_stamp   := testdata/npm/node_modules/.installed
bench_stamp := testdata/npm-bench/node_modules/.installed
conf_stamp  := testdata/npm-conformance/node_modules/.installed
venv_stamp  := .cache/venv/.installed
mcp_stamp   := .cache/venv-mcp/.installed

parts := $(call own,MCPLOUPE_NPM,$(npm_stamp)) \
         $(call own,MCPLOUPE_CONFORMANCE_NPM,$(conf_stamp)) \
         $(call own,MCPLOUPE_PYTHON,$(venv_stamp)) \
         $(call own,MCPLOUPE_PYTHON_MCP,$(mcp_stamp)) \
         chromium
bench_parts := $(call own,MCPLOUPE_BENCH_NPM,$(bench_stamp))

export MCPLOUPE_NPM        ?= $(CURDIR)/testdata/npm
export MCPLOUPE_PYTHON     ?= $(CURDIR)/.cache/venv/bin/python
export MCPLOUPE_PYTHON_MCP ?= $(CURDIR)/.cache/venv-mcp/bin/python
export MCPLOUPE_SHARED     ?= $(abspath $(CURDIR)/../shared)
export MCPLOUPE_BENCH_NPM  ?= $(CURDIR)/testdata/npm-bench
export MCPLOUPE_CONFORMANCE_NPM ?= $(CURDIR)/testdata/npm-conformance

# -count=1: the tests start programs that Go's test cache knows nothing of.
TESTFLAGS ?=
GOTEST := go test -count=1 -timeout 20m $(TESTFLAGS)
FUZZTIME ?= 10s
SOAKTIME ?= 3m
ARGS ?=

.PHONY: build run generate fmt lint vuln deps chromium cc test race browser fuzz soak bench cover clean

build: ## the program, as released: bin/mcploupe
	CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o bin/mcploupe ./cmd/mcploupe

run: ## the dashboard from source: make run ARGS="--config FILE"
	go run ./cmd/mcploupe $(ARGS)

generate: ## views/*_templ.go from views/*.templ
	go tool templ generate -path views

fmt: ## Go and templ sources
	.ci/lint fmt

lint: ## gofmt, go vet, staticcheck, templ; changes nothing
	.ci/lint

vuln: ## known holes in what is imported; says so loudly where the database cannot be reached
	.ci/vuln

deps: $(parts) ## the real parts that the tests run against

test: deps ## everything
	@.ci/deps show
	$(GOTEST) ./...

race: deps cc ## everything, under the race detector
	$(GOTEST) -race ./...

browser: deps ## the tests that drive Chromium: those named TestBrowser…
	$(GOTEST) -v -run '^TestBrowser' ./...

fuzz: ## each fuzz target for FUZZTIME
	.ci/fuzz $(FUZZTIME)

soak: ## connect, list, call, restart against many servers at once for SOAKTIME: nothing may grow
	MCPLOUPE_SOAK=$(SOAKTIME) go test -count=1 -timeout 0 -v -run '^TestSoak$$' ./inspector/wire

bench: deps $(bench_parts) ## Go benchmarks, and the measures against the peers
	go test -run '^$$' -bench . -benchmem ./...

cover: deps ## total coverage; the profile is .cache/cover.out
	@mkdir -p .cache
	$(GOTEST) -coverpkg=./... -coverprofile=.cache/cover.out ./...
	go tool cover -func=.cache/cover.out | tail -1

clean: ## what was built and installed here
	rm -rf bin .cache testdata/out testdata/npm/node_modules testdata/npm-bench/node_modules testdata/npm-conformance/node_modules

# Each stamp lies inside what it vouches for, so they vanish together.
$(npm_stamp) $(bench_stamp) $(conf_stamp): testdata/%/node_modules/.installed: testdata/%/package.json testdata/%/package-lock.json
	.ci/deps npm testdata/$*
	@touch $@

$(venv_stamp): testdata/python/requirements.txt
	.ci/deps venv .cache/venv $<
	@touch $@

$(mcp_stamp): testdata/python/requirements-mcp.txt
	.ci/deps venv .cache/venv-mcp $<
	@touch $@

chromium cc:
	@.ci/deps $@
