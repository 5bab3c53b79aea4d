"""The disagreements of the engine and the second reckoning, on a position or an answer."""

import json
from collections import Counter
from typing import Any

from bot.runtime.shell.position import position_json
from engine import actions, ids
from engine.build_view import build_view
from engine.notation import format_action
from engine.progress import progress
from engine.state import GameState
from tests.properties import answers, reckoning
from tests.properties.printed import Json, otherwise

Compared = dict[str, tuple[object, object]]
"""The compared values: that of the engine, and the reckoned one."""


def document_of(state: GameState) -> Json:
    """The position as another program reads it."""
    document: Json = json.loads(json.dumps(position_json(build_view(state, 0))))
    return document


def about_position(state: GameState) -> list[str]:
    """Pieces, scores, common tasks and all 66 conditions, for every seat."""
    document = document_of(state)
    compared: Compared = {}
    for city in document["cities"]:
        seat, sheet = city["seat"], city["score_sheet"]
        expected = reckoning.final_points(document, city)
        expected["handicap"] = reckoning.handicap(document, city)
        for source, points in expected.items():
            scored = state.players[seat].scored[
                ids.IN_GAME_SOURCES.index(ids.PointSource.SPECIALISTS)
            ]
            there = sheet[source] - (scored if source == "specialists" else 0)
            compared[f"{source} of seat {seat}"] = (there, points)
        parts = sum(points for source, points in sheet.items() if source != "total")
        compared[f"total of seat {seat}"] = (sheet["total"], parts)
        met = {common["task"] for common in city["common_tasks"] if common["met"]}
        compared[f"common tasks of seat {seat}"] = (met, reckoning.common_met(city))
        compared[f"pass of seat {seat}"] = (
            city["pass_points"],
            reckoning.pass_points(document, city),
        )
        compared |= _conditions(state, document, city)
    if document["result"] is not None:
        compared["winners"] = (document["result"]["winners"], reckoning.winners(document))
    return [*otherwise(document), *_unlike(compared)]


def _conditions(state: GameState, document: Json, city: Json) -> Compared:
    compared: Compared = {}
    for task in state.box.tasks:
        have, need = progress(task.condition, state, city["seat"])
        met = reckoning.is_met(document, city, task.id)
        compared[f"{task.id} of seat {city['seat']}"] = (have >= need, met)
    shown = [at["task"] for at in city["positions"] if at["task"] is not None]
    for task_shown in shown:
        met = reckoning.is_met(document, city, task_shown["id"])
        compared[f"{task_shown['id']} as shown"] = (task_shown["met"], met)
    return compared


class Follower:
    """Goes along with a game and compares what each answer scores, yields and costs."""

    def __init__(self, state: GameState) -> None:
        """Begin at a position."""
        self._before = document_of(state)
        self._tiles: tuple[str, int] | None = None
        self._resources: tuple[list[str], int] | None = None
        self._space = ""
        self._brings = True
        self._arrived = ("", 0)

    def about_answer(self, action: actions.Action, after: GameState) -> list[str]:
        """Take the next answer and the position that it led to."""
        before, answer, document = self._before, format_action(action), document_of(after)
        if isinstance(action, actions.SendNovice):
            self._space = str(action.space)
        if isinstance(action, actions.TakeBonus):
            answer += f" {self._space}"
        compared = self._payment(action, answer)
        if answers.turned_by_tom(before, document) <= 1:
            there = _scored_now(before, document)
            compared["points"] = (there, answers.scored(before, answer, document))
        compared |= _gains(before, answer, document)
        compared |= self._arrival(action, document)
        self._before = document
        return [f"{answer}: {fault}" for fault in _unlike(compared)]

    def _payment(self, action: actions.Action, answer: str) -> Compared:
        """Return the value of a payment, and the price."""
        before = self._before
        city = before["cities"][before["waiting"]["seat"]]
        if (tiles := answers.price(before, answer)) is not None:
            self._tiles = tiles
            self._resources = answers.resources_due(before, answer)
        if isinstance(action, actions.PayTiles) and self._tiles is not None:
            kind, count = self._tiles
            self._tiles = None
            if not reckoning.works_for(city, 5):
                return {"price": (answers.paid(answer, kind), count)}
        if isinstance(action, actions.PayResources) and self._resources is not None:
            needed, anything = self._resources
            self._resources = None
            return {"resources due": (answers.is_exact(answer, needed, anything), True)}
        return {}

    def _arrival(self, action: actions.Action, after: Json) -> Compared:
        """Return the gains of a guardian who ends on a path tile; none in a newcomer's walk."""
        seat = self._before["waiting"]["seat"]
        old, new = self._before["cities"][seat], after["cities"][seat]
        chosen = ""
        match action:
            case actions.MakeProcession():
                self._brings = True
            case actions.RetrieveGuardian() | actions.TakeGuardian():
                self._brings = False
            case actions.Advance(guardian, place) | actions.MoveGuardian(guardian, place):
                self._arrived = (str(guardian), place.position)
                on_path = place.kind is ids.PlaceKind.PATH
                brings = on_path and (self._brings or isinstance(action, actions.MoveGuardian))
                if not brings or reckoning.works_for(old, 6):
                    return {"brought": (new["resources"], old["resources"])}
            case actions.ChooseResource(resource):
                chosen = str(resource)
        if not isinstance(action, actions.Advance | actions.MoveGuardian | actions.ChooseResource):
            return {}
        brought = answers.brought(old, *self._arrived, chosen)
        return {"brought": (Counter(new["resources"]), Counter(old["resources"]) + brought)}


def _scored_now(before: Json, after: Json) -> Counter[tuple[int, str]]:
    """The points at once that the sheets tell; those of the final scoring are left out."""
    found: Counter[tuple[int, str]] = Counter()
    final = after["options"]["specialist_18_at_once"]
    sources = [source for source in ids.IN_GAME_SOURCES if source != "specialists" or final]
    for old, new in zip(before["cities"], after["cities"], strict=True):
        for source in map(str, sources):
            found[new["seat"], source] = new["score_sheet"][source] - old["score_sheet"][source]
    return +found


def _gains(before: Json, answer: str, after: Json) -> Compared:
    """The supplies after an answer that yields something; a fate tile discards first."""
    gained = answers.gained(before, answer, after)
    if gained is None:
        return {}
    seat = before["waiting"]["seat"]
    old, new = before["cities"][seat], after["cities"][seat]
    tiles, resources = gained
    held: Counter[str] = Counter(old["action_tiles"])
    compared: Compared = {}
    if answer.startswith(("fate", "keep")):
        held, most = answers.kept(before, answer)
        free = before["waiting"]["question"].startswith("council")
        compared["kept"] = (free or held.total() <= most, True)
    compared["action tiles"] = (Counter(new["action_tiles"]), held + tiles)
    have = Counter(old["resources"]) + resources
    compared["resources"] = (Counter(new["resources"]), have)
    return compared


def _unlike(compared: dict[str, tuple[Any, Any]]) -> list[str]:
    return [
        f"{what}: {there}, not {here}" for what, (there, here) in compared.items() if there != here
    ]
