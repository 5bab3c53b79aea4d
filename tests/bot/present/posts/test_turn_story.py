"""A turn's post has a headline and small the book-keeping; the last one begins with the winner."""

import re
from itertools import groupby, product
from operator import attrgetter

import pytest

from bot.model import messages, pictures
from bot.model.people import Person, names_of
from bot.present.posts.turn_posts import turn_notice, turn_post
from bot.present.posts.turn_story import turn_story
from bot.words import catalog, languages
from engine import Game, GameOptions, ids
from engine.events import PointsScored, TomCardDone, TomOutcome, TurnBegan, TurnSkipped
from tests.kit.games import play_busily, random_game
from tests.kit.outcomes import ended
from tests.kit.position import Position, play

WORDS = catalog()
SMALL = "-# "
SCORED = re.compile(r"[Ss]core[sd] (\d+) points?\b")
PEOPLE = tuple(Person(name, f"<@{at}>") for at, name in enumerate(("Ada", "Bo", "Cy", "Di")))


def lines_of(game: Game, typed: str) -> list[str]:
    play(game, typed)
    return turn_post(game, 0, PEOPLE[: game.options.players], WORDS).text.splitlines()


def test_what_was_built_is_the_headline_and_the_price_is_small() -> None:
    position = Position().display("blue herb", "red fruit", "red root", "blue shell")
    headline, *small = lines_of(position.tiles(path=1).game(), "path 1; pay 1 path; end")
    assert headline.startswith("**Ada built path")
    assert headline.endswith("Herb, blue crystal.**")
    assert small[0] == "-# Paid 1 path action tile."
    assert all(line.startswith(SMALL) for line in small)


def test_a_task_is_the_headline_not_the_voyage_that_led_to_it() -> None:
    game = Position().ship("B1").tiles(ship=1, task=1).resources(fruit=2, herb=2, shell=2).game()
    island = next(each for each in game.view().islands if each.island.code == "C1")
    task = next(slot.task.id for slot in island.slots if slot.task)
    game.submit(0, next(a for a in game.legal_actions() if "C1" in str(a)))
    for _ in range(30):
        assert game.waiting is not None
        if game.waiting.seat != 0:
            break
        wanted = [a for a in game.legal_actions() if getattr(a, "task", None) == task]
        game.submit(0, (wanted or game.legal_actions())[0])
    told = turn_post(game, 0, PEOPLE[:2], WORDS).text.splitlines()
    assert told[0].startswith(f"**Ada received task {task} from C1")
    assert "task" in told[0].rpartition("**")[2]
    assert told[1].startswith(f"{SMALL}Ada sailed to C1")
    assert told[2].startswith(f"{SMALL}Paid 1 task action tile")


def test_a_bonfire_is_the_headline_and_the_countdown_is_news() -> None:
    position = Position().task(3, "B18").resources(herb=2, root=2)
    position.council(1, "seat_1", "neutral").council(3, "seat_1", "neutral", "flat")
    position.council(4, "seat_1")
    lines = lines_of(position.game(), "ignite 3; council 2; point; end")
    assert lines[0].startswith("**Ada ignited the bonfire at space 3: B18")
    assert lines[1].startswith("**With 7 Novices")
    assert f"{SMALL}Ada sent a Novice to council space 2. Scored 1 point (High Council)." in lines


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("language", languages())
def test_every_turn_begins_with_one_headline_a_seat(players: int, language: str) -> None:
    game, words, told = Game.new(GameOptions(players), 7), catalog(language), 0
    for _ in range(250):
        turn = game.view().turn
        play_busily(game, game.move_count, moves=1)
        if game.result is not None:
            break
        if game.view().turn == turn:
            continue
        lines = turn_post(game, told, PEOPLE[:players], words).text.splitlines()
        assert lines[0].startswith("**")
        events = [event for move in game.moves[told:] for event in move.events]
        turns = sum(isinstance(event, TurnBegan | TurnSkipped) for event in events)
        headlines = [line for line in lines if line.startswith("**")]
        assert len(headlines) <= turns + players + 1
        assert all(line.startswith(("**", SMALL)) for line in lines[1:]), lines
        told = game.move_count


@pytest.mark.parametrize(("players", "seed"), [*product((1, 2, 3, 4), range(5))])
def test_a_turn_in_brief_says_its_points_and_what_came_of_it(players: int, seed: int) -> None:
    game = play_busily(Game.new(GameOptions(players), seed), seed)
    names, outcomes = names_of(PEOPLE[:players], game.options.seats, WORDS), set[TomOutcome]()
    for _, moves in groupby(game.moves, key=attrgetter("turn")):
        happened = [event for move in moves for event in move.events]
        story = turn_story(happened, names, game.box, WORDS, range(game.options.seats))
        told = " ".join(map(str, story))
        scored = sum(
            event.points
            for event in happened
            if isinstance(event, PointsScored) and event.source is not ids.PointSource.PASSING
        )
        assert sum(map(int, SCORED.findall(told))) == scored, told
        for event in happened:
            if isinstance(event, TomCardDone):
                outcomes.add(event.outcome)
                if event.outcome is TomOutcome.NOTHING:
                    assert WORDS.say("story.tom_card_nothing") in told
    assert players > 1 or outcomes == set(TomOutcome)


def last_post(game: Game, *left: int) -> messages.Post:
    people = tuple(
        Person(one.name, one.mention, bot=at in left)
        for at, one in enumerate(PEOPLE[: game.options.players])
    )
    return turn_post(game, game.move_count, people, WORDS)


def test_the_last_post_begins_with_the_winner_the_scores_and_all_cities() -> None:
    game = ended(Position().of(1).scored(ids.PointSource.ELDERS, 30))
    post = last_post(game)
    won, totals, *_ = post.text.splitlines()
    assert won == "**Bo wins!**"
    assert totals.startswith("Final score: Bo ")
    assert WORDS.name(game.result.reason) in totals if game.result else False
    shown = [(picture.kind, picture.seat) for picture in post.pictures]
    assert shown == [(pictures.PictureKind.FINAL, None), (pictures.PictureKind.SHEET, None)]
    assert post.accent == 1
    assert len(post.told) < 300


def test_of_those_who_played_to_the_end_the_best_one_gives_the_colour() -> None:
    game = ended(Position().of(1).scored(ids.PointSource.ELDERS, 30))
    assert [last_post(game, *left).accent for left in ((1,), (0, 1))] == [0, 1]
    assert last_post(random_game(1, 3)).accent == 0


def test_a_game_that_is_over_is_shown_alike_when_somebody_asks() -> None:
    game = ended(Position().of(1).scored(ids.PointSource.ELDERS, 30))
    post, notice = last_post(game), turn_notice(game, PEOPLE[:2], WORDS)
    assert notice.pictures == post.pictures
    assert notice.text == post.text
    assert (notice.ping, notice.foot) == ((), "")
