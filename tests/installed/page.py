"""The commands of docs/operating.md under "One server", as they stand there."""

import re
from typing import Final

from tests.kit.sources import ROOT

_PAGE: Final = (ROOT / "docs" / "operating.md").read_text("utf-8")
SECTION: Final = re.sub(r"^.*^## One server\n|^## .*", "", _PAGE, flags=re.DOTALL | re.MULTILINE)


def block(title: str) -> list[str]:
    """The lines of the first block of commands behind a title in bold letters."""
    (lines,) = re.findall(
        rf"^\*\*{title}\.\*\*.*?^```\n(.*?)^```", SECTION, re.DOTALL | re.MULTILINE
    )
    return str(lines).splitlines()


def command(beginning: str) -> str:
    """The one command within a sentence that begins so."""
    (found,) = re.findall(rf"`({re.escape(beginning)}[^`]*)`", SECTION)
    return str(found)
