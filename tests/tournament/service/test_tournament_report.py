"""Reports over the games of a tournament."""

import pytest

from projections.reports.game_reports import GameReports
from tests.api.kit import Site
from tests.tournament.service.cups import Cup


@pytest.fixture
def site():
    with Site() as made:
        yield made


@pytest.fixture
def cup(site):
    """One table is closed, and one is open."""
    made = Cup(site).started()
    first, second = made.begin_round()
    made.play(first["game"])
    made.play(second["game"], commits=4)
    made.read()
    return made


def games_in(report):
    return [one["game_id"] for one in report["games"]]


def test_everybody_gets_a_report_over_closed_games(site, cup):
    first, second = cup.tables()
    for person in (None, cup.people[first["players"][0]], cup.people[second["players"][0]]):
        assert games_in(cup.read("/report", person)) == [first["game"]]
    assert cup.host.read(cup.path + "/reads")["reads"] == []
    whole = site.anonymous.read(f"/v1/reports?game={first['game']}")
    assert cup.read("/report") == whole


def test_staff_get_open_games_too_and_that_is_recorded(site, cup):
    first, second = cup.tables()
    assert games_in(cup.read("/report", cup.host)) == [first["game"], second["game"]]
    (read,) = cup.host.read(cup.path + "/reads")["reads"]
    assert (read["player_id"], read["game_id"]) == (cup.host.player, second["game"])
    assert read["call"].endswith("/report")
    assert games_in(cup.read("/report", Cup(site).host)) == [first["game"]]


def test_staff_get_no_report_over_an_open_game_in_which_they_sit(site, cup):
    first, second = cup.tables()
    player = cup.people[second["players"][0]]
    body = {"type": "appoint_staff", "person": player.player, "role": "referee"}
    assert cup.host.post(f"{cup.path}/commands", body).status_code == 201
    assert games_in(cup.read("/report", player)) == [first["game"]]


def test_a_report_over_one_round_as_json_csv_or_text(site, cup):
    first, _ = cup.tables()
    assert games_in(cup.read("/report?round=1")) == [first["game"]]
    refused = site.anonymous.get(cup.path + "/report?round=2")
    assert (refused.status_code, refused.json["code"]) == (404, "round/unknown")
    table = site.anonymous.get(cup.path + "/report?format=csv")
    assert table.headers["Content-Type"].startswith("text/csv")
    assert first["game"] in table.text
    text = site.anonymous.get(cup.path + "/report", Accept="text/plain", Accept_Language="pl")
    assert text.headers["Content-Language"] == "pl"
    unknown = site.anonymous.get(cup.path + "/report", Accept="image/png")
    assert unknown.json["code"] == "accept/not_offered"


def test_a_tournament_without_games_has_an_empty_report(site):
    cup = Cup(site).started()
    cup.do(cup.host, "draft_round")
    assert cup.read("/report")["games"] == []
    assert site.anonymous.get(cup.path + "/report?round=1").json["code"] == "round/unknown"


def test_finished_games_are_not_read_again(site, cup, monkeypatch):
    report = cup.read("/report")

    def refold(self, game):
        raise AssertionError(f"{game} was read again")

    monkeypatch.setattr(GameReports, "_make", refold)
    assert cup.read("/report") == report
