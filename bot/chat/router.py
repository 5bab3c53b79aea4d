"""One place for every press: custom id -> what it means -> the desk.

Buttons are answered after a restart as before it, because nothing about them is remembered.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, cast

import discord

from bot.chat.commands.forgetting import forget_now
from bot.chat.handlers import between_turns as between
from bot.chat.handlers import consent as agreeing
from bot.chat.handlers import results as records
from bot.chat.handlers import tryouts as planning
from bot.chat.handlers.opening import open_table, play_alone
from bot.chat.handlers.starting import start_lobby
from bot.chat.interaction.desk import Context, Desk, lobby_sheet
from bot.chat.interaction.reply import ReplyMode
from bot.chat.messages.components import ClassicMessage, CustomId, Scope, typed_in
from bot.model.buttons import PublicButton
from bot.model.errors import Problem, UserError
from bot.present.wizard import tokens
from bot.services.people.forgetting import SURE
from bot.services.play.lobbies import TableOption

MODAL: Final = discord.InteractionType.modal_submit
IN_PLACE: Final = frozenset({Problem.NOT_YOUR_TURN, Problem.GAME_OVER, Problem.NO_GAME})
"""What makes a whole wizard pointless: it is told in place of it."""


PRIVATE: Final = (f"{PublicButton.LOG}:", f"{PublicButton.SURE}:", PublicButton.BACK)
"""Controls that, under a private message, are answered in its place."""


class Router:
    """Answers the presses of buttons and menus."""

    def __init__(self, desk: Desk) -> None:
        """Answer with the services of `desk`."""
        self._desk = desk

    async def dispatch(self, interaction: discord.Interaction) -> None:
        """Answer a component; presses that mean nothing any more get a kind word."""
        control = CustomId.load(str(_data(interaction).get("custom_id", "")))
        if control is None:
            await self._desk.serve(interaction, ReplyMode.PRIVATE, _outdated)
            return
        match control.scope:
            case Scope.WIZARD:
                await self._wizard(interaction, control)
            case Scope.TRY:
                await self._try(interaction, control)
            case Scope.TABLE if control.answer == PublicButton.REMATCH:
                await self._rematch(interaction, control)
            case Scope.TABLE:
                await self._table(interaction, control)
            case Scope.LOBBY:
                await self._lobby(interaction, control)
            case Scope.RECORDS:
                await self._records(interaction, control)
            case Scope.PERSON:
                await self._person(interaction, control)

    async def _wizard(self, interaction: discord.Interaction, control: CustomId) -> None:
        answer = _answer(interaction, control)

        async def work(ctx: Context) -> None:
            if answer == tokens.TRY:
                await planning.show_try(self._desk, ctx, control.game)
                return
            try:
                page = await self._desk.wizard.follow(
                    ctx.invocation, control.game, control.step, answer, ctx.words
                )
            except UserError as sorry:
                await _in_place(ctx, sorry)
            else:
                await self._desk.show_page(ctx, page)

        await self._desk.serve(interaction, ReplyMode.UPDATE, work)

    async def _try(self, interaction: discord.Interaction, control: CustomId) -> None:
        answer = _answer(interaction, control)

        async def work(ctx: Context) -> None:
            try:
                await planning.follow_try(self._desk, ctx, replace(control, answer=answer))
            except UserError as sorry:
                await _in_place(ctx, sorry)

        await self._desk.serve(interaction, ReplyMode.UPDATE, work)

    async def _table(self, interaction: discord.Interaction, control: CustomId) -> None:
        desk, game = self._desk, control.game
        answer = _answer(interaction, control)

        async def work(ctx: Context) -> None:
            button, _, argument = answer.partition(":")
            match button:
                case PublicButton.TURN:
                    page = await desk.wizard.open(ctx.invocation, game, ctx.words)
                    await desk.show_page(ctx, page)
                case PublicButton.CITY:
                    await desk.show_picture(ctx, game, int(argument))
                case PublicButton.BOARD:
                    await desk.show_picture(ctx, game, None)
                case PublicButton.LOG:
                    await desk.show_log(ctx, game, int(argument or 0))
                case PublicButton.SCORE:
                    await desk.show_score(ctx, game)
                case PublicButton.STATUS:
                    await desk.show_status(ctx, game)
                case _:
                    await self._between(ctx, game, button, argument)

        message = interaction.message
        private = message is not None and message.flags.ephemeral
        in_place = private and answer.startswith(PRIVATE)
        await desk.serve(interaction, ReplyMode.UPDATE if in_place else ReplyMode.PRIVATE, work)

    async def _between(self, ctx: Context, game: int, button: str, argument: str) -> None:
        match button:
            case PublicButton.SINCE:
                await between.show_since(self._desk, ctx, game)
            case PublicButton.VOTE:
                await between.vote(self._desk, ctx, game, argument)
            case PublicButton.TRY:
                await planning.show_try(self._desk, ctx, game)
            case PublicButton.NOTE if ctx.interaction.type is MODAL:
                note = typed_in(_data(ctx.interaction))
                await planning.keep_note(self._desk, ctx, game, note)
            case PublicButton.NOTE:
                await planning.show_note(self._desk, ctx, game)
            case PublicButton.SEAT:
                await between.take_seat(self._desk, ctx, game, argument)
            case _:
                await self._agreeing(ctx, game, button, argument)

    async def _agreeing(self, ctx: Context, game: int, button: str, argument: str) -> None:
        match button:
            case PublicButton.BACK if argument:
                await agreeing.take_back(self._desk, ctx, game, argument)
            case PublicButton.BACK:
                await agreeing.show_turns(self._desk, ctx, game)
            case PublicButton.AGREE:
                await agreeing.answer(self._desk, ctx, game, argument)
            case PublicButton.SURE:
                await agreeing.confirmed(self._desk, ctx, game, argument)
            case PublicButton.ALONE:
                await agreeing.alone(self._desk, ctx, game, argument)
            case _:
                raise UserError(Problem.OUTDATED)

    async def _rematch(self, interaction: discord.Interaction, control: CustomId) -> None:
        async def work(ctx: Context) -> None:
            await records.rematch(self._desk, ctx, control.game)

        await self._desk.serve(interaction, ReplyMode.PUBLIC, work)

    async def _records(self, interaction: discord.Interaction, control: CustomId) -> None:
        async def work(ctx: Context) -> None:
            await records.turn_page(self._desk, ctx, control.answer)

        await self._desk.serve(interaction, ReplyMode.UPDATE, work)

    async def _person(self, interaction: discord.Interaction, control: CustomId) -> None:
        async def work(ctx: Context) -> None:
            if control.answer != SURE:
                raise UserError(Problem.OUTDATED)
            await forget_now(self._desk, ctx)

        await self._desk.serve(interaction, ReplyMode.UPDATE, work)

    async def _lobby(self, interaction: discord.Interaction, control: CustomId) -> None:
        desk = self._desk

        async def work(ctx: Context) -> None:
            button, _, argument = control.answer.partition(":")
            match button:
                case PublicButton.JOIN:
                    lobby = await desk.lobbies.join(ctx.invocation)
                case PublicButton.LEAVE:
                    await desk.leave_lobby(ctx)
                    return
                case PublicButton.OPTIONS:
                    lobby = await desk.lobbies.toggle(ctx.invocation, TableOption(argument))
                case PublicButton.START:
                    await start_lobby(desk, ctx)
                    return
                case PublicButton.SOLO:
                    await play_alone(desk, ctx)
                    return
                case PublicButton.NEW:
                    await open_table(desk, ctx)
                    return
                case _:
                    raise UserError(Problem.OUTDATED)
            await ctx.reply.show(lobby_sheet(lobby))

        anew = control.answer == PublicButton.NEW or _sleeps(interaction)
        await desk.serve(interaction, ReplyMode.PUBLIC if anew else ReplyMode.UPDATE, work)


def _sleeps(interaction: discord.Interaction) -> bool:
    """Whether a press came from an archived thread: a new message wakes it, an edit is refused."""
    return isinstance(interaction.channel, discord.Thread) and interaction.channel.archived


def _data(interaction: discord.Interaction) -> Mapping[str, object]:
    return cast(Mapping[str, object], interaction.data or {})


def _answer(interaction: discord.Interaction, control: CustomId) -> str:
    """The token of the button that was pressed, or of the option that was chosen."""
    values = _data(interaction).get("values")
    return str(values[0]) if isinstance(values, list) and values else control.answer


async def _in_place(ctx: Context, sorry: UserError) -> None:
    """Tell what makes a private page pointless in place of it; raise any other trouble."""
    if sorry.problem not in IN_PLACE:
        raise sorry
    await ctx.reply.show(ClassicMessage(ctx.words.say(sorry.problem, **sorry.slots)))


async def _outdated(_visit: Context) -> None:
    raise UserError(Problem.OUTDATED)
