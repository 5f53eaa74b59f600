# Every target does its own set-up: a fresh Debian or Ubuntu machine with Python 3.11+, pip and make is enough.
# Choose another Python with `make PYTHON=/path/to/python3.12 TARGET`.

SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The caller's shell must not reach into ours.
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV
export PYTHONNOUSERSITE := 1
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

BIN := .venv/bin
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
T ?=

# One place each for what the targets run.
DEMO := number:10 circle:4 cup:5 file:4 card:4 chip:4
DEMO_SEED := 7
CHECKS := "ruff check ." "ruff format --check ." mypy pyright "lint-imports --no-logo"
SCHEMAS := reelproof.generators.schema_files
SAMPLES := samples/remake.py
BENCH := benchmarks/commands.py benchmarks/items.py benchmarks/records.py benchmarks/render.py benchmarks/terminal.py \
	benchmarks/scenes.py benchmarks/sight.py benchmarks/gl.py

# What a whole scene needs of the system: OpenGL without a display.
SYSTEM := egl

.PHONY: help demo blender system test test-fast lint format schemas samples bench clean distclean setup setup-dev

help: ## say what can be made (the default)
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

demo: system setup ## make one video a world, and one of a kitchen, into demo/, with questions and proven answers
	@set -e; for item in $(DEMO); do \
	  world=$${item%:*}; ops=$${item#*:}; rm -rf "demo/$$world"; \
	  echo "\$$ gen reason --category $$world --ops $$ops --seed $(DEMO_SEED) --out demo/$$world"; \
	  $(BIN)/gen reason --category $$world --ops $$ops --seed $(DEMO_SEED) --out demo/$$world; \
	done
	@rm -rf demo/kitchen; echo "\$$ gen vgenst --theme kitchen --out demo/kitchen"
	@$(BIN)/gen vgenst --theme kitchen --out demo/kitchen
	@echo; echo "Made:"; find demo -name '*.mp4' -o -name 'items.jsonl' | LC_ALL=C sort | sed 's/^/  /'
	@echo "Here gen is $(BIN)/gen; type it so, or first: source $(BIN)/activate"

blender: setup ## set up Blender, the second 3D renderer (needs Python 3.11, about 1 GB)
	@$(BIN)/gen setup blender

test: system setup-dev ## run all tests (T="-k cup" passes options on)
	@$(BIN)/python -m pytest -n $(JOBS) $(T)

test-fast: setup-dev ## run the tests that take no more than a few seconds each
	@$(BIN)/python -m pytest -n $(JOBS) -m "not slow" $(T)

lint: setup-dev ## check style, types and layers; says all that is wrong, then fails
	@failed=; for check in $(CHECKS); do \
	  echo "$$check"; $(BIN)/$$check || failed="$$failed '$$check'"; \
	done; \
	if [ -n "$$failed" ]; then echo "lint found faults:$$failed"; exit 1; fi

format: setup-dev ## put the code into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

schemas: setup-dev ## write the JSON Schemas anew from the records
	$(BIN)/python -m $(SCHEMAS)

samples: setup-dev ## make the committed samples anew
	$(BIN)/python $(SAMPLES)

bench: setup-dev ## measure speed beside the naive baselines and print the table
	@set -e; for script in $(BENCH); do echo; echo "$$script"; $(BIN)/python $$script; done

clean: ## remove what was made, keep the installation
	rm -rf demo out build dist .hypothesis .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -not -path './.venv/*' -type d -prune -exec rm -rf {} +

distclean: clean ## remove the installation too
	rm -rf .venv .make src/*.egg-info

system:
	@tools/system.sh $(SYSTEM)

setup:
	@tools/bootstrap.sh user

setup-dev:
	@tools/bootstrap.sh dev
