"""Hypothesis strategies for every action, for tests of notation and codec."""

from hypothesis import strategies as st

from engine import actions as all_actions
from engine.actions import Action
from engine.bag import ActionTiles, Resources
from engine.box_index import box_index
from engine.data.standard import STANDARD_BOX
from engine.geometry import geometry
from engine.ids import (
    FATE_SYMBOLS,
    START_PLACE,
    ActionType,
    Color,
    CommonTask,
    Direction,
    End,
    Guardian,
    Place,
    PlaceKind,
    PortalKind,
    Resource,
    Reward,
    Side,
)

KNOWN = box_index(STANDARD_BOX)
POSITIONS = st.integers(1, 7)
CELLS = st.sampled_from(sorted(geometry(STANDARD_BOX.fate_grid).bits))
TASKS = st.sampled_from(sorted(KNOWN.tasks))
DIRECTIONS = st.sampled_from(Direction)
GUARDIANS = st.sampled_from(Guardian)
TILES = st.tuples(*[st.integers(0, 4)] * len(ActionType)).map(ActionTiles)
RESOURCES = st.tuples(*[st.integers(0, 4)] * len(Resource)).map(Resources)
PLACES = st.one_of(
    st.just(START_PLACE),
    st.builds(Place, st.sampled_from((PlaceKind.PATH, PlaceKind.BONFIRE)), POSITIONS),
)


@st.composite
def _rewards(draw: st.DrawFn) -> all_actions.TakeRewards:
    chosen = draw(st.sets(st.sampled_from(Reward), min_size=1))
    portal = draw(st.sampled_from(PortalKind)) if Reward.PORTAL in chosen else None
    return all_actions.TakeRewards(tuple(kind for kind in Reward if kind in chosen), portal)


def actions() -> st.SearchStrategy[Action]:
    """Any action with values that a game can name."""
    return st.one_of(
        st.builds(all_actions.ChooseStart, st.sampled_from(sorted(KNOWN.fate_tiles)), DIRECTIONS),
        st.builds(all_actions.PlaceFate, st.sampled_from(End), CELLS, DIRECTIONS),
        st.builds(all_actions.Keep, TILES),
        st.builds(all_actions.Discard, st.sampled_from(FATE_SYMBOLS)),
        st.builds(all_actions.TakePath, st.integers(0, 4)),
        st.just(all_actions.RefreshPaths()),
        st.builds(all_actions.SearchPath, st.sampled_from(Color), st.sampled_from(Resource)),
        st.builds(all_actions.MoveShip, st.sampled_from(sorted(KNOWN.islands))),
        st.builds(all_actions.ReceiveTask, TASKS, st.sampled_from(Side)),
        st.builds(all_actions.PutTask, POSITIONS),
        st.just(all_actions.RetrieveGuardian()),
        st.builds(all_actions.MakeProcession, st.integers(1, 99)),
        st.builds(all_actions.Advance, GUARDIANS, PLACES),
        st.just(all_actions.Halt()),
        st.builds(all_actions.ChooseResource, st.sampled_from(Resource)),
        st.builds(all_actions.UseGreatBonfire, POSITIONS),
        _rewards(),
        st.builds(
            all_actions.RecruitGnome, st.sampled_from(sorted(KNOWN.gnomes)), st.integers(0, 2)
        ),
        st.builds(all_actions.Ignite, POSITIONS),
        st.builds(all_actions.SendNovice, st.integers(1, 8)),
        st.just(all_actions.TakeBonus()),
        st.just(all_actions.TakePoint()),
        st.builds(all_actions.SendNeutral, st.sampled_from(CommonTask)),
        st.builds(all_actions.MoveGuardian, GUARDIANS, PLACES),
        st.builds(all_actions.TakeGuardian, GUARDIANS),
        st.builds(all_actions.PayTiles, TILES),
        st.builds(all_actions.PayResources, RESOURCES),
        st.just(all_actions.Decline()),
        st.builds(all_actions.TomTakes, TASKS),
        st.just(all_actions.Pass()),
        st.just(all_actions.EndTurn()),
    )
