"""Entries of the catalogue: what it knows of one game, and the lists that the game belongs to."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from projections.across_games.challenge_attempts import Attempt
from projections.across_games.results import Result
from projections.across_games.sortable_numbers import sortable
from projections.across_games.summaries import Summary
from projections.one_game.checkpoints import Checkpoint

LOBBY = "lobby"
PLAYING = "playing"
PLAYING_BY_RATING = "playing-by-rating"
TO_RATE = "to-rate"
"""The list of games to watch whose rating is not known yet."""
ENDED = "ended"


class CatalogueEntry(Struct, frozen=True):
    """The catalogue's knowledge of one game at a checkpoint; with its result once it is closed."""

    checkpoint: Checkpoint
    summary: Summary
    result: Result | None = None
    attempt: Attempt | None = None
    rating: float | None = None
    """For a game to watch: the rating of its people when it came into the list; None until then."""

    @property
    def list_member(self) -> str:
        """The game's member in lists of games, which are sorted by the time of opening."""
        return f"{self.summary.opened_at:015}:{self.summary.game_id}"

    @property
    def closing_member(self) -> str:
        """The game's member in lists of closed games, sorted by the time of closing, then by id."""
        return f"{self.summary.updated_at:015}:{self.summary.game_id}"

    @property
    def ranking_member(self) -> str:
        """The game's member in a challenge's table, sorted by points; empty if it is in none."""
        return "" if self.attempt is None else f"{self.attempt.digits}:{self.summary.game_id}"


def decode_entry(stored: bytes | None) -> CatalogueEntry | None:
    """Decode a stored entry. Returns None if it is missing or damaged."""
    if stored is None:
        return None
    try:
        return msgspec.json.decode(stored, type=CatalogueEntry)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def lists_of(entry: CatalogueEntry | None) -> dict[str, str]:
    """Return the lists that a game belongs to, by name, with its member in each."""
    return {} if entry is None else dict(_lists_of(entry))


def _lists_of(entry: CatalogueEntry) -> Iterator[tuple[str, str]]:
    game = entry.summary
    for player in game.people:
        yield player_list(player), entry.list_member
    if game.is_in_lobby:
        yield list_by_ruleset(LOBBY), entry.list_member
        yield list_by_ruleset(LOBBY, game.ruleset), entry.list_member
    if game.is_watchable:
        yield list_by_ruleset(PLAYING), entry.list_member
        yield list_by_ruleset(PLAYING, game.ruleset), entry.list_member
        if entry.rating is None:
            yield TO_RATE, entry.list_member
        else:
            member = f"{sortable(entry.rating)}:{entry.list_member}"
            yield list_by_ruleset(PLAYING_BY_RATING), member
            yield list_by_ruleset(PLAYING_BY_RATING, game.ruleset), member
    if entry.result is not None:
        yield list_by_ruleset(ENDED), entry.closing_member
        yield list_by_ruleset(ENDED, game.ruleset), entry.closing_member
        for seated in game.seats:
            if seated is not None:
                yield ended_list(seated), entry.closing_member
    if entry.attempt is not None:
        yield entry.attempt.table, entry.ranking_member


def player_list(player: str) -> str:
    """The name of the list of a player's games."""
    return f"player:{player}"


def ended_list(player: str) -> str:
    """The name of the list of closed games in which a player had a seat."""
    return f"{ENDED}-of:{player}"


def list_by_ruleset(name: str, ruleset: str | None = None) -> str:
    """The name of a list of the games of one ruleset, or of all rulesets."""
    return name if ruleset is None else f"{name}:{ruleset}"
