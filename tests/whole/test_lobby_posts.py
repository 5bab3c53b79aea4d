"""A lobby is shown by one message: what showed it before has no buttons any more."""

from collections.abc import Sequence

import pytest

from bot.chat.interaction.reply import SECONDS_UNTIL_ANNOUNCED
from bot.model import button_choices, rows, settings
from bot.model.buttons import AskToAbandon, LeaveLobby, ShowLobby, StartLobby
from bot.model.invocation import Invocation
from bot.model.links import jump_link
from bot.services.play.lobbies import LobbyService
from bot.services.play.open_lobby import OpenLobby
from bot.standin import Message, Refused, UserClient
from bot.standin.layout import buttons, selects
from bot.words import catalog
from tests.kit.hall import Hall
from tests.kit.outbox import EDITS
from tests.kit.pages import by_page, choose, in_words, made_up
from tests.kit.whole import has_turn_button, labels

WORDS = catalog()


def is_bare(message: Message) -> bool:
    """Say whether nothing can be pressed or chosen in a message."""
    return not buttons(message) and not selects(message)


def moved_to(message: Message, hall: Hall) -> str:
    """What a message says that shows a lobby no longer."""
    link = jump_link(hall.guild.id, hall.table.id, message.id)
    return WORDS.say("lobby.moved", link=link)


async def opened(hall: Hall, *, thread: bool = True) -> Message:
    return await typed(hall, hall.people[0], "new", thread=thread)


async def typed(hall: Hall, person: UserClient, *command: str, **options: int) -> Message:
    """The answer to a command, when all that follows from it is done."""
    answer = await (await person.slash(hall.table, "bonfire", *command, options=options)).response()
    await hall.calm()
    return answer


async def test_the_lobby_that_is_shown_again_loses_its_buttons_above(hall: Hall) -> None:
    ada, bo, cy = hall.people[:3]
    first = await opened(hall)
    second = await (await by_page(bo, hall.table, "table", ShowLobby())).response()
    await hall.calm()
    assert not is_bare(second)
    assert is_bare(first)
    assert in_words(first) == moved_to(second, hall)
    third = await opened(hall)
    assert is_bare(second)
    assert in_words(second) == moved_to(third, hall)
    await (await cy.press(third, "Join")).response()
    assert not is_bare(third)
    assert len(ada.sees(hall.table)) == 3


async def test_a_lobby_that_is_started_elsewhere_has_no_buttons(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    lobby = await opened(hall, thread=False)
    await (await bo.press(lobby, "Join")).response()
    await (await made_up(ada, hall.table, StartLobby(), 0)).response()
    await hall.calm()
    assert is_bare(lobby)
    assert in_words(lobby) == WORDS.say("lobby.begun")
    await ada.waits_for(hall.table, has_turn_button)


async def test_a_lobby_that_is_closed_elsewhere_has_no_buttons(hall: Hall) -> None:
    lobby = await opened(hall)
    closed = await (await made_up(hall.people[0], hall.table, LeaveLobby(), 0)).response()
    await hall.calm()
    assert in_words(closed) == WORDS.say("shell.lobby_closed")
    assert is_bare(lobby)
    assert in_words(lobby) == WORDS.say("shell.lobby_closed")


async def test_a_lobby_knows_its_message_after_an_announced_answer(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Discord was told to wait for becomes the lobby by an edit."""
    at_once = LobbyService.open

    async def slowly(
        lobbies: LobbyService,
        press: Invocation,
        options: frozenset[button_choices.TableOption],
        bots: Sequence[rows.PersonRow],
    ) -> OpenLobby:
        await hall.clock.sleep(SECONDS_UNTIL_ANNOUNCED + 1)
        return await at_once(lobbies, press, options, bots=bots)

    monkeypatch.setattr(LobbyService, "open", slowly)
    first, second = [await hall.clock.turned(opened(hall)) for _ in range(2)]
    assert first.edits
    assert is_bare(first)
    assert not is_bare(second)


@pytest.mark.parametrize("code", [10008, 50001])
async def test_an_old_lobby_that_discord_does_not_change_holds_up_nothing(
    hall: Hall, code: int
) -> None:
    first = await opened(hall)
    hall.server.fault_injector.plan("PATCH", EDITS, Refused(403, code))
    second = await opened(hall)
    assert not is_bare(first)
    assert not is_bare(second)
    assert not is_bare(await opened(hall))
    assert is_bare(second)


async def test_who_presses_an_old_lobby_brings_its_buttons_there(hall: Hall) -> None:
    bo = hall.people[1]
    first = await opened(hall)
    hall.server.fault_injector.plan("PATCH", EDITS, Refused(403, 50001))
    second = await opened(hall)
    await (await bo.press(first, "Join")).response()
    await hall.calm()
    assert not is_bare(first)
    assert is_bare(second)


@pytest.mark.parametrize("bots", [{}, {"bots": 1}])
async def test_a_rematch_calls_those_who_are_missing_and_starts_without_them(
    hall: Hall, bots: dict[str, int]
) -> None:
    ada, bo, cy = hall.people[:3]
    await choose(cy, hall.table, settings.Setting.NOTICE, "none")
    lobby = await typed(hall, ada, "new", thread=False, **bots)
    for guest in (bo, cy):
        await (await guest.press(lobby, "Join")).response()
    await (await ada.press(lobby, "Start")).response()
    await (await by_page(ada, hall.table, "table", AskToAbandon())).response()
    await hall.calm()
    question = await ada.waits_for(hall.table, lambda one: "Ada asks" in in_words(one))
    for guest in (bo, cy):
        await (await guest.press(question, WORDS.say("agree.button.yes"))).response()
    over = await ada.waits_for(hall.table, lambda one: "Rematch" in labels(one))
    again = await (await ada.press(over, "Rematch")).response()
    await hall.calm()
    order = sorted((bo, cy), key=lambda one: in_words(again).index(one.mention))
    mentions = tuple(one.mention for one in order)
    missing = (
        WORDS.say("rematch.awaited_enough", names=mentions, host="Ada")
        if bots
        else WORDS.say("rematch.awaited", n=2, names=mentions)
    )
    assert missing in in_words(again)
    assert again.pings == [bo.id]
    await (await bo.press(again, "Join")).response()
    assert bo.mention not in in_words(again)
    missing = WORDS.say("rematch.awaited_enough", names=(cy.mention,), host="Ada")
    assert missing in in_words(again)
    await (await ada.press(again, WORDS.say("rematch.without", names=("Cy_d",)))).response()
    assert in_words(again) == WORDS.say("shell.started")
    await ada.waits_for(hall.table, lambda one: one.id > again.id and has_turn_button(one))
