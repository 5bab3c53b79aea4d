"""Which handler answers which button, and how: one table for all of them.

Buttons are answered after a restart as before it, because nothing about them is remembered.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from discord import ComponentType, Interaction, Thread

from bot.chat.app import Handlers
from bot.chat.interaction.context import Context
from bot.chat.interaction.picked import PickedPerson, picked_people
from bot.chat.interaction.reply import ReplyMode
from bot.chat.messages.components import data_of
from bot.model import buttons, log_context
from bot.model import finished_buttons as finished
from bot.model.button_forms import ButtonValue
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
    """The row of a handler that must know which button was pressed."""
    return kind, Row(handler, mode)


def _in_game(
    kind: type[ButtonValue],
    handler: Callable[[Context, int], Awaitable[None]],
    mode: Mode = ReplyMode.EPHEMERAL,
) -> tuple[type, Row]:
    """The row of a handler that must know the game alone."""
    return kind, Row(lambda ctx, press: handler(ctx, press.game), mode)


def _alone(
    kind: type[ButtonValue], handler: Callable[[Context], Awaitable[None]], mode: Mode
) -> tuple[type, Row]:
    """The row of a handler that must know neither."""
    return kind, Row(lambda ctx, _press: handler(ctx), mode)


def in_place(interaction: Interaction) -> ReplyMode:
    """What is private already is answered in its place, else by a new private message.

    So a made-up press never touches a public post.
    """
    message = interaction.message
    private = message is not None and message.flags.ephemeral
    return ReplyMode.EDIT if private else ReplyMode.EPHEMERAL


def in_lobby(interaction: Interaction) -> ReplyMode:
    """The message of a lobby is edited; in an archived thread a new one must wake the thread."""
    channel = interaction.channel
    asleep = isinstance(channel, Thread) and channel.archived
    return ReplyMode.PUBLIC if asleep else ReplyMode.EDIT


def on_private_page(interaction: Interaction) -> ReplyMode:
    """A private page is edited, as the message of a lobby is; a public post stays as it is."""
    private = in_place(interaction) is ReplyMode.EDIT
    return in_lobby(interaction) if private else ReplyMode.PUBLIC


def _with_people(
    kind: type[ButtonValue],
    handler: Callable[[Context, tuple[PickedPerson, ...]], Awaitable[None]],
    mode: Mode,
) -> tuple[type, Row]:
    """The row of a handler that must know who was picked in a menu of people."""
    return kind, Row(lambda ctx, _press: handler(ctx, picked_people(ctx.interaction)), mode)


async def _refuse(
    _ctx: Context, _press: ButtonPress[buttons.Outdated] | ButtonPress[buttons.ChooseBots]
) -> None:
    raise UserError(Problem.OUTDATED)


def button_table(to: Handlers) -> Mapping[type, Row]:
    """For every kind of button its handler, and the mode of the answer."""
    public = ReplyMode.PUBLIC
    rows = (
        _on(buttons.WizardAnswer, to.turns.follow, in_place),
        _on(buttons.TryoutAnswer, to.tryouts.follow, in_place),
        _on(buttons.PuzzleAnswer, to.puzzles.follow, in_place),
        _in_game(buttons.TakeTurn, to.turns.open),
        _in_game(buttons.ShowBoard, to.boards.show_board),
        _on(buttons.ShowCity, to.boards.show_city),
        _on(buttons.AskOnBoard, to.boards.ask_on_board, in_place),
        _on(buttons.AskInCity, to.boards.ask_in_city, in_place),
        _on(buttons.ShowCityThen, to.past.show_city, in_place),
        _in_game(finished.AskForPage, to.finished.hand_out_page),
        _in_game(finished.AskForFilm, to.finished.hand_out_film),
        _on(finished.AskForReview, to.finished.show_review, in_place),
        _on(finished.ShowCostlyTurn, to.finished.show_costly, in_place),
        _on(finished.TryCostlyTurn, to.finished.try_costly, in_place),
        _on(buttons.ReplayPost, to.replay.show_post),
        _on(buttons.ReplayTurn, to.replay.show_turn),
        _on(buttons.ReplayStep, to.replay.step, in_place),
        _in_game(buttons.ShowSince, to.boards.show_since),
        _on(buttons.ReadOn, to.boards.read_on, in_place),
        _in_game(buttons.ShowStatus, to.texts.show_status),
        _in_game(buttons.ShowScore, to.texts.show_score),
        _in_game(buttons.ShowLog, to.texts.show_log),
        _on(
            buttons.ShowRule,
            lambda ctx, press: to.texts.explain(ctx, press.value.entry),
            in_place,
        ),
        _on(
            buttons.TurnLogPage,
            lambda ctx, press: to.texts.show_log(ctx, press.game, press.value.page),
            in_place,
        ),
        _in_game(buttons.OpenTryout, to.tryouts.open),
        _in_game(buttons.ShowLaid, to.laid.open),
        _in_game(buttons.UndoLaid, to.laid.undo, in_place),
        _on(
            buttons.WithdrawLaid,
            lambda ctx, press: to.laid.withdraw(ctx, press.value.of),
            in_place,
        ),
        _on(buttons.WriteNote, to.notes.follow, ReplyMode.FORM),
        _in_game(buttons.AskRematch, to.opening.rematch, public),
        _on(buttons.CastVote, to.votes.cast),
        _on(buttons.TakeSeat, to.votes.take_seat),
        _in_game(buttons.ShowTurns, to.consent.show_turns, in_place),
        _on(
            buttons.AskToGoBack,
            lambda ctx, press: to.consent.take_back(ctx, press.game, press.value.turn),
            in_place,
        ),
        _on(buttons.ConfirmGoBack, to.consent.go_back, in_place),
        _on(buttons.AnswerQuestion, to.consent.answer),
        _in_game(buttons.ConfirmAbandon, to.consent.abandon_alone, in_place),
        _in_game(buttons.AskToEndGame, to.consent.ask_to_end, in_place),
        _in_game(buttons.ConfirmEndGame, to.consent.end_by_right, in_place),
        _in_game(buttons.ConfirmResign, to.leaving.resign, in_place),
        _in_game(buttons.GoOnHere, to.moving.go_on),
        _in_game(buttons.TakeWin, to.leaving.take_win),
        _in_game(buttons.PlayOn, to.leaving.play_on),
        _alone(buttons.JoinLobby, to.lobby.join, in_lobby),
        _alone(buttons.LeaveLobby, to.lobby.leave, in_lobby),
        _alone(buttons.DeclineInvitation, to.invitations.decline, in_lobby),
        _with_people(buttons.InvitePeople, to.invitations.invite, public),
        _alone(buttons.StartLobby, to.starting.start_lobby, in_lobby),
        _alone(buttons.StartWithoutMissing, to.starting.start_without_missing, in_lobby),
        _on(
            buttons.ToggleOption,
            lambda ctx, press: to.lobby.toggle(ctx, press.value.option),
            in_lobby,
        ),
        _on(buttons.ChooseBots, _refuse),
        _on(
            buttons.SeatBot,
            lambda ctx, press: to.lobby.seat_bot(ctx, press.value.level),
            in_lobby,
        ),
        _on(
            buttons.DismissBot,
            lambda ctx, press: to.lobby.dismiss_bot(ctx, press.value.bot),
            in_lobby,
        ),
        _on(
            buttons.JoinTournament,
            lambda ctx, press: to.tournaments.join(ctx, press.value.tournament),
            in_lobby,
        ),
        _on(
            buttons.LeaveTournament,
            lambda ctx, press: to.tournaments.leave(ctx, press.value.tournament),
            in_lobby,
        ),
        _on(
            buttons.StartTournament,
            lambda ctx, press: to.tournaments.start(ctx, press.value.tournament),
            in_lobby,
        ),
        _alone(buttons.StartLesson, to.lessons.start, in_place),
        _on(buttons.SteerLesson, to.lessons.steer, in_place),
        _alone(buttons.PlaySolo, to.opening.play_alone, on_private_page),
        _alone(buttons.OpenNewLobby, to.opening.open_table, public),
        _on(
            buttons.TurnResultsPage,
            lambda ctx, press: to.results.show_history(
                ctx, press.value.person or None, press.value.part
            ),
            in_place,
        ),
        _on(
            buttons.ShowStandings,
            lambda ctx, press: to.results.show_board(ctx, press.value.board, press.value.page),
            in_place,
        ),
        _on(
            buttons.ShowWeekly,
            lambda ctx, press: to.weekly.show(ctx, press.value.week),
            in_place,
        ),
        _alone(buttons.PlayWeekly, to.weekly.play, ReplyMode.EPHEMERAL),
        _on(
            buttons.ShowHelp,
            lambda ctx, press: to.texts.show_help(ctx, press.value.page),
            in_place,
        ),
        _alone(buttons.ConfirmForget, to.forgetting.forget, in_place),
        _on(buttons.Outdated, _refuse),
    )
    return dict(rows)


class Router:
    """Answers the presses of buttons and menus."""

    def __init__(self, handlers: Handlers) -> None:
        """Answer by these handlers."""
        self._respond = handlers.respond
        self._table = button_table(handlers)
        self._must_be_shown = handlers.boards.must_be_shown

    async def dispatch(self, interaction: Interaction) -> None:
        """Answer a press; one that means nothing any more gets a kind word."""
        data = data_of(interaction)
        of_ours = data.get("component_type") == ComponentType.string_select.value
        chosen = (of_ours and data.get("values")) or (None,)
        press = read_press(str(data.get("custom_id", "")), chosen[0])
        log_context.note(command=type(press.value).__name__, game=press.game or None)
        row = self._table[type(press.value)]
        mode = row.mode if isinstance(row.mode, ReplyMode) else row.mode(interaction)

        async def answer(ctx: Context) -> None:
            if press.game:
                await self._must_be_shown(ctx, press.game)
            await row.handler(ctx, press)

        await self._respond.answer(interaction, mode, answer)
