"""What readers get, and games as they are or were."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct

from eventlog.chain import Chain, Listener
from eventlog.live_games import LiveGame, LiveGames
from eventlog.refusals import NoSuchVersion


class Reading(Struct, frozen=True):
    """A view, ready to be sent, and the version of the game that it shows."""

    version: int
    body: bytes

    def value(self) -> Any:
        """A JSON body as plain values."""
        return msgspec.json.decode(self.body)


def reading(version: int, shown: dict[str, Any]) -> Reading:
    """A view as JSON, its version first."""
    return Reading(version, msgspec.json.encode({"version": version, **shown}))


@contextmanager
def game_at(games: LiveGames, game: str, at: int | None) -> Iterator[Chain]:
    """A game as it is now, held, or as it was at a version."""
    with games.hold(game) as live:
        require_folded(live)
        require_version(live.version, at)
        if at is None or at == live.version:
            yield live.folded
            return
    yield games.chain_at(game, at)


def refold(games: LiveGames, game: str, at: int, told: Listener) -> Chain:
    """Tell of every event up to a version, from the first."""
    with games.hold(game) as live:
        require_version(live.version, at)
    chain = games.chain_at(game, 0)
    for version, line in games.ledger.read_all(game, until=at):
        chain.follow(version, line, told)
    return chain


def require_folded(live: LiveGame) -> None:
    """Refuse a game of which not even the first commit verifies."""
    if live.version == 0:
        live.require_sound()


def require_version(head: int, at: int | None) -> None:
    """Refuse a version that the game does not have."""
    if at is not None and not 1 <= at <= head:
        raise NoSuchVersion(f"this game has the versions 1 to {head}", version=at)
