"""The events that a run of games must have seen, each line named after the rule it shows."""

from collections import Counter
from dataclasses import dataclass, field

from engine import events, ids
from engine.box_index import box_index
from engine.data.council import CouncilBonus
from engine.data.standard import STANDARD_BOX
from engine.effects import is_tom
from engine.scoring import result
from engine.state import GameState

SHARED_WIN = "shared win"


def _wanted() -> tuple[str, ...]:
    conditions = sorted({type(task.condition).__name__ for task in STANDARD_BOX.tasks})
    return (
        *(f"countdown triggered on seat {seat}" for seat in range(4)),
        "countdown triggered by Tom",
        *(f"passed for {tile}" for tile in range(1, 6)),
        *(f"ended by {reason}" for reason in events.EndReason),
        *(f"bonus {bonus}" for bonus in CouncilBonus),
        *(f"recruited {gnome}" for gnome in box_index(STANDARD_BOX).gnomes),
        *(f"ignited {task.id}" for task in STANDARD_BOX.tasks),
        *(f"condition {name}" for name in conditions),
        *(f"common task {common}" for common in ids.CommonTask),
        *(f"Tom {card} {outcome}" for card in ids.TomCard for outcome in events.TomOutcome),
        SHARED_WIN,
    )


WANTED = _wanted()


@dataclass
class Coverage:
    """The number of sightings of each wanted thing, over games told answer by answer."""

    seen: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    answers: int = 0

    def tell(self, state: GameState) -> None:
        """Learn what the last answer brought about."""
        self.answers += 1
        for event in state.events:
            for name in _names(event, state):
                self.seen[name] += 1

    def missing(self) -> list[str]:
        """Return the wanted things that were never seen."""
        return [name for name in WANTED if not self.seen[name]]

    def table(self) -> str:
        """Every wanted thing with its count, and the games by kind."""
        lines = [f"{count:8}  games {kind}" for kind, count in sorted(self.games.items())]
        lines.append(f"{self.answers:8}  answers")
        lines += [f"{self.seen[name]:8}  {name}" for name in WANTED]
        return "\n".join(lines)


_CONDITIONS = {task.id: type(task.condition).__name__ for task in STANDARD_BOX.tasks}


def _names(event: events.Event, state: GameState) -> tuple[str, ...]:
    """The wanted things that an event shows; Tom's doings count only where he is named."""
    by_tom = is_tom(state, event.seat)
    match event:
        case events.CountdownTriggered(seat):
            return (
                "countdown triggered by Tom" if by_tom else f"countdown triggered on seat {seat}",
            )
        case events.Passed(_, tile):
            return (f"passed for {tile}",)
        case events.BonusTaken(_, bonus):
            return (f"bonus {bonus}",)
        case events.GnomeRecruited(_, gnome) if not by_tom:
            return (f"recruited {gnome}",)
        case events.BonfireLit(_, _, task):
            return f"ignited {task}", f"condition {_CONDITIONS[task]}"
        case events.CommonTaskMet(_, common) if not by_tom:
            return (f"common task {common}",)
        case events.TomCardDone(_, card, outcome):
            return (f"Tom {card} {outcome}",)
        case events.GameEnded(_, reason):
            ended = result(state)
            shared = ended is not None and len(ended.winners) > 1 and state.tom is None
            return (f"ended by {reason}", *([SHARED_WIN] if shared else []))
        case _:
            return ()
