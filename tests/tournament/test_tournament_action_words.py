"""What may be done in a tournament has words in every language, and forms need no rules."""

import re
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given

from api.schemas.commands import postable
from domain.ids import PlayerId
from domain.posting import Author, post_form, read_command
from domain.registry import TOURNAMENT
from domain.tournament.actions import OpenChoice
from domain.tournament.state import Tournament
from presentation.actions.phrasebook import tag_of
from presentation.registry import LANGUAGES
from presentation.tournament.actions import BOOKS, TOPICS
from projections.tournaments.action_words import actions_in_words
from tests.api.kit import Site
from tests.forms import filled_in
from tests.soak import examples
from tests.tournament.hall import allows
from tests.tournament.service.cups import Cup
from tests.tournament.test_tournament_laws import RANDOMS, begun

UNFINISHED = re.compile(r"[{}\x02\x1f\x03]|None|UNSET|Word\(")


def in_words(state: Tournament, player: PlayerId, lang: str) -> list[dict[str, Any]]:
    actions = TOURNAMENT.actions(state, player)
    blank: list[dict[str, Any]] = [{} for _ in actions]
    found = actions_in_words(
        state, actions, blank, lang, lambda people: {one: f"Name of {one[1:]}" for one in people}
    )
    decoded: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(found))
    return decoded


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_has_words_and_a_topic(lang: str) -> None:
    topics = [tag for tags in TOPICS.values() for tag in tags]
    assert sorted(topics) == sorted(tag_of(kind) for kind in postable(TOURNAMENT))
    assert set(topics) <= set(BOOKS[lang])
    assert set(BOOKS[lang]) == set(BOOKS["en"])


@examples(6)
@given(random=RANDOMS)
def test_forms_are_filled_in_by_one_who_knows_no_rules(random: Random) -> None:
    tournament = begun(random)
    for _ in tournament.run():
        if random.random() < 0.7:
            continue
        who = random.choice([*tournament.people, tournament.runner])
        actions = TOURNAMENT.actions(tournament.state, who)
        words = in_words(tournament.state, who, random.choice(LANGUAGES))
        labels = [one["label"] for one in words]
        assert len(set(labels)) == len(labels), labels
        for action, spoken in zip(actions, words, strict=True):
            for text in _texts(spoken):
                assert text
                assert not UNFINISHED.search(text), text
            if isinstance(action, OpenChoice):
                body = filled_in({"template": action.template, **spoken}, random)
                command = read_command(TOURNAMENT, body, Author(who, None, False))
                assert allows(action, command) or _is_kept_apart(action, body), body
            else:
                assert {one["field"] for one in spoken["touches"]} <= set(post_form(action))


def _is_kept_apart(action: OpenChoice, body: dict[str, Any]) -> bool:
    """Whether these two are kept apart already, which only the refusal tells."""
    pairs: Any = action.bounds["second"].not_with if "second" in action.bounds else ()
    return {body.get("first"), body.get("second")} in [set(pair) for pair in pairs]


def _texts(spoken: dict[str, Any]) -> list[str]:
    fields = spoken.get("form", ())
    values = [one["label"] for field in fields for one in field.get("values", ())]
    names = ("label", "group_label", "topic_label")
    return [*(spoken[name] for name in names), *(one["label"] for one in fields), *values]


def test_words_are_sent_to_who_asks_for_them() -> None:
    with Site() as site:
        cup = Cup(site, players=3).registered()
        plain = cup.read("/actions", cup.host)["actions"]
        english = cup.read("/actions?words=en", cup.host)["actions"]
        polish = cup.read("/actions?words=pl", cup.host)["actions"]
        bare = [{key: one[key] for key in then} for one, then in zip(english, plain, strict=True)]
        assert bare == plain
        (drop,) = (one for one in english if one["group"] == "drop_entrant")
        assert drop["label"] == "Take a player out"
        assert drop["form"][0]["values"][0]["label"] == "Player 1 (\u2068P0\u2069)"
        assert "Wycofaj gracza" in [one["label"] for one in polish]
        answer = cup.players[0].get(cup.path + "/actions?words=pl")
        assert answer.headers["Content-Language"] == "pl"
        assert [one["label"] for one in answer.json["actions"]] == ["Wycofaj się"]


def test_points_are_asked_for_by_player() -> None:
    with Site() as site:
        cup = Cup(site, players=3).started()
        cup.begin_round()
        listed = cup.read("/actions?words=en", cup.host)["actions"]
        (award,) = (one for one in listed if one["group"] == "award_table")
        assert award["label"] == "Set the result of table 1"
        assert award["touches"] == [{"field": "table", "place": "table", "id": 1}]
        points, winners, reason = award["form"]
        assert (points["kind"], points["greatest"]) == ("numbers", 1000)
        assert [one["value"] for one in winners["values"]] == [0, 1, 2]
        assert reason["greatest_length"] == 200
