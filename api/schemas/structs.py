"""JSON schemas of what is sent, derived from the structs that are encoded.

A ruleset has several classes for one thing: a lobby and a game that has started, a board and the
board of a scenario that shows more. A client sees one schema for all of them: the properties of
all these classes, of which those are required that every class has. Classes with a tag stay
apart, as one of several.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias, get_origin

import msgspec
from msgspec import UNSET, Struct, inspect

from api.schemas.json_schema import REF, JsonSchema, simplified, tidied
from domain.table.geometry import GeometryApart

Kind: TypeAlias = type[Struct]

GEOMETRY_HASH: JsonSchema = {
    "type": ["string", "null"],
    "pattern": "^[0-9a-f]{64}$",
    "description": "The hash of the geometry that is left out, if `geometry=apart` was asked for; "
    "null while nothing is laid out",
}


class StructSchemas:
    """The schemas of structs and of all that is in them. A component has the name of its class."""

    def __init__(self, roots: Iterable[Kind], apart: GeometryApart[Any] | None = None) -> None:
        """With `apart`, boards are described in both forms: with their geometry and without."""
        self._apart = apart
        roots = list(dict.fromkeys(roots))
        refs, self._raw = msgspec.json.schema_components(roots, ref_template="{name}")
        self._names = {kind: ref["$ref"] for kind, ref in zip(roots, refs, strict=True)}
        self._classes = {kind.__name__: kind for kind in _reached_from(roots)}
        self._groups: dict[str, tuple[str, ...]] = {}
        self.components: dict[str, JsonSchema] = {}
        """What the schemas asked for so far refer to, by component name."""

    def merged(self, kinds: Iterable[Kind]) -> JsonSchema:
        """One object schema for all these classes."""
        merged: JsonSchema = tidied(self._merged(tuple(self._names[kind] for kind in kinds)))
        return merged

    def _merged(self, names: tuple[str, ...]) -> JsonSchema:
        properties: dict[str, list[JsonSchema]] = {}
        for name in names:
            for field, schema in self._raw[name]["properties"].items():
                properties.setdefault(field, []).append(simplified(schema))
        always = set.intersection(*map(self._always_sent, names))
        if any(self._is_board(name) for name in names):
            properties["geometry"] = [GEOMETRY_HASH]
        return {
            "description": self._raw[names[0]].get("description", ""),
            "type": "object",
            "properties": {field: self._either(found) for field, found in properties.items()},
            "required": [field for field in properties if field in always],
        }

    def _always_sent(self, name: str) -> set[str]:
        """The fields that are there whenever a struct of this class is encoded."""
        raw, kind = self._raw[name], self._classes[_class_name(name)]
        if kind.__struct_config__.omit_defaults:
            return set(raw["required"])
        return set(raw["properties"]) - _unset_fields(kind) - self._in_geometry(kind)

    def _in_geometry(self, kind: Kind) -> set[str]:
        """The fields that are left out if the geometry of a board is sent apart."""
        left_out = {} if self._apart is None else self._apart.left_out
        return {name for one, names in left_out.items() if issubclass(kind, one) for name in names}

    def _is_board(self, name: str) -> bool:
        boards = () if self._apart is None else self._apart.boards
        return issubclass(self._classes[_class_name(name)], boards)

    def _either(self, schemas: Iterable[JsonSchema]) -> JsonSchema:
        """The schema of a value that fits at least one of several."""
        found: list[JsonSchema] = []
        names: list[str] = []
        for schema in schemas:
            for one in schema.get("anyOf", (schema,)):
                if "$ref" in one:
                    names.append(one["$ref"])
                elif one not in found:
                    found.append(one)
        lists = [one for one in found if one.get("type") == "array" and "items" in one]
        if lists:
            found = [one for one in found if one not in lists]
            items = self._either(one["items"] for one in lists)
            # Lists of several kinds have no bounds in common.
            bounds = lists[0] if len(lists) == 1 else {"type": "array"}
            found.append({**bounds, "items": items})
        maps = [one for one in found if isinstance(one.get("additionalProperties"), dict)]
        if maps:
            found = [one for one in found if one not in maps]
            values = self._either(one["additionalProperties"] for one in maps)
            found.append({**maps[0], "additionalProperties": values})
        found = [*self._references(names), *found]
        return found[0] if len(found) == 1 else {"anyOf": found}

    def _references(self, names: list[str]) -> list[JsonSchema]:
        """References to classes: those with a tag one by one, all others as one."""
        tagged = [name for name in dict.fromkeys(names) if self._tag(name)]
        others = tuple(name for name in dict.fromkeys(names) if not self._tag(name))
        found = [self._reference((name,)) for name in tagged if not self._is_abstract(name)]
        if others:
            found.append(self._reference(others))
        return found

    def _reference(self, names: tuple[str, ...]) -> JsonSchema:
        component = _class_name(names[0])
        if component not in self.components:
            self._groups[component] = names
            self.components[component] = {}
            self.components[component] = tidied(self._merged(names))
        assert self._groups[component] == names, f"{component} stands for different classes"
        return {"$ref": REF + component}

    def _tag(self, name: str) -> str | None:
        tag = self._classes[_class_name(name)].__struct_config__.tag
        return None if tag is None else str(tag)

    def _is_abstract(self, name: str) -> bool:
        """Whether a class only has the tag that it gets if none is chosen: its name."""
        return self._tag(name) == _class_name(name)


def _class_name(name: str) -> str:
    """The name of a class; that of a generic one is followed by its parameters."""
    return name.split("_", 1)[0]


def _reached_from(roots: Iterable[Kind]) -> Iterator[Kind]:
    """The classes themselves, and those of all structs in their fields."""
    # One call for all of them: then a class, and a generic one with its parameters, is one object.
    waiting: list[object] = [*inspect.multi_type_info(roots)]
    seen: set[int] = set()
    while waiting:
        info = waiting.pop()
        if isinstance(info, inspect.StructType):
            if id(info) not in seen:
                seen.add(id(info))
                yield get_origin(info.cls) or info.cls
                waiting += [field.type for field in info.fields]
        elif isinstance(info, inspect.Type):
            waiting += [getattr(info, name) for name in info.__struct_fields__]
        elif isinstance(info, tuple):
            waiting += info


def _unset_fields(kind: Kind) -> set[str]:
    """The fields that may be left out because they are `UNSET` by default."""
    defaults = kind.__struct_defaults__
    names = kind.__struct_encode_fields__[-len(defaults) :] if defaults else ()
    return {name for name, default in zip(names, defaults, strict=True) if default is UNSET}
