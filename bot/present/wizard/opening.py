"""The first turn of a seat: its start tile is chosen beforehand and can be changed.

The pages behind it are those of the wizard, at the position after that choice; what is confirmed
there begins with it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.model.controls import Sign, write_control
from bot.model.drafts import Ask, Draft, PressResult, Stale, Submit, Think
from bot.model.messages import Menu, Page
from bot.present.wizard.guide import Guide
from bot.present.wizard.page_builder import PageBuilder
from engine import Game
from engine.actions import Action, ChooseStart
from engine.advice import ADVICE_SEED, Judgement
from engine.agenda import StartTileChoice
from engine.ids import Seat
from engine.notation import format_action, parse_action
from engine.view import View


@dataclass(frozen=True, slots=True)
class Opening:
    """The start tile that is chosen so far, the other choices, and where they lead.

    `game` is a fork after the choice and `draft` what follows it.
    """

    base: Game
    seat: Seat
    start: ChooseStart
    others: tuple[ChooseStart, ...]
    game: Game
    draft: Draft

    def guided(self, guide: Guide) -> Guide:
        """Return the guide of the pages of what follows."""
        return replace(guide, begun=(self.start,))

    def shown(self, page: Page, guide: Guide) -> Page:
        """Return a page of what follows; the last row of the first one changes the tile."""
        if self.draft != Draft():
            return page
        builder = PageBuilder(self.base, self.seat, self.draft, page.words, guide=guide)
        return replace(page, rows=(*page.rows, self._menu(builder)))

    def changed(self, line: str) -> PressResult:
        """Another start tile, in notation, in place of the one chosen so far."""
        return Ask(Draft((line,))) if line in map(format_action, self.others) else Stale()

    def outcome(self, following: PressResult) -> PressResult:
        """Return the result of a press, with the start tile before it."""
        match following:
            case Ask(draft):
                answers = (format_action(self.start), *draft.answers)
                return Ask(replace(draft, answers=answers))
            case Submit(actions):
                return Submit((self.start, *actions))
            case Think(game, before):
                return Think(game, (format_action(self.start), *before))
            case _:
                return following

    def _menu(self, builder: PageBuilder) -> Menu:
        choices = tuple(
            builder.choice(builder.label(start), write_control(Sign.START, format_action(start)))
            for start in self.others
        )
        return builder.menu(choices, "start", Sign.START)


def with_start(game: Game, seat: Seat, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Answers behind the likely start tile, where one is asked for and they do not name it."""
    opening = opening_of(game, seat, Draft())
    if opening is None or isinstance(next(iter(actions), None), ChooseStart):
        return tuple(actions)
    return (opening.start, *actions)


def with_start_laid(view: View, game: Game, seat: Seat) -> View:
    """The view of a game in which a seat that is asked for its start tile has laid the likely one.

    The words beside the picture say that it is laid, and the page of the turn begins with it.
    """
    opening = opening_of(game, seat, Draft())
    return view if opening is None else replace(view, seats=opening.game.view().seats)


def opening_of(game: Game, seat: Seat, draft: Draft) -> Opening | None:
    """The opening of a seat that is asked for its start tile, None at any other question."""
    waiting = game.waiting
    if waiting is None or waiting.seat != seat or waiting.decision != StartTileChoice():
        return None
    ranked = Judgement(game, seat).best_first(game, game.legal_actions())
    starts = [action for action in ranked if isinstance(action, ChooseStart)]
    start = starts[0]
    wanted = parse_action(draft.answers[0]) if draft.answers else None
    if isinstance(wanted, ChooseStart) and wanted in starts:
        start, draft = wanted, replace(draft, answers=draft.answers[1:])
    following = game.fork(ADVICE_SEED)
    following.submit(seat, start)
    others = tuple(other for other in starts if other != start)
    return Opening(game, seat, start, others, following, draft)
