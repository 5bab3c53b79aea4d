"""The values that the tests of features add to tests of the whole, by name in `brought.py`."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any


def brought(name: str) -> Iterator[Any]:
    """The values of this name, of all features that bring one."""
    for file in sorted(Path(__file__).parents[1].glob("features/*/brought.py")):
        module = import_module(f"tests.features.{file.parent.name}.brought")
        if hasattr(module, name):
            yield getattr(module, name)


def brought_each(name: str) -> tuple[Any, ...]:
    """Return the members of all tuples of this name."""
    return tuple(one for each in brought(name) for one in each)


def brought_rows(name: str) -> dict[Any, Any]:
    """Return the rows of all mappings of this name."""
    return {key: value for each in brought(name) for key, value in each.items()}
