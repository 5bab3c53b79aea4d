"""Draws, shuffles and re-deals of what lies face down (rulings 52, 61, 63)."""

from collections import Counter
from dataclasses import replace

import pytest

from engine import events, face_down, ids
from engine.box_index import box_index
from engine.data import box
from engine.data.standard import STANDARD_BOX
from engine.face_down import DrawError
from engine.rules.setup import new_game
from engine.state import TOM, GameOptions, GameState, OfferingPile

KNOWN = box_index(STANDARD_BOX)


@pytest.fixture
def draft() -> GameState:
    return new_game(GameOptions(2), 7, STANDARD_BOX)


@pytest.fixture
def solo() -> GameState:
    return new_game(GameOptions(1), 7, STANDARD_BOX)


def deliver(draft: GameState, seat: int, side: ids.Side) -> None:
    """Take away the open tile of an offering pile."""
    player = draft.players[seat]
    place = tuple(ids.Side).index(side)
    emptied = OfferingPile(None, player.offerings[place].hidden)
    player.offerings = tuple(
        emptied if at == place else pile for at, pile in enumerate(player.offerings)
    )


def test_the_top_path_tile_is_drawn_and_counts_as_revealed(draft: GameState) -> None:
    top, *rest = draft.hidden.path_pile
    assert face_down.draw_path(draft) == top
    assert draft.hidden.path_pile == tuple(rest)
    assert draft.revealed == 1


def test_a_path_tile_is_revealed_into_its_slot(draft: GameState) -> None:
    top = draft.hidden.path_pile[0]
    face_down.reveal_path(draft, 1, 3)
    assert draft.path_display[2] == top
    assert draft.events == [events.PathRevealed(1, 3, top)]


def test_nothing_is_revealed_from_a_used_up_path_pile(draft: GameState) -> None:
    draft.hidden = replace(draft.hidden, path_pile=())
    display = draft.path_display
    face_down.reveal_path(draft, 0, 1)
    assert (draft.path_display, draft.events, draft.revealed) == (display, [], 0)


def test_a_specialist_is_revealed_into_its_slot_while_the_pile_lasts(draft: GameState) -> None:
    for gnome in draft.hidden.specialist_pile:
        face_down.reveal_specialist(draft, 0, 6)
        assert draft.specialists[5] == gnome
    last = draft.specialists
    face_down.reveal_specialist(draft, 0, 1)
    assert draft.specialists == last
    assert draft.revealed == len(draft.events) == 21


def test_an_offering_is_flipped_where_the_open_one_was_delivered(draft: GameState) -> None:
    deliver(draft, 1, ids.Side.RIGHT)
    top = draft.hidden.offering_piles[1][1][0]
    face_down.flip_offering(draft, 1, ids.Side.RIGHT)
    assert draft.players[1].offerings[1] == OfferingPile(top, 3)
    assert draft.events == [events.OfferingRevealed(1, ids.Side.RIGHT, top)]
    assert len(draft.hidden.offering_piles[1][0]) == 4


def test_a_used_up_offering_pile_stays_used_up(draft: GameState) -> None:
    for _ in range(5):
        deliver(draft, 0, ids.Side.LEFT)
        face_down.flip_offering(draft, 0, ids.Side.LEFT)
    assert draft.players[0].offerings[0].used_up
    assert draft.revealed == 4


def test_a_refreshed_display_goes_under_the_pile_in_random_order() -> None:
    orders = set()
    for seed in range(12):
        draft = new_game(GameOptions(2), seed, STANDARD_BOX)
        pile = draft.hidden.path_pile
        four = STANDARD_BOX.path_tiles[0:4]
        face_down.put_under_paths(draft, (row.tile for row in four))
        assert draft.hidden.path_pile[:-4] == pile
        assert set(draft.hidden.path_pile[-4:]) == {row.tile for row in four}
        assert draft.revealed == 0
        orders.add(draft.hidden.path_pile[-4:])
    assert len(orders) > 6


def test_a_search_takes_the_tile_and_shuffles_without_revealing(draft: GameState) -> None:
    pile = draft.hidden.path_pile
    face_down.search_path(draft, pile[5])
    assert Counter(draft.hidden.path_pile) == Counter(pile) - Counter([pile[5]])
    assert draft.hidden.path_pile != pile[:5] + pile[6:]
    assert draft.revealed == 0


def test_a_search_for_a_tile_that_is_gone_is_an_error(draft: GameState) -> None:
    gone = draft.hidden.path_pile[0]
    pile = tuple(tile for tile in draft.hidden.path_pile if tile != gone)
    draft.hidden = replace(draft.hidden, path_pile=pile)
    with pytest.raises(ValueError, match="not in list"):
        face_down.search_path(draft, gone)


def test_every_shuffle_of_a_game_uses_a_new_stream(draft: GameState) -> None:
    first = face_down.shuffled(draft, "paths", range(20))
    assert face_down.shuffled(draft, "paths", range(20)) != first


def test_toms_cards_are_shuffled_anew_after_each_pass(solo: GameState) -> None:
    passes = [tuple(face_down.turn_tom_card(solo) for _ in range(8)) for _ in range(4)]
    assert all(Counter(cards) == Counter(KNOWN.tom_deck) for cards in passes)
    assert len(set(passes)) > 1
    assert solo.tom is not None
    assert (solo.tom.turned, solo.tom.card) == (32, passes[-1][-1])
    assert solo.revealed == 32


def test_toms_gnome_names_the_resource_and_goes_to_the_discard(solo: GameState) -> None:
    top = solo.hidden.specialist_pile[0]
    resource = face_down.turn_tom_gnome(solo)
    assert resource is KNOWN.specialists[top].resource
    assert solo.tom is not None
    assert (solo.tom.gnome, solo.tom.gnomes_discarded) == (top, (top,))
    assert solo.events == [events.TomGnomeTurned(TOM, top, KNOWN.specialists[top].resource)]


def test_a_used_up_gnome_pile_is_made_anew_from_the_discarded_gnomes(solo: GameState) -> None:
    pile = solo.hidden.specialist_pile
    for _ in pile:
        face_down.turn_tom_gnome(solo)
    face_down.turn_tom_gnome(solo)
    assert solo.tom is not None
    again = (*solo.tom.gnomes_discarded, *solo.hidden.specialist_pile)
    assert len(solo.tom.gnomes_discarded) == 1
    assert Counter(again) == Counter(pile)


def test_without_any_gnome_left_toms_card_has_no_resource(solo: GameState) -> None:
    solo.hidden = replace(solo.hidden, specialist_pile=())
    assert face_down.turn_tom_gnome(solo) is None
    assert solo.revealed == 0


def test_the_draws_are_read_back_from_the_events(solo: GameState) -> None:
    path = face_down.draw_path(solo)
    solo.events.append(events.PathBuilt(0, path, 0, 2))
    face_down.reveal_path(solo, 0, 1)
    face_down.reveal_specialist(solo, 0, 2)
    deliver(solo, 0, ids.Side.LEFT)
    face_down.flip_offering(solo, 0, ids.Side.LEFT)
    card = face_down.turn_tom_card(solo)
    face_down.turn_tom_gnome(solo)
    assert solo.tom is not None
    assert face_down.drawn(solo.events) == (
        path,
        solo.path_display[0],
        solo.specialists[1],
        solo.players[0].offerings[0].open,
        card,
        solo.tom.gnome,
    )
    assert solo.revealed == 6


def test_a_searched_path_tile_is_no_draw(draft: GameState) -> None:
    tile = draft.hidden.path_pile[0]
    assert (
        face_down.drawn([events.PathBuilt(0, tile, None, 2), events.PathBuilt(0, tile, 3, 3)]) == ()
    )


def test_a_redeal_changes_what_is_hidden_and_nothing_else() -> None:
    game = new_game(GameOptions(1), 7, STANDARD_BOX)
    twin = face_down.redeal(game, 99)
    old, new = game.hidden, twin.hidden
    assert new.path_pile != old.path_pile
    assert Counter(new.path_pile) == Counter(old.path_pile)
    assert new.specialist_pile != old.specialist_pile
    assert Counter(new.specialist_pile) == Counter(old.specialist_pile)
    assert Counter(new.tom_deck) == Counter(old.tom_deck)
    assert new.seed == 99
    twin.hidden = old
    assert twin == game


def test_a_redeal_keeps_the_heights_of_the_offering_piles(draft: GameState) -> None:
    deliver(draft, 0, ids.Side.LEFT)
    face_down.flip_offering(draft, 0, ids.Side.LEFT)
    old = draft.hidden.offering_piles
    dealt = {face_down.redeal(draft, seed).hidden.offering_piles for seed in range(20)}
    assert len(dealt) > 10
    for piles in dealt:
        assert [[len(pile) for pile in seat] for seat in piles] == [[3, 4], [4, 4]]
        for seat, before in zip(piles, old, strict=True):
            assert Counter(seat[0] + seat[1]) == Counter(before[0] + before[1])


def test_a_redeal_does_not_depend_on_the_old_hidden_order() -> None:
    game = new_game(GameOptions(1), 7, STANDARD_BOX)
    other = face_down.redeal(game, 1)
    assert face_down.redeal(game, 5).hidden == face_down.redeal(other, 5).hidden


def test_forced_draws_come_first_and_leave_a_redealt_pile_complete(solo: GameState) -> None:
    deliver(solo, 0, ids.Side.RIGHT)
    path = box.PathTile(solo.hidden.path_pile[-1].crystal, solo.hidden.path_pile[-1].resource)
    gnome = solo.hidden.specialist_pile[-1]
    offering = solo.hidden.offering_piles[0][0][-1]
    script = (path, gnome, ids.TomCard.GUARDIAN, offering)
    twin = face_down.redeal(solo, 3, script)
    before = twin.hidden
    face_down.reveal_path(twin, 0, 1)
    face_down.reveal_specialist(twin, 0, 1)
    assert face_down.turn_tom_card(twin) is ids.TomCard.GUARDIAN
    face_down.flip_offering(twin, 0, ids.Side.RIGHT)
    assert twin.path_display[0] == path
    assert twin.specialists[0] == gnome
    assert twin.players[0].offerings[1].open is offering
    assert twin.hidden.script == ()
    assert Counter(twin.hidden.path_pile) == Counter(before.path_pile) - Counter([path])
    left = Counter(tile for pile in twin.hidden.offering_piles[0] for tile in pile)
    assert left == Counter(tile for pile in before.offering_piles[0] for tile in pile) - Counter(
        [offering]
    )
    assert [len(pile) for pile in twin.hidden.offering_piles[0]] == [4, 3]


def test_a_forced_offering_is_found_in_the_other_pile(draft: GameState) -> None:
    piles = ((ids.Resource.ROOT,), (ids.Resource.HERB, ids.Resource.SHELL))
    draft.hidden = replace(
        draft.hidden,
        offering_piles=(piles, draft.hidden.offering_piles[1]),
        script=(ids.Resource.SHELL,),
    )
    face_down.flip_offering(draft, 0, ids.Side.LEFT)
    assert draft.players[0].offerings[0].open is ids.Resource.SHELL
    assert draft.hidden.offering_piles[0] == ((), (ids.Resource.HERB, ids.Resource.ROOT))


def test_a_forced_draw_that_is_not_in_the_pile_is_an_error(draft: GameState) -> None:
    draft.hidden = replace(draft.hidden, script=("S99",))
    with pytest.raises(DrawError, match="S99"):
        face_down.reveal_specialist(draft, 0, 1)
