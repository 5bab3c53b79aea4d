"""Lists of games and leaderboards in words: what they say, their buttons, their limits."""

import pytest

from bot.model.button_choices import Edge
from bot.model.buttons import ShowStandings, TurnResultsPage
from bot.model.custom_ids import BUTTON_LIMIT, write_button
from bot.model.messages import LABEL_LIMIT, TEXT_LIMIT, LinkButton, Prompt
from bot.model.people import seated_bot
from bot.model.results import NEWEST, Board, HistoryQuery, Part, Range
from bot.model.rows import HandicapRow, PersonRow
from bot.present.posts.results_pages import results_page, standings_page
from bot.services.results import board_page, page_of
from bot.words import Catalog, catalog, languages
from engine.agents.levels import Level
from tests.kit.archive import BEGIN, Archive, alone, archive, played, without_score
from tests.kit.marks import long
from tests.kit.stack import GUILD, PEOPLE
from tests.kit.wizard_player import buttons

__all__ = ["archive"]

pytestmark = pytest.mark.in_a_file

ADA, BO, CY, DI = PEOPLE
NOBODY = 0
WORDS = catalog()
SERVER = HistoryQuery(NOBODY, GUILD, None)
LONG = tuple(PersonRow(10**18 + at, "*" * 32) for at in range(120))
"""As many letters as Discord allows, and each must be escaped."""


async def history(
    archive: Archive, wanted: HistoryQuery = SERVER, part: Range = NEWEST, words: Catalog = WORDS
) -> Prompt:
    page = await archive.store.read(lambda tx: page_of(tx, wanted, part))
    return results_page(page, wanted, words)


async def board(archive: Archive, kind: Board, page: int = 0, words: Catalog = WORDS) -> Prompt:
    shown = await archive.store.read(lambda tx: board_page(tx, NOBODY, GUILD, kind, page))
    return standings_page(shown, words)


def labels(prompt: Prompt) -> list[str]:
    return [button.label for button in buttons(prompt)]


def tokens(prompt: Prompt) -> list[str]:
    return [write_button(button.value) for button in buttons(prompt)]


def turns(prompt: Prompt) -> list[TurnResultsPage]:
    values = [button.value for button in buttons(prompt)]
    return [value for value in values if isinstance(value, TurnResultsPage)]


def check_limits(prompt: Prompt) -> None:
    assert 0 < len(prompt.text) <= TEXT_LIMIT
    assert all(len(label) <= LABEL_LIMIT for label in labels(prompt))
    assert all(len(token) <= BUTTON_LIMIT for token in tokens(prompt))
    assert len(set(tokens(prompt))) == len(tokens(prompt))


async def test_a_game_is_told_with_day_scores_winner_and_link(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (BO, 90), (CY, 70)))
    prompt = await history(archive)
    day = f"<t:{int(BEGIN) + 60}:d>"
    line = f"{day} · Ada 80, **Bo 90**, Cy 70"
    assert prompt.text == f"**Finished games of this server**\n{line}"
    assert labels(prompt) == ["Leaderboard"]
    assert prompt.links == (LinkButton("Go to the table", "https://discord.com/channels/5/1"),)


async def test_it_is_told_who_had_left(archive: Archive) -> None:
    await archive.add(
        without_score(0, ADA, Part.STAYED, won=True), without_score(1, BO, Part.RESIGNED)
    )
    await archive.add(*played((ADA, 80), (BO, 70)), without_score(2, CY, Part.LEFT))
    newer, older = (await history(archive)).text.splitlines()[1:]
    assert newer.endswith("· **Ada 80**, Bo 70, Cy (left)")
    assert older.endswith("· **Ada**, Bo (resigned)")
    assert [newer[:6], older[:6]] == ["**1** ", "**2** "]


async def test_games_against_tom_are_told_with_his_score(archive: Archive) -> None:
    await archive.solo(alone(ADA, 60, 50), tom=50)
    await archive.solo(alone(ADA, 40, 50), tom=50, handicap=-10)
    await archive.solo(alone(ADA, 50, 50), tom=50)
    draw, lost, won = (await history(archive)).text.splitlines()[1:]
    assert won.endswith("· **Ada 60**, Tom 50")
    assert lost.endswith("· Ada 40, **Tom 50**, handicap −10")  # noqa: RUF001
    assert draw.endswith("· Ada 50, Tom 50")


async def test_lists_say_whose_they_are(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (PersonRow(BO.id, "*Bo*"), 90)))
    own = await history(archive, HistoryQuery(ADA.id, None, ADA.id))
    assert own.text.startswith("**Your finished games**\n")
    other = await history(archive, HistoryQuery(ADA.id, GUILD, BO.id))
    assert other.text.startswith("**Finished games of \\*Bo\\***\n")
    none = await history(archive, HistoryQuery(ADA.id, GUILD, CY.id))
    assert none.text == "There are no finished games here yet."


async def test_who_is_unlisted_is_somebody(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (BO, 90)))
    await archive.store.write(lambda tx: tx.results.list_person(BO.id, listed=False))
    assert (await history(archive)).text.endswith("· Ada 80, someone")


@pytest.mark.parametrize("person", [None, BO.id])
async def test_every_game_is_on_one_page(archive: Archive, person: int | None) -> None:
    await archive.many(played((PEOPLE[0], 10 + at), (BO, 100 + at)) for at in range(13))
    wanted = HistoryQuery(NOBODY, GUILD, person)
    pages = [await history(archive, wanted)]
    while older := [turn for turn in turns(pages[-1]) if turn.edge is Edge.OLDER]:
        assert older[0].person == (person or 0)
        pages.append(await history(archive, wanted, older[0].part))
    for page in pages:
        check_limits(page)
    lines = [line for page in pages for line in page.text.splitlines()[1:]]
    assert [f"Bo {112 - at}**" in line for at, line in enumerate(lines)] == [True] * 13
    assert labels(pages[-1]) == ["◀ Newer", "Leaderboard"]
    (back,) = turns(pages[-1])
    assert await history(archive, wanted, back.part) == pages[-2]


async def test_newer_games_than_fill_a_page_lead_to_the_first(archive: Archive) -> None:
    await archive.many(played((ADA, 10), (BO, at)) for at in range(20, 27))
    first = await history(archive)
    assert await history(archive, part=Range(after=3)) == first
    assert labels(first) == ["Older ▶", "Leaderboard"]


async def test_a_leaderboard_says_what_counts(archive: Archive) -> None:
    await archive.add(*played((ADA, 80), (BO, 70)))
    await archive.add(*played((ADA, 60), (BO, 70), (CY, 65)))
    prompt = await board(archive, Board.TABLES)
    assert prompt.text.splitlines()[:-1] == [
        "**Leaderboard: two to four people, no bots**",
        (
            "**1** Ada: 1 of 2 games won · "
            "on average 80 with two players, 60 with three players · best score 80"
        ),
        (
            "**2** Bo: 1 of 2 games won · "
            "on average 70 with two players, 70 with three players · best score 70"
        ),
        "**3** Cy: 0 of 1 game won · on average 65 with three players · best score 65",
    ]
    assert labels(prompt) == []


async def test_the_ladder_is_told_apart(archive: Archive) -> None:
    await archive.solo(alone(ADA, 60, 50), tom=50, handicap=-10)
    await archive.solo(alone(ADA, 71, 50), tom=50)
    await archive.solo(alone(BO, 44, 50), tom=50)
    await archive.store.write(lambda tx: tx.handicaps.put(ADA.id, HandicapRow(-5, None)))
    ladder = await board(archive, Board.SOLO)
    rung = "handicap at −5 · 1 of 1 challenge won"  # noqa: RUF001
    assert ladder.text.splitlines()[1:-1] == [
        f"**1** Ada: {rung} · 1 of 1 other game won · on average 71 · best score 71",
        "**2** Bo: 0 of 1 game won · on average 44 · best score 44",
    ]
    assert labels(ladder) == []


async def test_a_game_against_tom_that_was_resigned_has_no_score(archive: Archive) -> None:
    await archive.solo(without_score(0, ADA, Part.RESIGNED), tom=None)
    assert (await history(archive)).text.endswith("· Ada (resigned)")
    ladder = await board(archive, Board.SOLO)
    assert ladder.text.splitlines()[1:-1] == ["**1** Ada: 0 of 1 game won"]


async def test_games_with_bots_have_a_leaderboard_of_their_own(archive: Archive) -> None:
    hard, expert = seated_bot(Level.HARD, 1), seated_bot(Level.EXPERT, 2)
    await archive.add(*played((ADA, 80), (BO, 70)))
    await archive.add(*played((ADA, 60), (hard, 70)))
    await archive.add(*played((ADA, 75), (hard, 70)))
    await archive.add(*played((BO, 90), (hard, 70), (expert, 80)))
    await archive.add(*played((BO, 91), (seated_bot(Level.EASY, 1), 70)))
    await archive.add(*played((CY, 40), (DI, 50), (hard, 70)))
    bots = await board(archive, Board.BOTS)
    assert bots.text.splitlines()[:-1] == [
        "**Leaderboard: games with bots**",
        (
            "**1** Bo: 2 of 2 games won · 1 of 1 against expert bots · "
            "1 of 1 against easy bots · best score 91"
        ),
        "**2** Ada: 1 of 2 games won · 1 of 2 against hard bots · best score 75",
        "**3** Di: 0 of 1 game won · 0 of 1 against hard bots · best score 50",
        "**4** Cy: 0 of 1 game won · 0 of 1 against hard bots · best score 40",
        (
            "-# These games count only here. Wins against stronger bots come first; "
            "with several at a table, the strongest counts."
        ),
    ]
    assert labels(bots) == ["Two to four people"]
    among_people = await board(archive, Board.TABLES)
    assert people(among_people) == [
        "**1** Ada: 1 of 1 game won · on average 80 with two players · best score 80",
        "**2** Bo: 0 of 1 game won · on average 70 with two players · best score 70",
    ]
    assert labels(among_people) == ["With bots"]


@pytest.mark.parametrize("page", [0, 3])
async def test_where_a_leaderboard_lists_nobody_another_opens(archive: Archive, page: int) -> None:
    await archive.add(*played((ADA, 60), (seated_bot(Level.HARD, 1), 70)))
    opened = await board(archive, Board.TABLES, page)
    assert opened == await board(archive, Board.BOTS)
    assert people(opened)


@pytest.mark.parametrize(
    ("language", "seats"),
    [
        ("en", "**Bot 1 (hard) 70**, Ada 60"),
        ("de", "**Bot 1 (schwer) 70**, Ada 60"),
        ("pl", "**Bot 1 (trudny) 70**, Ada 60"),
    ],
)
async def test_bots_are_listed_with_their_level(
    archive: Archive, language: str, seats: str
) -> None:
    await archive.add(*played((seated_bot(Level.HARD, 1), 70), (ADA, 60)))
    assert (await history(archive, words=catalog(language))).text.endswith(seats)


async def test_a_game_with_bots_is_not_seen_when_nobody_in_it_wants_to_be(archive: Archive) -> None:
    await archive.add(*played((seated_bot(Level.HARD, 1), 70), (ADA, 60)))
    await archive.store.write(lambda tx: tx.results.list_person(ADA.id, listed=False))
    assert (await history(archive)).text == WORDS.say("results.none")
    assert WORDS.say("standings.none") in (await board(archive, Board.BOTS)).text


@pytest.mark.parametrize("kind", list(Board))
async def test_an_empty_leaderboard_says_so(archive: Archive, kind: Board) -> None:
    prompt = await board(archive, kind)
    assert prompt.text.splitlines()[1:] == [WORDS.say("standings.none")]
    assert tokens(prompt) == []


def people(prompt: Prompt) -> list[str]:
    """The lines of people on a page of a leaderboard."""
    return [line for line in prompt.text.splitlines()[1:] if not line.startswith("-#")]


@pytest.mark.parametrize("language", ["pl", long("de"), long("en")])
@pytest.mark.parametrize("kind", list(Board))
async def test_every_page_of_many_people_fits(archive: Archive, language: str, kind: Board) -> None:
    words = catalog(language)
    for person in LONG:
        if kind is Board.BOTS:
            for level in Level:
                await archive.add(*played((person, 100), (seated_bot(level, 1), 90)))
            continue
        if kind is Board.SOLO:
            await archive.solo(alone(person, 100, 50), tom=50, handicap=-10)
            await archive.solo(alone(person, 100, 50), tom=50)
            continue
        for others in (LONG[:1], LONG[:2], LONG[:3]):
            rest = [one for one in others if one != person]
            await archive.add(*played((person, 100), *((one, 10) for one in rest)))
    prompt, page = await board(archive, kind, words=words), 0
    lines = people(prompt)
    while len(lines) < len(LONG):
        check_limits(prompt)
        page += 1
        assert ShowStandings(kind, page) in [button.value for button in buttons(prompt)]
        prompt = await board(archive, kind, page, words)
        lines += people(prompt)
    assert len(lines) == len(LONG)
    assert await board(archive, kind, page + 1, words) == await board(archive, kind, 0, words)


@pytest.mark.parametrize("language", languages())
async def test_every_page_of_games_fits(archive: Archive, language: str) -> None:
    for _ in range(6):
        await archive.add(*played(*((person, 150) for person in LONG[:4])))
    prompt = await history(archive, words=catalog(language))
    check_limits(prompt)
    assert len(prompt.text.splitlines()) == 6
