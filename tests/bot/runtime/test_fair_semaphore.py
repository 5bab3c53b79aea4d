"""Lines at one turnstile: none starves the others, and who leaves takes no place along."""

import asyncio
from collections.abc import Hashable

from bot.chat.pictures.queue import Lane
from bot.runtime.workers import FairSemaphore


class Street:
    """People with a name and a line, who pass one after the other."""

    def __init__(self, places: int, urgent: Hashable = None) -> None:
        self.gate = FairSemaphore(places, urgent)
        self.passed: list[str] = []
        self.go = asyncio.Event()

    @property
    def free(self) -> int:
        """How many places nobody holds."""
        return self.gate._free

    def come(self, name: str, line: Hashable) -> asyncio.Task[None]:
        """Somebody lines up, and passes once `go` is set."""

        async def walk() -> None:
            async with self.gate.turn(line):
                await self.go.wait()
                self.passed.append(name)

        return asyncio.create_task(walk())


async def test_two_lines_take_turns_and_keep_their_order() -> None:
    street = Street(1)
    first = street.come("first", Lane.PAGES)
    await asyncio.sleep(0)
    pages = [street.come(f"page {n}", Lane.PAGES) for n in range(4)]
    posts = [street.come(f"post {n}", Lane.POSTS) for n in range(2)]
    await asyncio.sleep(0)
    street.go.set()
    await asyncio.gather(first, *pages, *posts)
    expected = ["first", "post 0", "page 0", "post 1", "page 1", "page 2", "page 3"]
    assert street.passed == expected


async def test_what_is_urgent_comes_first() -> None:
    street = Street(1, urgent=Lane.POSTS)
    first = street.come("first", Lane.PAGES)
    await asyncio.sleep(0)
    pages = [street.come(f"page {n}", Lane.PAGES) for n in range(2)]
    posts = [street.come(f"post {n}", Lane.POSTS) for n in range(2)]
    await asyncio.sleep(0)
    street.go.set()
    await asyncio.gather(first, *pages, *posts)
    assert street.passed == ["first", "post 0", "post 1", "page 0", "page 1"]


async def test_a_line_that_is_full_of_one_game_s_wishes_holds_up_no_other_game() -> None:
    street = Street(1)
    greedy = [street.come(f"17 {n}", 17) for n in range(4)]
    others = [street.come(f"{game}", game) for game in (3, 99)]
    await asyncio.sleep(0)
    street.go.set()
    await asyncio.gather(*greedy, *others)
    assert street.passed == ["17 0", "3", "99", "17 1", "17 2", "17 3"]
    assert street.free == 1
    assert not street.gate._lines


async def test_with_several_places_too_each_line_comes_in_turn() -> None:
    street = Street(2)
    tasks = [street.come(f"{line}{n}", line) for line in "ab" for n in range(3)]
    tasks += [street.come("c", "c")]
    await asyncio.sleep(0)
    street.go.set()
    await asyncio.gather(*tasks)
    assert street.passed == ["a0", "a1", "b0", "c", "a2", "b1", "b2"]


async def test_as_many_pass_at_a_time_as_there_are_places() -> None:
    street = Street(2)
    tasks = [street.come(str(n), Lane.POSTS) for n in range(3)]
    await asyncio.sleep(0)
    assert street.free == 0
    assert len(street.gate._lines[Lane.POSTS]) == 1
    street.go.set()
    await asyncio.gather(*tasks)
    assert street.passed == ["0", "1", "2"]
    assert street.free == 2


async def test_who_goes_away_leaves_the_place_to_the_next() -> None:
    street = Street(1)
    holds, leaves, stays = (street.come(name, Lane.PAGES) for name in ("holds", "leaves", "stays"))
    await asyncio.sleep(0)
    leaves.cancel()
    await asyncio.sleep(0)
    street.go.set()
    await asyncio.gather(holds, stays)
    assert street.passed == ["holds", "stays"]
    assert street.free == 1


async def test_who_goes_away_in_the_moment_of_their_turn_leaves_it_too() -> None:
    street = Street(1)
    street.go.set()
    async with street.gate.turn(Lane.PAGES):
        leaves, stays = (street.come(name, Lane.PAGES) for name in ("leaves", "stays"))
        await asyncio.sleep(0)
    assert leaves.cancel()
    await asyncio.gather(leaves, stays, return_exceptions=True)
    assert street.passed == ["stays"]
    assert street.free == 1
