"""`bonfire table`: the bot and a stand-in Discord on this machine, played in a browser."""

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from bot.chat import client
from bot.chat.logs import start_logging
from bot.cli.support import start_errors
from bot.cli.support.arguments import box_argument, chosen_box, chosen_variables, data_argument
from bot.cli.support.errors import UsageError
from bot.features.listed import FEATURES
from bot.runtime import settings
from bot.standin.page import TableLockedError, open_table
from bot.words import catalog, languages

_LARGEST_PORT = 65535


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire table` takes."""
    parser.add_argument(
        "--port",
        type=_port,
        metavar="P",
        help="port of the page on 127.0.0.1; 0 takes a free one (default: 8642, or a free one)",
    )
    data_argument(parser)
    box_argument(parser)
    parser.set_defaults(run=run)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= _LARGEST_PORT):
        raise argparse.ArgumentTypeError(
            f"expected a number from 0 to {_LARGEST_PORT}, not {text!r}"
        )
    return int(text)


def run(chosen: argparse.Namespace) -> int:
    """Open the table and stay until it is stopped."""
    variables = chosen_variables(chosen.data)
    if chosen.box is not None:
        variables[settings.BOX] = str(chosen.box)
    variables[settings.SYNC] = settings.Sync.AUTO
    variables[settings.RENDER_WORKERS] = "0"  # few play at one table: memory counts for more
    variables[settings.LIMITS] = settings.Switch.OFF  # friends on one machine
    return open_here(variables, chosen.port, announce)


def announce(address: str) -> None:
    """Say where the table is."""
    print(
        f"The table is open: {address}\nCtrl+C closes it; games go on at the next start.",
        flush=True,
    )


def page_words() -> dict[str, dict[str, str | Mapping[str, str]]]:
    """Return the texts of the page itself, by language."""
    return {code: catalog(code).part("page") for code in languages()}


def open_here(variables: dict[str, str], port: int | None, opened: Callable[[str], None]) -> int:
    """Serve the table with the settings of `variables`; `opened` takes the page's address.

    The log tells no more than warnings and errors, unless a setting says otherwise.

    Raises SettingsError, and UsageError for a box file or a directory that cannot be used.
    """
    chosen_box(settings.box_path(variables))  # fails now, before anything is started
    if not variables.get(settings.LOG_LEVEL, "").strip():
        variables[settings.LOG_LEVEL] = settings.LogLevel.WARNING
    wanted = settings.load({**variables, settings.TOKEN: "none"})

    async def serve() -> None:
        async with open_table(wanted.data, page_words(), port) as table:

            @asynccontextmanager
            async def announced(_client: object) -> AsyncIterator[None]:
                opened(table.address)  # only now, as the database can be used
                yield

            there = settings.load({**variables, **table.environment()})
            await client.serve(there, FEATURES, announced)

    try:
        start_logging(wanted.log_level)
        asyncio.run(serve())
    except TableLockedError as error:
        raise UsageError(str(error)) from error
    except start_errors.START_ERRORS as error:
        raise UsageError(start_errors.explanation(error, wanted)) from error
    return 0
