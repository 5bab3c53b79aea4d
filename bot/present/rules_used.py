"""The rule of the look-up that each event of a game used, by the token of its entry."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.present.spoken import ENDS, EVENTS
from engine import events
from engine.box_index import box_index
from engine.data.box import Box
from engine.data.council import CouncilBonus
from engine.events import Source
from engine.ids import ActionType, Resource, Seat

OF_BONUSES: Final[Mapping[str, str]] = {
    CouncilBonus.PATH: "action:path",
    CouncilBonus.MOVE_GUARDIAN: "procession",
    CouncilBonus.GREAT_BONFIRE: "action:great_bonfire",
    CouncilBonus.SPECIALIST: "action:gnome",
    CouncilBonus.GUARDIAN: "action:guardian",
    CouncilBonus.SHIP: "action:ship",
    CouncilBonus.FATE: "fate_tile",
}
"""The rule that a bonus of the High Council stands in for, once."""
_OF_TOM: Final = frozenset({"countdown", *ENDS.values()})
"""The rules that hold for Tom too; his card says what else he does."""


PAYMENT: Final = "payment"
_PAID_WITH: Final[Mapping[str, ActionType]] = {
    **{f"action:{kind}": kind for kind in ActionType},
    "procession": ActionType.GUARDIAN,
}
"""The action tile that a rule asks for."""


def _replaces(event: events.Event, rule: str) -> bool:
    """Say whether something was paid in place of a rule's price; some gnomes do cost Gold."""
    match event:
        case events.TilesChanged(_, _, lost, Source.COST):
            return set(lost) - {_PAID_WITH[rule]} != set()
        case events.ResourcesChanged(_, _, lost, Source.COST):
            return Resource.GOLD in lost and _PAID_WITH[rule] is not ActionType.GNOME
        case _:
            return False


@dataclass(slots=True)
class RuleFinder:
    """Finds the rules of events that it is shown in their order; `tom` is the seat of Tom."""

    box: Box
    tom: Seat | None
    _replaced: str | None = field(default=None, init=False)

    def rules_of(self, happened: Sequence[events.Event]) -> tuple[str, ...]:
        """The rules that the events of one deed used, each once."""
        found = dict.fromkeys(self._found(happened))
        deeds = found.keys() & _PAID_WITH.keys()
        if any(_replaces(event, deed) for event in happened for deed in deeds):
            found[PAYMENT] = None
        return tuple(found)

    def _found(self, happened: Iterable[events.Event]) -> Iterator[str]:
        for event in happened:
            rule = EVENTS[type(event)].rule_of(event, self.box)
            if isinstance(event, events.BonusTaken):
                self._replaced = OF_BONUSES.get(event.bonus)
            elif rule is not None and rule == self._replaced:
                self._replaced = rule = None
            tells_of_tom = isinstance(event, events.TomCardTurned) or rule in _OF_TOM
            if rule is not None and (event.seat != self.tom or tells_of_tom):
                yield rule
            if isinstance(event, events.GnomeRecruited) and event.seat != self.tom:
                yield box_index(self.box).gnomes[event.gnome].id
