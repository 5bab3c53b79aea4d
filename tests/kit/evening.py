"""People who end one game after the other."""

from dataclasses import dataclass

from bot.model.invocation import ChannelRef, Invocation
from bot.model.rows import NewGame, PersonRow, Via
from bot.services.games.table import snapshot_of
from bot.standin import Channel, Message, UserClient
from bot.standin.layout import buttons
from engine import Game, GameOptions
from tests.kit.games import play
from tests.kit.presses import submit
from tests.whole.conftest import Hall

PATIENCE = 30.0
"""Seconds for posts with pictures on a busy machine."""


def almost_over(options: GameOptions, seed: int) -> Game:
    """A game that its next answer ends."""
    whole = play(Game.new(options, seed), seed)
    return play(Game.new(options, seed), seed, whole.move_count - 1)


@dataclass(frozen=True, slots=True)
class Evening:
    """The people of a hall who play one game after the other."""

    hall: Hall

    def people(self, count: int) -> tuple[UserClient, ...]:
        return self.hall.people[:count]

    async def last_answer(self, options: GameOptions, seed: int = 3) -> Message:
        """Put a game on the table that is almost over, and end it; returns the last post."""
        game, services = almost_over(options, seed), self.hall.client.services
        rows = tuple(
            PersonRow(one.id, one.user.display_name) for one in self.people(options.players)
        )
        here = (self.hall.table.id, self.hall.guild.id, "en")
        number = await services.store.write(
            lambda tx: tx.games.add(NewGame(*here, "{}", snapshot_of(game), rows))
        )
        assert game.waiting is not None
        press = Invocation(number, rows[game.waiting.seat], ChannelRef(*here, Via.CHANNEL))
        await submit(services.games, press, number, game.legal_actions()[:1])
        services.outbox.kick()
        return await self.hall.people[0].waits_for(
            self.hall.table, lambda m: any(one.label == "Rematch" for one in buttons(m)), PATIENCE
        )

    async def asked(self, person: UserClient, *path: str, room: Channel | None = None) -> Message:
        """What a command answers privately."""
        asked = await person.slash(room or self.hall.table, "bonfire", *path)
        answer = await asked.response()
        assert answer.ephemeral_for == person.id
        return answer


async def pressed(person: UserClient, message: Message, label: str) -> Message:
    return await (await person.press(message, label)).response()
