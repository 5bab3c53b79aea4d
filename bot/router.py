"""One place for every press: custom id -> what it means -> the desk.

Buttons are answered after a restart as before it, because nothing about them is remembered.
"""

from collections.abc import Mapping
from typing import Final, cast

import discord

from bot import between
from bot.desk import Desk, Visit, lobby_sheet
from bot.lobby import TableOption
from bot.prompt import PublicButton
from bot.reply import Manner
from bot.trouble import SorryError, Trouble
from bot.widgets import Control, Scope, Sheet

IN_PLACE: Final = frozenset({Trouble.NOT_YOUR_TURN, Trouble.GAME_OVER, Trouble.NO_GAME})
"""What makes a whole wizard pointless: it is told in place of it."""


class Router:
    """Answers the presses of buttons and menus."""

    def __init__(self, desk: Desk) -> None:
        """Answer with the services of `desk`."""
        self._desk = desk

    async def dispatch(self, interaction: discord.Interaction) -> None:
        """Answer a component; presses that mean nothing any more get a kind word."""
        control = Control.load(str(_data(interaction).get("custom_id", "")))
        if control is None:
            await self._desk.serve(interaction, Manner.PRIVATE, _outdated)
            return
        match control.scope:
            case Scope.WIZARD:
                await self._wizard(interaction, control)
            case Scope.TABLE:
                await self._table(interaction, control)
            case Scope.LOBBY:
                await self._lobby(interaction, control)

    async def _wizard(self, interaction: discord.Interaction, control: Control) -> None:
        values = _data(interaction).get("values")
        answer = str(values[0]) if isinstance(values, list) and values else control.answer

        async def work(visit: Visit) -> None:
            try:
                page = await self._desk.wizard.follow(
                    visit.press, control.game, control.step, answer, visit.words
                )
            except SorryError as sorry:
                if sorry.trouble not in IN_PLACE:
                    raise
                text = visit.words.say(sorry.trouble, **sorry.slots)
                await visit.reply.show(Sheet(text))
            else:
                await self._desk.show_page(visit, page)

        await self._desk.serve(interaction, Manner.UPDATE, work)

    async def _table(self, interaction: discord.Interaction, control: Control) -> None:
        desk, game = self._desk, control.game

        async def work(visit: Visit) -> None:
            button, _, argument = control.answer.partition(":")
            match button:
                case PublicButton.TURN:
                    page = await desk.wizard.open(visit.press, game, visit.words)
                    await desk.show_page(visit, page)
                case PublicButton.CITY:
                    await desk.show_picture(visit, game, int(argument))
                case PublicButton.BOARD:
                    await desk.show_picture(visit, game, None)
                case PublicButton.LOG:
                    await desk.show_log(visit, game, int(argument or 0))
                case PublicButton.SCORE:
                    await desk.show_score(visit, game)
                case PublicButton.STATUS:
                    await desk.show_status(visit, game)
                case _:
                    await self._between(visit, game, button, argument)

        message = interaction.message
        private = message is not None and message.flags.ephemeral
        paging = private and control.answer.startswith(f"{PublicButton.LOG}:")
        await desk.serve(interaction, Manner.UPDATE if paging else Manner.PRIVATE, work)

    async def _between(self, visit: Visit, game: int, button: str, argument: str) -> None:
        match button:
            case PublicButton.SINCE:
                await between.show_since(self._desk, visit, game)
            case PublicButton.VOTE:
                await between.vote(self._desk, visit, game, argument)
            case PublicButton.SEAT:
                await between.take_seat(self._desk, visit, game, argument)
            case _:
                raise SorryError(Trouble.OUTDATED)

    async def _lobby(self, interaction: discord.Interaction, control: Control) -> None:
        desk = self._desk

        async def work(visit: Visit) -> None:
            button, _, argument = control.answer.partition(":")
            match button:
                case PublicButton.JOIN:
                    lobby = await desk.lobbies.join(visit.press)
                case PublicButton.LEAVE:
                    await desk.leave_lobby(visit)
                    return
                case PublicButton.OPTIONS:
                    lobby = await desk.lobbies.toggle(visit.press, TableOption(argument))
                case PublicButton.START:
                    await desk.start_lobby(visit)
                    return
                case _:
                    raise SorryError(Trouble.OUTDATED)
            await visit.reply.show(lobby_sheet(lobby))

        await desk.serve(interaction, Manner.UPDATE, work)


def _data(interaction: discord.Interaction) -> Mapping[str, object]:
    return cast(Mapping[str, object], interaction.data or {})


async def _outdated(_visit: Visit) -> None:
    raise SorryError(Trouble.OUTDATED)
