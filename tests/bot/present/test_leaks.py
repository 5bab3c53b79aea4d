"""Nothing hidden is shown: with the face-down pieces dealt again, players see the same."""

import copy
import random
from collections.abc import Iterator

import pytest

from bot.chat.handlers.typed_turns import PLAYS, Play, _next_options, _tried
from bot.model.controls import Sign, Subject
from bot.model.drafts import Ask, Draft
from bot.model.game_log import LoggedMove
from bot.model.messages import Page, Prompt
from bot.model.people import Person
from bot.present.posts.channel_posts import missed_text
from bot.present.posts.consent_posts import back_menu, back_text
from bot.present.posts.score_pages import log_page, score_text, status_text
from bot.present.posts.since_page import since_page
from bot.present.posts.turn_posts import turn_notice
from bot.present.wizard.tryout import Tryout, tryout_page
from bot.present.wizard.wizard import subject_completions, wizard_page
from bot.runtime.shell.position import position_json
from bot.words import catalog
from engine import Game, GameOptions
from engine.face_down import redeal
from engine.history import history
from engine.ids import Seat
from engine.record import make_record
from tests.kit.brought import brought_each
from tests.kit.marks import long
from tests.kit.stack import OFFERS
from tests.kit.wizard_player import likely_best, pressed, tokens, tried_out

PEOPLE = tuple(Person(name, f"<@{n}>") for n, name in enumerate(("Ada", "Bo", "Cy", "Di")))


REASONS = (Sign.WHY, *(f"{Sign.WHY}{one}" for one in Subject if one is not Subject.ANSWER))
PIECES = ("gnome:S4", "sail:E1", "guardian:pink", "procession:own", "path:0", "path:1", "task:Y20")


def dealt_anew(game: Game, seed: int) -> Game:
    """The same game with all that has happened in it, over other hidden pieces."""
    twin = copy.copy(game)
    twin._state = redeal(game._state, seed)
    assert twin.state_hash() != game.state_hash()
    return twin


def everything(game: Game) -> list[object]:
    """All that the shell shows of a position."""
    words, waiting = catalog(), game.waiting
    assert waiting is not None
    people = PEOPLE[: game.options.players]
    shown: list[object] = [
        wizard_page(game, waiting.seat, Draft(), words),
        turn_notice(game, people, words, OFFERS),
        status_text(game, people, words),
        score_text(game, people, words),
        _next_options(game, waiting.seat, (), words),
        position_json(game.view()),
        *led_to(game, waiting.seat, Sign.SUGGEST),
        *(page for why in REASONS for page in led_to(game, waiting.seat, why)),
        *(page for piece in PIECES for page in led_to(game, waiting.seat, f"{Sign.WHY}{piece}")),
        *told_of_the_past(game),
    ]
    for play in PLAYS:
        shown += [play.name, *completions(game, play)]
    return shown


def led_to(game: Game, seat: Seat, token: str) -> Iterator[Page | Prompt]:
    """The page that a press in the wizard leads to."""
    match pressed(game, seat, Draft(), token):
        case Ask(draft):
            yield wizard_page(game, seat, draft, catalog())


def told_of_the_past(game: Game) -> Iterator[object]:
    """What is told of earlier turns: the log, the news of each seat, and where to go back to."""
    words, people = catalog(), PEOPLE[: game.options.players]
    log = tuple(LoggedMove(move, by_bot=False, taken_back=None) for move in game.moves)
    yield log_page(game, log, people, words, 0, offers=OFFERS)
    yield missed_text(game, 0, game.move_count, people, words)
    yield back_menu(game, people, words)
    for look_back in brought_each("LOOKS_BACK"):
        yield from (look_back(game, step, people, words) for step in range(history(game).last + 1))
    yield from (since_page(game, seat, people, words, OFFERS) for seat in range(len(people)))
    yield from (back_text(game, at, people, words) for at in game.turn_starts)


def tryouts(game: Game, seat: Seat) -> list[object]:
    """What a seat sees that tries the likely best for a few presses."""
    words, tried = catalog(), Tryout()
    shown: list[object] = []
    for _ in range(12):
        prompt = tryout_page(game, seat, tried, words)
        shown.append(prompt)
        following = tried_out(game, seat, tried, likely_best(tokens(prompt)))
        if following is None:
            break
        tried = following
    return shown


def completions(game: Game, play: Play) -> list[object]:
    """What a command offers for its first option, and for the second after each of these."""
    words, waiting = catalog(), game.waiting
    assert waiting is not None
    firsts = subject_completions(game, waiting.seat, play.subject, words)
    seconds: list[object] = []
    for first in firsts[:3]:
        trial = _tried(game, waiting.seat, play, (first.value,) if play.chooses else (), words)
        seconds.append(tuple(trial.taken))
    return [*firsts, *seconds]


@pytest.mark.parametrize(("players", "every"), [(2, 60), long(1, 6), long(2, 6), long(4, 6)])
def test_what_is_shown_does_not_depend_on_what_is_hidden(players: int, every: int) -> None:
    dice = random.Random(players)
    game = Game.new(GameOptions(players), players)
    for number in range(60):
        if game.waiting is None:
            break
        if number % every == 0:
            one, two = dealt_anew(game, 1), dealt_anew(game, 2)
            assert everything(one) == everything(two)
            for seat in range(players):
                assert tryouts(one, seat) == tryouts(two, seat)
        game.submit(game.waiting.seat, dice.choice(game.legal_actions()))


def test_the_export_of_a_running_game_holds_no_seed() -> None:
    seed = 2**127 + 12345
    game = Game.new(GameOptions(2), seed)
    dice = random.Random(1)
    for _ in range(30):
        assert game.waiting is not None
        game.submit(game.waiting.seat, dice.choice(game.legal_actions()))
    assert str(seed) not in str(make_record(game))
