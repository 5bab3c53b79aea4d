"""`bonfire doctor` beside a running bot, and what a bot says of itself after its start."""

from pathlib import Path

from bot.cli.support.errors import TRY_AGAIN, UNUSABLE
from bot.standin import ServerError, StandIn
from tests.cli.conftest import Bonfire
from tests.standin.reference import OPENAPI
from tests.whole.process import bot_process, forked


def lines_of(folder: Path) -> list[str]:
    return (folder / "bot.log").read_text("utf-8").splitlines()


async def test_it_examines_a_bot_that_runs(tmp_path: Path) -> None:
    examination = tmp_path / "examination"
    examination.mkdir()
    data = {"BONFIRE_DATA": str(tmp_path / "data")}
    async with StandIn(spec=OPENAPI) as server, bot_process(server, tmp_path):
        async with forked(server, examination, "doctor", **data) as child:
            assert await child.wait() == 0
        lines = lines_of(examination)
        assert "lock         ok (a running bot has it)" in lines
        assert all(line[13:].startswith("ok (") for line in lines)
        assert len(lines) == 12
        server.world.application.endpoint_url = "https://bonfire.example/interactions"
        async with forked(server, examination, "doctor", **data) as child:
            assert await child.wait() == UNUSABLE
        (complaint,) = [line for line in lines_of(examination) if " ok (" not in line]
        assert complaint.startswith("address      Discord sends presses to an address")
        server.fault_injector.plan("GET", "^/applications/@me$", ServerError(502))
        async with forked(server, examination, "doctor", **data) as child:
            assert await child.wait() == TRY_AGAIN
        *_, complaint = lines_of(examination)
        assert complaint.startswith("token        Discord cannot be asked just now.")
    assert server.invalid_requests == []


def test_without_a_token_discord_is_not_asked(bonfire: Bonfire, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    answer = bonfire("doctor")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.splitlines()[-1] == "token        ok (there is none, so Discord is not asked)"
    gone = bonfire("doctor", "--data", "gone")
    assert gone.status == UNUSABLE
    assert gone.out.startswith("disk         There is no folder gone.")
    assert not (tmp_path / "gone").exists()
