"""Every specialist has one name, and what may be placed is told by the seat's view."""

from engine import specialists
from engine.data.standard import STANDARD_BOX
from tests.kit.position import Position


def test_each_of_the_27_has_one_name() -> None:
    named = [
        number
        for name, number in vars(specialists).items()
        if name.isupper() and number in range(28)
    ]
    assert sorted(named) == [card.number for card in STANDARD_BOX.specialists]


def test_the_next_portal_is_due_and_with_specialist_25_every_missing_one() -> None:
    position = Position().portals(7, 6)
    seat = position.game().view().seats[0]
    assert seat.portals_due == seat.next_portals[:1] == (position.fitting(5),)
    seat = position.gnomes("S25").game().view().seats[0]
    assert seat.portals_due == seat.next_portals
    assert len(seat.portals_due) == 5
