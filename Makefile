# Everything that is done with this project; `make help` lists it.

SHELL := /bin/bash
.DEFAULT_GOAL := help

PORT ?= 8080
DATA_DIR ?= .data
ARCH ?= arm64
STAGE ?= dev
SAM := .cache/sam/bin/sam
RIE := .cache/bin/aws-lambda-rie
RIE_VERSION := v0.0.0-20261030222936-bef5c4ba774d
FUZZ_SECONDS ?= 10
EXAMPLES ?= 20
COUNT ?= 100
GAMES ?= 1,8,32,128
SECONDS_EACH ?= 15
SCHEMATHESIS := .cache/schemathesis/bin/schemathesis
FUNCTIONS := api sweep
BROWSER = $(or $(CHROMIUM),$(shell command -v chromium || command -v google-chrome))
# Lambdas: no RPC of old runtimes, and no HTTP/2, which neither Lambda nor DynamoDB speaks to them.
BUILD := CGO_ENABLED=0 GOOS=linux go build -trimpath -tags lambda.norpc,nethttpomithttp2 -ldflags "-s -w"

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

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(shell find web/src web/icons web/build.mjs docs/openapi.yaml -type f 2>/dev/null)
	cd web && npm run --silent build

.PHONY: web
web: web/node_modules/.package-lock.json ## build the page (needs Node)
	cd web && npm run --silent build

# ---- test ----

.PHONY: test
test: page ## all tests; what cannot run here is said at the end
	@.ci/prepare
	go test $(RACE) -timeout 20m ./...
	@if command -v npm >/dev/null; then cd web && npm test --silent; fi
	@.ci/missing

.PHONY: e2e
e2e: page ## whole games and every state of the page in Chromium; pictures in web/out/shots
	@command -v npm >/dev/null || { echo "No Node: these tests need Node 20 or newer, with npm."; exit 1; }
	@test -n "$(BROWSER)" || { echo "No Chromium: install one (Debian: chromium), or name it in CHROMIUM."; exit 1; }
	@cd web && CHROMIUM="$(BROWSER)" npm run --silent e2e

.PHONY: test-long
test-long: page ## the long variants: a thousand histories, kills, a million views
	@.ci/prepare
	CHEAT_LONG=1 CHEAT_GAMES=300 go test -timeout 60m ./...
	$(MAKE) --no-print-directory schemathesis EXAMPLES=100

.PHONY: schemathesis
schemathesis: $(SCHEMATHESIS) page ## ask the local program whatever the OpenAPI document describes: EXAMPLES (20) an operation
	@EXAMPLES=$(EXAMPLES) infra/schemathesis/run $(PHASES)

$(SCHEMATHESIS): infra/schemathesis/requirements.txt
	@echo "installing Schemathesis into .cache/schemathesis"
	@python3 -m venv .cache/schemathesis
	@.cache/schemathesis/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

.PHONY: arena
arena: ## how strong the bots are, and that every bar is met
	go run ./engine/bot/arena

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZ_SECONDS (10) each
	@for p in $$(go list ./...); do \
	  for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	    echo "$$p $$f"; go test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZ_SECONDS)s $$p | grep -v '^fuzz:' || exit 1; \
	  done; \
	done

.PHONY: bench
bench: ## all of docs/performance.md: benchmarks of the packages, cold starts, load; some eight minutes
	@.ci/prepare
	go test -run '^$$' -bench . -benchmem -benchtime 0.3s ./engine ./engine/bot ./infra/store/...
	go test -run '^$$' -bench WriteUnits -benchtime 1x ./functions/internal/play
	go test -run '^$$' -bench 'Move400|Stored' -benchtime 5x ./functions/internal/play
	go test -run '^$$' -bench . -benchtime 30x -cpu 1,2 ./functions/api
	@$(MAKE) --no-print-directory bench-cold COUNT=40
	@$(MAKE) --no-print-directory bench-load SECONDS_EACH=5

.PHONY: bench-cold
bench-cold: page ## cold starts of the built API beside a hello world: COUNT (100) of each
	@for f in hello floor; do $(BUILD) -o dist/cold/$$f ./functions/cold/$$f || exit 1; done
	@$(BUILD) -o dist/cold/api ./functions/api
	@.ci/with-dynamo go run ./functions/cold -count $(COUNT)

.PHONY: bench-load
bench-load: page ## whole games on the local program beside a server that does nothing: GAMES (1,8,32,128) at once, SECONDS_EACH (15)
	@go build -o bin/local ./functions/local
	@go build -o bin/load ./functions/load
	@bin/load -program bin/local -games $(GAMES) -time $(SECONDS_EACH)s

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

# ---- deploy, and try here what would be deployed ----

export SAM_CLI_TELEMETRY := 0
here := $(shell go env GOARCH)
sam_arch = $(if $(filter amd64,$(1)),x86_64,$(1))

$(SAM): infra/sam/requirements.txt
	@echo "installing the SAM CLI into .cache/sam"
	@python3 -m venv .cache/sam
	@.cache/sam/bin/pip install --quiet --disable-pip-version-check -r $<
	@touch $@

$(RIE): Makefile
	@echo "building AWS's Lambda Runtime Interface Emulator"
	@mkdir -p .cache/bin
	@CGO_ENABLED=0 GOBIN=$(CURDIR)/.cache/bin go install -trimpath -ldflags "-s -w" \
	  github.com/aws/aws-lambda-runtime-interface-emulator/cmd/aws-lambda-rie@$(RIE_VERSION)
	@touch $@

# What `sam build` calls, with ARTIFACTS_DIR; the processor is ARCH's.
.PHONY: build-ApiFunction build-SweepFunction
build-ApiFunction:
	GOARCH=$(ARCH) $(BUILD) -o "$(ARTIFACTS_DIR)/bootstrap" ./functions/api
build-SweepFunction:
	GOARCH=$(ARCH) $(BUILD) -o "$(ARTIFACTS_DIR)/bootstrap" ./functions/sweep

.PHONY: sam-build
sam-build: $(SAM) page ## build the template for ARCH (arm64)
	@ARCH=$(ARCH) AWS_DEFAULT_REGION=us-east-1 $(SAM) build --parameter-overrides Architecture=$(call sam_arch,$(ARCH))

.PHONY: sam-build-here
sam-build-here: $(SAM) page
	@ARCH=$(here) AWS_DEFAULT_REGION=us-east-1 $(SAM) build --build-dir .aws-sam/host --parameter-overrides Architecture=$(call sam_arch,$(here)) >.cache/sam-build.log 2>&1 || { cat .cache/sam-build.log; exit 1; }

.PHONY: sam-validate
sam-validate: $(SAM) ## look for faults in template.yaml
	@AWS_DEFAULT_REGION=us-east-1 $(SAM) validate --lint

.PHONY: sam-local
sam-local: sam-build-here $(RIE) ## serve what would be deployed, in containers, on PORT (8080)
	@PORT=$(PORT) SAM=$(SAM) DYNAMO_HOST=0.0.0.0 infra/sam/with-engine .ci/with-dynamo infra/sam/local

.PHONY: test-sam
test-sam: sam-validate sam-build-here $(RIE) ## whole games and all events in the containers of sam local
	@infra/sam/with-engine env CHEAT_SAM=$(CURDIR)/$(SAM) go test -count 1 -timeout 20m -run '^TestSAM$$' ./functions/internal/deploytest

.PHONY: test-rie
test-rie: page lambdas $(RIE) ## whole games and races with the built Lambdas, arm64 under qemu
	@CHEAT_RIE=$(CURDIR)/$(RIE) go test -count 1 -run '^TestRIE$$' ./functions/internal/deploytest

.PHONY: deploy
deploy: sam-validate sam-build ## deploy STAGE (dev), with more PARAMETERS, and play a match on it
	@STAGE=$(STAGE) SAM=$(SAM) infra/sam/deploy

.PHONY: smoke
smoke: ## play one match on URL; without one, here, and say what it cost in request units
	@$(if $(URL),go run ./functions/smoke -url $(URL),.ci/with-dynamo go run ./functions/smoke)

.PHONY: cost
cost: ## play whole games and say what each kind of request costs, and the most a month can
	@.ci/with-dynamo go run ./functions/cost
	@go run ./functions/cost -most

.PHONY: ci
ci: ## what .ci/run runs: check, tests with -race, the page in Chromium, short fuzz, Lambdas, SAM
	@.ci/stage check $(MAKE) --no-print-directory check
	@.ci/stage test $(MAKE) --no-print-directory test RACE=-race
	@.ci/stage e2e $(MAKE) --no-print-directory e2e
	@.ci/stage fuzz $(MAKE) --no-print-directory fuzz FUZZ_SECONDS=3
	@.ci/stage schemas $(MAKE) --no-print-directory schemathesis EXAMPLES=5 PHASES="--phases examples,coverage,fuzzing --seed 1"
	@.ci/stage lambdas $(MAKE) --no-print-directory lambdas
	@.ci/stage rie $(MAKE) --no-print-directory test-rie
	@.ci/stage sam $(MAKE) --no-print-directory test-sam
	@.ci/stage
