# Everything a checkout needs. `make help` lists the targets; each sets up .venv first, by
# itself, and does so again only when the pinned packages or pyproject.toml have changed.

PYTHON ?= python3
# Further sets of packages for the program: make setup EXTRAS="report parquet"
EXTRAS ?=
# Further arguments: make test ARGS="-k parser", make demo ARGS="--help"
ARGS ?=
# Of every random choice in make torture, and its short form: make torture SEED=7 SHORT=1
SEED ?= 1
SHORT ?=
# One part of make torture, and where its figures are kept: make torture PART=storms KEEP=figures
PART ?=
KEEP ?=

BIN := .venv/bin
INSTALL = @PYTHON="$(PYTHON)" GOAL="$(firstword $(MAKECMDGOALS))" requirements/install.sh

.DEFAULT_GOAL := help
.PHONY: help setup dev demo test torture fuzz check lint format bench short smallest items proofs locale pictures pins upgrade clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

setup: ## the program in .venv/bin/countermodel, and what it needs
	$(INSTALL) runtime $(EXTRAS)

dev: ## the same, and the tools for working on it
	$(INSTALL) dev

demo: setup ## open the program on its built-in items
	@$(BIN)/countermodel demo $(ARGS)

test: dev ## run the tests; a few minutes
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal --quiet $(ARGS)

torture: dev ## the long tests, from SEED=1; an hour, SHORT=1 makes it minutes
	@$(BIN)/python -m tests.torture --seed $(SEED) $(if $(SHORT),--short) \
		$(if $(PART),--part $(PART)) $(if $(KEEP),--keep $(KEEP)) -- $(ARGS)

fuzz: dev ## readers of files and texts under a fuzzer guided by coverage; ARGS="--seconds 600 formula"
	$(INSTALL) dev fuzz
	@$(BIN)/python -m tests.fuzz.guided --seed $(SEED) $(ARGS)

short: dev
	@$(BIN)/python -m tests.torture --seed $(SEED) --short

lint: dev ## style, types and import rules, without the tests
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache --no-logo

check: lint test short smallest ## what continuous integration runs: these, and in short torture and bench

format: dev ## put the code into its style
	@$(BIN)/ruff check --fix --exit-zero --quiet .
	@$(BIN)/ruff format .

bench: setup ## timed comparisons; takes minutes
	$(INSTALL) bench
	@$(BIN)/python -m benchmarks $(ARGS)

smallest: dev
	@$(BIN)/python -m benchmarks --smallest

items: setup ## write the built-in sets that the generators make; takes a minute
	@$(BIN)/python -m items.shipped $(ARGS)

proofs: setup ## prove the built-in items and store the proofs with them
	@$(BIN)/countermodel verify items/builtin --ship items/builtin/proofs.json $(ARGS)

locale: dev ## compile the translations, tui/locale/*/LC_MESSAGES/*.po
	@$(BIN)/python -m tests.catalogues

pictures: dev ## take the pictures of screens in docs/images again
	@$(BIN)/python -m tests.pictures

pins: setup ## write requirements/*.txt from pyproject.toml, keeping what still fits
	$(INSTALL) pins
	@requirements/compile.sh $(BIN)/pip-compile

upgrade: setup ## the same with newer versions
	$(INSTALL) pins
	@requirements/compile.sh $(BIN)/pip-compile --upgrade

clean: ## remove .venv and everything made
	@rm -rf .venv .venv-unfinished .mypy_cache .pytest_cache .ruff_cache .hypothesis dist build
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
