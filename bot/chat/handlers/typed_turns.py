"""`/turn`: a command for each action of the engine, completed from the legal answers."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import Parameter
from typing import Final, TypeVar

from discord import Interaction
from discord.app_commands import Range

from bot.chat.handlers.services import Handlers
from bot.chat.interaction.context import Context, channel_of
from bot.chat.interaction.reply import ReplyMode
from bot.chat.routes import LONGEST_OPTION, Option, command
from bot.model.controls import Subject
from bot.model.errors import UserError
from bot.model.messages import CHOICE_LIMIT, Completion
from bot.present.spoken import SUBJECTS
from bot.present.wizard.labels import chosen_actions
from bot.present.wizard.opening import with_start
from bot.present.wizard.wizard import subject_completions
from bot.words import Catalog
from bot.words.text import clip, folded
from bot.words.typed_notation import to_engine, to_person
from engine import Game
from engine.actions import Action, EndTurn
from engine.agenda import ResourcePayment, TilePayment
from engine.ids import Seat
from engine.notation import format_action, parse_action
from engine.notation_slots import NotationError

_Hit = TypeVar("_Hit")

_SEPARATOR: Final = ";"
_FORK_SEED: Final = 0
_Part = Range[str, 1, 100]


@dataclass(frozen=True, slots=True)
class Play:
    """A command for one kind of action, and the names of its options.

    The first option chooses the action itself, unless it says what is paid.
    """

    name: str
    subject: Subject
    options: tuple[str, ...]

    @property
    def chooses(self) -> bool:
        """Say whether an option chooses the action."""
        return self.options[:1] not in ((), (_PAY,))

    def pays(self, index: int) -> bool:
        """Say whether an option says what is paid with."""
        return self.options[index] == _PAY

    def text(self, index: int) -> str:
        """The key of the description of an option."""
        return self.name if index == 0 and self.chooses else self.options[index]


_PAY: Final = "pay"
PLAYS: Final = tuple(
    Play(name, row.subject, tuple(options))
    for row in SUBJECTS.values()
    for name, *options in filter(None, [row.command.split()])
)


def part_actions(
    game: Game, seat: Seat, play: Play, parts: Sequence[str | None], words: Catalog
) -> tuple[Action, ...]:
    """The answers that the options of a command name; those left out are left to the wizard.

    Raises UserError for what is not possible now.
    """
    return tuple(_tried(game, seat, play, parts, words).taken)


def _tried(
    game: Game, seat: Seat, play: Play, parts: Sequence[str | None], words: Catalog
) -> "_Trial":
    """Try the answers that the options name, paying in between where no option says how."""
    trial = _Trial(game, seat, words)
    for start in with_start(game, seat, ()):
        trial.submit(start)
    if not play.chooses:
        trial.take(play.subject, None)
    for index, part in enumerate(parts):
        if part is not None:
            choosing = index == 0 and play.chooses
            if not play.pays(index):
                trial.pay()
            trial.take(play.subject if choosing else Subject.ANSWER, part)
    return trial


def _offers(
    game: Game, seat: Seat, play: Play, given: Sequence[str | None], words: Catalog
) -> tuple[Completion, ...]:
    trial = _tried(game, seat, play, given, words)
    if play.chooses and not given:
        return trial.offers(play.subject)
    if not play.pays(len(given)):
        trial.pay()
    return trial.offers()


class _Trial:
    """A fork of the game in which answers are tried; nothing that they reveal is looked at."""

    def __init__(self, game: Game, seat: Seat, words: Catalog) -> None:
        self._fork = game.fork(_FORK_SEED)
        self._revealed = self._fork.revealed
        self._seat = seat
        self._words = words
        self.taken: list[Action] = []

    def submit(self, action: Action) -> None:
        """Give an answer; raises IllegalAction."""
        self._fork.submit(self._seat, action)
        self.taken.append(action)

    def take(self, subject: Subject, value: str | None) -> None:
        """Take the offer with this value or label, the first one when None."""
        offers = self.offers(subject)
        fitting = [offer for offer in offers if value in (None, offer.value, offer.label)]
        if not fitting:
            raise UserError("shell.not_possible_now")
        for action in chosen_actions(fitting[0].value):
            self.submit(action)

    def pay(self) -> None:
        """Pay what is asked in the way that is likely best."""
        while self._waits_for_payment():
            offers = subject_completions(self._fork, self._seat, Subject.ANSWER, self._words)
            for action in chosen_actions(offers[0].value):
                self.submit(action)

    def offers(self, subject: Subject = Subject.ANSWER) -> tuple[Completion, ...]:
        """The answers that can come next."""
        self._look()
        return subject_completions(self._fork, self._seat, subject, self._words)

    def legal_actions(self) -> tuple[Action, ...]:
        """The legal answers next."""
        self._look()
        return self._fork.legal_actions()

    def _look(self) -> None:
        waiting = self._fork.waiting
        over = waiting is None or waiting.seat != self._seat
        if over or self._fork.revealed != self._revealed:
            raise UserError("shell.not_possible_now")

    def _waits_for_payment(self) -> bool:
        waiting = self._fork.waiting
        return waiting is not None and isinstance(waiting.decision, TilePayment | ResourcePayment)


def line_actions(line: str, words: Catalog) -> tuple[Action, ...]:
    """The answers of a typed line; raises UserError that names the part it cannot read."""
    return tuple(_parsed(part.strip(), words) for part in line.split(_SEPARATOR) if part.strip())


def _next_options(
    game: Game, seat: Seat, before: Sequence[str], words: Catalog
) -> tuple[Action, ...]:
    typed = line_actions(_SEPARATOR.join(before), words)
    begun = with_start(game, seat, typed)
    trial = _Trial(game, seat, words)
    for action in begun:
        trial.submit(action)
    starts = () if typed or not begun else game.legal_actions()
    return (*starts, *trial.legal_actions())


def _parsed(part: str, words: Catalog) -> Action:
    try:
        return parse_action(to_engine(part, words))
    except NotationError as error:
        raise UserError("error.unknown_move", part=clip(part, CHOICE_LIMIT)) from error


_Begin = TypeVar("_Begin", bound=Callable[..., Awaitable[None]])


def _each_play(begin: _Begin) -> _Begin:
    """Declare the command of each kind of action, with the parts that can be typed."""
    for play in PLAYS:
        options = {name: _option(play, index) for index, name in enumerate(play.options)}
        name, text = f"turn {play.name}", f"command.turn.{play.name}"
        command(name, text, ReplyMode.EPHEMERAL, {"play": play}, **options)(begin)
    return begin


def _option(play: Play, index: int) -> Option:
    name, kind = play.options[index], Parameter.KEYWORD_ONLY
    default = Parameter.empty if index == 0 and play.chooses else None
    parameter = Parameter(name, kind, annotation=_Part, default=default)

    async def complete(
        handler: "TypedTurnHandlers", interaction: Interaction, words: Catalog, typed: str
    ) -> list[Completion]:
        return await handler.complete_part(play, index, interaction, words, typed)

    return Option(f"command.turn.option.{play.text(index)}", complete=complete, parameter=parameter)


class TypedTurnHandlers(Handlers):
    """Plays what is typed, and offers what can be typed in the game of the channel."""

    async def complete_part(
        self, play: Play, index: int, interaction: Interaction, words: Catalog, typed: str
    ) -> list[Completion]:
        """The legal values of one option, given those before it, that fit what is typed."""
        given = [getattr(interaction.namespace, name, None) for name in play.options[:index]]
        search = partial(_offers, play=play, given=given, words=words)
        offers = await self._search(interaction, search)
        wanted = folded(typed.strip())
        return [
            offer
            for offer in offers
            if wanted in folded(offer.label) or typed.strip() == offer.value
        ]

    async def complete_line(
        self, interaction: Interaction, words: Catalog, typed: str
    ) -> list[Completion]:
        """The line so far, ended by each legal answer that fits its last part."""
        *before, last = typed.split(_SEPARATOR)
        search = partial(_next_options, before=before, words=words)
        actions = await self._search(interaction, search)
        start = "".join(f"{part.strip()}{_SEPARATOR} " for part in before)
        wanted = folded(last.strip())
        texts = (to_person(format_action(action), words) for action in actions)
        lines = (f"{start}{text}" for text in texts if wanted in folded(text))
        return [Completion(line, line) for line in lines if len(line) <= CHOICE_LIMIT]

    async def _search(
        self, interaction: Interaction, search: Callable[[Game, Seat], tuple[_Hit, ...]]
    ) -> tuple[_Hit, ...]:
        """Run `search` for the person's seat; raises UserError if it is not their turn."""
        game = await self.of.games.game_in(channel_of(interaction))
        async with self.of.games.hold(game) as table:
            seat = table.seat_to_move(interaction.user.id)
            # It plays on: too long for the event loop.
            return await asyncio.to_thread(search, table.game, seat)

    @_each_play
    async def begin(self, ctx: Context, game: int, play: Play, **parts: str | None) -> None:
        """Open the wizard where the typed answers lead."""
        given = [parts[name] for name in play.options]
        choose = partial(part_actions, play=play, parts=given, words=ctx.words)
        page = await self.of.wizard.begin(ctx.invocation, game, choose, ctx.words)
        await self.of.pages.show(ctx, page)

    @command("turn end", "command.turn.end")
    async def end(self, ctx: Context, game: int) -> None:
        """End the turn."""
        await self._submit(ctx, game, (EndTurn(),))

    @command(
        "turn move",
        "command.turn.move",
        line=Option("command.turn.option.line", complete=complete_line),
    )
    async def move(self, ctx: Context, game: int, line: Range[str, 1, LONGEST_OPTION]) -> None:
        """Play a typed line of answers at once."""
        await self._submit(ctx, game, line_actions(line, ctx.words))

    async def _submit(self, ctx: Context, game: int, actions: Sequence[Action]) -> None:
        page = await self.of.wizard.submit(ctx.invocation, game, actions, ctx.words)
        await self.of.pages.show(ctx, page)
