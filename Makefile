# Every target sets up what it needs in .venv; a fresh machine needs Python 3.11 or later, and make.

VENV   := .venv
GAME   := mutiny
BUDGET := 3m
BIN    := $(VENV)/bin
OLDEST := .venv-oldest
RLLIB  := .venv-rllib
TIANSHOU := .venv-tianshou
AGILERL := .venv-agilerl
PYTEST := $(BIN)/pytest -n auto --dist worksteal
# Bytecode is made by whoever imports a module: most of what torch brings along nobody does.
PIP    := $(BIN)/python -m pip install -q --no-compile
TORCH  := torch==2.13.0
# Thousands of small positions, which call one kernel each: quicker as plain Python than compiled one
# by one. Golden games, battery and environments hold the compiled rules to the same states.
PLAIN  := tests/games/skull_tales

PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)

.DEFAULT_GOAL := help
.PHONY: help check train rllib tianshou agilerl test test-all types warm oldest bench peers tournament leaderboard docs wheel clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-11s %s\n", $$1, $$2 }'

check: $(VENV)/dev ## lint, types and the tests that compile nothing: seconds
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/test_repository.py tests/test_layers.py

train: $(VENV)/test ## a network that learns GAME for BUDGET (3m), rated against what there is, into runs/
	$(BIN)/python -m experiments.train $(GAME) --budget $(BUDGET) --out runs/$(GAME) $(ARGS)

rllib: $(RLLIB)/stamp ## RLlib's PPO learns GAME, in an environment of its own; ARGS="--players 3"
	$(RLLIB)/bin/python examples/rllib/train.py $(GAME) $(ARGS)

tianshou: $(TIANSHOU)/stamp ## the same with Tianshou's DQN; ARGS="--players 3 --steps 100000"
	$(TIANSHOU)/bin/python examples/tianshou/train.py $(GAME) $(ARGS)

agilerl: $(AGILERL)/stamp ## the same with AgileRL's DQN; ARGS="--players 3 --steps 200000"
	$(AGILERL)/bin/python examples/agilerl/train.py $(GAME) $(ARGS)

test: $(VENV)/test ## every test but the slow ones and other projects' suites: minutes
	$(BIN)/ruff check .
	+$(MAKE) --no-print-directory -j 2 types warm
	$(PYTEST) --durations=25 -m "not slow and not peers" --ignore $(PLAIN)
	NUMBA_DISABLE_JIT=1 $(PYTEST) --durations=10 -m "not slow and not peers" $(PLAIN)

test-all: $(VENV)/all ## every test, a second time with array bounds checked
	$(BIN)/ruff check .
	+$(MAKE) --no-print-directory -j 2 types warm
	$(PYTEST) --ignore $(PLAIN)
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(PLAIN)
	NUMBA_BOUNDSCHECK=1 $(BIN)/piracy warmup --jobs 2
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m "not slow and not peers" tests/games --ignore $(PLAIN)

# The type checker keeps one processor busy for a minute, the compiler any that it gets: side by side.
types: $(VENV)/test ## the types alone
	$(BIN)/mypy

warm: $(VENV)/test ## everything compiled ahead
	$(BIN)/piracy warmup --jobs 2

oldest: $(OLDEST)/stamp ## the games, the turn-based adapter and the terminal with the oldest packages that are allowed
	$(OLDEST)/bin/pytest -q -m "not slow and not peers" tests/games tests/envs/test_aec.py \
		tests/cli --ignore tests/cli/test_play_shipped.py --ignore $(PLAIN)
	NUMBA_DISABLE_JIT=1 $(OLDEST)/bin/pytest -q -m "not slow and not peers" $(PLAIN)

bench: $(VENV)/dev ## speed of every game beside a loop by hand in C; ARGS="--against REF" beside a commit
	$(BIN)/python -m experiments.benchmark $(ARGS)

peers: $(VENV)/all ## speed beside PettingZoo, OpenSpiel, Pgx and C, written to experiments/results
	$(BIN)/python -m experiments.peers

tournament: $(VENV)/test ## GAME's agents meet and are rated, into runs/; ARGS="--seats 4 --agents uniform heuristic"
	$(BIN)/python -m experiments.tournament $(GAME) --html runs/$(GAME).html --json runs/$(GAME).json $(ARGS)

leaderboard: $(VENV)/test ## the shipped agents of every game rated, into experiments/leaderboard.md
	$(BIN)/python -m experiments.leaderboard

docs: $(VENV)/docs ## generated sections brought up to date, and the site built into site/
	$(BIN)/python -m docs.generate
	$(BIN)/python -m docs.site

wheel: $(VENV)/dev ## the wheel, into dist/
	rm -rf dist
	$(BIN)/python -m build --wheel

clean: ## remove what the other targets made
	rm -rf $(VENV) $(OLDEST) $(RLLIB) $(TIANSHOU) $(AGILERL) build dist site .mypy_cache .pytest_cache .ruff_cache

# One stamp for each set of extras, made anew when pyproject.toml changes. torch comes first and alone, at one
# version: whatever needs torch afterwards takes that one.

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or later with venv was found; set PYTHON=<path>." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/dev: pyproject.toml | $(BIN)/python
	$(PIP) -e .[dev,render]
	@touch $@

$(VENV)/test: pyproject.toml | $(BIN)/python
	@echo "installing torch and what else is needed into $(VENV): minutes, once"
	$(PIP) $(TORCH)
	$(PIP) -e .[dev,render,table,train,notebooks]
	@touch $@ $(VENV)/dev

$(VENV)/all: pyproject.toml | $(BIN)/python
	$(PIP) $(TORCH)
	$(PIP) -e .[dev,render,table,train,notebooks,ray,peers,docs]
	@touch $@ $(VENV)/dev $(VENV)/test $(VENV)/docs

$(VENV)/docs: pyproject.toml | $(BIN)/python
	$(PIP) -e .[docs]
	@touch $@

$(OLDEST)/stamp: pyproject.toml
	$(PYTHON) -m venv $(OLDEST)
	$(OLDEST)/bin/python -m pip install -q numpy==1.26.0 numba==0.60.0 gymnasium==1.1.0 pettingzoo==1.24.1 rich==13.9.4
	$(OLDEST)/bin/python -m pip install -q -e .[render] pytest
	@touch $@

.venv-%/stamp: pyproject.toml examples/%/requirements.txt
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install -q $(TORCH)
	$(@D)/bin/python -m pip install -q -r examples/$*/requirements.txt -e .
	@touch $@
