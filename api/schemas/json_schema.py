"""JSON schemas as the API description has them: in forms that generators of clients understand."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

REF = "#/components/schemas/"
LARGEST_OF_32_BITS = 2**31 - 1

JsonSchema: TypeAlias = dict[str, Any]

NULL = {"type": "null"}


def pascal_case(words: str) -> str:
    """The name of a component, such as `RoadBuilt` for `road_built`."""
    return "".join(word[:1].upper() + word[1:] for word in words.split("_"))


def tidied(schema: Any, *, keep_defaults: bool = False) -> Any:
    """A schema that msgspec or marshmallow made, without what generators stumble over."""
    simple = simplified(schema, keep_defaults=keep_defaults)
    return _mapped(simple, lambda one: _with_format(_with_null(one)))


def simplified(schema: Any, *, keep_defaults: bool = False) -> Any:
    """A schema without titles, with a type for every list of words, and without tuples."""
    dropped = ("title",) if keep_defaults else ("title", "default")

    def simplify(one: JsonSchema) -> JsonSchema:
        # A property may be called `title`; then its value is a schema.
        kept = {
            key: value
            for key, value in one.items()
            if key not in dropped or (key == "title" and not isinstance(value, str))
        }
        return _with_items(_with_type(kept))

    return _mapped(schema, simplify)


def inlined(schema: Any, components: Mapping[str, JsonSchema]) -> Any:
    """A schema in which every reference is replaced by what it refers to."""

    def inline(one: JsonSchema) -> JsonSchema:
        name = _referred(one)
        if name is None or name not in components:
            return one
        found: JsonSchema = inlined(components[name], components)
        return found

    return _mapped(schema, inline)


def renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """A schema that refers to components by other names."""

    def rename(one: JsonSchema) -> JsonSchema:
        name = _referred(one)
        return one if name is None else {**one, "$ref": REF + names.get(name, name)}

    return _mapped(schema, rename)


def one_of(names: Mapping[str, str], field: str, description: str) -> JsonSchema:
    """One of several components, chosen by the value of a field."""
    mapping = {value: REF + name for value, name in sorted(names.items())}
    return {
        "description": description,
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": field, "mapping": mapping},
    }


def merged_objects(schemas: Mapping[str, JsonSchema]) -> JsonSchema:
    """One object schema for what several rulesets call by one name, by ruleset.

    It has the properties of all of them; those are required that every ruleset requires.
    """
    kinds = list(schemas.values())
    properties: dict[str, list[JsonSchema]] = {}
    for kind in kinds:
        for name, schema in kind["properties"].items():
            properties.setdefault(name, []).append(schema)
    required = [set(kind.get("required", ())) for kind in kinds]
    merged = {
        **kinds[0],
        "description": _merged_descriptions(schemas),
        "properties": {name: either(found) for name, found in properties.items()},
        "required": [name for name in properties if all(name in one for one in required)],
    }
    counts = {len(kind["properties"]) for kind in kinds}
    is_complete = all(
        set(kind["properties"]) == one for kind, one in zip(kinds, required, strict=True)
    )
    if merged.get("additionalProperties") is False and is_complete and len(counts) == 1:
        # Every ruleset wants just its own fields: as many of them in each.
        merged |= {"minProperties": max(counts), "maxProperties": max(counts)}
    return merged


def _merged_descriptions(schemas: Mapping[str, JsonSchema]) -> str:
    owners: dict[str, list[str]] = {}
    for owner, schema in schemas.items():
        owners.setdefault(schema.get("description", ""), []).append(f"`{owner}`")
    if len(owners) == 1:
        return next(iter(owners))
    return " ".join(f"In {', '.join(names)}: {text}" for text, names in owners.items())


def either(schemas: Iterable[JsonSchema]) -> JsonSchema:
    """The schema of a value that fits at least one of several."""
    found: list[JsonSchema] = []
    for schema in schemas:
        for one in schema.get("anyOf", (schema,)):
            if one not in found:
                found.append(one)
    words = [one for one in found if one.get("type") == "string" and "enum" in one]
    if len(words) > 1:
        found = [one for one in found if one not in words]
        values = sorted({value for one in words for value in one["enum"]})
        found.insert(0, {**words[0], "enum": values})
    lists = [one for one in found if one.get("type") == "array"]
    if len(lists) > 1:
        found = [one for one in found if one not in lists]
        found.append({"type": "array", "items": either(one["items"] for one in lists)})
    return found[0] if len(found) == 1 else {"anyOf": found}


def references(value: Any) -> set[str]:
    """Every address that something refers to."""
    if isinstance(value, list):
        return set().union(*map(references, value))
    if not isinstance(value, dict):
        return set()
    own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
    return own.union(*map(references, value.values()))


def _mapped(schema: Any, change: Callable[[JsonSchema], JsonSchema]) -> Any:
    """A schema in which each object is changed, from the inside to the outside."""
    if isinstance(schema, list):
        return [_mapped(inner, change) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    return change({key: _mapped(inner, change) for key, inner in schema.items()})


def _referred(schema: JsonSchema) -> str | None:
    ref = schema.get("$ref")
    return ref.removeprefix(REF) if isinstance(ref, str) else None


def _with_type(schema: JsonSchema) -> JsonSchema:
    """A list of words says that they are texts; a single word is a constant."""
    values = schema.get("enum")
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        return schema
    if len(values) > 1:
        return {**schema, "type": "string"}
    rest = {key: value for key, value in schema.items() if key != "enum"}
    return {**rest, "type": "string", "const": values[0]}


def _with_items(schema: JsonSchema) -> JsonSchema:
    """A tuple is a list of a fixed length: all its items are of one kind."""
    kinds = schema.get("prefixItems")
    if not isinstance(kinds, list):
        return schema
    rest = {key: value for key, value in schema.items() if key != "prefixItems"}
    return {**rest, "items": either(kinds)}


def _with_null(schema: JsonSchema) -> JsonSchema:
    """A simple value that may be null has two types."""
    choices = schema.get("anyOf")
    if not isinstance(choices, list) or len(choices) != 2 or NULL not in choices:
        return schema
    (other,) = (one for one in choices if one != NULL)
    if not isinstance(other.get("type"), str) or "const" in other:
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    values = {"enum": [*other["enum"], None]} if "enum" in other else {}
    return {**other, **rest, "type": [other["type"], "null"], **values}


def _with_format(schema: JsonSchema) -> JsonSchema:
    """Whole numbers have 64 bits unless their bounds say that 32 are enough. Others are doubles:
    without a format, generators make decimals of them that Kotlin cannot decode."""
    kinds = schema.get("type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if "number" in kinds and "format" not in schema:
        return {**schema, "format": "double"}
    if "integer" not in kinds or "format" in schema:
        return schema
    is_small = schema.get("maximum", LARGEST_OF_32_BITS + 1) <= LARGEST_OF_32_BITS
    return {**schema, "format": "int32" if is_small else "int64"}
