"""The one way in which an interaction is answered: commands and presses alike."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

import discord
from discord import ComponentType, InteractionType, app_commands

from bot.chat import routes
from bot.chat.components import ClassicMessage, data_of
from bot.chat.delivery.failures import FAILED, NETWORK
from bot.chat.delivery.permissions import answers_alone, via_of
from bot.chat.handlers.services import Services
from bot.chat.interaction.context import Context, invocation_of, is_of_its_message, words_of
from bot.chat.interaction.pressed_page import ShownPages
from bot.chat.interaction.reply import Reply, ReplyMode
from bot.chat.interaction.traffic import LATE_ANSWER_SECONDS, Lateness
from bot.model import buttons, messages, rows, telemetry
from bot.model.custom_ids import read_press
from bot.model.errors import Problem, UserError, report_bug
from bot.present.posts.call_posts import games_page
from bot.present.questions import refusal_text
from bot.services.people import RateVerdict
from bot.words import Catalog, catalog
from engine import IllegalAction

_LOGGER = logging.getLogger(__name__)

_FAILURES: Final[Mapping[str, Mapping[bool | None, Problem]]] = {
    Problem.UNEXPECTED: {
        False: Problem.UNEXPECTED,
        True: Problem.NOT_SHOWN,
        None: Problem.UNEXPECTED,
    },
    Problem.UNAVAILABLE: {
        False: Problem.UNAVAILABLE,
        True: Problem.SAVED_UNSHOWN,
        None: Problem.UNSURE,
    },
}
"""The problem that a person reads about, by whether the press was saved before the failure."""
_NOT_HERE: Final = frozenset({Problem.NO_GAME, Problem.GAME_OVER, Problem.NOT_A_PLAYER})
"""The problems of a command that finds no game of its person in the channel."""
_LONGEST_LOOK: Final = 2.0
"""Seconds for which a person who has an error to read waits for the database besides."""
_LAST_WORDS: Final = "Something went wrong on my side. `/bonfire board` shows the table."
"""The text for a person where the words for an error fail as well."""
_MOST_KNOWN: Final = 10_000
"""Interactions that are remembered: those of some minutes at the most that one process answers."""


class Responder:
    """Leads presses to handlers in a context, and answers kindly where one of these fails."""

    def __init__(self, of: Services, handlers: Iterable[object]) -> None:
        """Answer by these handlers, which are made of these services."""
        self.of = of
        self._table = routes.button_table(handlers)
        self.clock = of.games.clock
        self.lateness = Lateness(self.clock)
        self._pages = ShownPages()
        self._known: OrderedDict[int, None] = OrderedDict()
        """The interactions that were answered last, the newest behind."""

    @property
    def kinds(self) -> frozenset[type]:
        """The kinds of buttons that a handler answers."""
        return frozenset(self._table)

    async def dispatch(self, interaction: discord.Interaction) -> None:
        """Answer a press; one that means nothing any more gets a kind word."""
        data = data_of(interaction)
        of_ours = data.get("component_type") == ComponentType.string_select.value
        chosen = (of_ours and data.get("values")) or (None,)
        press = read_press(str(data.get("custom_id", "")), chosen[0])
        telemetry.note_work(command=type(press.value).__name__, game=press.game or None)
        # A button of a feature that is left out hangs in channels all the same.
        route, handler = self._table.get(type(press.value)) or self._table[buttons.Outdated]
        mode = route.mode if isinstance(route.mode, ReplyMode) else route.mode(interaction)

        async def answer(ctx: Context) -> None:
            if press.game:
                shown = press.bound.revision if is_of_its_message(interaction, press) else 0
                await self._must_be_shown(ctx, press.game, shown)
            await routes.method_of(handler, route)(ctx, **route.arguments(interaction, press))

        await self.answer(interaction, mode, answer)

    async def _must_be_shown(self, ctx: Context, game: int, shown: int) -> None:
        """Raise UserError for a game elsewhere that the person neither plays nor sees.

        Anybody can make up a press for any game: that way nobody may learn even whether it is over.
        """
        place, players = await self.of.games.place(game, shown)
        if all(player.id != ctx.invocation.person.id for player in players):
            await self.of.visibility.must_be_seen(ctx.interaction, ctx.invocation.channel, place)

    async def answer(
        self,
        interaction: discord.Interaction,
        mode: ReplyMode,
        handler: Callable[[Context], Awaitable[None]],
    ) -> None:
        """Answer an interaction by a handler, or by the error that the handler raises."""
        if not self._is_new(interaction.id):
            _LOGGER.warning("Discord delivered the same interaction twice; ignoring the second one")
            return
        _LOGGER.debug("a press or a command has arrived")
        words = words_of(interaction)
        verdict = self.of.limits.press(interaction.user.id)
        if verdict is RateVerdict.MORE and interaction.message is not None:
            await _take_note(interaction)
            return
        if verdict is not RateVerdict.NONE:
            handler = refusing(UserError("limit.presses"))
        elif until := self._silenced_until(interaction.user):
            shown = discord.utils.format_dt(until, "R")
            handler = refusing(UserError("shell.timed_out", until=shown))
        late, courtesy = self.lateness.of(interaction), self._courtesy(mode)
        if courtesy:
            await self.clock.sleep(courtesy)
            late += courtesy
        async with Reply(
            interaction,
            mode,
            self.clock,
            self.of.outbox.mentions,
            self._pages,
            self.of.traffic,
            late,
            courteous=courtesy > 0,
        ) as reply:
            is_doubtful = courtesy or late > LATE_ANSWER_SECONDS
            if is_doubtful and not await reply.announce():
                # The person was told that nothing happened, and Discord that it happens no more;
                # or another process was there first, and does what was asked.
                self.of.traffic.drop()
                return
            changes = self.of.store.changes
            with self.of.traffic.one():
                try:
                    self.of.traffic.check()
                    ctx = await self._context(interaction, words, reply)
                    words = ctx.words
                    await handler(ctx)
                except Exception as error:  # noqa: BLE001 - the one place where errors end
                    await self._explain(error, interaction, reply, words)
                finally:
                    _LOGGER.debug("the answer was sent")
                    if self.of.store.changes != changes:
                        self.of.outbox.kick()
                        self.of.bots.kick()
                    self.of.tags.look(interaction.channel_id)
                if _can_carry(interaction) and interaction.channel_id:
                    await self._open_door(interaction)

    def _courtesy(self, mode: ReplyMode) -> float:
        """The seconds for which a press is left to another process with the same token.

        Nothing can go before a form.
        """
        return 0.0 if mode is ReplyMode.FORM else self.of.traffic.precedence.courtesy()

    async def _explain(
        self, error: Exception, interaction: discord.Interaction, reply: Reply, words: Catalog
    ) -> None:
        """Tell a person what went wrong; raises nothing, for nobody else would answer them."""
        try:
            answer = await self._sorry(error, interaction, words)
        except Exception as worse:  # noqa: BLE001 - whatever it is, the person gets an answer
            report_bug(worse)
            answer = ClassicMessage(_LAST_WORDS)
        try:
            await reply.tell(answer)
        except FAILED as untold:
            _LOGGER.warning("answer failed: %s", untold)

    async def _sorry(
        self, error: Exception, interaction: discord.Interaction, words: Catalog
    ) -> ClassicMessage:
        """Return what a person reads of an error: also whether the press has had its effect.

        A command that finds no game of theirs leads to those that there are.
        """
        if isinstance(error, IllegalAction):
            return ClassicMessage(refusal_text(error.refusal, words))
        sorry = error if isinstance(error, UserError) else report_bug(error)
        problem = sorry.problem
        if problem in _FAILURES:
            problem = _FAILURES[problem][await self._was_saved(interaction)]
        text = words.say(problem, **sorry.slots)
        if problem not in _NOT_HERE or interaction.type is not InteractionType.application_command:
            return ClassicMessage(text)
        person = interaction.user.id
        games = await self.of.store.read(lambda tx: tx.clocks.games_of(person))
        if not games:
            return ClassicMessage(text)
        page = games_page(person, games, words)
        return ClassicMessage(messages.paragraphs(text, page.text), links=page.links)

    async def _was_saved(self, interaction: discord.Interaction) -> bool | None:
        """Say whether a press has had its effect; None where the database does not tell."""
        with contextlib.suppress(Exception):
            async with asyncio.timeout(_LONGEST_LOOK):
                return await self.of.store.read(lambda tx: tx.processed.knows(interaction.id))
        return None

    async def _open_door(self, interaction: discord.Interaction) -> None:
        """Let an answered press carry posts; one that fails to is followed by the next one."""
        try:
            await self.of.outbox.open_door(interaction)
        except Exception:
            _LOGGER.exception(
                "posting again what channel %d had lost failed", interaction.channel_id
            )

    def _is_new(self, interaction: int) -> bool:
        """Say whether an interaction comes for the first time to this process."""
        if interaction in self._known:
            return False
        self._known[interaction] = None
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        return True

    def _silenced_until(self, user: discord.User | discord.Member) -> datetime | None:
        """The end of the timeout into which a moderator has put somebody, if it is not over."""
        until = user.timed_out_until if isinstance(user, discord.Member) else None
        over = until is None or until.timestamp() <= self.clock.now()
        return None if over else until

    async def _context(
        self, interaction: discord.Interaction, client: Catalog, reply: Reply
    ) -> Context:
        """The context of the handler; `client` is the language of the person's client."""
        invocation = invocation_of(interaction)
        person, guild = invocation.person.id, invocation.channel.guild
        chosen = await self.of.preferences.here(person, guild)
        await self.of.languages.heard(person, chosen, client.locale)
        words = catalog(chosen.language or client.locale, chosen.appearance.numbers)
        words = self.of.outbox.symbols.on(words)
        look, first = chosen.appearance, chosen.words_first
        return Context(interaction, invocation, words, reply, look, self.of.outbox, first)

    def passes_over(self, interaction: discord.Interaction) -> bool:
        """Say whether a completion does no work; it then counts as dropped.

        Nobody waits for it any more, or somebody asks for more of them than they can type for.
        """
        late = self.lateness.of(interaction) > LATE_ANSWER_SECONDS
        dropped = late or not self.of.limits.complete(interaction.user.id)
        if dropped:
            self.of.traffic.drop()
        return dropped

    async def offer(
        self, interaction: discord.Interaction, choices: Sequence[app_commands.Choice[str]]
    ) -> None:
        """Offer choices to who is typing; ends the task where Discord no longer takes them.

        Of any other exception discord.py would log a traceback, or it would answer once more.
        """
        try:
            await interaction.response.autocomplete(choices)
        except FAILED as error:
            _LOGGER.info("completion failed: %s", error)
            self.of.traffic.drop()
            raise asyncio.CancelledError from error

    async def words_for(self, interaction: discord.Interaction) -> Catalog:
        """The catalog of what a person is offered while they type."""
        client = words_of(interaction).locale
        return catalog(await self.of.languages.of_person(interaction.user.id, client))


def begin_log(interaction: discord.Interaction) -> None:
    """Name an interaction in each log line of the task that answers it."""
    command = interaction.command
    telemetry.begin_work(
        interaction=interaction.id,
        channel=interaction.channel_id,
        command=None if command is None else command.qualified_name,
    )


async def _take_note(interaction: discord.Interaction) -> None:
    """Let a press pass in silence: the person knows why already."""
    with contextlib.suppress(discord.HTTPException, *NETWORK):
        await interaction.response.defer()


def refusing(sorry: UserError) -> Callable[[Context], Awaitable[None]]:
    """Return a handler that only raises an error, so that the person reads it."""

    async def refuse(_ctx: Context) -> None:
        raise sorry

    return refuse


def _can_carry(interaction: discord.Interaction) -> bool:
    """Say whether a press is to carry publicly what its channel does not take from the bot."""
    return via_of(interaction) is rows.Via.FOLLOWUP and not answers_alone(interaction)
