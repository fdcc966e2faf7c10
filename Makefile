# Needs Go and a C compiler; see README.md. `make help` lists the targets.

GO       ?= go
SF       ?= 0.1
QUERIES  ?= all
RUNS     ?= 5
FUZZTIME ?= 30s

# Where bench/tpch keeps the data it generates.
ifeq ($(shell uname -s),Darwin)
CACHE := $(HOME)/Library/Caches
else
CACHE := $(if $(XDG_CACHE_HOME),$(XDG_CACHE_HOME),$(HOME)/.cache)
endif

.DEFAULT_GOAL := help
.PHONY: help prepare build demo test race fuzz bench explain

help:
	@echo 'make demo      all TPC-H queries in DuckDB and in Reffine, results compared  (SF=0.1 QUERIES=all RUNS=5)'
	@echo 'make test      go vet and go test of everything'
	@echo 'make race      the tests under the race detector'
	@echo 'make fuzz      every fuzz target for a while                                 (FUZZTIME=30s)'
	@echo 'make bench     as demo, at scale factor 1 with 11 runs, then the Go benchmarks'
	@echo 'make explain   the phases of a query over the demo data                      (QUERY="SELECT …" PHASE=fused)'

# What building needs and a package manager has: libz3, and on Linux the C++ library.
prepare:
	@$(GO) run ./internal/tools/prepare

build:
	$(GO) build ./...

demo: prepare build
	$(GO) run ./bench/tpch -sf $(SF) -queries $(QUERIES) -runs $(RUNS)

test: prepare
	$(GO) vet ./...
	$(GO) test -timeout 30m $(TESTFLAGS) ./...

race: prepare
	$(GO) test -race -timeout 60m $(TESTFLAGS) ./...

# One target at a time, as go test demands. The list is "FuzzName…" lines, then "ok package".
fuzz: prepare
	@list=$$($(GO) test -list '^Fuzz' ./...) || { echo "$$list"; exit 1; }; \
	echo "$$list" | awk '$$1 ~ /^Fuzz/ { name[++n] = $$1 } $$1 == "ok" { for (i = 1; i <= n; i++) print $$2, name[i]; n = 0 }' | while read -r package name; do \
		echo "fuzz $$package $$name"; \
		$(GO) test "$$package" -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) </dev/null || exit 1; \
	done

bench: SF = 1
bench: RUNS = 11
bench: prepare
	$(GO) run ./bench/tpch -sf $(SF) -queries $(QUERIES) -runs $(RUNS)
	$(GO) test -run '^$$' -bench . -benchmem ./...

# TPC-H query 6 unless QUERY says otherwise, over the generated data unless DB does.
explain: prepare
	@test -n "$(DB)" || $(GO) run ./bench/tpch -sf $(SF) -queries 6 -runs 1 >/dev/null
	@db="$(DB)"; \
	test -n "$$db" || db=$$(ls -t "$(CACHE)"/reffine/tpch/sf$(SF)-official-v*.duckdb | head -n 1)"?access_mode=read_only"; \
	$(GO) run ./cmd/reffine explain -db "$$db" $(if $(PHASE),-phase $(PHASE)) "$${QUERY:-$$(cat bench/tpch/queries/q06.sql)}"

export QUERY
