"""The rule look-up: every component and every term of the game, found by what a player types."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.model.messages import CHOICE_LIMIT, OPTION_LIMIT, Completion
from bot.words import Catalog, Counted, Phrase, phrase
from bot.words.conditions import condition_phrase
from bot.words.pieces import bonus_phrase, gnome_title, island_phrase, points_phrase
from bot.words.text import clip, folded
from engine.bag import ActionTiles
from engine.box_index import box_index
from engine.data.box import Box, Elder, Island, Provenance, Specialist, WheelSpace
from engine.ids import ActionType, CommonTask, PortalKind, Resource
from engine.specialists import GOLD_FOR_NOVICES, GOLD_ON_FIRST_PATH, REWARD_FOR_COMMON_TASKS

TERM: Final = re.compile(r"rules\.term\.(\w+)\.title")
LOOSE_CODE: Final = re.compile(r"^([a-z]+) ?0*(?=\d)")
GOLD_GIVERS: Final = frozenset(
    {GOLD_FOR_NOVICES, REWARD_FOR_COMMON_TASKS, GOLD_ON_FIRST_PATH},
)
"""The specialists who give Gold; others only double what is gained anyway."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its token for completion, its title and its text."""

    token: str
    title: Phrase
    text: Phrase
    reconstructed: bool = False


def entries(box: Box, words: Catalog) -> tuple[Entry, ...]:
    """Every entry: the terms of the game first, then the components of this box."""
    return (*_terms(words), *_tables(box), *_gnomes(box), *_tasks(box), *_places(box))


def complete(typed: str, box: Box, words: Catalog) -> tuple[Completion, ...]:
    """The entries that fit what has been typed so far, the closest first, at most 25."""
    fitting = []
    for entry in entries(box, words):
        title = words.spell(entry.title)
        if (rank := _fit(typed, entry.token, title)) is not None:
            fitting.append((rank, Completion(clip(title, CHOICE_LIMIT), entry.token)))
    fitting.sort(key=lambda pair: pair[0])
    return tuple(completion for _, completion in fitting[:OPTION_LIMIT])


def explain(typed: str, box: Box, words: Catalog) -> str:
    """The entry of a token, or the one that fits the typed text best, or a kind word."""
    listed = {_code(entry.token): entry for entry in entries(box, words)}
    wanted = _code(typed)
    if wanted not in listed:
        nearest = complete(typed, box, words)
        if not (wanted and nearest):
            return words.say("lookup.unknown", typed=typed)
        wanted = _code(nearest[0].value)
    entry = listed[wanted]
    text = words.pictured.say("lookup.heading", title=entry.title, text=entry.text)
    return f"{text}\n{words.say('lookup.reconstructed')}" if entry.reconstructed else text


def _plain(text: str) -> str:
    """What is compared: neither case, marks of letters nor the number of blanks count."""
    return " ".join(folded(text).split())


def _code(text: str) -> str:
    """The number of a tile or card as people write it: `r7` and `R 07` are R07."""
    return LOOSE_CODE.sub(r"\1", _plain(text))


def _fit(typed: str, token: str, title: str) -> int | None:
    """How well an entry fits: 0 is best, None not at all."""
    if _code(typed) == _code(token):
        return 0
    wanted, low = _plain(typed), _plain(title)
    if low.startswith(wanted):
        return 1
    if any(word.startswith(wanted) for word in re.findall(r"\w+", low)):
        return 2
    return 3 if wanted in low else None


def _terms(words: Catalog) -> Iterator[Entry]:
    for key in words.entries:
        if match := TERM.fullmatch(key):
            stem = f"rules.term.{match[1]}"
            yield Entry(match[1], phrase(f"{stem}.title"), phrase(f"{stem}.text"))


def _tables(box: Box) -> Iterator[Entry]:
    for action in ActionType:
        title = phrase("lookup.action_title", action=action)
        yield Entry(f"action:{action}", title, phrase(f"rules.action.{action}"))
    for common in CommonTask:
        title = phrase("lookup.common_title", common=common)
        yield Entry(f"common:{common}", title, phrase(f"rules.common_task.{common}"))
    for row in box.council:
        title = phrase("lookup.council_title", number=row.number, bonus=bonus_phrase(row.bonus))
        yield Entry(f"council:{row.number}", title, phrase(f"rules.council_bonus.{row.bonus}"))
    for resource in Resource:
        title = phrase("lookup.resource_title", resource=resource)
        yield Entry(f"resource:{resource}", title, _resource_text(box, resource))
    for kind in PortalKind:
        title = phrase("lookup.portal_title", portal=kind)
        yield Entry(f"portal:{kind}", title, _portal_text(box, kind), reconstructed=True)
    for card in box.tom_cards:
        title = phrase("lookup.tom_title", card=card.card)
        yield Entry(f"tom:{card.card}", title, phrase(f"rules.tom_card.{card.card}"))


def _gnomes(box: Box) -> Iterator[Entry]:
    for gnome in box.specialists:
        title = phrase("lookup.specialist_title", number=gnome.number, title=gnome_title(gnome))
        yield _gnome(gnome, title, phrase(f"specialist.{gnome.number}.effect"))
    for elder in box.elders:
        title = phrase("lookup.elder_title", number=elder.number, title=gnome_title(elder))
        yield _gnome(elder, title, phrase("elder.effect", counts=elder.counts))


def _gnome(gnome: Specialist | Elder, title: Phrase, effect: Phrase) -> Entry:
    cheap, dear = Counted(gnome.resource, 1), Counted(gnome.resource, 2)
    text = phrase("lookup.gnome", effect=effect, cost_one=cheap, cost_two=dear)
    return Entry(gnome.id, title, text, gnome.provenance is Provenance.RECONSTRUCTED)


def _tasks(box: Box) -> Iterator[Entry]:
    for task in box.tasks:
        condition, points = condition_phrase(task.condition), points_phrase(task.points)
        title = phrase("lookup.task_title", id=task, condition=condition)
        text = phrase("lookup.task", color=task.color, points=points, condition=condition)
        yield Entry(task.id, title, text, task.provenance is Provenance.RECONSTRUCTED)


def _places(box: Box) -> Iterator[Entry]:
    for island in box.islands:
        title = phrase("lookup.island_title", island=island_phrase(island))
        yield Entry(f"island:{island.code}", title, _island_text(box, island))
    for space in box.wheel:
        title = phrase("lookup.wheel_title", number=space.number)
        rebuilt = space.provenance is Provenance.RECONSTRUCTED
        yield Entry(f"wheel:{space.number}", title, _wheel_text(space), rebuilt)


def _island_text(box: Box, island: Island) -> Phrase:
    listed = box_index(box)
    neighbours = tuple(
        island_phrase(listed.islands[code]) for code in listed.neighbours[island.code]
    )
    if island.resource is not None:
        return phrase("lookup.island_task", resource=island.resource, neighbours=neighbours)
    return phrase("lookup.island_guardian", guardian=island.guardian, neighbours=neighbours)


def _wheel_text(space: WheelSpace) -> Phrase:
    tile = ActionTiles.of(space.tile)
    if space.resource is None:
        return phrase("lookup.wheel_points", tile=tile, points=points_phrase(2))
    return phrase("lookup.wheel_resource", tile=tile, resource=Counted(space.resource, 1))


def _resource_text(box: Box, resource: Resource) -> Phrase:
    cards = box_index(box).gnomes.values()
    gnomes = tuple(card.id for card in cards if card.resource is resource)
    if resource is Resource.GOLD:
        spaces = tuple(str(space.number) for space in box.wheel if space.resource is resource)
        givers = tuple(card.id for card in box.specialists if card.number in GOLD_GIVERS)
        return phrase("lookup.resource_gold", spaces=spaces, specialists=givers, gnomes=gnomes)
    paths = sum(row.count for row in box.path_tiles if row.tile.resource is resource)
    islands = box_index(box).islands_of.get(resource, ())
    return phrase("lookup.resource_basic", islands=islands, n=paths, gnomes=gnomes)


def _portal_text(box: Box, kind: PortalKind) -> Phrase:
    positions = tuple(
        phrase("lookup.portal_position", city=row.city, position=7 - row.portals.index(kind))
        for row in box.cities
    )
    return phrase("lookup.portal", portal=kind, positions=positions)
