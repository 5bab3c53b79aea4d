"""`python -m tests.recordings FOLDER`: write the recordings, in full and in short."""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.recordings.games import GAMES
from tests.recordings.unused import unused
from tests.recordings.writing import write


def main() -> int:
    """Record what was chosen; 1 when something differs from the digests that are kept."""
    parser = argparse.ArgumentParser(prog="python -m tests.recordings", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the full texts are written")
    parser.add_argument("--only", nargs="+", choices=GAMES, default=GAMES, help="these games alone")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--update", action="store_true", help="keep the digests of these")
    parser.add_argument("--unused", action="store_true", help="tell what nobody uses in them")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    told: list[str] = []
    differs = 0
    with ProcessPoolExecutor(chosen.jobs, max_tasks_per_child=1) as jobs:
        writing = partial(write, folder=chosen.folder, update=chosen.update)
        for blocks, report, same in jobs.map(writing, chosen.only):
            sys.stdout.write(f"{report}\n")
            sys.stdout.flush()
            told += blocks
            differs += not same
    if chosen.unused:
        sys.stdout.writelines(f"{line}\n" for line in unused(told))
    return 1 if differs else 0


if __name__ == "__main__":
    sys.exit(main())
