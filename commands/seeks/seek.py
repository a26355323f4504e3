"""A seek: what a player looks for, and what has become of it."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.ids import PlayerId

SeekStatus: TypeAlias = Literal["waiting", "matched", "left", "expired", "failed"]
ANY_RATING = 1e9
"""A bound that no rating reaches."""


class Table(Struct, frozen=True):
    """The game that is looked for. Only seeks of the same table can be matched."""

    ruleset: str
    players: int
    options: dict[str, Any]
    """Complete, as the ruleset has read them."""
    rated: bool

    @property
    def digest(self) -> str:
        """The same for equal tables, whatever the order of their options."""
        encoded = msgspec.json.encode(self, order="deterministic")
        return sha256(encoded).hexdigest()[:32]


class SeekRequest(Struct, frozen=True):
    """What a player looks for, as they say it."""

    ruleset: str
    players: int | None
    options: dict[str, Any]
    rated: bool
    below: float | None
    """How much weaker than the seeker the others may be; None for any strength."""
    above: float | None
    bots_after_seconds: int | None
    nonce: str | None


class Wish(Struct, frozen=True):
    """A seek as it was made. It never changes."""

    player: PlayerId
    table: Table
    rating: float
    """The ordinal of the seeker in this ruleset when the seek was made."""
    low: float
    high: float
    posted_at: int
    body_digest: str
    """Of what the client sent, to find a key that is used for something else."""
    seconds_to_live: int
    """After so many seconds without a sign of life the seek expires."""
    fill_at: int | None = None
    """When (ms) bots may take the free seats; None for never."""
    nonce: str | None = None


class Seek(Struct, frozen=True):
    """A seek as it is now."""

    seek_id: str
    wish: Wish
    status: SeekStatus
    game: str | None = None
    """The game of a seek that was matched."""
    reason: str | None = None
    """The code of the refusal, if the table could not be made."""
    fitting: int = 0
    """How many others wait for the same and fit."""
    expires_at: int | None = None
    """When (ms) a waiting seek expires without a sign of life."""


class Match(Struct, frozen=True):
    """Seeks that were matched, the oldest first, and how many bots complete the table."""

    match_id: str
    seeks: Sequence[tuple[str, Wish]]
    bots: int

    @property
    def players(self) -> list[PlayerId]:
        return [wish.player for _, wish in self.seeks]

    @property
    def table(self) -> Table:
        return self.seeks[0][1].table

    @property
    def seating(self) -> list[PlayerId | None]:
        """Who sits where; None for a bot. The order follows from the random id of the match."""
        seats = [*self.players, *(None for _ in range(self.bots))]
        lots = {
            i: sha256(f"{self.match_id}:{i}:{one}".encode()).digest() for i, one in enumerate(seats)
        }
        return [seats[i] for i in sorted(lots, key=lambda i: lots[i])]
