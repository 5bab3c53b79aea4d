"""Rows of text cells written as columns."""

from collections.abc import Iterable, Sequence


def columns(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """One indented line a row, each column as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()
