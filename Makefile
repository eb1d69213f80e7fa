# Needs Python 3.11 or newer, git and make. Everything else goes into .venv.
PYTHON ?= python3
BIN := .venv/bin
# Bytecode is kept even where the shell says otherwise, as images of containers do: without it each
# of the many processes of one run compiles the same modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: generate test pytest check bench laws bench-outputs driven crossings agreement mutants mutants-code mutants-random mutants-rules peers clean

generate: .venv/installed
	$(BIN)/toolwire generate --show

# Type checking needs one processor alone: the tests take the other one meanwhile.
test: .venv/installed
	$(MAKE) --no-print-directory -j 2 check pytest

# Each process begins with a half of its own, so that what a module sets up is set up once.
pytest: .venv/installed
	$(BIN)/python -m pytest -n 2 --dist worksteal -q

check: .venv/installed
	$(BIN)/ruff check generator generated templates tests
	$(BIN)/mypy
	$(BIN)/toolwire check

bench: .venv/installed
	$(BIN)/python tests/bench/bench.py
	$(BIN)/python tests/tools/peers.py --run tests/bench/tools_bench.py

# Pages and searches of an output of a gigabyte, beside sed and grep.
bench-outputs: .venv/installed
	$(BIN)/python tests/bench/tools_pages.py

# Recorded traffic is edited, and cut, only where CORPUS=folder says where it is.
COUNT ?= 1000
SEED ?= 1
driven: .venv/installed
	$(BIN)/python tests/driving/conversations.py --count $(COUNT)
	$(BIN)/python tests/driving/streams.py --count $(COUNT) $(if $(CORPUS),--corpus $(CORPUS))
	$(if $(CORPUS),$(BIN)/python tests/driving/edits.py --count $(COUNT) --corpus $(CORPUS))

# Recorded requests from each wire to each other: CORPUS=folder says where they are.
crossings: .venv/installed
	$(BIN)/python tests/crossing.py --corpus $(CORPUS)

# The laws, with other payloads than the suite's and MORE times as many: SEED tells which. In one
# process, as xdist cannot pass on a failure that shows half a surrogate pair.
MORE ?= 8
laws: .venv/installed
	TOOLWIRE_LAWS_MORE=$(MORE) $(BIN)/python -m pytest -p no:xdist -q \
		--hypothesis-seed=$(SEED) $$(grep -l "from drawing import" tests/test_*.py)

# Takes recorded traffic: CORPUS=folder, if it is not where the bench looks for it.
agreement: .venv/installed
	$(BIN)/python tests/sdk/agreement.py $(if $(CORPUS),--corpus $(CORPUS))

# Wrong changes of our own code: is each noticed? WORDS="fold.py" asks
# for some of them, QUICK=1 runs the tests that a row names and no others.
mutants-code: .venv/installed
	$(BIN)/python tests/code_mutants/run.py $(if $(QUICK),--quick) $(WORDS)

# Every transform with one thing wrong, thousands of times: do the checks notice?
# FORMATS="mcp gemini" asks for some of them.
mutants: .venv/installed
	$(BIN)/python tests/mutants/run.py $(if $(FORMATS),--formats $(FORMATS))

# Rules of what APIs accept, each left out: does a test notice? VALUES=1: each value of them instead.
mutants-rules: .venv/installed
	$(BIN)/python tests/mutants/rules.py $(if $(VALUES),--values) $(TARGETS)

# Transforms and schemas with one to three things wrong, at random: findings, and no traceback.
mutants-random: .venv/installed
	$(BIN)/python tests/mutants/random_specs.py --count $(COUNT) --seed $(SEED)

# The same signatures under pydantic-ai and the OpenAI Agents SDK, installed into .venv-peers.
peers: .venv/installed
	$(BIN)/python tests/tools/peers.py

# Reinstalled when the dependencies change. An interrupted install leaves no stamp.
.venv/installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@

clean:
	rm -rf .venv .venv-peers build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
