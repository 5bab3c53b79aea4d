"""A row for each kind of event, and the rules of the look-up that the events of a game used."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.model import controls
from bot.present.spoken import SUBJECTS
from engine import events, ids
from engine.box_index import box_index
from engine.data.box import Box
from engine.data.council import CouncilBonus

RuleOf = Callable[[Any, Box], str | None]


@dataclass(frozen=True, slots=True)
class SpokenEvent:
    """The row of a kind of event.

    It used the rule of its `subject`, or the entry of the look-up that `rule` names or finds.
    """

    subject: controls.Subject = controls.Subject.ANSWER
    rule: str | RuleOf | None = None

    def rule_of(self, event: events.Event, box: Box) -> str | None:
        """The rule that an event used; None where it follows from the rule of another event."""
        if callable(self.rule):
            return self.rule(event, box)
        return self.rule or SUBJECTS[self.subject].rule


def _specialist(event: events.TilesChanged | events.ResourcesChanged, box: Box) -> str | None:
    """The card that gave something."""
    cards = (card.id for card in box.specialists if card.number == event.specialist)
    return next(cards, None)


def _placed(event: events.FatePlaced, _box: Box) -> str:
    return "start_tile" if event.start else "fate_tile"


def _novice(event: events.NovicePlaced, _box: Box) -> str:
    return "novice" if event.common is None else "neutral_novice"


def _granted(event: events.BonusTaken, box: Box) -> str:
    return f"council:{box_index(box).council_space[event.bonus]}"


NO_OPTION: Final = "no_option"
ENDS: Final[Mapping[events.EndReason, str]] = {
    events.EndReason.COUNTDOWN: "countdown",
    events.EndReason.ALL_PASSED: "passing",
    events.EndReason.EXHAUSTION: NO_OPTION,
    events.EndReason.TOM_DECK: "tom",
}
_SILENT: Final = SpokenEvent()
HEADLINES: Final[Mapping[type, SpokenEvent]] = {
    events.BonfireLit: SpokenEvent(controls.Subject.IGNITE),
    events.TaskReceived: SpokenEvent(controls.Subject.TASK),
    events.GuardianRetrieved: SpokenEvent(controls.Subject.GUARDIAN),
    events.GnomeRecruited: SpokenEvent(controls.Subject.GNOME),
    events.PathBuilt: SpokenEvent(controls.Subject.PATH),
    events.GuardianMoved: SpokenEvent(controls.Subject.PROCESSION),
    events.GreatBonfireTurned: SpokenEvent(controls.Subject.GREAT_BONFIRE),
    events.FatePlaced: SpokenEvent(controls.Subject.FATE, _placed),
    events.ShipMoved: SpokenEvent(controls.Subject.SAIL),
    events.NovicePlaced: SpokenEvent(controls.Subject.NEUTRAL, _novice),
    events.Passed: SpokenEvent(controls.Subject.PASS),
    events.TurnSkipped: SpokenEvent(rule=NO_OPTION),
    events.TomCardTurned: SpokenEvent(rule=lambda event, _: f"tom:{event.card}"),
}
"""The kinds of events that make the headline of a turn, the most important first."""
EVENTS: Final[Mapping[type, SpokenEvent]] = {
    **HEADLINES,
    events.TilesChanged: SpokenEvent(rule=_specialist),
    events.ResourcesChanged: SpokenEvent(rule=_specialist),
    events.PathsRefreshed: SpokenEvent(rule="action:path"),
    events.PortalPlaced: SpokenEvent(rule="portal"),
    events.BonusTaken: SpokenEvent(rule=_granted),
    events.CommonTaskMet: SpokenEvent(rule=lambda event, _: f"common:{event.common}"),
    events.CountdownTriggered: SpokenEvent(rule="countdown"),
    events.CountdownHanded: SpokenEvent(rule="countdown"),
    events.GameEnded: SpokenEvent(rule=lambda event, _: ENDS[event.reason]),
    events.TurnBegan: _SILENT,
    events.TurnEnded: _SILENT,
    events.PointsScored: _SILENT,
    events.PathRevealed: _SILENT,
    events.TaskPlaced: _SILENT,
    events.OfferingRevealed: _SILENT,
    events.SpecialistRevealed: _SILENT,
    events.TomGnomeTurned: _SILENT,
    events.TomCardDone: _SILENT,
}
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
_PAID_WITH: Final[Mapping[str, ids.ActionType]] = {
    **{f"action:{kind}": kind for kind in ids.ActionType},
    "procession": ids.ActionType.GUARDIAN,
}
"""The action tile that a rule asks for."""


def _replaces(event: events.Event, rule: str) -> bool:
    """Say whether something was paid in place of a rule's price; some gnomes do cost Gold."""
    match event:
        case events.TilesChanged(_, _, lost, events.Source.COST):
            return set(lost) - {_PAID_WITH[rule]} != set()
        case events.ResourcesChanged(_, _, lost, events.Source.COST):
            return ids.Resource.GOLD in lost and _PAID_WITH[rule] is not ids.ActionType.GNOME
        case _:
            return False


@dataclass(slots=True)
class RuleFinder:
    """Finds the rules of events that it is shown in their order; `tom` is the seat of Tom."""

    box: Box
    tom: ids.Seat | None
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
