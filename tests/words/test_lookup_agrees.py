"""The look-up tells nothing that the engine does otherwise: its numbers, and what it can decide."""

import re
from collections import Counter
from dataclasses import fields
from typing import Final

import pytest

from bot.present import rules_lookup
from bot.words import catalog, languages
from engine import conditions, ids
from engine.data import box
from engine.data.council import CouncilBonus
from engine.data.standard import STANDARD_BOX as BOX
from tests.kit.position import Position
from tests.words.lookup_claims import CLAIMS
from tests.words.questions import (
    VIEW,
    cards_with_gnome,
    chosen_resources,
    council_gold,
    gold_givers,
    gold_of_fate_squares,
    gold_position,
    gold_spaces,
    recruiting,
    scored_by_wheel,
    spaces_without_point,
    strict_substitutes,
    taken_by_tom,
    tiles_due,
)

_WORDS: Final = {
    "en": "two,twice,both three four five six seven eight nine ten",
    "de": (
        "zwei,zweien,zweimal,zweit,doppelt,beide,beiden drei,dritt vier,viert fünf sechs sieben "
        "acht neun zehn"
    ),
    "pl": (
        "dwa,dwie,obu,obie,dwóch,dwóm,dwiema,podwójnie trzy,trzech,trzema cztery,czterech "
        "pięć,pięciu sześć,sześciu siedem,siedmiu,siedmioma osiem,ośmiu dziewięć,dziewięciu "
        "dziesięć,dziesięciu"
    ),
}
COUNTED: Final = {
    language: {
        word: number
        for number, forms in enumerate(row.split(), start=2)
        for word in forms.split(",")
    }
    for language, row in _WORDS.items()
}
"""Words for numbers that can mean nothing else; words for one are too often articles."""
NUMBERED: Final = tuple(language for language in languages() if language in COUNTED)
"""The languages whose words for numbers are known here; another may be without."""
LOOKUP: Final = re.compile(r"(lookup|rules|specialist|elder)\.")
GNOMES: Final[tuple[box.Specialist | box.Elder, ...]] = (*BOX.specialists, *BOX.elders)
CODE: Final = re.compile(r"\b(?:S|EL|[A-E])\d+\b")
"""The codes of gnomes and islands."""
SKIPPED: Final = re.compile(r"`[^`]*`|\{[^}]*\}")
"""Examples of what is typed, and the places of what is filled in."""


def numbers(text: str, language: str) -> list[int]:
    """The numbers of a text in order of size, in figures and in words."""
    found = []
    for word in re.findall(r"\w+", SKIPPED.sub(" ", text).lower()):
        if figure := re.fullmatch(r"(\d+)(st|nd|rd|th|er)?", word):
            found.append(int(figure[1]))
        elif word in COUNTED[language]:
            found.append(COUNTED[language][word])
    return sorted(found)


def texts(language: str) -> dict[str, str]:
    """Every text of the look-up, by its key; of several forms the last one."""
    entries = catalog(language).entries
    return {key: str(entry) for key, entry in entries.items() if LOOKUP.match(key)}


@pytest.mark.parametrize("language", NUMBERED)
def test_every_number_is_accounted_for(language: str) -> None:
    told = {key for key, text in texts(language).items() if numbers(text, language)}
    assert told == set(CLAIMS)


@pytest.mark.parametrize("key", CLAIMS)
def test_every_number_is_the_engines(key: str) -> None:
    claimed = sorted(CLAIMS[key]())
    assert {each: numbers(texts(each)[key], each) for each in NUMBERED} == dict.fromkeys(
        NUMBERED, claimed
    )


# The pieces: what is filled into their texts


def plural(found: list[int]) -> list[int]:
    """The numbers above one, which every language writes."""
    return [number for number in found if number > 1]


def asked_for(condition: conditions.Condition) -> list[int]:
    """The numbers of a condition; some are in its name."""
    named = {
        conditions.PathPair: [2],
        conditions.TwoResources: [2],
        conditions.OfferingsOnBothIslands: [2],
        conditions.SquaresCovered: [2]
        if condition == conditions.SquaresCovered(conditions.Squares.OUTER_COLUMNS)
        else [],
    }
    values = [getattr(condition, field.name) for field in fields(condition)]
    if isinstance(condition, conditions.HasTiles):
        values = list(condition.tiles.counts)
    return named.get(type(condition), []) + [each for each in values if isinstance(each, int)]


def spoken(token: str, language: str) -> str:
    """The text of an entry."""
    words = catalog(language)
    entry = next(each for each in rules_lookup.entries(BOX, words) if each.token == token)
    return words.spell(entry.text)


@pytest.mark.parametrize("language", NUMBERED)
def test_tasks_are_told_with_their_numbers(language: str) -> None:
    for task in BOX.tasks:
        text = spoken(task.id, language)
        expected = sorted(plural([task.points, *asked_for(task.condition)]))
        assert plural(numbers(text, language)) == expected, task.id


@pytest.mark.parametrize("language", NUMBERED)
def test_portals_are_told_with_their_positions(language: str) -> None:
    copies = CLAIMS["lookup.portal"]()
    for kind in ids.PortalKind:
        positions = [at.position for seat in VIEW.seats for at in seat.positions if at.fits is kind]
        assert len(set(positions)) == len(positions)
        assert numbers(spoken(f"portal:{kind}", language), language) == sorted(copies + positions)


@pytest.mark.parametrize("language", NUMBERED)
def test_gnomes_are_told_with_their_price(language: str) -> None:
    for card in GNOMES:
        key = f"specialist.{card.id[1:]}.effect" if card.id[1:].isdigit() else "elder.effect"
        effect = CLAIMS[key]() if key in CLAIMS else []
        price = [1, 2, *(recruiting(tiles) for tiles in (1, 2))]
        assert numbers(spoken(card.id, language), language) == sorted(effect + price), card.id


@pytest.mark.parametrize("language", NUMBERED)
def test_resources_are_told_with_where_they_are(language: str) -> None:
    shown = Counter(tile.resource for tile in VIEW.path_display if tile)
    for tile, count in VIEW.paths_left:
        shown[tile.resource] += count
    for resource in ids.BASIC_RESOURCES:
        text = spoken(f"resource:{resource}", language)
        expected = [*CLAIMS["lookup.resource_basic"](), shown[resource]]
        assert numbers(text, language) == sorted(expected), resource
        codes = {each.island.code for each in VIEW.islands if each.island.resource is resource}
        cards = {card.id for card in GNOMES if card.resource is resource}
        assert set(CODE.findall(text)) == codes | cards


@pytest.mark.parametrize("language", NUMBERED)
def test_spaces_of_the_great_bonfire_are_told_with_their_rewards(language: str) -> None:
    for space in BOX.wheel:
        text = spoken(f"wheel:{space.number}", language)
        goods = scored_by_wheel() if space.resource is None else 1
        expected = [*CLAIMS["lookup.wheel_points"](), 1, goods]
        assert numbers(text, language) == sorted(expected)


@pytest.mark.parametrize("language", NUMBERED)
def test_islands_are_told_with_their_neighbours(language: str) -> None:
    for island in BOX.islands:
        near = {
            other.code
            for other in BOX.islands
            if other is not island
            and tiles_due(Position().ship(island.code).tiles(ship=3), f"ship {other.code}") == 1
        }
        assert set(CODE.findall(spoken(f"island:{island.code}", language))) == near


# What is told without a number


@pytest.mark.parametrize("language", NUMBERED)
def test_gold_is_told_with_all_that_gives_it(language: str) -> None:
    text = spoken("resource:gold", language)
    cost = {card.id for card in GNOMES if card.resource is ids.Resource.GOLD}
    assert set(CODE.findall(text)) == gold_givers() | cost
    assert re.findall(r"(?:on space|(?<!-)Feld|polu) (\d)", text) == sorted(gold_spaces())
    assert gold_of_fate_squares()
    assert council_gold()[0]
    for word in GOLD_GIVEN[language]:
        assert word in text


GOLD_GIVEN: Final = {
    "en": ("path space 1", "Gold squares", "Great Bonfire", "High Council"),
    "de": ("Weg-Feld 1", "Gold-Feldern", "Großen Bonfires", "Hohen Rat"),
    "pl": ("1. kafelku Ścieżki", "polach ze Złotem", "Wielkiego Ogniska", "Wysokiej Radzie"),
}
"""How each language names the places that give Gold."""


@pytest.mark.parametrize(
    ("language", "turned"),
    [("en", "turns up a gnome"), ("de", "deckt einen Gnom auf"), ("pl", "odkrywa Gnoma")],
)
def test_the_cards_of_tom_say_with_which_a_gnome_is_turned_up(language: str, turned: str) -> None:
    told = {card for card in ids.TomCard if turned in spoken(f"tom:{card}", language)}
    assert told == cards_with_gnome()
    assert taken_by_tom() == {ids.Resource.BLOSSOM}


@pytest.mark.parametrize(
    ("language", "gold"),
    [
        ("en", "Only on path space 1 may you choose Gold as well."),
        ("de", "Nur auf Weg-Feld 1 darfst du auch Gold wählen."),
        ("pl", "Tylko na 1. kafelku Ścieżki możesz wybrać też Złoto."),
    ],
)
def test_specialist_6_is_told_to_choose_gold_where_the_engine_offers_it(
    language: str, gold: str
) -> None:
    assert chosen_resources()[1:] == [gold_position()]
    assert gold in spoken("S6", language)


def test_only_the_space_of_gold_is_told_to_be_without_a_point() -> None:
    assert spaces_without_point() == {CouncilBonus.GOLD}


@pytest.mark.parametrize(
    ("language", "word"), [("en", "strict"), ("de", "streng"), ("pl", "ścisł")]
)
def test_substitutes_are_told_to_be_free_but_at_a_strict_table(language: str, word: str) -> None:
    assert strict_substitutes() == (True, False)
    for term in ("action_tiles", "payment"):
        assert word in spoken(term, language)
