"""A kind of games that the bot does not have: one class and its line in a manifest."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from bot.chat.feature import Feature, all_kinds
from bot.features.listed import FEATURES
from bot.model import rows
from bot.model.errors import UserError
from bot.services.games.kind import GameKind, KindTable
from bot.store.store import Store, Transaction
from engine import Game, GameOptions
from tests.kit.presses import refused
from tests.kit.stack import PEOPLE, Stack

ALONE: Final = GameOptions(1)
PERSON: Final = PEOPLE[0]


@dataclass(frozen=True, slots=True)
class Ladder(GameKind):
    """A game on a rung of a ladder: each rung has its deal, and a game played out leads up."""

    name: ClassVar[str] = "ladder"
    counts: ClassVar[bool] = False
    gives_way: ClassVar[bool] = False
    keeps_turns: ClassVar[str | None] = "agree.sorry.challenge"
    rung: int

    @property
    def detail(self) -> str:
        """The number of the rung."""
        return str(self.rung)

    @classmethod
    def of(cls, detail: str) -> Self:
        """Return a game on a rung."""
        return cls(int(detail))

    async def deal(self, _store: Store, _new: Callable[[], Game]) -> Game:
        """Deal what everybody is dealt on this rung."""
        return Game.new(ALONE, self.rung)

    async def began(self, tx: Transaction, table: KindTable) -> None:
        """Note where the person stands; raises UserError while they play on another rung."""
        person = table.players[0].id
        before = await tx.handicaps.get(person)
        if before is not None and before.game is not None:
            raise UserError("shell.challenge_open")
        await tx.handicaps.put(person, rows.HandicapRow(self.rung, table.id))

    async def ended(self, tx: Transaction, table: KindTable) -> None:
        """Note the rung of the person's next game."""
        up = table.game.result is not None
        await tx.handicaps.put(table.players[0].id, rows.HandicapRow(self.rung + up, None))


LADDER: Final = Feature("ladder", handlers=lambda _: (), kind=Ladder)


async def climb(stack: Stack, rung: int, channel: int = 7) -> int:
    press = stack.press(PERSON, channel=channel)
    return (await stack.games.start(press, ALONE, (PERSON,), kind=Ladder(rung))).game


async def standing(stack: Stack) -> rows.HandicapRow | None:
    return await stack.store.read(lambda tx: tx.handicaps.get(PERSON.id))


async def test_another_kind_is_dealt_stored_read_again_and_ended(stack: Stack) -> None:
    kinds = all_kinds((*FEATURES, LADDER))
    stack.games.kinds = kinds
    game = await climb(stack, 12)
    assert await standing(stack) == rows.HandicapRow(12, game)
    async with stack.games.hold(game) as table:
        position = table.game.state_hash()
        assert position == Game.new(ALONE, 12).state_hash()
    await stack.restart()
    stack.games.kinds = kinds
    async with stack.games.hold(game) as table:
        assert table.kind == Ladder(12)
        assert table.game.state_hash() == position
    dice = random.Random(3)
    while await stack.status(game) is rows.Status.RUNNING:
        await stack.answer(game, dice)
    assert await standing(stack) == rows.HandicapRow(13, None)


async def test_another_kind_refuses(stack: Stack) -> None:
    stack.games.kinds = all_kinds((*FEATURES, LADDER))
    game = await climb(stack, 1)
    assert await refused(climb(stack, 2, channel=8)) == "shell.challenge_open"
    assert await standing(stack) == rows.HandicapRow(1, game)
    await stack.answer(game, random.Random(3))
    async with stack.games.hold(game) as table:
        revision = table.revision
    assert (
        await refused(stack.consent.go_back(stack.press(PERSON), game, revision, 0))
        == "agree.sorry.challenge"
    )


async def test_a_game_of_a_kind_that_is_left_out_goes_on_as_a_casual_one(stack: Stack) -> None:
    stack.games.kinds = all_kinds((*FEATURES, LADDER))
    game = await climb(stack, 1)
    await stack.restart()
    async with stack.games.hold(game) as table:
        assert type(table.kind) is GameKind
    await stack.answer(game, random.Random(3))
