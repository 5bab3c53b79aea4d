from __future__ import annotations

import discord
import pytest
from discord import ui

from bot.standin import Ack, Delayed, Message, NotPossible, layout
from tests.kit.toy import Inter, data_of, file, png, row
from tests.standin.conftest import Stage, channel_of


def big_layout() -> ui.LayoutView:
    """A V2 message with a picture, text, a row and a section."""
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.Container(
            ui.TextDisplay("it is your turn"),
            ui.MediaGallery(
                discord.MediaGalleryItem("attachment://board.png", description="a sea")
            ),
            ui.ActionRow(ui.Button(label="Deep", custom_id="deep")),
            ui.Section("beside", accessory=ui.Button(label="Side", custom_id="side")),
        )
    )
    view.stop()
    return view


async def test_a_press_updates_the_message_it_is_on(stage: Stage) -> None:
    @stage.toy.answers("start")
    async def start(i: Inter) -> None:
        await i.response.send_message("choose", view=row("Pay", "Keep"), ephemeral=True)

    @stage.toy.answers("pay")
    async def pay(i: Inter) -> None:
        await i.response.edit_message(content="paid", view=None, attachments=[file("after.png")])

    message = await (await stage.ask("start")).response()
    assert [b.label for b in layout.buttons(message)] == ["Pay", "Keep"]
    pressed = await stage.ada.press(message, "Pay")
    assert await pressed.response() is message
    assert message.content == "paid"
    assert layout.buttons(message) == ()
    assert [p.data for p in layout.pictures(message)] == [png()]
    assert message.is_ephemeral


async def test_a_deferred_press_is_answered_by_a_later_edit(stage: Stage) -> None:
    message = await _public(stage, "Go")

    @stage.toy.answers("go")
    async def go(i: Inter) -> None:
        await i.response.defer()
        await i.edit_original_response(content="gone")

    pressed = await stage.bo.press(message, "go")
    assert await pressed.acknowledged() is Ack.DEFERRED_UPDATE
    assert (await pressed.response()).content == "gone"
    assert stage.last() is message


async def test_a_deferred_answer_to_a_press_is_a_message_of_its_own(stage: Stage) -> None:
    message = await _public(stage, "Go")

    @stage.toy.answers("go")
    async def go(i: Inter) -> None:
        await i.response.defer(ephemeral=True, thinking=True)
        await i.edit_original_response(content="only for you", attachments=[file()])

    pressed = await stage.bo.press(message, "Go")
    answer = await pressed.response()
    assert answer is not message
    assert answer.is_ephemeral
    assert not stage.ada.can_see(answer)
    assert message.content == "here"


async def test_buttons_are_found_anywhere_in_a_v2_layout(stage: Stage) -> None:
    @stage.toy.answers("show")
    async def show(i: Inter) -> None:
        await i.response.send_message(view=big_layout(), file=file())

    @stage.toy.answers("side")
    async def side(i: Inter) -> None:
        await i.response.send_message("from the side", ephemeral=True)

    message = await (await stage.ask("show")).response()
    assert message.is_v2
    assert layout.text(message) == "it is your turn\nbeside"
    assert [(p.alt, p.data) for p in layout.pictures(message)] == [("a sea", png())]
    assert [b.label for b in layout.buttons(message)] == ["Deep", "Side"]
    pressed = await stage.bo.press(message, "Side")
    assert (await pressed.response()).content == "from the side"


async def test_a_menu_gives_the_values_behind_its_lines(stage: Stage) -> None:
    chosen: list[str] = []

    @stage.toy.answers("menu")
    async def menu(i: Inter) -> None:
        view = ui.View(timeout=None)
        options = [discord.SelectOption(label=f"Line {n}", value=str(n)) for n in range(4)]
        view.add_item(ui.Select(custom_id="pick", options=options, max_values=2))
        view.stop()
        await i.response.send_message("pick", view=view, ephemeral=True)

    @stage.toy.answers("pick")
    async def pick(i: Inter) -> None:
        chosen.extend(data_of(i)["values"])
        await i.response.edit_message(content="thanks", view=None)

    message = await (await stage.ask("menu")).response()
    for wrong in (["9"], [], ["0", "1", "2"]):
        with pytest.raises(NotPossible):
            await stage.ada.select(message, "pick", wrong)
    await (await stage.ada.select(message, "pick", ["Line 1", "3"])).response()
    assert chosen == ["1", "3"]


async def test_a_user_menu_gives_resolved_users(stage: Stage) -> None:
    @stage.toy.answers("menu")
    async def menu(i: Inter) -> None:
        view = ui.View(timeout=None)
        view.add_item(ui.UserSelect(custom_id="who"))
        view.stop()
        await i.response.send_message("who", view=view, ephemeral=True)

    @stage.toy.answers("who")
    async def who(i: Inter) -> None:
        (found,) = data_of(i)["resolved"]["users"].values()
        await i.response.edit_message(content=found["username"])

    message = await (await stage.ask("menu")).response()
    answer = await (await stage.ada.select(message, "who", [stage.bo.user])).response()
    assert answer.content == "bo"


async def test_what_cannot_be_pressed_is_not_pressed(stage: Stage) -> None:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Off", custom_id="off", disabled=True))
    view.add_item(ui.Button(label="Twin", custom_id="a"))
    view.add_item(ui.Button(label="Twin", custom_id="b"))
    view.add_item(ui.Button(label="Away", url="https://example.org/"))
    view.stop()
    await channel_of(stage).send("here", view=view)
    message = stage.last()
    for name in ("Off", "Twin", "Away", "Nothing"):
        with pytest.raises(NotPossible):
            await stage.ada.press(message, name)


async def test_private_and_deleted_messages_have_no_buttons_for_others(stage: Stage) -> None:
    @stage.toy.answers("start")
    async def start(i: Inter) -> None:
        await i.response.send_message("yours", view=row("Pay"), ephemeral=True)

    @stage.toy.answers("pay")
    async def pay(i: Inter) -> None:
        await i.response.defer()
        await i.delete_original_response()

    message = await (await stage.ask("start")).response()
    assert message in stage.ada.sees(stage.table)
    assert message not in stage.bo.sees(stage.table)
    with pytest.raises(NotPossible):
        await stage.bo.press(message, "Pay")
    pressed = await stage.ada.press(message, "Pay")
    await stage.server.core.changes.wait_for(lambda: message.deleted or None, 5)
    with pytest.raises(NotPossible):
        await stage.ada.press(message, "Pay")
    assert await pressed.acknowledged() is Ack.DEFERRED_UPDATE


async def test_a_late_press_arrives_although_the_button_is_gone(stage: Stage) -> None:
    message = await _public(stage, "Go")
    await channel_of(stage).get_partial_message(message.id).edit(view=None)

    @stage.toy.answers("go")
    async def go(i: Inter) -> None:
        await i.response.send_message("too late", ephemeral=True)

    with pytest.raises(NotPossible):
        await stage.ada.press(message, "Go")
    pressed = await stage.ada.press_late(message, "go")
    assert (await pressed.response()).content == "too late"


async def test_a_form_brings_back_its_fields(stage: Stage) -> None:
    message = await _public(stage, "Ask")

    @stage.toy.answers("ask")
    async def ask(i: Inter) -> None:
        modal = ui.Modal(title="Question", custom_id="form")
        modal.add_item(ui.TextDisplay("think well"))
        modal.add_item(
            ui.Label(text="Move", component=ui.TextInput(custom_id="move", max_length=5))
        )
        lines = [discord.SelectOption(label="Red", value="r"), discord.SelectOption(label="Blue")]
        modal.add_item(ui.Label(text="Colour", component=ui.Select(custom_id="c", options=lines)))
        modal.stop()
        await i.response.send_modal(modal)

    @stage.toy.answers("form")
    async def form(i: Inter) -> None:
        parts = data_of(i)["components"]
        move, colour = parts[1]["component"]["value"], parts[2]["component"]["values"]
        await i.response.edit_message(content=f"{move} {colour}")

    pressed = await stage.ada.press(message, "Ask")
    modal = await pressed.modal()
    assert await pressed.acknowledged() is Ack.MODAL
    assert modal.title == "Question"
    for wrong in ({"Move": "too long", "c": "r"}, {"Colour": "r"}, {"Move": "a", "x": "y"}):
        with pytest.raises(NotPossible):
            await stage.ada.submit(modal, wrong)
    with pytest.raises(NotPossible):
        await stage.bo.submit(modal, {"Move": "e4", "c": "r"})
    sent = await stage.ada.submit(modal, {"Move": "e4", "c": "r"})
    assert await sent.response() is message
    assert message.content == "e4 ['r']"


async def test_a_form_after_a_command_is_answered_by_a_message(stage: Stage) -> None:
    @stage.toy.answers("ask")
    async def ask(i: Inter) -> None:
        modal = ui.Modal(title="Question", custom_id="form")
        modal.add_item(ui.Label(text="Move", component=ui.TextInput(custom_id="move")))
        modal.stop()
        await i.response.send_modal(modal)

    @stage.toy.answers("form")
    async def form(i: Inter) -> None:
        await i.response.send_message("thanks", ephemeral=True)

    modal = await (await stage.ask("ask")).modal()
    sent = await stage.ada.submit(modal, {"Move": "e4"})
    assert (await sent.response()).content == "thanks"


async def _public(stage: Stage, *labels: str) -> Message:
    await channel_of(stage).send("here", view=row(*labels))
    return stage.last()


async def test_a_removed_message_cannot_be_updated(stage: Stage) -> None:
    message = await _public(stage, "Go")
    codes: list[int] = []

    @stage.toy.answers("go")
    async def go(i: Inter) -> None:
        with pytest.raises(discord.NotFound) as unknown:
            await i.response.edit_message(content="x")
        codes.append(unknown.value.code)
        await i.response.send_message("it is gone", ephemeral=True)

    stage.server.fault_injector.plan("POST", r"/callback$", Delayed(0.05))
    pressed = await stage.ada.press(message, "Go")
    stage.server.remove_message(message)
    assert (await pressed.response()).content == "it is gone"
    assert codes == [10008]


async def test_a_refused_update_leaves_the_interaction_open(stage: Stage) -> None:
    message = await _public(stage, "Go")

    @stage.toy.answers("go")
    async def go(i: Inter) -> None:
        with pytest.raises(discord.HTTPException):
            await i.response.edit_message(content="x" * 2001)
        await i.response.edit_message(content="shorter")

    pressed = await stage.ada.press(message, "Go")
    assert (await pressed.response()).content == "shorter"
    assert stage.pop_faults() == {"BASE_TYPE_BAD_LENGTH"}


async def test_a_faulty_form_and_faulty_suggestions_are_refused(stage: Stage) -> None:
    asked, inter = await stage.held()
    modal = ui.Modal(title="x" * 46, custom_id="form")
    modal.add_item(ui.TextDisplay("words"))
    modal.stop()
    with pytest.raises(discord.HTTPException):
        await inter.response.send_modal(modal)
    assert stage.pop_faults() == {"BASE_TYPE_BAD_LENGTH"}
    assert asked.modal_opened is None
    assert asked.ack is None
    typing = await stage.ada.begin_autocomplete(
        stage.table, "toy", "do", focused="what", typed="x" * 100
    )
    await stage.server.core.changes.wait_for(lambda: stage.server.invalid_requests or None, 5)
    assert stage.pop_faults() == {"BASE_TYPE_BAD_LENGTH"}
    stage.clock.advance(3.1)
    await typing.unanswered()
