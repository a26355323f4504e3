"""What games of every ruleset and option really send is in the API description, field by field."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from api.schemas.commands import tag_of
from api.schemas.ruleset_views import view_name
from domain.ids import ORGANIZER, SPECTATOR, PlayerId, Seat, Viewer
from domain.registry import RULESETS
from domain.table.state import CLOSED, Table
from eventlog.commit import codec_for
from hexledger.self_play import RandomGame, Setup
from projections.one_game.action_words import actions_in_words
from projections.one_game.actions import Listed, list_actions
from projections.one_game.commit_views import commit_view, plain_view
from projections.one_game.game_at import encoded_view, with_ruleset
from projections.one_game.json_patch import difference
from projections.one_game.state_views import STATE_VIEWS
from tests.api.contract import Contract
from tests.api.kit import Match, Person, Site
from tests.clocks.games import TimedGame, timed_of
from tests.games import SETUPS_OF, OwnFold

MAX_TURNS = 150
STEP = 97
"""Commits from one moment to the next. It is prime, so that all kinds of moments are met."""
MOST_MOMENTS = 5
PARTS = (
    "",
    "/board",
    "/score",
    "/log?limit=20",
    "/stats",
    "/events",
    "/actions",
    "/actions?words=en",
)


def games() -> Iterator[Any]:
    """Every way to open a game, and every way to play it with clocks."""
    for name, ruleset in RULESETS.items():
        for setup, options in SETUPS_OF[name].items():
            yield pytest.param(RandomGame, name, options, id=f"{name}-{setup}")
        for setup, options in timed_of(ruleset).items():
            yield pytest.param(TimedGame, name, options, id=f"{name}-{setup}")


@cache
def document() -> Any:
    return Site().anonymous.read("/openapi.json")


@cache
def contract(ruleset: str) -> Contract:
    return Contract(document(), ruleset)


@pytest.mark.parametrize(("kind", "ruleset", "options"), list(games()))
def test_what_a_game_sends_is_in_the_document(
    kind: Callable[..., RandomGame], ruleset: str, options: dict[str, Any]
) -> None:
    players = RULESETS[ruleset].seats[-1]
    setup = Setup(ruleset, players, options, seed="contract", max_turns=MAX_TURNS)
    game = kind(setup, 0, record=True)
    seen: set[str] = set()
    statistics, own = game.ruleset.statistics, OwnFold(game.ruleset)
    stats = statistics.begin()
    for version, (_, _, events) in enumerate(game.commits(), 1):
        for event in own.events(events):
            statistics.count(stats, own.state, event, game.at)
        state, is_next = game.state, version % STEP == 0 and version <= STEP * MOST_MOMENTS
        if is_next or state.phase not in seen:
            check(state, version)
            shown = with_ruleset(game.ruleset, statistics.show(stats))
            check_view(ruleset, view_name(ruleset, "Stats"), version, shown)
        types = {tag_of(type(event)) for event in events}
        if is_next or not types <= seen:
            check_commit(state, recorded(game)[-1])
        seen |= {state.phase, *types}
    assert game.state.phase == CLOSED


def recorded(game: RandomGame) -> list[bytes]:
    assert game.recorder is not None
    return game.recorder.lines


def check(state: Table, version: int) -> None:
    """Compare everything that is sent at this moment with the document."""
    ruleset = state.ruleset.name
    for viewer in (Seat(0), SPECTATOR, ORGANIZER):
        check_view(ruleset, "GameView", version, state.ruleset.view(state, viewer))
        check_view(ruleset, "GameView", version, state.ruleset.view_apart(state, viewer))
        for name, component in (("board", "Board"), ("score", "Scores")):
            check_view(ruleset, component, version, STATE_VIEWS[name].show(state, viewer))
    apart = with_ruleset(state.ruleset, state.ruleset.board_apart(state))
    check_view(ruleset, "Board", version, apart)
    geometry = state.ruleset.views.geometry.of(state)
    if geometry is not None:
        contract(ruleset).check_component("Geometry", msgspec.json.decode(geometry.body))
    for seat, chair in enumerate(state.chairs):
        check_view(ruleset, "Hand", version, STATE_VIEWS["hand"].show(state, Seat(seat)))
        check_actions(state, version, list_actions(state, chair.player))
    referee = list_actions(state, PlayerId("referee"), is_referee=True)
    check_actions(state, version, referee)


def check_actions(state: Table, version: int, listed: Listed) -> None:
    """As they are posted, and in words."""
    ruleset = state.ruleset
    check_view(ruleset.name, "Actions", version, listed.plain())
    view = ruleset.view(state, listed.viewer)
    words = actions_in_words(ruleset, listed, view, "pl", {})
    check_view(ruleset.name, "Actions", version, words)


def check_view(ruleset: str, component: str, version: int, shown: Any) -> None:
    sent = encoded_view(version, shown).value()
    if component in ("GameView", "Scores"):
        # They are looked up when a view is read.
        sent["names"] = {"u-0": "Ada", "u-1": None}
    contract(ruleset).check_component(component, sent)


def check_commit(state: Table, line: bytes) -> None:
    """Compare a commit of the feed with the document."""
    viewers: tuple[Viewer, ...] = (Seat(0), SPECTATOR, ORGANIZER)
    for viewer in viewers:
        decoded = codec_for(state.ruleset).decode(line)
        changes = difference({}, plain_view(state, viewer))
        commit = msgspec.json.decode(commit_view(state, decoded, viewer, changes))
        contract(state.ruleset.name).check_component("Commit", commit)


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_what_is_read_of_a_game_is_as_the_document_says(ruleset: str) -> None:
    """Over HTTP, by the address of each call; the games above are compared with its components."""
    whole = Contract(document())
    with Site() as site:
        match = opened(site, ruleset)
        for part in PARTS:
            for commits in (0, 30):
                match.play_quickly(Random(part), commits)
                for person in (match.people[0], site.anonymous):
                    operation = "GET /v1/games/{game_id}" + part.partition("?")[0]
                    whole.read(person, match.path + part, operation)
        whole.read(match.people[0], match.path + "/hand", "GET /v1/games/{game_id}/hand")
        organizer = site.player("Ref", role="organizer")
        whole.read(organizer, match.path, "GET /v1/games/{game_id}")
        reads = whole.read(organizer, match.path + "/reads", "GET /v1/games/{game_id}/reads")
        assert reads["reads"]


def test_what_other_calls_answer_is_as_the_document_says() -> None:
    whole, site = Contract(document()), Site()
    for path in ("/v1/rulesets", "/v1/keys"):
        whole.read(site.anonymous, path)
    made = site.anonymous.post("/v1/players", {"name": "Ada"})
    whole.check("POST /v1/players", made.json, 201)
    ada = Person(site.client, made.json["player_id"], made.json["token"])
    whole.read(ada, "/v1/players/me")
    game = ada.post("/v1/games", {"ruleset": "base", "players": 3})
    whole.check("POST /v1/games", game.json, 201)
    path = f"/v1/games/{game.json['game_id']}"
    receipt = ada.post(path + "/commands", {"type": "take_seat"})
    whole.check("POST /v1/games/{game_id}/commands", receipt.json, 201)
    ticket = ada.post(path + "/ticket")
    whole.check("POST /v1/games/{game_id}/ticket", ticket.json, 201)
    refused = ada.post(path + "/commands", {"type": "roll_dice"})
    whole.check_component("Problem", refused.json)


def opened(site: Site, ruleset: str) -> Match:
    """A game of any ruleset that has started."""
    people = site.players(RULESETS[ruleset].seats[-1])
    body = {"ruleset": ruleset, "players": len(people)}
    match = Match(site, people[0].post("/v1/games", body).json["game_id"], people)
    for seat in range(len(people)):
        match.do(seat, "take_seat")
    match.do(0, "start_game")
    return match


def test_what_the_document_does_not_name_is_found_out() -> None:
    game = RandomGame(Setup("base", 3), 0, record=False)
    for _ in game.commits():
        view = encoded_view(9, game.state.ruleset.view(game.state, SPECTATOR)).value()
        if view["board"]:
            break
    view["names"] = {}
    contract("base").check_component("BaseGameView", view)
    view["board"]["hexes"][3]["colour"] = "green"
    with pytest.raises(AssertionError, match="colour"):
        contract("base").check_component("BaseGameView", view)
