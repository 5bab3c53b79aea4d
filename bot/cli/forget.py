"""`bonfire forget`: what `/bonfire me forget` does, for somebody who asks the operator."""

import argparse

from bot.cli.support.arguments import an_id
from bot.cli.support.operator import change
from bot.model.people import Known
from bot.services.consent.forgetting import ForgetService
from bot.services.consent.leaving import LeavingService
from bot.services.games.service import GameService
from bot.store import Store
from engine import STANDARD_BOX


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire forget` takes."""
    parser.add_argument("person", type=an_id, metavar="PERSON_ID", help="a Discord user's ID")


def run(chosen: argparse.Namespace) -> int:
    """Forget the person and say in how many games they were known."""
    from bot.chat.feature import extras_of  # noqa: PLC0415 - slow to import
    from bot.features.listed import FEATURES  # noqa: PLC0415 - slow to import

    async def work(store: Store) -> Known:
        games = GameService(store, STANDARD_BOX)
        leaving, forgets = LeavingService(games), extras_of(FEATURES).forgets
        return await ForgetService(store, games, leaving, forgets).forget(chosen.person)

    known = change(work)
    print(
        f"{chosen.person}: forgotten. Games: {known.games}; running: {known.running}, where the bot"
        " plays on if anybody else does. Messages on Discord stay, and so do backups until they are"
        " deleted."
    )
    return 0
