"""Turns in other ways: by commands, taken back, and with nonsense between them."""

from typing import Final

from tests.recordings.player import CONFIRM, PLAYS, Table, find, has
from tests.recordings.program import Message, UserClient
from tests.recordings.stage import controls

HOARDED: Final = 5
"""Turns of each player without spending anything."""
MOST_PIECES: Final = 12


async def every_play(table: Table) -> None:
    """Every command for an action, as far as it is offered now; nothing is confirmed."""
    person = table.mover
    for name, options in PLAYS.items():
        given: dict[str, str] = {}
        for option in options:
            found = await table.stage.complete(
                person, f"turn {name}", option, room=table.room, **given
            )
            if not found:
                break
            given[option] = found[-1]
        await table.stage.slash(
            person, table.room, f"turn {name}", **given or dict.fromkeys(options[:1], "=nothing")
        )


async def beginning(table: Table) -> None:
    """Another start tile than the likely one, in earnest and in a try."""
    person = table.mover
    page = await table.press(person, await table.open(person), "sstart…")
    if has(page, "sstart…"):
        page = await table.press(person, page, "sstart…")
    for waits in table.besides(person)[:1]:
        page = await table.bonfire(waits, "table try")
        if has(page, "sstart…"):
            page = await table.press(waits, page, "sstart…")
        await table.press(waits, page, "<" if has(page, "<") else "*")


async def hoarding(table: Table) -> None:
    """Turns that take action tiles and spend none, until some must be left: which, is put together.

    Each step of the plan is asked anew, and answered piece by piece where it can be.
    """
    for _ in range(HOARDED * len(table.people)):
        if table.called is None:
            return
        person, post = table.mover, table.post
        where = await table.stage.complete(person, "turn fate", "where", room=table.room)
        if where:
            sent = await table.stage.slash(person, table.room, "turn fate", where=where[-1])
            page = sent.original
            for step in [one.answer for one in controls(page) if one.answer.startswith("~")]:
                if has(page, step):
                    page = await _put_together(table, person, await table.press(person, page, step))
            if has(page, CONFIRM):
                await table.press(person, page, CONFIRM)
            if table.post is post:
                await table.stage.slash(person, table.room, "turn end")
        if table.post is post:
            await table.by_suggestion()


async def _put_together(table: Table, person: UserClient, page: Message | None) -> Message | None:
    """Answer a question piece by piece, once after starting over; or leave it."""
    if not has(page, "+…"):
        return await table.press(person, page, "<") if has(page, "<") else page
    page = await table.press(person, page, "+…")
    if has(page, "+"):
        page = await table.press(person, page, "+")
    for _ in range(MOST_PIECES):
        if has(page, "."):
            return await table.press(person, page, ".")
        if not has(page, "+…"):
            break
        page = await table.press(person, page, "+…")
    return page


async def undoing(table: Table) -> None:
    """Answers taken back by the command and by the button, and when there is none."""
    person = table.mover
    await table.bonfire(person, "undo")
    await table.bonfire(table.guest, "undo")
    for way in ("command", "button"):
        page: Message | None = await table.open(person)
        page = await table.press(person, page, "@discard") if has(page, "@discard") else page
        found = [one for one in controls(page) if one.answer.startswith("=discard")]
        if not found:
            return
        page = await table.press(person, page, found[0].answer)
        if has(page, CONFIRM):
            page = await table.press(person, page, CONFIRM)
        if way == "command":
            await table.bonfire(person, "undo")
        elif has(page, "u"):
            await table.press(person, page, "u")


async def going_back_agreed(table: Table) -> None:
    """A turn taken back as everybody else agrees, asked by the command and its completion."""
    asker = table.mover
    await table.take_turn()
    for typed in ("", "1", "no such turn"):
        found = await table.stage.complete(
            asker, "bonfire table take-back", "turn", typed, room=table.room
        )
    for nonsense in ("soon", "999"):
        await table.bonfire(asker, "table take-back", turn=nonsense)
    await table.bonfire(table.guest, "table take-back")
    found = await table.stage.complete(asker, "bonfire table take-back", "turn", room=table.room)
    await table.bonfire(asker, "table take-back", turn=found[0])
    question = table.asking("agree:…:yes")
    await table.bonfire(asker, "table take-back")
    for person in (asker, table.guest, *table.besides(asker)):
        await table.press(person, question, "agree:…:yes")
    await table.bonfire(asker, "log")


async def going_back_refused(table: Table) -> None:
    """The same refused, withdrawn, and made void by a move."""
    asker = table.mover
    await table.take_turn()
    other = table.besides(asker)[0]
    for person, answer in ((other, "no"), (asker, "withdraw")):
        await table.bonfire(asker, "table take-back")
        await table.press(person, table.asking("agree:…:yes"), f"agree:…:{answer}")
    await table.bonfire(asker, "table take-back")
    question = table.asking("agree:…:yes")
    control = find(question, "agree:…:yes")
    await table.take_turn()
    await table.stage.forge(other, question, control.custom_id)


async def going_back_by_menu(table: Table) -> None:
    """A turn to go back to, chosen under the log."""
    asker = table.mover
    await table.take_turn()
    page = await table.press(asker, await table.bonfire(asker, "log"), "back")
    page = await table.press(asker, page, "back:…")
    if has(page, "sure:…"):
        await table.press(asker, page, "sure:…")
    else:
        for person in table.besides(asker):
            await table.press(person, table.asking("agree:…:yes"), "agree:…:yes")


async def going_back_alone(table: Table) -> None:
    """Alone one only confirms."""
    person = table.mover
    await table.take_turn()
    await table.take_turn()
    page = await table.bonfire(person, "table take-back")
    old = find(page, "sure:…")
    assert page is not None
    await table.press(person, page, "sure:…")
    await table.stage.forge(person, page, old.custom_id)
    await table.take_turn()
    await going_back_by_menu(table)


async def pressing_nonsense(table: Table) -> None:
    """What no button says, and buttons that belong to others or are too old."""
    stage, person, other = table.stage, table.mover, table.guest
    post = table.post
    assert post is not None
    for name in (
        "",
        "turn",
        "0|t|1|0||turn",
        "1|q|1|0||turn",
        "1|t|one|0||turn",
        "1|t|99|0||turn",
        "1|t|1|0||nothing",
        "1|t|1|0||vote:x:bot",
        "1|t|1|0||vote:1:dance",
        "1|t|1|0||seat:x",
        "1|t|1|0||agree:x:yes",
        "1|t|1|0||agree:99:yes",
        "1|t|1|0||sure:nothing",
        "1|t|1|0||alone:maybe",
        "1|t|1|0||alone:win",
        "1|t|1|0||back:soon",
    ):
        for one in (person, other):
            await stage.forge(one, post, name)
    page: Message | None = None
    for name in (
        "1|w|1|0||!",
        "1|w|1|0||=gibberish",
        "1|r|1|0||!",
        "1|l|0|0||dance",
        "1|l|0|0||join",
        "1|h|0|0||dance",
        "1|p|0|0||perhaps",
    ):
        for one in (person, other):
            page = await table.bonfire(one, "status")
            assert page is not None
            await stage.forge(one, page, name)
    page = await table.open(person)
    old = controls(page)[-2]
    page_now = await table.open(person)
    await stage.forge(person, page, old.custom_id)
    head = old.custom_id.rsplit("|", 1)[0]
    for answer in ("=gibberish", "=end", "@nowhere", "#99", "~99", "+nothing", ".", "?nothing"):
        await stage.forge(person, page_now, f"{head}|{answer}")
    for waits in table.besides(person):
        await table.press(waits, post, "turn")


async def typing_nonsense(table: Table) -> None:
    """Lines and parts that mean nothing, are not possible, or come from somebody else."""
    stage, person, other = table.stage, table.mover, table.guest
    for line in (
        "gibberish 5",
        "path 1; end; end",
        ";;",
        "END",
        "discard 9 yellow",
        "task R99 left",
    ):
        await stage.slash(person, table.room, "turn move", line=line)
        await stage.complete(person, "turn move", "line", line, room=table.room)
    await stage.slash(other, table.room, "turn move", line="end")
    await stage.slash(other, table.room, "turn end")
    await stage.slash(other, table.room, "turn path", tile="=path 1")
    await stage.complete(other, "turn path", "tile", room=table.room)
    await stage.slash(person, table.room, "turn path", tile="nonsense")
    await stage.slash(person, table.room, "turn pass")
    await stage.slash(person, table.room, "turn guardian", pay="nonsense")
    for name, option in (("path", "tile"), ("sail", "to"), ("fate", "where")):
        await stage.complete(person, f"turn {name}", option, "zzz", room=table.room)
        found = await stage.complete(person, f"turn {name}", option, "1", room=table.room)
        if found:
            page = await stage.slash(person, table.room, f"turn {name}", **{option: found[0]})
            await _back_out(table, person, page.original)


async def _back_out(table: Table, person: UserClient, page: Message | None) -> None:
    for answer in ("~…", "<", "<"):
        if has(page, answer):
            page = await table.press(person, page, answer)
