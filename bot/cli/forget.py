"""`bonfire forget`: what *Forget me* does at Discord, for somebody who asks the operator."""

import argparse

from bot.chat.feature import all_kinds, all_offers, extras_of
from bot.features.listed import FEATURES
from bot.model.people import Known
from bot.runtime.shell import operator
from bot.runtime.shell.arguments import an_id, data_argument
from bot.services.consent.leaving import ForgetService, LeavingService
from bot.services.games.service import GameService
from bot.store.store import Store
from engine import STANDARD_BOX


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `bonfire forget` takes."""
    parser.add_argument("person", type=an_id, metavar="PERSON_ID", help="Discord ID of the person")
    data_argument(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Forget the person and say in how many games they were known."""

    async def work(store: Store) -> Known:
        kinds, offers = all_kinds(FEATURES), all_offers(FEATURES)
        games = GameService(store, STANDARD_BOX, kinds=kinds, offers=offers)
        leaving, forgets = LeavingService(games), extras_of(FEATURES).forgets
        return await ForgetService(store, games, leaving, forgets).forget(chosen.person)

    known = operator.change(chosen.data, work)
    print(
        f"{chosen.person}: forgotten. Games: {known.games}; running: {known.running}. There the "
        "bot plays on if anyone else does. Messages on Discord stay. Backups stay until you delete "
        "them."
    )
    return 0
