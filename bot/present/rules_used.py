"""The rule of the look-up that each event of a game used, by the token of its entry."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine import events
from engine.box_index import box_index
from engine.data.box import Box
from engine.data.council import CouncilBonus
from engine.events import EndReason, Source
from engine.ids import ActionType, Resource, Seat

RuleOf = Callable[[Any, Box], str | None]
"""The rule of an event of one kind; None where it follows from the rule of another event."""


def _entry(token: str) -> RuleOf:
    return lambda _event, _box: token


def _no_entry(_event: events.Event, _box: Box) -> None:
    return None


def _specialist(event: events.TilesChanged | events.ResourcesChanged, box: Box) -> str | None:
    """The card that gave something."""
    cards = (card.id for card in box.specialists if card.number == event.specialist)
    return next(cards, None)


def _novice(event: events.NovicePlaced, _box: Box) -> str:
    return "novice" if event.common is None else "neutral_novice"


def _bonus(event: events.BonusTaken, box: Box) -> str:
    return f"council:{box_index(box).council_space[event.bonus]}"


NO_OPTION: Final = "no_option"
ENDS: Final[Mapping[EndReason, str]] = {
    EndReason.COUNTDOWN: "countdown",
    EndReason.ALL_PASSED: "passing",
    EndReason.EXHAUSTION: NO_OPTION,
    EndReason.TOM_DECK: "tom",
}
RULES: Final[Mapping[type, RuleOf]] = {
    events.TurnBegan: _no_entry,
    events.TurnSkipped: _entry(NO_OPTION),
    events.TurnEnded: _no_entry,
    events.TilesChanged: _specialist,
    events.ResourcesChanged: _specialist,
    events.PointsScored: _no_entry,
    events.FatePlaced: lambda event, _: "start_tile" if event.start else "fate_tile",
    events.PathBuilt: _entry("action:path"),
    events.PathsRefreshed: _entry("action:path"),
    events.PathRevealed: _no_entry,
    events.ShipMoved: _entry("action:ship"),
    events.TaskReceived: _entry("action:task"),
    events.TaskPlaced: _no_entry,
    events.OfferingRevealed: _no_entry,
    events.GuardianRetrieved: _entry("action:guardian"),
    events.GuardianMoved: _entry("procession"),
    events.GreatBonfireTurned: _entry("action:great_bonfire"),
    events.PortalPlaced: _entry("portal"),
    events.GnomeRecruited: _entry("action:gnome"),
    events.SpecialistRevealed: _no_entry,
    events.BonfireLit: _entry("ignite"),
    events.NovicePlaced: _novice,
    events.BonusTaken: _bonus,
    events.CommonTaskMet: lambda event, _: f"common:{event.common}",
    events.CountdownTriggered: _entry("countdown"),
    events.CountdownHanded: _entry("countdown"),
    events.Passed: _entry("passing"),
    events.TomCardTurned: lambda event, _: f"tom:{event.card}",
    events.TomGnomeTurned: _no_entry,
    events.TomCardDone: _no_entry,
    events.GameEnded: lambda event, _: ENDS[event.reason],
}
"""The rule of every kind of event."""
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
            rule = RULES[type(event)](event, self.box)
            if isinstance(event, events.BonusTaken):
                self._replaced = OF_BONUSES.get(event.bonus)
            elif rule is not None and rule == self._replaced:
                self._replaced = rule = None
            tells_of_tom = isinstance(event, events.TomCardTurned) or rule in _OF_TOM
            if rule is not None and (event.seat != self.tom or tells_of_tom):
                yield rule
            if isinstance(event, events.GnomeRecruited) and event.seat != self.tom:
                yield box_index(self.box).gnomes[event.gnome].id
