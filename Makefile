# The front door; the work is in CMakePresets.json, CTest and tools/. Every target installs what it misses.
ARGS ?=
FUZZ_SECONDS ?= 600
ROUNDS ?= 200
PREFIX ?= /usr/local

build = cmake --preset $(1) -DAUDE_TESTS=ON >/dev/null && cmake --build --preset $(1) -- --quiet

.PHONY: help play page test bench fuzz soak coverage format mutants oracle checks install clean program

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

play: page ## build what is needed and serve the game to browsers (ARGS='--port 8081 ...'); in the terminal: build/release/aude play
	@echo 'Open this address in a browser; Ctrl-C ends the server.'
	@build/release/aude serve $(ARGS)

page: program ## build the page and put it beside the program
	@tools/page.sh
	@cmake -E rm -rf build/release/web && cmake -E copy_directory web/dist build/release/web

test: ## build and run every test; the last line says `N passed, N failed`
	@tools/setup.sh test
	@tools/test.sh

bench: program ## speed of rules and engines (ARGS=--signature: the digest that commits name)
	@build/release/aude bench $(ARGS)

fuzz: ## run each fuzz target for FUZZ_SECONDS (default 600)
	@tools/setup.sh test
	@$(call build,fuzz)
	@tools/fuzz.sh build/fuzz $(FUZZ_SECONDS) $(basename $(notdir $(wildcard tests/fuzz/*.c)))

soak: ## kill servers and stores ROUNDS times (default 200) under load, for both databases; long games of secrets
	@tools/setup.sh test
	@$(call build,release)
	@AUDE_BUILD=build/release AUDE_STORE_ROUNDS=$(ROUNDS) tests/store/run.sh
	@AUDE_BUILD=build/release AUDE_SERVER_ROUNDS=$(ROUNDS) tests/server/crash.py
	@AUDE_SECRETS_GAMES=1000 build/release/tests/test_server_secrets

coverage: ## line and branch coverage of src/rules; fails under 95 % and 85 %
	@tools/setup.sh coverage
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	@$(call build,coverage)
	@ctest --preset coverage -j $$(nproc)
	@mkdir -p build/coverage/report
	@gcovr --root . --object-directory build/coverage --filter src/rules/ --exclude-throw-branches --branches
	@gcovr --root . --object-directory build/coverage --filter src/rules/ --exclude-throw-branches \
	  --html-details build/coverage/report/index.html --fail-under-line 95 --fail-under-branch 85 --print-summary

format: ## format all C files
	@tools/setup.sh format
	@clang-format -i $$(find include src tools tests examples -name '*.[ch]')

mutants: ## break one rule at a time; its scenario must notice
	@tools/setup.sh test
	@$(call build,release)
	@ctest --preset release -L mutant -V

oracle: ## compare with the independent reading of the rules
	@tools/setup.sh test
	@$(call build,release)
	@ctest --preset release -L oracle -V

checks: ## layers, purity, texts, ids, map, format
	@tools/setup.sh test
	@$(call build,release)
	@tools/checks/run build/release

install: page ## install library, header, program, page and manual below PREFIX (default /usr/local)
	@cmake --build --preset release
	@cmake --install build/release --prefix $(PREFIX)

clean: ## remove everything built
	@rm -rf build

program:
	@tools/setup.sh play
	@[ -f build/release/build.ninja ] || cmake --preset release -DAUDE_TESTS=OFF >/dev/null
	@[ -x build/release/aude ] || echo 'Building aude ...'
	@cmake --build --preset release --target aude-bin >build/release/build.log || { cat build/release/build.log; false; }
