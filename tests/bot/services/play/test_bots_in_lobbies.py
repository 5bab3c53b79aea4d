"""Bots at tables that have not started: seated by the host, and sent away again."""

import pytest

from bot.model.buttons import DismissBot, SeatBot
from bot.model.invocation import ChannelRef, Invocation
from bot.model.rows import Via
from bot.present.posts.invitations import bot_menu
from bot.services.play.open_lobby import OpenLobby, new_lobby
from bot.words import catalog
from engine import GameOptions
from engine.agents.levels import Level
from tests.kit.bots import EASY, HARD, begun, forgetting, lobbies, names, opened, rematch
from tests.kit.presses import abandon, refused
from tests.kit.stack import PEOPLE, Stack

ADA, BO, CY, _ = PEOPLE
WORDS = catalog()


async def test_the_host_seats_bots_and_sends_them_away(stack: Stack) -> None:
    service = lobbies(stack)
    await opened(stack)
    await service.seat_bot(stack.press(ADA), Level.HARD)
    lobby = await service.seat_bot(stack.press(ADA), Level.EASY)
    assert names(lobby) == ["Ada", "Bot 1 (hard)", "Bot 2 (easy)"]
    lobby = await service.dismiss_bot(stack.press(ADA), 1)
    assert names(lobby) == ["Ada", "Bot 2 (easy)"]
    lobby = await service.seat_bot(stack.press(ADA), Level.EASY)
    assert names(lobby) == ["Ada", "Bot 1 (easy)", "Bot 2 (easy)"]
    assert lobby.options == GameOptions(3)
    known = await service.look(7)
    assert known == lobby


async def test_only_the_host_does(stack: Stack) -> None:
    service = lobbies(stack)
    await opened(stack, HARD)
    await service.join(stack.press(BO))
    assert await refused(service.seat_bot(stack.press(BO), Level.EASY)) == "error.lobby_host_only"
    assert await refused(service.dismiss_bot(stack.press(BO), 1)) == "error.lobby_host_only"


async def test_a_bot_that_has_gone_cannot_be_sent_away(stack: Stack) -> None:
    await opened(stack, HARD)
    assert await refused(lobbies(stack).dismiss_bot(stack.press(ADA), 2)) == "bots.sorry.gone"


async def test_bots_take_the_seats_of_a_table(stack: Stack) -> None:
    service = lobbies(stack)
    await opened(stack, HARD, EASY)
    await service.join(stack.press(BO))
    assert await refused(service.seat_bot(stack.press(ADA), Level.EASY)) == "error.lobby_full"
    assert await refused(service.join(stack.press(CY))) == "error.lobby_full"


async def test_a_seat_that_is_kept_is_not_given_to_a_bot(stack: Stack) -> None:
    service = lobbies(stack)
    await opened(stack, HARD, EASY)
    await service.invite(stack.press(ADA), (BO,))
    assert await refused(service.seat_bot(stack.press(ADA), Level.EASY)) == "invite.sorry.kept"


async def test_no_table_is_left_to_bots(stack: Stack) -> None:
    service = lobbies(stack)
    await opened(stack, HARD)
    await service.join(stack.press(BO))
    lobby = await service.leave(stack.press(ADA))
    assert lobby is not None
    assert lobby.host.id == BO.id
    assert names(lobby) == ["Bo", "Bot 1 (hard)"]
    assert await service.leave(stack.press(BO)) is None
    assert await service.look(7) is None


async def test_a_host_who_is_forgotten_leaves_the_table_to_people(stack: Stack) -> None:
    service = lobbies(stack)
    await opened(stack, HARD)
    await service.join(stack.press(BO))
    await forgetting(stack).forget(ADA.id)
    lobby = await service.look(7)
    assert lobby is not None
    assert lobby.host.id == BO.id
    await forgetting(stack).forget(BO.id)
    assert await service.look(7) is None


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("en", "Seat a bot: expert"),
        ("de", "Bot dazusetzen: Experte"),
        ("pl", "Dodaj bota: ekspert"),
    ],
)
def test_the_menu_has_every_level_and_every_bot(language: str, label: str) -> None:
    words = catalog(language)
    press = Invocation(1, ADA, ChannelRef(7, 5, language, Via.CHANNEL))
    row = new_lobby(press, frozenset(), bots=(HARD, EASY))
    lobby = OpenLobby(row)
    (menu,) = bot_menu(lobby.shown, lobby.free, words)
    assert menu.choices[3].label == label
    values = [choice.value for choice in menu.choices]
    assert values == [*map(SeatBot, Level), DismissBot(1), DismissBot(2)]
    (full,) = bot_menu(lobby.shown, 0, words)
    assert [choice.value for choice in full.choices] == [DismissBot(1), DismissBot(2)]


async def test_nobody_sits_down_in_a_rematch(stack: Stack) -> None:
    game = await begun(stack, ADA, BO, HARD)
    await abandon(stack.games, stack.press(ADA), game)
    await rematch(stack, ADA, game)
    service = lobbies(stack)
    assert await refused(service.seat_bot(stack.press(ADA), Level.EASY)) == "invite.sorry.settled"
    assert await refused(service.dismiss_bot(stack.press(ADA), 1)) == "invite.sorry.settled"
    lobby = await service.look(7)
    assert lobby is not None
    assert bot_menu(lobby.shown, lobby.free, WORDS) == ()
