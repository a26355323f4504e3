"""Notices: a commit made it a player's turn, offered them a trade, or ended their game."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from domain.ids import PlayerId, Seat
from domain.messages import Event
from domain.table.state import Table
from eventlog.chain import Chain
from eventlog.due_work import status_of

Kind: TypeAlias = Literal["turn", "trade_offer", "game_over"]
KINDS: tuple[Kind, ...] = get_args(Kind)
TEST: Literal["test"] = "test"

WantedKinds: TypeAlias = Mapping[PlayerId, Sequence[Kind]]
"""The kinds of notices that each player wants."""


class Moment(Struct, frozen=True):
    """The part of a state that is compared before and after a commit."""

    to_act: frozenset[Seat]
    is_over: bool


class Notice(Struct, frozen=True):
    """A message for one player. Every process that makes it gives it the same id."""

    player: PlayerId
    id: str
    kind: Kind | Literal["test"]
    body: str
    """JSON, with nothing that is hidden from this player's seat."""
    game: str | None = None
    version: int | None = None


def moment_of(state: Table) -> Moment:
    status = status_of(state)
    to_act = state.ruleset.flow.to_act(state) if status == "playing" else ()
    # A player who is away has nothing to do while a bot moves for them.
    people = frozenset(seat for seat in to_act if not state.is_bots(seat))
    return Moment(people, status in ("over", "closed"))


def notices_of(
    game: str, before: Moment, chain: Chain, events: Sequence[Event], wanted_kinds: WantedKinds
) -> list[Notice]:
    """Return the notices of a chain's last commit, compared with the moment before it.

    A player who is offered a trade must also act; they get one notice for both.
    """
    state = chain.state
    now = moment_of(state)
    offers = {
        seat: event
        for event in events
        if type(event) in chain.ruleset.notable.offers
        for seat in event.to  # type: ignore[attr-defined]  # offers have it
    }
    found = []
    for number, chair in enumerate(state.chairs):
        seat, player = Seat(number), chair.player
        kinds = () if player is None else wanted_kinds.get(player, ())
        kind: Kind | None = None
        details: dict[str, Any] = {}
        if now.is_over and not before.is_over and "game_over" in kinds:
            kind, details = "game_over", {"outcome": state.outcome, "winners": state.winners}
        elif seat in offers and seat in now.to_act and "trade_offer" in kinds:
            kind, details = "trade_offer", {"offer": _offer_shown(chain, offers[seat], seat)}
        elif seat in now.to_act - before.to_act and "turn" in kinds:
            kind = "turn"
        if kind is not None and player is not None:
            found.append(_notice(game, player, seat, kind, chain, details))
    return found


def make_test_notice(player: PlayerId, id: str, at: int) -> Notice:
    """Make a notice that belongs to no game, to test a receiver with."""
    body = msgspec.json.encode({"id": id, "kind": TEST, "at": at}).decode()
    return Notice(player, id, TEST, body)


def _notice(
    game: str, player: PlayerId, seat: Seat, kind: Kind, chain: Chain, details: dict[str, Any]
) -> Notice:
    id = delivery_id(player, game, chain.version, kind)
    here = f"/v1/games/{game}"
    body = {
        "id": id,
        "kind": kind,
        "at": chain.at,
        "game_id": game,
        "version": chain.version,
        "ruleset": chain.ruleset.name,
        "seat": seat,
        "phase": chain.state.phase,
        **details,
        "links": {"game": here, "actions": f"{here}/actions"},
    }
    return Notice(player, id, kind, msgspec.json.encode(body).decode(), game, chain.version)


def delivery_id(player: PlayerId, game: str, version: int, kind: Kind) -> str:
    """The id of a delivery; it is the same each time the delivery is made."""
    return f"d-{sha256(f'{player}/{game}/{version}/{kind}'.encode()).hexdigest()[:32]}"


def _offer_shown(chain: Chain, event: Event, seat: Seat) -> dict[str, Any]:
    """Return an offer as JSON data, as this seat may see it."""
    offer: dict[str, Any] = msgspec.to_builtins(chain.ruleset.redact(event, seat), str_keys=True)
    del offer["type"]
    return offer
