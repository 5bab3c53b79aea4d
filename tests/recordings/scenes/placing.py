"""Where a game is played: it moves, its channel closes, Discord fails, the bot starts anew."""

from typing import Final

from tests.recordings.player import Table
from tests.recordings.program import Permission, ServerError

DAY: Final = 24 * 3600.0


async def restarting(table: Table) -> None:
    """The bot is stopped and started; what was pressed before is pressed after it."""
    person = table.mover
    page = await table.open(person)
    await table.stage.stop_bot()
    await table.stage.start_bot()
    await table.press(person, page, "*")


async def troubled(table: Table) -> None:
    """Discord fails for a moment."""
    trouble = table.stage.server.fault_injector
    for _ in range(2):
        trouble.plan("POST", r"/channels/\d+/messages$", ServerError(503), times=1)
        await table.take_turn()
        await table.stage.wait(30)


async def moving(table: Table) -> None:
    """The game goes on in another channel, and comes back when that is deleted."""
    stage, person = table.stage, table.mover
    there = stage.server.text_channel(stage.guild, "elsewhere")
    await stage.deed("a channel is made")
    here = table.room
    await table.bonfire(person, "table move-to", game="1")
    await table.bonfire(person, "table move-to", game="soon")
    for someone in (person, table.guest):
        found = await stage.complete(someone, "bonfire table move-to", "game", room=there)
        await stage.slash(someone, there, "bonfire table move-to", game=found[0] if found else "1")
    table.room = there
    await table.bonfire(person, "me notice", how="message")
    await table.take_turn()
    stage.server.remove_channel(there)
    await stage.deed("that channel is deleted")
    await stage.slash(person, here, "bonfire mygames")
    found = await stage.complete(person, "bonfire table move-to", "game", "", room=here)
    await stage.slash(person, here, "bonfire table move-to", game=found[0])
    table.room = here
    await table.bonfire(person, "me notice", how="mention")


async def closing_the_channel(table: Table) -> None:
    """The bot may no longer post: it answers presses alone, and goes on when it may again."""
    stage = table.stage
    stage.server.deny(table.room, Permission.SEND_MESSAGES)
    await stage.deed("the bot may no longer post")
    await table.take_turn()
    await table.take_turn()
    await stage.wait(4 * DAY)
    await table.bonfire(table.mover, "mygames")
    await table.bonfire(table.mover, "board")
    stage.server.allow(table.room, Permission.SEND_MESSAGES)
    await stage.deed("the bot may post again")
    await table.take_turn()
