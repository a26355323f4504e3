"""The keys in Redis. The keys of a partition share a hash tag, so that one script may use them.

A tag is not one game but a partition of many: the index, the open games and the due games are
stored by partition, together with the logs of its games. Tournaments are few; they have a
partition of their own, so that nobody who reads the games meets them.
"""

import re
import secrets
from zlib import crc32

PARTITIONS = 64
"""How many partitions the games have."""
TOURNAMENT_PARTITION = PARTITIONS
_OWN_ID = re.compile(r"p([0-6][0-9])-[0-9a-f]{32}")
_TOURNAMENT_ID = re.compile(r"tour-[0-9a-f]{32}")
_LOG_KEY = re.compile(r"\{p[0-9]{2}\}:([^:]+):log")
_STORABLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def new_game_id(randomness: bytes | None = None) -> str:
    """A game id that cannot be guessed; it begins with its partition."""
    bits = secrets.token_bytes(16) if randomness is None else randomness[:16]
    return f"p{bits[0] % PARTITIONS:02}-{bits.hex()}"


def new_tournament_id(randomness: bytes | None = None) -> str:
    """The id of a tournament, which cannot be guessed either."""
    bits = secrets.token_bytes(16) if randomness is None else randomness[:16]
    return f"tour-{bits.hex()}"


def is_tournament(id: str) -> bool:
    """Whether this is the id of a tournament, not of a game."""
    return _TOURNAMENT_ID.fullmatch(id) is not None


def is_storable(game: str) -> bool:
    """Whether a game id can be part of a key and of a URL."""
    return _STORABLE.fullmatch(game) is not None


def partition_of(game: str) -> int:
    """The partition in the id; the id of another server's game gets one by its checksum."""
    if is_tournament(game):
        return TOURNAMENT_PARTITION
    own = _OWN_ID.fullmatch(game)
    number = int(own[1]) if own is not None else PARTITIONS
    return number if number < PARTITIONS else crc32(game.encode()) % PARTITIONS


def tag(partition: int) -> str:
    """The hash tag of a partition."""
    return f"{{p{partition:02}}}"


def log_key(game: str) -> str:
    """Stream: the header as entry 0-1, then the commit of version v as entry v-0.

    If the ledger was closed when it was imported, its signature is stored beside the header.
    """
    return game_key(game, "log")


def idempotency_key(game: str) -> str:
    """Hash: digest of actor and key → version."""
    return game_key(game, "keys")


def game_key(game: str, name: str) -> str:
    """A key of one game, with the hash tag of its partition."""
    return f"{tag(partition_of(game))}:{game}:{name}"


def index_key(partition: int) -> str:
    """Stream, trimmed: every append in the partition, with game, version and status."""
    return f"{tag(partition)}:index"


def open_key(partition: int) -> str:
    """Set: games that still accept commands."""
    return f"{tag(partition)}:open"


def due_key(partition: int) -> str:
    """Sorted set: games by the time (ms) of their next due work."""
    return f"{tag(partition)}:due"


def quarantine_key(partition: int) -> str:
    """Hash: game → why its chain cannot be trusted."""
    return f"{tag(partition)}:quarantine"


def write_probe_key(partition: int) -> str:
    """A key that never exists: a write to it shows whether other writes would succeed."""
    return f"{tag(partition)}:nothing"


def ledger_of_log(key: str) -> str | None:
    """The id of the ledger whose log is stored under a key; None if it is another kind of key."""
    found = _LOG_KEY.fullmatch(key)
    return None if found is None else found[1]
