"""An upgrade: this build starts on the data folder of an earlier release and goes on.

`earlier_release` was written by the release before the second version of rules: a service with
closed and running games of every ruleset, a tournament in its first round, and ratings.
"""

import gzip
import json
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eventlog.verification import VerificationStatus, verify
from tests.redises import until
from tests.service import PROGRAM, ROOT, Service

RELEASE = Path(__file__).parent / "earlier_release"
CONTENTS = json.loads((RELEASE / "contents.json").read_bytes())
GAMES: dict[str, str] = CONTENTS["games"]
TOKENS = {one["player_id"]: one["token"] for one in CONTENTS["players"]}
UNWANTED = ("resign", "call_referee", "ask_for_pause")


class UpgradedService:
    """The service of this build on the data of the earlier release."""

    def __init__(self, service: Service, folder: Path) -> None:
        self._url, self._folder = service.url, folder

    def call(self, path: str, token: str = "", body: object = None) -> bytes:
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, headers)
        with urllib.request.urlopen(request) as answer:
            found: bytes = answer.read()
            return found

    def read(self, path: str, token: str = "") -> Any:
        return json.loads(self.call(path, token))

    def view(self, game: str) -> Any:
        return self.read(f"/v1/games/{game}")

    def play(self, game: str, moves: int) -> None:
        """Let the people of the earlier release go on, each with the first move that is listed."""
        for _ in range(moves):
            for token in TOKENS.values():
                actions = self.read(f"/v1/games/{game}/actions", token)["actions"]
                commands = [one.get("command") or one["example"] for one in actions]
                commands = [one for one in commands if one["type"] not in UNWANTED]
                if commands:
                    self.call(f"/v1/games/{game}/commands", token, commands[0])
                    break

    def finish(self, game: str) -> bytes:
        """Let people resign until the game is over, and return the closed ledger."""
        for seat in self.view(game)["seats"]:
            if self.view(game)["outcome"] is None:
                token = TOKENS[seat["player"]]
                self.call(f"/v1/games/{game}/commands", token, {"type": "resign"})
        until(lambda: self.view(game)["phase"] == "closed", "the game is closed")
        return self.call(f"/v1/games/{game}/export")

    def log(self, game: str, lang: str) -> list[str]:
        page = self.read(f"/v1/games/{game}/log?lang={lang}&limit=500")
        return [entry["text"] for entry in page["entries"]]

    def command_line(self, *arguments: str) -> tuple[int, str]:
        environment = {"PATH": "/usr/bin:/bin", "HEXLEDGER_DATA_DIR": str(self._folder)}
        done = subprocess.run(
            [*PROGRAM, *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[UpgradedService]:
    folder = tmp_path_factory.mktemp("upgraded")
    data = folder / "data"
    (data / "redis").mkdir(mode=0o700, parents=True)
    data.chmod(0o700)
    with gzip.open(RELEASE / "appendonly.aof.gz") as stored:
        (data / "redis" / "appendonly.aof").write_bytes(stored.read())
    for name, secret in CONTENTS["secrets"].items():
        (data / name).write_text(secret + "\n")
        (data / name).chmod(0o600)
    with Service(folder) as service:
        service.start()
        yield UpgradedService(service, data)


def is_sound(ledger: bytes) -> bool:
    return verify(ledger).status == VerificationStatus.SOUND


@pytest.mark.parametrize("name", ["base-closed", "duel-closed", "dice-closed"])
def test_a_closed_game_is_shown_exported_and_sound(upgraded: UpgradedService, name: str) -> None:
    view = upgraded.view(GAMES[name])
    assert (view["phase"], view["rules"]) == ("closed", 1)
    assert is_sound(upgraded.call(f"/v1/games/{GAMES[name]}/export"))
    assert b"<svg" in upgraded.call(f"/v1/games/{GAMES[name]}/board.svg")
    assert upgraded.read(f"/v1/games/{GAMES[name]}/stats")["version"] == view["version"]


def test_records_and_ratings_are_what_they_were(upgraded: UpgradedService) -> None:
    for player, record in CONTENTS["records"].items():
        assert upgraded.read(f"/v1/players/{player}") == record
    status, printed = upgraded.command_line("rebuild")
    assert status == 0, printed
    for player, record in CONTENTS["records"].items():
        assert upgraded.read(f"/v1/players/{player}") == record


@pytest.mark.parametrize("name", ["base-running", "sea-running", "dice-running", "table"])
def test_a_running_game_goes_on_by_the_rules_it_was_opened_by(
    upgraded: UpgradedService, name: str
) -> None:
    before = upgraded.view(GAMES[name])["version"]
    upgraded.play(GAMES[name], 4)
    view = upgraded.view(GAMES[name])
    assert (view["version"], view["rules"]) == (before + 4, 1)


def test_a_game_that_goes_on_is_closed_with_a_sound_ledger(upgraded: UpgradedService) -> None:
    upgraded.play(GAMES["dice-running"], 2)
    assert is_sound(upgraded.finish(GAMES["dice-running"]))


def test_the_operator_lets_a_running_game_go_on_by_newer_rules(upgraded: UpgradedService) -> None:
    game = GAMES["sea-running"]
    status, printed = upgraded.command_line("rules", game, "--to", "2", "--because", "clearer maps")
    assert (status, f"{game}: seafarers, rules 2, playing" in printed) == (0, True), printed
    assert upgraded.view(game)["rules"] == 2
    upgraded.play(game, 3)
    told = "The game goes on by version 2 of its rules (reason: clearer maps)."
    assert told in upgraded.log(game, "en")
    polish = "Gra toczy się dalej według wersji 2 zasad (powód: clearer maps)."
    assert polish in upgraded.log(game, "pl")
    again = upgraded.command_line("rules", game, "--to", "2", "--because", "once more")
    assert again[0] == 1
    assert "is played by rules 2 already" in again[1]
    ledger = upgraded.finish(game)
    assert b'"rules":1' in ledger.partition(b"\n")[0]
    assert is_sound(ledger)


def test_a_tournament_goes_on_and_its_tables_keep_the_rules(upgraded: UpgradedService) -> None:
    game, cup = GAMES["table"], CONTENTS["tournament"]
    upgraded.finish(game)
    rounds = f"/v1/tournaments/{cup}/rounds/1"
    until(lambda: upgraded.read(rounds)["tables"][0]["result"], "the result is recorded")
    for token in TOKENS.values():
        upgraded.call(f"/v1/tournaments/{cup}/commands", token, {"type": "sign_result"})
    host = next(iter(TOKENS.values()))
    for step in ("draft_round", "publish_round", "start_round"):
        upgraded.call(f"/v1/tournaments/{cup}/commands", host, {"type": step})
    (table,) = upgraded.read(f"/v1/tournaments/{cup}/rounds/2")["tables"]
    assert upgraded.view(table["game"])["rules"] == 1


def test_a_new_game_has_the_newest_rules(upgraded: UpgradedService) -> None:
    host = next(iter(TOKENS.values()))
    opened = json.loads(upgraded.call("/v1/games", host, {"ruleset": "base", "players": 3}))
    assert upgraded.view(opened["game_id"])["rules"] == 2
    versions = {one["name"]: one["versions"] for one in upgraded.read("/v1/rulesets")["rulesets"]}
    assert versions == {"base": [1, 2], "dice": [1], "duel": [1, 2], "seafarers": [1, 2]}


def test_all_closed_games_are_judged_again_and_the_outcome_is_published(
    upgraded: UpgradedService,
) -> None:
    assert upgraded.read("/v1/revalidation") == {"revalidation": None}
    status, printed = upgraded.command_line("revalidate", "--jobs", "2", "--json")
    assert status == 0, printed
    outcome = json.loads(printed.splitlines()[-1])
    assert (outcome["unsound"], outcome["rules_missing"]) == (0, 0)
    assert outcome["ledgers"] == outcome["sound"] >= 3
    assert upgraded.read("/v1/revalidation") == {"revalidation": outcome}
    assert outcome["digest"].encode() in upgraded.call("/revalidation")


def test_the_page_shows_what_the_operator_sees(upgraded: UpgradedService) -> None:
    page = (ROOT / "docs" / "upgrading.md").read_text()
    status, printed = upgraded.command_line("rules")
    assert status == 0
    known, *games = printed.split(GAMES["base-running"])
    assert games
    assert all(f"   {line}\n" in page for line in known.splitlines() if "this build" in line)
    *_, last = upgraded.command_line("revalidate", "--jobs", "1")[1].splitlines()
    assert f"   {last}\n" in page


def test_players_do_not_change_rules(upgraded: UpgradedService) -> None:
    host, path = next(iter(TOKENS.values())), f"/v1/games/{GAMES['base-running']}/commands"
    body = {"type": "change_rules", "rules": 2, "reason": "I like it"}
    with pytest.raises(urllib.error.HTTPError) as refused:
        upgraded.call(path, host, body)
    assert json.loads(refused.value.read())["code"] == "command/not_for_players"
