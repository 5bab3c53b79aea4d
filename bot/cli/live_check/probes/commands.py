"""Commands and emojis of the application: what Discord refuses of them."""

from bot.cli.live_check.probing import Facts, probe
from bot.cli.live_check.visit import Visit

_MOST_SIGNS = 8000


@probe()
async def refused_commands(visit: Visit) -> Facts:
    """Offers two commands of one name, one that is too long, and one for no installation."""
    path = f"/applications/{visit.app_id}/guilds/{visit.server}/commands"
    one = {"name": "live-check", "description": "A check of this bot", "type": 1}
    twice = await visit.app.ask("PUT", path, [one, one])
    if twice.status < 400:
        await visit.app.ask("PUT", path, [])
    options = [
        {"type": 3, "name": f"o{number}", "description": "x" * 100, "choices": choices(number)}
        for number in range(25)
    ]
    long = await visit.app.ask("POST", path, {**one, "options": options})
    nobody = await visit.app.ask("POST", path, {**one, "integration_types": []})
    for said in (long, nobody):
        if said.status < 400:
            await visit.app.ask("DELETE", f"{path}/{said.body['id']}")
    return {
        "one name twice": twice.verdict,
        "its faults": twice.faults,
        "over 8000 signs": long.verdict,
        "for no installation": nobody.verdict,
    }


def choices(option: int) -> list[dict[str, str]]:
    """The choices of one of 25 options, which together have more than 8000 signs."""
    return [{"name": f"{option} {n} ".ljust(90, "x"), "value": f"{n}"} for n in range(4)]


@probe()
async def emoji_names(visit: Visit) -> Facts:
    """Uploads an emoji twice, and once more in other letters."""
    await visit.emoji("live_check_one")
    again = await visit.upload("live_check_one")
    other = await visit.upload("Live_Check_One")
    return {
        "one name twice": again.verdict,
        "its faults": again.faults,
        "in other letters": other.verdict,
    }
