"""The box as a commented TOML file, for owners of the printed game to correct and use.

What stands here in words is for the operator who edits that file, not for players.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import tomlkit
from tomlkit.items import InlineTable, Table

from engine import conditions
from engine.box_document import box_to_document
from engine.data.box import Box, Provenance, Task

_HEAD: Final = """\
The components of Bonfire, as this program plays them.

The printed tiles, cards and boards were not at hand when this was written. Where no rule text
states a value, it was deduced or reconstructed, and every row says which:
  provenance = "text"            a rule text states it, or you compared it with your own game
  provenance = "deduced"         it follows from what the texts state
  provenance = "reconstructed"   a balanced guess; here your own game knows better
{count} of the {total} rows of this file are reconstructed.

To use your own values: change them, set provenance = "text" in the rows that you compared, and
start with   bonfire run --box FILE   or with   BONFIRE_BOX=FILE   in the settings. The file is
checked against every count that the rules state, and each fault is named with its line. A game
keeps the box that it was started with. The order of the rows means nothing; no row may be left
out except in path_tiles, offerings and islands.

  resources     blossom, fruit, herb, shell, root, gold
  actions       path, ship, task, guardian, great_bonfire, gnome; wild is the yellow tile
  colours       blue, red, yellow
  guardians     pink, grey, natural, blue
  portals       sun, moon, star, leaf, wave, flame, eye
"""

ABOUT: Final[Mapping[str, str]] = {
    "schema": "The number of this form of the file; leave it as it is.",
    "tasks": """\
The 66 tasks: B01 to B22 are blue (2 or 3 points), R01 to R22 red (4 or 5), Y01 to Y22 yellow
(6 to 8). The rule texts state every condition: some wholly, some all but the resource,
guardians, symbols or action tiles that the tile depicts. These and the points are made up:
compare what stands behind "check" at the end of a row.""",
    "specialists": """\
The 27 specialists by their printed number, and the resource that each costs; 3 cost Gold.""",
    "elders": """\
The 6 elders: what each gives 1 point for (paths, fate_tiles, portals, tasks, guardians, gnomes;
each once), and the resource that it costs.""",
    "fate_tiles": "The 8 fate tiles of every player: three different actions in their order.",
    "fate_grid": """\
The printed Fate Area. Columns are a, b, c ... from the left, rows 1, 2, 3 ... from the top.
start: the three marked squares in the middle; highlighted: the marked squares around them;
gold and wild: the squares with a Gold or a yellow action tile symbol.""",
    "path_tiles": """\
The 28 path tiles by crystal and resource: 10 blue, 10 red, 8 yellow. Combinations that do not
exist are left out.""",
    "start_crystal": """\
The crystal of the first path space, which is printed on the Starting Tile: none or a colour.""",
    "offerings": "The 10 offering tiles of every player by resource.",
    "cities": """\
The four cities: the portals of each in the order of placing, from the right to the left.""",
    "guardian_values": """\
The points of a guardian at the bonfire of positions 1 to 7, from left to right.""",
    "wheel": """\
The 7 spaces around the Great Bonfire, clockwise from its start in the south: the action tile,
and the reward, which is a resource or points (2 of them).""",
    "islands": """\
The islands by their place on the sea chart: columns A to E, rows 1 to 3; the place left free is
the landing stage. Two islands for each of the five basic resources, one for each guardian;
corner = true marks the four that get 2 tasks in a game of three.""",
    "routes": "The ship routes between neighbouring islands, each named once.",
    "council": """\
The 8 spaces of the High Council and the bonus of each (gold, path, move_guardian, great_bonfire,
specialist, guardian, ship, fate; each once).""",
    "tom_cards": """\
Tom's 8 cards by kind, and whether the kind shows the icon that reveals a gnome first.""",
}


def write_box(box: Box) -> str:
    """The box as TOML: each table headed by what it is, each row with its provenance."""
    file = tomlkit.document()
    rows = list(_provenances(box_to_document(box)))
    count = rows.count(Provenance.RECONSTRUCTED)
    _comment(file, _HEAD.format(count=count, total=len(rows)))
    for section, value in box_to_document(box).items():
        file.add(tomlkit.nl())
        _comment(file, ABOUT[section])
        file.add(section, _table(value) if isinstance(value, dict) else tomlkit.item(value))
    for task in box.tasks:
        if check := made_up(task):
            file["tasks"][task.id].comment(f"check: {check}")
    return tomlkit.dumps(file)


def made_up(task: Task) -> str:
    """The fields of a task that no rule text states; empty once its owner has compared it."""
    if task.provenance is Provenance.TEXT:
        return ""
    return " ".join(("points", *conditions.depicted(task.condition)))


def _comment(file: tomlkit.TOMLDocument, text: str) -> None:
    for line in text.splitlines():
        file.add(tomlkit.comment(line))


def _provenances(document: object) -> Iterator[str]:
    if isinstance(document, dict):
        for key, value in document.items():
            if key == "provenance":
                yield value
            else:
                yield from _provenances(value)


def _table(section: Mapping[str, object]) -> Table:
    """A section: its rows as one line each, long lists with one entry a line."""
    table = tomlkit.table()
    for key, value in section.items():
        match value:
            case dict():
                table.add(key, _row(value))
            case [list(), *_]:
                table.add(key, tomlkit.item(value).multiline(multiline=True))
            case _:
                table.add(key, value)
    return table


def _row(value: Mapping[str, object]) -> InlineTable:
    row = tomlkit.inline_table()
    for key, entry in value.items():
        row.add(key, _row(entry) if isinstance(entry, dict) else entry)
    return row
