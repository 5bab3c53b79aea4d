"""The claims of the look-up, asked of the engine: prices, gains, limits and set-ups."""

from collections.abc import Callable
from typing import Final

from bot.services.games.challenge import FIRST_HANDICAP
from engine import Game, GameOptions, agenda, bag, ids, specialists
from engine.box_index import box_index
from engine.data.standard import STANDARD_BOX as BOX
from engine.payment import resource_payments, tile_payments
from tests.kit.players.fulfil import meet_common, miss_common
from tests.kit.position import Position, city_of, options, play

Numbers = list[int]
FLAT: Final = "blue herb"
"""A path tile that is as good as any other."""


# Questions to the engine


def due(position: Position, answer: str) -> tuple[int, int]:
    """The action tiles and the resources that an answer costs."""
    game = position.game()
    play(game, answer)
    asked = game.waiting
    assert asked is not None
    assert isinstance(asked.decision, agenda.TilePayment)
    tiles, kind = asked.decision.count, asked.decision.kind
    play(game, f"pay {tiles} {kind}")
    asked = game.waiting
    if asked is None or not isinstance(asked.decision, agenda.ResourcePayment):
        return tiles, 0
    return tiles, asked.decision.needed.total + asked.decision.any_count


def tiles_due(position: Position, answer: str) -> int:
    """The action tiles that an answer costs."""
    return due(position, answer)[0]


def sailing(steps: int, *gnomes: str) -> int:
    """The action tiles for a voyage of so many steps."""
    goal = {1: "B1", 2: "C1", 3: "D1", 4: "E1"}[steps]
    return tiles_due(Position().ship("A1").tiles(ship=4).gnomes(*gnomes), f"ship {goal}")


def turning(spaces: int, *gnomes: str) -> int:
    """The action tiles for turning the Great Bonfire by so many spaces."""
    position = Position().wheel(1).tiles(great_bonfire=4).gnomes(*gnomes)
    return tiles_due(position, f"wheel {1 + spaces}")


def receiving(offerings: int, *gnomes: str) -> tuple[int, int]:
    """The action tiles and resources for a task where so many own offerings lie."""
    position = Position(players=4).tiles(task=4).gnomes(*gnomes).open_offerings("herb", "herb")
    position.ship("A1").resources(**dict.fromkeys(map(str, ids.Resource), 3))
    slots = [0] * offerings + ["B01"] + [None] * (2 - offerings)
    return due(position.island("A1", *slots), "task B01 left")


def recruiting(tiles: int, *gnomes: str) -> int:
    """The resources for a gnome that is paid with so many tiles."""
    position = Position().tiles(gnome=2).resources(herb=2).gnomes(*gnomes)
    return due(position, f"recruit EL1 {tiles}")[1]


def path_prices() -> list[int]:
    """The price of positions 2 to 7."""
    prices = []
    for built in range(6):
        position = Position().path(
            *[FLAT, "red herb", "yellow herb", "red root", "blue root"][:built]
        )
        prices.append(tiles_due(position.tiles(path=2), "path pile"))
    return prices


def path_claims() -> Numbers:
    """The first and last position of each price, and the price."""
    prices = path_prices()
    return [
        number
        for price in sorted(set(prices))
        for number in (
            2 + prices.index(price),
            1 + prices.index(price) + prices.count(price),
            price,
        )
    ]


def chosen_resources() -> Numbers:
    """Return the number of resources to choose with specialist 6, and Gold's positions."""
    offered = {}
    for position in (1, 2):
        at = "start" if position == 1 else "path 1"
        built = Position().path(FLAT).gnomes("S6").guardian("own", at).tiles(guardian=1)
        game = built.game()
        play(game, f"procession 1; pay guardian; walk own path {position}")
        offered[position] = set(options(game, "choose"))
    assert offered[2] == {f"choose {resource}" for resource in ids.BASIC_RESOURCES}
    return [len(offered[2]), *(n for n, choices in offered.items() if "choose gold" in choices)]


def gained(position: Position, line: str) -> tuple[bag.ActionTiles, dict[str, int]]:
    """The action tiles afterwards, and how many of each resource have come."""
    game = position.game()
    before = city_of(game).resources
    play(game, line)
    after = city_of(game)
    return after.tiles, {str(kind): after.resources[kind] - before[kind] for kind in ids.Resource}


def met_by_retrieving() -> Numbers:
    """The Gold and yellow tiles of specialist 19 when a common task is met."""
    position = Position().gnomes("S19").ship("B1").tiles(guardian=1)
    miss_common(position, ids.CommonTask.GUARDIANS)
    tiles, resources = gained(position, "guardian; pay guardian")
    return [resources["gold"], tiles.total]


def council_gold() -> Numbers:
    """The Gold, the yellow tiles, and the point that is not for choice there."""
    position = Position().task(1, "B05").guardian("pink")
    tiles, resources = gained(position, "ignite 1; council 1; bonus")
    game = position.game()
    play(game, "ignite 1; council 1")
    assert options(game) == ["bonus"]
    return [resources["gold"], tiles.total, council_point()]


def council_point() -> int:
    """The points for taking no bonus."""
    game = Position().task(1, "B05").guardian("pink").game()
    play(game, "ignite 1; council 2; point")
    return game.view().seats[0].sheet[ids.PointSource.COUNCIL]


def rewards(*gnomes: str) -> int:
    """The most rewards of the Great Bonfire that may be taken at once."""
    position = Position().wheel(7).tiles(great_bonfire=1).gnomes(*gnomes)
    position.portals_on(1, str(position.fitting(7)))
    game = position.game()
    play(game, "wheel 1; pay great-bonfire")
    asked = [answer.split()[1:] for answer in options(game, "reward")]
    return max(sum(word in set(map(str, ids.Reward)) for word in words) for words in asked)


def walked_on_arrival(*gnomes: str) -> int:
    """The steps of the procession when a guardian arrives."""
    game = Position().ship("B1").tiles(guardian=1).gnomes(*gnomes).game()
    play(game, "guardian; pay guardian")
    asked = game.waiting
    assert asked is not None
    assert isinstance(asked.decision, agenda.ProcessionChoice)
    return asked.decision.steps


def elder_points(*gnomes: str) -> int:
    """Return the points of the elder of the guardians in a city with one guardian."""
    position = Position().tiles(gnome=1).resources(root=2).gnomes(*gnomes)
    game = position.game()
    play(game, "recruit EL5 1; pay gnome; pay 2 root")
    return game.view().seats[0].sheet[ids.PointSource.ELDERS]


def with_card(number: int) -> specialists.Recruiter:
    """A city for which one specialist works."""
    return Position().gnomes(f"S{number}").player


def most_kept(*gnomes: str) -> int:
    """Return the number of action tiles that may stay when a fate tile is placed."""
    game = Position().tiles(ship=5).gnomes(*gnomes).game()
    play(game, "fate top c4 right")
    kept = [answer.split()[1:] for answer in options(game, "keep")]
    return max(int(words[0]) if words[0].isdigit() else words[0] == "ship" for words in kept)


def start_tile() -> Numbers:
    """The squares of the start tile, its own action tiles, and the yellow ones."""
    game = Game.new(GameOptions(1), seed=1)
    play(game, options(game, "start")[0])
    city = game.view().seats[0]
    yellow = city.tiles[ids.ActionType.WILD]
    return [len(city.fate[0].cells), city.tiles.total - yellow, yellow]


def countdown_tiles(players: int, novices: int) -> list[int]:
    """The tiles of a countdown that the last of so many novices triggers."""
    position = Position(players=players).of(1)
    tasks = [task.id for task in BOX.tasks if task.id != "B05"]
    for number, task in enumerate(tasks[: novices - 1]):
        position.of(number % (players - 1) + 1).lit(number // (players - 1) + 1, task)
    game = position.of(0).task(1, "B05").guardian("pink").game()
    assert game.view().countdown is None
    play(game, "ignite 1; council 8; point")
    countdown = game.view().countdown
    assert countdown is not None
    return list(range(countdown.stack, 0, -1))


def tom_scores(line: str, prepare: Callable[[Position], object] = lambda _: None) -> int:
    """Return Tom's points for a card, and its gnome, in a city prepared for it."""
    position = Position(players=1).island("A1", None, None).island("D2", "B01", None)
    prepare(position.tom_turns(*line.split()).of(1))
    game = position.of(0).game()
    play(game, "fate top c4 right; end")
    sheet = game.view().seats[1].sheet
    return sheet[ids.PointSource.COUNCIL] + sheet[ids.PointSource.TOM_CARDS]


def flat_novice() -> int:
    """Return Tom's points when the fifth guardian meets the common task."""
    return tom_scores("guardian", lambda city: miss_common(city, ids.CommonTask.GUARDIANS))


def compensation() -> int:
    """Return Tom's points for a card for a common task that he meets, its novice being gone."""

    def all_guardians(city: Position) -> None:
        meet_common(city, ids.CommonTask.GUARDIANS)
        city.without_neutral(ids.CommonTask.GUARDIANS)

    return tom_scores("guardian", all_guardians)


def gold_position() -> int:
    """The position of the path that gives Gold."""
    return next(at.position for at in CITY.positions if at.resource is ids.Resource.GOLD)


def most_gnomes() -> int:
    """Return the most gnomes of a city."""
    names = [card.id for card in BOX.specialists if card.number not in {9, 17}]
    for count in range(len(names)):
        position = Position().gnomes(*names[:count]).tiles(gnome=1).resources(herb=2)
        if not options(position.game(), "recruit"):
            return count
    raise AssertionError("a city takes all gnomes")


def islands_each() -> int:
    """Return the number of islands that show each basic resource."""
    counts = {sum(each.resource is kind for each in BOX.islands) for kind in ids.BASIC_RESOURCES}
    assert len(counts) == 1
    return counts.pop()


def turn_options() -> int:
    """Return the number of options of a turn: a fate tile, action tiles, a bonfire."""
    position = Position().task(1, "B05").guardian("pink").tiles(gnome=1).resources(herb=2)
    verbs = {answer.split()[0] for answer in options(position.game())}
    return len(verbs & {"fate", "recruit", "ignite"})


def scored_by_wheel() -> int:
    """The points of the space without a resource."""
    game = Position().tiles(great_bonfire=1).game()
    play(game, "wheel 7; pay great-bonfire; reward tile goods")
    return game.view().seats[0].sheet[ids.PointSource.GREAT_BONFIRE]


def guardian_actions() -> int:
    """The actions that a guardian tile is good for."""
    game = Position().ship("B1").tiles(guardian=1).game()
    return len({answer.split()[0] for answer in options(game)} & {"guardian", "procession"})


def points_of(color: ids.Color) -> Numbers:
    """The points of the tasks of a colour, from the least to the most."""
    points = sorted({task.points for task in BOX.tasks if task.color is color})
    return [points[0], points[-1]]


def common(task: ids.CommonTask) -> Numbers:
    """Return the needs of a common task, and its points."""
    position = Position()
    meet_common(position, task)
    view = position.game().view().seats[0]
    need = next(each.need for each in view.common if each.common is task)
    return [need, view.sheet[ids.PointSource.COMMON_TASKS]]


def seven_bonfires() -> int:
    """The points of the common task of tasks when all are bonfires."""
    position = Position()
    for space, task in zip(ids.POSITIONS, BOX.tasks, strict=False):
        position.lit(space, task.id)
    return position.game().view().seats[0].sheet[ids.PointSource.COMMON_TASKS]


def pairs() -> Numbers:
    """The yellow tiles, and the other tiles, that replace an action tile; so for resources."""
    tiles = bag.ActionTiles.from_mapping({"wild": 2, "ship": 2})
    paid = tile_payments(tiles, ids.FATE_SYMBOLS[0], 1)
    supply = Position().resources(gold=2, herb=2).player.resources
    given = resource_payments(supply, type(supply).of(ids.Resource.ROOT), 0)
    return [*sorted(each.total for each in paid), *sorted(each.total for each in given)]


VIEW: Final = Game.new(GameOptions(4), seed=1).view()
CHALLENGE: Final = Game.new(GameOptions(1, handicap=FIRST_HANDICAP), seed=1).view()
CITY: Final = VIEW.seats[0]
DECK: Final = len(box_index(BOX).tom_deck)
TASK_ISLANDS: Final = [island for island in BOX.islands if island.resource is not None]
SEVEN: Final = len(ids.POSITIONS)


# What is decided by yes or no, or by names


def gold_givers() -> set[str]:
    """The specialists without whom a novice, a common task or path 1 would bring less Gold."""
    return {card.id for card in BOX.specialists if _gold(card.id) > _gold()}


def _gold(*gnomes: str) -> int:
    novice = Position().task(1, "B05").guardian("pink").gnomes(*gnomes)
    walk = Position().tiles(guardian=1).gnomes(*gnomes)
    retrieval = Position().ship("B1").tiles(guardian=1).gnomes(*gnomes)
    miss_common(retrieval, ids.CommonTask.GUARDIANS)
    gold = 0
    for position, line in (
        (novice, "ignite 1; council 2; point"),
        (walk, "procession 1; pay guardian; walk own path 1"),
        (retrieval, "guardian; pay guardian"),
    ):
        gold += gained(position, line)[1]["gold"]
    return gold


def first_path_gold(*gnomes: str) -> int:
    """The Gold that the own guardian brings who ends on path 1."""
    position = Position().tiles(guardian=1).gnomes(*gnomes)
    return gained(position, "procession 1; pay guardian; walk own path 1")[1]["gold"]


def gold_spaces() -> set[str]:
    """The spaces of the Great Bonfire that give Gold."""
    return {
        str(space)
        for space in range(1, len(BOX.wheel) + 1)
        if gained(
            Position().tiles(great_bonfire=1),
            f"wheel {space}; pay great-bonfire; reward tile goods",
        )[1]["gold"]
    }


def gold_of_fate_squares() -> bool:
    """Say whether a Gold square gives Gold when it is covered."""
    return gained(Position(), "fate top b3 up")[1]["gold"] == 1


def cards_with_gnome() -> set[ids.TomCard]:
    """The cards of Tom with which a gnome is turned up."""
    return {card for card in ids.TomCard if _gnome_shown(card)}


def _gnome_shown(card: ids.TomCard) -> bool:
    game = Position(players=1).tom_turns(card).game()
    play(game, "fate top c4 right; end")
    tom = game.view().tom
    assert tom is not None
    return tom.gnome is not None


def spaces_without_point() -> set[str]:
    """The council spaces where no point may be taken."""
    found = set()
    for row in BOX.council:
        game = Position().task(1, "B05").guardian("pink").path(FLAT).game()
        play(game, f"ignite 1; council {row.number}")
        if "point" not in options(game):
            found.add(row.bonus)
    return found


def taken_by_tom() -> set[ids.Resource]:
    """The resources of the path tiles that Tom takes when a gnome with Blossom is turned up."""
    position = Position(players=1).display("blue blossom", "red herb", "red blossom", "red root")
    game = position.tom_turns("path", "S14").game()
    play(game, "fate top c4 right; end")
    return {tile.resource for tile in city_of(game, 1).path}


def strict_substitutes() -> tuple[bool, bool]:
    """Say whether a yellow tile pays for a tile that one has, at a plain and at a strict table."""
    asked = []
    for strict in (False, True):
        game = Position(strict_payment=strict).ship("A1").tiles(ship=1, wild=1).game()
        play(game, "ship B1")
        asked.append("pay wild" in " ".join(options(game, "pay")).replace("1 wild", "wild"))
    return asked[0], asked[1]
