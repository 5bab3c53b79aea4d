"""Somebody who plays by pressing what the window offers, mostly the likely choice."""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.words import catalog
from tests.browser.window import Shown, Window

TURN: Final = "turn"
CONFIRM: Final = "!"
END: Final = "=end"
ASIDE: Final = ("u", "<", "?", "~", "#", "t", "i", "q", "w", "f")
"""Answers that do not lead on: undo, back, questions, changes, pages, a try, tips, pictures."""
OTHER_START: Final = "s"
"""The menu of other start tiles, which changes the first turn and does not lead on."""
MOST_PRESSES: Final = 60
FINAL: Final = catalog().say("score.final").strip("*# ")
NAMES = ("Ada", "Bo", "Cleo", "Dan")
MOST_TURNS = 120


def answer_of(key: str) -> str:
    """Return the answer in a control's custom id."""
    return key.split("|", 5)[-1]


def calls_for_turn(message: Shown) -> bool:
    """Say whether "Take your turn" stands under a message."""
    return not message.private and any(answer_of(b["key"]) == TURN for b in message.buttons)


class BrowserPlayer:
    """Plays in one window."""

    def __init__(self, window: Window, seed: int) -> None:
        self.window = window
        self.presses: list[int] = []
        """The presses of each turn, the one on "Take your turn" not counted."""
        self._dice = random.Random(seed)

    def my_turn(self, after: Shown | None = None) -> Shown:
        """The newest post, behind another if given, that calls this person or ends the game."""

        def wanted(one: Shown) -> bool:
            calls = (calls_for_turn(one) and one.names_me) or (
                not one.private and FINAL in one.text
            )
            return calls and (after is None or one.number > after.number)

        return self.window.newest(wanted)

    def take_turn(self, post: Shown) -> None:
        """From "Take your turn" to the end of the turn."""
        known = {one.id for one in self.window.messages()}
        key = next(b["key"] for b in post.buttons if answer_of(b["key"]) == TURN)
        self.window.press_key(post, key)

        def wanted(one: Shown) -> bool:
            """The page of the turn, and not yet the word that the bot is thinking."""
            return one.private and one.id not in known and bool(one.buttons or one.menus)

        self.finish_turn(self.window.newest(wanted))

    def finish_turn(self, prompt: Shown) -> None:
        """Press what leads on until nothing is left to press."""
        presses = 0
        while prompt.buttons or prompt.menus:
            presses += 1
            assert presses < MOST_PRESSES, prompt.text
            self._step(prompt)
            prompt = self.window.until(partial(self._changed, prompt))
        self.presses.append(presses)

    def _changed(self, before: Shown) -> Shown | None:
        """A prompt that is another by now; one that was taken away has nothing to press."""
        now = next((one for one in self.window.messages() if one.id == before.id), None)
        if now is None:
            return replace(before, buttons=(), menus=())
        return None if now.rests or now.keys == before.keys else now

    def _step(self, prompt: Shown) -> None:
        buttons = {answer_of(button["key"]): button["key"] for button in prompt.buttons}
        for likely in (CONFIRM, END):
            if likely in buttons:
                self.window.press_key(prompt, buttons[likely])
                return
        menus = [
            at
            for at, menu in enumerate(prompt.menus)
            if menu["options"] and answer_of(menu["key"]) != OTHER_START
        ]
        onward = [key for answer, key in buttons.items() if not answer.startswith(ASIDE)]
        if menus:
            at = menus[-1] if len(menus) > 1 else menus[0]
            options = len(prompt.menus[at]["options"])
            self.window.choose(prompt, at, self._dice.randrange(min(options, 3)))
        else:
            self.window.press_key(prompt, self._dice.choice(onward))


def start_solo(window: Window) -> BrowserPlayer:
    """A solo game, begun by a typed command."""
    window.until_commands_are_there()
    window.command("bonfire", "solo")
    return BrowserPlayer(window, seed=1)


def open_prompt(window: Window, post: Shown) -> Shown:
    """Press "Take your turn" and wait for the private message."""
    known = {one.id for one in window.messages()}
    key = next(b["key"] for b in post.buttons if answer_of(b["key"]) == "turn")
    window.press_key(post, key)
    return window.newest(lambda one: one.private and one.id not in known and bool(one.keys))


def turns_of(windows: Sequence[Window], turns: int) -> list[Shown]:
    """A game of the people at the windows in a thread: the posts that called for so many turns."""
    host, *guests = windows
    host.until_commands_are_there()
    host.command("bonfire", "new")
    join, start = "Join", "Start"
    for guest in guests:
        known = len(host.newest(lambda one: one.has(join)).text)
        guest.press(guest.newest(lambda one: one.has(join)), join)
        host.newest(lambda one: one.has(join) and len(one.text) != known)  # noqa: B023
    words = catalog()
    option = words.say("table_option.thread")
    thread = words.say("table_button.option_on", option=option)
    everybody = NAMES[: len(windows)]
    host.press(host.newest(lambda one: one.has(thread) and one.has(start)), thread)
    host.newest(lambda one: one.has(option))
    host.press(host.newest(lambda one: one.has(start) and everybody[-1] in one.text), start)
    players = {
        f"@{name}": BrowserPlayer(window, seed=seed)
        for seed, (name, window) in enumerate(zip(everybody, windows, strict=True), 3)
    }
    before, posts = 0, list[Shown]()
    for _ in range(turns):
        post = host.newest(lambda one: calls_for_turn(one) and one.number > before)  # noqa: B023
        called = next(name for name in players if name in post.text)
        player = players.pop(called)
        mine = player.my_turn()
        assert mine.id == post.id
        player.take_turn(mine)
        before = post.number
        players[called] = player
        posts.append(post)
    return posts
