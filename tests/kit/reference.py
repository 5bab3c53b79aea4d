"""The checkout, and the part of Discord's specification that the stand-in is held to."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
OPENAPI: Final = ROOT / "tests" / "standin" / "specification" / "openapi.json"
"""Made by `tests.tools.specification`; a note beside it names its origin."""
