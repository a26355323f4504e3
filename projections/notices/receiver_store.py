"""The stored receivers of players. The list of a player is read and replaced as a whole."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import msgspec

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from projections.notices import redis_keys
from projections.notices.receivers import DEFAULT, OutboxName, Receiver, Webhook

DONE, ERASED = 1, -1

Receivers: TypeAlias = tuple[Receiver, ...]


class PlayerErased(Exception):
    """The player was erased, so nothing of theirs may be stored."""


class ReceiverStore:
    """Reads and writes the receivers of all players."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._change = script("projections.notices", "change_receivers.lua")

    def find_all(self, players: Iterable[PlayerId]) -> dict[PlayerId, Receivers]:
        """Return the receivers of those players who have some."""
        asked = list(dict.fromkeys(players))
        found = self._redis.hmget(redis_keys.RECEIVERS, asked) if asked else []
        return {
            player: self._decode(player, stored)
            for player, stored in zip(asked, found, strict=True)
            if stored is not None
        }

    def find(self, player: PlayerId, id: str) -> Receiver | None:
        receivers = self.find_all([player]).get(player, ())
        return next((one for one in receivers if one.id == id), None)

    def change(self, player: PlayerId, change: Callable[[Receivers], Sequence[Receiver]]) -> None:
        """Replace the receivers of a player by what `change` makes of them.

        The outbox of a receiver that is gone is deleted. Raises if the player was erased.
        """
        while True:
            stored = self._redis.hget(redis_keys.RECEIVERS, player) or b""
            before = _read(stored)
            after = change(before)
            kept = {one.id for one in after}
            gone = [OutboxName(player, one.id) for one in before if one.id not in kept]
            outcome = self._replace(player, stored, after, gone)
            if outcome == ERASED:
                raise PlayerErased(player)
            if outcome == DONE:
                return

    def remove(self, player: PlayerId, id: str) -> None:
        """Delete a receiver with all its deliveries."""
        self.change(player, lambda receivers: [one for one in receivers if one.id != id])

    def _decode(self, player: PlayerId, stored: bytes) -> Receivers:
        receivers = _read(stored)
        if _is_of_earlier_release(stored):
            # Its id has to be stored, because scripts look for it.
            self._replace(player, stored, receivers, [])
        return receivers

    def _replace(
        self,
        player: PlayerId,
        seen: bytes,
        receivers: Sequence[Receiver],
        gone: Sequence[OutboxName],
    ) -> int:
        now = msgspec.json.encode(receivers) if receivers else b""
        keys = [
            *(redis_keys.RECEIVERS, redis_keys.ERASED, redis_keys.DUE, redis_keys.DROPPED),
            *(key for outbox in gone for key in redis_keys.outbox_keys(outbox)),
        ]
        arguments: list[Any] = [player, seen, now, *map(str, gone)]
        return int(self._change(self._redis, keys, arguments))


def _is_of_earlier_release(stored: bytes) -> bool:
    """Whether this is the one webhook that a player could have before there were several."""
    return stored.startswith(b"{")


def _read(stored: bytes) -> Receivers:
    if not stored:
        return ()
    if _is_of_earlier_release(stored):
        webhook = msgspec.json.decode(stored, type=dict[str, Any])
        return (msgspec.convert({"type": "webhook", "id": DEFAULT, **webhook}, type=Webhook),)
    return msgspec.json.decode(stored, type=Receivers)
