"""The hints of pictures in words, with which their alt texts begin, and the room for all."""

from collections.abc import Iterator
from typing import Final

from renderer.options import Options
from renderer.parts.curve import Curve

ALT_LIMIT: Final = 1024
"""Discord's limit of an attachment's description, in characters."""


def within_limit(options: Options, sentences: tuple[str, ...]) -> str:
    """All sentences; or those that fit, in their order, and where to find the rest."""
    whole = " ".join(sentences)
    if len(whole) <= ALT_LIMIT:
        return whole
    rest = options.translate("alt.rest", {})
    kept: list[str] = []
    for sentence in sentences:
        if len(" ".join((*kept, sentence, rest))) <= ALT_LIMIT:
            kept.append(sentence)
    return " ".join((*kept, rest))


def card_alt(title: str, text: str, options: Options) -> str:
    """The alt text of a piece beside its words, which end where there is no more room."""
    words = options.translate("alt.card", {"title": title, "text": text})
    return " ".join(words.split())[:ALT_LIMIT]


def curve_alt(turns: tuple[int, ...], curves: tuple[Curve, ...], options: Options) -> str:
    """The alt text of a curve: of each seat what it could expect at some of the steps."""
    say = options.translate
    last = len(turns) - 1
    steps = sorted({0, last // 3, 2 * last // 3, last})
    seats = "; ".join(
        say(
            "alt.curve_seat",
            {
                "name": name,
                "points": ", ".join(
                    say("alt.curve_point", {"turn": turns[step], "n": round(curve.points[step])})
                    for step in steps
                ),
            },
        )
        for name, curve in zip(options.names, curves, strict=False)
    )
    return say("alt.curve", {"seats": seats})[:ALT_LIMIT]


def prices(options: Options) -> Iterator[str]:
    """Say what a main board shows: the islands and spaces within reach."""
    for key, listed in (
        ("alt.sailing", options.hints.sailing),
        ("alt.turning", options.hints.wheel),
    ):
        if listed:
            costs = "; ".join(
                options.translate("alt.price", {"place": place, "number": tiles})
                for place, tiles in listed
            )
            yield options.translate(key, {"prices": costs})


def reach(options: Options) -> Iterator[str]:
    """Say what a city shows: where guardians get to, and on which spaces the crystal matches."""
    say, hints = options.translate, options.hints
    if hints.walks:
        walks = "; ".join(
            say(
                "alt.walk",
                {
                    "guardian": say(f"guardian_short.{walk.guardian}", {}),
                    "place": say(f"place.{walk.place.kind}", {"position": walk.place.position}),
                    "number": walk.tiles,
                },
            )
            for walk in hints.walks
        )
        yield say("alt.walks", {"walks": walks})
    matching = tuple(str(space) for space, points in hints.spaces if points)
    if matching:
        yield say("alt.matching_spaces", {"spaces": matching})


def lines(options: Options, *, on_board: bool) -> Iterator[str]:
    """Name the marked places of the main board or a city, to which the text leads."""
    say, hints = options.translate, options.hints
    key, slot = ("alt.line", "number") if hints.lines else ("alt.told", "letter")
    for sign, mark in hints.signs:
        if mark.on_board is not on_board:
            continue
        slots = {"position": mark.position, "cell": mark.cell}
        place = say(f"alt.line_at.{mark.place}", slots)
        yield say(key, {slot: sign, "place": place})


def fate_places(options: Options) -> Iterator[str]:
    """Name the numbered places of a Fate Area and what they bring."""
    for number, place in enumerate(options.hints.fate, 1):
        yield options.translate(
            "alt.fate_place_and_goods" if place.goods else "alt.fate_place",
            {
                "number": number,
                "cells": ", ".join(place.cells),
                "tiles": place.tiles,
                "goods": place.goods,
            },
        )
