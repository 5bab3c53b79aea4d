"""GameService: seat and revision guarded, nothing half done, challenges kept, turns told once."""

import itertools
import json
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.model.errors import Problem, UserError
from bot.model.invocation import ChannelRef, Invocation
from bot.model.rows import MoveKind, MoveRow, PersonRow, Progress, Status, Via
from bot.model.stored_post import StoredPost
from bot.services.games import active_games
from bot.services.games.challenge import CHALLENGE, Challenge, challenge_of
from bot.services.games.kind import CASUAL
from bot.services.games.moves import PartRefusedError
from bot.services.games.service import GameService
from bot.services.play.lobbies import LobbyService
from bot.store.store import Store
from bot.words import catalog
from engine import STANDARD_BOX, Game, GameOptions, IllegalAction
from engine.actions import Action, EndTurn
from engine.canonical import digest
from engine.ids import Color, Seat
from engine.notation import parse_line
from tests.bot.new_database import quick_store
from tests.bot.presses import abandon, refused, submit, submit_undo
from tests.marks import long

PEOPLE = (PersonRow(11, "Ada"), PersonRow(22, "Bo"), PersonRow(33, "Cy"))
HERE = ChannelRef(7, 5, "en-GB", Via.CHANNEL)


@dataclass(slots=True)
class Table:
    """A service over a store, with presses numbered as Discord would."""

    store: Store
    games: GameService
    numbers: "itertools.count[int]"

    def press(self, seat: Seat, channel: ChannelRef = HERE) -> Invocation:
        return Invocation(next(self.numbers), PEOPLE[seat], channel)

    async def start(self, players: int = 2, handicap: int | None = None) -> int:
        options, kind = (
            GameOptions(players, handicap=handicap),
            CASUAL if handicap is None else CHALLENGE,
        )
        done = await self.games.start(self.press(0), options, PEOPLE[:players], kind=kind)
        return done.game

    async def challenge(self) -> int:
        return await self.store.read(lambda tx: challenge_of(tx, PEOPLE[0].id))

    async def position(self, game: int) -> tuple[Seat, int, tuple[Action, ...]]:
        """Whose turn it is, the revision, and the legal answers."""
        async with self.games.hold(game) as table:
            waiting = table.game.waiting
            assert waiting is not None
            return waiting.seat, table.revision, table.game.legal_actions()

    async def play(self, game: int, dice: random.Random) -> None:
        seat, _, options = await self.position(game)
        await submit(self.games, self.press(seat), game, (dice.choice(options),))

    async def play_to_the_end(self, game: int, dice: random.Random) -> None:
        while True:
            async with self.games.hold(game) as table:
                if table.status is not Status.RUNNING:
                    return
            await self.play(game, dice)

    async def bodies(self) -> list[StoredPost]:
        """Every post that waits, oldest first."""
        found = []
        while heads := await self.store.read(lambda tx: tx.posts.heads()):
            for post in heads:
                found.append(StoredPost.load(post.body))
                await self.store.write(lambda tx, post=post: tx.posts.mark_sent(post, 1))  # type: ignore[misc]
        return found


@pytest_asyncio.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    store = await quick_store(tmp_path / "bonfire.db")
    seeds = itertools.count(1)
    yield Table(
        store,
        GameService(store, STANDARD_BOX, lambda: next(seeds), kinds={"challenge": Challenge}),
        itertools.count(1),
    )
    await store.close()


async def dumped(table: Table, game: int) -> object:
    async with table.games.hold(game) as held:
        return held.game.dump()


async def test_an_answer_is_stored_before_it_is_acknowledged(table: Table) -> None:
    game = await table.start()
    await table.play(game, random.Random(1))
    again = GameService(table.store, STANDARD_BOX)
    async with again.hold(game) as stored:
        assert stored.game.move_count == 1
        assert stored.revision == 1
        assert stored.game.dump() == await dumped(table, game)


async def test_a_press_on_an_old_revision_changes_nothing(table: Table) -> None:
    game = await table.start()
    seat, _, options = await table.position(game)
    elsewhere = GameService(table.store, STANDARD_BOX)
    async with table.games.hold(game) as held:
        await submit(elsewhere, table.press(seat), game, options[:1])
        assert (
            await refused(table.games.answer(table.press(seat), held, options[:1])) == Problem.STALE
        )
        assert (await table.games.reread(held)).revision == 1
    async with elsewhere.hold(game) as stored:
        assert await dumped(table, game) == stored.game.dump()


async def test_only_whose_turn_it_is_may_answer(table: Table) -> None:
    game = await table.start()
    seat, _, options = await table.position(game)
    assert (
        await refused(submit(table.games, table.press(1 - seat), game, options[:1]))
        == Problem.NOT_YOUR_TURN
    )
    assert (
        await refused(submit(table.games, table.press(2), game, options[:1]))
        == Problem.NOT_A_PLAYER
    )


async def test_the_same_interaction_takes_effect_once(table: Table) -> None:
    game = await table.start()
    seat, _, options = await table.position(game)
    press = table.press(seat)
    await submit(table.games, press, game, options[:1])
    seat, _, options = await table.position(game)
    again = Invocation(press.id, PEOPLE[seat], HERE)
    with pytest.raises(UserError):
        await submit(table.games, again, game, options[:1])
    assert (await table.position(game))[1] == 1


async def test_of_several_answers_all_or_none_are_given(table: Table) -> None:
    game = await table.start()
    seat, _, options = await table.position(game)
    before = await dumped(table, game)
    with pytest.raises(PartRefusedError) as refused:
        await submit(table.games, table.press(seat), game, (options[0], options[0]))
    assert refused.value.index == 1
    assert await dumped(table, game) == before
    assert await table.store.read(lambda tx: tx.games.log(game)) == ()


async def _blind_path(table: Table, game: int, then: str) -> int:
    """Build a path from the face-down pile in one line; how many answers were taken."""
    seat, _, _ = await table.position(game)
    async with table.games.hold(game) as held:
        front = held.game.view().seats[seat].fate_front
    assert front is not None
    # Two yellow tiles come with the start tile, so one of them always pays for the path.
    line = parse_line(f"start {front.id} right; path pile; pay wild; {then}")
    return (await submit(table.games, table.press(seat), game, line)).taken


async def test_what_is_revealed_stops_further_answers(table: Table) -> None:
    assert await _blind_path(table, await table.start(), "discard wild; end") == 3


async def test_the_end_of_the_turn_goes_through_after_a_reveal(table: Table) -> None:
    game = await table.start()
    seat = (await table.position(game))[0]
    assert await _blind_path(table, game, "end") == 4
    assert (await table.position(game))[0] != seat


async def test_undo_is_a_step_forward_in_the_log(table: Table) -> None:
    game = await table.start()
    before = (await table.position(game))[2]
    seat, _, options = await table.position(game)
    await submit(table.games, table.press(seat), game, options[:1])
    await submit_undo(table.games, table.press(seat), game)
    seat, revision, options = await table.position(game)
    assert (revision, options) == (2, before)
    with pytest.raises(IllegalAction):
        await submit_undo(table.games, table.press(seat), game)
    log = await table.store.read(lambda tx: tx.games.log(game))
    assert [move.action is None for move in log] == [False, True]


async def test_a_bug_leaves_the_game_untouched(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.start()
    seat, _, options = await table.position(game)
    before = await dumped(table, game)

    def broken(_game: Game, _seat: Seat, _action: Action) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(Game, "submit", broken)
        with pytest.raises(UserError) as sorry:
            await submit(table.games, table.press(seat), game, options[:1])
    assert sorry.value.problem == Problem.UNEXPECTED
    assert sorry.value.slots["id"]
    assert await dumped(table, game) == before


async def test_a_game_that_cannot_be_told_is_untouched(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await table.start()
    dice = random.Random(3)
    seat, _, options = await table.position(game)
    while EndTurn() not in options:
        await table.play(game, dice)
        seat, _, options = await table.position(game)
    before = await dumped(table, game)
    with monkeypatch.context() as patch:
        patch.setattr("bot.services.games.table.turn_post", None)
        with pytest.raises(UserError):
            await submit(table.games, table.press(seat), game, (EndTurn(),))
    assert await dumped(table, game) == before


async def test_one_game_runs_in_a_channel(table: Table) -> None:
    await table.start()
    assert await refused(table.start()) == Problem.GAME_RUNNING


@pytest.mark.parametrize("players", [1, 2, long(3)])
async def test_every_turn_is_told_once_and_in_order(table: Table, players: int) -> None:
    game = await table.start(players)
    await table.play_to_the_end(game, random.Random(players))
    bodies = await table.bodies()
    async with table.games.hold(game) as held:
        moves, people = held.game.moves, held.players
    starts = [body.since for body in bodies[1:]]
    assert starts[0] == 0
    assert starts == sorted(set(starts))
    firsts = [at for at, move in enumerate(moves) if at == 0 or moves[at - 1].turn != move.turn]
    if players > 1:
        assert starts == firsts
    else:
        assert set(starts) <= set(firsts)
    others = {one.id for seat, one in enumerate(people) if seat != moves[-1].seat}
    assert set(bodies[-1].ping) == others


async def test_who_is_next_is_notified_and_nobody_of_their_own_press(table: Table) -> None:
    game = await table.start(2)
    dice = random.Random(4)
    told = []
    for _ in range(40):
        mover = (await table.position(game))[0]
        await table.play(game, dice)
        waits = (await table.position(game))[0]
        told += [(mover, waits, body.ping) for body in await table.bodies()]
    assert told
    for mover, waits, ping in told[1:]:
        assert ping == (() if mover == waits else (PEOPLE[waits].id,))


async def test_who_plays_alone_is_never_notified(table: Table) -> None:
    game = await table.start(1)
    for number in range(12):
        await table.play(game, random.Random(number))
    assert {body.ping for body in await table.bodies()} == {()}


async def test_a_finished_game_takes_no_more_answers(table: Table) -> None:
    game = await table.start()
    await table.play_to_the_end(game, random.Random(5))
    assert (
        await refused(submit(table.games, table.press(0), game, (EndTurn(),))) == Problem.GAME_OVER
    )
    await table.start()


async def test_nobody_is_left_out_of_the_table_of_a_channel(table: Table) -> None:
    lobbies = LobbyService(table.store, table.games)
    await lobbies.open(table.press(0), frozenset())
    assert (
        await refused(table.games.start(table.press(1), GameOptions(1), PEOPLE[1:2]))
        == "error.lobby_others"
    )
    assert await lobbies.look(HERE.id) is not None
    await table.games.start(table.press(0), GameOptions(1), PEOPLE[:1])
    assert await lobbies.look(HERE.id) is None


async def test_the_box_of_a_channel_is_that_of_its_game(table: Table) -> None:
    assert await table.games.box_in(HERE.id) is STANDARD_BOX
    others = replace(STANDARD_BOX, start_crystal=Color.RED)
    elsewhere = GameService(table.store, others, lambda: 1)
    assert await elsewhere.box_in(HERE.id) is others
    await elsewhere.start(table.press(0), GameOptions(2), PEOPLE[:2])
    assert (await table.games.box_in(HERE.id)).start_crystal is Color.RED


async def test_a_challenge_starts_at_minus_ten_and_is_open_once(table: Table) -> None:
    assert await table.challenge() == -10
    await table.start(1, -10)
    assert await refused(table.challenge()) == "shell.challenge_open"


async def test_a_result_changes_the_challenge(table: Table) -> None:
    game = await table.start(1, -10)
    await table.play_to_the_end(game, random.Random(2))
    async with table.games.hold(game) as held:
        result = held.game.result
    assert result is not None
    change = 5 if result.winners == (0,) else -2 if result.winners == (1,) else 0
    assert await table.challenge() == -10 + change


async def test_a_challenge_abandoned_before_toms_first_card_was_not_played(table: Table) -> None:
    game = await table.start(1, -10)
    await abandon(table.games, table.press(0), game)
    assert await table.challenge() == -10


async def test_a_challenge_abandoned_later_is_lost(table: Table) -> None:
    game = await table.start(1, -10)
    dice = random.Random(1)
    while not await _turned(table, game):
        await table.play(game, dice)
    await abandon(table.games, table.press(0), game)
    assert await table.challenge() == -12


async def test_ruling_71_a_challenge_is_lost_by_the_most_cards_that_tom_ever_turned(
    table: Table,
) -> None:
    """One that went back to its first turn, as could be done once, is lost when abandoned."""
    game = await table.start(1, -10)
    dice = random.Random(1)
    while not await _turned(table, game):
        await table.play(game, dice)
    press = table.press(0)
    async with table.games.hold(game) as held:
        with table.games.changing(held):
            held.game, held.told = held.game.at(0), 0
            held.revision += 1
            back = MoveRow(0, None, press.id, MoveKind.BACK)
            await table.games.save(held, press, (), (back,))
    assert not await _turned(table, game)
    await abandon(table.games, table.press(0), game)
    assert await table.challenge() == -12


async def _turned(table: Table, game: int) -> int:
    """The cards that Tom has turned, as the game stands."""
    async with table.games.hold(game) as held:
        tom = held.game.view().tom
        assert tom is not None
        return tom.turned


async def test_games_leave_memory_and_come_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(active_games, "MOST_IN_MEMORY", 3)
    games = []
    for channel in range(8):
        press = table.press(0, ChannelRef(channel, None, "en", Via.CHANNEL))
        games.append((await table.games.start(press, GameOptions(2), PEOPLE[:2])).game)
        await table.play(games[-1], random.Random(channel))
    assert table.games.cached == 3
    monkeypatch.setattr(Game, "load", None)  # none is played through anew
    for game in games:
        await table.play(game, random.Random(game))
    for game in games:
        async with table.games.hold(game) as held:
            assert held.game.move_count == 2


async def test_a_game_that_replays_differently_goes_on_and_says_so_once(table: Table) -> None:
    """As after a correction of the engine: the stored position is the truth."""
    game = await table.start()
    dice = random.Random(1)
    for _ in range(3):
        await table.play(game, dice)
    seat, _, options = await table.position(game)
    await table.bodies()
    row = await table.store.read(lambda tx: tx.games.get(game))
    assert row is not None
    document = json.loads(row.snapshot)
    document["moves"].pop()
    document.pop("digest")
    document["digest"] = digest(document)
    changed = Progress(game, 3, (), json.dumps(document), 0, Status.RUNNING)
    await table.store.write(lambda tx: tx.games.save(changed))
    for _ in range(2):
        table.games = GameService(table.store, STANDARD_BOX)
        assert (await table.position(game))[::2] == (seat, options)
    told = await table.bodies()
    assert [body.text for body in told] == [catalog().say("shell.new_rules")]


async def test_seeds_of_real_games_are_long(tmp_path: Path) -> None:
    store = await quick_store(tmp_path / "other.db")
    games = GameService(store, STANDARD_BOX)
    done = await games.start(Invocation(1, PEOPLE[0], HERE), GameOptions(2), PEOPLE[:2])
    row = await store.read(lambda tx: tx.games.get(done.game))
    await store.close()
    assert row is not None
    long_numbers = [part for part in row.snapshot.replace(",", ":").split(":") if len(part) > 30]
    assert long_numbers
