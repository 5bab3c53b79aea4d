"""Looks at the game: pictures, texts, rules, the log, notes, tries, what is over."""

from typing import Final

from tests.recordings.player import Table, find, has
from tests.recordings.program import Message, UserClient
from tests.recordings.stage import controls

TERMS: Final = ("", "pro", "g", "r7", "S18", "xyzzy")


async def looking_up(table: Table) -> None:
    """Everything that shows the game, asked by a player and by a guest."""
    player, other = table.mover, table.guest
    for name in ("board", "status", "log", "score", "describe", "mygames", "help", "about"):
        await table.bonfire(player, name)
    for name in ("board", "city", "status", "score", "since", "export"):
        await table.bonfire(other, name)
    await table.bonfire(player, "since")
    await table.bonfire(player, "city")
    await table.bonfire(player, "log", page=2)
    await table.bonfire(other, "log", page=500)
    await table.bonfire(player, "export")
    for typed in ("", "o", "nobody"):
        found = await table.stage.complete(other, "bonfire city", "player", typed, room=table.room)
        for value in found[-2:]:
            await table.bonfire(other, "city", player=value)
    for given in ("ada", "nobody at all", "7"):
        await table.bonfire(other, "city", player=given)


async def reading_rules(table: Table) -> None:
    """Terms, tiles and cards, looked up by what is typed and by what is offered."""
    person = table.guest
    for typed in TERMS:
        found = await table.stage.complete(person, "bonfire rules", "term", typed, room=table.room)
        for term in (*table.dice.sample(found, min(3, len(found))), typed or "?"):
            await table.bonfire(person, "rules", term=term)


async def pressing_all(table: Table) -> None:
    """Every button of the newest post, by whose turn it is and by a guest."""
    post = table.post
    assert post is not None
    for person in (table.mover, table.guest):
        for control in controls(post):
            await table.stage.press(person, post, control)


async def paging_the_log(table: Table) -> None:
    """The log turned to its end and back."""
    person = table.mover
    page = await table.press(person, table.post, "log")
    shown = 0
    for way in (1, 1, 1, -1, -1, -1):
        if has(page, f"log:{shown + way}"):
            shown += way
            page = await table.press(person, page, f"log:{shown}")


async def writing_notes(table: Table) -> None:
    """A note by command and by button, changed and cleared; none for a guest."""
    person, stage = table.people[0], table.stage
    for text in ("first the *ship*", "then\nthe path " + "x" * 300, ""):
        sent = await stage.slash(person, table.room, "bonfire me note")
        form = sent.modal_opened
        assert form is not None
        await stage.submit(person, form, {_field(form.components[0]): text})
        await table.bonfire(person, "mygames")
    news = await table.bonfire(person, "since")
    assert news is not None
    form = (await stage.press(person, news, find(news, "note"))).modal_opened
    assert form is not None
    await stage.submit(person, form, {_field(form.components[0]): "by the button"})
    await table.open(table.mover)
    await table.bonfire(table.guest, "me note")


def _field(label: dict[str, object]) -> str:
    inner = label["component"]
    assert isinstance(inner, dict)
    return str(inner["custom_id"])


async def trying_out(table: Table) -> None:
    """A try by who waits, overtaken by a turn; and one out of the turn itself."""
    person = table.mover
    others = table.besides(person)
    await table.bonfire(table.guest, "table try")
    page = await table.press(person, await table.open(person), "t")
    page = await _wander(table, person, page, 8)
    page = await table.press(person, page, "x") if has(page, "x") else page
    if not others:
        return
    waits = others[0]
    page = await table.bonfire(waits, "table try")
    page = await _wander(table, waits, page, 12)
    again = await table.bonfire(waits, "table try")
    await table.take_turn()
    overtaken = await table.press(waits, again, controls(again)[0].answer)
    for answer in ("&", "%", "x"):
        if has(overtaken, answer):
            overtaken = await table.press(waits, overtaken, answer)
    news = await table.press(person, table.post, "since")
    for answer in ("try", "turn"):
        if has(news, answer):
            await table.press(person, news, answer)


async def _wander(
    table: Table, person: UserClient, page: Message | None, presses: int
) -> Message | None:
    """Press what was not pressed before, or else what is likely, but do not leave."""
    for _ in range(presses):
        found = [one for one in controls(page) if one.answer not in {"x", "t"}]
        if not found:
            return page
        chosen = table.choose(found, 0.5)
        page = await table.press(person, page, chosen.answer)
    for answer in ("b", "<", "u", "%"):
        if has(page, answer):
            page = await table.press(person, page, answer)
    return page


async def asking_why(table: Table) -> None:
    """Why something is not possible, for each subject."""
    person = table.mover
    page = await table.press(person, await table.open(person), "?")
    for answer in [one.answer for one in controls(page) if one.answer.startswith("?")][::3]:
        page = await table.press(person, page, answer)
    await table.press(person, page, "<")


async def reading_results(table: Table) -> None:
    """Games that are over: lists, leaderboards, the pictures of the last post."""
    stage, person = table.stage, table.people[0]
    over = table.asking("rematch")
    for control in controls(over):
        if control.answer != "rematch":
            await stage.press(person, over, control)
    await table.bonfire(person, "log")
    await table.bonfire(person, "describe")
    for who in (None, person.user, stage.people[-1].user):
        page = await table.bonfire(person, "results", **({} if who is None else {"player": who}))
        await _turn_all(table, person, page)
    await table.bonfire(person, "me statistics", how="off")
    await table.bonfire(stage.people[1], "results")
    page = await table.bonfire(stage.people[1], "leaderboard")
    await table.bonfire(person, "me statistics", how="on")
    page = await table.bonfire(person, "leaderboard")
    await _turn_all(table, person, page)
    await stage.slash(person, person.dm(), "bonfire results")


async def turning_lists(table: Table) -> None:
    """The lists of games that are over, turned to their end and back."""
    person = table.people[0]
    page = await table.bonfire(person, "results", player=person.user)
    await _turn_all(table, person, page)
    page = await table.bonfire(table.guest, "results")
    await _turn_all(table, table.guest, page)


async def _turn_all(table: Table, person: UserClient, page: Message | None) -> None:
    """Press every button of a list, and go back."""
    for _ in range(3):
        found = controls(page)
        if not found:
            return
        page = await table.press(person, page, found[-1].answer)
