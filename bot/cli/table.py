"""`bonfire table`: the bot and a stand-in Discord on this machine, played in a browser."""

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from bot.cli.support.arguments import box_argument, chosen_box
from bot.cli.support.errors import UsageError
from bot.cli.support.files import a_file
from bot.runtime import settings
from bot.words import catalog, languages

_LARGEST_PORT = 65535


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire table` takes."""
    parser.add_argument(
        "--port", type=_port, metavar="P", help="where the page is: 127.0.0.1:P (0 takes any)"
    )
    parser.add_argument(
        "--data", type=a_file, metavar="DIR", help="where games and messages are kept (data)"
    )
    box_argument(parser)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= _LARGEST_PORT):
        raise argparse.ArgumentTypeError(f"a port is a number up to {_LARGEST_PORT}, not {text!r}")
    return int(text)


def run(chosen: argparse.Namespace) -> int:
    """Open the table and stay until it is stopped."""
    variables = dict(settings.environment())
    if chosen.data is not None:
        variables[settings.DATA] = str(chosen.data)
        variables.pop(settings.DATABASE, None)
    if chosen.box is not None:
        variables[settings.BOX] = str(chosen.box)
    variables[settings.SYNC] = settings.Sync.AUTO
    variables[settings.RENDER_WORKERS] = "0"  # few play at one table: memory counts for more
    variables[settings.LIMITS] = settings.Switch.OFF  # friends on one machine
    return open_here(variables, chosen.port, _announce)


def _announce(address: str) -> None:
    print(
        f"The table is open: {address}\nCtrl+C closes it; games go on at the next start.",
        flush=True,
    )


def page_words() -> dict[str, dict[str, str | Mapping[str, str]]]:
    """Return the texts of the page itself, by language."""
    return {code: catalog(code).part("page") for code in languages()}


def open_here(variables: dict[str, str], port: int | None, announce: Callable[[str], None]) -> int:
    """Serve the table with the settings of `variables`; `announce` takes the page's address.

    Raises SettingsError, and UsageError for a box file or a directory that cannot be used.
    """
    chosen_box(settings.box_path(variables))  # fails now, before anything is started
    from bot.chat import client  # noqa: PLC0415 - slow to import, and few commands need it
    from bot.chat.logs import start_logging  # noqa: PLC0415 - the same
    from bot.cli.support import start_errors  # noqa: PLC0415 - the same
    from bot.features.listed import FEATURES  # noqa: PLC0415 - the same
    from bot.standin.page import TableLockedError, open_table  # noqa: PLC0415 - the same

    async def serve() -> None:
        directory = Path(variables.get(settings.DATA, "").strip() or "data")
        async with open_table(directory, page_words(), port) as table:

            @asynccontextmanager
            async def announced(_client: object) -> AsyncIterator[None]:
                announce(table.address)  # only now, as the database can be used
                yield

            wanted = settings.load({**variables, **table.environment()})
            await client.serve(wanted, FEATURES, announced)

    wanted = settings.load({**variables, settings.TOKEN: "none"})
    try:
        start_logging(wanted.log_level)
        asyncio.run(serve())
    except TableLockedError as error:
        raise UsageError(str(error)) from error
    except start_errors.START_ERRORS as error:
        raise UsageError(start_errors.explanation(error, wanted)) from error
    return 0
