"""The twelve games that are recorded: for one to four players, in each language."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from tests.recordings.player import Table
from tests.recordings.program import Channel, UserClient
from tests.recordings.scenes import leaving, looking, placing, setting, turning
from tests.recordings.stage import DEED, Stage, stage

LANGUAGES: Final = ("en", "de", "pl")
MANY: Final = 6
"""Games that fill more than a page."""
MOST_TURNS: Final = 300

Scene = Callable[[Table], Awaitable[None]]
Open = Callable[[Stage, int], Awaitable[Table]]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game is opened, the scenes before its turns, and those after its end."""

    players: int
    open: Open
    scenes: tuple[tuple[int, Scene], ...]
    """Each with the number of the turn before which it is played."""
    after: tuple[Scene, ...]


async def record(name: str) -> list[str]:
    """Play the game of this name; each deed, and behind it the requests that it led to."""
    kind, _, language = name.partition("-")
    plan = PLANS[kind]
    seed = 1000 * plan.players + 10 * LANGUAGES.index(language)
    async with stage(seed, language) as played:
        try:
            table = await plan.open(played, seed)
            await _play(table, dict(plan.scenes))
            for scene in plan.after:
                await scene(table)
        except Exception as error:
            deeds = [one for one in played.told if one.startswith(DEED)]
            error.add_note("\n".join((name, *deeds[-5:])))
            raise
    return played.told


async def _play(table: Table, scenes_at: dict[int, Scene]) -> None:
    """Play to the end, with scenes before some turns; all of them must be reached."""
    left = dict(scenes_at)
    for number in range(MOST_TURNS):
        if table.called is None:
            break
        if number in left:
            await left.pop(number)(table)
        elif table.called is not None:
            await table.take_turn()
    if left or table.called is not None:
        raise AssertionError(f"{[one.__name__ for one in left.values()]} were not reached")


def _table(played: Stage, room: Channel, people: tuple[UserClient, ...], seed: int) -> Table:
    newest = max(played.server.world.messages.get(room.id, {0: None}))
    return Table(played, room, people, random.Random(seed), newest)


async def open_solo(played: Stage, seed: int) -> Table:
    """A solo game from the button of the help, given up; a challenge too; then one to the end."""
    ada, bo, *_ = played.people
    page = (await played.slash(ada, None, "bonfire help")).original
    table = _table(played, played.table, (ada,), seed)
    await table.press(ada, page, "solo")
    page = (await played.slash(bo, None, "bonfire help")).original
    await table.press(bo, page, "solo")
    await table.take_turn()
    await leaving.resigning_alone(table)
    await played.slash(bo, None, "bonfire solo", beginner=True, specialist_18_at_once=True)
    await leaving.ending_alone(_table(played, played.table, (bo,), seed))
    direct = _table(played, ada.dm(), (ada,), seed)
    await played.slash(ada, direct.room, "bonfire new")
    language = LANGUAGES[seed // 10 % len(LANGUAGES)]
    await played.slash(ada, direct.room, "bonfire solo", strict_payment=True, language=language)
    await direct.take_turn()
    await direct.take_turn()
    await leaving.ending_alone(direct)
    challenge = _table(played, played.table, (ada,), seed)
    await played.slash(ada, None, "bonfire solo", challenge=True)
    await played.slash(ada, None, "bonfire solo", challenge=True)
    await challenge.take_turn()
    await challenge.bonfire(ada, "table take-back")
    await leaving.ending_alone(challenge)
    table = _table(played, played.table, (ada,), seed)
    await played.slash(ada, None, "bonfire solo")
    return table


async def open_two(played: Stage, seed: int) -> Table:
    """A lobby by buttons, with every switch pressed."""
    ada, bo, cy, *_ = played.people
    options = {"beginner": True, "specialist_18_at_once": True, "language": ada.user.locale}
    lobby = (await played.slash(ada, None, "bonfire new", **options)).original
    table = _table(played, played.table, (ada, bo), seed)
    await table.press(ada, lobby, "start")
    await table.press(ada, lobby, "join")
    await table.press(bo, lobby, "leave")
    await table.press(bo, lobby, "join")
    await table.press(cy, lobby, "join")
    await table.press(bo, lobby, "start")
    await table.press(bo, lobby, "options:beginner")
    for switch in ("beginner", "strict_payment", "specialist_18_at_once", *["thread"] * 3):
        await table.press(ada, lobby, f"options:{switch}")
    lobby = (await played.slash(ada, None, "bonfire new")).original
    await table.press(cy, lobby, "leave")
    await table.press(ada, lobby, "start")
    return table


async def open_three(played: Stage, seed: int) -> Table:
    """A lobby by commands, and a game in a thread of its own."""
    ada, bo, cy, di, eve, _ = played.people
    table = _table(played, played.table, (ada, bo, cy), seed)
    await played.slash(ada, None, "bonfire table join")
    await played.slash(ada, None, "bonfire table start")
    await played.slash(ada, None, "bonfire new", thread=True, strict_payment=True, language="en")
    await played.slash(ada, None, "bonfire table start")
    for person in (bo, cy, di, eve):
        await played.slash(person, None, "bonfire table join")
    await played.slash(bo, None, "bonfire table join")
    await played.slash(bo, None, "bonfire table start")
    await played.slash(eve, None, "bonfire table language", language="pl")
    await played.slash(bo, None, "bonfire table language", language=ada.user.locale)
    for option in ("beginner", "beginner", "specialist_18_at_once", "strict_payment"):
        await played.slash(ada, None, "bonfire table options", option=option)
    await played.slash(bo, None, "bonfire table options", option="thread")
    await played.slash(eve, None, "bonfire table leave")
    await played.slash(di, None, "bonfire table leave")
    before = set(played.server.world.channels)
    await played.slash(ada, None, "bonfire table start")
    (room,) = set(played.server.world.channels) - before
    table.room = played.server.world.channels[room]
    table.after = 0
    return table


async def open_four(played: Stage, seed: int) -> Table:
    """A game in a group of friends that knows only the user app, and then one in the server."""
    ada, bo, cy, di, eve, _ = played.people
    for person in played.people:
        person.user.has_installed_app = True
    await _among_friends(played, seed)
    page = (await played.slash(eve, None, "bonfire help")).original
    table = _table(played, played.table, (ada, bo, cy, di), seed)
    lobby = await table.press(eve, page, "new")
    await table.press(eve, lobby, "options:thread")
    for person in (ada, bo, cy):
        await table.press(person, lobby, "join")
    await table.press(di, lobby, "join")
    page = await table.bonfire(eve, "me forget")
    await table.press(eve, page, "forget")
    await table.press(di, lobby, "join")
    await table.press(ada, lobby, "start")
    return table


async def _among_friends(played: Stage, seed: int) -> None:
    ada, bo, cy, di, *_ = played.people
    room = played.server.conversation(ada, bo, cy, di)
    lobby = (await played.slash(ada, room, "bonfire new")).original
    table = _table(played, room, (ada, bo, cy), seed)
    for person in (bo, cy):
        await table.press(person, lobby, "join")
    await table.press(ada, lobby, "start")
    for _ in range(3):
        await table.take_turn()
    await leaving.letting_the_bot_play(table)
    await leaving.ending_by_agreement(table)


async def another_end(table: Table) -> None:
    """A second game of the same people, which all but one resign from."""
    await leaving.playing_again(table)
    again = _table(table.stage, table.room, table.people, 7)
    again.after = table.asking("rematch").id
    await leaving.resigning(again)


async def and_once_more(table: Table) -> None:
    """A second game of the same people, which they end by agreement."""
    await leaving.playing_again(table)
    again = _table(table.stage, table.room, table.people, 7)
    again.after = table.asking("rematch").id
    await again.take_turn()
    await leaving.ending_by_agreement(again)


async def alone_again(table: Table) -> None:
    """Further games against Tom, all given up, until a list of results has several pages."""
    await leaving.playing_again(table)
    await leaving.resigning_alone(table)
    stage, person = table.stage, table.people[0]
    for _ in range(MANY):
        before = set(stage.server.world.channels)
        await stage.slash(person, table.room, "bonfire solo", thread=True)
        (thread,) = set(stage.server.world.channels) - before
        again = _table(stage, stage.server.world.channels[thread], table.people, 7)
        page = await again.bonfire(person, "table resign")
        await again.press(person, page, "sure:resign")
    await looking.turning_lists(table)


PLANS: Final = {
    "solo": Plan(
        1,
        open_solo,
        (
            (0, turning.beginning),
            (1, looking.looking_up),
            (2, looking.reading_rules),
            (3, turning.every_play),
            (4, turning.undoing),
            (5, turning.going_back_alone),
            (6, looking.trying_out),
            (7, looking.writing_notes),
            (8, looking.asking_why),
            (9, placing.closing_the_channel),
            (10, turning.typing_nonsense),
            (11, turning.hoarding),
            (12, turning.every_play),
            (14, looking.paging_the_log),
            (15, placing.moving),
        ),
        (looking.reading_results, alone_again),
    ),
    "two": Plan(
        2,
        open_two,
        (
            (0, turning.pressing_nonsense),
            (2, turning.going_back_agreed),
            (4, turning.going_back_refused),
            (6, turning.going_back_by_menu),
            (8, leaving.letting_the_bot_play),
            (10, setting.setting_oneself),
            (11, setting.choosing_how_things_look),
            (12, setting.notices),
            (14, leaving.taking_a_free_seat),
            (16, looking.trying_out),
            (18, turning.every_play),
            (20, leaving.wanting_to_end),
        ),
        (looking.reading_results, another_end),
    ),
    "three": Plan(
        3,
        open_three,
        (
            (0, turning.beginning),
            (1, looking.pressing_all),
            (3, leaving.waiting_for_somebody),
            (5, turning.going_back_agreed),
            (7, setting.speaking_otherwise),
            (9, placing.restarting),
            (11, looking.trying_out),
            (13, setting.setting_the_server),
            (15, turning.undoing),
            (17, looking.writing_notes),
            (19, leaving.wanting_to_end),
            (21, turning.every_play),
        ),
        (looking.reading_results, and_once_more),
    ),
    "four": Plan(
        4,
        open_four,
        (
            (0, turning.beginning),
            (1, leaving.handing_over),
            (3, placing.troubled),
            (5, looking.looking_up),
            (7, placing.moving),
            (9, looking.asking_why),
            (11, leaving.letting_the_bot_play),
            (13, turning.typing_nonsense),
            (15, looking.paging_the_log),
            (17, turning.every_play),
            (25, leaving.forgetting),
        ),
        (looking.reading_results,),
    ),
}
GAMES: Final = tuple(f"{kind}-{language}" for kind in PLANS for language in LANGUAGES)
