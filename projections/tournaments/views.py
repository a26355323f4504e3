"""Views of one tournament, brought up to date with its head when they are read."""

from typing import Any

import msgspec

from domain.ids import ORGANIZER, SPECTATOR, PlayerId, Viewer
from domain.messages import Command, Event
from domain.posting import post_form
from domain.refusals import RuleViolation
from domain.registry import TOURNAMENT
from domain.tournament.actions import OpenChoice
from domain.tournament.staff import is_staff
from domain.tournament.state import Tournament
from domain.tournament.view_types import RoundView, TournamentView
from eventlog.commit_times import CommitTimes
from eventlog.moments import Moment
from eventlog.tournaments import LiveTournaments, status_of
from presentation.player_names import players_in, with_names
from presentation.tournament.narration import template
from projections.one_game.game_at import EncodedView, encoded_view, game_at, require_version
from projections.one_game.player_names import NamesOf, names_among, with_field
from projections.tournaments.action_words import actions_in_words


class NoSuchRound(RuleViolation):
    """This tournament has no such round that you may see; rounds count from 1."""

    code = "round/unknown"


class TournamentViews:
    """Reads every view of a tournament. `at` shows it as it was at an earlier version."""

    def __init__(self, tournaments: LiveTournaments, names_of: NamesOf | None = None) -> None:
        self.tournaments = tournaments
        self.names_of = names_of
        self._times = CommitTimes(tournaments)

    def version_at(self, tournament: str, moment: Moment) -> int:
        """The version of a moment, or the one that stood then. Raise if it was not open."""
        if moment.version is not None:
            return moment.version
        return self._times.of(tournament).require_version_at(moment.time or 0)

    def viewer_for(self, tournament: str, player: PlayerId | None, *, is_operator: bool) -> Viewer:
        """Staff see drafts and pairs that are kept apart, and so does an operator."""
        with self.tournaments.hold(tournament) as live:
            return viewer_in(live.state, player, is_operator=is_operator)

    def shown(
        self, tournament: str, viewer: Viewer, at: int | None = None
    ) -> tuple[int, TournamentView]:
        """A version and what this viewer may know of the tournament at it."""
        with game_at(self.tournaments, tournament, at) as chain:
            return chain.version, TOURNAMENT.view(chain.state, viewer)

    def whole(self, tournament: str, viewer: Viewer, at: int | None = None) -> EncodedView:
        """Everything that this viewer may know."""
        version, view = self.shown(tournament, viewer, at)
        with game_at(self.tournaments, tournament, at) as chain:
            status = status_of(chain.state)
        fields = {"status": status, **msgspec.structs.asdict(view)}
        return self._with_names(encoded_view(version, fields), people_in(view))

    def entries(self, tournament: str, viewer: Viewer, at: int | None = None) -> EncodedView:
        version, view = self.shown(tournament, viewer, at)
        people = [one.player for one in view.entries]
        people += [one for entry in view.entries for one in entry.earlier]
        return self._with_names(encoded_view(version, {"entries": view.entries}), people)

    def round(
        self, tournament: str, viewer: Viewer, number: int, at: int | None = None
    ) -> EncodedView:
        """A round with its tables; raise if this viewer knows of no such round."""
        version, view = self.shown(tournament, viewer, at)
        found = next((one for one in view.rounds if one.round == number), None)
        if found is None:
            raise NoSuchRound("there is no such round", rounds=len(view.rounds))
        fields = msgspec.structs.asdict(found)
        return self._with_names(encoded_view(version, fields), people_of_round(found))

    def standings(self, tournament: str, viewer: Viewer, at: int | None = None) -> EncodedView:
        version, view = self.shown(tournament, viewer, at)
        fields = {"phase": view.phase, "standings": view.standings, "ranking": view.ranking}
        people = [line.player for line in view.standings]
        people += [place.player for place in view.ranking]
        return self._with_names(encoded_view(version, fields), people)

    def actions(
        self,
        tournament: str,
        player: PlayerId | None,
        at: int | None = None,
        words: str | None = None,
    ) -> EncodedView:
        """All legal commands of a person, in the form that a client posts; `words` is a language
        into which they are put as well."""
        with game_at(self.tournaments, tournament, at) as chain:
            found = [] if player is None else TOURNAMENT.actions(chain.state, player)
            listed = [_post_form(one) for one in found]
            if words is not None:
                listed = actions_in_words(chain.state, found, listed, words, self.names_of)
            return encoded_view(chain.version, {"actions": listed})

    def log(
        self,
        tournament: str,
        viewer: Viewer,
        lang: str = "en",
        after: int = 0,
        limit: int = 100,
        at: int | None = None,
    ) -> EncodedView:
        """The sentences of `limit` commits after a version, as this viewer may read them."""
        with self.tournaments.hold(tournament) as live:
            require_version(live.version, at)
            last = live.version if at is None else at
        until = min(after + limit, last)
        told: list[dict[str, Any]] = []

        def tell(state: Tournament, event: Event, version: int, when: int) -> None:
            known = TOURNAMENT.redact(event, viewer)
            kind = str(known.__struct_config__.tag)
            text = template(state, known, lang)
            told.append({"version": version, "at": when, "type": kind, "text": text})

        if after < until:
            chain = self.tournaments.chain_at(tournament, after)
            for version, line in self.tournaments.ledger.read_all(tournament, after, until):
                chain.apply(version, line, tell)
        names = names_among(
            {one for line in told for one in players_in(line["text"])}, self.names_of
        )
        entries = [{**line, "text": with_names(line["text"], names)} for line in told]
        page = {"language": lang, "entries": entries, "next": until if until < last else None}
        return encoded_view(last, page)

    def _with_names(self, view: EncodedView, people: list[PlayerId]) -> EncodedView:
        return with_field(view, "names", names_among(people, self.names_of))


def viewer_in(state: Tournament, player: PlayerId | None, *, is_operator: bool) -> Viewer:
    """As which viewer a person sees a tournament; once it is closed, all see everything."""
    if is_operator or (player is not None and is_staff(state, player)):
        return ORGANIZER
    return ORGANIZER if status_of(state) == "closed" else SPECTATOR


def people_in(view: TournamentView) -> list[PlayerId]:
    """Everybody whom a view names."""
    found = [view.host, *(one.player for one in view.staff)]
    for entry in view.entries:
        found += [entry.player, *entry.earlier]
    for one in view.rounds:
        found += people_of_round(one)
    for appeal in view.appeals:
        found += [appeal.player, *_known(appeal.decided_by)]
    for penalty in view.penalties:
        found += [penalty.player, penalty.author, *_known(penalty.cancelled_by)]
    return found


def _known(person: PlayerId | None) -> list[PlayerId]:
    return [] if person is None else [person]


def people_of_round(one: RoundView) -> list[PlayerId]:
    """Everybody who plays in a round or sits out, and who has decided about its tables."""
    found = [*one.byes, *one.out, *(player for table in one.tables for player in table.players)]
    for table in one.tables:
        found += [] if table.result is None else _known(table.result.decided_by)
    return found


def _post_form(action: Command | OpenChoice) -> dict[str, Any]:
    if not isinstance(action, OpenChoice):
        return {"command": post_form(action)}
    return {
        "template": action.template,
        "bounds": action.bounds,
        "example": post_form(action.example),
    }
