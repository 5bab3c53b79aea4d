"""Trying out: what a seat could play on alone in a copy, on the pages of the wizard.

Steps are the answers of one confirmation each, in notation. Nothing face-down is ever seen: the
copy reveals nothing (`Game.tryout`), and a plan that would reveal something cannot be confirmed.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from bot.model.buttons import TryoutAnswer
from bot.model.controls import Screen, ScreenKind, Sign
from bot.model.drafts import Ask, Decided, Draft, Submit, Think
from bot.model.messages import Button, Page, PageLine, Paragraph, Role, Style, paragraph_of
from bot.model.pictures import PictureKind
from bot.present.questions import refusal_text
from bot.present.wizard.asides import LOOK_CONTROLS, beneath, is_reading, looking, seen
from bot.present.wizard.guide import Guide
from bot.present.wizard.labels import label
from bot.present.wizard.lines_page import pieces_of
from bot.present.wizard.page_builder import PageBuilder
from bot.present.wizard.summary import NOT_THE_POINT, Detail, points_change
from bot.present.wizard.wizard import wizard_page, wizard_press
from bot.words import Catalog, Phrase, phrase
from bot.words.text import ELLIPSIS
from bot.words.typed_notation import to_person
from engine import Game, IllegalAction
from engine.actions import Action, Discard, EndTurn, Pass
from engine.advice import ADVICE_SEED
from engine.advice.premoves import Misfit, MisfitReason, Premove, premoves
from engine.agenda import AfterTurn
from engine.ids import Seat
from engine.notation import format_action, parse_action
from engine.notation_slots import NotationError

MOST_PREMOVES: Final = 3
"""The number of turns that a person can plan, one behind the other."""
MOST_CHOICES: Final = 3
"""The number of choices that a person can plan for one turn."""
_MOST_STEPS: Final = 8
"""The number of steps that a page tells, the last ones."""
_BESIDE_THE_POINT: Final[tuple[type, ...]] = (EndTurn, Discard)
"""Answers of a step that are not told."""

_UNBEGUN: Final = Draft()
_Step = tuple[str, ...]
Control = tuple[str, str]
"""A button's name in the catalogs, and its token."""
_SHOW_BOARD: Final[Control] = ("try_board", Sign.BOARD)
_BEGUN: Final[tuple[Control, ...]] = (("try_undo", Sign.UNDO), ("try_anew", Sign.RESET))
"""The controls that take steps back."""
_LEAVE: Final[Control] = ("try_leave", Sign.LEAVE)
_PREMOVE: Final[Control] = ("premove", Sign.PREMOVE)
_PLAY: Final[Control] = ("try_play", Sign.PLAY)
_OVER: Final = frozenset({format_action(EndTurn()), format_action(Pass())})
"""Answers with which a turn is over."""


_TRYING: Final = Guide(TryoutAnswer)
"""The way of the pages of a try in a game."""


@dataclass(frozen=True, slots=True)
class TryFrame:
    """The frame of a page of a try: its heading, and the last buttons between steps."""

    heading: tuple[Phrase, ...]
    last: tuple[Control, ...] = ()
    guide: Guide = _TRYING


@dataclass(frozen=True, slots=True)
class Tryout:
    """The steps of a try so far, and the draft of the next one.

    In a game that is over it is tried from where so many answers had been given, the `start`.
    `beside` says how many choices for the next turn are planned already, 0 where more turns are.
    One `ahead` plans the next turn: with its end it is planned.
    """

    steps: tuple[_Step, ...] = ()
    draft: Draft = _UNBEGUN
    start: int | None = None
    beside: int = 0
    ahead: bool = False

    def at(self, *steps: _Step) -> Self:
        """Return the try after these steps, with nothing begun."""
        return replace(self, steps=steps, draft=_UNBEGUN)

    @property
    def looks(self) -> bool:
        """Say whether its page shows another part of its picture, or all of it."""
        return self.draft != beneath(self.draft)

    @property
    def plain(self) -> Self:
        """The try without a look at the picture."""
        return replace(self, draft=beneath(self.draft))

    def position(self, game: Game) -> Game:
        """The position in which the try begins."""
        return game if self.start is None else game.at(self.start)

    def dump(self) -> str:
        """Write it as a short JSON text."""
        kept = [self.steps, self.draft.dump(), self.start, self.beside, self.ahead]
        return json.dumps(kept, separators=(",", ":"))

    @classmethod
    def load(cls, text: str) -> Self:
        """Read what `dump` wrote; what another version of the program wrote is an empty try."""
        try:
            steps, draft, start, beside, *ahead = json.loads(text)
            tried = tuple(tuple(map(str, step)) for step in steps)
            begun = None if start is None else int(start)
            return cls(tried, Draft.load(draft), begun, int(beside), ahead == [True])
        except (TypeError, ValueError):
            return cls()


def tryout_page(game: Game, seat: Seat, tried: Tryout, words: Catalog) -> Page:
    """The page of a try: the wizard's own, headed by what has been tried and what it brings."""
    if tried.looks:

        def page_of(below: Draft) -> Page:
            return tryout_page(game, seat, replace(tried, draft=below), words)

        return seen(tried.draft, page_of, TryoutAnswer(Sign.WHOLE))
    if tried.draft.screen.kind is ScreenKind.PREMOVE:
        return _premove_page(game, seat, tried, words)
    last = [_LEAVE]
    if may_premove(game, seat, tried):
        last = [_PREMOVE, _LEAVE]
    elif playable(game, seat, tried):
        last = [_PLAY, _LEAVE]
    heading = phrase("premove.planning" if tried.ahead else "try.heading")
    frame = TryFrame((heading,), tuple(last), replace(_TRYING, ahead=tried.ahead))
    return framed_page(game, seat, tried, frame, words)


def framed_page(game: Game, seat: Seat, tried: Tryout, frame: TryFrame, words: Catalog) -> Page:
    """The wizard's page of what is tried, with what stands around it."""
    game = tried.position(game)
    copy, taken = _copy(game, seat, tried.steps)
    page = _below(copy, seat, tried.draft, frame, words)
    if is_reading(tried.draft):
        return page
    if tried.draft == _UNBEGUN:
        controls = (*(_BEGUN if taken else ()), _SHOW_BOARD, *frame.last)
        row = _buttons(words, controls, frame.guide)
        page = replace(page, rows=(*page.rows, row))
    return page.below(*_tried_so_far(game, copy, seat, taken, frame))


def _tried_so_far(
    game: Game, copy: Game, seat: Seat, taken: Sequence[Detail], frame: TryFrame
) -> Paragraph:
    """Return the heading of a try, its last steps and the points that they bring."""
    steps = tuple(filter(None, taken))
    told = [PageLine(step, Role.STEP) for step in steps[-_MOST_STEPS:]]
    if len(steps) > _MOST_STEPS:
        told.insert(0, PageLine((ELLIPSIS,)))
    points = (points_change(game.view(), copy.view(), seat),) if taken else ()
    return paragraph_of(*frame.heading, *told, *points)


def tryout_answer(game: Game, seat: Seat, tried: Tryout, token: str) -> Tryout | Think | None:
    """Return the result of a press on a control of the page; None when it does not fit.

    What is thought of goes on with `tried_on`.
    """
    if token in LOOK_CONTROLS and not is_reading(tried.draft):
        return replace(tried, draft=looking(tried.draft, token))
    match token:
        case Sign.UNDO:
            return tried.at(*tried.steps[:-1])
        case Sign.RESET:
            return tried.at()
        case Sign.BOARD:
            return replace(tried, draft=Draft(screen=Screen(ScreenKind.BOARD)))
        case Sign.BACK if tried.plain.draft.screen.kind in {ScreenKind.BOARD, ScreenKind.PREMOVE}:
            return tried.at(*tried.steps)
        case Sign.PREMOVE if may_premove(game, seat, tried):
            return replace(tried, draft=Draft(screen=Screen(ScreenKind.PREMOVE)))
    copy, _ = _copy(tried.position(game), seat, tried.steps)
    pressed = wizard_press(copy, seat, tried.draft, token)
    return pressed if isinstance(pressed, Think) else tried_on(tried, pressed)


def tried_on(tried: Tryout, decided: Decided) -> Tryout | None:
    """The tryout after what a press in it has led to; None when that does not fit."""
    match decided:
        case Ask(draft):
            return replace(tried, draft=draft)
        case Submit(actions):
            return tried.at(*tried.steps, tuple(map(format_action, actions)))
        case _:
            return None


def tried_turns(game: Game, seat: Seat, tried: Tryout) -> tuple[Premove, ...] | Misfit:
    """Return the try as whole turns that can be planned, or the obstacle.

    Raises NotationError for what another version of the program wrote.
    """
    answers = tuple(parse_action(line) for step in tried.steps for line in step)
    return premoves(game, seat, answers)


def unfit_text(found: Misfit, actions: Sequence[Action], words: Catalog) -> str:
    """Return the reason why answers cannot be planned, or no longer be played as they were."""
    if found.planned is not None and found.now is not None:
        before, now = (
            pieces_of(each.paid if found.why is MisfitReason.PRICE else each.gained)
            for each in (found.planned, found.now)
        )
        if before != now:
            nothing = phrase("premove.nothing")
            key = f"premove.unfit.{found.why}_now"
            return words.say(key, before=before or nothing, now=now or nothing)
    if found.refusal is None:
        return words.say(f"premove.unfit.{found.why}")
    part = to_person(format_action(actions[found.at]), words)
    return words.say("premove.unfit.answer", part=part, reason=refusal_text(found.refusal, words))


def played(game: Game, seat: Seat, tried: Tryout) -> Game:
    """A copy of the game in which the answers of all steps have been given.

    Raises IllegalAction or NotationError where a step does not fit the game.
    """
    copy = game.fork(ADVICE_SEED)
    for step in tried.steps:
        for line in step:
            copy.submit(seat, parse_action(line))
    return copy


def tried_again(game: Game, seat: Seat, tried: Tryout) -> Tryout:
    """The steps that fit a new position as well, up to the first that does not."""
    _, taken = _copy(tried.position(game), seat, tried.steps)
    return tried.at(*tried.steps[: len(taken)])


def overtaken_page(words: Catalog) -> Page:
    """The word that the game has moved on since the try began, and the ways to go on."""
    anew, *others = _buttons(words, (("try_anew", Sign.RESET), ("try_again", Sign.AGAIN), _LEAVE))
    row = (replace(anew, style=Style.MAIN), *others)
    return Page(words, (paragraph_of(phrase("try.overtaken")),), (row,))


def _copy(game: Game, seat: Seat, steps: tuple[_Step, ...]) -> tuple[Game, list[Detail]]:
    """The copy after the steps that fit, and how each of these is told."""
    copy = game.tryout(seat, ADVICE_SEED)
    details: list[Detail] = []
    for step in steps:
        following = copy.fork(ADVICE_SEED)
        try:
            for line in step:
                following.submit(seat, parse_action(line))
        except (IllegalAction, NotationError):
            return copy, details
        actions = tuple(map(parse_action, step))
        details.append(tuple(step_told(copy, seat, actions, "preview.step")))
        copy = following
    return copy.fork(ADVICE_SEED), details


def step_told(
    before: Game, seat: Seat, actions: Iterable[Action], key: str, **numbers: int
) -> Iterator[Phrase]:
    """Yield a step as the answer that it begins with, in the words of `key`, and what came with it.

    Raises IllegalAction where an answer is not allowed.
    """
    at, untold = before.fork(ADVICE_SEED), _BESIDE_THE_POINT
    for action in actions:
        decision = at.waiting.decision if at.waiting else AfterTurn()
        if not isinstance(action, untold):
            yield phrase(key, step=label(action, at.view(), seat, decision), **numbers)
            key, numbers, untold = "offer.then", {}, (*_BESIDE_THE_POINT, *NOT_THE_POINT)
        at.submit(seat, action)


def may_premove(game: Game, seat: Seat, tried: Tryout) -> bool:
    """Say whether a turn was tried to its end while others are to move."""
    waits = game.waiting is not None and game.waiting.seat != seat
    return (
        waits
        and tried.plain.draft == _UNBEGUN
        and bool(tried.steps)
        and tried.steps[-1][-1] in _OVER
    )


def playable(game: Game, seat: Seat, tried: Tryout) -> tuple[Action, ...]:
    """Return the answers of a try that are part of the seat's running turn; none beyond it.

    Raises NotationError for what another version of the program wrote.
    """
    moves = game.waiting is not None and game.waiting.seat == seat and tried.start is None
    ended = any(step[-1] in _OVER for step in tried.steps[:-1])
    if not moves or ended or tried.plain.draft != _UNBEGUN:
        return ()
    return tuple(parse_action(line) for step in tried.steps for line in step)


def _premove_page(game: Game, seat: Seat, tried: Tryout, words: Catalog) -> Page:
    """The question whether what was tried is to be planned ahead, and what has to hold then."""
    turns = tried_turns(game, seat, tried)
    lines: list[str] = []
    controls: tuple[Control, ...] = (("back", Sign.BACK),)
    if isinstance(turns, Misfit):
        actions = tuple(parse_action(line) for step in tried.steps for line in step)
        lines.append(unfit_text(turns, actions, words))
    elif len(turns) > MOST_PREMOVES:
        lines.append(words.say("premove.too_many"))
    else:
        for n, turn in enumerate(turns, 1):
            cost = pieces_of(turn.outcome.paid)
            lines.append(words.say("premove.cost" if cost else "premove.free", n=n, cost=cost))
        lines.append(words.say("premove.terms"))
        if len(turns) == 1 and 0 < tried.beside < MOST_CHOICES:
            lines.append(words.say("premove.beside", n=tried.beside))
            controls = (("premove_any", Sign.ANY), *controls)
        controls = (("premove_sure", Sign.SURE), *controls)
    game = tried.position(game)
    copy, taken = _copy(game, seat, tried.steps)
    frame = TryFrame((phrase("premove.ask"),))
    above = _tried_so_far(game, copy, seat, taken, frame)
    page = _below(copy, seat, _UNBEGUN, frame, words)
    paragraphs = (above, paragraph_of(*lines))
    return replace(page, paragraphs=paragraphs, rows=(_buttons(words, controls),))


def _below(copy: Game, seat: Seat, draft: Draft, frame: TryFrame, words: Catalog) -> Page:
    """The page of the wizard, or what takes its place."""
    builder = PageBuilder(copy, seat, draft, words, guide=frame.guide)
    if draft.screen.kind is ScreenKind.BOARD:
        lines = (phrase("try.board"),)
        leave = (builder.button("back", Sign.BACK),)
        return builder.page(lines, (leave,), copy.view(), PictureKind.BOARD)
    if copy.waiting is None:
        return builder.page((phrase("try.over"),), (), copy.view())
    return wizard_page(copy, seat, draft, words, frame.guide)


def _buttons(
    words: Catalog, controls: Iterable[Control], guide: Guide = _TRYING
) -> tuple[Button, ...]:
    return tuple(Button(words.say(f"button.{name}"), guide.answer(each)) for name, each in controls)
