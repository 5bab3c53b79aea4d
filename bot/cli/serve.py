"""`bonfire serve`: the bot on Discord, with interactions over HTTP."""

import argparse
from dataclasses import replace
from typing import Final

from bot.cli.support.arguments import chosen_box
from bot.cli.support.errors import UsageError
from bot.runtime import settings

EXTRA: Final = frozenset({"nacl", "prometheus_client"})
"""What `pip install .[serve]` brings."""


def run(chosen: argparse.Namespace) -> int:
    """Start the bot and stay until it is stopped; raises UsageError, SettingsError."""
    wanted = settings.load(settings.environment())
    if wanted.shards is not None:
        raise UsageError(
            f"{settings.SHARDS} is for bonfire run: over HTTP each process serves all servers."
        )
    box = chosen.box or wanted.box
    chosen_box(box)  # fails now, before anything is started
    # Slow to import, and no other command needs them.
    from bot.cli.support import start_errors  # noqa: PLC0415

    try:
        from bot.chat.ingress import serving  # noqa: PLC0415
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in EXTRA:
            raise
        raise UsageError(
            f"bonfire serve needs {missing}, which a plain installation leaves out: "
            "pip install '.[serve]'"
        ) from error
    try:
        serving.run(replace(wanted, box=box))
    except start_errors.START_ERRORS as error:
        raise start_errors.failure(error, wanted) from error
    return 0
