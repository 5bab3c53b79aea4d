"""Write the book of all sentences."""

import argparse
from pathlib import Path

from bot.words import languages
from tests.tools.book.book import hear, written


def main() -> None:
    """Write the book where it is wanted."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.book", description=__doc__)
    parser.add_argument("file", type=Path, help="the page that is written")
    file: Path = parser.parse_args().file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(written(tuple(map(hear, languages()))), "utf-8")


if __name__ == "__main__":
    main()
