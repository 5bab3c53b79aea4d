"""How Discord stores the name of an uploaded file."""

from __future__ import annotations

import re

_FORBIDDEN = re.compile(r"[^A-Za-z0-9_.\-]")


def stored_name(name: str) -> str:
    """The stored name: everything but letters, digits, `_`, `.` and `-` becomes `_`."""
    return _FORBIDDEN.sub("_", name)
