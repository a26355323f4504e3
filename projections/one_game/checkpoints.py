"""Stamps: how far a stored view has come, and by which projection."""

from msgspec import Struct

from eventlog.chain import Chain


class Stamp(Struct, frozen=True):
    """A view is of use where projection, version and the hash of that commit are the same."""

    projection: str
    version: int
    head: str

    def written(self) -> bytes:
        return f"{self.projection} {self.version} {self.head}".encode()


def stamp_of(chain: Chain, projection: str) -> Stamp:
    """The stamp of a view made from a fold as it is now."""
    return Stamp(projection, chain.version, chain.head.hex())


def read_stamp(written: bytes) -> Stamp | None:
    """A stamp from its stored bytes; None if they are none."""
    parts = written.split(b" ")
    if len(parts) != 3 or not parts[1].isdigit() or not written.isascii():
        return None
    return Stamp(parts[0].decode(), int(parts[1]), parts[2].decode())
