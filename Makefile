# Everything runs in a virtual environment inside the checkout, which is made on first use.
# PYTHON=/path/to/python chooses the interpreter that makes it.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
CREATED := $(VENV)/.created
RUN := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
BENCH := $(VENV)/.installed-bench
CLIENTS := $(VENV)/.installed-clients
BROWSER := $(VENV)/.installed-browser
# -qq hides pip's progress and notices; errors still show.
PIP_INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check
PYTHONS := $(or $(PYTHON),python3 python3.13 python3.12 python3.11)

SOAK := 50
SOAK_GAMES := 200
BENCH_ARGS :=

# Our processes are started so often by the tests that compiling them anew each time costs minutes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help serve test soak lint format demo bench clients clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: $(RUN) ## Start the service on 127.0.0.1:8000; Ctrl-C stops it
	@exec $(BIN)/hexledger serve

test: lint $(BROWSER) ## Run every check: lint, types, imports, then the tests
	$(BIN)/pytest -n 3 --dist worksteal

soak: $(DEV) ## Play many new random games: for the laws and to their end (SOAK=50), and by workers (SOAK_GAMES=200)
	$(BIN)/python -m tests.long_games $(SOAK)
	$(BIN)/python -m tests.workers.soak $(SOAK_GAMES)
	HEXLEDGER_SOAK=$(SOAK) $(BIN)/pytest -n 2 --dist worksteal tests/laws

lint: $(DEV) ## Check style, formatting, types and the import rule
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports

format: $(DEV) ## Format the code and apply the safe lint fixes
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

demo: $(DEV) ## Play a game, verify it and show the board in the terminal
	$(BIN)/hexledger demo

bench: $(BENCH) $(BROWSER) ## Measure speed, and compare it with similar libraries
	$(BIN)/python -m bench $(BENCH_ARGS)

clients: $(CLIENTS) ## Lint the API description, and play with clients generated from it
	$(BIN)/python -m tests.clients

clean: ## Remove the virtual environment, caches and build output
	rm -rf $(VENV) build dist *.egg-info demo bench-results .browser .clients
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

$(CREATED):
	@for python in $(PYTHONS); do \
		if "$$python" -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "Creating $(VENV) with $$("$$python" --version)"; \
			"$$python" -m venv $(VENV) && touch $@; exit; \
		fi; \
	done; \
	echo "Hexledger needs Python 3.11 or newer, with its venv module; tried: $(PYTHONS)." >&2; \
	echo "Install one, or name it: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; \
	exit 1

$(RUN): pyproject.toml | $(CREATED)
	@echo "Installing Hexledger (the first time takes a minute)"
	@$(PIP_INSTALL) -e .
	@touch $@

$(DEV): pyproject.toml | $(CREATED)
	@echo "Installing Hexledger and its development tools (the first time takes a minute)"
	@$(PIP_INSTALL) -e '.[dev]'
	@touch $@ $(RUN)

$(BROWSER): tests/browser/package.json | $(DEV)
	@echo "Installing what checks the browser client"
	@mkdir -p .browser && cp tests/browser/package.json .browser/
	@cd .browser && PATH="$(CURDIR)/$(BIN):$$PATH" npm install --silent --no-audit --no-fund --ignore-scripts
	@$(BIN)/python -m tests.browser.chromium
	@touch $@

$(CLIENTS): pyproject.toml | $(DEV)
	@echo "Installing what lints the API description and generates clients"
	@$(PIP_INSTALL) -e '.[clients]'
	@touch $@

$(BENCH): pyproject.toml | $(DEV)
	@echo "Installing what the benchmarks compare with"
	@$(PIP_INSTALL) -e '.[bench]'
	@touch $@
