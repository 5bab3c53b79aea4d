"""The examples in docstrings do what they show."""

import doctest
from types import ModuleType

import pytest

from renderer import cache, scene, session


@pytest.mark.parametrize("module", [cache, scene, session], ids=lambda module: module.__name__)
def test_the_examples_hold(module: ModuleType) -> None:
    assert doctest.testmod(module, raise_on_error=True).attempted > 0
