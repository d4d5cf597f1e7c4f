# A thin front for dev.py, which does the same on systems without make.
#   make run ARGS="--data-dir FOLDER"    make test ARGS="-k ledger"    make run PYTHON=python3.12
PYTHON ?= python3
ARGS ?=

.PHONY: run test check fix bench

run:
	$(PYTHON) dev.py run -- $(ARGS)

test:
	$(PYTHON) dev.py test -- $(ARGS)

check:
	$(PYTHON) dev.py check

fix:
	$(PYTHON) dev.py check --fix

bench:
	$(PYTHON) dev.py bench
