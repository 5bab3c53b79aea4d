"""Bots that sit at a table as players: in lobbies, in games, in results and in rematches."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot.model import buttons, results, rows, turn_clock
from bot.model.errors import UserError
from bot.model.game_log import logged_moves
from bot.model.invocation import ChannelRef
from bot.model.people import spelled
from bot.present.posts.call_posts import games_page
from bot.present.posts.results_pages import results_page
from bot.present.posts.score_pages import log_page, result_lines
from bot.services.games import saving
from bot.services.games.outcomes import outcomes
from bot.services.play.open_lobby import OpenLobby
from bot.services.results import page_of
from bot.words import catalog
from engine import Game, GameOptions, actions, ids
from engine.agents.levels import Level
from tests.kit.bots import (
    ADA,
    BO,
    EASY,
    HARD,
    begun,
    forgetting,
    lobbies,
    names,
    opened,
    rematch,
    thoughtful,
)
from tests.kit.lost import at, places
from tests.kit.outcomes import at_table, ended, scored, told
from tests.kit.presses import abandon, refused
from tests.kit.stack import GUILD, STRANGER, Stack

WORDS = catalog()


async def levels_of_turns(stack: Stack, patch: pytest.MonkeyPatch) -> list[tuple[int, Level]]:
    """Let the bots play while it is their turn; the seats that they played, and how strong."""
    asked: list[tuple[int, Level]] = []
    think = stack.games.thinker.turn

    async def turn(
        position: Game, seat: ids.Seat, level: Level, key: int
    ) -> tuple[actions.Action, ...]:
        asked.append((seat, level))
        return await think(position, seat, Level.MEDIUM, key)

    with patch.context() as patched:
        patched.setattr(stack.games.thinker, "turn", turn)
        await stack.let_bots_play()
    return asked


async def test_every_bot_plays_at_its_own_level(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await opened(stack, EASY, HARD)
    press = stack.press(ADA)
    game = (await lobbies(stack).start(press, press.channel)).game
    assert lobby.options.players == 3
    await stack.preferences.set_level(stack.press(ADA), game, Level.EXPERT)
    asked = await levels_of_turns(stack, monkeypatch)
    while len(asked) < 2:
        await stack.take_turn(game, random.Random(1))
        asked += await levels_of_turns(stack, monkeypatch)
    async with stack.games.hold(game) as table:
        own = {seat: player.level for seat, player in enumerate(table.players)}
        assert table.bots == table.seated_bots == {1, 2}
    assert (
        {(seat, own[seat]) for seat, _ in asked} == set(asked) == {(1, EASY.level), (2, HARD.level)}
    )


async def test_a_substitute_plays_at_the_level_of_the_table_beside_bots(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(stack, ADA, BO, HARD, first=ADA)
    await stack.preferences.set_level(stack.press(ADA), game, Level.EASY)
    await stack.leaving.let_bot_play(stack.press(ADA), game)
    async with stack.games.hold(game) as table:
        mine = [player.id for player in table.players].index(ADA.id)
    asked = await levels_of_turns(stack, monkeypatch)
    assert {level for seat, level in asked if seat == mine} == {Level.EASY}
    assert {level for seat, level in asked if seat != mine} <= {Level.HARD}


async def test_bots_are_kept_with_the_game(stack: Stack) -> None:
    game = await begun(stack, ADA, HARD, first=HARD)
    await stack.restart()
    async with stack.games.hold(game) as table:
        assert table.mover == rows.NOBODY
        assert table.mover_level is Level.HARD
        assert table.persons == (ADA,)
        assert {spelled(person.name) for person in table.people} == {"Ada", "Bot 1 (hard)"}
        assert set(table.picture_names(catalog("de"))) == {"Ada", "Bot 1 (schwer)"}


async def test_nobody_waits_while_a_bot_thinks(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await begun(stack, ADA, HARD, first=HARD)
    with monkeypatch.context() as patched, thoughtful(stack, patched) as thoughts:
        turn = asyncio.create_task(stack.let_bots_play())
        await thoughts.begun.wait()
        async with asyncio.timeout(5), stack.games.hold(game) as table:
            assert table.mover == rows.NOBODY
        thoughts.go.set()
        await turn
    assert thoughts.games == [game]
    assert await stack.mover(game) == ADA


async def test_who_is_alone_with_bots_is_not_hurried_and_not_called(stack: Stack) -> None:
    game = await begun(stack, ADA, HARD, first=HARD)
    assert (await stack.row(game)).clock.pace is turn_clock.Pace.NONE
    await stack.bodies()
    await stack.let_bots_play()
    (post,) = await stack.bodies()
    assert "Bot 1 (hard)" in post.text
    assert f"<@{ADA.id}>" in post.told
    assert post.ping == ()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "You play against Bot 1 (hard) and Bot 2 (easy). Ada goes first."),
        ("de", "Du spielst gegen Bot 1 (schwer) und Bot 2 (leicht). Ada fängt an."),
        ("pl", "Przy stole z tobą: Bot 1 (trudny) i Bot 2 (łatwy). Pierwsza tura: Ada."),
    ],
)
async def test_who_plays_with_bots_alone_is_told_with_whom(
    stack: Stack, language: str, told: str
) -> None:
    game = await begun(stack, ADA, HARD, EASY, first=ADA)
    async with stack.games.hold(game) as table:
        table.channel = replace(table.channel, locale=language)
        people = [player.id for player in table.players]
        assert spelled(table.notice.text).endswith(told)
        assert table.opening.ping == (people.index(ADA.id),)
        assert table.opening.foot == table.notice.foot


async def test_a_thread_is_told_of_bots_and_calls_people(stack: Stack) -> None:
    game = await begun(stack, ADA, BO, HARD, first=ADA)
    async with stack.games.hold(game) as table:
        opening = table.body(table.opening)
    assert set(opening.ping) == {ADA.id, BO.id}
    told = opening.foot.splitlines()[-1]
    assert told.startswith("Also at the table: ")
    assert "Bot 1 (hard)" in told


async def test_who_comes_back_later_is_called(stack: Stack) -> None:
    game = await begun(stack, ADA, HARD, first=HARD)
    await stack.bodies()
    stack.clock.at += 3600
    await stack.let_bots_play()
    assert (await stack.row(game)).person == ADA.id
    (post,) = await stack.bodies()
    assert post.ping == (ADA.id,)


async def test_several_people_are_called_after_a_bot(stack: Stack) -> None:
    await begun(stack, ADA, BO, HARD, first=HARD)
    await stack.bodies()
    await stack.let_bots_play()
    (post,) = await stack.bodies()
    assert len(post.ping) == 1


def test_a_bot_wins_as_a_person_does() -> None:
    table = at_table(scored(10, 30, 20).game())
    table.players = (ADA, HARD, BO)
    table.bots = frozenset({1})
    seats = outcomes(table, results.Ending.PLAYED)
    assert told(seats) == [
        (results.Part.PLAYED, 3, False, False),
        (results.Part.PLAYED, 1, True, False),
        (results.Part.PLAYED, 2, False, False),
    ]


def test_a_substitute_does_not_win_against_bots() -> None:
    table = at_table(scored(10, 30, 90).game(), bots=(2,))
    table.players = (ADA, HARD, BO)
    table.bots |= {1}
    seats = outcomes(table, results.Ending.PLAYED)
    assert told(seats) == [
        (results.Part.PLAYED, 2, False, False),
        (results.Part.PLAYED, 1, True, False),
        (results.Part.LEFT, None, False, False),
    ]


@pytest.mark.parametrize(
    ("language", "verdict"),
    [
        ("en", "**Bot 1 (hard) wins!**"),
        ("de", "**Bot 1 (schwer) gewinnt!**"),
        ("pl", "**Wygrywa Bot 1 (trudny)!**"),
    ],
)
def test_the_result_names_the_bot_with_its_level(language: str, verdict: str) -> None:
    table = at_table(ended(scored(10, 30)))
    table.players, table.bots = (ADA, HARD), frozenset({1})
    table.channel = ChannelRef(7, 5, language, rows.Via.CHANNEL)
    assert table.words.spell(result_lines(table.game, table.people, table.words)[0]).startswith(
        verdict
    )
    result = table.view.result
    assert result is not None
    assert result.winners == (1,)


@pytest.mark.usefixtures("few_turns_count")
async def test_the_last_person_who_resigns_leaves_the_win_to_the_bots(stack: Stack) -> None:
    game = await begun(stack, ADA, HARD)
    asked = await stack.leaving.ask_to_resign(stack.press(ADA), game, WORDS)
    assert asked.text == WORDS.say("leaving.resign_question_bots")
    await stack.bodies()
    await stack.leaving.resign(stack.press(ADA), game)
    (post,) = await stack.bodies()
    assert post.text == "Ada has resigned. Bot 1 (hard) wins."
    assert await stack.status(game) is rows.Status.ABANDONED
    wanted = results.HistoryQuery(ADA.id, GUILD, None)
    page = await stack.store.read(lambda tx: page_of(tx, wanted, results.NEWEST))
    assert results_page(page, wanted, WORDS).text.endswith("· Ada (resigned), **Bot 1 (hard)**")


async def test_who_resigns_among_people_has_no_bots_to_win(stack: Stack) -> None:
    game = await begun(stack, ADA, BO, HARD)
    await stack.leaving.resign(stack.press(ADA), game)
    assert await stack.status(game) is rows.Status.RUNNING
    assert await refused(stack.leaving.win(stack.press(BO), game)) == "leaving.sorry.not_alone"
    asked = await stack.leaving.ask_to_resign(stack.press(BO), game, WORDS)
    assert asked.text == WORDS.say("leaving.resign_question_bots")


async def test_the_bot_does_not_play_for_the_last_person(stack: Stack) -> None:
    game = await begun(stack, ADA, HARD)
    assert (
        await refused(stack.leaving.let_bot_play(stack.press(ADA), game))
        == "leaving.sorry.last_person"
    )


async def test_who_is_forgotten_has_lost_to_the_bots(stack: Stack) -> None:
    game = await begun(stack, ADA, HARD)
    await forgetting(stack).forget(ADA.id)
    assert await stack.status(game) is rows.Status.ABANDONED
    wanted = results.HistoryQuery(STRANGER.id, GUILD, None)
    page = await stack.store.read(lambda tx: page_of(tx, wanted, results.NEWEST))
    assert page.lines == ()


async def test_a_rematch_with_bots_alone_starts_at_once(stack: Stack) -> None:
    game = await begun(stack, ADA, HARD, EASY)
    async with stack.games.hold(game) as table:
        order, starter = [player.id for player in table.players], table.game.view().starter
    await abandon(stack.games, stack.press(ADA), game)
    again = await rematch(stack, ADA, game)
    assert isinstance(again, saving.Saved)
    async with stack.games.hold(again.game) as table:
        assert {player.id for player in table.players} == set(order)
        begins = table.game.view().starter
        assert table.players[begins].id == order[(starter + 1) % 3]
        assert {player.level for player in table.players} == {None, Level.HARD, Level.EASY}


async def test_a_rematch_with_people_has_its_bots_at_the_table(stack: Stack) -> None:
    game = await begun(stack, ADA, BO, HARD)
    await abandon(stack.games, stack.press(ADA), game)
    lobby = await rematch(stack, BO, game)
    assert isinstance(lobby, OpenLobby)
    assert names(lobby) == ["Bo", "Bot 1 (hard)"]
    assert [person.name for person in lobby.shown.awaited] == ["Ada"]
    await lobbies(stack).join(stack.press(ADA))
    press = stack.press(BO)
    again = (await lobbies(stack).start(press, press.channel)).game
    async with stack.games.hold(again) as table:
        assert {player.id for player in table.players} == {ADA.id, BO.id, HARD.id}
        assert len(table.seated_bots) == 1


async def test_who_played_with_people_who_are_forgotten_goes_on_with_the_bots(
    stack: Stack,
) -> None:
    game = await begun(stack, ADA, BO, HARD)
    await abandon(stack.games, stack.press(ADA), game)
    await forgetting(stack).forget(BO.id)
    again = await rematch(stack, ADA, game)
    assert isinstance(again, saving.Saved)
    async with stack.games.hold(again.game) as table:
        assert {player.id for player in table.players} == {ADA.id, HARD.id}


async def test_games_with_bots_alone_are_limited_as_those_against_tom(stack: Stack) -> None:
    for channel in (11, 12):
        press = stack.press(ADA, channel=channel)
        await stack.games.start(press, GameOptions(2), (ADA, HARD))
    await stack.limits.may_play_alone(stack.press(ADA))
    await stack.start(1, channel=13)
    assert await refused(stack.limits.may_play_alone(stack.press(ADA))) == "limit.alone"
    await stack.start(2, channel=14)


async def test_nobody_can_vote_about_a_turn_with_bots_alone(stack: Stack) -> None:
    game = await begun(stack, ADA, HARD, first=ADA)
    await stack.preferences.set_pace(stack.press(ADA), game, turn_clock.Pace.RELAXED)
    for _ in range(5):
        stack.clock.at += 7 * 24 * 3600
        for call in await stack.calls():
            assert not any(
                isinstance(one.value, buttons.CastVote) for row in call.rows for one in row
            )
    assert await refused(stack.votes.ask(stack.press(ADA), game)) == "vote.sorry.alone"


async def test_every_reader_has_the_level_in_their_own_words(stack: Stack) -> None:
    game = await begun(stack, ADA, HARD, first=HARD)
    async with stack.games.hold(game) as table:
        german = table.people_in(catalog("de"))
    assert {person.name for person in german} == {"Ada", "Bot 1 (schwer)"}


async def test_the_log_says_once_that_a_bot_plays(stack: Stack) -> None:
    game = await begun(stack, ADA, BO, HARD, first=HARD)
    await stack.let_bots_play()
    await stack.leaving.let_bot_play(stack.press(await stack.mover(game)), game)
    await stack.let_bots_play()
    async with stack.games.hold(game) as table:
        log = await stack.store.read(lambda tx: tx.games.log(game))
        history = logged_moves(table.game, log)
        page = log_page(table.game, history, table.owners, table.words, 0)
    headings = [line for line in page.text.splitlines() if line.startswith("**Turn")]
    assert "**Turn 1, Bot 1 (hard)**" in headings
    assert any(WORDS.say("log.by_bot") in heading for heading in headings)


async def test_who_is_alone_with_bots_may_take_the_game_into_direct_messages(stack: Stack) -> None:
    game = await begun(stack, ADA, HARD)
    await places(stack).move(at(stack.press(ADA, channel=ADA.id), None), game)
    async with stack.games.hold(game) as table:
        assert table.channel.id == ADA.id
    assert await stack.store.read(lambda tx: tx.channels.people_of(game)) == (ADA.id,)


@pytest.mark.parametrize(("language", "who"), [("en", "hard"), ("de", "schwer"), ("pl", "trudny")])
async def test_the_list_of_games_names_the_bot_that_is_to_move(
    stack: Stack, language: str, who: str
) -> None:
    game = await begun(stack, ADA, BO, HARD, first=HARD)
    (line,) = await stack.store.read(lambda tx: tx.clocks.games_of(ADA.id))
    assert line.game == game
    assert f"Bot 1 ({who})" in games_page(ADA.id, (line,), catalog(language)).text


async def test_who_presses_too_early_reads_of_the_bot_in_their_own_words(stack: Stack) -> None:
    game = await begun(stack, ADA, HARD, first=HARD)
    async with stack.games.hold(game) as table:
        with pytest.raises(UserError) as sorry:
            table.seat_to_move(ADA.id)
    assert "Bot 1 (trudny)" in catalog("pl").say(sorry.value.problem, **sorry.value.slots)
