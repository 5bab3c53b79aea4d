"""The contents of messages, as the page shows them: a toy bot sends them, a browser looks."""

import asyncio
from functools import partial
from typing import Any

import discord
import pytest
from discord import ui
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from bot.standin import ChannelKind, Limits
from tests.browser.stage import ToyStage, picture, send
from tests.browser.window import Shown
from tests.kit.toy import Inter, data_of, png, row

pytestmark = pytest.mark.long

FORMATTED = """\
# Head
-# small
**bold** *slanted* _also_ __under__ ~~gone~~ `code` ||hidden|| \\*plain\\*
> quoted
- one
  - inner
- two
1. first
```py
x = "<b>"
```
[named](https://example.org/a) <https://example.org/b> <t:0:D>"""
MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script><b>bold</b>'


def inside(stage: ToyStage, message: Shown, selector: str) -> list[str]:
    """The texts of the elements of a message that fit."""
    found = stage.window.driver.find_elements(By.CSS_SELECTOR, f"#{message.id} {selector}")
    return [one.get_attribute("textContent") or "" for one in found]


async def test_text_is_formatted_as_discord_does(stage: ToyStage) -> None:
    ada = stage.person("ada")
    text = f"{FORMATTED}\n{ada.mention} <#{stage.room.id}>"
    message = await send(stage, content=text, allowed_mentions=discord.AllowedMentions.all())
    expected = {
        ".h1": ["Head"],
        ".subtext": ["small"],
        "strong": ["bold"],
        "em": ["slanted", "also"],
        "u": ["under"],
        "s": ["gone"],
        "p > code": ["code"],
        "pre code": ['x = "<b>"'],
        "blockquote": ["quoted"],
        "ul ul li": ["inner"],
        "ol li": ["first"],
        "a": ["named", "https://example.org/b"],
        ".mention": ["@Ada", "#bonfire-nights"],
    }
    for selector, texts in expected.items():
        assert inside(stage, message, selector) == texts, selector
    assert "*plain*" in message.text
    assert "1970" in inside(stage, message, ".stamp")[0]
    assert message.called


async def test_text_is_never_taken_for_markup(stage: ToyStage) -> None:
    before = stage.window.driver.title
    embed = discord.Embed(title=MARKUP, description=MARKUP).add_field(name=MARKUP, value=MARKUP)
    message = await send(stage, content=MARKUP, embed=embed, view=row(MARKUP[:30]))
    assert message.text.count("<script>") == 5
    assert inside(stage, message, ":is(b, script, img[src=x])") == []
    stage.person("bo").say(stage.room, MARKUP)
    said = await stage.sees(lambda one: "\nBo\n" in one.text)
    assert inside(stage, said, ":is(b, script, img[src=x])") == []
    assert stage.window.driver.title == before


async def test_a_press_on_a_command_puts_it_into_the_line(stage: ToyStage) -> None:
    (command,) = stage.table.server.world.commands
    named = f"</toy do:{command}> </toy do:{command + 1}> </toy no:{command}>"
    message = await send(stage, content=named)
    assert inside(stage, message, ".mention") == ["/toy do", "/toy do", "/toy no"]
    for index, chips in enumerate((["/toy do"], [], [])):
        shown = stage.window.driver.find_elements(By.CSS_SELECTOR, f"#{message.id} .mention")
        await stage.away(shown[index].click)
        if chips:
            await stage.away(lambda: stage.window.there(".command .chip"))
        found = stage.window.driver.find_elements(By.CSS_SELECTOR, ".command .chip")
        assert [one.text for one in found] == chips
        if chips:
            await stage.away(lambda: stage.window.keys(Keys.ESCAPE, Keys.ESCAPE))


async def test_a_message_without_a_notification_is_marked(stage: ToyStage) -> None:
    heard = await send(stage, content="heard")
    silent = await send(stage, content="silent", silent=True)
    mark = stage.window.there(f"#{silent.id} .hushed")
    assert mark.get_attribute("alt") == "Sent without a notification"
    assert inside(stage, heard, ".hushed") == []


async def test_a_spoiler_opens_on_a_press(stage: ToyStage) -> None:
    message = await send(stage, content="before ||the murderer|| after")
    assert "murderer" not in message.text
    cover = stage.window.there(f"#{message.id} .spoiler")
    await stage.away(lambda: cover.send_keys(Keys.ENTER))
    assert "murderer" in (await stage.sees(lambda one: one.id == message.id)).text


async def test_the_button_to_reply_covers_no_text_on_a_phone(stage: ToyStage) -> None:
    stage.window.resize(390, 844)
    for text in ("first " * 30, "second " * 30):
        message = await send(stage, content=text)
        assert stage.window.overlaps(f"#{message.id} .tool", f"#{message.id} .text p") == []


async def test_several_pictures_share_one_gallery(stage: ToyStage) -> None:
    def is_laid_out(message: Shown, expected: list[int]) -> bool:
        """Say whether the rows hold these tiles; of three, one is as high as the other two."""
        tiles = stage.window.driver.find_elements(By.CSS_SELECTOR, f"#{message.id} .tile")
        places = {(tile.location["y"], tile.location["x"]) for tile in tiles}
        heights = [y for y, _ in places]
        by_row = [heights.count(top) for top in sorted(set(heights))]
        return len(places) == sum(expected) and (sum(expected) == 3 or by_row == expected)

    rows = {2: [2], 3: [1, 2], 4: [2, 2], 5: [2, 3], 7: [1, 3, 3], 10: [1, 3, 3, 3]}
    for count, expected in rows.items():
        files = [picture(f"p{n}.png", 400, 300) for n in range(count)]
        message = await send(stage, files=files)
        await stage.away(partial(stage.window.until, partial(is_laid_out, message, expected)))


async def test_components_v2_are_laid_out(stage: ToyStage) -> None:
    view = ui.LayoutView(timeout=None)
    gallery: ui.MediaGallery[Any] = ui.MediaGallery(
        discord.MediaGalleryItem("attachment://b.png", description="sea")
    )
    section: ui.Section[Any] = ui.Section(
        "beside", accessory=ui.Thumbnail("attachment://c.png", description="c")
    )
    menu: ui.Select[Any] = ui.Select(custom_id="s", options=[discord.SelectOption(label="One")])
    view.add_item(
        ui.Container(ui.TextDisplay("**in** a box"), ui.Separator(), section, accent_color=0xFF0000)
    )
    view.add_item(gallery)
    view.add_item(
        ui.ActionRow(
            ui.Button(label="Go", custom_id="go"), ui.Button(url="https://example.org", label="Out")
        )
    )
    view.add_item(ui.ActionRow(menu))
    view.stop()
    message = await send(stage, view=view, files=[picture("b.png"), picture("c.png", 90, 90)])
    assert inside(stage, message, ".container strong") == ["in"]
    assert inside(stage, message, ".section .text") == ["beside"]
    assert len(inside(stage, message, "hr")) == 1
    wide = next(one for one in message.pictures if one["alt"] == "sea")
    assert round(wide["width"]) == 600
    assert [button["label"] for button in message.buttons] == ["Go", "Out"]
    assert message.menus[0]["options"] == ["One"]


async def test_a_link_button_opens_the_channel_and_shows_the_message(stage: ToyStage) -> None:
    posts = [await send(stage, content=f"message {number}\n" * 12) for number in range(6)]
    here, window = stage.room, stage.window
    there = next(one for one in stage.table.server.world.channels.values() if one is not here)
    site = f"https://discord.com/channels/{here.guild_id}/{here.id}/{posts[1].number}"
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Go to the table", url=site))
    view.stop()
    await stage.toy.get_partial_messageable(there.id).send("your turn", view=view)

    def follow() -> bool:
        window.visit(there.name)
        window.click(".button.link")
        return window.until(lambda: window.one(f"#{posts[1].id}:focus")).is_displayed()

    assert await stage.away(follow)
    assert window.text("#room-name") == f"#{here.name}"
    assert len(window.driver.window_handles) == 1


async def test_embeds_and_replies_are_shown(stage: ToyStage) -> None:
    embed = discord.Embed(
        title="Title", url="https://example.org", description="*text*", color=0xFF
    )
    embed.add_field(name="Left", value="1").add_field(name="Right", value="2", inline=False)
    embed.set_footer(text="foot").set_author(name="Author")
    message = await send(stage, embed=embed)
    assert inside(stage, message, ".embed-title a") == ["Title"]
    assert inside(stage, message, ".field-name") == ["Left", "Right"]
    assert inside(stage, message, ".embed em") == ["text"]
    await stage.away(lambda: stage.window.reply(message, "so it is"))
    answer = await stage.sees(lambda one: "so it is" in one.text)
    assert "Title" in inside(stage, answer, ".above")[0]


async def test_thinking_becomes_the_answer_and_can_be_dismissed(stage: ToyStage) -> None:
    go_on = asyncio.Event()

    @stage.answers("slow")
    async def slow(interaction: Inter) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await go_on.wait()
        await interaction.edit_original_response(content="thought about it")

    await stage.ask("slow")
    message = await stage.sees(lambda one: "is thinking" in one.text)
    assert message.private
    go_on.set()
    done = await stage.sees(lambda one: "thought about it" in one.text)
    assert done.id == message.id
    await stage.away(stage.window.take_down)
    assert not list(stage.table.server.world.messages_in(stage.room.id))


async def test_a_press_that_nobody_answers_in_time_fails(stage: ToyStage) -> None:
    stage.table.server.core.limits = Limits(acknowledge_within=0.2)
    message = await send(stage, content="press", view=row("Nobody"))
    await stage.away(lambda: stage.window.press(message, "Nobody"))
    failed = await stage.sees(lambda one: "This interaction failed" in one.text)
    assert failed.id == message.id
    await stage.away(lambda: stage.window.type_line("/toy do "))
    await stage.away(lambda: stage.window.fill("what", "nothing"))
    lost = await stage.sees(lambda one: "did not respond" in one.text)
    assert lost.private


async def test_a_form_is_filled_in_and_sent(stage: ToyStage) -> None:
    got: list[Any] = []

    @stage.answers("ask")
    async def ask(interaction: Inter) -> None:
        modal = ui.Modal(title="A form", custom_id="form")
        modal.add_item(ui.Label(text="Your line", component=ui.TextInput(custom_id="line")))
        options = [discord.SelectOption(label="Red"), discord.SelectOption(label="Blue")]
        choice: ui.Select[Any] = ui.Select(custom_id="color", options=options)
        modal.add_item(ui.Label(text="Colour", component=choice))
        modal.stop()
        await interaction.response.send_modal(modal)

    @stage.answers("form")
    async def form(interaction: Inter) -> None:
        got.extend(one["component"] for one in data_of(interaction)["components"])
        await interaction.response.send_message("taken", ephemeral=True)

    message = await send(stage, content="press", view=row("Ask"))
    await stage.away(lambda: stage.window.press(message, "Ask"))
    await stage.away(lambda: stage.window.fill_form({"Your line": "a path", "Colour": "Blue"}))
    assert (await stage.sees(lambda one: "taken" in one.text)).private
    assert [one.get("value") or one.get("values") for one in got] == ["a path", ["Blue"]]


async def test_menus_of_every_kind_are_chosen_from(stage: ToyStage) -> None:
    got: list[list[str]] = []

    @stage.answers("menu")
    async def menu(interaction: Inter) -> None:
        got.append(data_of(interaction)["values"])
        await interaction.response.defer()

    options = [discord.SelectOption(label=name, description=f"is {name}") for name in "ABC"]
    kinds: list[ui.Select[Any] | ui.UserSelect[Any] | ui.ChannelSelect[Any]] = [
        ui.Select(custom_id="menu", options=options),
        ui.UserSelect(custom_id="menu"),
        ui.ChannelSelect(custom_id="menu"),
        ui.Select(custom_id="menu", options=options, min_values=2, max_values=3),
    ]
    for item in kinds:
        view = ui.View(timeout=None)
        view.add_item(item)
        view.stop()
        message = await send(stage, view=view, content=type(item).__name__)
        await stage.away(lambda: stage.window.choose(message, 0, 1))  # noqa: B023 - awaited here
        if item is kinds[-1]:
            await stage.away(lambda: stage.window.keys(Keys.ARROW_DOWN, Keys.ENTER, Keys.ESCAPE))
        want = len(got) + 1
        await stage.away(lambda: stage.window.until(lambda: len(got) >= 1))
        assert len(got) <= want
    ada = stage.person("ada")
    rooms = [r.id for r in stage.table.server.world.channels.values() if r.guild_id is not None]
    await stage.away(lambda: stage.window.until(lambda: len(got) == 4))
    assert got == [["B"], [str(ada.id)], [str(rooms[1])], ["B", "C"]]


async def test_a_thread_stands_below_its_channel(stage: ToyStage) -> None:
    channel = stage.toy.get_channel(stage.room.id)
    assert isinstance(channel, discord.TextChannel)
    opened = await channel.create_thread(name="a long talk", type=discord.ChannelType.public_thread)
    await opened.send("inside")
    await stage.sees(lambda one: "started a thread" in one.text)
    await stage.away(lambda: stage.window.visit("a long talk"))
    await stage.sees(lambda one: "inside" in one.text)


async def test_a_long_name_of_a_thread_is_cut_and_shown_in_full_on_the_mouse(
    stage: ToyStage,
) -> None:
    channel = stage.toy.get_channel(stage.room.id)
    assert isinstance(channel, discord.TextChannel)
    name = "one of many very long names, " * 3
    await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
    await stage.sees(lambda one: "started a thread" in one.text)
    label = await stage.away(lambda: stage.window.there("#rooms ul ul .room-label"))
    assert label.get_attribute("title") == name
    cut = "return arguments[0].scrollWidth > arguments[0].clientWidth"
    assert stage.window.driver.execute_script(cut, label)
    assert stage.window.there("#places").size["width"] == 240


async def test_older_messages_are_shown_when_asked_for(stage: ToyStage) -> None:
    for number in range(60):
        stage.person("bo").say(stage.room, f"line {number}.")
    await stage.away(
        lambda: stage.window.until(lambda: "line 59." in stage.window.text("#messages"))
    )
    await stage.away(stage.window.open)
    await stage.sees(lambda one: "line 59." in one.text)
    assert len(stage.window.messages()) == 40
    await stage.away(lambda: stage.window.click("#older"))
    first = await stage.away(
        lambda: stage.window.until(
            lambda: stage.window.messages()[0] if len(stage.window.messages()) == 60 else None
        )
    )
    assert "line 0." in first.text


async def test_emojis_of_the_app_are_pictures_with_a_name(stage: ToyStage) -> None:
    emoji = await stage.toy.create_application_emoji(name="fruit_1a2b", image=png(128, 128))
    shown = discord.PartialEmoji(name="fruit_1a2b", id=emoji.id)
    view = ui.View(timeout=None)
    view.add_item(ui.Button(custom_id="1", label="Eat", emoji=shown))
    view.add_item(ui.Button(custom_id="2", emoji=shown))
    option = discord.SelectOption(label="An apple", emoji=shown)
    view.add_item(ui.Select(custom_id="3", options=[option]))
    view.stop()
    text = f"2 <:ripe_fruit:{emoji.id}> `<:x:1>`"
    message = await send(stage, content=text, view=view)

    def pictures(selector: str) -> list[tuple[str, bool]]:
        found = stage.window.driver.find_elements(By.CSS_SELECTOR, f"#{message.id} {selector}")
        return [
            (one.get_attribute("alt") or "", str(one.get_property("naturalWidth")) == "128")
            for one in found
        ]

    assert pictures(".text img") == [("ripe fruit", True)]
    assert pictures("button.button img") == [("", True), ("fruit 1a2b", True)]
    assert pictures("[role=option] img") == [("", True)]


async def test_a_post_of_a_forum_stands_below_it_with_its_tags(stage: ToyStage) -> None:
    server = stage.table.server
    (guild,) = server.world.guilds.values()
    room = server.channel(guild, "games", ChannelKind.FORUM, "running", "over")
    look = stage.toy.get_channel
    forum = await server.core.changes.wait_for(lambda: look(room.id), 5)
    assert isinstance(forum, discord.ForumChannel)
    running, over = forum.available_tags
    thread, _ = await forum.create_thread(name="A table", content="x", applied_tags=[running])

    def tags() -> list[str]:
        found = stage.window.driver.find_elements(By.CSS_SELECTOR, "#rooms li li .room-tag")
        return [one.text for one in found]

    await stage.away(lambda: stage.window.until(lambda: tags() == ["running"]))
    await thread.edit(applied_tags=[over])
    await stage.away(lambda: stage.window.until(lambda: tags() == ["over"]))


async def test_of_a_picture_that_is_no_longer_kept_its_description_stays(
    stage: ToyStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.standin.page.archive.FILES_KEPT", 1)
    await stage.away(lambda: stage.window.visit("second-table"))
    channel = stage.toy.get_partial_messageable(stage.room.id)
    old = await channel.send(file=picture("a.png", alt="an old board"))
    new = await channel.send(file=picture("b.png", alt="a new board"))
    await stage.away(lambda: stage.window.visit("bonfire-nights"))
    was = await stage.sees(lambda one: one.id == f"m-{old.id}")
    now = await stage.sees(lambda one: one.id == f"m-{new.id}")
    await stage.away(lambda: stage.window.until(lambda: inside(stage, was, "p.alt") or None))
    assert [inside(stage, one, "p.alt") for one in (was, now)] == [["an old board"], []]
    (missing,) = stage.window.complaints()
    assert "404" in missing
