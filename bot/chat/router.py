"""Which handler answers which button, and how: one table for all of them.

Buttons are answered after a restart as before it, because nothing about them is remembered.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from discord import Interaction, Thread

from bot.chat.app import Handlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.reply import ReplyMode
from bot.chat.messages.components import data_of
from bot.model.buttons import (
    AnswerQuestion,
    AskRematch,
    AskToGoBack,
    ButtonValue,
    CastVote,
    ConfirmAbandon,
    ConfirmForget,
    ConfirmGoBack,
    ConfirmResign,
    JoinLobby,
    LeaveLobby,
    OpenNewLobby,
    OpenTryout,
    Outdated,
    PlayOn,
    PlaySolo,
    ShowBoard,
    ShowCity,
    ShowLog,
    ShowScore,
    ShowSince,
    ShowStandings,
    ShowStatus,
    ShowTurns,
    StartLobby,
    TakeSeat,
    TakeTurn,
    TakeWin,
    ToggleOption,
    TryoutAnswer,
    TurnLogPage,
    TurnResultsPage,
    WizardAnswer,
    WriteNote,
)
from bot.model.custom_ids import ButtonPress, read_press
from bot.model.errors import Problem, UserError

Value = TypeVar("Value", bound=ButtonValue)
Mode = ReplyMode | Callable[[Interaction], ReplyMode]
"""How a press is answered, which can depend on where the button hangs."""


@dataclass(frozen=True, slots=True)
class Row:
    """What answers a button, and in which mode."""

    handler: Callable[[Context, ButtonPress[Any]], Awaitable[None]]
    mode: Mode


def _on(
    kind: type[Value],
    handler: Callable[[Context, ButtonPress[Value]], Awaitable[None]],
    mode: Mode = ReplyMode.EPHEMERAL,
) -> tuple[type, Row]:
    return kind, Row(handler, mode)


def in_place(interaction: Interaction) -> ReplyMode:
    """What is private already is answered in its place, else by a new private message."""
    message = interaction.message
    private = message is not None and message.flags.ephemeral
    return ReplyMode.EDIT if private else ReplyMode.EPHEMERAL


def in_lobby(interaction: Interaction) -> ReplyMode:
    """The message of a lobby is edited; in an archived thread a new one must wake the thread."""
    channel = interaction.channel
    asleep = isinstance(channel, Thread) and channel.archived
    return ReplyMode.PUBLIC if asleep else ReplyMode.EDIT


async def _refuse(_ctx: Context, _press: ButtonPress[Outdated]) -> None:
    raise UserError(Problem.OUTDATED)


def button_table(to: Handlers) -> Mapping[type, Row]:
    """For every kind of button its handler, and the mode of the answer."""
    edit, public = ReplyMode.EDIT, ReplyMode.PUBLIC
    rows = (
        _on(WizardAnswer, to.turns.follow, edit),
        _on(TryoutAnswer, to.tryouts.follow, edit),
        _on(TakeTurn, lambda ctx, press: to.turns.open(ctx, press.game)),
        _on(ShowBoard, lambda ctx, press: to.boards.show_board(ctx, press.game)),
        _on(ShowCity, lambda ctx, press: to.boards.show_city(ctx, press.game, press.value.seat)),
        _on(ShowSince, lambda ctx, press: to.boards.show_since(ctx, press.game)),
        _on(ShowStatus, lambda ctx, press: to.texts.show_status(ctx, press.game)),
        _on(ShowScore, lambda ctx, press: to.texts.show_score(ctx, press.game)),
        _on(ShowLog, lambda ctx, press: to.texts.show_log(ctx, press.game)),
        _on(
            TurnLogPage,
            lambda ctx, press: to.texts.show_log(ctx, press.game, press.value.page),
            in_place,
        ),
        _on(OpenTryout, lambda ctx, press: to.tryouts.open(ctx, press.game)),
        _on(WriteNote, to.notes.follow),
        _on(AskRematch, lambda ctx, press: to.opening.rematch(ctx, press.game), public),
        _on(CastVote, to.votes.cast),
        _on(TakeSeat, lambda ctx, press: to.votes.take_seat(ctx, press.game, press.value.vote)),
        _on(ShowTurns, lambda ctx, press: to.consent.show_turns(ctx, press.game), in_place),
        _on(
            AskToGoBack,
            lambda ctx, press: to.consent.take_back(ctx, press.game, press.value.turn),
            in_place,
        ),
        _on(ConfirmGoBack, to.consent.go_back, in_place),
        _on(AnswerQuestion, to.consent.answer),
        _on(ConfirmAbandon, lambda ctx, press: to.consent.abandon_alone(ctx, press.game), in_place),
        _on(ConfirmResign, lambda ctx, press: to.leaving.resign(ctx, press.game), in_place),
        _on(TakeWin, lambda ctx, press: to.leaving.take_win(ctx, press.game)),
        _on(PlayOn, lambda ctx, press: to.leaving.play_on(ctx, press.game)),
        _on(JoinLobby, lambda ctx, _: to.lobby.join(ctx), in_lobby),
        _on(LeaveLobby, lambda ctx, _: to.lobby.leave(ctx), in_lobby),
        _on(StartLobby, lambda ctx, _: to.starting.start_lobby(ctx), in_lobby),
        _on(
            ToggleOption,
            lambda ctx, press: to.lobby.toggle(ctx, press.value.option),
            in_lobby,
        ),
        _on(PlaySolo, lambda ctx, _: to.opening.play_alone(ctx), in_lobby),
        _on(OpenNewLobby, lambda ctx, _: to.opening.open_table(ctx), public),
        _on(
            TurnResultsPage,
            lambda ctx, press: to.results.show_history(
                ctx, press.value.person or None, press.value.part
            ),
            edit,
        ),
        _on(
            ShowStandings,
            lambda ctx, press: to.results.show_board(ctx, press.value.board, press.value.page),
            edit,
        ),
        _on(ConfirmForget, lambda ctx, _: to.forgetting.forget(ctx), edit),
        _on(Outdated, _refuse),
    )
    return dict(rows)


class Router:
    """Answers the presses of buttons and menus."""

    def __init__(self, handlers: Handlers) -> None:
        """Answer by these handlers."""
        self._respond = handlers.respond
        self._table = button_table(handlers)

    async def dispatch(self, interaction: Interaction) -> None:
        """Answer a press; one that means nothing any more gets a kind word."""
        data = data_of(interaction)
        chosen = data.get("values") or (None,)
        press = read_press(str(data.get("custom_id", "")), chosen[0])
        row = self._table[type(press.value)]
        mode = row.mode if isinstance(row.mode, ReplyMode) else row.mode(interaction)
        await self._respond.answer(interaction, mode, lambda ctx: row.handler(ctx, press))
