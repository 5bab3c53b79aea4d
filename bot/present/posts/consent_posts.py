"""Questions that others must agree to, and what a person is asked to confirm."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.model import buttons
from bot.model.button_choices import Consent
from bot.model.button_forms import ButtonValue
from bot.model.messages import (
    CHOICE_LIMIT,
    POST_LIMIT,
    TEXT_LIMIT,
    Button,
    Choice,
    PeopleMenu,
    Post,
    Prompt,
    Style,
    in_menus,
)
from bot.model.people import Known, Names, Person, names_of
from bot.model.settings import ConfirmForget, ShowSettings, Whose
from bot.model.turn_clock import VoteOption
from bot.present.narration import narrate, revealed_phrase
from bot.words import Catalog, Phrase, phrase
from bot.words.text import clip
from engine import Game
from engine.box_index import BoxIndex, box_index
from engine.events import (
    Event,
    OfferingRevealed,
    PathBuilt,
    PathRevealed,
    SpecialistRevealed,
    TomCardTurned,
    TomGnomeTurned,
)
from engine.ids import Seat

_ROOM_FOR_THE_REST: Final = 800
"""Characters of a question kept for what stands beside the list of what was revealed."""

_TABLE: Final = ShowSettings(Whose.TABLE)
"""Leads to the page of the table, from which most questions are asked."""

People = Sequence[Person]


def take_back_post(number: int, asked: People, text: str, words: Catalog) -> Post:
    """The question `number` whether to go back; `text` says what that means (`back_text`)."""
    names = tuple(person.mention for person in asked)
    return _question(number, text, words.say("agree.all", n=len(names), names=names), words=words)


def hand_over_post(number: int, asker: Person, asked: Person, words: Catalog) -> Post:
    """The question whether somebody takes a seat."""
    text = words.say("agree.hand_over", who=asker.name, mention=asked.mention)
    return _question(number, text, words=words)


def abandon_post(number: int, asker: Person, asked: People, words: Catalog) -> Post:
    """The question whether to end a game."""
    names = tuple(person.mention for person in asked)
    text = words.say("agree.abandon", who=asker.name)
    all_asked = words.say("agree.all_abandon", n=len(names), names=names)
    return _question(number, text, all_asked, words=words)


def agreed_note(agreed: People, missing: People, words: Catalog) -> str:
    """Return the names of those who agreed, and of those who have yet to do so."""
    parts = (("agree.agreed", agreed), ("agree.missing", missing))
    return " ".join(words.say(key, names=_names(people)) for key, people in parts if people)


def votes_note(
    votes: Mapping[VoteOption, People], missing: People, decided: VoteOption | None, words: Catalog
) -> str:
    """Return the votes for each way, and the outcome, or the people who have not voted yet."""
    lines = [
        words.say("vote.given", way=words.say(f"vote.button.{way}"), names=_names(people))
        for way, people in votes.items()
        if people
    ]
    if decided is not None:
        lines.append(words.say("vote.settled", way=words.say(f"vote.button.{decided}")))
    elif missing:
        lines.append(words.say("vote.missing", names=_names(missing)))
    return "\n".join(lines)


def _names(people: People) -> tuple[str, ...]:
    return tuple(person.name for person in people)


def _question(number: int, *paragraphs: str, words: Catalog) -> Post:
    styles = {Consent.YES: Style.GO, Consent.NO: Style.STOP, Consent.WITHDRAW: Style.PLAIN}
    answers = tuple(
        Button(words.say(f"agree.button.{consent}"), buttons.AnswerQuestion(number, consent), style)
        for consent, style in styles.items()
    )
    return Post(clip("\n\n".join(paragraphs), POST_LIMIT), (answers,))


def back_text(
    game: Game, move: int, people: tuple[Person, ...], words: Catalog, asker: Person | None = None
) -> str:
    """Return the effect of going back to where only the first `move` answers stand.

    Without an asker it is put to the person alone.
    """
    names = names_of(people, game.options.seats, words)
    gone = game.moves[move:]
    slots = {
        "turn": gone[0].turn,
        "whose": names[gone[0].seat],
        "turns": words.say("agree.turns", n=_turns_since(game, move)),
        "moves": words.say("agree.moves", n=len(gone)),
    }
    if asker is None:
        text = words.say("agree.back_alone", **slots)
    else:
        text = words.say("agree.back", who=asker.name, **slots)
    events = (event for played in gone for event in played.events)
    pieces = tuple(_revealed(events, names, box_index(game.box)))
    if not pieces:
        return f"{text}\n{words.say('agree.nothing_revealed')}"
    limit = (TEXT_LIMIT if asker is None else POST_LIMIT) - _ROOM_FOR_THE_REST
    listed = clip(words.listed(pieces), limit)
    return f"{text}\n{words.say('agree.revealed', pieces=listed)}"


def _turns_since(game: Game, move: int) -> int:
    """Count the turns in which anything was played since only the first `move` answers stood."""
    return len({played.turn for played in game.moves[move:]})


def _revealed(events: Iterable[Event], names: Names, box: BoxIndex) -> Iterator[Phrase]:
    """The pieces that came to light, in the order of the draws (`engine.face_down.drawn`)."""
    for event in events:
        match event:
            case PathBuilt(tile=tile, source=0):
                yield phrase("agree.revealed_drawn", tile=tile)
            case TomCardTurned(card=card):
                yield phrase("agree.revealed_card", card=card)
            case TomGnomeTurned(gnome=gnome):
                yield phrase("agree.revealed_tom_gnome", gnome=gnome)
            case PathRevealed() | SpecialistRevealed() | OfferingRevealed():
                yield revealed_phrase(event, names, box)
            case _:
                pass


def back_prompt(
    game: Game, move: int, revision: int, people: tuple[Person, ...], words: Catalog
) -> Prompt:
    """The effect of going back, for a person who plays alone, to be confirmed."""
    deed = words.say("agree.button.back", n=_turns_since(game, move))
    confirm = buttons.ConfirmGoBack(revision, move)
    return _sure(back_text(game, move, people, words), deed, confirm, buttons.ShowTurns(), words)


def abandon_prompt(words: Catalog) -> Prompt:
    """The effect of ending a game, to be confirmed."""
    text, deed = words.say("leaving.abandon_question"), words.say("leaving.abandon")
    return _sure(text, deed, buttons.ConfirmAbandon(), _TABLE, words)


def managing_prompt(text: str, words: Catalog) -> Prompt:
    """The result of a wish to end the game, and another way for people who manage the server."""
    return _sure(text, words.say("leaving.end_anyway"), buttons.AskToEndGame(), _TABLE, words)


def end_prompt(words: Catalog) -> Prompt:
    """The effect of ending a game by the right of a server's manager, to be confirmed."""
    text, deed = words.say("leaving.end_question"), words.say("leaving.end_by_right")
    return _sure(text, deed, buttons.ConfirmEndGame(), _TABLE, words)


def resign_prompt(words: Catalog, *, solo: bool, last: bool, bots: bool) -> Prompt:
    """The effect of resigning, to be confirmed; `last` when nobody else plays, but for `bots`."""
    kind = "" if not last else "_solo" if solo else "_bots" if bots else "_last"
    text = words.say(f"leaving.resign_question{kind}")
    return _sure(text, words.say("leaving.resign"), buttons.ConfirmResign(), _TABLE, words)


def forget_prompt(known: Known, words: Catalog) -> Prompt:
    """The things to forget and the things that stay, to be confirmed."""
    lines = (
        words.say("forgetting.goes"),
        words.say("forgetting.games", n=known.games) if known.games else "",
        words.say("forgetting.running", n=known.running) if known.running else "",
        words.say("forgetting.stays"),
    )
    text, deed = "\n".join(filter(None, lines)), words.say("forgetting.sure")
    return _sure(text, deed, ConfirmForget(), ShowSettings(Whose.PERSON), words)


def forgotten_text(known: Known, words: Catalog) -> str:
    """Return the report of a finished forgetting."""
    done = words.say("forgetting.done")
    return f"{done} {words.say('forgetting.renamed', n=known.games)}" if known.games else done


def _sure(text: str, deed: str, value: ButtonValue, before: ButtonValue, words: Catalog) -> Prompt:
    """A question whose button says the deed, and the ways out of it: one to the page `before`."""
    confirm = Button(deed, value, Style.STOP)
    leave = Button(words.say("agree.button.leave"), buttons.LeaveIt())
    return Prompt(clip(text, TEXT_LIMIT), ((confirm, leave, _back(before, words)),))


def _back(before: ButtonValue, words: Catalog) -> Button:
    return Button(words.say("settings.back"), before)


def alone_post(who: Person, seat: Seat, words: Catalog) -> Post:
    """The choices of the last person in a game, when everybody else has resigned."""
    win = Button(words.say("leaving.alone_win"), buttons.TakeWin(), Style.GO)
    go_on = Button(words.say("leaving.alone_on"), buttons.PlayOn())
    text = words.say("leaving.alone", mention=who.mention)
    return Post(text, ((win, go_on),), ping=(seat,), accent=seat)


def back_row(words: Catalog) -> tuple[Button, ...]:
    """The button that leads to the turns that a game can go back to."""
    return (Button(words.say("agree.menu_button"), buttons.ShowTurns()),)


def back_menu(game: Game, people: tuple[Person, ...], words: Catalog) -> Prompt:
    """The turns that a game can go back to, the newest first."""
    turns = _turns(game, people, words)
    choices = tuple(Choice(label, buttons.AskToGoBack(turn)) for turn, label in turns)
    text, out = words.say("agree.menu"), (_back(_TABLE, words),)
    return Prompt(text, (*in_menus(buttons.ShowTurns(), text, choices), out))


def hand_over_prompt(words: Catalog) -> Prompt:
    """The menu of the people who can be asked to take a seat."""
    menu = PeopleMenu(buttons.HandOver(), words.say("leaving.hand_over_menu"), 1)
    return Prompt(words.say("leaving.hand_over_menu"), (menu, (_back(_TABLE, words),)))


def _turns(game: Game, people: tuple[Person, ...], words: Catalog) -> Iterator[tuple[int, str]]:
    """The number of each turn, and what was played then."""
    names = names_of(people, game.options.seats, words)
    starts = game.turn_starts
    for start, end in reversed(tuple(zip(starts, (*starts[1:], None), strict=False))):
        if start not in game.take_back_points:
            continue
        moves = game.moves[start:end]
        events = (event for move in moves for event in move.events)
        story = " ".join(narrate(events, names, game.box, words))
        label = words.say("agree.choice", turn=moves[0].turn, told=story)
        yield moves[0].turn, clip(label, CHOICE_LIMIT)
