"""Games that are over, through Discord: the last post, lists of them, and the next game."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.model import buttons, preferences, results, settings
from bot.standin import Channel, StandIn, UserClient
from bot.standin.layout import pictures, text
from bot.words import catalog
from engine import GameOptions, events
from tests.kit.archive import Archive, as_it_was, kept, played
from tests.kit.clock import TurnedClock
from tests.kit.evening import Evening, almost_over, pressed
from tests.kit.hall import PATIENCE, Hall
from tests.kit.pages import choose, looked, made_up
from tests.kit.sources import OPENAPI
from tests.kit.stack import PEOPLE
from tests.kit.stage import bot_on, settings_for
from tests.kit.whole import addresses, called, end_alone, eventually, has_turn_button, labels

SITE = "https://discord.com/channels"


STANDINGS = buttons.ShowStandings(results.Board.TABLES, 0)


@pytest.fixture
def evening(hall: Hall) -> Evening:
    return Evening(hall)


@pytest.mark.parametrize(
    ("players", "seed", "reason"),
    [
        (1, 3, events.EndReason.TOM_DECK),
        (1, 2, events.EndReason.COUNTDOWN),
        (2, 3, events.EndReason.EXHAUSTION),
        (4, 3, events.EndReason.EXHAUSTION),
    ],
)
async def test_the_last_post_shows_the_scores_by_source(
    evening: Evening, players: int, seed: int, reason: events.EndReason
) -> None:
    post = await evening.last_answer(GameOptions(players), seed)
    assert catalog().name(reason) in text(post)
    assert "Final score" in text(post)
    assert "win" in text(post) or "draw" in text(post)
    score, sheet = pictures(post)
    assert score.filename.startswith("final-")
    assert (score.alt or "").startswith("Final scores.")
    assert sheet.filename.startswith("sheet-")
    assert "Take your turn" not in labels(post)


async def test_a_finished_game_answers_whoever_looks_at_it(evening: Evening) -> None:
    post = await evening.last_answer(GameOptions(2))
    ada = evening.hall.people[0]
    for label in labels(post):
        if label != "Rematch":
            answer = await pressed(ada, post, label)
            assert answer.ephemeral_for == ada.id
            assert "if the game ended now" not in text(answer), label
            assert "Take your turn" not in labels(answer), label
    board = await pressed(ada, post, "Main board")
    assert "The game is over." in text(await pressed(ada, board, "Status"))
    assert "Final score" in text(await pressed(ada, post, "Score"))
    assert "any running game" in (await evening.hall.asked(ada, "mygames"))
    described = await looked(ada, evening.hall.table, buttons.ShowStatus(), buttons.ReadOn(0))
    assert "if the game ended now" not in text(described)


async def test_a_rematch_needs_both_and_is_begun_by_the_second(evening: Evening) -> None:
    post = await evening.last_answer(GameOptions(2))
    ada, bo, cy, _ = evening.hall.people
    assert "You aren't in this game" in text(await pressed(cy, post, "Rematch"))
    lobby = await pressed(bo, post, "Rematch")
    assert lobby.ephemeral_for is None
    assert f"Waiting for {ada.mention}" in text(lobby)
    assert "other people's rematch" in text(await pressed(cy, lobby, "Join"))
    assert "waiting for Ada" in text(await pressed(bo, lobby, "Start"))
    assert "already at" in text(await pressed(bo, post, "Rematch"))
    await pressed(ada, lobby, "Join")
    await pressed(bo, lobby, "Start")
    began = await ada.waits_for(evening.hall.table, has_turn_button, PATIENCE)
    starter = almost_over(GameOptions(2), 3).view().starter
    assert called(began) == (ada, bo)[1 - starter].id
    assert "already running" in text(await pressed(ada, post, "Rematch"))


async def test_against_tom_the_rematch_begins_at_once(evening: Evening) -> None:
    post = await evening.last_answer(GameOptions(1))
    ada, bo, *_ = evening.hall.people
    assert "You aren't in this game" in text(await pressed(bo, post, "Rematch"))
    await pressed(ada, post, "Rematch")
    began = await ada.waits_for(evening.hall.table, has_turn_button, PATIENCE)
    assert "You play against Tom" in text(began)


async def test_results_lead_to_the_last_post_of_each_game(evening: Evening) -> None:
    post = await evening.last_answer(GameOptions(2))
    hall = evening.hall
    ada, _, cy, _ = hall.people
    listed = await evening.hall.answer(cy, "results")
    assert "Finished games of this server" in text(listed)
    assert addresses(listed) == [f"{SITE}/{hall.guild.id}/{hall.table.id}/{post.id}"]
    own = await evening.hall.answer(ada, "results", room=ada.dm())
    assert "Your finished games" in text(own)
    assert addresses(own) == addresses(listed)
    assert "no finished games" in (await evening.hall.asked(cy, "results", room=cy.dm()))


async def options_of(evening: Evening, who: UserClient, player: UserClient, room: Channel) -> str:
    command = await who.slash(room, "bonfire", "results", options={"player": player.user})
    return text(await command.response())


async def test_results_of_a_person(evening: Evening) -> None:
    await evening.last_answer(GameOptions(2))
    hall = evening.hall
    ada, bo, cy, _ = hall.people
    assert "Finished games of Bo" in await options_of(evening, ada, bo, hall.table)
    assert "Your finished games" in await options_of(evening, ada, ada, hall.table)
    assert "no finished games" in await options_of(evening, ada, cy, hall.table)
    assert "only show your own" in await options_of(evening, ada, bo, ada.dm())


async def test_a_game_that_was_broken_off_says_so_everywhere(evening: Evening) -> None:
    ada, table = evening.hall.people[0], evening.hall.table
    await (await ada.slash(table, "bonfire", "solo")).response()
    await ada.waits_for(table, has_turn_button, PATIENCE)
    await end_alone(ada, table)
    post = await ada.waits_for(table, lambda m: "Rematch" in labels(m), PATIENCE)
    more = await pressed(ada, post, "More…")
    for label in ("Status", "Score", "Main board", "Ada's city"):
        answer = await pressed(ada, more, label)
        assert "This game ended early." in text(answer), label
        assert "Take your turn" not in labels(answer), label
    assert "no finished games" in (await evening.hall.asked(ada, "results"))
    await pressed(ada, post, "Rematch")
    await ada.waits_for(table, lambda m: m.id > post.id and has_turn_button(m), PATIENCE)


async def test_where_managers_open_games_a_rematch_is_theirs_too(evening: Evening) -> None:
    post = await evening.last_answer(GameOptions(2))
    hall = evening.hall
    rules = preferences.ServerSettings(opens=preferences.Allowed.MANAGERS)
    await hall.client.services.store.write(
        lambda tx: tx.preferences.put_server(hall.guild.id, rules)
    )
    owner, other, *_ = hall.people
    answer = await pressed(other, post, "Rematch")
    assert answer.ephemeral_for == other.id
    assert "manage" in text(answer)
    assert f"Waiting for {other.mention}" in text(await pressed(owner, post, "Rematch"))


def leaderboard_names(lines: Sequence[str]) -> set[str]:
    return {line.split("** ", 1)[1].split(":")[0] for line in lines}


@pytest.mark.usefixtures("few_turns_count")
async def test_who_wants_no_statistics_is_hidden_at_once(evening: Evening) -> None:
    await evening.last_answer(GameOptions(2))
    ada, bo, _, _ = evening.hall.people

    async def seen(person: UserClient) -> set[str]:
        page = await looked(person, evening.hall.table, STANDINGS, command="results")
        board = text(page)
        return leaderboard_names(board.splitlines()[1:-1])

    async def listed(how: str) -> str:
        return text(await choose(bo, evening.hall.table, settings.Setting.LISTED, how))

    assert await seen(ada) == {"Ada", "Bo"}
    assert "Others see you" in (await evening.hall.asked(bo, "settings"))
    assert "don't see you" in await listed("off")
    assert "don't see you" in (await evening.hall.asked(bo, "settings"))
    assert await seen(ada) == {"Ada"}
    assert await seen(bo) == {"Ada", "Bo"}
    assert "someone" in (await evening.hall.asked(ada, "results"))
    assert "Others see you" in await listed("on")
    assert await seen(ada) == {"Ada", "Bo"}


async def test_lists_of_games_turn_in_place(evening: Evening) -> None:
    ada, guild = evening.hall.people[0], evening.hall.guild
    archive = Archive(evening.hall.client.services.store)
    for points in range(10, 17):
        await archive.add(*played((PEOPLE[0], points), (PEOPLE[1], 5)), guild=guild.id)
    first = await evening.hall.answer(ada, "results")
    seen = [text(first)]
    older = await pressed(ada, first, "Older ▶")
    seen.append(text(older))
    assert older.id == first.id
    assert text(await pressed(ada, older, "◀ Newer")) == seen[0]
    assert [f"Ada {points}**" in seen[points < 12] for points in range(10, 17)] == [True] * 7


@pytest.mark.usefixtures("few_turns_count")
async def test_leaderboards_turn_in_place(evening: Evening) -> None:
    for players in (1, 2):
        await evening.last_answer(GameOptions(players))
    ada = evening.hall.people[0]
    board = await looked(ada, evening.hall.table, STANDINGS, command="results")
    assert "two to four people" in text(board)
    ladder = await pressed(ada, board, "Alone against Tom")
    assert ladder.id == board.id
    assert "**1** Ada:" in text(ladder)
    elsewhere = await made_up(ada, ada.dm(), STANDINGS, 0)
    assert "belongs to a server" in text(await elsewhere.response())


async def test_the_bot_counts_older_games_once_it_runs(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI, clock=TurnedClock()) as server:
        as_it_was(settings_for(server, tmp_path).database, readable=True)
        async with bot_on(server, tmp_path) as client:
            store = client.services.store

            async def counted() -> bool:
                return len(await kept(store)) == 2

            await eventually(counted)
        assert server.invalid_requests == []
