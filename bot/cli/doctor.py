"""`bonfire doctor`: what keeps an installation from working, and what to do about it."""

import argparse
import asyncio
import os
from pathlib import Path
from typing import Final

from bot.chat.doctor import Doctor, Finding
from bot.chat.pictures.painting import DRAWINGS_FOLDER, RenderPool
from bot.model.clock import SYSTEM_CLOCK
from bot.runtime import settings
from bot.runtime.settings import Settings
from bot.runtime.shell.arguments import chosen_variables, data_argument
from bot.runtime.shell.errors import TRY_AGAIN, UNUSABLE, UsageError
from bot.services.games.thinker import Thinker

_WIDTH: Final = 13
"""Characters of a line before what was found."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire doctor` takes."""
    parser.add_argument(
        "--serve", action="store_true", help="check a bot that `bonfire serve` runs"
    )
    data_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print a line for each check; raises SettingsError, UsageError."""
    variables = chosen_variables(chosen.data)
    has_token = bool(variables.get(settings.TOKEN, "").strip())
    wanted = settings.load(variables if has_token else {**variables, settings.TOKEN: "none"})
    _refuse_folder(wanted.data)
    found = asyncio.run(_examine(wanted, over_http=chosen.serve, asks_discord=has_token))
    complaints = [finding for finding in found if finding.complains]
    if not complaints:
        return 0
    return TRY_AGAIN if all(finding.passes for finding in complaints) else UNUSABLE


def _refuse_folder(data: Path) -> None:
    """Raise UsageError for what the user of the bot could not use as its folder."""
    if data.exists() and not data.is_dir():
        raise UsageError(f"{data} is in the way. Move it, or name another place in {settings.DATA}")
    if data.exists() and os.geteuid() == 0 != data.stat().st_uid:
        raise UsageError(f"{data} belongs to another user. Run this as that user, with sudo -u.")


async def _examine(wanted: Settings, *, over_http: bool, asks_discord: bool) -> list[Finding]:
    """Print the outcome of each check as it is there; returns all of them."""
    drawings = wanted.data / DRAWINGS_FOLDER if wanted.data.exists() else None
    pool = RenderPool(wanted.render_workers, drawings=drawings)
    thinker = Thinker(wanted.thinkers)
    doctor = Doctor(wanted, pool, thinker, SYSTEM_CLOCK, over_http, asks_discord)
    found = []
    try:
        async for finding in doctor.findings():
            said = finding.text if finding.complains else f"ok ({finding.text})"
            print(f"{finding.check:<{_WIDTH}}{said}", flush=True)
            found.append(finding)
    finally:
        pool.close()
        thinker.close()
    return found
