"""Agreements and votes of the people of a game; leaving it, coming back, and being forgotten."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from bot.chat import routes
from bot.chat.handlers.lobby_posts import Renewing
from bot.chat.handlers.services import Handlers
from bot.chat.interaction.context import Context, PickedPerson
from bot.model import button_choices, button_forms, buttons, messages, rows, settings, turn_clock
from bot.model.errors import Problem, UserError
from bot.model.people import to_person
from bot.present.posts.consent_posts import (
    back_menu,
    end_prompt,
    forget_prompt,
    forgotten_text,
    hand_over_prompt,
    managing_prompt,
)
from bot.services.games import saving
from bot.words import Catalog


class ConsentHandlers(Handlers):
    """Asks for what all must agree to: going back, handing a seat over, ending the game."""

    @routes.on(buttons.ShowTurns, routes.in_place)
    async def show_turns(self, ctx: Context, game: int) -> None:
        """Show the turns that a game can go back to, one of which can be chosen."""
        async with self.of.games.hold(game) as table:
            table.seat_acting(ctx.invocation.person.id)
            prompt = back_menu(table.game, table.owners_in(ctx.words), ctx.words)
        await ctx.show_prompt(prompt, game)

    @routes.on(buttons.AskToGoBack, routes.in_place)
    async def take_back(self, ctx: Context, game: int, turn: int | None) -> None:
        """Ask to go back to the beginning of a turn, by default of the person's last.

        Raises UserError for a turn that nobody can read.
        """
        if turn == button_forms.UNREADABLE_TURN:
            raise UserError("agree.sorry.no_earlier_turn")
        asked = await self.of.consent.take_back(ctx.invocation, game, turn, ctx.words)
        await _show_asked(ctx, game, asked)

    @routes.on(buttons.ConfirmGoBack, routes.in_place)
    async def go_back(self, ctx: Context, game: int, revision: int, move: int) -> None:
        """Go back, as a person who plays alone has confirmed."""
        done = await self.of.consent.go_back(ctx.invocation, game, revision, move)
        await ctx.say_done("agree.went_back_yours", done)

    @routes.on(buttons.LeaveIt, routes.in_place)
    async def leave(self, ctx: Context) -> None:
        """Say in place of a question that nothing has changed."""
        await ctx.say("agree.left")

    @routes.on(buttons.AskWhoTakesOver, routes.in_place)
    async def ask_who_takes_over(self, ctx: Context, game: int) -> None:
        """Show the menu of people, one of whom can be asked to take the person's seat."""
        await ctx.show_prompt(hand_over_prompt(ctx.words), game)

    @routes.on(buttons.HandOver, routes.in_place)
    async def hand_over(self, ctx: Context, game: int, people: Sequence[PickedPerson]) -> None:
        """Ask somebody to take the seat of who asks; raises UserError."""
        if len(people) != 1:
            raise UserError("error.outdated_button")
        (person,) = people
        if person.is_bot:
            raise UserError("leaving.sorry.bot_account")
        asked = await self.of.consent.hand_over(ctx.invocation, game, person.row)
        await _show_asked(ctx, game, asked)

    @routes.on(buttons.AskToAbandon, routes.in_place)
    async def abandon(self, ctx: Context, game: int) -> None:
        """Ask whether the game is to end; raises UserError where the server forbids that.

        Who manages the server is offered to end it whatever the others say.
        """
        await self.of.preferences.may_abort(ctx.invocation)
        try:
            asked = await self.of.consent.abandon(ctx.invocation, game, ctx.words)
        except UserError as sorry:
            if sorry.problem != Problem.QUESTION_OPEN or not ctx.invocation.manages:
                raise
            text = ctx.words.say(sorry.problem, **sorry.slots)
            await ctx.show_prompt(managing_prompt(text, ctx.words), game)
            return
        if isinstance(asked, saving.Saved) and ctx.invocation.manages:
            text = ctx.words.say("agree.asked")
            await ctx.show_prompt(managing_prompt(text, ctx.words), game)
            ctx.deliver(asked)
            return
        await _show_asked(ctx, game, asked)

    @routes.on(buttons.AskToEndGame, routes.in_place)
    async def ask_to_end(self, ctx: Context, game: int) -> None:
        """Ask who manages the server whether they mean it."""
        await ctx.show_prompt(end_prompt(ctx.words), game)

    @routes.on(buttons.ConfirmEndGame, routes.in_place)
    async def end_by_right(self, ctx: Context, game: int) -> None:
        """End the game, as who manages the server has confirmed."""
        done = await self.of.consent.end_by_right(ctx.invocation, game)
        await ctx.say_done("shell.abandoned_yours", done)

    @routes.on(buttons.ConfirmAbandon, routes.in_place)
    async def abandon_alone(self, ctx: Context, game: int) -> None:
        """End the game, as a person who plays alone has confirmed."""
        await self.of.preferences.may_abort(ctx.invocation)
        done = await self.of.consent.abandon_alone(ctx.invocation, game)
        await ctx.say_done("shell.abandoned_yours", done)

    @routes.on(buttons.AnswerQuestion)
    async def answer(
        self, ctx: Context, game: int, question: int, consent: button_choices.Consent
    ) -> None:
        """Take an answer to a question."""
        answered = await self.of.consent.answer(ctx.invocation, game, question, consent)
        await ctx.tell_prompt(messages.Prompt(_answer_text(consent, answered.missing, ctx.words)))
        if answered.done is not None:
            ctx.deliver(answered.done)


class LeavingHandlers(Handlers):
    """Does what people decide alone: resigning, letting the bot play, coming back."""

    @routes.on(buttons.AskToResign, routes.in_place)
    async def ask_to_resign(self, ctx: Context, game: int) -> None:
        """Ask the person whether they mean it."""
        prompt = await self.of.leaving.ask_to_resign(ctx.invocation, game, ctx.words)
        await ctx.show_prompt(prompt, game)

    @routes.on(buttons.ConfirmResign, routes.in_place)
    async def resign(self, ctx: Context, game: int) -> None:
        """Resign, as the person has confirmed."""
        done = await self.of.leaving.resign(ctx.invocation, game)
        await ctx.say_done("leaving.resigned_yours", done)

    @routes.on(buttons.LetBotPlay, routes.in_place)
    async def let_bot_play(self, ctx: Context, game: int) -> None:
        """Let the bot play the person's seat."""
        done = await self.of.leaving.let_bot_play(ctx.invocation, game)
        await ctx.say_done("leaving.bot_yours", done)

    @routes.on(buttons.ComeBack, routes.in_place)
    async def come_back(self, ctx: Context, game: int) -> None:
        """Give the person's seat back to them."""
        done = await self.of.leaving.come_back(ctx.invocation, game)
        await ctx.say_done("leaving.return_yours", done)

    @routes.on(buttons.TakeWin)
    async def take_win(self, ctx: Context, game: int) -> None:
        """End the game as its winner: all others have resigned."""
        done = await self.of.leaving.win(ctx.invocation, game)
        await ctx.say_done("leaving.won_yours", done)

    @routes.on(buttons.PlayOn)
    async def play_on(self, ctx: Context, game: int) -> None:
        """Let the last person of a game play on."""
        await self.of.leaving.play_on(ctx.invocation, game)
        await ctx.tell("leaving.plays_on")


class VoteHandlers(Handlers):
    """Takes votes on going on without somebody, and fills seats that they make free."""

    @routes.on(buttons.AskForVote, routes.in_place)
    async def ask(self, ctx: Context, game: int) -> None:
        """Ask the others publicly how to go on."""
        await ctx.say_done("vote.asked", await self.of.votes.ask(ctx.invocation, game))

    @routes.on(buttons.CastVote)
    async def cast(self, ctx: Context, game: int, turn: int, option: turn_clock.VoteOption) -> None:
        """Count a vote."""
        counted = await self.of.votes.cast(ctx.invocation, game, turn, option)
        way = ctx.words.say(f"vote.button.{option}")
        if counted.done is None:
            await ctx.tell("vote.counted", way=way, have=counted.have, need=counted.need)
            return
        await ctx.tell("vote.decided", way=way)
        ctx.deliver(counted.done)

    @routes.on(buttons.TakeSeat)
    async def take_seat(self, ctx: Context, game: int, vote: int) -> None:
        """Let the person sit down on the seat that a vote made free."""
        done = await self.of.votes.take_seat(ctx.invocation, game, vote)
        await ctx.tell("vote.seated")
        ctx.deliver(done)


async def _show_asked(ctx: Context, game: int, asked: saving.Saved | messages.Prompt) -> None:
    """Show what the person must confirm, or that the others have been asked."""
    if isinstance(asked, messages.Prompt):
        await ctx.show_prompt(asked, game)
    else:
        await ctx.say_done("agree.asked", asked)


def _answer_text(
    consent: button_choices.Consent, missing: tuple[rows.PersonRow, ...], words: Catalog
) -> str:
    match consent:
        case button_choices.Consent.YES if missing:
            names = tuple(to_person(player).name for player in missing)
            return words.say("agree.noted", names=names)
        case button_choices.Consent.YES:
            return words.say("agree.settled")
        case button_choices.Consent.NO:
            return words.say("agree.refused_yours")
        case button_choices.Consent.WITHDRAW:
            return words.say("agree.withdrawn_yours")


@dataclass(frozen=True, slots=True)
class ForgetHandlers(Handlers):
    """Forgets people on request: the question, and the press that answers it."""

    renewing: Sequence[Renewing]

    @routes.on(settings.AskToForget, routes.in_place)
    async def ask(self, ctx: Context) -> None:
        """Show what will be forgotten, to be confirmed."""
        known = await self.of.forgetting.known(ctx.invocation.person.id)
        await ctx.show_prompt(forget_prompt(known, ctx.words))

    @routes.on(settings.ConfirmForget, routes.in_place)
    async def forget(self, ctx: Context) -> None:
        """Forget the person who pressed, in place of the question.

        Messages in which people join show who is left.
        """
        person = ctx.invocation.person.id
        async with AsyncExitStack() as stack:
            for renewed in self.renewing:
                await stack.enter_async_context(renewed(ctx, person))
            known = await self.of.forgetting.forget(person)
            self.of.bots.kick()
            ctx.outbox.kick()
            await ctx.show_text(forgotten_text(known, ctx.words))
