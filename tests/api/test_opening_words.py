"""What a form for a new game needs to say is in `/v1/rulesets`, in every language."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.registry import RULESETS
from tests.api.contract import Contract
from tests.api.kit import Site


@pytest.fixture(scope="module")
def rulesets() -> list[Any]:
    site = Site().anonymous
    found: list[Any] = Contract(site.read("/openapi.json")).read(site, "/v1/rulesets")["rulesets"]
    return found


def asked(name: str, schema: Any, definitions: Any) -> Iterator[str]:
    """Everything that a form has to name: options, their values, and the fields of small ones."""
    yield name
    for choice in schema.get("anyOf", [schema]):
        if "$ref" in choice:
            choice = definitions[choice["$ref"].rsplit("/", 1)[1]]
            fields = choice["properties"]
            if all("enum" in field or field.get("type") == "integer" for field in fields.values()):
                for field, inner in fields.items():
                    yield from asked(f"{name}.{field}", inner, definitions)
        for value in choice.get("enum", ()):
            yield f"{name}.{value}"


def test_every_option_and_every_value_has_a_name(rulesets: list[Any]):
    for ruleset in rulesets:
        options, languages = ruleset["options"], set(ruleset["languages"])
        schema, labels = options["schema"], options["labels"]
        names = {
            one
            for name, option in schema["properties"].items()
            for one in asked(name, option, schema["$defs"])
        }
        assert names == set(labels) & names, names - set(labels)
        assert all(set(texts) == languages and all(texts.values()) for texts in labels.values())


def test_rulesets_presets_and_bots_have_titles(rulesets: list[Any]):
    assert [ruleset["name"] for ruleset in rulesets] == list(RULESETS)
    for ruleset in rulesets:
        languages, options = set(ruleset["languages"]), ruleset["options"]
        assert set(ruleset["titles"]) == set(ruleset["summaries"]) == languages
        assert list(options["titles"]) == list(options["presets"])
        assert list(ruleset["bot_titles"]) == ruleset["bots"]
        for texts in (*options["titles"].values(), *ruleset["bot_titles"].values()):
            assert set(texts) == languages
