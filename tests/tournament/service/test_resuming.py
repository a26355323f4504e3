"""Opening a round goes on after a stop at any instant, and several servers at once do no harm."""

import threading

import pytest

from tests.api.kit import Site
from tests.tournament.service.cups import Cup


class Stopped(Exception):
    """The server stopped here."""


@pytest.fixture
def cup():
    with Site() as site:
        made = Cup(site).started()
        for kind in ("draft_round", "publish_round"):
            made.do(made.host, kind)
        made.site.tournaments.desk.run_all_due_work = lambda tournament: None
        made.do(made.host, "start_round")
        yield made


def finish(cup, site):
    for _ in site.tournaments.desk.run_due_work(cup.id):
        pass


def require_opened_once(cup, site):
    tables = site.anonymous.read(cup.path)["rounds"][0]["tables"]
    games = {table["game"] for table in tables}
    assert set(site.games.ledger.games()) == games
    assert len(games) == 2
    for game in games:
        commits = site.anonymous.read(f"/v1/games/{game}/events")["commits"]
        kinds = [event["type"] for commit in commits for event in commit["events"]]
        assert kinds.count("game_opened") == kinds.count("game_started") == 1


@pytest.mark.parametrize("appends", range(5))
def test_another_server_finishes_what_one_began(cup, appends):
    """Two games are opened, then recorded, then started: the first server stops in between."""
    left = [appends]
    ledgers = (cup.site.games.ledger, cup.site.tournaments.desk.games.ledger)

    def stopping(append):
        def run(*given, **more):
            if not left[0]:
                raise Stopped
            left[0] -= 1
            return append(*given, **more)

        return run

    for ledger in ledgers:
        ledger.append = stopping(ledger.append)
    with pytest.raises(Stopped):
        finish(cup, cup.site)
    with cup.site.another_server() as other:
        finish(cup, other)
        require_opened_once(cup, other)


def test_servers_that_open_a_round_at_once_open_every_table_once(cup):
    servers = [cup.site.another_server() for _ in range(4)]
    threads = [threading.Thread(target=finish, args=(cup, one)) for one in servers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    require_opened_once(cup, servers[0])
    for one in servers:
        one.__exit__()


def test_a_server_that_stops_before_a_result_is_recorded_loses_nothing(cup):
    finish(cup, cup.site)
    with cup.site.another_server() as other:
        tables = other.anonymous.read(cup.path)["rounds"][0]["tables"]
        cup.play(tables[0]["game"])
        shown = other.anonymous.read(cup.path)["rounds"][0]["tables"]
        assert [table["result"] is not None for table in shown] == [True, False]
