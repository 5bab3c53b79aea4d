"""How to go on without somebody: votes, and seats that they make free."""

from dataclasses import dataclass

from bot.chat.delivery.outbox import Outbox
from bot.chat.interaction.context import Context
from bot.model.buttons import CastVote
from bot.model.custom_ids import ButtonPress
from bot.services.consent.votes import VoteService
from bot.services.games.service import GameService


@dataclass(frozen=True, slots=True)
class VoteHandlers:
    """Opens votes, and counts them."""

    games: GameService
    votes: VoteService
    outbox: Outbox

    async def ask(self, ctx: Context) -> None:
        """Ask the others publicly how to go on."""
        done = await self.votes.ask(ctx.invocation, await self.games.game_in(ctx.channel))
        await ctx.say("vote.asked")
        self.outbox.attach(done.posts, ctx.interaction)

    async def cast(self, ctx: Context, press: ButtonPress[CastVote]) -> None:
        """Count a vote."""
        turn, option = press.value.turn, press.value.option
        counted = await self.votes.cast(ctx.invocation, press.game, turn, option)
        way = ctx.words.say(f"vote.button.{option}")
        if counted.done is None:
            await ctx.tell("vote.counted", way=way, have=counted.have, need=counted.need)
            return
        await ctx.tell("vote.decided", way=way)
        self.outbox.attach(counted.done.posts, ctx.interaction)

    async def take_seat(self, ctx: Context, game: int, vote: int) -> None:
        """Let the person sit down on the seat that a vote made free."""
        done = await self.votes.take_seat(ctx.invocation, game, vote)
        await ctx.tell("vote.seated")
        self.outbox.attach(done.posts, ctx.interaction)
