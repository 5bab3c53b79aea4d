"""Looking back at a game step by step: a turn told and shown, and the ways to the others."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from bot.model import button_forms, messages, pictures
from bot.model.people import Names, Person, names_of
from bot.present.posts.turn_story import Reading, headline_of, reading_of, seat_seen, turn_story
from bot.words import Catalog, Phrase, phrase, pieces
from bot.words.text import clip, fitted
from engine import Game, ids
from engine.data.box import Box
from engine.history import PlayedTurn
from engine.view import View


class StepTo(StrEnum):
    """The turn to look back at next; HERE is the one that is shown."""

    FIRST = "first"
    BACK = "back"
    HERE = "here"
    FORWARD = "forward"
    LAST = "last"


class Sight(StrEnum):
    """The subject of each turn's picture: the part that it changed most, or always the same."""

    TURN = "turn"
    BOARD = "board"
    CITY_1 = "1"
    CITY_2 = "2"
    CITY_3 = "3"
    CITY_4 = "4"


@button_forms.written(button_forms.Family.GAME, "replay")
class ReplayPost(button_forms.ButtonValue):
    """Look back at the turn that the message shows, to step from there."""


@button_forms.written(button_forms.Family.GAME, "replay")
class ReplayTurn(button_forms.ButtonValue):
    """Look back at the turn in which the last of so many answers was given."""

    answers: button_forms.RowNumber


@button_forms.written(button_forms.Family.GAME, "replay")
class ReplayStep(button_forms.ButtonValue):
    """Step on from the turn in which the last of so many answers was given."""

    answers: button_forms.RowNumber
    step: StepTo
    sight: Sight


@button_forms.written(button_forms.Family.GAME, "replay")
class ReplayPart(button_forms.ButtonValue):
    """Show another part of a turn's picture, where a phone shows it in parts."""

    answers: button_forms.RowNumber
    sight: Sight
    part: button_forms.PageNumber


_MENUS: Final = 3
"""The most menus of a page, which has two rows of buttons above them."""
ROOM_FOR_A_NOTE: Final = 250
"""Characters of a page kept for a word about what became of the turn."""
_CITIES: Final = (Sight.CITY_1, Sight.CITY_2, Sight.CITY_3, Sight.CITY_4)
"""The sights that show the city of each seat."""


def replay_page(  # noqa: PLR0913 - the game, what of it is looked at, and who reads
    game: Game,
    step: int,
    people: tuple[Person, ...],
    words: Catalog,
    *,
    sight: Sight = Sight.TURN,
    now: View | None = None,
) -> messages.Prompt:
    """One step of a game's history: its turn told, and one picture in which it is marked.

    Nothing is shown but what could be seen then. `now` is the present position as everybody sees
    it, where that is not the view of the game. A step that the game does not have counts as its
    last one, a city that it does not have as none.
    """
    reading = reading_of(game, people, words)
    past = reading.past
    step = min(step, past.last)
    sight = sight if _seat(sight) in (None, *range(game.options.seats)) else Sight.TURN
    turn, present = past.turn(step), now or game.view()
    view = present if step == past.last else game.at(past.answers(step)).view()
    heading, below = reading.heading(step, present), reading.standing(step)
    hints = (phrase("replay.stays"),) if sight is not Sight.TURN else ()
    around = [words.spell(line) for line in (heading, below, *hints)]
    room = messages.TEXT_LIMIT - ROOM_FOR_A_NOTE - sum(len(line) + 1 for line in around)
    events = () if turn is None else turn.events

    def tell(words: Catalog) -> tuple[str, ...]:
        return tuple(map(str, turn_story(events, reading.names, game.box, words)))

    story = fitted(pieces.with_symbols(tell, words, room), room)
    lines = (around[0], story, *around[1:])
    return messages.Prompt(
        text=clip("\n".join(filter(None, lines)), messages.TEXT_LIMIT - ROOM_FOR_A_NOTE),
        rows=(
            _steps(reading, step, sight),
            _sights(reading, step, sight),
            *_scored_turns(reading, sight),
        ),
        picture=_picture(view, turn, sight),
        changes=events,
    )


def scored_turns(
    game: Game, people: tuple[Person, ...], words: Catalog
) -> tuple[messages.Menu, ...]:
    """The menus of the turns that brought points, in their order; none where none did.

    Where these are more than three menus hold, those that brought most.
    """
    return _scored_turns(reading_of(game, people, words), None)


def _scored_turns(reading: Reading, sight: Sight | None) -> tuple[messages.Menu, ...]:
    """Return the menu of scoring turns in a sight; without one, apart from the shown picture."""
    words, names = reading.words, reading.names
    steps = range(1, reading.past.last + 1)
    gains = {step: reading.gains(step) for step in steps if any(reading.gains(step))}
    best = sorted(gains, key=lambda step: -max(gains[step]))[: _MENUS * messages.OPTION_LIMIT]
    choices = []
    for step in sorted(best):
        turn = reading.past.turns[step - 1]
        gained = tuple(
            phrase("replay.gain", who=names[seat], points=points)
            for seat, points in enumerate(gains[step])
            if points
        )
        label = phrase("replay.scored_turn", turn=turn.number, gained=gained)
        most = gains[step].index(max(gains[step]))
        told = _headline(turn, most, reading.game.box, names, words)
        choices.append(_choice(label, turn, told, words, sight))
    return _menu("replay.scored", choices, words)


def turns_menu(
    turns: Sequence[PlayedTurn], game: Game, people: tuple[Person, ...], words: Catalog
) -> tuple[messages.Menu, ...]:
    """The menu of the turns that a page tells, which shows each of them apart; none for none."""
    names = names_of(people, game.options.seats, words)
    choices = []
    for turn in turns:
        label = phrase("replay.any_turn", turn=turn.number, who=names[turn.seat])
        told = _headline(turn, turn.seat, game.box, names, words)
        choices.append(_choice(label, turn, told, words))
    return _menu("replay.show", choices, words)


def _menu(
    key: str, choices: Sequence[messages.Choice], words: Catalog
) -> tuple[messages.Menu, ...]:
    return messages.in_menus(ReplayPost(), words.say(key), choices, _MENUS)


def _headline(turn: PlayedTurn, seat: ids.Seat, box: Box, names: Names, words: Catalog) -> str:
    """The chief thing that a seat did in a turn."""
    own = (event for event in turn.events if event.seat == seat)
    return headline_of(own, names, box, words)


def _choice(
    label: Phrase, turn: PlayedTurn, told: str, words: Catalog, sight: Sight | None = None
) -> messages.Choice:
    value: button_forms.ButtonValue = ReplayTurn(turn.after)
    if sight is not None:
        value = ReplayStep(turn.after, StepTo.HERE, sight)
    return messages.Choice(
        clip(words.spell(label), messages.CHOICE_LIMIT), value, clip(told, messages.CHOICE_LIMIT)
    )


def _steps(reading: Reading, step: int, sight: Sight) -> tuple[messages.Button, ...]:
    last, answers = reading.past.last, reading.past.answers(step)
    ends = {StepTo.FIRST: 0, StepTo.BACK: 0, StepTo.FORWARD: last, StepTo.LAST: last}
    return tuple(
        messages.Button(
            reading.words.say(f"reading.button.{to}"),
            ReplayStep(answers, to, sight),
            disabled=step == end,
        )
        for to, end in ends.items()
    )


def _sights(reading: Reading, step: int, sight: Sight) -> tuple[messages.Button, ...]:
    """Return the other sights of the step; another press lets go of a sight that is kept."""
    words, answers = reading.words, reading.past.answers(step)
    labels = {Sight.BOARD: words.say("table_button.board")}
    for seat, name in reading.names.items():
        labels[_CITIES[seat]] = words.say("table_button.city", who=name)
    return tuple(
        messages.Button(
            clip(label, messages.LABEL_LIMIT),
            ReplayStep(answers, StepTo.HERE, Sight.TURN if kept is sight else kept),
            messages.Style.MAIN if kept is sight else messages.Style.PLAIN,
        )
        for kept, label in labels.items()
    )


def _picture(view: View, turn: PlayedTurn | None, sight: Sight) -> pictures.Picture:
    seat = seat_seen(turn) if sight is Sight.TURN else _seat(sight)
    return pictures.picture_of(view, seat)


def _seat(sight: Sight) -> ids.Seat | None:
    """Return the seat whose city a sight shows."""
    return _CITIES.index(sight) if sight in _CITIES else None
