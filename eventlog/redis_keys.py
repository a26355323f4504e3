"""Where things are in Redis: a partition's keys share a hash tag, so that a script may touch them.

Games are spread over partitions, not given a tag each: the index, the open games and what is due
are kept by partition, together with the games' logs.
"""

import re
import secrets
from zlib import crc32

PARTITIONS = 64
_OWN_ID = re.compile(r"p([0-6][0-9])-[0-9a-f]{32}")
_LOG_KEY = re.compile(r"\{p[0-9]{2}\}:([^:]+):log")
_STORABLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def new_game_id(randomness: bytes | None = None) -> str:
    """A game id that nobody can guess, with its partition in front."""
    bits = secrets.token_bytes(16) if randomness is None else randomness[:16]
    return f"p{bits[0] % PARTITIONS:02}-{bits.hex()}"


def is_storable(game: str) -> bool:
    """Whether a game id can be part of a key and of an address."""
    return _STORABLE.fullmatch(game) is not None


def partition_of(game: str) -> int:
    """The partition in the id; an id that came from elsewhere gets one by its checksum."""
    own = _OWN_ID.fullmatch(game)
    number = int(own[1]) if own is not None else PARTITIONS
    return number if number < PARTITIONS else crc32(game.encode()) % PARTITIONS


def tag(partition: int) -> str:
    return f"{{p{partition:02}}}"


def log_key(game: str) -> str:
    """Stream: the header as entry 0-1, then the commit of version v as entry v-0.

    Of a ledger that came in closed, the signature it came with stands beside the header.
    """
    return game_key(game, "log")


def idempotency_key(game: str) -> str:
    """Hash: digest of actor and key → version."""
    return game_key(game, "keys")


def game_key(game: str, name: str) -> str:
    return f"{tag(partition_of(game))}:{game}:{name}"


def index_key(partition: int) -> str:
    """Stream, trimmed: which game of the partition got which version, in the order of appends."""
    return f"{tag(partition)}:index"


def open_key(partition: int) -> str:
    """Set: games that still take commands."""
    return f"{tag(partition)}:open"


def due_key(partition: int) -> str:
    """Sorted set: games by the time (ms) from which the house has something to do in them."""
    return f"{tag(partition)}:due"


def quarantine_key(partition: int) -> str:
    """Hash: game → why its chain cannot be trusted."""
    return f"{tag(partition)}:quarantine"


def nothing_key(partition: int) -> str:
    """Never there: what a write to it is answered tells how others would fare."""
    return f"{tag(partition)}:nothing"


def game_of_log(key: str) -> str | None:
    """The game whose log is stored under a key; None if it is the key of something else."""
    found = _LOG_KEY.fullmatch(key)
    return None if found is None else found[1]
