# Each target sets up what it lacks (as root on Debian; elsewhere it says what is missing).

PREFIX ?= /usr/local
CARGO = . scripts/rust.sh && cargo
GATES = $(CARGO) run --locked --release --quiet --package gates --

.PHONY: help run check test test-all release install uninstall rtl-report

help: ## these lines
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile | expand -t 20

run: ## hash README.md with SHA3-256
	@$(CARGO) run --locked --release -- sum README.md

check: ## while you write, in minutes: style, rules, unit tests, every implementation that ships
	@$(GATES) check --only "$(ONLY)"

test: ## before you hand a change on: the product as it ships; the last line counts its tests
	@$(GATES) test --only "$(ONLY)"

test-all: ## what a change may break far away; ONLY="proof web" runs parts, here and in the other gates
	@$(GATES) test-all --only "$(ONLY)"

release: ## what takes hours: all proofs and mutants, the longest known answers, fuzzing; renews benchmarks/release.json
	@$(GATES) release --only "$(ONLY)"

# By the environment, a folder may have any characters that the shell knows.
install uninstall: export PREFIX := $(PREFIX)
install uninstall: export DESTDIR := $(DESTDIR)
install uninstall: export LIBDIR := $(LIBDIR)
install uninstall: export INCLUDEDIR := $(INCLUDEDIR)
install uninstall: export MANDIR := $(MANDIR)
uninstall: export UNINSTALL := yes
install: ## the command with its manual pages, and the library for C: PREFIX (/usr/local), LIBDIR, INCLUDEDIR, MANDIR, DESTDIR
	@scripts/install.sh

uninstall: ## removes what `make install` with the same variables has put there
	@scripts/install.sh

rtl-report: ## maps, places and routes all cores; writes the record, the tables and target/rtl/report.html
	@. scripts/rtl.sh && need_packages qflow-tech-osu035 && python studies/rtl/syn/report.py
	@$(CARGO) run --locked --release --quiet --package counterpoint-bench -- \
		report benchmarks/rtl/ecp5.json --output target/rtl/report.html
	@echo target/rtl/report.html
