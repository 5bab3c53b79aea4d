"""The pages of the rule look-up: found by plain words, linked, and read beside a turn."""

import pytest

from bot.model import button_forms, buttons, controls, drafts, messages
from bot.model.custom_ids import read_button, write_button
from bot.present import rules_lookup
from bot.present.rules_links import CHAPTERS, OF_TERMS
from bot.present.wizard.tryout import Tryout, tryout_page
from bot.present.wizard.wizard import wizard_press
from bot.words import catalog, languages
from engine import Game, GameOptions
from engine.data.standard import STANDARD_BOX as BOX
from tests.kit.wizard_player import WORDS, check_limits, rich, shown, tokens, tried_out

ENTRIES = {entry.token: entry for entry in rules_lookup.entries(BOX, WORDS)}
FOUND = {
    "en": {
        "aim": "aim",
        "goal": "aim",
        "win": "aim",
        "how": "aim",
        "overview": "aim",
        "points": "points",
        "score": "points",
        "scoring": "final_scoring",
        "end": "end",
        "cost": "prices",
        "costs": "prices",
        "price": "prices",
        "recruit": "action:gnome",
        "round": "turn",
        "novices": "novice",
        "processions": "procession",
        "specialists": "gnome",
        "substitutes": "payment",
        "sailing": "action:ship",
        "wheel": "great_bonfire",
        "compensation": "compensation",
        "how do I win": "aim",
        "the cost of a path": "prices",
        "what do crystals do": "crystal",
        "gold": "resource:gold",
        "exchange": "payment",
    },
    "de": {
        "Ziel": "aim",
        "gewinnen": "aim",
        "Sieg": "aim",
        "Ende": "end",
        "Punkte": "points",
        "Wertung": "points",
        "Kosten": "prices",
        "Preis": "prices",
        "anwerben": "action:gnome",
        "Runde": "turn",
        "Novizen": "novice",
        "Portal": "portal",
        "Spezialisten": "gnome",
        "Gleichstand": "ties",
        "Hüterin": "guardian",
        "Ausgleich": "compensation",
        "wann endet das Spiel": "end",
        "tauschen": "payment",
    },
    "pl": {
        "cel": "aim",
        "wygrana": "aim",
        "koniec": "end",
        "punkty": "points",
        "wynik": "points",
        "koszt": "prices",
        "cena": "prices",
        "rekrutowac": "action:gnome",
        "runda": "turn",
        "nowicjusze": "novice",
        "portal": "portal",
        "specjalisci": "gnome",
        "remis": "ties",
        "zadanie": "task",
        "straznik": "guardian",
        "rekompensata": "compensation",
        "kto wygrywa": "aim",
        "odrzucic": "action_tiles",
    },
}
"""What newcomers type in each language, and the entry that answers it."""


@pytest.mark.parametrize(
    ("language", "typed", "token"),
    [(language, *pair) for language, pairs in FOUND.items() for pair in pairs.items()],
)
def test_what_a_newcomer_types_is_found(language: str, typed: str, token: str) -> None:
    words = catalog(language)
    assert rules_lookup.complete(typed, BOX, words)[0].value == token
    title = words.spell(ENTRIES[token].title)
    assert rules_lookup.rules_page(typed, BOX, words).text.startswith(f"**{title}**\n")


@pytest.mark.parametrize("language", languages())
def test_other_words_are_those_of_entries_and_mean_one_each(language: str) -> None:
    words = catalog(language)
    tokens_of = {entry.key: token for token, entry in ENTRIES.items()}
    others = words.part("rules.also").items()
    also = {tokens_of[key]: str(row).split(", ") for key, row in others}
    assert also.keys() >= {"aim", "prices", "points", "end"}
    every = [word for listed in also.values() for word in listed]
    assert len(set(every)) == len(every)
    for token, listed in also.items():
        for word in listed:
            assert rules_lookup.complete(word, BOX, words)[0].value == token, word


def linked(prompt: messages.Page | messages.Prompt) -> list[str]:
    """The entries that a page leads to by its buttons."""
    values = [button.value for row in prompt.rows if isinstance(row, tuple) for button in row]
    return [value.term for value in values if isinstance(value, buttons.ShowRule)]


@pytest.mark.parametrize("token", ENTRIES)
def test_every_entry_leads_to_others_by_buttons(token: str) -> None:
    page = rules_lookup.rules_page(token, BOX, WORDS)
    check_limits(page)
    assert len(set(linked(page))) == len(linked(page)) > 1
    assert token not in linked(page)
    assert set(linked(page)) <= set(ENTRIES)
    (menu,) = (row for row in page.rows if isinstance(row, messages.Menu))
    assert [choice.value for choice in menu.choices] == [
        buttons.ShowRule(each) for each in CHAPTERS
    ]


def test_every_term_is_reached_from_the_chapters() -> None:
    reached, coming = set(CHAPTERS), list(CHAPTERS)
    while coming:
        new = set(ENTRIES[coming.pop()].leads_to) - reached
        reached |= new
        coming += new
    assert set(OF_TERMS) <= reached
    assert {token for token in ENTRIES if token.startswith(("action:", "common:"))} - reached <= {
        "action:wild"
    }


def test_who_finds_nothing_can_choose_a_chapter() -> None:
    page = rules_lookup.rules_page("xyzzy", BOX, WORDS)
    assert "xyzzy" in page.text
    assert isinstance(page.rows[0], messages.Menu)


def follow(game: Game, draft: drafts.Draft, *pressed: str) -> drafts.Draft:
    for token in pressed:
        outcome = wizard_press(game, 0, draft, token)
        assert isinstance(outcome, drafts.Ask), token
        draft = drafts.Draft.load(outcome.draft.dump())
    return draft


def rules_of(prompt: messages.Page | messages.Prompt) -> str:
    """The token of the button that leads to the rules."""
    (token,) = (each for each in tokens(prompt) if each[0] == controls.Sign.RULES)
    return token


PAGES = {
    (): "turn",
    ("@path",): "action:path",
    ("@fate:top",): "fate_tile",
    ("?",): "turn",
    ("?ignite",): "ignite",
    ("=path 1",): "action:path",
    ("=path 1", "~1"): "payment",
}
"""Pages of a turn by the presses that lead there, and the entry that helps."""


@pytest.mark.parametrize("pressed", PAGES)
def test_from_every_page_of_a_turn_the_rules_are_one_press_away_and_so_is_the_page(
    pressed: tuple[str, ...],
) -> None:
    game = rich().ship("E1").game()
    draft = follow(game, drafts.Draft(), *pressed)
    page = shown(game, draft)
    check_limits(page)
    token = rules_of(page)
    assert controls.read_control(token) == (controls.Sign.RULES, PAGES[pressed])
    reading = follow(game, draft, token)
    read = shown(game, reading)
    check_limits(read)
    assert read.text == rules_lookup.rules_page(PAGES[pressed], BOX, WORDS).text
    assert read.picture == page.picture
    further = follow(
        game,
        reading,
        controls.write_control(controls.Sign.RULES, "portal"),
        controls.write_control(controls.Sign.RULES, "city"),
    )
    assert shown(game, further).text == rules_lookup.rules_page("city", BOX, WORDS).text
    assert shown(game, follow(game, further, "<")) == page


def test_where_a_price_is_chosen_anew_the_rules_are_those_of_what_it_is_for() -> None:
    game = rich().game()
    listed = shown(game, follow(game, drafts.Draft(), "@gnome"))
    recruited = next(each for each in tokens(listed) if each.startswith("=recruit"))
    draft = follow(game, drafts.Draft(), recruited)
    page = shown(game, follow(game, draft, "~0"))
    assert controls.read_control(rules_of(page)) == (controls.Sign.RULES, "action:gnome")


def test_the_rules_of_a_first_turn_lead_back_to_the_start_tile_that_was_chosen() -> None:
    game = Game.new(GameOptions(1), 3)
    other = next(each for each in tokens(shown(game)) if each.startswith(controls.Sign.START))
    draft = follow(game, drafts.Draft(), other)
    reading = follow(game, draft, rules_of(shown(game, draft)))
    assert shown(game, reading).text.startswith("**")
    assert follow(game, reading, "<") == draft


def test_a_try_has_the_rules_too_and_goes_on_after_them() -> None:
    game = rich().game()
    tried = tried_out(game, 0, Tryout(), "=path 2")
    assert tried is not None
    page = tryout_page(game, 0, tried, WORDS)
    check_limits(page)
    reading = tried_out(game, 0, tried, rules_of(page))
    assert reading is not None
    read = tryout_page(game, 0, reading, WORDS)
    check_limits(read)
    assert WORDS.say("try.heading") not in read.text
    back = tried_out(game, 0, reading, "<")
    assert back == tried


def test_an_entry_survives_the_way_through_a_button() -> None:
    for token in ENTRIES:
        value = buttons.ShowRule(token)
        assert read_button(button_forms.Family.RULES, write_button(value)) == value


def test_a_try_that_is_over_offers_no_rules_that_could_not_be_read() -> None:
    game = rich().game()
    board = tried_out(game, 0, Tryout(), controls.Sign.BOARD)
    assert board is not None
    assert tokens(tryout_page(game, 0, board, WORDS)) == ["<"]
