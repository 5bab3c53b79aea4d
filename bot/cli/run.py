"""`bonfire run`: the bot on Discord, or without a token a table in a browser."""

import argparse
from pathlib import Path

from bot.runtime import memory, settings
from bot.runtime.settings import SettingsError
from bot.runtime.shell.arguments import box_argument


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire run` takes."""
    box_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Start the bot and stay until it is stopped."""
    try:
        wanted = settings.load(settings.environment())
    except SettingsError as error:
        if error.problems != (settings.NO_TOKEN,):
            raise
        return _at_a_table(chosen.box)
    with memory.importing():
        from bot.cli import start  # noqa: PLC0415 - slow to import, and a table opens without

    return start.run(wanted, chosen.box)


def _at_a_table(box: Path | None) -> int:
    with memory.importing():
        from bot.cli import table  # noqa: PLC0415 - slow to import, and the bot on Discord has none

    def announce(address: str) -> None:
        table.announce(address)
        print('docs/operating.md, "On Discord", says how to play there instead.', flush=True)

    variables = dict(settings.environment())
    if box is not None:
        variables[settings.BOX] = str(box)
    return table.open_here(variables, None, announce)
