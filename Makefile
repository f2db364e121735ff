# Each target installs what it lacks (as root on Debian; elsewhere it reports what is missing).

PREFIX ?= /usr/local
CARGO = . scripts/rust.sh && cargo
GATES = $(CARGO) run --locked --release --quiet --package gates --

.PHONY: help run check test test-all release install uninstall rtl-report

help: ## show this help
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile | expand -t 20

run: ## hash README.md with SHA3-256
	@$(CARGO) run --locked --release -- sum README.md

check: ## while you write; takes minutes: style, rules, unit tests, every implementation that ships
	@$(GATES) check --only "$(ONLY)"

test: ## before you submit a change: the product as it ships; the last line counts its tests
	@$(GATES) test --only "$(ONLY)"

test-all: ## what a change may break far away; ONLY="proof web" runs parts of this or any other gate
	@$(GATES) test-all --only "$(ONLY)"

release: ## takes hours: all proofs and mutants, the longest known answers, fuzzing; updates benchmarks/release.json
	@$(GATES) release --only "$(ONLY)"

# Passed through the environment, a path may contain any character the shell allows.
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export LIBDIR := $(LIBDIR)
install uninstall: export INCLUDEDIR := $(INCLUDEDIR)
install uninstall: export MANDIR := $(MANDIR)
uninstall: export UNINSTALL := yes
install: ## install the command, its manual pages and the C library: PREFIX (/usr/local), LIBDIR, INCLUDEDIR, MANDIR, DESTDIR
	@scripts/install.sh

uninstall: ## remove what `make install` put there with the same variables
	@scripts/install.sh

rtl-report: ## map, place and route all cores; write the record, the tables and target/rtl/report.html
	@. scripts/rtl.sh && need_packages qflow-tech-osu035 && python studies/rtl/syn/report.py
	@$(CARGO) run --locked --release --quiet --package counterpoint-bench -- \
		report benchmarks/rtl/ecp5.json --output target/rtl/report.html
	@echo target/rtl/report.html
