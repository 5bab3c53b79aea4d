"""`bonfire components`: the component values with their provenance, as tables or as a file."""

import argparse
from pathlib import Path

from bot.cli.support.arguments import box_argument, chosen_box
from bot.cli.support.component_tables import tables
from bot.cli.support.files import write_text
from bot.runtime.box_file import write_box


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `bonfire components` takes."""
    parser.add_argument(
        "--unconfirmed", action="store_true", help="only values that no rule text states"
    )
    parser.add_argument("--write", type=Path, metavar="FILE", help="write a TOML file to edit")
    box_argument(parser)


def run(chosen: argparse.Namespace) -> int:
    """Print the tables, or write the file."""
    box = chosen_box(chosen.box)
    if chosen.write:
        write_text(chosen.write, write_box(box))
        return 0
    shown = tables(box)
    if chosen.unconfirmed:
        unconfirmed = (table.only_unconfirmed() for table in shown)
        shown = tuple(table for table in unconfirmed if table.rows)
    print("\n\n".join(map(str, shown)))
    return 0
