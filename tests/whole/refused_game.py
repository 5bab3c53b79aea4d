"""A game of two in which Discord refuses one request at one moment; they play on regardless."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import discord
import pytest

from bot.chat import emojis
from bot.chat.client import BonfireClient
from bot.chat.emojis import emoji_name
from bot.model import buttons, settings
from bot.model.rows import PersonRow
from bot.runtime.settings import Switch
from bot.standin import Channel, Guild, Interaction, Message, Permission, StandIn, UserClient, model
from bot.standin.layout import text
from bot.store.queries import SqlConnection
from engine.agents.evaluation import Evaluation
from renderer.emojis import EMOJI_DRAWINGS, EmojiPicture
from tests.kit.archive import Archive, played
from tests.kit.clock import TurnedClock
from tests.kit.evening import FINAL
from tests.kit.pages import choose, looked
from tests.kit.refusals import BotRoute, Refusal, plan
from tests.kit.stage import bot_on
from tests.kit.whole import Control, Player, called, controls, has_turn_button

Row = dict[str, Any]
SYMBOL: Final = dict(list(EMOJI_DRAWINGS.items())[:1])
"""One of the emojis, drawn soon."""
MOST_PRESSES: Final = 3_000
A_WHILE: Final = 20.0
"""Seconds after which somebody looks again, or presses once more."""
FIRST_MOMENT: Final = 30
LAST_MOMENT: Final = 80
"""The presses among which one is drawn: few games are over by the last."""
STARTS: Final = frozenset({BotRoute.ME, BotRoute.APPLICATION, BotRoute.GATEWAY, BotRoute.SYNC})
"""The routes that only a start of the bot asks for."""
EMOJIS: Final = frozenset({BotRoute.EMOJIS, BotRoute.NEW_EMOJI, BotRoute.DROP_EMOJI})
"""The routes that a bot with emojis asks for once it has started."""
KEPT: Final = ("preferences", "server_settings", "handicaps", "unlisted", "dead_channels")
"""The tables that a refusal changes in known cases alone."""


@dataclass(slots=True)
class RefusedGame:
    """The game at its table, and what else is done there so that each route is used."""

    server: StandIn
    clock: TurnedClock
    folder: Path
    dice: random.Random
    route: BotRoute
    refusal: Refusal
    guild: Guild
    table: Channel
    people: tuple[UserClient, ...]
    client: BonfireClient = field(init=False)
    before: dict[str, list[Row]] = field(default_factory=dict)
    """The data kept before the refusal."""
    started: int = 0
    is_slow: bool = False
    _bot: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def start_bot(self) -> None:
        """Start the bot, once more where the refusal kept it from starting."""
        self.started += 1
        shows = Switch.ON if self.started > 1 and self.route in EMOJIS else Switch.OFF
        bot = bot_on(self.server, self.folder, self.clock, emojis=shows)
        entering = self._bot.enter_async_context(bot)
        try:
            self.client = await self.clock.turned(entering, within=120.0)
        except discord.DiscordException:
            assert self.started == 2, "only the refused start may fail"
            await self.start_bot()

    async def stop_bot(self) -> None:
        """Stop the bot as by SIGTERM."""
        await self.clock.turned(self._bot.aclose())

    async def settle(self) -> None:
        """Let some time pass, and everything happen that waits for it."""
        await self.clock.turned(self.clock.sleep(A_WHILE), within=A_WHILE, pause=0.0)
        await self.clock.still.come()

    async def open(self) -> None:
        """Start the game of Ada and Bo, who wants direct messages."""
        ada, bo, cy, di = self.people
        for person in (ada, cy, di):
            await choose(person, self.table, settings.Setting.NOTICE, "none")
        for person in self.people:  # else they would turn them off at some time
            await choose(person, self.table, settings.Setting.COACH, "off")
        if self.route is not BotRoute.OPEN_DM:
            await choose(bo, self.table, settings.Setting.NOTICE, "message")
        lobby = await self.say(ada, "bonfire", "new", thread=False)
        await (await bo.press(lobby, "Join")).response()
        await (await ada.press(lobby, "Start")).response()
        await self.clock.still.come()
        self.before = await self.kept()

    async def say(self, person: UserClient, *path: str, **options: Any) -> Message:
        """Return the message of a command at the table."""
        return await (await person.slash(self.table, *path, options=options)).response()

    async def play(self) -> None:
        """Play to the end; at a random moment one request is refused."""
        dice = self.dice
        players = {one.id: Player(one, self.table, dice) for one in self.people[:2]}
        moment = dice.randrange(FIRST_MOMENT, LAST_MOMENT)
        if self.route is BotRoute.OPEN_DM:
            moment //= 2  # Bo is to be called once more
        prompt: Message | None = None
        player = players[self.people[0].id]
        for number in range(MOST_PRESSES):
            if number == moment:
                plan(self.server, self.route, self.refusal)
                await self.deed()
            mover = await self.mover()
            if mover is None:
                return
            if player is not players[mover]:
                player, prompt = players[mover], None
            if prompt is None or prompt.deleted or player.choose(prompt) is None:
                post = await self.newest_turn(mover)
                button = next(one for one in controls(post) if one.answer == "turn")
                prompt = await self.press(player, post, button)
            else:
                control = player.choose(prompt)
                assert control is not None
                prompt = await self.press(player, prompt, control) or prompt
        raise AssertionError("the game does not end")

    async def press(self, player: Player, message: Message, control: Control) -> Message | None:
        """Press; returns what is shown then, None where nothing is."""
        if self.is_slow and not self.server.fault_injector.injected:
            sent = await self._press_slowly(player, message, control)
        else:
            sent = await player.press(message, control)
            await self.clock.still.come()
        if sent.ack is None or sent.original is None or sent.original.is_loading:
            await self.settle()
        return sent.original

    async def _press_slowly(
        self, player: Player, message: Message, control: Control
    ) -> Interaction:
        """A press that has to wait for the game, so that it is announced first."""
        async with self.client.services.games.hold(await self.number()):
            sent = await player.press(message, control)
            await self.clock.still.come()
            self.clock.advance(1.0)
            await self.clock.still.come()
        await self.clock.still.come()
        return sent

    async def newest_turn(self, mover: int) -> Message:
        """The post that calls somebody; a moderator lets the bot in again where it is kept out."""
        for _ in range(60):
            posts = [one for one in self.server.app_messages(self.table) if has_turn_button(one)]
            if posts and called(posts[-1]) == mover and not await self.waiting():
                return posts[-1]
            await self.settle()
            await self.revive()
        raise AssertionError("the post of this turn does not come")

    async def revive(self) -> None:
        """Tell the bot that it may post, where it thinks that it may not."""
        store = self.client.services.store
        if await store.read(lambda tx: tx.channels.is_dead(self.table.id)):
            self.server.allow(self.table, Permission.SEND_MESSAGES)
            await self.settle()

    async def finish(self) -> None:
        """Wait until everything is told."""
        for _ in range(60):
            if not await self.waiting():
                break
            await self.settle()
            await self.revive()
        assert FINAL in text(self.server.app_messages(self.table)[-1])

    async def number(self) -> int:
        """The number of the game."""
        found = await self.client.services.store.read(lambda tx: tx.games.last_in(self.table.id))
        assert found is not None
        return found

    async def mover(self) -> int | None:
        """Return the person to move; None when the game is over."""
        async with self.client.services.games.hold(await self.number()) as table:
            waiting = table.game.waiting
            return None if waiting is None else table.players[waiting.seat].id

    async def waiting(self) -> int:
        """Return the number of waiting posts."""
        return await self.client.services.store.read(lambda tx: tx.posts.count_waiting())

    async def rows(self, table: str) -> list[Row]:
        """The rows of a table of the database."""

        async def look(connection: SqlConnection) -> list[Row]:
            found = await connection.rows(f"SELECT * FROM {table} ORDER BY 1", ())
            return [dict(row) for row in found]

        return await self.client.services.store._database.read(look)

    async def kept(self) -> dict[str, list[Row]]:
        """Return the tables that no refusal should change."""
        return {name: await self.rows(name) for name in KEPT}

    async def deed(self) -> None:
        """Do what asks Discord for the route, where an ordinary turn does not."""
        deeds: dict[BotRoute, Callable[[], Awaitable[None]]] = {
            BotRoute.EDIT_ANSWER: self._be_slow,
            BotRoute.EDIT_POST: self._ask_to_go_back,
            BotRoute.OPEN_DM: self._want_messages,
            BotRoute.FOLLOW_UP: partial(self._start_in_thread, "no threads"),
            BotRoute.OPEN_THREAD: partial(self._start_in_thread, "threads"),
            BotRoute.ADD_TO_THREAD: partial(self._start_in_thread, "threads"),
            BotRoute.EDIT_CHANNEL: self._start_in_vain,
            BotRoute.READ_CHANNEL: self._look_at_results,
            **dict.fromkeys(STARTS, self._restart),
            **dict.fromkeys(EMOJIS, self._renew_emojis),
        }
        if self.route in deeds:
            await deeds[self.route]()
            await self.settle()

    async def _be_slow(self) -> None:
        self.is_slow = True

    async def _ask_to_go_back(self) -> None:
        ada, bo, *_ = self.people
        await looked(ada, self.table, buttons.ShowTurns(), buttons.AskToGoBack(1), command="table")
        await self.settle()
        question = self.server.app_messages(self.table)[-1]
        no = next(one for one in controls(question) if one.answer.endswith(":no"))
        await (await bo.press(question, no.custom_id)).response()

    async def _want_messages(self) -> None:
        await choose(self.people[1], self.table, settings.Setting.NOTICE, "message")
        self.before = await self.kept()

    async def _start_in_thread(self, where: str) -> None:
        """A third person starts a game in a thread of its own, or tries to."""
        room = self.server.text_channel(self.guild, where)
        if where == "no threads":
            self.server.deny(room, Permission.CREATE_PUBLIC_THREADS)
        await self.clock.still.come()
        await self.people[2].slash(room, "bonfire", "solo", thread=True)

    async def _start_in_vain(self) -> None:
        """Start a game in vain where none can be dealt, so that the new thread is put away."""

        def fails() -> int:
            raise ArithmeticError

        games = self.client.services.games
        kept, games.seed = games.seed, fails
        await self._start_in_thread("threads")
        await self.clock.still.come()
        games.seed = kept

    async def _look_at_results(self) -> None:
        """Read a list with a game that was played in a thread, which is asleep."""
        ada, bo, cy, _ = self.people
        channel = self.client.get_channel(self.table.id)
        assert isinstance(channel, discord.TextChannel)
        thread = await channel.create_thread(name="old", type=discord.ChannelType.public_thread)
        store = self.client.services.store
        seats = played(*((PersonRow(one.id, one.user.display_name), 60) for one in (ada, bo)))
        await Archive(store).add(*seats, guild=self.guild.id)

        async def move(connection: SqlConnection) -> None:
            sql = "UPDATE games SET channel = ? WHERE status = 'finished'"
            await connection.run(sql, (thread.id,))

        await store._database.transaction(move)
        self.server.archive(self.server.world.channels[thread.id])
        await self.clock.still.come()
        await cy.slash(self.table, "bonfire", "results")

    async def _renew_emojis(self) -> None:
        """Start the bot anew with emojis, of which Discord has one of an earlier picture."""
        (key,) = SYMBOL
        earlier = emoji_name(key, EmojiPicture(b"", "0" * 8))
        number = self.server.core.ids.next()
        self.server.world.emojis[number] = model.AppEmoji(number, earlier, "image/png", b"")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(emojis, "EMOJI_DRAWINGS", SYMBOL)
            await self._restart()
            for _ in range(10):
                await self.settle()

    async def _restart(self) -> None:
        """Stop the bot, let it forget what Discord knows of its commands, and start it again."""
        await self.client.services.store.write(lambda tx: tx.meta.put_commands("", {}))
        await self.stop_bot()
        await self.start_bot()


@asynccontextmanager
async def refused_game(
    folder: Path, seed: int, route: BotRoute, refusal: Refusal
) -> AsyncIterator[RefusedGame]:
    """The game, begun.

    All turns look alike to the bot, and nobody holds its requests against Discord's description of
    them, as the other whole games do: both would take most of the time.
    """
    clock = TurnedClock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Evaluation, "worth", lambda *_: 0.0)
        async with _begun(folder, seed, route, refusal, clock) as game:
            yield game


@asynccontextmanager
async def _begun(
    folder: Path, seed: int, route: BotRoute, refusal: Refusal, clock: TurnedClock
) -> AsyncIterator[RefusedGame]:
    async with StandIn(clock=clock) as server:
        people = tuple(server.person(name) for name in ("Ada", "Bo", "Cy", "Di"))
        guild = server.guild("Club", *people)
        table = server.text_channel(guild, "table")
        dice = random.Random(seed)
        game = RefusedGame(server, clock, folder, dice, route, refusal, guild, table, people)
        await game.start_bot()
        try:
            await game.open()
            yield game
        finally:
            await game.stop_bot()
        assert server.invalid_requests == []
