"""Lists come in an order that people know, and a list of one is a button."""

from bot.model import controls, drafts, messages
from engine.notation import format_action
from tests.kit.wizard_player import buttons, pressed, rich, shown, tokens


def test_the_spaces_of_the_great_bonfire_come_in_their_order() -> None:
    listed = tokens(
        shown(rich().game(), drafts.Draft(screen=controls.Screen.read("list:great_bonfire")))
    )
    spaces = [control for control in listed if control.startswith("=great-bonfire")]
    assert spaces == sorted(spaces)
    assert len(spaces) > 3


def test_a_single_step_to_change_is_named_on_its_button() -> None:
    game, found = rich().game(), 0
    for action in game.legal_actions():
        match pressed(game, 0, drafts.Draft(), f"={format_action(action)}"):
            case drafts.Ask(draft):
                page = shown(game, draft)
                menus = [row for row in page.rows if isinstance(row, messages.Menu)]
                assert all(len(menu.choices) > 1 for menu in menus)
                named = [one for one in buttons(page) if one.label.startswith("Change: ")]
                found += len(named)
    assert found
