"""The script that asks axe-core for the faults of a page, and the sizes of windows."""

from typing import Any

from tests.browser.window import Window

SERIOUS = frozenset({"serious", "critical"})


SIZES = ((1280, 900), (820, 1180), (390, 844))


RUN = """
const done = arguments[arguments.length - 1];
axe.run({resultTypes: ["violations"]}).then((found) => done(found.violations));
"""


def faults(window: Window, axe: str) -> list[str]:
    """Return the serious faults of the page as it stands, and their places."""
    # The page lets no script in but its own; the driver's are run past that.
    window.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
    found: list[dict[str, Any]] = window.driver.execute_async_script(RUN)
    return [
        f"{one['id']}: {node['html']} {node.get('failureSummary')}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]
