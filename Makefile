# `make run` and `make test` are all a newcomer needs; both build the environment when it is missing.
# It has what playing needs; the first test adds the rest.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TOOLS := $(VENV)/.tools
JOBS ?= auto

# Nothing that is active or set outside may divert what is installed into this environment.
unexport VIRTUAL_ENV PYTHONHOME PYTHONPATH PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT

# The first of these that is Python 3.11 or newer makes the environment: make PYTHON=... to choose.
PYTHON ?= python3
CANDIDATES := $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))

.PHONY: install run smoke test test-long soak check format book compiled lock clean

run: $(STAMP)
	$(BIN)/bonfire run

# For a machine that others play on; docs/operating.md has the rest.
install: $(STAMP)

INSTALL := $(BIN)/python -m pip install --quiet --no-input --disable-pip-version-check

# A test that hangs says where, and fails: none of these takes a quarter of an hour.
UNHUNG := -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true
SLOWEST := --durations 20 --durations-min 5
TESTS := $(BIN)/pytest -n $(JOBS) --maxprocesses 4 --dist worksteal $(UNHUNG) $(SLOWEST)

# For every save: the tests that reach most of the program in half a minute.
smoke: $(TOOLS)
	$(TESTS) @tests/smoke.txt

test: $(TOOLS)
	$(TESTS)

BROWSED := tests/browser $(wildcard tests/features/*/test_*_in_a_browser.py)

# What `make test` leaves out: the same properties over many more games, whole programs that are
# killed again and again, an installed wheel, and people in real browsers, who come one at a time.
test-long: $(TOOLS)
	$(TESTS) -m "long and not soak" $(addprefix --ignore=,$(BROWSED))
	$(BIN)/pytest -m "long and not soak" $(BROWSED)

# The long numbers: ten thousand games, a hundred kills, twenty thousand typed values, a hundred
# thousand hostile presses, and each refusal on each route.
soak: $(TOOLS)
	$(BIN)/pytest -m soak

check: $(TOOLS)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(TOOLS)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# All sentences as people read them, the languages side by side, as one page among the builds.
book: $(TOOLS)
	$(BIN)/python -m tests.tools.book build/book.html

# The engine as native code for experiments, in build/compiled; needs a C compiler and Python.h.
compiled: $(TOOLS)
	$(BIN)/python -m tests.tools.compiled

# Resolves anew; needs uv on the PATH, the only step that does.
LOCKED := uv pip compile pyproject.toml --extra serve --extra postgres --universal --python-version 3.11 \
	  --generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock:
	$(LOCKED) --group build --output-file requirements.lock
	$(LOCKED) --group build --group dev --output-file tests/requirements.lock

clean:
	rm -rf $(VENV)

$(STAMP): requirements.lock pyproject.toml
	@if ! $(BIN)/python -c '$(NEW_ENOUGH)' 2>/dev/null; then \
	  for candidate in $(CANDIDATES); do \
	    if "$$candidate" -c 'import ensurepip, venv; $(NEW_ENOUGH)' >/dev/null 2>&1; then \
	      echo "Making $(VENV) with $$candidate"; \
	      exec "$$candidate" -m venv --clear $(VENV); \
	    fi; \
	  done; \
	  echo "Bonfire needs Python 3.11 or newer with its venv module (on Debian and Ubuntu:" >&2; \
	  echo "apt install python3-venv). Install it, or name it: make PYTHON=/path/to/python3" >&2; \
	  exit 1; \
	fi
	@echo "Installing packages into $(VENV); this takes a minute or two"
	$(INSTALL) --require-hashes --requirement requirements.lock
	$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

$(TOOLS): $(STAMP) tests/requirements.lock
	@echo "Installing what the tests need as well"
	$(INSTALL) --require-hashes --requirement tests/requirements.lock
	@touch $(TOOLS)
