"""The rule look-up: every component and every term of the game, found by what a player types."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.model import button_forms, buttons, messages, pictures
from bot.present.rules_links import CHAPTERS, OF_ACTIONS, OF_TERMS
from bot.words import Catalog, Counted, Phrase, phrase, pieces
from bot.words.search import wanted
from bot.words.text import clip, in_one_line
from engine import bag, ids
from engine.box_index import box_index
from engine.data.box import Box, Elder, Island, Provenance, Specialist, WheelSpace
from engine.identity_cache import cached_by_identity
from engine.specialists import GOLD_FOR_NOVICES, GOLD_ON_FIRST_PATH, REWARD_FOR_COMMON_TASKS
from renderer import PortraitPiece

_IN_A_KEY: Final = {ord(":"): "_"}
"""The spelling of a token in the key of a sentence."""
_TERM: Final = re.compile(r"rules\.term\.(\w+)\.title")
_MENU: Final = "chapters"
"""Stands for the menu of the chapters, which is no entry."""
_GOLD_GIVERS: Final = frozenset({GOLD_FOR_NOVICES, REWARD_FOR_COMMON_TASKS, GOLD_ON_FIRST_PATH})
"""The specialists who give Gold; others only double what is gained anyway."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its token for completion, its title and its text, and the entries it leads to.

    The `piece` is what it is about, where that can be shown by itself.
    """

    token: str
    title: Phrase
    text: Phrase
    leads_to: tuple[str, ...]
    reconstructed: bool = False
    piece: PortraitPiece | None = None

    @property
    def key(self) -> str:
        """The token as it can stand in the key of a sentence."""
        return self.token.translate(_IN_A_KEY)


def entries(box: Box, words: Catalog) -> tuple[Entry, ...]:
    """Every entry: the terms of the game first, then the components of this box."""
    return (*_terms(words), *_components(box))


@cached_by_identity
def _components(box: Box) -> tuple[Entry, ...]:
    """The entries about components: they are looked through at each letter that somebody types."""
    return (*_tables(box), *_gnomes(box), *_tasks(box), *_places(box))


def complete(typed: str, box: Box, words: Catalog) -> tuple[messages.Completion, ...]:
    """The entries that fit what has been typed so far, the closest first, at most 25."""
    return tuple(
        messages.Completion(clip(words.spell(entry.title), messages.CHOICE_LIMIT), entry.token)
        for entry in _fitting(typed, box, words)[: messages.OPTION_LIMIT]
    )


def rules_page(
    typed: str,
    box: Box,
    words: Catalog,
    leads_to: Callable[[str], button_forms.ButtonValue] = buttons.ShowRule,
) -> messages.Prompt:
    """The page of the entry of a token, or that fits the typed text best, with the way to others.

    `leads_to` makes the value of a control of the token of the entry that it leads to. Where
    nothing fits, a kind word stands in place of the entry.
    """
    listed = {entry.token: entry for entry in entries(box, words)}
    entry = listed.get(typed) or next(iter(_fitting(typed, box, words)), None)
    if entry is None or not in_one_line(typed):
        return messages.Prompt(
            words.say("lookup.unknown", typed=typed), (_chapters(listed, words, leads_to),)
        )
    text = words.pictured.say("lookup.heading", title=entry.title, text=entry.text)
    if entry.reconstructed:
        text = f"{text}\n{words.say('lookup.reconstructed')}"
    links = tuple(
        messages.Button(
            clip(words.spell(listed[token].title), messages.LABEL_LIMIT), leads_to(token)
        )
        for token in entry.leads_to
    )
    rows = (links, _chapters(listed, words, leads_to))
    return messages.Prompt(text, rows, _card(entry, box, words))


def _card(entry: Entry, box: Box, words: Catalog) -> pictures.CardPicture | None:
    """The tile, card or space that an entry is about, beside its words."""
    if entry.piece is None:
        return None
    title, text = words.spell(entry.title), words.spell(entry.text)
    return pictures.CardPicture(entry.key, entry.piece, title, text, box.fate_grid)


def _chapters(
    listed: Mapping[str, Entry], words: Catalog, leads_to: Callable[[str], button_forms.ButtonValue]
) -> messages.Menu:
    """The menu of the chapters."""
    choices = tuple(
        messages.Choice(
            clip(words.spell(listed[token].title), messages.CHOICE_LIMIT), leads_to(token)
        )
        for token in CHAPTERS
    )
    return messages.Menu(leads_to(_MENU), words.say("placeholder.rules"), choices)


def _fitting(typed: str, box: Box, words: Catalog) -> tuple[Entry, ...]:
    """The entries that fit a text, the closest first."""
    looked_for = wanted(typed)
    ranked = (
        (looked_for.match(entry.token, words.spell(entry.title), _also(entry, words)), entry)
        for entry in entries(box, words)
    )
    fitting = [(fit, entry) for fit, entry in ranked if fit is not None]
    return tuple(entry for _, entry in sorted(fitting, key=lambda pair: pair[0]))


def _also(entry: Entry, words: Catalog) -> str:
    """The other words for an entry."""
    return str(words.entries.get(f"rules.also.{entry.key}", ""))


def _terms(words: Catalog) -> Iterator[Entry]:
    for key in words.entries:
        if match := _TERM.fullmatch(key):
            stem = f"rules.term.{match[1]}"
            title, text = phrase(f"{stem}.title"), phrase(f"{stem}.text")
            yield Entry(match[1], title, text, OF_TERMS[match[1]])


def _tables(box: Box) -> Iterator[Entry]:
    for action in ids.ActionType:
        title = phrase("lookup.action_title", action=action)
        text = phrase(f"rules.action.{action}")
        yield Entry(f"action:{action}", title, text, OF_ACTIONS[action], piece=action)
    for common in ids.CommonTask:
        title = phrase("lookup.common_title", common=common)
        text = phrase(f"rules.common_task.{common}")
        leads_to = ("common_task_term", "neutral_novice", "final_scoring")
        yield Entry(f"common:{common}", title, text, leads_to, piece=common)
    for row in box.council:
        title = phrase(
            "lookup.council_title", number=row.number, bonus=pieces.bonus_phrase(row.bonus)
        )
        text = phrase(f"rules.council_bonus.{row.bonus}")
        leads_to = ("high_council", "novice", "ignite")
        yield Entry(f"council:{row.number}", title, text, leads_to, piece=row)
    for resource in ids.Resource:
        title = phrase("lookup.resource_title", resource=resource)
        text = _resource_text(box, resource)
        yield Entry(f"resource:{resource}", title, text, ("resources", "payment"), piece=resource)
    for kind in ids.PortalKind:
        title = phrase("lookup.portal_title", portal=kind)
        leads_to = ("portal", "great_bonfire", "city")
        text = _portal_text(box, kind)
        yield Entry(f"portal:{kind}", title, text, leads_to, reconstructed=True, piece=kind)
    for card in box.tom_cards:
        title = phrase("lookup.tom_title", card=card.card)
        text = phrase(f"rules.tom_card.{card.card}")
        yield Entry(f"tom:{card.card}", title, text, ("tom", "compensation"), piece=card.card)


def _gnomes(box: Box) -> Iterator[Entry]:
    for gnome in box.specialists:
        title = phrase(
            "lookup.specialist_title", number=gnome.number, title=pieces.gnome_title(gnome)
        )
        yield _gnome(gnome, title, phrase(f"specialist.{gnome.number}.effect"))
    for elder in box.elders:
        title = phrase("lookup.elder_title", number=elder.number, title=pieces.gnome_title(elder))
        yield _gnome(elder, title, phrase("elder.effect", counts=elder.counts))


def _gnome(gnome: Specialist | Elder, title: Phrase, effect: Phrase) -> Entry:
    cheap, dear = Counted(gnome.resource, 1), Counted(gnome.resource, 2)
    text = phrase("lookup.gnome", effect=effect, cost_one=cheap, cost_two=dear)
    rebuilt = gnome.provenance is Provenance.RECONSTRUCTED
    return Entry(gnome.id, title, text, ("gnome", "action:gnome"), rebuilt, gnome)


def _tasks(box: Box) -> Iterator[Entry]:
    for task in box.tasks:
        condition, points = (
            pieces.condition_phrase(task.condition),
            pieces.points_phrase(task.points),
        )
        title = phrase("lookup.task_title", id=task, condition=condition)
        text = phrase("lookup.task", color=task.color, points=points, condition=condition)
        rebuilt = task.provenance is Provenance.RECONSTRUCTED
        yield Entry(task.id, title, text, ("task", "action:task", "ignite"), rebuilt, task)


def _places(box: Box) -> Iterator[Entry]:
    for island in box.islands:
        title = phrase("lookup.island_title", island=pieces.island_phrase(island))
        action = ids.ActionType.GUARDIAN if island.resource is None else ids.ActionType.TASK
        leads_to = ("island", f"action:{action}", "action:ship")
        text = _island_text(box, island)
        yield Entry(f"island:{island.code}", title, text, leads_to, piece=island)
    for space in box.wheel:
        title = phrase("lookup.wheel_title", number=space.number)
        rebuilt = space.provenance is Provenance.RECONSTRUCTED
        leads_to = ("great_bonfire", "portal", "action:great_bonfire")
        text = _wheel_text(space)
        yield Entry(f"wheel:{space.number}", title, text, leads_to, rebuilt, space)


def _island_text(box: Box, island: Island) -> Phrase:
    listed = box_index(box)
    neighbours = tuple(
        pieces.island_phrase(listed.islands[code]) for code in listed.neighbours[island.code]
    )
    if island.resource is not None:
        return phrase("lookup.island_task", resource=island.resource, neighbours=neighbours)
    return phrase("lookup.island_guardian", guardian=island.guardian, neighbours=neighbours)


def _wheel_text(space: WheelSpace) -> Phrase:
    tile = bag.ActionTiles.of(space.tile)
    if space.resource is None:
        return phrase("lookup.wheel_points", tile=tile, points=pieces.points_phrase(2))
    return phrase("lookup.wheel_resource", tile=tile, resource=Counted(space.resource, 1))


def _resource_text(box: Box, resource: ids.Resource) -> Phrase:
    cards = box_index(box).gnomes.values()
    gnomes = tuple(card.id for card in cards if card.resource is resource)
    if resource is ids.Resource.GOLD:
        spaces = tuple(str(space.number) for space in box.wheel if space.resource is resource)
        givers = tuple(card.id for card in box.specialists if card.number in _GOLD_GIVERS)
        return phrase("lookup.resource_gold", spaces=spaces, specialists=givers, gnomes=gnomes)
    paths = sum(row.count for row in box.path_tiles if row.tile.resource is resource)
    islands = box_index(box).islands_of.get(resource, ())
    return phrase("lookup.resource_basic", islands=islands, n=paths, gnomes=gnomes)


def _portal_text(box: Box, kind: ids.PortalKind) -> Phrase:
    positions = tuple(
        phrase("lookup.portal_position", city=row.city, position=7 - row.portals.index(kind))
        for row in box.cities
    )
    return phrase("lookup.portal", portal=kind, positions=positions)
