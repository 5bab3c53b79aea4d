"""The film of a game: every turn once, its pictures as they are drawn by themselves."""

from collections.abc import Iterator, Sequence
from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from bot.features.finished import film
from bot.features.finished.film import SHORT, Film, durations, game_film, short_steps
from bot.model.people import Person
from bot.present.posts.turn_story import reading_of
from bot.words import catalog
from engine import Game, ids
from engine.history import history
from engine.view import View
from renderer import Caption, Options, PaletteName, draw_board, draw_city, draw_frame
from renderer.color_table import colors_of, in_colors
from renderer.film import webp
from tests.kit.games import random_game

PEOPLE = (Person("Ada", "<@1>"), Person("Bo", "<@2>"))
NAMES = ("Ada", "Bo")
WORDS = catalog("de")
SCALE = 0.3


@pytest.fixture(scope="module")
def game() -> Game:
    return random_game(2, 5, 12)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Films are drawn small, which takes less time."""
    monkeypatch.setattr(film, "LOOKS", ((SCALE, 60),))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Image.Image]:
    """The frames as they are before they are packed."""
    frames: list[Image.Image] = []

    def kept(made: Iterator[Image.Image], times: Sequence[int], quality: int) -> bytes:
        frames.extend(frame.copy() for frame in made)
        return webp(iter(frames), times, quality)

    monkeypatch.setattr(film, "webp", kept)
    return frames


def made(game: Game) -> Film:
    return game_film(game, PEOPLE, NAMES, WORDS)


@pytest.mark.usefixtures("small")
def test_below_whose_turn_it_is_stands_what_they_did_and_not_toms_card(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    captions: list[Caption] = []

    def frame(view: View, seat: ids.Seat, caption: Caption, options: Options) -> Image.Image:
        captions.append(caption)
        return draw_frame(view, seat, caption, options)

    monkeypatch.setattr(film, "draw_frame", frame)
    alone = random_game(1, 5, 40)
    game_film(alone, PEOPLE[:1], (NAMES[0], "Tom"), WORDS)
    told = [caption.text for caption in captions if caption.text]
    assert len(told) > 3
    assert all(text.startswith("Ada") for text in told)


@pytest.mark.usefixtures("small")
def test_a_frame_shows_what_is_drawn_of_its_moment(game: Game, drawn: list[Image.Image]) -> None:
    made(game)
    past = history(game)
    assert len(drawn) == past.last + 1
    colors = colors_of(PaletteName.FIRELIGHT)
    for step in (0, 1, past.last // 2, past.last):
        then, turn = game.at(past.answers(step)), past.turn(step)
        seat = 0 if turn is None else turn.seat
        changes = () if turn is None else turn.events
        options = Options(WORDS.translate, NAMES, changes=changes, scale=SCALE)
        board, city = draw_board(then.view(), options), draw_city(then.view(), seat, options)
        frame = drawn[step]
        top = frame.height - board.height - city.height
        assert top > 0
        for picture, y in ((board, top), (city, top + board.height)):
            shown = frame.crop((0, y, frame.width, y + picture.height))
            sent = Image.open(BytesIO(picture.png)).convert("RGB")
            assert in_colors(shown, colors).convert("RGB") == sent


@pytest.mark.usefixtures("small")
def test_both_files_move_and_the_long_one_shows_every_turn(game: Game) -> None:
    packed = made(game)
    whole, short = (Image.open(BytesIO(file)) for file in (packed.webp, packed.gif))
    assert (whole.format, short.format) == ("WEBP", "GIF")
    assert len(list(ImageSequence.all_frames(whole))) == history(game).last + 1
    assert 1 < len(list(ImageSequence.all_frames(short))) <= SHORT
    assert short.info["loop"] == whole.info["loop"] == 0
    assert len(packed.webp) <= film.MOST_FILM_BYTES


@pytest.mark.usefixtures("small")
def test_how_far_it_is_is_told(game: Game) -> None:
    told: list[tuple[int, int]] = []
    game_film(game, PEOPLE, NAMES, WORDS, lambda done, every: told.append((done, every)))
    steps = history(game).last + 1
    assert told == [(step + 1, steps) for step in range(steps)]


def test_a_film_that_is_too_large_is_made_smaller_and_refused_at_last(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film, "LOOKS", ((0.3, 60), (0.15, 30)))
    sizes = []

    def counted(frames: Iterator[Image.Image], times: Sequence[int], quality: int) -> bytes:
        packed = webp(frames, times, quality)
        sizes.append(len(packed))
        return packed

    monkeypatch.setattr(film, "webp", counted)
    made(game)
    (first,) = sizes
    monkeypatch.setattr(film, "MOST_FILM_BYTES", first - 1)
    assert len(made(game).webp) < first
    assert len(sizes) == 3
    monkeypatch.setattr(film, "MOST_FILM_BYTES", sizes[-1] - 1)
    with pytest.raises(ValueError, match="too long for a film"):
        made(game)


def test_a_game_that_its_moves_do_not_lead_to_is_not_shown(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each frame comes from a replay, which must end in the position of the game."""
    monkeypatch.setattr(type(game), "state_hash", lambda one: str(one is not game))
    with pytest.raises(ValueError, match="does not lead to the game"):
        made(game)


@pytest.mark.parametrize("last", [0, 1, 2, 22, 23, 24, 100, 131])
def test_the_short_film_has_the_first_and_the_last_moment(last: int) -> None:
    steps = short_steps(last)
    assert {0, last} <= steps <= set(range(last + 1))
    assert len(steps) == min(SHORT, last + 1)
    assert len(durations([True] * len(steps))) == len(steps)


def test_a_turn_that_scores_stands_longer() -> None:
    assert durations([True]) == [5000]
    assert durations([False, True, False, True, True]) == [1500, 1500, 700, 1500, 5000]


@pytest.mark.usefixtures("small")
def test_the_film_stands_longer_where_the_points_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []

    def kept(made: Iterator[Image.Image], times: Sequence[int], quality: int) -> bytes:
        shown.extend(times)
        return webp(made, times, quality)

    monkeypatch.setattr(film, "webp", kept)
    game = random_game(2, 9, 40)
    made(game)
    reading = reading_of(game, PEOPLE, WORDS)
    growing = [step for step in range(1, reading.past.last) if any(reading.gains(step))]
    assert growing
    assert [step for step, time in enumerate(shown[:-1]) if step and time > 1000] == growing
