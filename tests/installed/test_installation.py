"""The page for operators, word by word, on a machine of its own: what it says is what happens."""

import os
import random
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from bot.chat.owner import STOPPED
from bot.standin import Message, StandIn
from bot.standin.layout import text
from bot.store.migrate import migrations
from tests.installed.machine import Machine, booted
from tests.installed.page import block, command
from tests.kit.process import LONGEST, at_work, drawn, first_turn, seated
from tests.kit.sources import OPENAPI, ROOT, tracked_files
from tests.kit.whole import Player, owner_of, told_to_owner

DATA: Final = "/var/lib/bonfire"
BOARDS: Final = "bot/chat/handlers/boards.py"
SOUND: Final = "        await self.show_board(ctx, game)\n        await ctx.outbox.repost("
FAULT: Final = "        raise ArithmeticError\n"
"""What the next version does in `/bonfire board`, before what this one does there."""
COPY: Final = "mine.db"
BUNDLE: Final = "/var/tmp/bonfire.bundle"
NEEDED: Final = ("unshare", "nsenter", "setpriv", "systemd-run", "git", "make")
CAN: Final = (
    os.geteuid() == 0
    and all(map(shutil.which, NEEDED))
    and Path("/lib/systemd/systemd").exists()
    and not subprocess.run(
        ["unshare", "--mount", "--pid", "--cgroup", "--fork", "true"],
        capture_output=True,
        check=False,
    ).returncode
)

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not CAN, reason="a machine of its own needs root, systemd and namespaces"),
]


class Published:
    """The repository that the page clones: this checkout, and the versions that come after it."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        self._folder = folder
        self._machine = machine
        for name in tracked_files():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        self._git("init", "--quiet", "--initial-branch=main")

    def _git(self, *words: str) -> None:
        who = (
            "-c",
            "commit.gpgsign=false",
            "-c",
            "user.name=Test",
            "-c",
            "user.email=test@example.org",
        )
        subprocess.run(["git", "-C", self._folder, *who, *words], check=True)

    def change(self, name: str, old: str, new: str) -> None:
        """Change a file of the next version; a new one has nothing old."""
        file = self._folder / name
        before = file.read_text("utf-8") if old else ""
        assert old in before
        file.write_text(before.replace(old, new, 1) if old else new, "utf-8")

    async def publish(self) -> None:
        """Let the machine find the version that the folder holds."""
        self._git("add", "--all")
        self._git("commit", "--quiet", "--message", "A version")
        bundle = self._folder.with_suffix(".bundle")
        self._git("bundle", "create", "--quiet", str(bundle), "main", "HEAD")
        await self._machine.does(f"cat >{BUNDLE}", bundle.read_bytes())


@dataclass(slots=True)
class Installed:
    """The bot on its machine, the Discord that it is on, and somebody who plays there alone."""

    machine: Machine
    server: StandIn
    player: Player
    repository: Published

    async def types(self, title: str, file: str = "") -> None:
        """Run a block of the page, with what stands for its two gaps."""
        for line in block(title):
            typed = line.replace("<this repository>", BUNDLE).replace("FILE", file)
            await self.machine.does(typed)

    async def update(self) -> None:
        """Update to the version that the repository holds."""
        await self.repository.publish()
        await self.types("Update")
        await at_work(self.server)

    async def turn(self, post: Message) -> Message:
        """Play the turn that a post calls to; returns the next such post, which has its picture."""
        await self.player.take_turn(post)
        following = await self.player.my_post(post.id)
        assert drawn(following)
        return following


async def start(bot: Installed) -> Message:
    """A turn has its picture, and only the user `bonfire` reads the data."""
    settings = bot.server.environment() | {"BONFIRE_EMOJIS": "off"}
    typed = "".join(f"{name}={value}\n" for name, value in settings.items())
    await bot.machine.does("cat >/var/tmp/typed", typed.encode())
    await bot.repository.publish()
    await bot.types("Start")
    await at_work(bot.server)
    post = await first_turn(bot.player, {})
    assert drawn(post)
    owned = await bot.machine.does(f"stat -c '%U %a' {DATA} {DATA}/bonfire.db")
    assert owned.splitlines() == ["bonfire 700", "bonfire 600"]
    return await bot.turn(post)


async def other_commands(bot: Installed) -> None:
    """They act as the service does; arguments and exit status arrive as they are."""
    machine = bot.machine
    unknown = await machine.run("sudo bonfire 'a $HOME  b'")
    assert unknown.status == 2
    assert "'a $HOME  b'" in unknown.said
    assert re.search(r"(?m)^ *1\b", await machine.does("sudo bonfire games list"))
    assert (await machine.run("sudo bonfire backup /etc/copy.db")).status == 2
    await machine.does(command("sudo bonfire backup").replace("FILE", f"backups/{COPY}"))
    assert await machine.does(f"stat -c %a {DATA}/backups/{COPY}") == "600"
    assert (await machine.run(f"sudo bonfire forget {bot.player.person.id}")).status == 2  # it runs


async def upgrade(bot: Installed, post: Message) -> Message:
    """The next version has one more table, and a fault; the game goes on."""
    now = len(migrations())
    assert f"schema {now}" in await bot.machine.does("sudo bonfire --version")
    table = "CREATE TABLE more (a INTEGER) STRICT;\n"
    bot.repository.change(f"bot/store/migrations/{now + 1:03}_more.sql", "", table)
    bot.repository.change(BOARDS, SOUND, FAULT + SOUND)
    await bot.update()
    assert f"schema {now + 1}" in await bot.machine.does("sudo bonfire --version")
    await bot.machine.does(f"test -s {DATA}/bonfire.db.v{now}.bak")
    return await bot.turn(post)


async def read_the_log(bot: Installed) -> None:
    """The number of an error leads to the press; a health line comes when asked for."""
    person, log = bot.player.person, command("journalctl")
    press = await person.slash(bot.player.table, "bonfire", "board")
    (number,) = re.findall(r"number: (\S+)\.", text(await press.response(LONGEST)))
    line = await bot.machine.says(log, rf"(?m)^.*bug {re.escape(number)}.*$")
    assert str(press.id) in line.group()
    lines = (await bot.machine.does(log)).count("health: memory")
    await bot.machine.does(command("sudo systemctl kill"))
    await bot.machine.says(log, f"(?s)(health: memory.*){{{lines + 1}}}")


async def restore(bot: Installed, post: Message) -> None:
    """The version after it mends the fault; the turn after the copy is played once more."""
    bot.repository.change(BOARDS, FAULT, "")
    await bot.update()
    await bot.types("Restore", COPY)
    await at_work(bot.server)
    await bot.machine.does(f"ls {DATA}/bonfire.db.before-*")
    board = await bot.player.person.slash(bot.player.table, "bonfire", "board")
    await board.response(LONGEST)
    again = await bot.player.person.waits_for(
        bot.player.table, lambda message: message.id > post.id and drawn(message), LONGEST
    )
    await bot.turn(again)


async def refuse_what_was_emptied(bot: Installed) -> None:
    """It ends with 2, systemd does not try again, and the owner of the application is told.

    The stop before it is quiet: the bot ends its processes, and none of them fails.
    """
    machine, database = bot.machine, f"{DATA}/bonfire.db"
    owner_of(bot.server)
    await machine.does("systemctl stop bonfire")
    assert "a process of" not in await machine.does("journalctl -u bonfire --lines=20")
    assert "forgotten" in await machine.does(f"sudo bonfire forget {bot.player.person.id}")
    await machine.does("sudo bonfire backup")
    await machine.does(f"rm {database}*; install -o bonfire -m 600 /dev/null {database}")
    assert (await machine.run("systemctl start bonfire")).status
    state = await machine.does("systemctl show bonfire")
    assert {"ExecMainStatus=2", "ActiveState=failed"} <= {*state.splitlines()}
    assert "is empty, although" in await machine.does(command("journalctl"))
    await machine.says("journalctl -u bonfire-alarm", "owner of the application has been told")
    assert told_to_owner(bot.server) == [STOPPED]
    await machine.does(f"sudo bonfire restore backups/{COPY}")


async def try_again(bot: Installed) -> None:
    """Without Discord it ends with 75, and systemd tries again after 15 seconds."""
    away = "s#^BONFIRE_API_BASE=.*#BONFIRE_API_BASE=http://127.0.0.1:9#"
    await bot.machine.does(f"sed -i '{away}' /etc/bonfire.env")
    await bot.machine.does("systemctl start --no-block bonfire")
    shown = "systemctl show bonfire --property=RestartUSec,ExecMainStatus,SubState"
    await bot.machine.says(shown, "(?s)RestartUSec=15s.*ExecMainStatus=75.*SubState=auto-restart")
    await bot.machine.does("systemctl stop bonfire")


async def another_database(bot: Installed) -> None:
    """The other commands read the settings of the service: here a database that is away."""
    name = "BONFIRE_DATABASE=postgresql://u@127.0.0.1:9/b"
    await bot.machine.does(f"echo {name} >>/etc/bonfire.env")
    forgotten = await bot.machine.run(f"sudo bonfire forget {bot.player.person.id}")
    assert forgotten.status == 75, forgotten.said


async def test_what_the_page_says_is_what_happens(tmp_path: Path) -> None:
    async with StandIn(spec=OPENAPI) as server, booted(tmp_path) as machine:
        ada, table, _ = seated(server)
        player = Player(ada, table, random.Random(7), LONGEST)
        bot = Installed(machine, server, player, Published(tmp_path / "repository", machine))
        post = await start(bot)
        await other_commands(bot)
        post = await upgrade(bot, post)
        await read_the_log(bot)
        await restore(bot, post)
        await refuse_what_was_emptied(bot)
        await try_again(bot)
        await another_database(bot)
        assert server.token not in await machine.does("journalctl")
