"""People who end one game after the other."""

from dataclasses import dataclass

from bot.model.invocation import ChannelRef, Invocation
from bot.model.rows import NewGame, PersonRow, Via
from bot.services.games.table import snapshot_of
from bot.standin import Message, StandIn, UserClient
from bot.standin.layout import buttons, pictures, text
from bot.words import catalog
from engine import Game, GameOptions
from tests.kit.games import play
from tests.kit.hall import PATIENCE, Hall
from tests.kit.presses import submit
from tests.kit.whole import Player, called, has_turn_button

FINAL = catalog().say("score.final").strip("*")
MOST_TURNS = 400


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


async def pressed(person: UserClient, message: Message, label: str) -> Message:
    return await (await person.press(message, label)).response()


async def next_post(player: Player, after: int) -> Message:
    """The first post of the bot after a message that calls somebody or ends the game."""

    def wanted(message: Message) -> bool:
        return message.id > after and (has_turn_button(message) or FINAL in text(message))

    return await player.person.waits_for(player.table, wanted)


async def play_to_the_end(players: list[Player]) -> Message:
    """Let each person whom a post calls take their turn, until the final score is posted."""
    post = await next_post(players[0], 0)
    for _ in range(MOST_TURNS):
        if FINAL in text(post):
            return post
        player = next(one for one in players if one.person.id == called(post))
        await player.take_turn(post)
        post = await next_post(player, post.id)
    raise AssertionError("the game does not end")


def posts_tell_everything(server: StandIn, players: list[Player]) -> None:
    """Every post has pictures with alt texts."""
    for message in server.app_messages(players[0].table):
        for picture in pictures(message):
            assert picture.data.startswith(b"\x89PNG")
            assert 0 < len(picture.alt) <= 1024
