"""The buttons of the newest post, pressed: cities, all the others, and what is kept of a game."""

from bot.standin.layout import buttons, pictures, text
from bot.words import catalog
from engine import GameOptions
from tests.kit.evening import Evening, pressed
from tests.kit.hall import Hall
from tests.kit.past import play
from tests.kit.whole import labels, opened

WORDS = catalog()


async def test_more_leads_to_all_that_can_be_looked_at(hall: Hall) -> None:
    cy = hall.people[2]
    post = (await play(hall, hall.table, turns=1)).turns[-1]
    assert len(buttons(post)) == 5
    page = await pressed(cy, post, WORDS.say("table_button.more"))
    assert page.ephemeral_for == cy.id
    for label in ("Status", "Log", "Score", "Main board", "Ada's city", "Bo's city", "Look back"):
        answer = await pressed(cy, page, label)
        assert answer.id != page.id
        assert text(answer), label


async def test_cities_show_ones_own_city_and_lead_to_the_others(hall: Hall) -> None:
    people = hall.people[:3]
    ada, bo, _ = people
    table = await ada.slash(hall.table, "bonfire", "new", thread=False)
    lobby = await table.response()
    for one in people[1:]:
        await (await one.press(lobby, "Join")).response()
    await (await ada.press(lobby, "Start")).response()
    post = await ada.waits_for(hall.table, lambda m: "Take your turn" in labels(m))
    page = await pressed(bo, post, WORDS.say("table_button.cities"))
    await hall.calm()
    (city,) = pictures(page)
    assert city.alt.startswith("Bo")
    cities = [label for label in labels(page) if label.endswith("'s city")]
    assert len(cities) == 2
    assert "Bo's city" not in cities


async def test_the_record_of_a_game_is_among_what_is_kept(hall: Hall) -> None:
    post = await Evening(hall).last_answer(GameOptions(2))
    answer = await opened(hall.ada, post, WORDS.say("keep.record"))
    (file,) = answer.attachments
    assert file.filename == "bonfire-1.json"
