"""The daily challenge over HTTP: one attempt a day, sealed until midnight, and its table."""

from random import Random
from typing import Any

import pytest

from eventlog.daily_challenges import FIRST_DATE, daily_at, daily_on, date_of
from eventlog.import_export import export_ledger, import_ledger
from eventlog.server_time import now_ms
from eventlog.signing import SigningKey
from eventlog.verification import VerificationStatus, verify
from hexledger.self_play import STARTED_AT
from projections.rebuilding import Rebuilding
from tests.api.kit import MASTER, NDJSON, SSE, Match, Person, Site, problem
from tests.clock import Clock
from tests.commands.backend import code_of
from workers.due_games import DueGames

DAY = daily_at(STARTED_AT)
TODAY = date_of(DAY)
PARTS = (
    "",
    "/board",
    "/score",
    "/hand",
    "/log",
    "/stats",
    "/actions",
    "/board.svg",
    "/export",
    "/reads",
    "/events",
)


class Day(Site):
    """A service on one day, until a test lets the day end."""

    def __init__(self, redis: Any = None) -> None:
        self.clock = Clock(STARTED_AT + 3_600_000)
        super().__init__(redis, clock=self.clock)

    def attempt(self, person: Person, luck: int | None = 0) -> Match:
        """A player's attempt, finished by luck, or just begun."""
        answer = person.post("/v1/daily")
        assert answer.status_code == 201, answer.data
        match = Match(self, answer.json["game_id"], [person])
        if luck is not None:
            match.play_quickly(Random(luck))
        return match

    def end(self) -> int:
        """Midnight, and the worker comes round; how many games it looked after."""
        self.clock.now = DAY.closes_at
        return DueGames(self.desk).sweep()


# One attempt


def test_a_second_attempt_is_the_first_on_any_server() -> None:
    with Day() as site:
        ada = site.player()
        match = site.attempt(ada, luck=None)
        match.play_quickly(Random(0), 5)
        with Day(site.redis) as other:
            again = Person(other.client, ada.player, ada.token).post("/v1/daily")
        assert again.json["game_id"] == match.game
        assert again.headers["Location"] == match.path
        assert ada.read("/v1/daily")["game_id"] == match.game
        assert match.version == 6, "it goes on where it was"
        site.clock.now = DAY.closes_at
        assert site.attempt(ada, luck=None).game != match.game, "tomorrow is another day"


def test_an_attempt_needs_somebody_who_makes_it() -> None:
    with Day() as site:
        problem(site.anonymous.post("/v1/daily"), 401, "auth/token_missing")
        assert site.anonymous.read("/v1/daily")["game_id"] is None


def test_an_attempt_cannot_be_begun_when_its_day_is_over() -> None:
    with Day() as site:
        ada = site.player()
        site.clock.now = DAY.closes_at
        assert code_of(site.desk.open_attempt, "dice", DAY, ada.player) == "challenge/not_on"
        site.clock.now = DAY.opens_at - 1
        assert code_of(site.desk.open_attempt, "dice", DAY, ada.player) == "challenge/not_on"


@pytest.mark.parametrize("more", [{"daily": TODAY}, {"challenge": TODAY}])
def test_nobody_opens_an_attempt_as_a_game(more: dict[str, str]) -> None:
    with Day() as site:
        game = {"ruleset": "dice", "players": 1}
        ada = site.player()
        problem(ada.post("/v1/games", {**game, "options": more}), 422, "options/unknown")
        problem(ada.post("/v1/games", {**game, **more}), 422, "body/unknown_field")


def test_the_player_adds_no_nonce_and_no_bot() -> None:
    with Day() as site:
        match = site.attempt(site.player(), luck=None)
        for command in ({"type": "add_nonce", "nonce": "0" * 32}, {"type": "seat_bot", "bot": "x"}):
            problem(match.post(0, command), 409, "lobby/already_started")
        assert {"roll_dice", "resign"} == {command["type"] for command in match.commands(0)}


# Sealed


@pytest.mark.parametrize("luck", [None, 0])
def test_nobody_else_looks_at_an_attempt_before_the_day_ends(luck: int | None) -> None:
    with Day() as site:
        ada, bea = site.players(2)
        match = site.attempt(ada, luck)
        site.attempt(bea, luck)
        for who in (bea, site.anonymous):
            for part in PARTS:
                problem(who.get(match.path + part), 403, "game/sealed")
                problem(who.get(f"{match.path}{part}?at=1"))
            for accept in (SSE, NDJSON):
                problem(who.get(match.path + "/events", Accept=accept), 403, "game/sealed")
        problem(bea.post(match.path + "/ticket"), 403, "game/sealed")
        for kind in ("roll_dice", "take_seat", "resign"):
            answer = bea.post(match.path + "/commands", {"type": kind}, If_Match="1")
            problem(answer, 403, "game/sealed")
        for part in ("", "/board", "/score", "/hand", "/log", "/stats", "/actions", "/events"):
            assert ada.get(match.path + part).status_code == 200
        problem(ada.get(match.path + "/export"), 403, "game/not_closed")
        assert ada.get(match.path + "/ticket").status_code == 405
        ticket = ada.post(match.path + "/ticket").json["ticket"]
        assert site.anonymous.get(f"{match.path}/events?ticket={ticket}").status_code == 200


def test_no_list_tells_of_it_but_the_players_own() -> None:
    with Day() as site:
        ada, bea = site.players(2)
        match = site.attempt(ada)
        assert site.anonymous.read("/v1/games")["games"] == []
        assert site.anonymous.read("/v1/closed-games")["games"] == []
        assert bea.read("/v1/players/me/games")["games"] == []
        assert [one["game_id"] for one in ada.read("/v1/players/me/games")["games"]] == [match.game]
        assert match.game not in site.anonymous.get("/v1/daily").text


def test_a_referee_may_look_and_that_is_recorded() -> None:
    with Day() as site:
        ada, referee = site.player(), site.player("Rea", "organizer")
        match = site.attempt(ada, luck=None)
        looks = ("", "/board", "/stats", "/actions", "/score?as=spectator", "/events")
        for part in looks:
            assert referee.get(match.path + part).status_code == 200
        site.end()
        reads = ada.read(match.path + "/reads")["reads"]
        assert [one["player_id"] for one in reads] == [referee.player] * len(looks)


# The end of the day


def test_the_day_ends_by_the_worker_and_then_all_is_open() -> None:
    with Day() as site:
        ada, bea = site.players(2)
        done, begun = site.attempt(ada), site.attempt(bea, luck=None)
        begun.play_quickly(Random(1), 7)
        assert DueGames(site.desk).sweep() == 0, "nothing is due before midnight"
        assert code_of(site.desk.close_game, done.game) == "challenge/still_on"
        site.clock.now = DAY.closes_at - 1
        assert DueGames(site.desk).sweep() == 0
        assert site.end() == 2
        assert DueGames(site.desk).sweep() == 0
        for match, outcome in ((done, "won"), (begun, "abandoned")):
            view = match.read()
            assert (view["phase"], view["outcome"]) == ("closed", outcome)
            for part in ("/board", "/log", "/stats", "/board.svg", "/hand?as=0", "/events"):
                person = site.player()
                assert person.get(match.path + part).status_code == 200
            verdict = verify(match.get("/export").data, public_keys=[SigningKey(MASTER).public])
            assert (verdict.status, verdict.signature) == (VerificationStatus.SOUND, "valid"), (
                verdict.message
            )
        told = site.anonymous.read(f"/v1/daily/{TODAY}")
        assert told["is_closed"]
        assert told["seed"] == done.read()["seed"] == begun.read()["seed"]
        assert told["commitment"] == done.read()["commitment"]
        closed = site.anonymous.read("/v1/closed-games")["games"]
        assert {one["challenge"] for one in closed} == {DAY.name}


def test_a_read_or_a_late_move_after_midnight_ends_the_day_as_well() -> None:
    with Day() as site:
        ada, bea = site.players(2)
        match, other = site.attempt(ada, luck=None), site.attempt(bea, luck=None)
        site.clock.now = DAY.closes_at
        problem(match.post(0, {"type": "roll_dice"}), 409, "game/closed")
        assert other.read()["phase"] == "closed"


def test_another_server_hears_that_it_was_closed() -> None:
    with Day() as site:
        match = site.attempt(site.player(), luck=None)
        with Day(site.redis) as other:
            problem(match.at(other).get("/board"), 403, "game/sealed")
            site.end()
            assert match.at(other).get("/board").status_code == 200


# The table


def points_of(match: Match) -> int:
    return int(match.read("/score", 0)["scores"][0]["points"])


def test_the_table_ranks_finished_attempts_and_equals_share_a_rank() -> None:
    with Day() as site:
        people = [site.player(name) for name in ("Ada", "Bea", "Cyd", "Dan")]
        matches = [site.attempt(who, luck) for who, luck in zip(people, (0, 1, 0), strict=False)]
        site.attempt(people[3], luck=None)
        points = {match.people[0].player: points_of(match) for match in matches}
        board = site.anonymous.read("/v1/daily")
        assert (board["date"], board["seed"], board["is_closed"]) == (TODAY, None, False)
        assert {row["player_id"]: row["points"] for row in board["players"]} == points
        assert all(row["game_id"] is row["export"] is None for row in board["players"])
        ranks = [row["rank"] for row in board["players"]]
        assert ranks == (
            [1, 1, 3] if points[people[0].player] > points[people[1].player] else [1, 2, 2]
        )
        site.end()
        after = site.anonymous.read(f"/v1/daily/{TODAY}")
        kept = ("rank", "player_id", "name", "points")
        assert [[row[name] for name in kept] for row in after["players"]] == [
            [row[name] for name in kept] for row in board["players"]
        ]
        exports = {row["export"] for row in after["players"]}
        assert exports == {match.path + "/export" for match in matches}
        paged, cursor = [], ""
        while cursor is not None:
            page = site.anonymous.read(f"/v1/daily/{TODAY}?limit=1{cursor and '&cursor=' + cursor}")
            paged += page["players"]
            cursor = page["next"]
        assert paged == after["players"]


def test_the_table_comes_from_the_ledgers_alone() -> None:
    with Day() as site, Day() as elsewhere:
        people = site.players(3)
        matches = [site.attempt(who, luck) for luck, who in enumerate(people)]
        during = site.anonymous.read("/v1/daily")
        rebuilt = list(Rebuilding(site.games).run())
        assert [one.problem for one in rebuilt] == [None] * len(matches)
        assert site.anonymous.read("/v1/daily") == during
        site.end()
        told = site.anonymous.read(f"/v1/daily/{TODAY}")
        list(Rebuilding(site.games).run())
        assert site.anonymous.read(f"/v1/daily/{TODAY}") == told
        for match in matches:
            import_ledger(elsewhere.games.ledger, export_ledger(site.games, match.game), MASTER)
        elsewhere.clock.now = DAY.closes_at
        unsigned = elsewhere.anonymous.read(f"/v1/daily/{TODAY}")
        assert unsigned["players"] == [], "nobody vouches for these"


def test_an_attempt_counts_nowhere_else() -> None:
    with Day() as site:
        ada, bea = site.players(2)
        site.attempt(ada)
        site.attempt(bea, luck=None)
        site.end()
        for who in (ada, bea):
            assert site.anonymous.read(f"/v1/players/{who.player}")["records"] == []
        assert site.anonymous.read("/v1/leaderboards/dice")["players"] == []


@pytest.mark.parametrize("date", ["2026-01-02", "2026-13-01", "today", "20260101", "9999-12-31"])
def test_a_day_that_is_not_there_is_unknown(date: str) -> None:
    with Day() as site:
        problem(site.anonymous.get(f"/v1/daily/{date}"), 404, "daily/unknown")


@pytest.mark.parametrize("date", ["0001-01-01", "1969-12-31", "1970-01-01", "2025-12-31"])
def test_a_day_before_the_first_challenge_is_unknown(date: str) -> None:
    with Day() as site:
        problem(site.anonymous.get(f"/v1/daily/{date}"), 404, "daily/unknown")
        assert site.anonymous.read(f"/v1/daily/{FIRST_DATE}")["date"] == FIRST_DATE


def test_a_day_on_which_nobody_played_has_its_seed_all_the_same() -> None:
    with Day() as site:
        site.clock.now = DAY.closes_at
        told = site.anonymous.read(f"/v1/daily/{TODAY}")
        assert (told["players"], len(told["seed"])) == ([], 64)


def test_days_follow_each_other_without_a_gap() -> None:
    at = now_ms()
    today = daily_at(at)
    assert today.is_on(at)
    assert daily_at(today.closes_at).opens_at == today.closes_at
    assert daily_at(today.closes_at - 1) == today == daily_on(date_of(today))


def test_an_attempt_can_be_moved_to_another_server_of_the_same_secret() -> None:
    with Day() as site, Day() as elsewhere:
        match = site.attempt(site.player(), luck=None)
        match.play_quickly(Random(0), 9)
        site.desk.move_game(match.game)
        assert import_ledger(
            elsewhere.games.ledger, export_ledger(site.games, match.game, to_move=True), MASTER
        )
        with elsewhere.games.hold(match.game) as live:
            assert live.state.is_sealed
            assert live.due == DAY.closes_at


# New accounts


class NewcomersDay(Day):
    """A day on which every account was created after midnight."""

    players_since = DAY.opens_at


def test_a_new_account_practises_with_dice_of_its_own() -> None:
    """Nobody learns the dice of the day with a second account."""
    with Day() as site:
        regular = site.player()
        answer = regular.post("/v1/daily")
        assert (answer.json["ranked"], answer.json["reason"]) == (True, None)
        newcomers = NewcomersDay(site.redis)
        dice = []
        for person in (newcomers.player("Bob"), newcomers.player("Cyd")):
            answer = person.post("/v1/daily")
            assert (answer.json["ranked"], answer.json["reason"]) == (False, "daily/new_account")
            assert person.post("/v1/daily").json["game_id"] == answer.json["game_id"]
            assert person.read("/v1/daily")["game_id"] == answer.json["game_id"]
            match = Match(newcomers, answer.json["game_id"], [person])
            view = match.read(viewer=0)
            assert view["challenge"]["name"] == f"practice:{TODAY}:{person.player}"
            assert view["commitment"] != site.anonymous.read("/v1/daily")["commitment"]
            problem(regular.get(match.path), 403, "game/sealed")
            dice.append(match.do(0, "roll_dice")["events"][0]["faces"])
        own = Match(site, regular.read("/v1/daily")["game_id"], [regular])
        dice.append(own.do(0, "roll_dice")["events"][0]["faces"])
        assert len({tuple(faces) for faces in dice}) == 3


def test_practice_is_in_no_table_and_its_ledger_is_sound() -> None:
    with NewcomersDay() as site:
        match = site.attempt(site.player())
        assert site.anonymous.read("/v1/daily")["players"] == []
        site.end()
        assert site.anonymous.read(f"/v1/daily/{TODAY}")["players"] == []
        ledger = match.get("/export").data
        assert verify(ledger).status == VerificationStatus.SOUND


def test_who_practised_today_may_play_for_the_table_tomorrow() -> None:
    with NewcomersDay() as site:
        ada = site.player()
        assert ada.post("/v1/daily").json["ranked"] is False
        site.clock.now = DAY.closes_at
        assert ada.post("/v1/daily").json["ranked"] is True
