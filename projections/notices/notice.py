"""A notice: a message for one player, as it is stored and as it is shown."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from domain.ids import PlayerId
from projections.notices.kinds import AnyKind

Names: TypeAlias = Callable[[Sequence[str]], Mapping[str, str | None]]
"""Returns the names of players; None for a player who has none any more."""

_PLAYER = re.compile(r"u-[0-9a-f]{20}")
SET_FIELDS = ("id", "kind", "at", "number", "names", "title", "text")
"""The fields that a body cannot have, because they are set when it is stored or shown."""


class Notice(Struct, frozen=True):
    """A message for one player. Every process that makes it gives it the same id."""

    player: PlayerId
    id: str
    kind: AnyKind
    body: str
    """JSON, with nothing that is hidden from this player, and with ids instead of names."""
    game: str | None = None
    version: int | None = None
    otherwise: "Notice | None" = None
    """The notice for receivers that do not want this kind: an offer is also a turn."""


def make_notice(
    player: PlayerId,
    kind: AnyKind,
    id: str,
    at: int,
    body: Mapping[str, Any],
    otherwise: Notice | None = None,
) -> Notice:
    """Make a notice. The fields of the body come after its id, its kind and its time (ms)."""
    assert not any(name in body for name in SET_FIELDS), "these fields are set by the server"
    text = msgspec.json.encode({"id": id, "kind": kind, "at": at, **body}).decode()
    return Notice(player, id, kind, text, body.get("game_id"), body.get("version"), otherwise)


def shown_notices(bodies: Sequence[str | bytes], names: Names) -> list[dict[str, Any]]:
    """Return stored notices as people see them: with names beside ids, and with links."""
    found = [msgspec.json.decode(body, type=dict[str, Any]) for body in bodies]
    players = [list(dict.fromkeys(_players_in(one))) for one in found]
    known = names(list(dict.fromkeys(player for one in players for player in one)))
    return [
        {
            **one,
            "names": {player: known[player] for player in mentioned},
            "links": one.get("links", _links(one)),
        }
        for one, mentioned in zip(found, players, strict=True)
    ]


def _players_in(value: Any) -> Iterator[str]:
    """Yield the ids of players anywhere in a notice."""
    if isinstance(value, str):
        if _PLAYER.fullmatch(value):
            yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _players_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _players_in(inner)


def _links(body: Mapping[str, Any]) -> dict[str, str]:
    if "game_id" not in body:
        return {}
    here = f"/v1/games/{body['game_id']}"
    return {"game": here, "actions": f"{here}/actions"}
