"""Notices of a commit: it reserved a seat for a player, made it their turn, offered them a trade,
or ended their game."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from domain.ids import PlayerId, Seat
from domain.messages import Event
from domain.table.bots import PREFIX as BOT_PREFIX
from domain.table.lobby import GameOpened
from domain.table.replacing import PlayerReplaced
from domain.table.reservations import SeatReservedFor
from domain.table.rewinding import GameRewound
from domain.table.state import Chair, Table
from eventlog.chain import Chain
from eventlog.due_work import status_of
from projections.notices.kinds import Kind
from projections.notices.notice import Notice, make_notice


class Moment(Struct, frozen=True):
    """The part of a state that is compared before and after a commit."""

    to_act: frozenset[Seat]
    is_over: bool


def moment_of(state: Table) -> Moment:
    status = status_of(state)
    # Before its first commit a game has no phase and no options, and waits for nobody.
    is_played = bool(state.phase) and status == "playing"
    to_act = state.ruleset.flow.to_act(state) if is_played else ()
    # A player who is away has nothing to do while a bot moves for them.
    people = frozenset(seat for seat in to_act if not state.is_bots(seat))
    return Moment(people, status in ("over", "closed"))


def people_at(chairs: Iterable[Chair]) -> list[tuple[Seat, PlayerId]]:
    """Return the seats that belong to people, even while a bot moves for one of them."""
    return [
        (Seat(number), chair.player)
        for number, chair in enumerate(chairs)
        if chair.player is not None and not chair.player.startswith(BOT_PREFIX)
    ]


def notices_of(
    game: str, before: Moment, now: Moment, chain: Chain, events: Sequence[Event]
) -> list[Notice]:
    """Return the notices of a chain's last commit, for every person at the table.

    A player who is offered a trade must also act; they get one notice for both.
    """
    has_ended = now.is_over and not before.is_over
    offers = {
        seat: event
        for event in events
        if type(event) in chain.state.ruleset.notable.offers
        for seat in event.to  # type: ignore[attr-defined]  # offers have it
        if seat in now.to_act
    }
    new_turns = (now.to_act - before.to_act) | (now.to_act & _asked_again(now, events))
    if not (has_ended or offers or new_turns):
        return []
    found = []
    details: dict[str, Any]
    for seat, player in people_at(chain.state.chairs):
        if has_ended:
            details = {"outcome": chain.state.outcome, "winners": chain.state.winners}
            found.append(_notice(game, player, seat, "game_over", chain, details))
        elif seat in offers:
            turn = _notice(game, player, seat, "turn", chain, {}) if seat in new_turns else None
            details = {"offer": _offer_shown(chain, offers[seat], seat)}
            found.append(_notice(game, player, seat, "trade_offer", chain, details, turn))
        elif seat in new_turns:
            found.append(_notice(game, player, seat, "turn", chain, {}))
    return found


def reservation_notices(game: str, chain: Chain, events: Iterable[Event]) -> list[Notice]:
    """Return the notices of a commit in the lobby, for those for whom it reserves a seat.

    Those who looked for a quick game know of it by their seeks.
    """
    found: list[Notice] = []
    for event in events:
        details: dict[str, Any] = {"from": chain.state.host}
        if isinstance(event, GameOpened) and event.rematch_of is not None:
            details |= {"players": event.reserved, "finished_game_id": event.rematch_of}
            guests = enumerate(event.reserved)
            found += _invitations(game, chain, "rematch", guests, details)
        elif isinstance(event, GameOpened) and not event.quick:
            found += _invitations(game, chain, "invitation", enumerate(event.reserved), details)
        elif isinstance(event, SeatReservedFor):
            guest = [(event.seat, event.guest)]
            found += _invitations(game, chain, "invitation", guest, details)
    return found


def _invitations(
    game: str,
    chain: Chain,
    kind: Kind,
    guests: Iterable[tuple[int, PlayerId | None]],
    details: dict[str, Any],
) -> Iterator[Notice]:
    for seat, guest in guests:
        if guest not in (None, chain.state.host):
            yield _notice(game, guest, Seat(seat), kind, chain, details)


def _asked_again(now: Moment, events: Sequence[Event]) -> set[Seat]:
    """Seats whose players have to look at the table again: after a rewind, or as new players."""
    if any(isinstance(event, GameRewound) for event in events):
        return {*now.to_act}
    return {event.seat for event in events if isinstance(event, PlayerReplaced)}


def _notice(
    game: str,
    player: PlayerId,
    seat: Seat,
    kind: Kind,
    chain: Chain,
    details: dict[str, Any],
    otherwise: Notice | None = None,
) -> Notice:
    body = {
        "game_id": game,
        "version": chain.version,
        "ruleset": chain.state.ruleset.name,
        "seat": seat,
        "players": [chair.player for chair in chain.state.chairs],
        "phase": chain.state.phase,
        **details,
    }
    id = notice_id(player, game, chain.version, kind)
    return make_notice(player, kind, id, chain.at, body, otherwise)


def notice_id(player: PlayerId, game: str, version: int, kind: str) -> str:
    """The id of a notice; it is the same each time the notice is made."""
    return f"d-{sha256(f'{player}/{game}/{version}/{kind}'.encode()).hexdigest()[:32]}"


def _offer_shown(chain: Chain, event: Event, seat: Seat) -> dict[str, Any]:
    """Return an offer as JSON data, as this seat may see it."""
    shown = chain.state.ruleset.redact(event, seat)
    offer: dict[str, Any] = msgspec.to_builtins(shown, str_keys=True)
    del offer["type"]
    return offer
