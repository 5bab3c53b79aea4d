"""The rows of the privacy policy for the tables of features, which their words tell.

`python -m tests.structure.privacy` writes them into each page, new ones below all others. Those of
a feature that was taken out stay there, as its tables stay in the database.
"""

import re
from typing import Final

from bot.model.links import page_languages
from bot.words import catalog
from tests.kit.sources import ROOT

ROW: Final = re.compile(r"\| `(\w+)` \| .+ \| .+ \|")
PRIVACY: Final = "privacy"
"""The table of words that has these rows, by the names of the tables in the database."""


def assembled(text: str, language: str) -> str:
    """A page with the rows of the features at hand."""
    told = catalog(language).part(PRIVACY)
    rows = {table: f"| `{table}` | {row} |" for table, row in told.items()}
    lines = [rows.pop(ROW.sub(r"\1", line), line) for line in text.split("\n")]
    below = max(place for place, line in enumerate(lines, 1) if ROW.match(line))
    lines[below:below] = rows.values()
    return "\n".join(lines)


if __name__ == "__main__":
    for each in page_languages():
        page = ROOT / f"docs/privacy.{each}.md"
        page.write_text(assembled(page.read_text("utf-8"), each), "utf-8")
