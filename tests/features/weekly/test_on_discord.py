"""The deal of the week: one try each, in private, and nothing to learn before one is through."""

import json
from dataclasses import dataclass, field
from hashlib import sha256

import pytest

from bot.features.weekly.service import ParService, Weekly, WeeklyService
from bot.features.weekly.values import SECONDS_A_DAY, Par, closing, opening, week_at
from bot.model import buttons, settings
from bot.model.results import Board
from bot.standin import Message, UserClient
from bot.standin.layout import text
from engine import Game, actions
from engine.agents.levels import Level
from engine.agents.players import PLAYERS
from tests.kit.hall import Hall
from tests.kit.pages import choose, looked, made_up
from tests.kit.whole import end_alone, labels

PLAY = "Play the deal"
EARLIER = "◀ Week before"
FAIR = "How do I know it is fair?"


async def page(person: UserClient, hall: Hall) -> Message:
    return await (await person.slash(hall.table, "bonfire", "weekly")).response()


async def begin(person: UserClient, hall: Hall) -> Message:
    asked = await page(person, hall)
    return await (await person.press(asked, PLAY)).response()


async def turn_to(hall: Hall, moment: float) -> None:
    hall.clock.advance(moment - hall.clock.now())
    await hall.clock.still.come()


async def fairness(person: UserClient, asked: Message) -> str:
    """Look behind the button of a page; returns what it tells of the deal."""
    assert FAIR in labels(asked)
    told = await (await person.press(asked, FAIR)).response()
    assert labels(told) == ["Back to the deal"]
    return text(told)


async def game_of(hall: Hall, person: UserClient) -> int:
    """The number of the game in which somebody plays the deal of this week."""
    week = week_at(hall.clock.now())
    attempt = await hall.client.services.store.read(
        lambda tx: tx.of(Weekly).attempt(week, person.id)
    )
    assert attempt is not None
    assert attempt.game is not None
    return attempt.game


async def finish(hall: Hall, person: UserClient, total: int | None, tom: int = 70) -> None:
    """Let a game be over with so many points, whatever was played."""
    game = await game_of(hall, person)
    await hall.client.services.store.write(lambda tx: tx.of(Weekly).finish(game, total, tom))


async def test_the_deal_is_begun_once_from_a_server_in_direct_messages(hall: Hall) -> None:
    ada, bo, *_ = hall.people
    assert labels(await page(ada, hall)) == [PLAY, EARLIER, FAIR]
    told = await begin(ada, hall)
    assert "The game begins in our direct messages" in text(told)
    await ada.waits_for(ada.dm(), lambda message: "your turn" in text(message))
    assert hall.server.app_messages(hall.table) == ()
    again = await page(ada, hall)
    assert "in our direct messages" in text(again)
    assert labels(again) == [EARLIER, FAIR]
    assert labels(await page(bo, hall)) == [PLAY, EARLIER, FAIR]


async def test_nobody_has_two_tries(hall: Hall) -> None:
    ada, *_ = hall.people
    asked = await page(ada, hall)
    await (await ada.press(asked, PLAY)).response()
    twice = await (await ada.press(asked, PLAY)).response()
    assert "just one" in text(twice)
    await ada.waits_for(ada.dm(), lambda message: "your turn" in text(message))
    await end_alone(ada, ada.dm())
    assert "gave up" in text(await page(ada, hall))
    assert "just one" in text(await (await ada.press(asked, PLAY)).response())


async def test_everybody_gets_the_same_deal(hall: Hall) -> None:
    services = hall.client.services
    games = []
    for person in hall.people[:2]:
        await begin(person, hall)
        async with services.games.hold(await game_of(hall, person)) as table:
            games.append(table.game.dump())
    assert games[0] == games[1]


async def test_who_is_not_through_sees_the_same_whatever_the_others_did(hall: Hall) -> None:
    ada, bo, cy, di = hall.people
    for person in (ada, bo, cy):
        await begin(person, hall)
    before = [text(await page(person, hall)) for person in (cy, di)]
    await finish(hall, ada, 81)
    await finish(hall, bo, None)
    store, week = hall.client.services.store, week_at(hall.clock.now())
    await store.write(lambda tx: tx.of(Weekly).put_par(Par(week, Level.EXPERT, 99, 66)))
    assert [text(await page(person, hall)) for person in (cy, di)] == before
    told = text(await page(ada, hall))
    assert "You scored **81**" in told
    assert "**1** Ada: **+11** (81, Tom 70)" in told
    assert "Bo: gave up" in told
    assert "expert +33 (99, Tom 66)" in told
    assert "Cy" not in told
    assert "you're ahead." in told


async def test_results_name_people_of_the_server_alone(hall: Hall) -> None:
    ada, bo, cy, _ = hall.people
    elsewhere = hall.server.text_channel(hall.server.guild("Elsewhere", bo), "talk")
    await begin(ada, hall)
    asked = await (await bo.slash(elsewhere, "bonfire", "weekly")).response()
    await (await bo.press(asked, PLAY)).response()
    await begin(cy, hall)
    for person, total in ((ada, 60), (bo, 70), (cy, 50)):
        await finish(hall, person, total)
    await choose(cy, hall.table, settings.Setting.LISTED, "off")
    told = text(await page(ada, hall))
    assert "Bo" not in told
    assert "Cy" not in told
    assert "You beat 50% of the 2 other people" in told
    assert "Cy" in text(await page(cy, hall))


async def test_lists_go_by_the_lead_over_tom(hall: Hall) -> None:
    ada, bo, cy, _ = hall.people
    for person, total, tom in ((ada, 80, 90), (bo, 61, 50), (cy, 50, 39)):
        await begin(person, hall)
        await finish(hall, person, total, tom)
    told = text(await page(ada, hall)).splitlines()
    assert "You beat 0% of the 2 other people on all servers." in told
    first, second, third = told[-3:]
    assert first == "**1** Bo: **+11** (61, Tom 50)"
    assert second.startswith("**1** Cy")
    assert second.endswith(": **+11** (50, Tom 39)")
    assert third == "**3** Ada: **\N{MINUS SIGN}10** (80, Tom 90)"


async def test_a_deal_closes_a_week_after_it_could_be_begun_and_is_told_then(hall: Hall) -> None:
    """What was public from the start is the digest of what is told in the end."""
    ada, bo, *_ = hall.people
    week = week_at(hall.clock.now())
    await turn_to(hall, opening(week) + 8 * SECONDS_A_DAY)
    week += 1
    await begin(ada, hall)
    store = hall.client.services.store
    deal = await store.read(lambda tx: tx.of(Weekly).get(week))
    assert deal is not None
    for person in (ada, bo):
        asked = await page(person, hall)
        assert deal.commitment not in text(asked)
        told = await fairness(person, asked)
        assert deal.commitment in told
        assert deal.salt not in told

    await turn_to(hall, opening(week + 1) + 1)
    earlier = await (await bo.press(await page(bo, hall), EARLIER)).response()
    assert "No one can start this deal anymore" in text(earlier)
    assert PLAY not in labels(earlier)
    await ada.waits_for(ada.dm(), lambda message: "your turn" in text(message))
    sealed = await (await ada.slash(ada.dm(), "bonfire", "export")).response()
    assert "stays sealed" in text(sealed)
    await end_alone(ada, ada.dm())
    sealed = await (await ada.slash(ada.dm(), "bonfire", "export")).response()
    assert "stays sealed" in text(sealed)

    await turn_to(hall, closing(week) + 1)
    last = await (await bo.press(await page(bo, hall), EARLIER)).response()
    closed = await (await bo.press(last, EARLIER)).response()
    assert "Ada: gave up" in text(closed)
    told = await fairness(bo, closed)
    assert "SHA-256" in told
    line = f"{week} {deal.seed} {deal.salt}"
    assert line in told
    assert sha256(line.encode()).hexdigest() == deal.commitment
    record = await (await ada.slash(ada.dm(), "bonfire", "export")).response()
    assert "sealed" not in text(record)


async def test_the_week_turns_in_the_middle_of_a_game(hall: Hall) -> None:
    """The game goes on and counts for its own week; the next deal can be begun behind it."""
    ada, *_ = hall.people
    await begin(ada, hall)
    week = week_at(hall.clock.now())
    await turn_to(hall, opening(week + 1) + 1)
    assert "finish it or end it" not in text(await page(ada, hall))
    busy = await begin(ada, hall)
    assert "Another game is still going" in text(busy)
    await ada.waits_for(ada.dm(), lambda message: "your turn" in text(message))
    await end_alone(ada, ada.dm())
    assert "The game begins in our direct messages" in text(await begin(ada, hall))
    store = hall.client.services.store
    attempts = [
        await store.read(lambda tx, at=at: tx.of(Weekly).attempt(at, ada.id))  # type: ignore[misc]
        for at in (week, week + 1)
    ]
    assert [attempt is not None and attempt.over for attempt in attempts] == [True, False]


async def test_a_suggestion_is_told_in_the_list(hall: Hall) -> None:
    ada, *_ = hall.people
    await begin(ada, hall)
    call = await ada.waits_for(ada.dm(), lambda message: "your turn" in text(message))
    turn = await (await ada.press(call, "Take your turn")).response()
    await (await ada.press(turn, "Suggest a turn")).response()
    await finish(hall, ada, 55)
    assert "(55, Tom 70), with help" in text(await page(ada, hall))


async def test_who_cannot_be_written_to_keeps_the_try(hall: Hall) -> None:
    ada, *_ = hall.people
    ada.user.accepts_dms = False
    told = await begin(ada, hall)
    assert "can't write to you" in text(told)
    assert labels(await page(ada, hall)) == [PLAY, EARLIER, FAIR]


@pytest.mark.parametrize("values", [(), (buttons.ShowStandings(Board.TABLES, 0),)])
async def test_no_list_of_results_tells_of_it(
    hall: Hall, values: tuple[buttons.ShowStandings, ...]
) -> None:
    ada, bo, *_ = hall.people
    await begin(ada, hall)
    await ada.waits_for(ada.dm(), lambda message: "your turn" in text(message))
    await end_alone(ada, ada.dm())
    for person in (ada, bo):
        told = text(await looked(person, hall.table, *values, command="results"))
        assert "Ada" not in told


@dataclass(frozen=True, slots=True)
class QuickThinker:
    """Thinks as the level that takes least time, and notes which one was asked for."""

    asked: list[Level] = field(default_factory=list)

    async def turn(
        self, game: Game, seat: int, level: Level, _key: int
    ) -> tuple[actions.Action, ...]:
        self.asked.append(level)
        return PLAYERS["random"](game, seat, len(self.asked)).answers


async def test_every_level_plays_the_deal_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    services, thinker = hall.client.services, QuickThinker()
    par = ParService(WeeklyService(services.store, services.games))
    monkeypatch.setattr(services.games, "thinker", thinker)
    await par.play_missing()
    assert thinker.asked == []
    await begin(hall.people[0], hall)
    await par.play_missing()
    week = week_at(hall.clock.now())
    results = await services.store.read(lambda tx: tx.of(Weekly).par(week))
    assert {one.level for one in results} == set(Level) == set(thinker.asked)
    deal = await services.store.read(lambda tx: tx.of(Weekly).get(week))
    assert deal is not None
    game = Game.load(json.loads(deal.snapshot))
    assert game.move_count == 0
    turns = len(thinker.asked)
    await par.play_missing()
    assert len(thinker.asked) == turns


async def test_the_game_stays_where_nobody_else_sees_it(hall: Hall) -> None:
    ada, *_ = hall.people
    await begin(ada, hall)
    await ada.waits_for(ada.dm(), lambda message: "your turn" in text(message))
    moved = await made_up(ada, hall.table, settings.MoveHere(await game_of(hall, ada)), 0)
    assert "stays in direct messages" in text(await moved.response())
