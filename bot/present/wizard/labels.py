"""The short phrases for answers in a menu or a plan, the symbols in front, the controls behind.

A phrase tells effect and gains of an answer; its symbol is that of the piece which it is about.
"""

from collections.abc import Iterable, Iterator, Mapping

from bot.model import controls
from bot.present.spoken import ANSWERS, SUBJECTS, AskedSeat
from bot.words import Phrase, phrase
from bot.words.pieces import gnome_title, island_phrase, place_phrase, symbol_key, task_slots
from engine import actions, agenda, ids
from engine.actions import Action
from engine.box_index import BoxIndex, box_index
from engine.data.box import Elder, Island, Specialist, Task
from engine.notation import format_action, parse_line
from engine.notation_slots import ACTION_FORMS
from engine.view import View


def label(action: Action, view: View, seat: ids.Seat, decision: agenda.Decision) -> Phrase:
    """An answer to a question in the imperative, with the short names that the pictures carry.

    `view` is the position in which the question is asked, or the one before the plan began.
    """
    says = ANSWERS[type(action)].label
    if not isinstance(says, str):
        return says(action, AskedSeat(view, seat, decision))
    slots: dict[str, object] = {}
    for name, piece in _named(action, box_index(view.box)):
        match piece:
            case Task():
                slots |= task_slots(piece)
            case Specialist() | Elder():
                slots |= {"gnome": piece.id, "title": gnome_title(piece)}
            case Island():
                slots[name] = island_phrase(piece)
            case ids.Place():
                slots[name] = place_phrase(piece)
            case _:
                slots[name] = piece
    return phrase(f"choose.{says}", **slots)


def _named(action: Action, box: BoxIndex) -> Iterator[tuple[str, object]]:
    """The fields of an answer by their names, with the pieces in place of their ids."""
    pieces: Mapping[str, Mapping[str, object]] = {
        "task": box.tasks,
        "gnome": box.gnomes,
        "island": box.islands,
    }
    for name in ACTION_FORMS[type(action)].names:
        value = getattr(action, name)
        yield name, pieces[name][value] if name in pieces else value


def brief(action: Action, view: View, seat: ids.Seat, decision: agenda.Decision) -> Phrase:
    """An answer that follows another one, in few words, which leaves room for more."""
    match action:
        case actions.ReceiveTask(task):
            return phrase("choose.task_brief", task=box_index(view.box).tasks[task])
        case actions.Advance(guardian, place):
            return phrase("choose.walk_brief", guardian=guardian, place=place_phrase(place))
        case _:
            return label(action, view, seat, decision)


def answer_symbol(action: Action, view: View, seat: ids.Seat) -> str:
    """The key of the symbol of what an answer is about, empty where there is none."""
    row = ANSWERS[type(action)]
    if row.symbol is not None:
        return row.symbol(action, view, seat)
    symbols = (symbol_key(piece) for _, piece in _named(action, box_index(view.box)))
    return next(filter(None, symbols), SUBJECTS[row.subject].symbol)


def token_of(actions: Iterable[Action]) -> str:
    """The token of a choice: its answers in notation."""
    return controls.write_control(controls.Sign.ANSWER, ";".join(map(format_action, actions)))


def chosen_actions(token: str) -> tuple[Action, ...]:
    """The answers of a choice; raises NotationError for anything else."""
    return parse_line(controls.notation_of(token))
