"""GameService: seat and revision guarded, nothing half done, challenges kept, turns told once."""

import json
import random
from dataclasses import replace

import pytest

from bot.model import rows
from bot.model.errors import Problem, UserError
from bot.services.games import active_games
from bot.services.games.challenge import challenge_of
from bot.services.games.moves import PartRefusedError
from bot.services.games.service import GameService
from bot.services.play.lobbies import LobbyService
from bot.words import catalog
from engine import STANDARD_BOX, Game, GameOptions, IllegalAction, actions, ids
from engine.canonical import digest
from engine.notation import parse_line
from tests.kit.marks import long
from tests.kit.presses import abandon, refused, submit, submit_undo
from tests.kit.stack import PEOPLE, Stack

ADA = PEOPLE[0]
CHANNEL = 7


async def challenge(stack: Stack) -> int:
    return await stack.store.read(lambda tx: challenge_of(tx, ADA.id))


async def dumped(stack: Stack, game: int) -> object:
    async with stack.games.hold(game) as held:
        return held.game.dump()


async def test_an_answer_is_stored_before_it_is_acknowledged(stack: Stack) -> None:
    game = await stack.start()
    await stack.answer(game, random.Random(1))
    again = GameService(stack.store, STANDARD_BOX)
    async with again.hold(game) as stored:
        assert stored.game.move_count == 1
        assert stored.revision == 1
        assert stored.game.dump() == await dumped(stack, game)


async def test_a_press_on_an_old_revision_changes_nothing(stack: Stack) -> None:
    game = await stack.start()
    seat, _, options = await stack.options(game)
    elsewhere = GameService(stack.store, STANDARD_BOX)
    async with stack.games.hold(game) as held:
        await submit(elsewhere, stack.press(PEOPLE[seat]), game, options[:1])
        assert (
            await refused(stack.games.answer(stack.press(PEOPLE[seat]), held, options[:1]))
            == Problem.STALE
        )
        assert (await stack.games.reread(held)).revision == 1
    async with elsewhere.hold(game) as stored:
        assert await dumped(stack, game) == stored.game.dump()


async def test_only_whose_turn_it_is_may_answer(stack: Stack) -> None:
    game = await stack.start()
    seat, _, options = await stack.options(game)
    assert (
        await refused(submit(stack.games, stack.press(PEOPLE[1 - seat]), game, options[:1]))
        == Problem.NOT_YOUR_TURN
    )
    assert (
        await refused(submit(stack.games, stack.press(PEOPLE[2]), game, options[:1]))
        == Problem.NOT_A_PLAYER
    )


async def test_the_same_interaction_takes_effect_once(stack: Stack) -> None:
    game = await stack.start()
    seat, _, options = await stack.options(game)
    press = stack.press(PEOPLE[seat])
    await submit(stack.games, press, game, options[:1])
    seat, _, options = await stack.options(game)
    again = replace(press, person=PEOPLE[seat])
    with pytest.raises(UserError):
        await submit(stack.games, again, game, options[:1])
    assert (await stack.options(game))[1] == 1


async def test_of_several_answers_all_or_none_are_given(stack: Stack) -> None:
    game = await stack.start()
    seat, _, options = await stack.options(game)
    before = await dumped(stack, game)
    with pytest.raises(PartRefusedError) as refused:
        await submit(stack.games, stack.press(PEOPLE[seat]), game, (options[0], options[0]))
    assert refused.value.index == 1
    assert await dumped(stack, game) == before
    assert await stack.store.read(lambda tx: tx.games.log(game)) == ()


async def _blind_path(stack: Stack, game: int, then: str) -> int:
    """Build a path from the face-down pile in one line; how many answers were taken."""
    seat, _, _ = await stack.options(game)
    async with stack.games.hold(game) as held:
        front = held.game.view().seats[seat].fate_front
    assert front is not None
    # Two yellow tiles come with the start tile, so one of them always pays for the path.
    line = parse_line(f"start {front.id} right; path pile; pay wild; {then}")
    return (await submit(stack.games, stack.press(PEOPLE[seat]), game, line)).taken


async def test_what_is_revealed_stops_further_answers(stack: Stack) -> None:
    assert await _blind_path(stack, await stack.start(), "discard wild; end") == 3


async def test_the_end_of_the_turn_goes_through_after_a_reveal(stack: Stack) -> None:
    game = await stack.start()
    seat = (await stack.options(game))[0]
    assert await _blind_path(stack, game, "end") == 4
    assert (await stack.options(game))[0] != seat


async def test_undo_is_a_step_forward_in_the_log(stack: Stack) -> None:
    game = await stack.start()
    before = (await stack.options(game))[2]
    seat, _, options = await stack.options(game)
    await submit(stack.games, stack.press(PEOPLE[seat]), game, options[:1])
    await submit_undo(stack.games, stack.press(PEOPLE[seat]), game)
    seat, revision, options = await stack.options(game)
    assert (revision, options) == (2, before)
    with pytest.raises(IllegalAction):
        await submit_undo(stack.games, stack.press(PEOPLE[seat]), game)
    log = await stack.store.read(lambda tx: tx.games.log(game))
    assert [move.action is None for move in log] == [False, True]


async def test_a_bug_leaves_the_game_untouched(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stack.start()
    seat, _, options = await stack.options(game)
    before = await dumped(stack, game)

    def broken(_game: Game, _seat: ids.Seat, _action: actions.Action) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(Game, "submit", broken)
        with pytest.raises(UserError) as sorry:
            await submit(stack.games, stack.press(PEOPLE[seat]), game, options[:1])
    assert sorry.value.problem == Problem.UNEXPECTED
    assert sorry.value.slots["id"]
    assert await dumped(stack, game) == before


async def test_a_game_that_cannot_be_told_is_untouched(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await stack.start()
    dice = random.Random(3)
    seat, _, options = await stack.options(game)
    while actions.EndTurn() not in options:
        await stack.answer(game, dice)
        seat, _, options = await stack.options(game)
    before = await dumped(stack, game)
    with monkeypatch.context() as patch:
        patch.setattr("bot.services.games.table.turn_post", None)
        with pytest.raises(UserError):
            await submit(stack.games, stack.press(PEOPLE[seat]), game, (actions.EndTurn(),))
    assert await dumped(stack, game) == before


async def test_one_game_runs_in_a_channel(stack: Stack) -> None:
    await stack.start()
    assert await refused(stack.start()) == Problem.GAME_RUNNING


@pytest.mark.parametrize("players", [1, 2, long(3)])
async def test_every_turn_is_told_once_and_in_order(stack: Stack, players: int) -> None:
    game = await stack.start(players)
    await stack.play(game, random.Random(players))
    bodies = await stack.bodies()
    async with stack.games.hold(game) as held:
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


async def test_who_is_next_is_notified_and_nobody_of_their_own_press(stack: Stack) -> None:
    game = await stack.start(2)
    dice = random.Random(4)
    told = []
    for _ in range(40):
        mover = (await stack.options(game))[0]
        await stack.answer(game, dice)
        waits = (await stack.options(game))[0]
        told += [(mover, waits, body.ping) for body in await stack.bodies()]
    assert told
    for mover, waits, ping in told[1:]:
        assert ping == (() if mover == waits else (PEOPLE[waits].id,))


async def test_who_plays_alone_is_never_notified(stack: Stack) -> None:
    game = await stack.start(1)
    for number in range(12):
        await stack.answer(game, random.Random(number))
    assert {body.ping for body in await stack.bodies()} == {()}


async def test_a_finished_game_takes_no_more_answers(stack: Stack) -> None:
    game = await stack.start()
    await stack.play(game, random.Random(5))
    assert (
        await refused(submit(stack.games, stack.press(ADA), game, (actions.EndTurn(),)))
        == Problem.GAME_OVER
    )
    await stack.start()


async def test_nobody_is_left_out_of_the_table_of_a_channel(stack: Stack) -> None:
    lobbies = LobbyService(stack.store, stack.games)
    await lobbies.open(stack.press(ADA), frozenset())
    assert (
        await refused(stack.games.start(stack.press(PEOPLE[1]), GameOptions(1), PEOPLE[1:2]))
        == "error.lobby_others"
    )
    assert await lobbies.look(CHANNEL) is not None
    await stack.games.start(stack.press(ADA), GameOptions(1), PEOPLE[:1])
    assert await lobbies.look(CHANNEL) is None


async def test_the_box_of_a_channel_is_that_of_its_game(stack: Stack) -> None:
    assert await stack.games.box_in(CHANNEL) is STANDARD_BOX
    others = replace(STANDARD_BOX, start_crystal=ids.Color.RED)
    elsewhere = GameService(stack.store, others, lambda: 1)
    assert await elsewhere.box_in(CHANNEL) is others
    await elsewhere.start(stack.press(ADA), GameOptions(2), PEOPLE[:2])
    assert (await stack.games.box_in(CHANNEL)).start_crystal is ids.Color.RED


async def test_a_challenge_starts_at_minus_ten_and_is_open_once(stack: Stack) -> None:
    assert await challenge(stack) == -10
    await stack.start(1, handicap=-10)
    assert await refused(challenge(stack)) == "shell.challenge_open"


async def test_a_result_changes_the_challenge(stack: Stack) -> None:
    game = await stack.start(1, handicap=-10)
    await stack.play(game, random.Random(2))
    async with stack.games.hold(game) as held:
        result = held.game.result
    assert result is not None
    change = 5 if result.winners == (0,) else -2 if result.winners == (1,) else 0
    assert await challenge(stack) == -10 + change


async def test_a_challenge_abandoned_before_toms_first_card_was_not_played(stack: Stack) -> None:
    game = await stack.start(1, handicap=-10)
    await abandon(stack.games, stack.press(ADA), game)
    assert await challenge(stack) == -10


async def test_a_challenge_abandoned_later_is_lost(stack: Stack) -> None:
    game = await stack.start(1, handicap=-10)
    dice = random.Random(1)
    while not await _turned(stack, game):
        await stack.answer(game, dice)
    await abandon(stack.games, stack.press(ADA), game)
    assert await challenge(stack) == -12


async def test_ruling_71_a_challenge_is_lost_by_the_most_cards_that_tom_ever_turned(
    stack: Stack,
) -> None:
    """One that went back to its first turn, as could be done once, is lost when abandoned."""
    game = await stack.start(1, handicap=-10)
    dice = random.Random(1)
    while not await _turned(stack, game):
        await stack.answer(game, dice)
    press = stack.press(ADA)
    async with stack.games.hold(game) as held:
        with stack.games.changing(held):
            held.game, held.told = held.game.at(0), 0
            held.revision += 1
            back = rows.MoveRow(0, None, press.id, rows.MoveKind.BACK)
            await stack.games.save(held, press, (), (back,))
    assert not await _turned(stack, game)
    await abandon(stack.games, stack.press(ADA), game)
    assert await challenge(stack) == -12


async def _turned(stack: Stack, game: int) -> int:
    """The cards that Tom has turned, as the game stands."""
    async with stack.games.hold(game) as held:
        tom = held.game.view().tom
        assert tom is not None
        return tom.turned


async def test_games_leave_memory_and_come_back(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(active_games, "MOST_IN_MEMORY", 3)
    games = []
    for channel in range(8):
        press = stack.press(PEOPLE[0], channel=channel)
        games.append((await stack.games.start(press, GameOptions(2), PEOPLE[:2])).game)
        await stack.answer(games[-1], random.Random(channel))
    assert stack.games.cached == 3
    monkeypatch.setattr(Game, "load", None)  # reading a game plays none of its answers again
    for game in games:
        await stack.answer(game, random.Random(game))
    for game in games:
        async with stack.games.hold(game) as held:
            assert held.game.move_count == 2


async def test_a_game_that_replays_differently_goes_on_and_says_so_once(stack: Stack) -> None:
    """As after a correction of the engine: the stored position is the truth."""
    game = await stack.start()
    dice = random.Random(1)
    for _ in range(3):
        await stack.answer(game, dice)
    seat, _, options = await stack.options(game)
    await stack.bodies()
    document = json.loads((await stack.stored(game)).snapshot)
    document["moves"].pop()
    document.pop("digest")
    document["digest"] = digest(document)
    changed = rows.Progress(game, 3, (), json.dumps(document), 0, rows.Status.RUNNING)
    await stack.store.write(lambda tx: tx.games.save(changed))
    for _ in range(2):
        stack.games = GameService(stack.store, STANDARD_BOX)
        assert (await stack.options(game))[::2] == (seat, options)
    told = await stack.bodies()
    assert [body.text for body in told] == [catalog().say("shell.new_rules")]


async def test_seeds_of_real_games_are_long(stack: Stack) -> None:
    games = GameService(stack.store, STANDARD_BOX)
    done = await games.start(stack.press(ADA), GameOptions(2), PEOPLE[:2])
    snapshot = (await stack.stored(done.game)).snapshot
    long_numbers = [part for part in snapshot.replace(",", ":").split(":") if len(part) > 30]
    assert long_numbers
