# Everything that is done with this project; `make help` lists it.

SHELL := /bin/bash
.DEFAULT_GOAL := help

PORT ?= 8080
DATA_DIR ?= .data
ARCH ?= arm64
FUZZ_SECONDS ?= 10
FUNCTIONS := api sweep
BUILD := CGO_ENABLED=0 GOOS=linux go build -trimpath -tags lambda.norpc -ldflags "-s -w"

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' Makefile

# ---- play ----

.PHONY: run
run: page ## the whole service on loopback: PORT (8080), DATA_DIR (.data)
	@go build -o bin/local ./functions/local
	@PORT=$(PORT) DATA_DIR=$(DATA_DIR) exec bin/local

# The page is built where Node is; without it everything else works and / says so.
.PHONY: page
page:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory web/dist/index.html; \
	else echo "No Node here: the page is not built, the API works all the same."; fi

web/dist/index.html: web/package-lock.json $(shell find web/src web/build.mjs docs/openapi.yaml -type f 2>/dev/null)
	cd web && npm ci --no-audit --no-fund --loglevel=error && npm run --silent build

.PHONY: web
web: ## build the page (needs Node)
	@$(MAKE) --no-print-directory -B web/dist/index.html

# ---- test ----

.PHONY: test
test: page ## all tests; what cannot run here is said at the end
	@.ci/prepare
	go test ./...
	@if command -v npm >/dev/null; then cd web && npm test --silent; fi
	@.ci/missing

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZ_SECONDS (10) each
	@for p in $$(go list ./...); do \
	  for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	    echo "$$p $$f"; go test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZ_SECONDS)s $$p | grep -v '^fuzz:' || exit 1; \
	  done; \
	done

.PHONY: bench
bench: ## benchmarks of engine, bots, stores and edge
	go test -run '^$$' -bench . -benchmem ./...

.PHONY: check
check: ## format, vet, staticcheck, known vulnerabilities
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -d $$(git ls-files '*.go'); exit 1; }
	go vet ./...
	go tool staticcheck ./...
	@.ci/vulncheck

.PHONY: lambdas
lambdas: ## build every Lambda for both architectures and print their sizes
	@for f in $(FUNCTIONS); do for a in arm64 amd64; do \
	  GOARCH=$$a $(BUILD) -o dist/$$f-$$a/bootstrap ./functions/$$f || exit 1; \
	  printf "%-6s %-6s %9d bytes, zipped %9d\n" $$f $$a $$(stat -c %s dist/$$f-$$a/bootstrap) $$(gzip -c dist/$$f-$$a/bootstrap | wc -c); \
	done; done

.PHONY: ci
ci: ## what .ci/run runs: check, tests with -race, short fuzz, Lambdas
	@.ci/stage check $(MAKE) --no-print-directory check
	@.ci/stage test $(MAKE) --no-print-directory test
	@.ci/stage race go test -race ./...
	@.ci/stage fuzz $(MAKE) --no-print-directory fuzz FUZZ_SECONDS=3
	@.ci/stage lambdas $(MAKE) --no-print-directory lambdas
	@.ci/stage
