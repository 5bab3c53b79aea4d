"""`/bonfire table move-to`: a game goes on in the channel or thread where this is said."""

from discord import Interaction
from discord.app_commands import Choice, Group, Range, autocomplete, describe

from bot import present
from bot.desk import Desk, Visit, press_of
from bot.prompt import OPTION_LIMIT
from bot.reply import Manner
from bot.translate import described
from bot.trouble import SorryError, Trouble
from bot.widgets import Sheet


def add_move(group: Group, desk: Desk) -> None:
    """Add the command that brings a game to where it is said."""

    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        words = await desk.words_for(interaction)
        games = await desk.places.offered(press_of(interaction))
        offers = [(present.placed_label(one.names, one.lost, words), one.game) for one in games]
        wanted = typed.casefold().strip()
        found = [one for one in offers if wanted in one[0].casefold()]
        return [Choice(name=label, value=str(game)) for label, game in found[:OPTION_LIMIT]]

    @group.command(name="move-to", description=described("command.place.move"))
    @describe(game=described("command.place.game"))
    @autocomplete(game=complete)
    async def move_to(interaction: Interaction, game: Range[str, 1, 100]) -> None:
        async def work(visit: Visit) -> None:
            if not (game.isascii() and game.isdigit()):
                raise SorryError(Trouble.UNKNOWN_GAME)
            done = await desk.places.move(visit.press, int(game))
            await visit.reply.show(Sheet(visit.words.say("place.moved")))
            desk.timekeeper.kick()
            desk.outbox.attach(done.posts, visit.interaction)

        await desk.serve(interaction, Manner.PRIVATE, work)
