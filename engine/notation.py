"""Every action as a short text that can be typed, and back: `fate top c4 down`, `ignite 3`.

`ACTION_FORMS` is the one grammar: format, parser, completion and help come from it. An answer is a
verb and its parameters, in any case and with any spaces. A payment in action tiles and one in
resources have the same verb; they are told apart by their words, since no action tile has the
name of a resource (`pay 2 path 1 wild`, `pay 1 herb 1 gold`). Several answers stand on a line
with semicolons between them.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final

from engine.actions import (
    Action,
    Advance,
    ChooseResource,
    ChooseStart,
    Decline,
    Discard,
    EndTurn,
    Halt,
    Ignite,
    Keep,
    MakeProcession,
    MoveGuardian,
    MoveShip,
    Pass,
    PayResources,
    PayTiles,
    PlaceFate,
    PutTask,
    ReceiveTask,
    RecruitGnome,
    RefreshPaths,
    RetrieveGuardian,
    SearchPath,
    SendNeutral,
    SendNovice,
    TakeBonus,
    TakeGuardian,
    TakePath,
    TakePoint,
    TakeRewards,
    TomTakes,
    UseGreatBonfire,
)
from engine.bag import ActionTiles, Resources
from engine.data.council import COUNCIL
from engine.ids import (
    ActionType,
    Color,
    CommonTask,
    Direction,
    End,
    Guardian,
    Resource,
    Side,
)
from engine.notation_slots import (
    POSITION,
    PRICE,
    SOURCE,
    BagSlot,
    Cell,
    ChoiceSlot,
    Code,
    NotationError,
    NotationFault,
    Number,
    PlaceSlot,
    RewardsSlot,
    Slot,
    Words,
)

_FILLERS: Final = frozenset({"to", "offer"})
"""Words that may be typed for the flow and mean nothing: `task R07 offer left`."""

_WILD: Final = {"yellow": ActionType.WILD}
_ARROWS: Final = {
    ">": Direction.RIGHT,
    "v": Direction.DOWN,
    "<": Direction.LEFT,
    "^": Direction.UP,
}

_END, _SIDE = ChoiceSlot(tuple(End)), ChoiceSlot(tuple(Side))
_DIRECTION: Final = ChoiceSlot(tuple(Direction), _ARROWS)
_COLOR, _RESOURCE = ChoiceSlot(tuple(Color)), ChoiceSlot(tuple(Resource))
_GUARDIAN, _COMMON = ChoiceSlot(tuple(Guardian)), ChoiceSlot(tuple(CommonTask))
_TILE: Final = ChoiceSlot(tuple(ActionType), _WILD)
_TASK, ISLAND = Code("TASK", "[bry]", digits=2), Code("ISLAND", "[a-z]")
_FATE_TILE, _GNOME = Code("TILE", "f"), Code("GNOME", "s|el")
_TILES, _RESOURCES = BagSlot(ActionTiles, "tiles", _WILD), BagSlot(Resources, "resources")


def _values(action: Any) -> tuple[Any, ...]:
    return tuple(getattr(action, each.name) for each in fields(action))


@dataclass(frozen=True, slots=True)
class ActionForm:
    """The typed form of one action: a verb, its other names, and one slot a field of the action."""

    verb: str
    action: type
    slots: tuple[Slot, ...] = ()
    aliases: tuple[str, ...] = ()
    build: Callable[..., Any] | None = None
    values: Callable[[Any], tuple[Any, ...]] = _values

    @property
    def usage(self) -> str:
        """The form with what can be typed in each place: `put 1..7`."""
        return " ".join([self.verb, *(slot.usage for slot in self.slots)])

    def format(self, action: object) -> str:
        """The action as text."""
        pairs = zip(self.slots, self.values(action), strict=True)
        return " ".join([self.verb, *(slot.format(value) for slot, value in pairs)])

    def parse(self, words: Words) -> Any:
        """Read the parameters. Raises NotationError."""
        values = [slot.parse(words) for slot in self.slots]
        words.finish()
        return (self.build or self.action)(*values)


ACTION_FORMS: Final = (
    ActionForm("start", ChooseStart, (_FATE_TILE, _DIRECTION)),
    ActionForm("fate", PlaceFate, (_END, Cell(), _DIRECTION)),
    ActionForm("keep", Keep, (_TILES,)),
    ActionForm("discard", Discard, (_TILE,)),
    ActionForm("path", TakePath, (SOURCE,), ("build",)),
    ActionForm("refresh", RefreshPaths),
    ActionForm("search", SearchPath, (_COLOR, _RESOURCE)),
    ActionForm("ship", MoveShip, (ISLAND,), ("sail",)),
    ActionForm("task", ReceiveTask, (_TASK, _SIDE), ("receive",)),
    ActionForm("put", PutTask, (POSITION,)),
    ActionForm("guardian", RetrieveGuardian, aliases=("retrieve",)),
    ActionForm("procession", MakeProcession, (Number(1, 99),)),
    ActionForm("walk", Advance, (_GUARDIAN, PlaceSlot())),
    ActionForm("halt", Halt),
    ActionForm("choose", ChooseResource, (_RESOURCE,)),
    ActionForm("great-bonfire", UseGreatBonfire, (POSITION,), ("wheel",)),
    ActionForm(
        "reward",
        TakeRewards,
        (RewardsSlot(),),
        build=lambda rewards: rewards,
        values=lambda rewards: (rewards,),
    ),
    ActionForm("recruit", RecruitGnome, (_GNOME, PRICE), ("gnome",)),
    ActionForm("ignite", Ignite, (POSITION,)),
    ActionForm("council", SendNovice, (Number(1, len(COUNCIL)),), ("novice",)),
    ActionForm("bonus", TakeBonus),
    ActionForm("point", TakePoint),
    ActionForm("neutral", SendNeutral, (_COMMON,)),
    ActionForm("move", MoveGuardian, (_GUARDIAN, PlaceSlot())),
    ActionForm("fetch", TakeGuardian, (_GUARDIAN,)),
    ActionForm("pay", PayTiles, (_TILES,)),
    ActionForm("pay", PayResources, (_RESOURCES,)),
    ActionForm("skip", Decline, aliases=("decline",)),
    ActionForm("tom", TomTakes, (_TASK,)),
    ActionForm("pass", Pass),
    ActionForm("end", EndTurn),
)

_BY_ACTION: Final = {form.action: form for form in ACTION_FORMS}


def _forms_of(verb: str) -> tuple[ActionForm, ...]:
    return tuple(form for form in ACTION_FORMS if verb == form.verb or verb in form.aliases)


def format_action(action: Action) -> str:
    """An action as it is typed; `parse_action` reads it back."""
    return _BY_ACTION[type(action)].format(action)


def parse_action(text: str) -> Action:
    """Read one typed answer. Raises NotationError."""
    typed_words = _words(text)
    if not typed_words:
        raise NotationError(NotationFault.EMPTY)
    verb, *rest = typed_words
    forms = _forms_of(verb)
    if not forms:
        raise NotationError(NotationFault.UNKNOWN_VERB, word=verb)
    failures: list[tuple[int, NotationError]] = []
    for form in forms:
        words = Words(rest, form.usage)
        try:
            action: Action = form.parse(words)
        except NotationError as error:
            failures.append((words.read, error))
        else:
            return action
    # The form that could read most is the one that was meant.
    raise max(failures, key=lambda failure: failure[0])[1]


def parse_line(text: str) -> tuple[Action, ...]:
    """Read typed answers divided by semicolons or line breaks. Raises NotationError."""
    parts = [part for part in re.split("[;\n]", text) if part.strip()]
    if not parts:
        raise NotationError(NotationFault.EMPTY)
    return tuple(parse_action(part) for part in parts)


def _words(text: str) -> list[str]:
    plain = re.sub(r"great[\s_-]*bonfire", "great-bonfire", text.lower())
    return [word for word in plain.split() if word not in _FILLERS]
