"""The texts of a catalog as people read them: games, their pages and posts, the look-up."""

import json
from collections.abc import Iterator
from typing import Final

from bot.model import button_choices, buttons, controls, drafts, messages
from bot.model.game_log import LoggedMove
from bot.model.people import Person, names_of
from bot.present import rules_lookup
from bot.present.narration import narrate
from bot.present.posts.help_pages import help_prompt
from bot.present.posts.past_pages import explained_turn
from bot.present.posts.score_pages import left_page, log_page, result_lines, score_page, status_page
from bot.present.posts.since_page import since_page
from bot.present.posts.turn_posts import turn_notice, turn_post
from bot.present.questions import refusal_text
from bot.present.wizard.why_page import ASKABLE
from bot.present.wizard.wizard import wizard_page
from bot.words import Catalog
from engine import Game, GameOptions, ids
from engine.data.standard import STANDARD_BOX
from engine.notation import parse_action
from renderer import Options, text_board
from renderer.text import board_alt, city_alt, final_alt
from tests.games.directed import late_positions
from tests.games.golden import FOLDER
from tests.kit.brought import brought_each
from tests.kit.players.random_player import random_player
from tests.kit.position import play, state_of
from tests.kit.positions import SITUATIONS, TRIED
from tests.kit.stack import OFFERS
from tests.kit.wizard_player import pressed

PEOPLE: Final = tuple(
    Person(name, f"<@{number}>") for number, name in enumerate(("Ada", "Bo", "Cy", "Di"), start=1)
)
BETWEEN_LOOKS: Final = 60
"""Answers of a game between two looks at everything that can be looked at in it."""
MOST_ANSWERS: Final = 200
"""The most answers that a late position is played on."""


def say_all(words: Catalog) -> None:
    """Say what people read in games of one to four players, and when they look something up."""
    for name in ("solo", "two", "four"):
        _golden_game(name, words)
    for late in late_positions():
        play(late.game, late.opening)
        _to_its_end(late.game, late.name, words)
    for tried in TRIED["refusal"]:
        _refusal(SITUATIONS[tried["situation"]](), tried["answer"], words)
    for page in button_choices.HelpPage:
        help_prompt(words, OFFERS, page)
    for entry in rules_lookup.entries(STANDARD_BOX, words):
        words.spell(entry.title)
        rules_lookup.rules_page(entry.token, STANDARD_BOX, words)


def _golden_game(name: str, words: Catalog) -> None:
    """A whole game, each turn told, and looked at from all sides every now and then."""
    document = json.loads(FOLDER.joinpath(f"{name}.json").read_text("utf-8"))
    game = Game.new(GameOptions(**document["options"]), document["seed"])
    people, told = PEOPLE[: game.options.players], 0
    asked: set[type] = set()
    turn_notice(game, people, words, OFFERS)
    for number, line in enumerate(document["answers"]):
        seat, answer, _ = line.split(" | ")
        waiting, turn = game.waiting, game.view().turn
        if waiting is not None and type(waiting.decision) not in asked:
            asked.add(type(waiting.decision))
            assert wizard_page(game, waiting.seat, drafts.Draft(), words).text
        if number % BETWEEN_LOOKS == 0:
            _look(game, int(seat), people, words)
        game.submit(int(seat), parse_action(answer))
        if game.view().turn != turn or game.result:
            turn_post(game, told, people, words, OFFERS)
            told = game.move_count
    _look(game, 0, people, words)
    tuple(map(words.spell, result_lines(game, people, words)))


def _look(game: Game, seat: ids.Seat, people: tuple[Person, ...], words: Catalog) -> None:
    """The pages behind the first one of a turn, and everything that can be looked at."""
    for token in _pressed(wizard_page(game, seat, drafts.Draft(), words)):
        match pressed(game, seat, drafts.Draft(), token):
            case drafts.Ask(draft):
                assert wizard_page(game, seat, draft, words).text
            case _:
                pass
    history = tuple(LoggedMove(move, by_bot=False, taken_back=None) for move in game.moves)
    log_page(game, history, people, words, 0, offers=OFFERS)
    for page in (status_page, left_page, explained_turn):
        page(game, people, words)
    score_page(game, people, words, OFFERS)
    since_page(game, seat, people, words, OFFERS)
    view = game.view()
    for look_back in brought_each("LOOKS_BACK"):
        for step in (0, game.view().turn):
            look_back(game, step, people, words)
    names = names_of(people, len(view.seats), words)
    options = Options(words.translate, tuple(names.values()))
    text_board(view, options)
    board_alt(view, options)
    city_alt(view, seat, options)
    if game.result:
        final_alt(view, options)


def _pressed(page: messages.Page | messages.Prompt) -> Iterator[str]:
    """Every control of a page, and every question why something is not possible."""
    for row in page.rows:
        if not isinstance(row, messages.PeopleMenu):
            for control in row.choices if isinstance(row, messages.Menu) else row:
                if isinstance(control.value, buttons.WizardAnswer):
                    yield control.value.token
    yield from (controls.write_control(controls.Sign.WHY, subject) for subject in ASKABLE)


def _to_its_end(game: Game, name: str, words: Catalog) -> None:
    """Random answers until the game ends, all of them told."""
    player = random_player(name)
    for _ in range(MOST_ANSWERS):
        if game.waiting is None:
            break
        game.submit(game.waiting.seat, player(state_of(game)))
    names = {seat: PEOPLE[seat].name for seat in range(len(game.view().seats))}
    narrate((event for move in game.moves for event in move.events), names, game.box, words)


def _refusal(game: Game, answer: str, words: Catalog) -> None:
    waiting = game.waiting
    if waiting and (refusal := game.refusal(waiting.seat, parse_action(answer))):
        refusal_text(refusal, words)
