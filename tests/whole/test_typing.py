"""Whatever people type into commands, their completions and forms: an answer, and no error."""

import logging
from collections.abc import Mapping, Sequence

import pytest

from bot.standin import Ack, Channel, Modal, UserClient
from bot.standin.layout import ComponentKind
from tests.kit.hall import Hall
from tests.kit.marks import soak
from tests.kit.typist import LONGEST, Line, Typist, lines, slash_commands
from tests.kit.whole import without_limits

A_WHILE = 60.0
"""Seconds that pass when everything has been typed once."""


async def opened_form(form: Modal, person: UserClient, typist: Typist) -> None:
    """Send a form back, more often than not with too much in it."""
    for label in form.components:
        assert ComponentKind(label["type"]) is ComponentKind.LABEL
        label["component"]["max_length"] = LONGEST
    values: Mapping[str, str | bool | Sequence[str]] = {
        label["component"]["custom_id"]: typist.text() for label in form.components
    }
    sent = await person.submit(form, values)
    assert await sent.acknowledged() is Ack.MESSAGE


async def type_into(
    hall: Hall, typist: Typist, line: Line, person: UserClient, room: Channel
) -> int:
    """Send a command with whatever comes, and ask for its completions; the number of values."""
    given = typist.options(line)
    count = len(given)
    for option in line.options:
        if option.get("autocomplete"):
            name = option["name"]
            before = {other: value for other, value in given.items() if other != name}
            offers = await person.autocomplete(
                room, *line.words, focused=name, typed=typist.beginning(), options=before
            )
            count += 1
            if offers and typist.chance.random() < 0.7:
                given[name] = typist.chance.choice(offers).value
    sent = await person.slash(room, *line.words, options=given)
    if await sent.acknowledged() is Ack.MODAL:
        assert sent.modal_opened is not None
        await opened_form(sent.modal_opened, person, typist)
        count += 1
    return count


@pytest.mark.parametrize(("seed", "values"), [(1, 200), soak(2, 20_000)])
async def test_whatever_is_typed_has_an_answer_and_makes_no_error(
    hall: Hall, caplog: pytest.LogCaptureFixture, seed: int, values: int
) -> None:
    hall.server.keep_little()
    typist = Typist(hall, seed)
    for command in slash_commands(hall):
        without_limits(command.definition)
    known = [line for command in slash_commands(hall) for line in lines(command.definition)]
    rooms = [room for room in typist.rooms if not room.is_forum]
    await (await hall.people[0].slash(rooms[0], "bonfire", "solo")).response()
    typed, tried = 0, set[tuple[str, ...]]()
    while typed < values or len(tried) < len(known):
        typist.chance.shuffle(known)
        for line in known:
            person = typist.chance.choice(hall.people[:2])
            room = typist.chance.choice([*rooms, person.dm()])
            typed += await type_into(hall, typist, line, person, room)
            tried.add(line.words)
            errors = [one for one in caplog.records if one.levelno >= logging.ERROR]
            assert not errors, (line.words, errors[0].getMessage(), errors[0].exc_info)
        caplog.clear()
        hall.clock.advance(A_WHILE)
