# Each target sets up what it lacks (as root on Debian; elsewhere it says what is missing).

PREFIX ?= /usr/local
CARGO = . scripts/rust.sh && cargo

.PHONY: help run check test test-long prove isa web fuzz install lint avr release-check rtl rtl-report

help: ## these lines
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile | expand -t 20

run: ## hash README.md with SHA3-256
	@$(CARGO) run --locked --release -- sum README.md

check: ## what decides most changes, in a few minutes: style, rules, unit tests, every implementation, documentation
	@scripts/test.sh check

test: ## every check, stage by stage; the last line counts them
	@scripts/test.sh

test-long: ## every known answer, those of gigabytes too
	@scripts/test-long.sh

prove: ## that the machine code of every kernel equals the specification: all machines, all cases, and 2,000 mutants
	@scripts/test.sh proof-all

isa: ## instructions for Keccak: every kernel proved, and run by an independent emulator; the table
	@scripts/test.sh isa

web: ## the npm package and the page: builds them, tests them in Node.js and Chromium, prints sizes and speeds
	@scripts/test.sh web

avr: ## the 8-bit assembly: known answers in a simulator, exact cycles, RAM and flash, and its proof
	@scripts/test.sh avr

fuzz: ## ten minutes of each fuzz target: the families against their plain forms, and what the command reads
	@for target in command keccak groestl fugue luffa; do scripts/fuzz.sh $$target || exit; done

install: ## the command with its manual pages, and the library for C, under PREFIX (/usr/local)
	@DESTDIR="$(DESTDIR)" scripts/install.sh "$(PREFIX)"

lint: ## formatting, clippy and the rules of this project
	@$(CARGO) fmt --all --check
	@. scripts/rust.sh && need_peers && cargo clippy --locked --release --workspace --all-targets --all-features -- --deny warnings
	@$(CARGO) xtask lint

release-check: ## all that a release needs, without publishing: packages, their contents, their documentation tests
	@. scripts/rust.sh && need_peers && cargo xtask release-check

rtl: ## the hardware cores: every test bench, netlist, proof and mutant, and the area of each core
	@scripts/test.sh rtl-all

rtl-report: ## all cores through place and route; writes the record, the tables and target/rtl/report.html
	@. scripts/rtl.sh && need_packages qflow-tech-osu035 && python rtl/syn/report.py
	@$(CARGO) run --locked --release --quiet --package counterpoint-bench -- \
		report benchmarks/rtl/ecp5.json --output target/rtl/report.html
	@echo target/rtl/report.html
