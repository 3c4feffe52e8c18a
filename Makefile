# Every target does its own set-up; `make setup` is quick when nothing is to do.
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
export DAGSTER_HOME := $(CURDIR)
export OMP_THREAD_LIMIT := 1

.PHONY: help setup run ui up test endurance lint format bench clean
help:
	@grep -E '^[a-z]+:.*## ' Makefile | sed 's/:.*## /\t/' | expand -t 12

setup: ## build .venv with .venv/bin/ingest and install what the system lacks
	@./setup.sh

run: setup ## ingest data/sources through Dagster and show the closing table
	@$(BIN)/ingest run

ui: setup ## Dagster UI and daemon on http://127.0.0.1:3000 (SQLite; nothing else is needed)
	@$(BIN)/dagster dev --host 127.0.0.1 --port 3000

up: setup ## the whole deployment on this machine: PostgreSQL, code server, UI on http://127.0.0.1:3000, daemon
	@$(BIN)/ingest up

test: setup lint ## lint, types, layers and all tests but the endurance ones
	@$(BIN)/python -m pytest

endurance: setup ## kill loops, live daemons, big corpora
	@$(BIN)/python -m pytest -m endurance

lint: setup ## ruff, mypy --strict, import-linter
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check -q .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports

format: setup ## format the code
	@$(BIN)/ruff format -q . && $(BIN)/ruff check --fix -q .

bench: setup ## score every benchmark of ../shared and write benchmarks/results
	@$(BIN)/python -m benchmarks.quality

clean: ## remove what runs wrote; sources and results stay
	@rm -rf storage history schedules logs .logs_queue build && find data -mindepth 1 -maxdepth 1 ! -name sources -exec rm -rf {} +
