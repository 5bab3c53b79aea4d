"""Writes one recording, by itself so that each can have a process of its own."""

import asyncio
import time
from pathlib import Path

from tests.recordings.digests import difference, digest, golden
from tests.recordings.games import record


def write(name: str, *, folder: Path, update: bool) -> tuple[list[str], str, bool]:
    """Record a game; it, a line about it, and whether it is as it was."""
    began = time.perf_counter()
    told = asyncio.run(record(name))
    text = "".join(f"{block}\n" for block in told)
    (folder / f"{name}.txt").write_text(text, "utf-8")
    if update:
        golden(name).write_text(digest(told), "utf-8")
    kept = golden(name).read_text("utf-8") if golden(name).exists() else ""
    found = difference(kept, told)
    seconds = time.perf_counter() - began
    report = f"{name}: {len(text.encode()) >> 10} KiB in {seconds:.0f} s"
    return told, f"{report}; {found}" if found else report, found is None
