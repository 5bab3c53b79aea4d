"""The tests left by `make test` to `make test-long`: the same again, with more of everything."""

from typing import Any

import pytest


def long(*values: Any) -> Any:
    """A case of a parametrized test that is run by `make test-long` and in CI alone."""
    return pytest.param(*values, marks=pytest.mark.long)


def soak(*values: Any) -> Any:
    """A case of a parametrized test that is run by `make soak` alone."""
    return pytest.param(*values, marks=pytest.mark.soak)
