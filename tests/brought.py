"""What the tests of features bring to those of the whole: values by name, in their `brought.py`."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any


def brought(name: str) -> Iterator[Any]:
    """The values of this name, of all features that bring one."""
    for file in sorted(Path(__file__).parent.glob("features/*/brought.py")):
        module = import_module(f"tests.features.{file.parent.name}.brought")
        if hasattr(module, name):
            yield getattr(module, name)


def brought_each(name: str) -> tuple[Any, ...]:
    """What is in the tuples of this name."""
    return tuple(one for each in brought(name) for one in each)


def brought_rows(name: str) -> dict[Any, Any]:
    """What is in the mappings of this name."""
    return {key: value for each in brought(name) for key, value in each.items()}
