# collsim: what a contributor runs. "make check" is what CI runs.

GO       ?= go
NODE     ?= node
FUZZTIME ?= 10s
BENCH    ?= .
COUNT    ?= 1
SCREENSHOTS ?=
program  := build/collsim
peers    := build/peers
sources  := $(shell find . -name '*.go' -not -path './build/*')

# What bench-peers compares, so many times: rings by messages over so many ranks, and one by packets.
RUNS         ?= 3
PEER_RANKS   ?= 256,1024
PACKET_RANKS ?= 64
PACKET_MIB   ?= 64
measure       = $(peers)/measure -core $(peers)/exec.test -simgrid $(peers)/simgrid_ring -ns3 $(peers)/ns3_ring \
	-runs $(RUNS) -ranks $(PEER_RANKS) -packet-ranks $(PACKET_RANKS) -packet-mib $(PACKET_MIB)

.PHONY: help build page run test test-page test-slurm race fuzz bench bench-peers performance validate validate-sites classes golden lint figures docs same check clean
.DEFAULT_GOAL := help

help: ## print the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 13

build: $(program) ## build the static program build/collsim

$(program): go.mod go.sum $(sources) $(wildcard scenarios/library/*.yaml)
	@CGO_ENABLED=0 $(GO) build -trimpath -ldflags=-s -o $@ ./cmd/collsim

page: ## write the page with the simulator in it to build/page, for any host of files
	@rm -rf build/page build/page.part && mkdir -p build/page.part
	@cp -r $(filter-out %.go %.md,$(wildcard page/assets/*)) build/page.part/
	@cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" build/page.part/
	@GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags='-s -w' -o build/page.part/collsim.wasm ./cmd/collsim-wasm
	@printf '{"do":"options"}' | $(GO) run -pgo=off ./cmd/collsim-wasm >build/page.part/options.json
	@printf '{"engine":"wasm"}\n' >build/page.part/engine.json
	@mv build/page.part build/page # whole or not at all

run: $(program) ## build, and answer the built-in scenario
	@$(program) run

test: ## run all tests
	$(GO) test -pgo=off ./...

test-page: page ## drive the page in Chromium, as it is served and as WebAssembly; prints how fast it is, but for FIGURES=false
	@$(GO) build -pgo=off -o build/browser/collsim ./cmd/collsim
	$(GO) vet -pgo=off -tags browser ./page/browser
	$(GO) test -pgo=off -tags browser -count 1 -timeout 20m -v ./page/browser -args -screenshots="$(SCREENSHOTS)" -figures=$(or $(FIGURES),true)

test-slurm: ## run an array job on a real Slurm, which is installed from Debian
	@GO='$(GO)' bash .ci/slurm

race: ## run runs that share a process under the race detector; nothing outside cmd has goroutines
	CGO_ENABLED=1 $(GO) test -pgo=off -race -short -tags nostore ./cmd/...

fuzz: ## fuzz every parser and the random schedules, FUZZTIME each
	@for package in $$($(GO) list ./...); do \
		for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz'); do \
			echo "$$package $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$package || exit 1; \
		done; \
	done

bench: ## run the benchmarks that match BENCH, COUNT times each, for benchstat
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) ./...

bench-peers: $(program) ## install SimGrid and ns-3 from Debian, and set collsim beside them on the same work
	@GO='$(GO)' bash .ci/peers
	@$(measure) peers

performance: $(program) ## measure the tables of docs/performance.md anew; wants a quiet machine and some minutes
	@GO='$(GO)' bash .ci/peers
	@$(measure) -write docs/performance.md $(or $(TABLES),peers growth folded)

validate: ## run the measured sweeps of testdata/measured; writes tables and figures of docs/validation.md
	$(GO) run -pgo=off ./cmd/validate -page

validate-sites: ## leave each source of sweeps out in turn, and calibrate it; takes twenty minutes of two idle cores
	$(GO) run -pgo=off ./cmd/validate -sites -every 4 -page

classes: ## fit the classes of scenarios/calibration to the sweeps anew; takes some minutes
	$(GO) run -pgo=off ./cmd/validate -fit -every 3 -page

golden: ## rewrite transcripts, golden pictures and the outputs in the documents; read the diff
	@for package in $$(grep -rl --include='*_test.go' 'cockroachdb/datadriven' . | xargs -r -n1 dirname | sort -u); do \
		$(GO) test $$package -rewrite || exit 1; \
	done
	@for package in $$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -r -n1 dirname | sort -u); do \
		$(GO) test $$package -update || exit 1; \
	done

lint: ## gofmt, go vet, staticcheck, go.mod
	@unformatted=$$(gofmt -l $(sources)); test -z "$$unformatted" || { echo "gofmt would change:"; echo "$$unformatted"; exit 1; }
	$(GO) vet -pgo=off ./...
	GOFLAGS="$$($(GO) env GOFLAGS) -pgo=off" $(GO) tool staticcheck ./...
	$(GO) mod tidy -diff

figures: $(program) ## draw the figures of the documents again
	@$(GO) test ./cmd/collsim -run TestDocuments -update

docs: ## write docs/model.md and docs/claims.md anew from code and library
	$(GO) test ./docs -update

same: ## the same scenarios give the same bytes on amd64, 386, wasm and any GOMAXPROCS
	@GO='$(GO)' NODE='$(NODE)' bash .ci/same

check: lint test race same ## everything that CI checks

clean: ## remove what was built
	@rm -rf build
