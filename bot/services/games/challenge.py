"""The solo challenge: each result changes the handicap of the person's next game."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.model import rows
from bot.model.errors import UserError
from bot.services.games.kind import GameKind, KindTable
from bot.services.games.outcomes import ends_turn
from bot.store.store import Transaction
from engine import GameOptions, ids

FIRST_HANDICAP: Final = -10
_FOR_A_WIN: Final = 5
_FOR_A_LOSS: Final = -2
_PERSON: Final[ids.Seat] = 0


@dataclass(frozen=True, slots=True)
class Challenge(GameKind):
    """A game of the solo challenge: one at a time, and nothing in it is taken back."""

    name: ClassVar[str] = "challenge"
    gives_way: ClassVar[bool] = False
    keeps_seats: ClassVar[str | None] = "leaving.sorry.challenge"
    keeps_past: ClassVar[str | None] = "agree.sorry.challenge"

    async def began(self, tx: Transaction, table: KindTable) -> None:
        """Note that the person's challenge is open."""
        handicap = table.game.options.handicap
        assert handicap is not None, "a challenge has a handicap"
        await tx.handicaps.put(table.players[_PERSON].id, rows.HandicapRow(handicap, table.id))

    async def ended(self, tx: Transaction, table: KindTable) -> None:
        """Note the handicap of the person's next challenge."""
        value = await _next_handicap(tx, table)
        await tx.handicaps.put(table.players[_PERSON].id, rows.HandicapRow(value, None))

    async def again(
        self, tx: Transaction, options: GameOptions, person: int
    ) -> tuple[GameKind, GameOptions]:
        """Return the person's next challenge; raises UserError while one is open."""
        return self, replace(options, handicap=await challenge_of(tx, person))


CHALLENGE: Final = Challenge()


async def challenge_of(tx: Transaction, person: int) -> int:
    """Return the handicap of a person's next challenge; raises UserError while one is open."""
    challenge = await tx.handicaps.get(person)
    if challenge is not None and challenge.game is not None:
        raise UserError("shell.challenge_open")
    return FIRST_HANDICAP if challenge is None else challenge.value


async def _next_handicap(tx: Transaction, table: KindTable) -> int:
    """Return the handicap after a game; an abandoned one is lost once Tom has turned a card.

    He does so after each turn, and a turn that was taken back since counts too (rulings 68, 71).
    """
    handicap, result = table.game.options.handicap, table.game.result
    assert handicap is not None, "a challenge has a handicap"
    if result is not None:
        return next_handicap(handicap, result.winners)
    tom_played = any(map(ends_turn, await tx.games.log(table.id)))
    return handicap + _FOR_A_LOSS if tom_played else handicap


def next_handicap(value: int, winners: tuple[ids.Seat, ...]) -> int:
    """Return the handicap after a game with `value` (S1 Solo Play); both seats win in a draw."""
    if _PERSON not in winners:
        return value + _FOR_A_LOSS
    return value + _FOR_A_WIN if winners == (_PERSON,) else value
