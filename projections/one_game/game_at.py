"""Games as they are now, or as they were at an earlier version, and views as bytes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import Struct

from domain.ledger_state import L
from domain.ruleset import AnyRuleset
from domain.table.view import fields_of
from eventlog.chain import Chain, LedgerChain, Listener
from eventlog.live_games import LiveGames, LiveLedger, LiveLedgers
from eventlog.refusals import NoSuchVersion


class EncodedView(Struct, frozen=True):
    """A view as bytes ready to be sent, and the version of the game that it shows."""

    version: int
    body: bytes

    def value(self) -> Any:
        """Decode a JSON body into plain values."""
        return msgspec.json.decode(self.body)


def encoded_view(version: int, shown: Struct | dict[str, Any]) -> EncodedView:
    """Encode a view as JSON, with its version first."""
    fields = fields_of(shown) if isinstance(shown, Struct) else shown
    return EncodedView(version, msgspec.json.encode({"version": version, **fields}))


def with_ruleset(ruleset: AnyRuleset, shown: Struct | dict[str, Any]) -> dict[str, Any]:
    """A part of a view. The name of its ruleset tells a client which shape it has."""
    fields = fields_of(shown) if isinstance(shown, Struct) else shown
    return {"ruleset": ruleset.name, **fields}


@contextmanager
def game_at(games: LiveLedgers[L], game: str, at: int | None) -> Iterator[LedgerChain[L]]:
    """Lend a game, or another ledger: as it is now, under its lock, or as it was at a version."""
    with games.hold(game) as live:
        require_folded(live)
        require_version(live.version, at)
        if at is None or at == live.version:
            yield live.folded
            return
    yield games.chain_at(game, at)


def refold(games: LiveGames, game: str, at: int, listener: Listener) -> Chain:
    """Fold a game from its first event up to a version, and call the listener for every event."""
    with games.hold(game) as live:
        require_version(live.version, at)
    chain = games.chain_at(game, 0)
    for version, line in games.ledger.read_all(game, until=at):
        chain.apply(version, line, listener)
    return chain


def require_folded(live: LiveLedger[L]) -> None:
    """Raise if not even the first commit of the game verifies."""
    if live.version == 0:
        live.require_sound()


def require_version(head: int, at: int | None) -> None:
    """Raise if the game does not have this version."""
    if at is not None and not 1 <= at <= head:
        raise NoSuchVersion(f"this game has the versions 1 to {head}", version=at)
