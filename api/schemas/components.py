"""The named schemas that are derived from the rulesets, shared where rulesets agree."""

from collections.abc import Mapping

from api.schemas.json_schema import JsonSchema, inlined, pascal_case, renamed


class Components:
    """Schemas by component name.

    The first ruleset that has a schema gives it its plain name. A ruleset that has another schema
    under the same name gets one of its own, which begins with the name of the ruleset.
    """

    def __init__(self) -> None:
        self.schemas: dict[str, JsonSchema] = {}
        self._whole: dict[str, JsonSchema] = {}

    def add(self, owner: str, found: Mapping[str, JsonSchema]) -> dict[str, str]:
        """Add schemas that refer to each other. Returns the names that they have from now on."""
        whole: dict[str, JsonSchema] = {name: inlined(one, found) for name, one in found.items()}
        names = {name: self._name_for(owner, name, one) for name, one in whole.items()}
        for name, schema in found.items():
            self.schemas[names[name]] = renamed(schema, names)
            self._whole[names[name]] = whole[name]
        return names

    def _name_for(self, owner: str, name: str, whole: JsonSchema) -> str:
        for candidate in (name, pascal_case(owner) + name):
            if self._whole.get(candidate, whole) == whole:
                return candidate
        raise ValueError(f"{owner} has two different schemas under the name {name}")
