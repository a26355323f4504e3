"""A tournament of 24, bots on half of the seats, with all that goes wrong in one; then verified."""

import pytest

from hexledger.cli.main import main
from tests.api.kit import Site
from tests.tournament.service.cups import SHORT, Cup

START = 1_800_000_000_000


@pytest.fixture
def site():
    with Site() as made:
        made.desk.clock = lambda: START - 60_000
        yield made


def test_a_tournament_of_24_with_everything_that_goes_wrong(site, tmp_path):
    cup = Cup(
        site,
        players=12,
        games={"ruleset": "base", "options": SHORT},
        format={"type": "swiss", "rounds": 2},
        starts_at=START,
        check_in_seconds=600,
        late_until_round=2,
    ).registered()
    referee = site.player("Rita")
    cup.do(cup.host, "appoint_staff", person=referee.player, role="referee")
    for _ in range(12):
        cup.do(cup.host, "add_bot", bot="random")

    # One does not come, and loses the place.
    absent, *others = cup.players
    for player in others:
        cup.do(player, "check_in")
    cup.do(cup.host, "start_tournament")
    assert _status(cup, absent) == "absent"

    # One comes late, and takes the free place.
    late = site.player("Zoe")
    cup.people[late.player] = late
    cup.do(late, "register")
    assert len(cup.begin_round()) == 6

    # A referee rewinds a game.
    table = next(one for one in cup.tables() if _people(cup, one))
    game = f"/v1/games/{table['game']}"
    cup.play(table["game"], commits=4)
    before = site.anonymous.read(game)["version"]
    rewind = {"type": "rewind_to", "version": before - 2, "reason": "The wrong seat moved"}
    answer = referee.post(game + "/commands", rewind)
    assert answer.status_code == 201, answer.data
    assert site.anonymous.read(game)["version"] == before + 1

    # An appeal is rejected, and all other results are signed.
    cup.play_round()
    person = _people(cup, table)[0]
    cup.do(person, "appeal_result", reason="The dice were loaded")
    cup.do(referee, "reject_appeal", appeal=1, reason="They are not")
    _sign(cup)
    assert cup.read()["rounds"][0]["status"] == "closed"

    # One drops, and one is disqualified.
    dropped, cheat = others[0], others[1]
    cup.do(dropped, "withdraw")
    cup.do(referee, "disqualify_player", entrant=cheat.player, reason="Two accounts")
    second = cup.begin_round()
    seated = {player for one in second for player in one["players"]}
    assert len(seated) == 22
    assert not seated & {dropped.player, cheat.player, absent.player}
    cup.play_round()
    _sign(cup)
    cup.do(cup.host, "finish_tournament")

    view = cup.read()
    assert view["phase"] == "closed"
    ranks = {line["player"]: line["rank"] for line in view["standings"]}
    assert ranks[cheat.player] is None
    assert late.player in ranks
    path = tmp_path / "cup.zip"
    path.write_bytes(site.anonymous.get(cup.path + "/bundle").data)
    assert main(["verify", str(path)]) == 0


def _status(cup, person):
    entries = {one["player"]: one["status"] for one in cup.read("/entries")["entries"]}
    return entries[person.player]


def _people(cup, table):
    return [cup.people[one] for one in table["players"] if one in cup.people]


def _sign(cup):
    """Everybody signs who has not; a table is sealed when its last person has."""
    for table in cup.tables():
        for person in _people(cup, table):
            cup.do(person, "sign_result")


def test_two_organizers_at_two_servers_never_open_a_table_twice(site):
    """Both do the same work of the same round, each with nothing in memory of the other."""
    cup = Cup(site).started()
    cup.do(cup.host, "draft_round")
    cup.do(cup.host, "publish_round")
    with site.another_server() as other:
        other.desk.clock = site.desk.clock
        before = set(site.games.ledger.games())
        # The first server stops right after the commit that starts the round.
        site.tournaments.desk.run_all_due_work = lambda tournament: None
        cup.do(cup.host, "start_round")
        assert set(site.games.ledger.games()) == before
        first = site.tournaments.desk.run_due_work(cup.id)
        second = other.tournaments.desk.run_due_work(cup.id)
        for receipts in (second, first):
            for _ in receipts:
                pass
        opened = set(site.games.ledger.games()) - before
        tables = other.anonymous.read(cup.path)["rounds"][0]["tables"]
        assert opened == {table["game"] for table in tables}
        assert len(opened) == 2
        assert all(site.anonymous.read(f"/v1/games/{game}")["phase"] != "lobby" for game in opened)
