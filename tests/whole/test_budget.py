"""A press has a budget: the functions and files of the bot that it runs through.

What it sets off, such as drawing and posting, is not the press. A budget that is too small for a
change asks first what came without need: values packed anew, fields asked twice.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import discord
import pytest

import bot
from bot.chat.client import BonfireClient
from bot.model.controls import Sign
from tests.kit.hall import Hall, solo
from tests.kit.whole import controls

BOT: Final = Path(bot.__file__).parent
STANDIN: Final = BOT / "standin"
PRESSED: Final = ContextVar("PRESSED", default=False)
"""Whether what runs belongs to the press; its tasks and threads inherit that."""

MOST_FUNCTIONS: Final = 345
MOST_FILES: Final = 60


def is_counted(code: CodeType) -> bool:
    """Whether a function is one of the bot's; what is in brackets stands within another."""
    file = Path(code.co_filename)
    own = file.is_relative_to(BOT) and not file.is_relative_to(STANDIN)
    return own and not code.co_name.startswith("<")


@contextmanager
def run_through() -> Iterator[set[CodeType]]:
    """The functions of the bot through which a press runs from here on."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and PRESSED.get():
            codes.add(frame.f_code)

    def noted(work: Callable[..., Any], *args: Any) -> Any:
        sys.setprofile(note)
        try:
            return work(*args)
        finally:
            sys.setprofile(None)

    arrives, in_thread = BonfireClient.on_interaction, asyncio.to_thread

    async def threaded(work: Callable[..., Any], *args: Any) -> Any:
        return await in_thread(noted, work, *args)

    async def pressed(client: BonfireClient, interaction: discord.Interaction) -> None:
        PRESSED.set(True)
        await arrives(client, interaction)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BonfireClient, "on_interaction", pressed)
        patch.setattr(asyncio, "to_thread", threaded)
        sys.setprofile(note)
        try:
            yield codes
        finally:
            sys.setprofile(None)
    codes -= {code for code in codes if not is_counted(code)}


def over(codes: set[CodeType]) -> dict[str, list[str]]:
    """What is above the budget, by file; nothing where a press keeps to it."""
    by_file = defaultdict[str, list[str]](list)
    for code in codes:
        by_file[code.co_filename.removeprefix(str(BOT))].append(code.co_qualname)
    keeps = len(codes) <= MOST_FUNCTIONS and len(by_file) <= MOST_FILES
    return {} if keeps else {file: sorted(names) for file, names in sorted(by_file.items())}


async def test_each_press_of_a_turn_keeps_to_its_budget(hall: Hall) -> None:
    player, post = await solo(hall)
    await hall.calm()
    with run_through() as opened:
        page = await player.open_turn(post)
    assert len(opened) > MOST_FUNCTIONS / 2, "nothing was counted"
    assert over(opened) == {}
    for wanted in ("@fate:top", "=fate", Sign.CONFIRM):
        control = next(one for one in controls(page) if one.answer.startswith(wanted))
        with run_through() as followed:
            pressed = await player.press(page, control)
            await pressed.acknowledged()
            if wanted != Sign.CONFIRM:
                page = await pressed.response()
            await hall.calm()
        assert over(followed) == {}, wanted
