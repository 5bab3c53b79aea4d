"""The text of a file that people read: comments, docstrings, and documents as a whole."""

import re
from functools import cache
from pathlib import Path

from tests.kit.sources import ROOT, tracked_files

HASH = re.compile(r"(?<!\S)#(?P<told>.*)")
SPOKEN = {
    ".css": re.compile(r"/\*(?P<told>.*?)\*/", re.DOTALL),
    ".html": re.compile(r"<!--(?P<told>.*?)-->", re.DOTALL),
    ".js": re.compile(r"(?<!:)//(?P<told>.*)"),
    ".md": re.compile(r"(?P<told>.+)", re.DOTALL),
    ".py": re.compile(r'"""(?P<told>[\s\S]*?)"""|(?<!\S)#(?P<remark>.*)'),
    ".sql": re.compile(r"--(?P<told>.*)"),
    ".toml": HASH,
    ".example": HASH,
    "": HASH,
}
"""The prose in files with each suffix; the Makefile and scripts have no suffix."""
LONGEST_SENTENCE = 20
FENCED = re.compile(r"^ *```.*?^ *```$", re.DOTALL | re.MULTILINE)


@cache
def prose() -> tuple[tuple[Path, str], ...]:
    """Every tracked file that people read, with its prose."""
    return tuple(
        (file, prose_of(file.suffix, (ROOT / file).read_text("utf-8")))
        for file in tracked_files()
        if file.suffix in SPOKEN and file.name not in {"LICENSE", "SHA256SUMS"}
    )


def prose_of(suffix: str, text: str) -> str:
    """The prose of a file with this suffix, each word in the line where it stands.

    The marks of comments are left out, so that a sentence that goes on in the next line has
    nothing but space between its words.
    """
    parts, done = [], 0
    for match in SPOKEN[suffix].finditer(text):
        parts += ["\n" * text.count("\n", done, match.start()), " ", match[match.lastgroup or 0]]
        done = match.end()
    return "".join(parts)
