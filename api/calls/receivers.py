"""What the calls about webhooks and push subscriptions share."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec.structs import asdict

from api.access.identity import require_player
from api.dependencies import dependencies
from api.transport.errors import NoSuchPlayer, TooManyTests
from projections.notices.deliveries import Delivery
from projections.notices.receiver_store import PlayerErased
from projections.notices.receivers import Receiver


@contextmanager
def adding_receivers() -> Iterator[None]:
    """Add receivers of the player who calls. Nothing stays if they are erased meanwhile."""
    player = require_player()
    try:
        yield
        if dependencies().accounts.find(player) is None:
            dependencies().notices.forget(player)
            raise PlayerErased(player)
    except PlayerErased:
        raise NoSuchPlayer("this player has just been erased", player=player) from None


def deliveries_of(receiver: Receiver) -> dict[str, Any]:
    """The deliveries to a receiver of the player who calls."""
    found, dropped = dependencies().receivers.deliveries(require_player(), receiver.id)
    return {"deliveries": [_fields(one) for one in found], "dropped": dropped}


def send_test(receiver: Receiver) -> dict[str, Any]:
    """Add a test delivery for a receiver of the player who calls, unless there were too many."""
    if seconds := dependencies().receivers.count_test(require_player()):
        raise TooManyTests(
            "you have tested your receivers too often; wait a moment",
            headers={"Retry-After": str(seconds)},
        )
    return _fields(dependencies().receivers.add_test_delivery(require_player(), receiver))


def _fields(delivery: Delivery) -> dict[str, Any]:
    next_at = delivery.not_before if delivery.status == "pending" else None
    return {**asdict(delivery), "next_at": next_at}
