"""`bonfire alarm`: tells the owner of the application that the bot has stopped for good."""

import argparse
import asyncio

from bot.chat.owner import tell_stop
from bot.cli import start_errors
from bot.runtime import settings
from bot.runtime.shell.errors import UsageError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire alarm` takes: nothing."""
    parser.set_defaults(run=run)


def run(_chosen: argparse.Namespace) -> int:
    """Write to the owner; raises SettingsError, UsageError."""
    wanted = settings.load(settings.environment())
    try:
        asyncio.run(tell_stop(wanted))
    except start_errors.START_ERRORS as error:
        if start_errors.refuses_token(error):
            raise UsageError("Discord refused the token, so nobody was told.") from error
        raise start_errors.failure(error, wanted) from error
    print("The owner of the application has been told.")
    return 0
