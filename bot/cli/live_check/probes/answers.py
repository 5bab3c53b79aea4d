"""Answers to presses, which only a person can make."""

from typing import Any

from bot.cli.live_check.account import Answer
from bot.cli.live_check.person import ROOM, WORD, Pick, Press, Send, Type, TypingPlace
from bot.cli.live_check.probing import Facts, probe
from bot.cli.live_check.visit import (
    COMPONENTS_V2,
    EPHEMERAL,
    PRIVATE_THREAD,
    Visit,
    picture,
    row,
)

MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7
_EXTERNAL_EMOJIS, _SEND_IN_THREADS = 1 << 18, 1 << 38
_LATE = 3.5
"""Seconds after which no first answer is taken."""
_PRIVATE = {"content": "x", "flags": EPHEMERAL}


def _kept(said: Answer) -> int | str:
    """How many attachments a message has after an answer."""
    if said.status >= 400:
        return said.verdict
    message = said.body.get("resource", {}).get("message", said.body)
    return len(message["attachments"])


@probe(person=True)
async def answered_twice(visit: Visit) -> Facts:
    """Answers a press twice, and another one too late."""
    first = await visit.press(visit.room, "Twice")
    early = await first.follow_up({"content": "x"})
    answered = await first.answer(MESSAGE, _PRIVATE)
    again = await first.answer(MESSAGE, _PRIVATE)
    late = await visit.press(visit.room, "Late")
    await visit.sleep(_LATE)
    return {
        "a follow-up before the answer": early.verdict,
        "the answer": answered.verdict,
        "a second one": again.verdict,
        "a late one": (await late.answer(MESSAGE, _PRIVATE)).verdict,
    }


@probe(person=True)
async def limits_of_follow_ups(visit: Visit) -> Facts:
    """Reads the headers of follow-ups to two presses in one channel."""
    told = []
    for name in ("First", "Second"):
        pressed = await visit.press(visit.room, name)
        await pressed.answer(MESSAGE, _PRIVATE)
        told.append(await pressed.follow_up(_PRIVATE))
        told.append(await pressed.edit({"content": "y"}))
    one, edit, other, _ = (said.limits for said in told)
    visit.notes["headers"] = [said.limits for said in told]
    return {
        "size": one.get("limit"),
        "another press counts with it": one.get("remaining") != other.get("remaining"),
        "edits share the bucket": one.get("bucket") == edit.get("bucket"),
    }


@probe(person=True)
async def picture_in_an_edit(visit: Visit) -> Facts:
    """Edits deferred answers with a picture, in both layouts."""
    plain = await visit.press(visit.room, "Plain")
    await plain.answer(DEFERRED, {"flags": EPHEMERAL})
    first = await plain.edit({"content": "x"}, (picture("one.png"),))
    named = first.granted()["attachments"][0]["id"]
    second = await plain.edit({"attachments": [{"id": named}]}, (picture("two.png"),))
    framed = await visit.press(visit.room, "Framed")
    await framed.answer(DEFERRED, {"flags": EPHEMERAL})
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://one.png"}}]}
    layout: dict[str, Any] = {"flags": COMPONENTS_V2, "components": [gallery]}
    third = await framed.edit(layout, (picture("one.png"),))
    return {
        "plain": _kept(first),
        "plain, one kept": _kept(second),
        "framed": third.verdict,
        "its faults": third.faults,
    }


@probe(person=True)
async def resting_page(visit: Visit) -> Facts:
    """Changes the buttons of a private page, and says nothing of its picture."""
    opened = await visit.press(visit.room, "Open")
    page = {**_PRIVATE, "components": [row("Rest")]}
    said = (await opened.answer(MESSAGE, page, (picture(),))).granted()
    message = said["resource"]["message"]
    pressed = await visit.interaction(Press(visit.room, message["id"], "Rest"))
    rested = await pressed.answer(UPDATE, {"components": [row("Rested")]})
    changed = await pressed.edit({"content": "y"})
    return {"after the rest": _kept(rested), "after another edit": _kept(changed)}


@probe(person=True)
async def answer_lets_in(visit: Visit) -> Facts:
    """Answers a press in a private thread with a mention."""
    person = await visit.press(visit.room, "Join")
    await person.answer(DEFERRED_UPDATE)
    thread = await visit.thread(visit.room, PRIVATE_THREAD)
    (await visit.app.ask("PUT", f"/channels/{thread}/thread-members/{person.user}")).granted()
    pressed = await visit.press(thread, "Mention", f"Open the private thread in #{ROOM}.")
    await pressed.answer(MESSAGE, {"content": f"<@{visit.second_id}>"})
    await visit.sleep(1.0)
    answered = await visit.is_in_thread(thread, visit.second_id)
    await pressed.follow_up({"content": f"<@{visit.second_id}>"})
    await visit.sleep(1.0)
    return {"answer": answered, "follow-up": await visit.is_in_thread(thread, visit.second_id)}


@probe(person=True)
async def press_in_a_sleeping_thread(visit: Visit) -> Facts:
    """Takes a press in a thread that sleeps."""
    thread = await visit.thread(visit.room)
    post = await visit.posted(thread, {"content": "x", "components": [row("Wake")]})
    (await visit.app.ask("PATCH", f"/channels/{thread}", {"archived": True})).granted()
    first = f"Open the closed thread of #{ROOM} on a computer."
    pressed = await visit.interaction(Press(thread, post["id"], "Wake", first))
    state = (await visit.app.ask("GET", f"/channels/{thread}")).granted()
    edited = await pressed.answer(UPDATE, {"content": "y"})
    answered = await pressed.answer(MESSAGE, _PRIVATE)
    return {
        "the press wakes it": not state["thread_metadata"]["archived"],
        "editing the post": edited.verdict,
        "answering then": answered.verdict,
    }


@probe(person=True)
async def filter_of_answers(visit: Visit) -> Facts:
    """Answers with a word that AutoMod blocks, in four ways."""
    await visit.filter(WORD)
    await visit.sleep(2.0)
    first = await visit.press(visit.room, "Blocked")
    blocked = await first.answer(MESSAGE, {"content": WORD})
    private = await first.answer(MESSAGE, {**_PRIVATE, "content": WORD})
    later = await visit.press(visit.room, "Later")
    await later.answer(DEFERRED)
    edited = await later.edit({"content": WORD})
    followed = await later.follow_up({"content": WORD})
    return {
        "first answer": blocked.verdict,
        "private answer": private.verdict,
        "edit of a deferred one": edited.verdict,
        "follow-up": followed.verdict,
    }


@probe(person=True)
async def emoji_in_answers(visit: Visit) -> Facts:
    """Answers with an emoji of the application where external ones are denied."""
    emoji = await visit.emoji("live_check_answer")
    await visit.deny(visit.room, _EXTERNAL_EMOJIS)
    try:
        pressed = await visit.press(visit.room, "Emoji")
        said = await pressed.answer(MESSAGE, {**_PRIVATE, "content": emoji})
        followed = await pressed.follow_up({**_PRIVATE, "content": emoji})
    finally:
        await visit.deny(visit.room, 0)
    shown = said.granted()["resource"]["message"]["content"]
    return {
        "the answer shows it": shown == emoji,
        "the follow-up shows it": followed.granted()["content"] == emoji,
        "the rights say so": bool(int(pressed.data["app_permissions"]) & _EXTERNAL_EMOJIS),
    }


@probe(person=True)
async def chosen_member(visit: Visit) -> Facts:
    """Reads the permissions of a member who was chosen in a menu."""
    menu = {"type": 5, "custom_id": "Member"}
    post = await visit.posted(visit.room, {"components": [{"type": 1, "components": [menu]}]})
    name = (await visit.second.ask("GET", "/users/@me")).granted()["username"]
    act = Pick(visit.room, post["id"], "Member", visit.second_id, name)
    chosen = await visit.interaction(act, "Member")
    await chosen.answer(DEFERRED_UPDATE)
    resolved = chosen.data["data"]["resolved"]
    member = resolved["members"][visit.second_id]
    return {"resolved": sorted(resolved), "permissions are told": "permissions" in member}


@probe(person=True)
async def form_of_a_dismissed_page(visit: Visit) -> Facts:
    """Takes a form whose page was dismissed."""
    opened = await visit.press(visit.room, "Page")
    page = (await opened.answer(MESSAGE, {**_PRIVATE, "components": [row("Form")]})).granted()
    message = page["resource"]["message"]["id"]
    pressed = await visit.interaction(Press(visit.room, message, "Form"))
    field = {"type": 4, "custom_id": "field", "style": 1, "required": False}
    label = {"type": 18, "label": "Anything", "component": field}
    form = {"custom_id": "Sent", "title": "Live check", "components": [label]}
    (await pressed.answer(9, form)).granted()
    sent = await visit.interaction(Send("Sent"), "Sent")
    updated = await sent.answer(UPDATE, {"content": "y", "components": []})
    answered = await sent.answer(MESSAGE, _PRIVATE)
    return {
        "it names its page": "message" in sent.data,
        "updating the page": updated.verdict,
        "answering then": answered.verdict,
    }


@probe(person=True)
async def renamed_person(visit: Visit) -> Facts:
    """Takes a press of a person who has just renamed themselves."""
    before = await visit.press(visit.room, "Before")
    await before.answer(DEFERRED_UPDATE)
    mark = len(visit.listener.events)
    first = "Change your nickname in this server."
    after = await visit.press(visit.room, "After", first)
    await after.answer(DEFERRED_UPDATE)
    told = {event.name for event in visit.listener.events[mark:]}
    return {
        "the press brings the new name": before.data["member"]["nick"]
        != after.data["member"]["nick"],
        "an event tells of it": "GUILD_MEMBER_UPDATE" in told,
    }


@probe(person=True)
async def command_in_a_foreign_thread(visit: Visit) -> Facts:
    """Takes a command in a private thread that the bot has not joined."""
    command = await visit.command("live-check")
    person = await visit.press(visit.room, "Invite")
    await person.answer(DEFERRED_UPDATE)
    thread = await visit.thread(visit.room, PRIVATE_THREAD, by=visit.second)
    path = f"/channels/{thread}/thread-members/{person.user}"
    (await visit.second.ask("PUT", path)).granted()
    typed = await visit.interaction(Type(TypingPlace.PRIVATE_THREAD, command, thread))
    answered = await typed.answer(MESSAGE, {"content": "x"})
    posted = await visit.post(thread, {"content": "x"})
    rights = int(typed.data["app_permissions"])
    return {
        "the rights say that it may write": bool(rights & _SEND_IN_THREADS),
        "answering": answered.verdict,
        "posting": posted.verdict,
    }
