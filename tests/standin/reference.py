"""Finds Discord's OpenAPI file, which stands beside the project and not in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def openapi_file() -> Path | None:
    """The file, None where the reference folder is absent."""
    shared = Path(os.environ.get("BONFIRE_SHARED", ROOT.parent / "shared"))
    path = shared / "discord-api-spec" / "openapi.json"
    return path if path.is_file() else None


def require_openapi_file() -> Path:
    """The file; without it the test is skipped, under CI=true it fails."""
    path = openapi_file()
    if path is not None:
        return path
    words = "Discord's openapi.json is absent (set BONFIRE_SHARED to the reference folder)"
    if os.environ.get("CI") == "true":
        pytest.fail(words)
    pytest.skip(words)
