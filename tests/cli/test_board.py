"""`hexledger board`: a map of one's own checked and drawn."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hexledger.cli.main import main

DOCUMENTED = (Path(__file__).parents[2] / "docs" / "layouts.md").read_text(encoding="utf-8")
EXAMPLES = {
    ruleset: json.loads(re.search(rf"```json {ruleset}\n(.*?)```", DOCUMENTED, re.S)[1])  # type: ignore[index]
    for ruleset in ("base", "seafarers")
}


@pytest.mark.parametrize("ruleset", EXAMPLES)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_map_is_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], ruleset: str, language: str
) -> None:
    path, picture = tmp_path / "map.json", tmp_path / "map.svg"
    path.write_text(json.dumps(EXAMPLES[ruleset]))
    arguments = [str(path), "--svg", str(picture), "--ruleset", ruleset, "--players", "3"]
    assert main(["board", *arguments, "--lang", language]) == 0
    drawn = ElementTree.parse(picture).getroot()
    hexes = [part for part in drawn.iter() if "data-terrain" in part.attrib]
    land = [hex_ for hex_ in EXAMPLES[ruleset]["hexes"] if hex_["terrain"] != "sea"]
    assert len(hexes) == len(land)
    assert f"good for 3 players of {ruleset}" in " ".join(capsys.readouterr().out.split())


def test_a_map_can_be_checked_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "map.json"
    path.write_text(json.dumps({**EXAMPLES["seafarers"], "title_pl": "Daleki brzeg"}))
    assert main(["board", str(path), "--lang", "pl"]) == 0
    assert " ".join(capsys.readouterr().out.split()) == (
        "Daleki brzeg: 19 hexes, 13 of them land and 2 hidden, 3 harbours; "
        "good for 4 players of seafarers."
    )
    assert list(tmp_path.iterdir()) == [path]


def test_maps_of_the_base_game_have_no_variable_set_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "map.json"
    path.write_text(json.dumps(EXAMPLES["base"]))
    assert main(["board", str(path), "--ruleset", "base", "--variable"]) == 2
    assert "no variable set-up" in " ".join(capsys.readouterr().err.split())


def test_what_is_wrong_with_a_map_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, picture = tmp_path / "map.json", tmp_path / "map.svg"
    bad = {**EXAMPLES["base"], "hexes": [{"q": 0, "r": 0, "terrain": "hills", "number": 7}]}
    for content, message in (
        ("[]", "a layout is a JSON object"),
        ("{", "this is not JSON"),
        (json.dumps(bad), "hexes[0].number"),
    ):
        path.write_text(content)
        assert main(["board", str(path), "--svg", str(picture)]) == 2
        assert message in " ".join(capsys.readouterr().err.split())
    assert not picture.exists()
    assert main(["board", str(tmp_path / "none.json"), "--svg", str(picture)]) == 2
