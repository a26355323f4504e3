"""The check at the start that the master secret is the one that the open games need."""

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
    """The part of a game's first event that the check needs."""

    key_id: str = ""


class _First(Struct):
    """The part of a game's first commit that the check needs."""

    events: tuple[_Opened, ...]


def check_master_secret(redis: Redis, master: bytes, *, is_lost: bool = False) -> None:
    """Raise a Problem if open games need another secret, unless that one is lost."""
    own = key_id_of(master)
    try:
        if redis.get(NAME) == own.encode():
            return
        others = (
            [] if is_lost else [key for key in _key_ids_of_open_games(Ledger(redis)) if key != own]
        )
        if others:
            raise Problem(
                f"this is not the master secret of {len(others)} open"
                f" game{'s' * (len(others) != 1)}: theirs has the key id {others[0]}, this one"
                f" {own}; restore their secret, or set {PREFIX}SECRET_IS_LOST=on to start without"
                " these games"
            )
        redis.set(NAME, own)
    except UNREACHABLE as error:
        raise Problem(f"{PREFIX}REDIS_URL: Redis failed: {error}") from None


def _key_ids_of_open_games(ledger: Ledger) -> Iterator[str]:
    """The key ids of the master secrets that open games were opened with."""
    for game in ledger.open_games():
        for _, line in ledger.read(game, 0, 1):
            try:
                first = msgspec.json.decode(line, type=_First)
            except msgspec.MsgspecError:
                # The game is quarantined when it is loaded.
                continue
            yield from (event.key_id for event in first.events[:1])
