"""Who does not go on: absences, votes, the bot's turns, seats handed over, ends and rematches."""

from tests.recordings.player import Table, find, has
from tests.recordings.scenes.placing import DAY


async def waiting_for_somebody(table: Table) -> None:
    """Reminders, and a vote to wait, and one to let the bot play."""
    late = table.mover
    others = table.besides(late)
    await table.bonfire(others[0], "table vote")
    for pace in ("live", "daily"):
        await table.bonfire(others[0], "table pace", pace=pace)
    await table.bonfire(table.guest, "table pace", pace="none")
    for days in (1.1, 2.1):
        await table.stage.wait(days * DAY)
    reminder = table.asking("vote:…:wait")
    for person in (late, table.guest, *others):
        await table.press(person, reminder, "vote:…:wait")
        if not has(reminder, "vote:…:wait"):
            break
    await table.bonfire(others[0], "table vote")
    for days in (1.1, 2.1):
        await table.stage.wait(days * DAY)
    await table.bonfire(others[0], "table vote")
    reminder = table.asking("vote:…:bot")
    control = find(reminder, "vote:…:bot")
    for person in others:
        await table.press(person, reminder, "vote:…:bot")
        if not has(reminder, "vote:…:bot"):
            break
    await table.stage.forge(others[0], reminder, control.custom_id)
    await table.bonfire(others[0], "table pace", pace="none")
    await table.bonfire(others[0], "table pace", pace="relaxed")


async def taking_a_free_seat(table: Table) -> None:
    """Somebody is away; the others make the seat free, and a guest sits down there."""
    late = table.mover
    others, taker = table.besides(late), table.guest
    await table.bonfire(late, "me away", until="30d")
    await table.bonfire(others[0], "table vote")
    question = table.asking("vote:…:replace")
    for person in others:
        await table.press(person, question, "vote:…:replace")
        if not has(question, "vote:…:replace"):
            break
    free = table.asking("seat:…")
    for person in (others[0], taker, late):
        await table.press(person, free, "seat:…")
    await table.bonfire(late, "me back")
    table.people = tuple(taker if one is late else one for one in table.people)


async def letting_the_bot_play(table: Table) -> None:
    """The bot plays for somebody until they return."""
    leaver = table.mover
    await table.bonfire(table.guest, "table bot")
    await table.bonfire(leaver, "table return")
    await table.bonfire(leaver, "table bot")
    await table.bonfire(leaver, "table bot")
    if table.called not in {None, leaver}:
        await table.press(leaver, table.post, "turn")
        await table.take_turn()
    await table.bonfire(table.besides(leaver)[0], "log")
    await table.bonfire(leaver, "table return")


async def handing_over(table: Table) -> None:
    """A seat handed to a guest who first refuses."""
    giver, taker = table.mover, table.guest
    world = table.stage.server.world
    itself = world.users[world.application.id]
    for user in (itself, table.besides(giver)[0].user, giver.user):
        await table.bonfire(giver, "table hand-over", person=user)
    await table.bonfire(taker, "table hand-over", person=giver.user)
    for answer in ("no", "yes"):
        await table.bonfire(giver, "table hand-over", person=taker.user)
        question = table.asking("agree:…:yes")
        for person in (giver, table.besides(giver)[0], taker):
            if has(question, f"agree:…:{answer}"):
                await table.press(person, question, f"agree:…:{answer}")
    table.people = tuple(taker if one is giver else one for one in table.people)


async def wanting_to_end(table: Table) -> None:
    """An end without a result, which one refuses."""
    asker = table.modest
    await table.bonfire(table.guest, "table abandon")
    await table.bonfire(asker, "table abandon")
    question = table.asking("agree:…:no")
    await table.press(table.besides(asker)[0], question, "agree:…:no")


async def ending_by_agreement(table: Table) -> None:
    """An end without a result, to which everybody agrees."""
    asker = table.modest
    await table.bonfire(asker, "table abandon")
    question = table.asking("agree:…:yes")
    for person in table.besides(asker):
        await table.press(person, question, "agree:…:yes")
    await after_the_end(table)


async def resigning_alone(table: Table) -> None:
    """The last person resigns from a game, or ends it, as they confirm."""
    person = table.people[0]
    page = await table.bonfire(person, "table resign")
    await table.press(person, page, "sure:resign")
    await after_the_end(table)


async def ending_alone(table: Table) -> None:
    """Who plays alone ends the game at once, when they have confirmed it."""
    person = table.people[0]
    page = await table.bonfire(person, "table abandon")
    if has(page, "sure:abandon"):
        await table.press(person, page, "sure:abandon")


async def resigning(table: Table) -> None:
    """All but one resign; the last one plays on, and then takes the win."""
    last, *others = table.people
    for person in others:
        page = await table.bonfire(person, "table resign")
        old = find(page, "sure:resign")
        assert page is not None
        await table.press(person, page, "sure:resign")
        await table.stage.forge(person, page, old.custom_id)
        await table.bonfire(person, "table return")
        await table.bonfire(person, "table resign")
    offer = table.asking("alone:win")
    await table.bonfire(last, "table bot")
    await table.press(others[0], offer, "alone:win")
    await table.press(last, offer, "alone:on")
    if table.called is last:
        await table.take_turn()
    await table.press(last, offer, "alone:win")
    await table.press(last, offer, "alone:on")


async def after_the_end(table: Table) -> None:
    """What is answered to those who go on with a game that is over."""
    person = table.people[0]
    await table.bonfire(person, "status")
    await table.bonfire(person, "score")
    await table.bonfire(person, "board")
    await table.bonfire(person, "table take-back")
    await table.bonfire(person, "table try")
    await table.bonfire(person, "undo")
    await table.bonfire(person, "mygames")
    await table.stage.slash(person, table.room, "turn end")


async def forgetting(table: Table) -> None:
    """Somebody wants to be forgotten; the bot plays for nobody in particular."""
    person = table.people[-1]
    page = await table.bonfire(person, "me forget")
    await table.bonfire(table.guest, "me forget")
    await table.press(person, page, "forget")
    await table.bonfire(person, "me settings")
    table.people = tuple(one for one in table.people if one is not person)


async def playing_again(table: Table) -> None:
    """A rematch of the same people, which a guest cannot join."""
    stage, people = table.stage, table.people
    over = table.asking("rematch")
    await table.press(table.guest, over, "rematch")
    lobby = await table.press(people[-1], over, "rematch")
    if len(people) == 1:
        return
    await table.press(table.guest, lobby, "join")
    await table.press(people[-1], lobby, "start")
    await table.press(people[-1], over, "rematch")
    for person in people[:-1]:
        await table.press(person, lobby, "join")
    await table.press(people[-1], lobby, "start")
    await stage.press(people[0], over, find(over, "rematch"))
