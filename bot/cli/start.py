"""The bot on Discord: by the gateway for `bonfire run`, over HTTP for `bonfire serve`."""

import argparse
import sys
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from bot.chat import client, leading
from bot.cli import start_errors
from bot.features.listed import FEATURES
from bot.runtime import settings
from bot.runtime.settings import Settings, Workforce
from bot.runtime.shell import arguments
from bot.runtime.shell.box import chosen_box
from bot.runtime.shell.errors import UNUSABLE, UsageError

_STEPS = """\
1. Open https://discord.com/developers/applications and choose "New Application".
2. On its page "Bot", press "Reset Token" and copy the token. No privileged intent is needed.
3. In this directory, write the line DISCORD_TOKEN= followed by the token into the file .env
   (.env.example explains every setting).
4. Start again with the same command.
5. On the application's page "Installation", open the Install Link to bring the bot to a server.
docs/operating.md, "On Discord", explains each step.
"""
_EXTRA: Final = frozenset({"nacl", "prometheus_client"})
"""Modules that `pip install .[serve]` brings."""


def run(wanted: Settings, box: Path | None) -> int:
    """Be the bot on Discord with a `box` of its own, if any; raises UsageError."""
    if wanted.workers is Workforce.SEVERAL and wanted.shards is None:
        raise UsageError(
            f"{settings.WORKERS}=several needs {settings.SHARDS} with bonfire run, so that each "
            "process hears of servers of its own; bonfire serve does without."
        )
    box = box or wanted.box
    chosen_box(box)  # fails now, before anything is started
    wanted = replace(wanted, box=box)
    entrance: client.Entrance = nullcontext
    if wanted.metrics is not None:
        entrance = partial(_server().pages, settings=wanted)
    try:
        client.run(wanted, FEATURES, leading.attend, entrance)
    except start_errors.START_ERRORS as error:
        if not start_errors.refuses_token(error):
            raise start_errors.failure(error, wanted) from error
        print(
            f"bonfire: Discord refused the token. It was reset or mistyped. To get a new one:\n"
            f"{_STEPS}",
            end="",
            file=sys.stderr,
        )
        return UNUSABLE
    return 0


def serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire serve` takes."""
    arguments.box_argument(parser)
    parser.set_defaults(run=serve)


def serve(chosen: argparse.Namespace) -> int:
    """Start the bot and stay until it is stopped; raises UsageError, SettingsError."""
    wanted = settings.load(settings.environment())
    if wanted.shards is not None:
        raise UsageError(
            f"{settings.SHARDS} is for bonfire run: over HTTP each process serves all servers."
        )
    box = chosen.box or wanted.box
    chosen_box(box)  # fails now, before anything is started
    server = _server()
    try:
        server.run(replace(wanted, box=box), FEATURES)
    except start_errors.START_ERRORS as error:
        raise start_errors.failure(error, wanted) from error
    return 0


def _server() -> ModuleType:
    """The module of the HTTP server; raises UsageError where its libraries are missing."""
    try:
        return import_module("bot.chat.ingress.server")
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _EXTRA:
            raise
        raise UsageError(
            f"bonfire serve needs {missing}, and so does {settings.METRICS}. A plain installation "
            "leaves it out: pip install '.[serve]'"
        ) from error
