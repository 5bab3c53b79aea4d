"""What stays in view while messages come and grow, in a real browser."""

import pytest

from tests.browser.stage import ToyStage

pytestmark = pytest.mark.long

GROW = """
const scroller = document.getElementById("scroller"), [up, grow, done] = arguments;
const frame = () => new Promise(requestAnimationFrame);
const rest = async () => { for (let at = 0; at < 4; at += 1) await frame(); };
const end = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
(async () => {
  scroller.scrollTop = scroller.scrollHeight - scroller.clientHeight - up;
  await rest();
  await new Promise((go) => setTimeout(go));  // between two frames, as a message comes
  if (up < 100) scroller.scrollTop = scroller.scrollHeight;  // which is heard a frame later
  const more = document.createElement("div");
  more.style.height = `${grow}px`;
  document.getElementById("messages").append(more);
  await rest();
  done(end());
})();
"""


@pytest.mark.parametrize(("up", "left"), [(50, 0), (400, 700)])
async def test_what_grows_at_the_end_is_followed_by_all_who_have_not_scrolled_up(
    stage: ToyStage, up: int, left: int
) -> None:
    for number in range(40):
        stage.person("bo").say(stage.room, f"line {number}.")
    await stage.sees(lambda one: "line 39." in one.text)
    driver = stage.window.driver
    below = await stage.away(lambda: driver.execute_async_script(GROW, up, 300))
    assert abs(below - left) <= 2
