"""`bonfire live-check` at the stand-in, and the stand-in beside what it found at Discord."""

import asyncio
import json
import os
import re
import sys
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import pytest

from bot.cli.live_check.account import BannedError, UnplayableError
from bot.cli.live_check.check import all_probes, play
from bot.cli.live_check.person import AtTheTerminal, Nobody, Press
from bot.cli.live_check.probing import Facts, LiveProbe
from bot.cli.live_check.record import (
    CheckRecordError,
    Outcomes,
    ProbeOutcome,
    differences,
    read,
    written,
)
from bot.cli.live_check.visit import Visit
from bot.standin import Moderator, RateLimited, Reset
from tests.kit.sources import LONGEST_SENTENCE, ROOT
from tests.standin.live import Crowd, checked, outcomes_of

MEASURED = ROOT / "tests" / "standin" / "measured"
"""Records that `bonfire live-check` made at Discord, named by their dates."""
GUESS = re.compile(r"\b(?:guess(?:ed)?|reported)\b")
NO_GUESS = re.compile(r"mimetypes\.guess_type|permissions reported to|of @everyone reported to")
NOT_PROBED = "not probed"
EYES = "a box of docs/live-check.md"
ASKED_BY = {
    "bot/chat/components.py": ("gone-emoji",),
    "bot/chat/delivery/forum_tags.py": ("tags-of-a-post",),
    "bot/chat/handlers/lobby.py": ("mention-lets-in", "answer-lets-in"),
    "bot/chat/interaction/visibility.py": ("press-in-a-sleeping-thread",),
    "bot/standin/checks/commands.py": ("refused-commands",),
    "bot/standin/core.py": ("latency", "picture-in-an-edit"),
    "bot/standin/moderation.py": ("filter-of-posts", "filter-of-answers"),
    "bot/standin/permissions.py": ("voice-without-connect",),
    "bot/standin/posting.py": ("added-member", "mention-lets-in", "answer-lets-in", EYES),
    "bot/standin/rate_limits.py": (
        *("limits-of-channels", "limits-of-follow-ups", "limits-of-follow-ups"),
        NOT_PROBED,  # a ban would harm the operator
    ),
    "bot/standin/rest/channels.py": ("tags-of-a-post", "thread-kinds"),
    "bot/standin/rest/emojis.py": ("emoji-names",),
    "bot/standin/rest/forums.py": ("tags-of-a-post", "tags-of-a-forum"),
    "bot/standin/rest/interactions.py": ("filter-of-a-guest",),
    "bot/standin/rights.py": ("command-in-a-foreign-thread", "chosen-member"),
    "bot/standin/signed_addresses.py": ("addresses",),
    "bot/standin/user_client.py": ("press-in-a-sleeping-thread", EYES, EYES),
}
"""The probe for each guess and report of a file, in their order."""


@cache
def guesses() -> Counter[str]:
    """The number of guesses and reports in each file of the stand-in and of the bot's chat."""
    files = (
        file for folder in ("standin", "chat") for file in (ROOT / "bot" / folder).rglob("*.py")
    )
    texts = {str(file.relative_to(ROOT)): file.read_text("utf-8") for file in files}
    found = {name: len(GUESS.findall(NO_GUESS.sub("", text))) for name, text in texts.items()}
    return Counter({name: count for name, count in found.items() if count})


def test_every_guess_has_its_probe() -> None:
    assert guesses() == Counter({name: len(probes) for name, probes in ASKED_BY.items()})
    named = {probe for probes in ASKED_BY.values() for probe in probes}
    assert named - {EYES, NOT_PROBED} <= all_probes().keys()


async def test_every_probe_is_played_at_the_stand_in_which_answers_as_discord_did() -> None:
    found = await outcomes_of()
    assert found.keys() == all_probes().keys()
    assert {name: one.unplayed for name, one in found.items() if one.unplayed} == {}
    assert [name for name, one in found.items() if not one.facts] == []
    for newest in sorted(MEASURED.glob("*.json"))[-1:]:
        assert [*differences(read(newest.read_text("utf-8")), found)] == []


async def test_a_stand_in_that_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("filter-of-posts", "thread-kinds")
    before = read(written(await outcomes_of(*names), datetime.now(UTC), "Discord"))
    monkeypatch.setattr(Moderator, "_blocks", lambda *_: False)
    now = await outcomes_of(*names)
    assert [*differences(before, now)] == [
        'filter-of-posts, edit: "400 200000" before, "200" now',
        'filter-of-posts, embed: "400 200000" before, "200" now',
        'filter-of-posts, text: "400 200000" before, "200" now',
        'filter-of-posts, title: "400 200001" before, "201" now',
    ]


async def test_a_filter_may_spare_the_bot_where_it_is_a_member() -> None:
    async with checked() as (server, visit):
        server.moderator.spares_members = True
        member = await all_probes()["filter-of-posts"].play(visit)
        guest = await all_probes()["filter-of-a-guest"].play(visit)
    assert {*member.values()} == {"200", "201"}
    assert guest["private"] is True


async def test_a_check_leaves_nothing_behind() -> None:
    async with checked() as (server, visit):
        channels = {*server.world.channels}
        for name in ("filter-of-posts", "emoji-names", "command-in-a-foreign-thread", "timed-out"):
            await all_probes()[name].play(visit)
        assert {*server.world.channels} > channels
    assert {*server.world.channels} < channels
    assert server.world.emojis == {}
    assert [command.name for command in server.world.commands.values()] == ["bonfire"]
    assert server.moderator._blocked == [
        one for one in server.moderator._blocked if one.rule_id is None
    ]


async def test_what_cannot_be_removed_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    async with checked() as (server, visit):
        server.core.second = None
    assert f"Remove by hand: /channels/{visit.room} (401 0)" in capsys.readouterr().out


async def test_a_record_has_no_token_and_nobody_s_name() -> None:
    async with checked() as (server, visit):
        found: dict[str, ProbeOutcome] = {}

        def tell(probe: LiveProbe, outcome: ProbeOutcome) -> None:
            found[probe.name] = outcome

        await play(visit, [one for one in all_probes().values() if one.person], tell)
        text = written(found, datetime.now(UTC), "the stand-in")
    assert json.loads(text)["against"] == "the stand-in"
    for hidden in (server.token, visit.second.token, "Ada", str(server.person("Ada").id)):
        assert hidden not in text
    assert all(one.token not in text for one in server.interactions)


async def test_a_person_reads_short_sentences_and_presses_some_twenty_times() -> None:
    async with checked() as (_, visit):
        people = visit.person
        assert isinstance(people, Crowd)
        chosen = [one for one in all_probes().values() if one.person]
        await play(visit, chosen, lambda *_: None)
    assert 15 <= len(people.told_of) <= 30
    sentences = [one for told in people.told_of for one in told.split(". ")]
    assert [one for one in sentences if len(one.split()) > LONGEST_SENTENCE] == []


async def test_without_a_person_their_probes_are_left_out() -> None:
    async with checked() as (_, visit):
        alone = replace(visit, person=Nobody())
        with pytest.raises(UnplayableError, match="nobody did it"):
            await all_probes()["answered-twice"].play(alone)


async def test_an_answer_that_no_probe_expects_does_not_end_the_others() -> None:
    found: dict[str, ProbeOutcome] = {}

    def tell(probe: LiveProbe, outcome: ProbeOutcome) -> None:
        found[probe.name] = outcome

    async with checked() as (server, visit):
        server.fault_injector.plan("GET", "/users/@me$", Reset(), times=2)
        chosen = [all_probes()[name] for name in ("latency", "gone-emoji")]
        await play(visit, chosen, tell)
    told = r"an answer was unlike any expected: ServerDisconnectedError in line \d+"
    assert re.fullmatch(told, found["latency"].unplayed)
    assert found["gone-emoji"].facts["button"] == "400 50035"


async def test_long_probes_are_played_beside_the_others() -> None:
    order: list[str] = []

    async def long(visit: Visit) -> Facts:
        order.append("long begins")
        await visit.sleep(0)
        order.append("long ends")
        return {"x": 1}

    async def brief(visit: Visit) -> Facts:
        order.append("brief")
        await asyncio.sleep(0)
        return {"x": 1}

    probes = [
        LiveProbe("person", "", brief, person=True, minutes=0),
        LiveProbe("brief", "", brief, person=False, minutes=0),
        LiveProbe("long", "", long, person=False, minutes=10),
    ]
    told: list[str] = []
    async with checked() as (_, visit):
        await play(visit, probes, lambda probe, _: told.append(probe.name))
    assert order == ["brief", "long begins", "brief", "long ends"]
    assert told == ["brief", "person", "long"]


async def banned(told: list[str]) -> None:
    """A check in which Discord bans the machine after three requests of the probes."""
    async with checked() as (server, visit):
        chosen = [all_probes()[name] for name in ("latency", "nonce-life", "gone-emoji")]
        server.fault_injector.plan("*", "/", RateLimited(3600.0, via=False), times=99, skip=3)
        await play(visit, chosen, lambda probe, _: told.append(probe.name))


async def test_a_ban_ends_the_check_and_what_stays_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told: list[str] = []
    with pytest.raises(BannedError):
        await banned(told)
    assert told == []
    rooms = r"/channels/\d+, /channels/\d+"
    assert re.fullmatch(rf"Remove by hand: {rooms}\n", capsys.readouterr().out)


@pytest.mark.parametrize("code", [4000, 4009])
async def test_a_connection_that_discord_ends_is_made_again(code: int) -> None:
    async with checked() as (server, visit):
        await server.gateway.drop(code)
        await server.disconnected()
        facts = await all_probes()["renamed-person"].play(visit)
        assert facts["the press brings the new name"] is True
        server.gateway.ask_reconnect()
        await server.disconnected()
        assert (await all_probes()["chosen-member"].play(visit))["permissions are told"] is True


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "bonfire-record", "form": 1}', "7"])
def test_a_record_of_something_else_is_refused(text: str) -> None:
    with pytest.raises(CheckRecordError):
        read(text)


def test_only_facts_of_probes_that_both_played_are_compared() -> None:
    before: Outcomes = {
        "one": ProbeOutcome({"code": "200", "gone": 1}, {"time": 5}),
        "two": ProbeOutcome(unplayed="nobody did it"),
        "three": ProbeOutcome({"code": "200"}),
    }
    now: Outcomes = {
        "one": ProbeOutcome({"code": "200", "new": ["x"]}, {"time": 7}),
        "two": ProbeOutcome({"code": "400 1"}),
    }
    assert [*differences(before, now)] == [
        "one, gone: 1 before, null now",
        'one, new: null before, ["x"] now',
    ]


async def test_the_person_at_the_terminal_reads_what_to_do_and_skips_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading) as terminal, os.fdopen(writing, "w") as keys:
        monkeypatch.setattr(sys, "stdin", terminal)
        person = AtTheTerminal()
        await person.told(Press("1", "2", "Go", "Open the thread."))
        assert capsys.readouterr().out == (
            "  Open the thread. Press Go in #press-here. (Enter skips)\n"
        )
        print(file=keys, flush=True)
        await person.skips()
