"""Notices that do not come from a game's commits: seeks and talk."""

from collections.abc import Callable, Mapping
from typing import Any

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.server_time import now_ms
from projections.notices.kinds import Kind
from projections.notices.notice import make_notice
from projections.notices.notice_store import CommitNotices, NoticeStore
from projections.notices.receiver_store import ReceiverStore


class PlayerNotices:
    """Tells players what concerns them. Any process may do so, and may do it again."""

    def __init__(self, redis: Redis, *, clock: Callable[[], int] = now_ms) -> None:
        self.store = NoticeStore(redis, clock=clock)
        self._receivers = ReceiverStore(redis)
        self._clock = clock

    def tell(self, player: PlayerId, kind: Kind, id: str, body: Mapping[str, Any]) -> bool:
        """Give a player a notice; False if they have it already, or are erased.

        Talk is only for a player with a receiver that asks for it.

        The id is unique among the notices of all kinds; begin it with the kind, such as
        `seek-…`. The body holds ids of players and no names: their names are added when
        the notice is shown. It holds nothing that is hidden from this player. Without `links` it
        gets those of its `game_id`.
        """
        notice = make_notice(player, kind, id, self._clock(), body)
        receivers = self._receivers.find_all([player])
        wanted = (wanted for one in receivers.get(player, ()) for wanted in one.kinds)
        if kind == "talk" and kind not in wanted:
            return False
        return self.store.add([CommitNotices([notice])], receivers).notices > 0

    def forget(self, player: PlayerId) -> None:
        """Delete the feed, the receivers and the deliveries of a player who is erased."""
        # The feed goes first: after that the player cannot get a new receiver either.
        self.store.forget(player)
        self._receivers.change(player, lambda receivers: ())
