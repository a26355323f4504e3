"""Whose games these are: a lost master secret, or another one, must not go unnoticed at a start."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from domain.chance.draws import key_id_of
from eventlog.ledger import UNREACHABLE, Ledger, Redis
from hexledger.problems import Problem
from hexledger.settings import PREFIX

NAME = "master-key"
"""String: the key id of the secret that the service was last started with."""


class _Opened(Struct):
    """What is needed of the first event of a game."""

    key_id: str = ""


class _First(Struct):
    """What is needed of the first commit of a game."""

    events: tuple[_Opened, ...]


def check_master(redis: Redis, master: bytes, *, is_lost: bool = False) -> None:
    """Refuse a secret that open games do not draw from, unless theirs is known to be lost."""
    own = key_id_of(master)
    try:
        if redis.get(NAME) == own.encode():
            return
        others = [] if is_lost else [key for key in _needed(Ledger(redis)) if key != own]
        if others:
            raise Problem(
                f"this is not the master secret of {len(others)} open"
                f" game{'s' * (len(others) != 1)}: theirs has the key id {others[0]}, this one"
                f" {own}; bring theirs back, or set {PREFIX}SECRET_IS_LOST=on and go on without"
                " these games"
            )
        redis.set(NAME, own)
    except UNREACHABLE as error:
        raise Problem(f"{PREFIX}REDIS_URL: Redis failed: {error}") from None


def _needed(ledger: Ledger) -> Iterator[str]:
    """The key ids that open games were opened with."""
    for game in ledger.open_games():
        for _, line in ledger.read(game, 0, 1):
            try:
                first = msgspec.json.decode(line, type=_First)
            except msgspec.MsgspecError:
                # It is quarantined as soon as somebody looks at it.
                continue
            yield from (event.key_id for event in first.events[:1])
