"""The one way in which an interaction is answered: commands and presses alike."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import discord

from bot.chat.delivery.outbox import Outbox
from bot.chat.interaction.context import Context, invocation_of, words_of
from bot.chat.interaction.permissions import via_of
from bot.chat.interaction.reply import Reply, ReplyMode
from bot.chat.interaction.traffic import Traffic
from bot.model.clock import Clock
from bot.model.errors import UserError, report_bug
from bot.model.rows import Via
from bot.present.refusals import refusal_text
from bot.services.calls.bot_seats import BotSeats
from bot.services.people.languages import LanguageService
from bot.services.people.preferences import PreferenceService
from bot.words import Catalog, catalog
from engine import IllegalAction

Options = ParamSpec("Options")

Handler = Callable[Concatenate[Context, Options], Awaitable[None]]
Callback = Callable[Concatenate[discord.Interaction, Options], Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Responder:
    """Gives handlers their context, and answers whatever goes wrong in them kindly."""

    preferences: PreferenceService
    languages: LanguageService
    clock: Clock
    traffic: Traffic
    outbox: Outbox
    bots: BotSeats

    def __call__(self, mode: ReplyMode) -> Callable[[Handler[Options]], Callback[Options]]:
        """Make a handler the callback of a command, which is answered in this mode.

        discord.py reads the options of the command from the signature of the handler.
        """

        def decorate(handler: Handler[Options]) -> Callback[Options]:
            @wraps(handler)
            async def callback(
                interaction: discord.Interaction, /, *args: Options.args, **kwargs: Options.kwargs
            ) -> None:
                await self.answer(interaction, mode, lambda ctx: handler(ctx, *args, **kwargs))

            return callback

        return decorate

    async def answer(
        self, interaction: discord.Interaction, mode: ReplyMode, handler: Handler[[]]
    ) -> None:
        """Answer an interaction by a handler; an error in it is told in its place."""
        words = words_of(interaction)
        async with Reply(interaction, mode, self.clock) as reply:
            try:
                with self.traffic.one():
                    ctx = await self._context(interaction, words, reply)
                    words = ctx.words
                    await handler(ctx)
            except UserError as sorry:
                await reply.tell(words.say(sorry.problem, **sorry.slots))
            except IllegalAction as refused:
                await reply.tell(refusal_text(refused.refusal, words))
            except Exception as error:  # noqa: BLE001 - the one place where bugs end
                bug = report_bug(error)
                await reply.tell(words.say(bug.problem, **bug.slots))
            finally:
                self.outbox.kick()
                self.bots.kick()
                if interaction.channel_id and via_of(interaction) is Via.FOLLOWUP:
                    await self.outbox.open_door(interaction.channel_id, interaction)

    async def _context(
        self, interaction: discord.Interaction, client: Catalog, reply: Reply
    ) -> Context:
        """What the handler is told; `client` is the language of the person's client."""
        invocation = invocation_of(interaction)
        person, guild = invocation.person.id, invocation.channel.guild
        chosen = await self.preferences.here(person, guild)
        await self.languages.heard(person, chosen, client.locale)
        words = catalog(chosen.language or client.locale, chosen.appearance.numbers)
        return Context(interaction, invocation, words, reply, chosen.appearance)

    async def words_for(self, interaction: discord.Interaction) -> Catalog:
        """The catalog of what a person is offered while they type."""
        client = words_of(interaction).locale
        return catalog(await self.languages.of_person(interaction.user.id, client))
