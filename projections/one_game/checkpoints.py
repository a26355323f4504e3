"""Checkpoints: up to which commit a stored view was folded, and by which projection."""

from msgspec import Struct

from eventlog.chain import Chain


class Checkpoint(Struct, frozen=True):
    """A stored view may be used if projection, version and the hash of that commit agree."""

    projection: str
    version: int
    head: str

    def to_bytes(self) -> bytes:
        return f"{self.projection} {self.version} {self.head}".encode()


def checkpoint_of(chain: Chain, projection: str) -> Checkpoint:
    """The checkpoint of a view made from a fold as it is now."""
    return Checkpoint(projection, chain.version, chain.head.hex())


def read_checkpoint(written: bytes) -> Checkpoint | None:
    """Decode a stored checkpoint; None if the bytes are not one."""
    parts = written.split(b" ")
    if len(parts) != 3 or not parts[1].isdigit() or not written.isascii():
        return None
    return Checkpoint(parts[0].decode(), int(parts[1]), parts[2].decode())
