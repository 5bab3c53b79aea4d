"""Requests that Discord has not signed, or not of late, or that come twice."""

from collections.abc import Callable

import pytest
from nacl.signing import SigningKey

from bot.chat.ingress.server import MOST_AGE, NotDiscordError, ReplayedError, Signatures
from bot.standin import ManualClock
from tests.kit.stack import HandClock

BODY = b'{"type": 1}'


class Signed:
    """A key, and the signatures that are checked by it."""

    def __init__(self) -> None:
        self.key = SigningKey(b"k" * 32)
        self.clock = HandClock()
        self.steps = 0.0
        self.signatures = Signatures(
            self.key.verify_key.encode().hex(), self.clock, lambda: self.clock.now() - self.steps
        )

    def sign(self, body: bytes = BODY, ago: float = 0.0) -> tuple[str, str]:
        timestamp = str(int(self.clock.now() - ago))
        return self.key.sign(timestamp.encode() + body).signature.hex(), timestamp

    def step(self, seconds: float) -> None:
        """Put the clock forward or back, while no time passes."""
        self.steps += seconds
        self.clock.at += seconds

    def check(self, signature: str, timestamp: str, body: bytes = BODY) -> None:
        self.signatures.check(signature, timestamp, body)


def test_what_is_signed_passes() -> None:
    signed = Signed()
    signed.check(*signed.sign())


def test_another_body_or_time_does_not_pass() -> None:
    signed = Signed()
    signature, timestamp = signed.sign()
    with pytest.raises(NotDiscordError):
        signed.check(signature, timestamp, BODY + b" ")
    with pytest.raises(NotDiscordError):
        signed.check(signature, str(int(timestamp) + 1))


@pytest.mark.parametrize("signature", ["", "zz", "00" * 64, "00" * 63, "é" * 128])
@pytest.mark.parametrize("timestamp", ["", "now", "1" * 40, "-1"])
def test_nonsense_does_not_pass(signature: str, timestamp: str) -> None:
    with pytest.raises(NotDiscordError):
        Signed().check(signature, timestamp)


@pytest.mark.parametrize("timestamp", ["", "now", "²", "9" * 5000])
def test_a_time_that_is_none_does_not_pass_though_it_is_signed(timestamp: str) -> None:
    signed = Signed()
    signature = signed.key.sign(timestamp.encode() + BODY).signature.hex()
    with pytest.raises(NotDiscordError):
        signed.check(signature, timestamp)


@pytest.mark.parametrize("ago", [MOST_AGE + 2, -MOST_AGE - 2])
def test_an_old_one_does_not_pass_nor_one_of_the_future(ago: float) -> None:
    signed = Signed()
    with pytest.raises(NotDiscordError):
        signed.check(*signed.sign(ago=ago))


def test_nothing_passes_twice_however_long_one_waits() -> None:
    signed = Signed()
    clock: ManualClock = signed.clock
    request = signed.sign(ago=-MOST_AGE + 2)
    signed.check(*request)
    for _ in range(int(3 * MOST_AGE)):
        clock.advance(1.0)
        with pytest.raises((ReplayedError, NotDiscordError)):
            signed.check(*request)


def test_what_cannot_pass_again_is_forgotten() -> None:
    signed = Signed()
    for number in range(1000):
        signed.check(*signed.sign(str(number).encode()), str(number).encode())
        signed.clock.advance(1.0)
    assert len(signed.signatures._seen) <= 2 * MOST_AGE + 1


@pytest.mark.parametrize("spelled", [str.upper, " ".join, str.title])
def test_another_spelling_is_no_other_signature(spelled: Callable[[str], str]) -> None:
    signed = Signed()
    signature, timestamp = signed.sign()
    signed.check(signature, timestamp)
    for again in (spelled(signature), f" {signature}", f"{signature}\n"):
        with pytest.raises((ReplayedError, NotDiscordError)):
            signed.check(again, timestamp)


@pytest.mark.parametrize("spelled", ["+{}", " {}", "0{}", "{}.0", "{} "])
def test_a_time_has_one_spelling(spelled: str) -> None:
    signed = Signed()
    timestamp = spelled.format(int(signed.clock.now()))
    signature = signed.key.sign(timestamp.encode() + BODY).signature.hex()
    with pytest.raises(NotDiscordError):
        signed.check(signature, timestamp)


@pytest.mark.parametrize("away", [-3600.0, 3600.0])
def test_nothing_passes_twice_however_the_clock_steps(away: float) -> None:
    signed = Signed()
    request = signed.sign()
    signed.check(*request)
    signed.step(away)
    with pytest.raises(NotDiscordError):
        signed.check(*signed.sign(b"other", ago=away), b"other")
    signed.step(-away)
    with pytest.raises(ReplayedError):
        signed.check(*request)
    signed.clock.advance(3 * MOST_AGE)
    signed.check(*signed.sign(b"later"), b"later")
    signed.step(-3 * MOST_AGE)
    with pytest.raises(ReplayedError):
        signed.check(*request)
