"""The manifest of an optional part of the bot; a plain tuple lists the parts that it has."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from typing import Any

from bot.chat.app import core_handlers
from bot.chat.handlers.lobby_posts import Renewing
from bot.chat.handlers.services import Extras, Services
from bot.model.offers import NO_OFFERS, Offers
from bot.runtime.jobs import Job
from bot.services.games.challenge import Challenge
from bot.services.games.kind import GameKind, Kinds
from bot.store.traces import Kept


def _nothing(_services: Services) -> Mapping[str, Job]:
    return {}


@dataclass(frozen=True, slots=True)
class Feature:
    """An optional part, made of the services of the core.

    Its handlers declare their buttons and commands (`bot.chat.routes`). Its tables are read by
    `Transaction.of`. Its commands of `bonfire` are the `COMMANDS` of its module `shell`, which
    the command line imports without this manifest.
    """

    name: str
    handlers: Callable[[Services], Iterable[object]]
    jobs: Callable[[Services], Mapping[str, Job]] = _nothing
    """Work in the background that one worker does alone, by names that nothing else has."""
    renewing: Callable[[Services], Renewing] | None = None
    """Lets its messages in which people join say who is left when somebody is forgotten."""
    forgets: str = ""
    """The SQL statements by which its tables forget a `:person`."""
    kept: Kept | None = None
    """The rows that its tables keep of servers."""
    kind: type[GameKind] | None = None
    """The kind of its games, if they are not casual."""
    offers: Offers = NO_OFFERS
    """The ways to it that the core shows."""


def extras_of(features: Sequence[Feature]) -> Extras:
    """Return what the features add to the services of the core."""
    forgets = "\n".join(feature.forgets for feature in features)
    kept = tuple(feature.kept for feature in features if feature.kept is not None)
    return Extras(forgets, kept)


def all_kinds(features: Iterable[Feature]) -> Kinds:
    """Return the kinds of the core and of the features, by their names."""
    kinds = (Challenge, *(feature.kind for feature in features))
    return {kind.name: kind for kind in kinds if kind is not None}


def all_offers(features: Iterable[Feature]) -> Offers:
    """Return the ways in of all features, in their order."""
    all_of = [feature.offers for feature in features]
    places = (field.name for field in fields(Offers) if field.default == ())
    ways: dict[str, Any] = {
        place: tuple(chain.from_iterable(getattr(offers, place) for offers in all_of))
        for place in places
    }
    return Offers(**ways)


def all_handlers(services: Services, features: Iterable[Feature]) -> tuple[object, ...]:
    """The handlers of the core and of the features."""
    optional = chain.from_iterable(feature.handlers(services) for feature in features)
    makers = (feature.renewing for feature in features)
    renewing = [make(services) for make in makers if make is not None]
    return (*core_handlers(services, renewing), *optional)
