"""A puzzle on the pages of the wizard: the goal, the verdict, the solution, and each press."""

import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from bot.features.puzzle import values
from bot.features.puzzle.collection import StoredPuzzle
from bot.features.puzzle.puzzle import Goal, Puzzle
from bot.model import button_forms, controls, drafts, messages, pictures
from bot.present.wizard.asides import closer, seen
from bot.present.wizard.guide import Guide
from bot.present.wizard.labels import label
from bot.present.wizard.summary import UNTOLD
from bot.present.wizard.tryout import TryFrame, Tryout, framed_page, played, tryout_answer
from bot.words import Catalog, Phrase, phrase, pieces
from engine import Game, IllegalAction, agenda, events
from engine.actions import Discard, EndTurn, Keep, PayResources, PayTiles
from engine.notation import format_action, parse_action
from engine.notation_slots import NotationError
from renderer import CutOut, PicturePart

_BESIDE_THE_POINT: Final = (EndTurn, Discard, *UNTOLD)
"""Answers of a solution that are not told."""
_AS_ONE_LIKES: Final = (*_BESIDE_THE_POINT, PayTiles, PayResources, Keep)
"""Answers in which a line may differ from the solution and be the same."""

UNTRIED: Final = Tryout().dump()
"""The body of an attempt in which nothing was tried yet."""

AttemptType = TypeVar("AttemptType", bound=values.PuzzleAttempt)


def new_token() -> str:
    """Return the token of another page."""
    return secrets.token_hex(4)


@dataclass(frozen=True, slots=True)
class PosedPuzzle:
    """A puzzle with what the judge said of it, its heading, and the buttons of its pages.

    `answer` makes a button of the text of a control; a page has the `number` beside its token.
    """

    puzzle: Puzzle
    stored: StoredPuzzle
    heading: Phrase
    answer: Callable[[str], button_forms.ButtonValue]
    number: int = 0

    @property
    def goal(self) -> Phrase:
        """The goal in words."""
        return phrase(f"puzzle.goal.{self.puzzle.goal}", n=self.puzzle.turns)

    @property
    def solution(self) -> Tryout:
        """The line that solves it."""
        return Tryout((tuple(map(format_action, self.stored.solution)),))

    def played(self, tried: Tryout) -> Game:
        """Return the position after a line; raises as `bot.present.wizard.tryout.played`."""
        return played(self.puzzle.game, self.puzzle.seat, tried)

    def is_over(self, tried: Tryout) -> bool:
        """Say whether a line has come to its end; an answer that does not fit has none."""
        try:
            return bool(tried.steps) and self.puzzle.is_over(self.played(tried))
        except (IllegalAction, NotationError):
            return False


@dataclass(frozen=True, slots=True)
class PuzzleEnding:
    """The words of a puzzle for people who solved it, or have seen how, and its last buttons."""

    news: tuple[Phrase, ...]
    """The verdict on a solution."""
    why: tuple[Phrase, ...] = ()
    """The reasons why the solution solves it."""
    last: tuple[Phrase, ...] = ()
    """The last words for people who solved it."""
    shown: tuple[Phrase, ...] = ()
    """The last words for the others."""


def attempt_page(
    posed: PosedPuzzle,
    attempt: values.PuzzleAttempt,
    ending: Callable[[], PuzzleEnding],
    words: Catalog,
    below: tuple[messages.Button, ...] = (),
) -> messages.Page:
    """Return the page of an attempt, with the buttons `below` before its line and behind it."""
    tried = Tryout.load(attempt.body)
    if not posed.is_over(tried):
        return question_page(posed, tried, words, below)
    end = posed.played(tried)
    worth = posed.puzzle.worth(end)
    again = _button(posed, "puzzle_again", controls.Sign.RESET, words, messages.Style.MAIN)
    if worth < posed.stored.best:
        show = _button(posed, "puzzle_show", values.SOLUTION, words)
        return _page(posed, end, ((_missed(posed, worth),),), words, (again, show, *below))
    told = ending()
    key = (
        "puzzle.another" if attempt.solved and not _is_solution(posed, tried) else "puzzle.solution"
    )
    solution = (phrase(key), *_steps(posed), *told.why)
    if attempt.solved:
        return _page(posed, end, (told.news, solution, told.last), words, below)
    # A person who has seen the solution has not solved it.
    end = posed.played(posed.solution)
    return _page(posed, end, (solution, told.shown), words, (again, *below))


def question_page(
    posed: PosedPuzzle, tried: Tryout, words: Catalog, below: tuple[messages.Button, ...] = ()
) -> messages.Page:
    """The wizard's page below the goal, without anything that suggests what to play.

    Where nothing is begun it has the buttons `below`, and says what happens beside the line.
    """
    if tried.looks:

        def page_of(draft: drafts.Draft) -> messages.Page:
            return question_page(posed, replace(tried, draft=draft), words, below)

        return seen(tried.draft, page_of, posed.answer(controls.Sign.WHOLE))
    first = tried == Tryout()
    heading = (posed.heading, posed.goal, *((phrase("puzzle.alone"),) if first else ()))
    puzzle = posed.puzzle
    sought = frozenset(posed.stored.solution)
    guide = Guide(posed.answer, plain=True, sought=sought, alone=True)
    page = framed_page(puzzle.game, puzzle.seat, tried, TryFrame(heading, guide=guide), words)
    if first and puzzle.goal is Goal.TILES:
        # The places for a fate tile are the question.
        part = pictures.part_of(puzzle.game.view(), CutOut(PicturePart.FATE_TILES, puzzle.seat))
        page = closer(page, part, posed.answer(controls.Sign.WHOLE))
    return replace(page, rows=_joined((*page.rows, below) if first and below else page.rows))


def _page(
    posed: PosedPuzzle,
    end: Game,
    parts: Iterable[tuple[Phrase, ...]],
    words: Catalog,
    row: tuple[messages.Button, ...],
) -> messages.Page:
    """The goal and paragraphs below it, with the city in the end, what has changed marked."""
    told = ((posed.heading, posed.goal), *filter(None, parts))
    paragraphs = tuple(messages.paragraph_of(*part) for part in told)
    picture = pictures.Picture(pictures.PictureKind.CITY, end.view(), posed.puzzle.seat)
    rows = (row,) if row else ()
    return messages.Page(words, paragraphs, rows, picture, tuple(events_of(end)))


def solved_phrase(attempt: values.PuzzleAttempt) -> Phrase:
    """Return on which try a puzzle was solved, with the stars for that."""
    key = "puzzle.solved_first" if attempt.solved == 1 else "puzzle.solved"
    return phrase(key, n=attempt.solved, stars=values.drawn_stars(attempt.stars))


def events_of(end: Game) -> Iterator[events.Event]:
    """Yield the events of a line, played in a copy of the position."""
    return (event for move in end.moves for event in move.events)


def _missed(posed: PosedPuzzle, worth: int) -> Phrase:
    """Return what a line lacks."""
    best = posed.stored.best
    match posed.puzzle.goal:
        case Goal.TILES if not worth:
            return phrase("puzzle.missed.no_tile")
        case Goal.TILES:
            return phrase("puzzle.missed.tiles", n=worth, best=best)
        case Goal.RESOURCES:
            return phrase("puzzle.missed.resources", n=worth, best=best)
        case Goal.POINTS | Goal.SCORE:
            return phrase("puzzle.missed.points", points=pieces.points_phrase(worth), best=best)
        case Goal.BONFIRE:
            return phrase("puzzle.missed.bonfire", n=posed.puzzle.turns)
        case goal:
            return phrase(f"puzzle.missed.{goal}")


def _is_solution(posed: PosedPuzzle, tried: Tryout) -> bool:
    """Say whether a line does what the judge's does, whatever it pays and does after that."""
    line = [line for step in tried.steps for line in step]
    own, stored = (
        [action for action in actions if not isinstance(action, _AS_ONE_LIKES)]
        for actions in (map(parse_action, line), posed.stored.solution)
    )
    return own[: len(stored)] == stored


def _steps(posed: PosedPuzzle) -> Iterator[Phrase]:
    """Yield the steps of the line that solves it."""
    at = posed.puzzle.copy()
    for action in posed.stored.solution:
        decision = at.waiting.decision if at.waiting else agenda.AfterTurn()
        if not isinstance(action, _BESIDE_THE_POINT):
            step = label(action, at.view(), posed.puzzle.seat, decision)
            yield phrase("preview.step", step=step)
        at.submit(posed.puzzle.seat, action)


def _button(
    posed: PosedPuzzle,
    name: str,
    token: str,
    words: Catalog,
    style: messages.Style = messages.Style.PLAIN,
) -> messages.Button:
    return messages.Button(words.say(f"button.{name}"), posed.answer(token), style)


def _joined(rows: Iterable[messages.Row]) -> tuple[messages.Row, ...]:
    """Return rows of which none can be put into the one above."""
    joined: list[messages.Row] = []
    for row in rows:
        match joined[-1:], row:
            case [tuple() as above], tuple() if len(above) + len(row) <= messages.BUTTONS_IN_ROW:
                joined[-1] = (*above, *row)
            case _:
                joined.append(row)
    return tuple(joined)


def pressed(posed: PosedPuzzle, attempt: AttemptType, answer: str) -> AttemptType | None:
    """Return the attempt after a press on a control of its page; None where that does not fit."""
    tried = Tryout.load(attempt.body)
    following: AttemptType | None = None
    if answer == controls.Sign.RESET:
        following = replace(attempt, body=UNTRIED)
    elif answer == values.SOLUTION:
        # A person who has tried nothing has no button for it yet.
        if attempt.tries:
            body = posed.solution.dump()
            following = replace(attempt, shown=not attempt.solved, body=body)
    elif not posed.is_over(tried):
        match tryout_answer(posed.puzzle.game, posed.puzzle.seat, tried, answer):
            case None | drafts.Think():
                pass
            case line:
                line = _reached_already(posed, line)
                following = _judged(posed, replace(attempt, body=line.dump()), line)
    return following and replace(following, token=new_token())


def _reached_already(posed: PosedPuzzle, tried: Tryout) -> Tryout:
    """The line, ended where the draft reaches what is to happen.

    Nobody has to choose a place in the High Council and to confirm that.
    """
    line = Tryout((*tried.steps, tried.draft.answers))
    reached = posed.puzzle.goal.happens and tried.draft.answers and posed.is_over(line)
    return line if reached else tried


def _judged(posed: PosedPuzzle, attempt: AttemptType, tried: Tryout) -> AttemptType:
    """The attempt after a line, which counts at its end; the first solution stands."""
    if attempt.solved or not posed.is_over(tried):
        return attempt
    attempt = replace(attempt, tries=attempt.tries + 1)
    solves = posed.puzzle.worth(posed.played(tried)) >= posed.stored.best
    return replace(attempt, solved=attempt.tries) if solves and not attempt.shown else attempt


def seat_names(puzzle: Puzzle, words: Catalog) -> tuple[str, ...]:
    """Return the names of the seats in pictures of a puzzle: those of their colors."""
    return tuple(
        words.say("term.tom") if seat.is_tom else words.name(seat.color).capitalize()
        for seat in puzzle.game.view().seats
    )
