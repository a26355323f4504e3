"""Golden games: what was recorded once comes out again, hash for hash and view for view."""

from collections.abc import Callable

import pytest

from domain.registry import RULESETS
from tests.clocks.games import timed_of
from tests.games import SETUPS_OF
from tests.golden.checking import check
from tests.golden.files import GoldenGame, golden_games
from tests.golden.reasons import PROPERTY
from tests.probes import PROBES


@pytest.mark.parametrize("game", golden_games(), ids=lambda game: game.title)
def test_a_golden_game_ends_as_recorded(
    game: GoldenGame, record_property: Callable[[str, object], None]
) -> None:
    for reason in game.record().because:
        record_property(PROPERTY, (game.title, reason))
    check(game)


def test_every_ruleset_has_whole_ledgers_of_every_schema() -> None:
    whole = [game for game in golden_games() if game.ledger_path.exists()]
    found = {(game.ruleset_name, game.header().schema) for game in whole}
    for ruleset in RULESETS.values():
        for schema in range(1, ruleset.schema + 1):
            assert (ruleset.name, schema) in found


def test_every_version_of_every_ruleset_has_golden_games() -> None:
    for name, ruleset in RULESETS.items():
        recorded = {game.header().rules for game in golden_games(name)}
        assert sorted(recorded) == ruleset.versions.numbers


def test_every_option_has_a_golden_game() -> None:
    for name, ruleset in RULESETS.items():
        recorded = {game.name for game in golden_games(name)}
        assert set(SETUPS_OF[name]) | set(timed_of(ruleset)) <= recorded


def test_every_command_and_every_event_is_in_some_golden_game() -> None:
    for ruleset in RULESETS.values():
        games = golden_games(ruleset.name)
        found = {tag for game in games for tag in game.command_types()}
        found |= {tag for game in games for tag in game.record().ending.events}
        tags = {str(kind.__struct_config__.tag) for kind in (*ruleset.commands, *ruleset.events)}
        tags -= PROBES[ruleset.name].unheard_of
        tags -= set() if len(ruleset.versions.numbers) > 1 else {"change_rules", "rules_changed"}
        tags -= set() if ruleset.opening.is_shareable else {"challenge_missed"}
        assert sorted(tags - found) == []
