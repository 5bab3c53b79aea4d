"""Hypothesis strategies for every action, for tests of notation and codec."""

from dataclasses import fields
from typing import get_args

from hypothesis import strategies as st

from engine import bag, ids
from engine.actions import Action, RecruitGnome, SendNovice, TakeRewards
from engine.box_index import box_index
from engine.data.standard import STANDARD_BOX
from engine.geometry import geometry

KNOWN = box_index(STANDARD_BOX)
POSITIONS = st.integers(1, 7)
GNOMES = st.sampled_from(sorted(KNOWN.gnomes))
NAMED = {
    "cell": st.sampled_from(sorted(geometry(STANDARD_BOX.fate_grid).bits)),
    "island": st.sampled_from(sorted(KNOWN.islands)),
    "place": st.one_of(
        st.just(ids.START_PLACE),
        st.builds(
            ids.Place, st.sampled_from((ids.PlaceKind.PATH, ids.PlaceKind.BONFIRE)), POSITIONS
        ),
    ),
    "resources": st.tuples(*[st.integers(0, 4)] * len(ids.Resource)).map(bag.Resources),
    "source": st.integers(0, 4),
    "space": POSITIONS,
    "steps": st.integers(1, 99),
    "task": st.sampled_from(sorted(KNOWN.tasks)),
    "tile": st.sampled_from(sorted(KNOWN.fate_tiles)),
    "tiles": st.tuples(*[st.integers(0, 4)] * len(ids.ActionType)).map(bag.ActionTiles),
}
"""Values of the fields of actions that are no enums, by their names."""


@st.composite
def _rewards(draw: st.DrawFn) -> TakeRewards:
    chosen = draw(st.sets(st.sampled_from(ids.Reward), min_size=1))
    portal = draw(st.sampled_from(ids.PortalKind)) if ids.Reward.PORTAL in chosen else None
    return TakeRewards(tuple(kind for kind in ids.Reward if kind in chosen), portal)


def actions() -> st.SearchStrategy[Action]:
    """Any action with values that a game can name."""
    made = {
        kind: st.builds(kind, **{name: NAMED[name] for name in names if name in NAMED})
        for kind in get_args(Action)
        for names in [[each.name for each in fields(kind)]]
    }
    made[TakeRewards] = _rewards()
    made[RecruitGnome] = st.builds(RecruitGnome, GNOMES, st.integers(0, 2))
    made[SendNovice] = st.builds(SendNovice, st.integers(1, 8))
    return st.one_of(*made.values())
