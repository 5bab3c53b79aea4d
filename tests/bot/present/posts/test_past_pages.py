"""A turn explained by its rules, and the table as it stood: pure pages of a position."""

from collections.abc import Iterator
from typing import get_args

import pytest

from bot.model import button_forms, buttons, messages, pictures
from bot.model.people import Person, names_of
from bot.present import rules_lookup
from bot.present.narration import narrate, narrate_deeds
from bot.present.posts.past_pages import explained_turn, table_then
from bot.present.rules_used import ENDS, EVENTS, OF_BONUSES, PAYMENT, RuleFinder
from bot.words import catalog, languages, pieces
from engine import STANDARD_BOX, Game, GameOptions, Move, actions, bag, events, ids
from engine.box_index import box_index
from engine.data.council import CouncilBonus
from tests.kit.games import play_busily, random_game
from tests.kit.pictured import pictured

WORDS = catalog()
PEOPLE = tuple(Person(name, f"<@{n}>") for n, name in enumerate(("Ada", "Bo", "W" * 32, "Di"), 1))
TOKENS = {entry.token for entry in rules_lookup.entries(STANDARD_BOX, WORDS)}
TILE = STANDARD_BOX.path_tiles[0].tile


def test_every_kind_of_event_has_its_rule() -> None:
    assert set(EVENTS) == set(get_args(events.Event))


def test_every_rule_that_is_named_stands_in_the_look_up() -> None:
    named = {*ENDS.values(), *OF_BONUSES.values(), PAYMENT}
    named |= {f"tom:{card}" for card in ids.TomCard} | {
        f"common:{common}" for common in ids.CommonTask
    }
    finder = RuleFinder(STANDARD_BOX, None)
    for bonus in CouncilBonus:
        named.update(finder.rules_of((events.BonusTaken(0, bonus),)))
    for gnome in box_index(STANDARD_BOX).gnomes:
        named.update(finder.rules_of((events.GnomeRecruited(0, gnome, 1),)))
    assert named <= TOKENS
    assert set(ENDS) == set(events.EndReason)
    assert {"council:1", "S1", "EL6", "action:gnome"} <= named


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_rules_of_whole_games_stand_in_the_look_up(players: int) -> None:
    used: set[str] = set()
    for game in (random_game(players, players), play_busily(Game.new(GameOptions(players), 7), 7)):
        finder = RuleFinder(STANDARD_BOX, 1 if game.options.solo else None)
        for move in game.moves:
            used.update(finder.rules_of(move.events))
    assert used <= TOKENS
    assert {"start_tile", "fate_tile", "action:ship"} <= used


def rules(*happened: events.Event, tom: int | None = None) -> tuple[str, ...]:
    return RuleFinder(STANDARD_BOX, tom).rules_of(happened)


def paid(*kinds: ids.ActionType) -> events.TilesChanged:
    return events.TilesChanged(
        0, bag.ActionTiles.EMPTY, bag.ActionTiles.of(*kinds), events.Source.COST
    )


def test_another_piece_in_place_of_the_due_one_is_explained() -> None:
    built = events.PathBuilt(0, TILE, 1, 2)
    assert rules(paid(ids.ActionType.PATH), built) == ("action:path",)
    for kinds in ((ids.ActionType.WILD,), (ids.ActionType.SHIP, ids.ActionType.TASK)):
        assert rules(paid(*kinds), built) == ("action:path", PAYMENT)
    gold = events.ResourcesChanged(
        0, bag.Resources.EMPTY, bag.Resources.of(ids.Resource.GOLD), events.Source.COST
    )
    took = events.TaskReceived(0, "B01", "C2", 1, ids.Side.LEFT)
    assert rules(gold, took) == ("action:task", PAYMENT)
    assert PAYMENT not in rules(gold, events.GnomeRecruited(0, "S1", 1))


def test_a_bonus_stands_in_for_the_rule_of_its_action_once() -> None:
    finder = RuleFinder(STANDARD_BOX, None)
    sent = events.NovicePlaced(0, ids.Novice.SEAT_0, 2, None)
    (path,) = (row.number for row in STANDARD_BOX.council if row.bonus == CouncilBonus.PATH)
    assert finder.rules_of((sent, events.BonusTaken(0, CouncilBonus.PATH))) == (
        "novice",
        f"council:{path}",
    )
    assert finder.rules_of((events.PathBuilt(0, TILE, 1, 2),)) == ()
    assert finder.rules_of((events.PathBuilt(0, TILE, 1, 3),)) == ("action:path",)
    assert finder.rules_of(
        (events.BonusTaken(0, CouncilBonus.GOLD), events.ShipMoved(0, None, "C2"))
    )[1:] == ("action:ship",)


def test_what_tom_does_is_said_by_his_card() -> None:
    told = (events.TomCardTurned(1, ids.TomCard.PATH, 3), events.PathBuilt(1, TILE, 1, 2))
    assert rules(*told, tom=1) == ("tom:path",)


def turns(players: int, seed: int) -> Iterator[Game]:
    """A game with a lot in its turns, as it stood after each of them."""
    game = play_busily(Game.new(GameOptions(players), seed), seed)
    for start in game.turn_starts[1:]:
        yield game.at(start)
    yield game


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_turn_is_explained_within_a_message(players: int) -> None:
    people = PEOPLE[:players]
    for number, game in enumerate(turns(players, 3)):
        words = catalog(languages()[number % len(languages())])
        text = explained_turn(game, people, words)
        assert len(text) <= messages.TEXT_LIMIT
        names = names_of(people, game.options.seats, words)
        story = narrate(last_turn(game), names, game.box, words)
        lines = text.splitlines()[1:]
        if len("\n".join(story)) < messages.TEXT_LIMIT / 2:
            assert [line for line in lines if line in story] == list(story)
            assert any(line.startswith("> ") for line in lines)
        else:
            assert lines[-1] == story[-1] or lines[-2] == story[-1]


def last_turn(game: Game) -> tuple[events.Event, ...]:
    moves = game.moves[game.turn_starts[-1] :]
    return tuple(event for move in moves for event in move.events)


def test_a_turn_without_any_option_names_that_rule() -> None:
    game = next(turns(2, 1))
    seat, turn = game.view().seat, game.view().turn
    game._moves.append(
        Move(seat, actions.EndTurn(), turn, (events.TurnEnded(seat),), revealed=False)
    )
    assert WORDS.say("rules.term.no_option.text") in explained_turn(game, PEOPLE, WORDS)


def test_deeds_are_told_as_the_story_tells_them() -> None:
    game = random_game(2, 5, 200)
    names = names_of(PEOPLE[:2], 2, WORDS)
    happened = tuple(event for move in game.moves for event in move.events)
    deeds = tuple(narrate_deeds(happened, names, game.box, WORDS))
    story = narrate(happened, names, game.box, WORDS)
    assert tuple(line for deed in deeds for line in deed.lines) == story
    assert sum(len(deed.heard) for deed in deeds) == len(happened)


def test_a_rule_is_quoted_once_and_below_what_it_was_used_for() -> None:
    game = next(
        game
        for game in turns(2, 3)
        if sum(isinstance(event, events.FatePlaced) for event in last_turn(game)) == 1
        and game.view().turn > 3
    )
    text = explained_turn(game, PEOPLE[:1], WORDS)
    fate = WORDS.say("rules.term.fate_tile.text")
    assert text.count(fate) == 1
    assert text.index("placed a fate tile") < text.index(fate)


def test_rules_that_have_no_room_are_named_and_can_be_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = next(turns(2, 3))
    whole = explained_turn(game, PEOPLE[:2], WORDS)
    monkeypatch.setattr("bot.present.posts.past_pages.TEXT_LIMIT", len(whole) - 1)
    short = explained_turn(game, PEOPLE[:2], WORDS)
    assert len(short) < len(whole)
    assert short.endswith(WORDS.say("explain.more"))
    assert [line for line in whole.splitlines() if line[0] != ">"] == [
        line for line in short.splitlines()[:-1] if line[0] != ">"
    ]
    monkeypatch.setattr("bot.present.posts.past_pages.TEXT_LIMIT", 60)
    assert len(explained_turn(game, PEOPLE[:2], WORDS)) <= 60


def test_before_the_first_answer_there_is_nothing_to_explain() -> None:
    game = Game.new(GameOptions(2), 1)
    assert explained_turn(game, PEOPLE[:2], WORDS) == WORDS.say("explain.nothing")
    prompt = table_then(game, PEOPLE[:2], WORDS)
    who = PEOPLE[game.view().starter].name
    assert prompt.text == WORDS.say("then.before", turn=1, who=who)
    assert prompt.changes == ()


def test_a_turn_of_older_rules_is_not_invented() -> None:
    game = random_game(2, 1, 40)
    game._restored_at, game._base = game.move_count, game._state
    assert explained_turn(game, PEOPLE[:2], WORDS) == WORDS.say("explain.forgotten")
    assert table_then(game, PEOPLE[:2], WORDS).picture is not None


def test_the_table_then_is_what_the_turn_changed_most_and_the_rest_is_a_press_away() -> None:
    seen = set()
    for game in turns(3, 2):
        prompt = table_then(game, PEOPLE[:3], WORDS)
        mover, shown = game.moves[game.turn_starts[-1]].seat, pictured(prompt)
        seen.add(shown.kind)
        assert (shown.kind, shown.seat) in {
            (pictures.PictureKind.BOARD, None),
            (pictures.PictureKind.CITY, mover),
        }
        assert shown.view == game.view()
        assert PEOPLE[mover].name in prompt.text
        assert prompt.changes
        (row,) = prompt.rows
        assert isinstance(row, tuple)
        others: set[button_forms.ButtonValue] = {
            buttons.ShowCityThen(n) for n in range(3) if n != shown.seat
        }
        if shown.seat is not None:
            others.add(buttons.ShowBoardThen())
        assert {button.value for button in row} == others
        for button in row:
            assert isinstance(button.value, buttons.ShowBoardThen | buttons.ShowCityThen)
            other = table_then(game, PEOPLE[:3], WORDS, wanted=button.value)
            assert pictured(other).seat == getattr(button.value, "seat", None)
            assert (other.text, other.changes) == (prompt.text, prompt.changes)
    assert seen == {pictures.PictureKind.BOARD, pictures.PictureKind.CITY}


def test_a_turn_shows_symbols_where_they_have_room() -> None:
    symbols = pieces.Symbols()
    symbols.show({f"resource.{kind}": 10**18 + number for number, kind in enumerate(ids.Resource)})
    game = next(game for game in turns(2, 3) if "1 Shell" in explained_turn(game, PEOPLE, WORDS))
    told = explained_turn(game, PEOPLE[:2], symbols.on(WORDS))
    assert "<:" in told
    assert len(told) <= messages.TEXT_LIMIT
