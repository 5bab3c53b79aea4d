"""`bonfire table`: the bot and a stand-in Discord on this machine, played in a browser.

The page opens first. The bot, which takes twice as long to import as all else here, comes to it.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Mapping

from bot.runtime import memory, settings
from bot.runtime.backups import BACKUPS_FOLDER, refuse_lost
from bot.runtime.settings import Settings
from bot.runtime.shell.arguments import box_argument, chosen_variables, data_argument
from bot.runtime.shell.errors import UsageError
from bot.standin.page import TableLockedError, open_table
from bot.store.database import Database

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
    from bot.words import catalog, languages  # noqa: PLC0415 - slow to import, and the page is open

    return {code: catalog(code).part("page") for code in languages()}


def open_here(variables: dict[str, str], port: int | None, opened: Callable[[str], None]) -> int:
    """Serve the table with the settings of `variables`; `opened` takes the page's address.

    The log tells no more than warnings and errors, unless a setting says otherwise.

    Raises SettingsError, and UsageError for a box file or a directory that cannot be used.
    """
    if (box := settings.box_path(variables)) is not None:
        from bot.runtime.shell.box import chosen_box  # noqa: PLC0415 - slow to import, few name one

        chosen_box(box)  # fails now, before anything is started
    if not variables.get(settings.LOG_LEVEL, "").strip():
        variables[settings.LOG_LEVEL] = settings.LogLevel.WARNING
    wanted = settings.load({**variables, settings.TOKEN: "none"})

    async def serve() -> None:
        async with open_table(wanted.data, page_words, port) as table:
            await _try_database(wanted)
            opened(table.address)
            there = settings.load({**variables, **table.environment()})
            serve_bot = await asyncio.to_thread(_bot)
            await serve_bot(there)

    try:
        asyncio.run(serve())
    except TableLockedError as error:
        raise UsageError(str(error)) from error
    except Exception as error:
        from bot.cli import start_errors  # noqa: PLC0415 - slow to import, and rarely needed

        if not isinstance(error, start_errors.START_ERRORS):
            raise
        raise UsageError(start_errors.explanation(error, wanted)) from error
    return 0


async def _try_database(wanted: Settings) -> None:
    """Open the file of the bot and close it, so that people read no address where that fails."""
    if wanted.server is None:
        refuse_lost(wanted.database, wanted.data / BACKUPS_FOLDER)
        await (await Database.open(wanted.database)).close()


def _bot() -> Callable[[Settings], Awaitable[None]]:
    """Import the bot, in a thread beside the page, and return what serves it."""
    with memory.importing():
        from bot.chat import client, leading  # noqa: PLC0415 - slow to import, and the page is open
        from bot.chat.logs import start_logging  # noqa: PLC0415 - the same
        from bot.features.listed import FEATURES  # noqa: PLC0415 - the same

    async def serve(there: Settings) -> None:
        start_logging(there.log_level)
        await client.serve(there, FEATURES, attend=leading.attend)

    return serve
