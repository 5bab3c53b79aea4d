"""`/bonfire`: start a game, look at it, look things up."""

from discord import Interaction
from discord.app_commands import Choice, Group, Range, autocomplete, choices, describe

from bot.chat.commands.looks import add_looks
from bot.chat.commands.records import add_records
from bot.chat.handlers.opening import Opening, open_table, play_alone, show_help
from bot.chat.interaction.desk import Context, Desk
from bot.chat.interaction.reply import ReplyMode
from bot.chat.interaction.translate import described, languages_offered, spoken
from bot.chat.messages.components import ClassicMessage
from bot.present import rules_lookup
from bot.services.play.lobbies import TableOption

BEGINNER = described("command.bonfire.option.beginner")
STRICT = described("command.bonfire.option.strict_payment")
AT_ONCE = described("command.bonfire.option.specialist_18_at_once")
THREAD = described("command.bonfire.option.thread")
LANGUAGE = described("command.bonfire.option.language")


def bonfire_group(desk: Desk) -> Group:
    """The group with its commands."""
    group = Group(name="bonfire", description=described("command.bonfire.text"))
    _add_starts(group, desk)
    add_looks(group, desk)
    add_records(group, desk)
    _add_books(group, desk)
    return group


def _add_starts(group: Group, desk: Desk) -> None:
    @group.command(name="new", description=described("command.bonfire.new"))
    @describe(
        beginner=BEGINNER,
        strict_payment=STRICT,
        specialist_18_at_once=AT_ONCE,
        thread=THREAD,
        language=LANGUAGE,
    )
    @choices(language=languages_offered())
    async def new(  # noqa: PLR0913 - one for each option
        interaction: Interaction,
        *,
        beginner: bool = False,
        strict_payment: bool = False,
        specialist_18_at_once: bool = False,
        thread: bool = False,
        language: Choice[str] | None = None,
    ) -> None:
        chosen = _chosen(
            beginner=beginner,
            strict_payment=strict_payment,
            specialist_18_at_once=specialist_18_at_once,
            thread=thread,
        )

        async def work(ctx: Context) -> None:
            await open_table(desk, ctx, Opening(chosen, spoken(language)))

        await desk.serve(interaction, ReplyMode.PUBLIC, work)

    @group.command(name="solo", description=described("command.bonfire.solo"))
    @describe(
        challenge=described("command.bonfire.option.challenge"),
        beginner=BEGINNER,
        strict_payment=STRICT,
        specialist_18_at_once=AT_ONCE,
        thread=THREAD,
        language=LANGUAGE,
    )
    @choices(language=languages_offered())
    async def solo(  # noqa: PLR0913 - one for each option
        interaction: Interaction,
        *,
        challenge: bool = False,
        beginner: bool = False,
        strict_payment: bool = False,
        specialist_18_at_once: bool = False,
        thread: bool = False,
        language: Choice[str] | None = None,
    ) -> None:
        chosen = _chosen(
            beginner=beginner,
            strict_payment=strict_payment,
            specialist_18_at_once=specialist_18_at_once,
        )

        async def work(ctx: Context) -> None:
            opening = Opening(chosen, spoken(language))
            await play_alone(desk, ctx, opening, challenge=challenge, thread=thread)

        await desk.serve(interaction, ReplyMode.PRIVATE, work)


def _add_books(group: Group, desk: Desk) -> None:
    async def complete_term(interaction: Interaction, typed: str) -> list[Choice[str]]:
        box = await desk.games.box_in(interaction.channel_id or 0)
        found = rules_lookup.complete(typed, box, await desk.words_for(interaction))
        return [Choice(name=one.label, value=one.token) for one in found]

    @group.command(name="rules", description=described("command.bonfire.rules"))
    @describe(term=described("command.bonfire.option.term"))
    @autocomplete(term=complete_term)
    async def rules(interaction: Interaction, term: Range[str, 1, 100]) -> None:
        async def work(ctx: Context) -> None:
            text = rules_lookup.explain(
                term, await desk.games.box_in(ctx.invocation.channel.id), ctx.words
            )
            await ctx.reply.show(ClassicMessage(text))

        await desk.serve(interaction, ReplyMode.PRIVATE, work)

    @group.command(name="about", description=described("command.bonfire.about"))
    async def about(interaction: Interaction) -> None:
        await desk.serve(interaction, ReplyMode.PRIVATE, desk.show_about)

    @group.command(name="help", description=described("command.bonfire.help"))
    async def how_to_play(interaction: Interaction) -> None:
        await desk.serve(interaction, ReplyMode.PRIVATE, show_help)


def _chosen(**switches: bool) -> frozenset[TableOption]:
    return frozenset(TableOption(name) for name, on in switches.items() if on)
