"""Actions in words over HTTP: only for those who ask, in their language, with names."""

from random import Random

from tests.api.kit import NAMES, Site
from tests.api.test_view_contract import opened
from tests.forms import filled_in

IN_WORDS = {"label", "group", "group_label", "touches", "form"}


def test_only_who_asks_for_words_is_sent_any() -> None:
    with Site() as site:
        match = opened(site, "base")
        plain, words = (match.read(f"/actions{query}", 0) for query in ("", "?words=pl"))
    assert set(plain) == {"version", "seat", "actions"}
    assert set(words) == {"version", "seat", "actions", "prompt", "prices"}
    bare = [{k: v for k, v in one.items() if k not in IN_WORDS} for one in words["actions"]]
    assert bare == plain["actions"]


def test_the_answer_says_its_language_and_changes_with_names() -> None:
    with Site() as site:
        match = opened(site, "base")
        path = match.path + "/actions?words=en"
        first = match.people[0].get(path)
        assert first.headers["Content-Language"] == "en"
        assert match.people[0].get(path, If_None_Match=first.headers["ETag"]).status_code == 304
        polish = match.people[0].get(match.path + "/actions?words=pl")
        assert polish.headers["ETag"] != first.headers["ETag"]
        acting = first.json["prompt"]
        others = [person.read(path)["prompt"] for person in match.people]
        assert any(name in one for name in NAMES for one in others), acting


def test_a_language_that_nobody_speaks_is_refused() -> None:
    with Site() as site:
        match = opened(site, "base")
        answer = match.people[0].get(match.path + "/actions?words=tlh")
    assert answer.status_code == 422
    assert answer.json["code"] == "query/bad_value"


def test_spectators_are_told_what_the_game_waits_for_and_what_things_cost() -> None:
    with Site() as site:
        match = opened(site, "seafarers")
        told = site.anonymous.read(match.path + "/actions?words=en")
    assert told["actions"] == []
    assert told["prompt"].endswith("has to place a first settlement and a road or ship.")
    ship = next(price for price in told["prices"] if price["piece"] == "ship")
    assert ship == {
        "piece": "ship",
        "group": "build_ship",
        "label": "Ship",
        "cost": {"lumber": 1, "wool": 1},
        "cost_label": "1 lumber and 1 wool",
    }


def test_rulesets_have_a_price_list() -> None:
    with Site() as site:
        rulesets = site.anonymous.read("/v1/rulesets")["rulesets"]
    dice = next(one for one in rulesets if one["name"] == "dice")
    knight = next(price for price in dice["prices"] if price["piece"] == "knight")
    assert knight["titles"] == {"en": "Knight", "pl": "Rycerz"}
    assert knight["cost"] == {"ore": 1, "wool": 1, "grain": 1}


def test_a_client_that_knows_only_forms_can_use_every_open_choice_of_a_referee() -> None:
    with Site() as site:
        match = opened(site, "base")
        referee = site.player("Ref", role="organizer")
        actions = referee.read(match.path + "/actions?words=en")["actions"]
        groups = [action["group"] for action in actions]
        assert {"issue_ruling", "replace_player", "pause_game"} <= set(groups)
        for group in ("issue_ruling", "replace_player", "pause_game"):
            body = filled_in(actions[groups.index(group)], Random(group))
            answer = referee.post(match.path + "/commands", body)
            assert answer.status_code == 201, (body, answer.json)
