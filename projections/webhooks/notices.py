"""What a commit means to those who want to be told: their turn, an offer, the end of a game."""

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

Wants: TypeAlias = Mapping[PlayerId, Sequence[Kind]]
"""Who wants to be told of what."""


class Moment(Struct, frozen=True):
    """As much of a game as a later moment is compared with."""

    to_act: frozenset[Seat]
    is_over: bool


class Notice(Struct, frozen=True):
    """Something that one player is told. The same one has the same id, whoever finds it."""

    player: PlayerId
    id: str
    kind: Kind | Literal["test"]
    body: str
    """JSON, and nothing in it that this player's seat may not know."""
    game: str | None = None
    version: int | None = None


def moment_of(state: Table) -> Moment:
    status = status_of(state)
    to_act = state.ruleset.flow.to_act(state) if status == "playing" else ()
    # Who is away has nothing to do while a bot moves for him.
    people = frozenset(seat for seat in to_act if not state.is_bots(seat))
    return Moment(people, status in ("over", "closed"))


def notices_of(
    game: str, before: Moment, chain: Chain, events: Sequence[Event], wants: Wants
) -> list[Notice]:
    """What the last commit of a chain means, compared with the moment before it.

    Who is offered a trade has to act, too; he is told once.
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
        kinds = () if player is None else wants.get(player, ())
        kind: Kind | None = None
        more: dict[str, Any] = {}
        if now.is_over and not before.is_over and "game_over" in kinds:
            kind, more = "game_over", {"outcome": state.outcome, "winners": state.winners}
        elif seat in offers and seat in now.to_act and "trade_offer" in kinds:
            kind, more = "trade_offer", {"offer": _offer(chain, offers[seat], seat)}
        elif seat in now.to_act - before.to_act and "turn" in kinds:
            kind = "turn"
        if kind is not None and player is not None:
            found.append(_notice(game, player, seat, kind, chain, more))
    return found


def trial_notice(player: PlayerId, id: str, at: int) -> Notice:
    """One that comes from no game, to try a receiver with."""
    body = msgspec.json.encode({"id": id, "kind": TEST, "at": at}).decode()
    return Notice(player, id, TEST, body)


def _notice(
    game: str, player: PlayerId, seat: Seat, kind: Kind, chain: Chain, more: dict[str, Any]
) -> Notice:
    id = id_of(player, game, chain.version, kind)
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
        **more,
        "links": {"game": here, "actions": f"{here}/actions"},
    }
    return Notice(player, id, kind, msgspec.json.encode(body).decode(), game, chain.version)


def id_of(player: PlayerId, game: str, version: int, kind: Kind) -> str:
    """The name of a delivery, the same each time it is made."""
    return f"d-{sha256(f'{player}/{game}/{version}/{kind}'.encode()).hexdigest()[:32]}"


def _offer(chain: Chain, event: Event, seat: Seat) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(chain.ruleset.redact(event, seat), str_keys=True)
    del told["type"]
    return told
