"""Drafts, posts, reviews and premoves as 0.1.0 stored them, and posts with a later field."""

import json
from dataclasses import field, make_dataclass
from typing import Any, Final

from bot.model import buttons, controls, drafts, messages, pictures, rows
from bot.model.stored_post import PictureRef, StoredPost
from bot.present.wizard.tryout import Tryout
from bot.services.games.moves import to_turn
from engine import bag, ids
from engine.advice.outlook import Holdings
from engine.advice.premoves import Premove, TurnOutcome
from engine.notation import parse_line

OLD_DRAFT: Final = (
    '[["path 2","pay 1 path"],["end"],"list:path",1,["herb"],'
    r'"[[\"path 1\"],[],\"\",0,[],\"\",[]]",["path 3;end"],["pass"]]'
)
OLD_TRYOUT: Final = (
    r'[[["path 2","pay 1 path"],["end"]],"[[\"path 1\"],[],\"\",0,[],\"\",[]]",12,1]'
)
OLD_POST: Final = (
    '{"game":3,"revision":41,"text":"Ada built a path.","rows":[[["Play","turn","main",false]]],'
    '"pictures":[["board",null],["city",1]],"ping":[5],"since":40,"direct":[6],"note":"note",'
    '"foot":"foot","accent":"red","links":[["There","https://discord.com/channels/1/2"]]}'
)
OLD_OUTCOME: Final = "[[[1,0,0,0,0,0,0],[0,0,0,0,0,0]],[[0,0,0,0,0,0,2],[0,0,0,0,0,0]],[]]"

POST: Final = StoredPost(
    game=3,
    revision=41,
    text="Ada built a path.",
    rows=((messages.Button("Play", buttons.TakeTurn(), messages.Style.MAIN),),),
    pictures=(
        PictureRef(pictures.PictureKind.BOARD, None),
        PictureRef(pictures.PictureKind.CITY, 1),
    ),
    ping=(5,),
    since=40,
    direct=(6,),
    note="note",
    foot="foot",
    accent=ids.SeatColor.RED,
    links=(messages.LinkButton("There", "https://discord.com/channels/1/2"),),
)
LaterPost: Any = make_dataclass(
    "LaterPost",
    [("pinned", bool, field(default=False))],
    bases=(StoredPost,),
    frozen=True,
    slots=True,
)


def test_a_draft_of_0_1_0_is_read() -> None:
    assert drafts.Draft.load(OLD_DRAFT) == drafts.Draft(
        answers=("path 2", "pay 1 path"),
        later=("end",),
        screen=controls.Screen(controls.ScreenKind.LIST, "path"),
        page=1,
        picked=("herb",),
        origin=drafts.Draft(("path 1",)).dump(),
        lines=("path 3;end",),
        missed=("pass",),
    )


def test_a_try_of_0_1_0_is_read() -> None:
    steps = (("path 2", "pay 1 path"), ("end",))
    assert Tryout.load(OLD_TRYOUT) == Tryout(steps, drafts.Draft(("path 1",)), start=12, beside=1)


def test_a_post_of_0_1_0_is_read_and_written_as_it_was() -> None:
    assert StoredPost.load(OLD_POST) == POST
    assert POST.dump() == OLD_POST


def test_a_premove_of_0_1_0_is_read() -> None:
    row = rows.PremoveRow(
        1, 2, 0, rows.PremoveState.WAITING, 41, "path 2; pay 1 path; end", OLD_OUTCOME
    )
    paid, gained = (
        Holdings(bag.ActionTiles((1, 0, 0, 0, 0, 0, 0))),
        Holdings(bag.ActionTiles((0, 0, 0, 0, 0, 0, 2))),
    )
    assert to_turn(row) == Premove(parse_line(row.actions), TurnOutcome(paid, gained, ()))


def test_a_later_field_of_a_post_is_read_as_its_default_and_stays_out_of_the_text() -> None:
    post = LaterPost.load(OLD_POST)
    assert post.pinned is False
    assert post.dump() == OLD_POST


def test_a_post_is_kept_without_what_has_its_default() -> None:
    plain = StoredPost(3, 41, "Ada built a path.", (), (), ping=(), since=40)
    keys = {"game", "revision", "text", "rows", "pictures", "ping", "since"}
    assert json.loads(plain.dump()).keys() == keys
    assert StoredPost.load(plain.dump()) == plain
