"""The files of finished games made up in no time, where Discord is what a test looks at."""

from collections.abc import Mapping
from typing import Final

from bot.features.finished import values
from bot.features.finished.service import FileRequest, GameFile, Maker
from bot.model import button_forms
from bot.model.custom_ids import Binding
from bot.present.wizard.lines_page import text_of
from bot.standin import Message, UserClient
from bot.standin.interaction import InteractionKind
from bot.standin.layout import ComponentKind
from engine.advice.lines import LineOfPlay, Verdict
from engine.advice.outlook import Outlook
from engine.history import history


def made_up_review(request: FileRequest) -> tuple[bytes, ...]:
    """A review that takes no time: of whoever has a seat, a turn that only ended costs 3 points."""
    game, costly = request.game, tuple[values.StoredCost, ...]()
    if request.seat is not None:
        past = history(game)
        before = next(
            number
            for number, move in enumerate(game.moves)
            if move.seat == request.seat
            and number in (past.begin, *(turn.after for turn in past.turns))
        )
        answers = tuple(move.action for move in game.moves[before : before + 1])
        line = text_of(LineOfPlay(answers, Verdict.FIRST, 0, Outlook()))
        costly = (values.StoredCost(1, before, 3.2, line, line),)
    steps = history(game).last + 1
    seats = game.options.seats
    luck, others = (1.0, -2.0, 0.0, 0.0)[:seats], (-0.5, 0.5, 0.0, 0.0)[:seats]
    found = values.StoredReview(((50.0,) * seats,) * steps, luck, others, costly)
    return (found.dump(),)


MADE_UP: Final[Mapping[GameFile, Maker]] = {
    GameFile.PAGE: lambda _: (b"a page",),
    GameFile.FILM: lambda _: (b"a film", b"a short film"),
    GameFile.REVIEW: made_up_review,
}


async def pressed(person: UserClient, post: Message, value: button_forms.ButtonValue) -> Message:
    """What a button answers, also where only a made-up press can be on it."""
    custom_id = Binding(1).custom_id(value)
    data = {"component_type": ComponentKind.BUTTON, "custom_id": custom_id}
    press = await person.forge(post, InteractionKind.COMPONENT, data)
    return await press.response()
