"""As much of YAML as compose.yaml uses: mappings and lists by indentation, anchors, merges."""

from typing import Any


def parsed(text: str) -> Any:
    """Return the content of a document; a value that is not a mapping or list is its text."""
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] != "#"]
    return _block(lines, {})


def _block(lines: list[str], anchors: dict[str, Any]) -> Any:
    """Return the content of lines of one indentation, with those below them."""
    if lines[0].lstrip().startswith("- "):
        return [line.strip().removeprefix("- ") for line in lines]
    indentation = len(lines[0]) - len(lines[0].lstrip())
    found: dict[str, Any] = {}
    while lines:
        key, _, rest = lines.pop(0).strip().partition(":")
        below = []
        while lines and len(lines[0]) - len(lines[0].lstrip()) > indentation:
            below.append(lines.pop(0))
        value: Any = rest.strip()
        if value.startswith("*"):
            value = anchors[value[1:]]
        elif below:
            anchor, value = value.removeprefix("&"), _block(below, anchors)
            anchors[anchor] = value
        if key == "<<":
            found = {**value, **found}
        else:
            found[key] = value
    return found
