"""The promise of the bot, clause by clause, in whole games that are typed as slash commands.

Slash commands map onto engine actions inside per-channel game sessions; a picture of each city and
of the main board is posted after every move; SQLite stores the games. A wish that contradicts one
of these clauses fails here, and is decided before it is met.
"""

import asyncio
import io
import random
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, get_args

import pytest
from PIL import Image

from bot.chat.handlers.typed_turns import line_actions
from bot.chat.pictures.painting import PictureRequest, alt_text
from bot.model.pictures import Picture, PictureKind
from bot.model.preferences import TurnPictures
from bot.model.settings import UNSET, Setting, Whose
from bot.present.posts.turn_story import seat_seen
from bot.present.wizard.opening import with_start_laid
from bot.services.games.kind import loaded
from bot.services.games.thinker import Thinker
from bot.standin import Channel, UserClient
from bot.standin.layout import pictures, text
from bot.words import catalog, languages
from engine import Game
from engine.actions import Action, TomTakes
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from engine.history import PlayedTurn, history
from engine.ids import Seat
from engine.notation import format_action
from renderer import ALT_LIMIT, Options, PngPicture, draw_sheet
from renderer.changes import changes_of
from renderer.layout import PICTURE_HEIGHT, WIDTH
from tests.kit.blank import DRAWN, blank
from tests.kit.evening import FINAL, next_post
from tests.kit.games import play_busily
from tests.kit.hall import Hall, opened_hall
from tests.kit.marks import long
from tests.kit.pages import choose
from tests.kit.quick_bots import BY_CHANCE
from tests.kit.whole import Player, called
from tests.renderer.scenes import noted_paintings

HIGHEST: Final = 560
"""The most pixels of the height of a post's pictures, where they are 550 wide."""
WIDE: Final = 550
READABLE: Final = 1000
"""Pixels of the width of each picture on a sheet that was pressed."""
SEED: Final = 3
NAMES: Final = ("Ada", "Bo", "Cy_d", "Di")
LONGEST: Final = 20
"""Answers of a line at most: a command takes a thousand letters."""
TABLES: Final = {"alone": (1, 0), "two": (2, 0), "two with two bots": (2, 2), "four": (4, 0)}
"""The people and the bots of each table."""


@dataclass(slots=True)
class Played:
    """A game from its first post to its last: what each shows, and what was typed for it."""

    game: Game
    people: frozenset[Seat]
    shown: list[tuple[Picture, ...]]
    typed: set[type]

    @property
    def told(self) -> Iterator[tuple[tuple[Picture, ...], tuple[PlayedTurn, ...]]]:
        """The pictures of each post, and the turns that it tells."""
        turns, before = history(self.game).turns, 0
        for shown in self.shown:
            now = shown[0].view.move
            yield shown, tuple(turn for turn in turns if before < turn.after <= now)
            before = now


def subjects(shown: tuple[Picture, ...]) -> list[Seat | None]:
    """The cities and, as None, the main board that pictures show."""
    return [
        subject
        for one in shown
        if one.kind is not PictureKind.FINAL
        for subject in (one.shown if one.kind is PictureKind.SHEET else (one.seat,))
    ]


async def opened(hall: Hall, people: int, bots: int, table: Channel) -> list[Player]:
    """Start a game in a channel; returns its people."""
    players = [
        Player(person, table, random.Random(at)) for at, person in enumerate(hall.people[:people])
    ]
    host = players[0].person
    if (people, bots) == (1, 0):
        await (await host.slash(table, "bonfire", "solo")).response()
        return players
    new = {"thread": False, **({"bots": bots} if bots else {})}
    lobby = await (await host.slash(table, "bonfire", "new", options=new)).response()
    for guest in players[1:]:
        await (await guest.person.press(lobby, "Join")).response()
    await (await host.press(lobby, "Start")).response()
    return players


def next_answers(game: Game, seat: Seat) -> Sequence[Action]:
    """The answers of a turn, up to the first that reveals something.

    Between two people as the bot plays at its easiest, which reaches all rules; elsewhere by
    chance.
    """
    if game.options.players == TABLES["two"][0]:
        return PLAYERS[Level.EASY](game, seat, SEED).answers
    ahead, turn = game.fork(SEED), game.view().turn
    answers: list[Action] = []
    while ahead.waiting is not None and ahead.view().turn == turn and len(answers) < LONGEST:
        play_busily(ahead, SEED + game.move_count + len(answers), 1)
        answers.append(ahead.moves[-1].action)
        if ahead.moves[-1].revealed:
            break
    return answers


async def type_turn(hall: Hall, person: UserClient, table: Channel, game: int) -> list[Action]:
    """Type a turn by chance as slash commands, until it is posted; returns its answers."""
    typed: list[Action] = []
    while True:
        async with hall.client.services.games.hold(game) as held:
            if typed and held.told == held.game.move_count:
                return typed
            asked = held.game.waiting
            assert asked is not None
            answers = next_answers(held.game, asked.seat)
        line = "; ".join(map(format_action, answers))
        await (await person.slash(table, "turn", "move", line=line)).response()
        typed += answers


async def play(people: int, bots: int) -> Played:
    """Play a game to its end, from channel to channel as people do."""
    drawn: dict[str, Picture] = {}

    def noted(request: PictureRequest) -> PngPicture:
        assert isinstance(request.picture, Picture)
        drawn[request.file_name] = request.picture
        return blank(request)

    with tempfile.TemporaryDirectory() as folder:
        async with opened_hall(Path(folder), noted) as hall:
            hall.client.services.games.thinker = Thinker(players=BY_CHANCE)
            players = await opened(hall, people, bots, hall.table)
            typed: list[Action] = []
            post = await next_post(players[0], 0)
            while FINAL not in text(post):
                mover = next(one for one in players if one.person.id == called(post))
                typed += await type_turn(hall, mover.person, hall.table, 1)
                post = await next_post(mover, post.id)
            async with hall.client.services.games.hold(1) as held:
                game, seats = held.game, held.held
            posts = [one for one in hall.posts() if not one.is_ephemeral and pictures(one)]
            shown = [tuple(drawn[file.filename] for file in pictures(one)) for one in posts]
    return Played(game, seats, shown, {type(answer) for answer in typed})


@cache
def played(table: str) -> Played:
    """The game of a table; each is played once."""
    return asyncio.run(play(*TABLES[table]))


@pytest.fixture(params=["alone", "two", *map(long, ("two with two bots", "four"))])
def whole(request: pytest.FixtureRequest) -> Played:
    """The whole game of a table."""
    return played(request.param)


def test_the_main_board_is_shown_after_every_move(whole: Played) -> None:
    assert all(None in subjects(shown) for shown in whole.shown)


def test_each_city_is_shown_after_every_move_toms_and_those_of_bots_too(whole: Played) -> None:
    cities = {seat.seat for seat in whole.game.view().seats}
    assert len(cities) == max(2, whole.game.options.players)
    assert all(cities <= set(subjects(shown)) for shown in whole.shown)


def test_no_picture_is_shown_twice_and_all_small_ones_are_one(whole: Played) -> None:
    for shown in whole.shown:
        assert len(subjects(shown)) == len(set(subjects(shown)))
        assert [one.kind is PictureKind.SHEET for one in shown] == [False, True]


def test_what_the_turn_changed_most_is_large(whole: Played) -> None:
    """It is the picture that *Look back* shows of the turn, and a piece on it has changed."""
    for shown, turns in whole.told:
        if turns and shown[0].kind is not PictureKind.FINAL:
            assert shown[0].seat == seat_seen(turns[0])
            changed, nothing = changes_of(turns[0].events), changes_of(())
            mine = changed.seats.pop(turns[0].seat)
            changed.seats.clear()
            assert (mine if shown[0].seat is not None else changed) != nothing


def test_one_post_tells_one_turn_of_a_person_and_the_bots_after_it(whole: Played) -> None:
    (_, nothing), *posts = whole.told
    assert not nothing, "the first post tells the start"
    for at, (_, turns) in enumerate(posts):
        first, *others = (turn.seat in whole.people for turn in turns)
        assert first or at == 0, "a bot begins"
        assert not any(others)


def test_the_pictures_show_the_last_state_that_the_post_tells(whole: Played) -> None:
    for shown, turns in whole.told:
        now = whole.game.at(turns[-1].after if turns else 0)
        view = now.view()
        if now.waiting is not None and now.waiting.seat in whole.people:
            view = with_start_laid(view, now, now.waiting.seat)
        assert all(one.view == view for one in shown)


def test_the_winners_post_has_the_score_the_board_and_the_cities(whole: Played) -> None:
    last = whole.shown[-1]
    assert last[0].kind is PictureKind.FINAL
    assert subjects(last) == [None, *range(len(whole.game.view().seats))]


@pytest.mark.long
def test_every_class_of_answer_is_typed_as_a_slash_command() -> None:
    """In these games, but for three that are rarely possible: their words are read at least."""
    rare = line_actions("refresh; halt; point", catalog())
    typed = {type(answer) for answer in rare}.union(*(played(table).typed for table in TABLES))
    assert set(get_args(Action)) == typed


def test_toms_question_is_answered_by_a_command_within_the_turn() -> None:
    alone = played("alone")
    asked = [at for at, move in enumerate(alone.game.moves) if isinstance(move.action, TomTakes)]
    posted = {shown[0].view.move for shown in alone.shown}
    assert asked
    assert TomTakes in alone.typed
    assert posted.isdisjoint(asked)


@pytest.mark.parametrize("language", languages())
def test_the_words_below_each_picture_fit(whole: Played, language: str) -> None:
    for shown in whole.shown:
        for one in shown:
            alt = alt_text(PictureRequest(one, catalog(language), NAMES))
            assert 0 < len(alt) <= ALT_LIMIT


@DRAWN
@pytest.mark.parametrize("people", [1, 2, 4])
async def test_the_pictures_are_low_and_pressed_large_enough_to_read(
    hall: Hall, people: int
) -> None:
    players = await opened(hall, people, 0, hall.table)
    post = await next_post(players[0], 0)
    large, sheet = (Image.open(io.BytesIO(file.data)) for file in pictures(post))
    assert WIDE * (large.height / large.width + sheet.height / sheet.width) <= HIGHEST
    assert (large.width, large.height) == (WIDTH, PICTURE_HEIGHT)
    assert sheet.height >= READABLE * PICTURE_HEIGHT / WIDTH
    assert sheet.width >= READABLE * max(2, people)


def test_a_city_that_did_not_change_is_not_drawn_again(
    whole: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = noted_paintings(monkeypatch)
    seen = dict[Seat, tuple[object, ...]]()
    spared = 0
    for _, sheet in whole.shown:
        view = sheet.view
        draw_sheet(view, sheet.shown, Options(catalog().translate, NAMES, scale=0.25))
        for seat in sheet.shown:
            if seat is not None:
                city = view.seats[seat]
                deck = view.tom if city.is_tom else None
                header = (seat in view.leaders, view.seat == seat, view.result is None)
                looks = (city, deck, header, view.end_is_near)
                drawn = f"city of {city.color}" in painted
                assert drawn == (looks != seen.get(seat))
                spared += not drawn
                seen[seat] = looks
        painted.clear()
    assert spared or len(whole.game.view().seats) == 2, "of two, each changes"


async def test_each_channel_has_a_game_of_its_own(hall: Hall) -> None:
    second = hall.server.text_channel(hall.guild, "second")
    ada, bo = hall.people[:2]
    (here,) = await opened(hall, 1, 0, hall.table)
    post = await next_post(here, 0)
    there = Player(bo, second, random.Random(2))
    await (await bo.slash(second, "bonfire", "solo")).response()
    other = await next_post(there, 0)
    await type_turn(hall, ada, hall.table, 1)
    await next_post(here, post.id)
    async with hall.client.services.games.hold(2) as held:
        assert held.game.move_count == 0
    refused = await (await bo.slash(hall.table, "turn", "move", line="end")).response()
    assert refused.is_ephemeral
    await type_turn(hall, bo, second, 2)
    assert (await next_post(there, other.id)).channel_id == second.id


async def test_sqlite_keeps_the_game_and_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with opened_hall(tmp_path) as hall:
        (ada,) = await opened(hall, 1, 0, hall.table)
        post = await next_post(ada, 0)
        await type_turn(hall, ada.person, hall.table, 1)
        await next_post(ada, post.id)
        async with hall.client.services.games.hold(1) as held:
            view = held.game.view()
    with closing(sqlite3.connect(tmp_path / "bonfire.db")) as database:
        (stored,) = database.execute("SELECT status, snapshot FROM games").fetchall()
    assert stored[0] == "running"
    assert loaded(stored[1]).view() == view


async def test_a_server_and_a_table_choose_what_posts_show(hall: Hall) -> None:
    ada = hall.people[0]
    (player,) = await opened(hall, 1, 0, hall.table)
    post = await next_post(player, 0)

    async def kinds_of_next() -> list[str]:
        nonlocal post
        await type_turn(hall, ada, hall.table, 1)
        post = await next_post(player, post.id)
        return [file.filename.split("-")[0] for file in pictures(post)]

    assert (await kinds_of_next())[1:] == ["sheet"]
    await choose(ada, hall.table, Setting.POSTS, TurnPictures.BOARD, Whose.SERVER)
    assert await kinds_of_next() == ["board"]
    page = await choose(ada, hall.table, Setting.POSTS, TurnPictures.EVERYTHING, Whose.TABLE)
    assert "Posts show: everything." in text(page)
    assert (await kinds_of_next())[1:] == ["sheet"]
    await choose(ada, hall.table, Setting.POSTS, TurnPictures.CHANGED, Whose.TABLE)
    assert len(await kinds_of_next()) == 1
    await choose(ada, hall.table, Setting.POSTS, UNSET, Whose.TABLE)
    assert await kinds_of_next() == ["board"]
