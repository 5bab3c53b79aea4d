"""The slash commands at a table: completion from the legal list, previews, refusals, look-ups."""

import logging
import random

import pytest

from bot.chat.handlers.typed_turns import PLAYS
from bot.model import button_choices, button_forms
from bot.model.buttons import (
    JoinLobby,
    LeaveLobby,
    ReadOn,
    ShowCity,
    ShowLog,
    ShowScore,
    ShowStatus,
    StartLobby,
    ToggleOption,
)
from bot.model.controls import Sign
from bot.standin import AutocompleteChoice, Message
from bot.standin.layout import buttons, pictures, selects, text
from bot.words import catalog, pieces
from engine.record import Verified, read_record, verify
from tests.kit.hall import Hall
from tests.kit.pages import by_post, looked, made_up
from tests.kit.whole import Player, controls, end_alone, has_turn_button, without_limits

WORDS = catalog()


async def solo(hall: Hall, seed: int = 3) -> tuple[Player, Message]:
    """A solo game of the first person, its start tile chosen."""
    player = Player(hall.people[0], hall.table, random.Random(seed))
    await (await player.person.slash(hall.table, "bonfire", "solo")).response()
    return player, await player.my_post(0)


async def typed(player: Player, line: str) -> str:
    """What `/turn move` answers."""
    asked = await player.person.slash(player.table, "turn", "move", line=line)
    return text(await asked.response())


async def offered(
    player: Player, name: str, focused: str, **given: str
) -> tuple[AutocompleteChoice, ...]:
    """What `/turn NAME` offers for an option while it is typed."""
    return await player.person.autocomplete(
        player.table, "turn", name, focused=focused, options=given
    )


async def move_count(hall: Hall) -> int:
    async with hall.client.services.games.hold(1) as table:
        return table.game.move_count


async def choose_start(player: Player) -> None:
    """The first own turn begins with the start tile."""
    legal = await player.person.autocomplete(player.table, "turn", "move", focused="line")
    await typed(player, str(legal[0].value))


async def test_every_play_command_completes_and_leads_to_a_preview(hall: Hall) -> None:
    player, _ = await solo(hall)
    await choose_start(player)
    before = await move_count(hall)
    shown = set()
    for play in PLAYS:
        if not play.chooses:
            continue
        first = play.options[0]
        found = await offered(player, play.name, first)
        if not found:
            continue
        value = str(found[-1].value)
        asked = await player.person.slash(player.table, "turn", play.name, options={first: value})
        prompt = await asked.response()
        assert list(controls(prompt)), play.name
        shown.add(play.name)
    assert {"fate", "path", "sail"} <= shown
    assert await move_count(hall) == before


async def test_options_are_completed_one_after_the_other(hall: Hall) -> None:
    player, _ = await solo(hall)
    await choose_start(player)
    tile = str((await offered(player, "path", "tile"))[0].value)
    payments = await offered(player, "path", "pay", tile=tile)
    assert payments
    asked = await player.person.slash(
        player.table, "turn", "path", tile=tile, pay=str(payments[-1].value)
    )
    prompt = await asked.response()
    confirm = next(step for step in controls(prompt) if step.answer == Sign.CONFIRM)
    before = await move_count(hall)
    await (await player.press(prompt, confirm)).response()
    assert await move_count(hall) >= before + 2


async def test_completion_fits_what_is_typed(hall: Hall) -> None:
    player, _ = await solo(hall)
    await choose_start(player)
    every = await offered(player, "sail", "to")
    some = await player.person.autocomplete(
        player.table, "turn", "sail", focused="to", typed=every[-1].name[-6:]
    )
    assert every[-1] in some
    assert len(some) <= len(every) <= 25
    nothing = await player.person.autocomplete(
        player.table, "turn", "sail", focused="to", typed="no such island"
    )
    assert nothing == ()


async def test_nobody_else_is_offered_anything(hall: Hall) -> None:
    await solo(hall)
    bo = hall.people[1]
    assert await bo.autocomplete(hall.table, "turn", "move", focused="line") == ()
    assert await bo.autocomplete(hall.table, "turn", "path", focused="tile") == ()


async def test_a_value_that_is_not_on_the_list_is_refused(hall: Hall) -> None:
    player, _ = await solo(hall)
    await choose_start(player)
    before = await move_count(hall)
    asked = await player.person.slash(player.table, "turn", "path", tile="nonsense")
    assert "list" in text(await asked.response())
    assert await move_count(hall) == before


async def test_a_typed_line_is_all_or_nothing(hall: Hall) -> None:
    player, _ = await solo(hall)
    await choose_start(player)
    before = await move_count(hall)
    assert "end" in await typed(player, "path 1; end")
    assert await move_count(hall) == before
    assert "gibberish" in await typed(player, "gibberish 5")
    assert await move_count(hall) == before


async def test_undo_takes_the_last_answer_back(hall: Hall) -> None:
    player, _ = await solo(hall)
    await choose_start(player)
    assert await move_count(hall) == 1
    await (await player.person.slash(hall.table, "bonfire", "undo")).response()
    assert await move_count(hall) == 0
    refused = await player.person.slash(hall.table, "bonfire", "undo")
    assert text(await refused.response())
    assert await move_count(hall) == 0


async def test_undo_alone_offers_the_turn_before_by_itself(hall: Hall) -> None:
    player, post = await solo(hall)
    await player.take_turn(post)
    assert await move_count(hall) > 1
    asked = await (await player.person.slash(hall.table, "bonfire", "undo")).response()
    deed, *_ = buttons(asked)
    assert deed.label == "Take back 1 turn"
    await (await player.person.press(asked, deed.custom_id)).response()
    assert await move_count(hall) == 0


async def test_a_command_that_finds_no_game_leads_to_those_of_its_person(hall: Hall) -> None:
    bo, other = hall.people[1], hall.server.text_channel(hall.guild, "other")
    await solo(hall)
    nothing = await (await bo.slash(hall.table, "bonfire", "undo")).response()
    assert [one for one in buttons(nothing) if one.url] == []
    await (await bo.slash(bo.dm(), "bonfire", "solo")).response()
    at_others = await (await bo.slash(hall.table, "bonfire", "undo")).response()
    assert WORDS.say("error.not_a_player") in text(at_others)
    assert [one.url for one in buttons(at_others) if one.url] != []
    for path in ("undo", "export"):
        told = await (await bo.slash(other, "bonfire", path)).response()
        assert text(told).startswith("There's no game running here")
        (link,) = (one.url for one in buttons(told) if one.url)
        assert str(bo.dm().id) in link


@pytest.mark.parametrize("where", list(button_choices.Elsewhere))
async def test_solo_offers_itself_elsewhere_where_the_channel_is_occupied(
    hall: Hall, where: button_choices.Elsewhere
) -> None:
    await solo(hall)
    bo = hall.people[1]
    full = await (await bo.slash(hall.table, "bonfire", "solo")).response()
    assert full.ephemeral_for == bo.id
    assert text(full) == WORDS.say("place.full")
    button = next(one for one in buttons(full) if one.label == WORDS.say(f"place.button.{where}"))
    begun = await (await bo.press(full, button.custom_id)).response()
    assert begun.id == full.id
    (link,) = (one.url for one in buttons(begun) if one.url)
    async with hall.client.services.games.hold(2) as table:
        assert str(table.channel.id) in link
        assert table.channel.id != hall.table.id
        assert table.plays(bo.id)


@pytest.mark.parametrize("name", ["help", "about", "settings", "table"])
async def test_look_ups_are_private_texts(hall: Hall, name: str) -> None:
    player, _ = await solo(hall)
    await choose_start(player)
    answer = await (await player.person.slash(hall.table, "bonfire", name)).response()
    assert answer.ephemeral_for == player.person.id
    assert text(answer)


@pytest.mark.parametrize("value", [ShowStatus(), ShowScore(), ShowLog()])
async def test_the_board_leads_to_private_texts(
    hall: Hall, value: button_forms.ButtonValue
) -> None:
    player, _ = await solo(hall)
    await choose_start(player)
    answer = await looked(player.person, hall.table, value)
    assert answer.ephemeral_for == player.person.id
    assert text(answer)


async def test_the_described_table_says_what_the_tasks_ask_for(hall: Hall) -> None:
    player, _ = await solo(hall)
    page = await looked(player.person, hall.table, ShowStatus(), ReadOn(0))
    described = text(page)
    while following := [each.label for each in buttons(page) if each.label.endswith("▶")]:
        page = await (await player.person.press(page, following[0])).response()
        assert page.ephemeral_for == player.person.id
        described += f"\n{text(page)}"
    async with hall.client.services.games.hold(1) as table:
        islands = table.game.view().islands
    tasks = [slot.task for island in islands for slot in island.slots if slot.task is not None]
    words = catalog()
    assert tasks
    for task in tasks:
        assert words.spell(pieces.condition_phrase(task.condition)) in described


async def test_board_and_cities_are_pictures_with_alt_text(hall: Hall) -> None:
    player, _ = await solo(hall)
    board = await (await player.person.slash(hall.table, "bonfire", "board")).response()
    own, toms = [await looked(player.person, hall.table, ShowCity(seat)) for seat in (0, 1)]
    await hall.calm()
    assert len(pictures(board)) == 1
    alts = {pictures(one)[0].alt for one in (board, own, toms)}
    assert len(alts) == 3
    assert all(0 < len(alt) <= 1024 for alt in alts)


@pytest.mark.parametrize(
    ("option", "typed", "answer"),
    [
        ("rules term", "9" * 5000, "something shorter"),
        ("new language", "klingon", "one of the suggestions"),
        ("solo level", "nobody", "one of the suggestions"),
    ],
)
async def test_a_value_that_no_client_would_send_gets_a_kind_word(
    hall: Hall, caplog: pytest.LogCaptureFixture, option: str, typed: str | int, answer: str
) -> None:
    """A program of somebody's own making checks no limits before it sends."""
    player, _ = await solo(hall)
    for command in hall.server.world.commands.values():
        without_limits(command.definition)
    *words, name = option.split()
    asked = await player.person.slash(player.table, "bonfire", *words, options={name: typed})
    assert answer in text(await asked.response())
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_rules_are_looked_up_by_completion(hall: Hall) -> None:
    ada = hall.people[0]
    found = await ada.autocomplete(
        hall.table, "bonfire", "rules", focused="term", typed="procession"
    )
    asked = await ada.slash(hall.table, "bonfire", "rules", term=str(found[0].value))
    assert found[0].name in text(await asked.response())


async def test_rules_lead_from_term_to_term_in_one_message(hall: Hall) -> None:
    ada = hall.people[0]
    first = await (await ada.slash(hall.table, "bonfire", "rules")).response()
    assert "What Bonfire is about" in text(first)
    turn = await (await ada.press(first, "A turn")).response()
    assert (turn.id, turn.ephemeral_for) == (first.id, ada.id)
    assert text(turn).startswith("**A turn**")
    (menu,) = selects(turn)
    portals = next(option for option in menu.options if option.label == "Portals")
    chosen = await ada.select(turn, menu.custom_id, [portals.value])
    assert text(await chosen.response()).startswith("**Portals**")


async def test_an_export_of_a_running_game_holds_nothing_hidden(hall: Hall) -> None:
    player, _ = await solo(hall)
    await choose_start(player)
    answer = await (await player.person.slash(hall.table, "bonfire", "export")).response()
    (file,) = answer.attachments
    record = read_record(file.data.decode())
    assert record["seed"] is None
    assert verify(record) == Verified(1, finished=False)


async def test_an_abandoned_game_ends_and_makes_room(hall: Hall) -> None:
    player, post = await solo(hall)
    await end_alone(player.person, hall.table)
    await player.person.waits_for(hall.table, lambda m: m.id > post.id and not m.is_ephemeral)
    asked = await player.person.slash(hall.table, "turn", "end")
    assert "over" in text(await asked.response())
    _, again = await solo(hall)
    assert has_turn_button(again)


async def test_a_table_is_joined_left_and_changed_by_buttons(hall: Hall) -> None:
    ada, bo = hall.people[:2]
    await (await ada.slash(hall.table, "bonfire", "new")).response()
    joined = await (await by_post(bo, hall.table, JoinLobby())).response()
    assert "Bo" in text(joined)
    refused = await (await by_post(bo, hall.table, StartLobby())).response()
    assert refused.is_ephemeral
    strict = ToggleOption(button_choices.TableOption("strict_payment"))
    changed = await by_post(ada, hall.table, strict)
    assert text(await changed.response())
    left = await (await by_post(bo, hall.table, LeaveLobby())).response()
    assert "1 player" in text(left)
    alone = await (await by_post(ada, hall.table, StartLobby())).response()
    assert alone.is_ephemeral
    closed = await (await by_post(ada, hall.table, LeaveLobby())).response()
    assert text(closed)
    gone = await (await made_up(bo, hall.table, JoinLobby(), 0)).response()
    assert gone.is_ephemeral
