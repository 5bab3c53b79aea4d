"""What people and servers set, and how they are called to their turns."""

from tests.recordings.player import Table
from tests.recordings.program import UserClient
from tests.recordings.scenes.placing import DAY
from tests.recordings.stage import controls


async def setting_oneself(table: Table) -> None:
    """Everything that a person sets for themselves, with sense and without."""
    person = table.people[-1]
    stage = table.stage
    await table.bonfire(person, "me settings")
    for how in ("none", "message", "mention"):
        await table.bonfire(person, "me notice", how=how)
    for typed in ("", "warsaw", "utc", "middle earth"):
        await stage.complete(person, "bonfire me zone", "zone", typed, room=table.room)
    for zone in ("europe/warsaw", "Middle/Earth"):
        await table.bonfire(person, "me zone", zone=zone)
    for start, end in (("22", "7:30"), ("7", "7:00"), ("25:00", "7")):
        await table.bonfire(person, "me quiet", start=start, end=end)
    await table.bonfire(person, "me quiet", start="7")
    await table.bonfire(person, "me quiet")
    for until in ("2w", "2026-03-29 02:30", "2020-01-01", "when **I** want @everyone"):
        await table.bonfire(person, "me away", until=until)
    await table.bonfire(person, "me back")
    for language in ("de", "en_GB", "klingon"):
        await table.bonfire(person, "me numbers", language=language)
    await table.bonfire(person, "me numbers")


async def choosing_how_things_look(table: Table) -> None:
    """Pictures, their size and colours, the language, and the place in lists, for oneself."""
    person = table.people[-1]
    for which in ("board", "cities", "none", "all", "server"):
        await table.bonfire(person, "me pictures", which=which)
        await table.bonfire(person, "city")
    for size, colors in (("small", "contrast"), ("large", "firelight")):
        await table.bonfire(person, "me pictures", size=size, colors=colors)
        await table.bonfire(person, "board")
    await table.bonfire(person, "me pictures", size="normal")
    await table.bonfire(person, "me pictures", size="server", colors="server")
    for language in ("pl", "en", "de"):
        await table.bonfire(person, "me language", language=language)
        await table.bonfire(person, "status")
    await table.bonfire(person, "me language")
    for how in ("off", "on"):
        await table.bonfire(person, "me statistics", how=how)
    await table.bonfire(person, "me statistics")


async def setting_the_server(table: Table) -> None:
    """What its owner sets for a server, and nobody else."""
    owner, other = table.stage.people[0], table.stage.people[1]
    await table.bonfire(other, "server settings")
    await table.bonfire(other, "server games", opens="managers")
    await table.bonfire(owner, "server games", opens="managers", aborts="managers", pace="live")
    await table.bonfire(other, "solo")
    await table.bonfire(other, "new", thread=True)
    await table.bonfire(other, "table abandon")
    await table.bonfire(owner, "server games", opens="everybody", aborts="everybody", pace="daily")
    await table.bonfire(owner, "server numbers", language="de")
    await table.bonfire(owner, "server pictures", which="cities", size="small", colors="contrast")
    await table.take_turn()
    for which, size in (("none", "large"), ("board", "large")):
        await table.bonfire(owner, "server pictures", which=which, size=size)
        await table.take_turn()
    await table.bonfire(owner, "server pictures", which="all", size="normal", colors="firelight")
    for pace in ("none", "relaxed"):
        await table.bonfire(owner, "server games", pace=pace)
    for language in ("pl", "de", "en"):
        await table.bonfire(owner, "server language", language=language)
    await table.bonfire(owner, "server language")
    await table.bonfire(owner, "server settings")
    room = owner.dm()
    await table.stage.slash(owner, room, "bonfire server settings")
    await table.stage.slash(owner, room, "bonfire server numbers", language="de")
    await table.stage.slash(owner, room, "bonfire leaderboard")
    await table.stage.slash(owner, room, "bonfire results")
    await table.stage.slash(owner, room, "bonfire status")


async def speaking_otherwise(table: Table) -> None:
    """The table speaks another language for a turn."""
    player = table.people[0]
    await table.bonfire(table.guest, "table language", language="en")
    for language in ("pl", "en", "de"):
        await table.bonfire(player, "table language", language=language)
        if table.called is not None:
            await table.take_turn()


async def notices(table: Table) -> None:
    """Direct messages with a link, until somebody's are closed; quiet hours; an absence."""
    first, last = table.people[0], table.people[-1]
    for person in (first, last):
        await table.bonfire(person, "me notice", how="message")
    for _ in range(2):
        await table.take_turn()
    await _press_directly(table, table.called)
    last.user.accepts_dms = False
    await table.take_turn()
    await table.take_turn()
    last.user.accepts_dms = True
    await table.bonfire(last, "me settings")
    await table.bonfire(first, "me quiet", start="0", end="23:30")
    await table.take_turn()
    await table.take_turn()
    await table.stage.wait(DAY)
    await table.bonfire(first, "me quiet")
    await table.bonfire(first, "me notice", how="none")
    await table.take_turn()
    await table.take_turn()


async def _press_directly(table: Table, person: UserClient | None) -> None:
    """Press everything under the newest direct message."""
    if person is None:
        return
    told = table.stage.server.app_messages(person.dm())
    if told:
        for control in controls(told[-1]):
            await table.stage.press(person, told[-1], control)
