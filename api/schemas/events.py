"""Schemas of events, derived from the event types: one for each `type`."""

from api.schemas.commands import tag_of
from api.schemas.components import Components
from api.schemas.json_schema import JsonSchema, merged_objects, renamed
from api.schemas.structs import StructSchemas
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset


def event_schemas(components: Components) -> dict[str, JsonSchema]:
    """The schema of each event by its `type`. What is within events goes to the components."""
    by_type: dict[str, dict[str, JsonSchema]] = {}
    for name, ruleset in RULESETS.items():
        for tag, schema in ruleset_event_schemas(ruleset, components).items():
            by_type.setdefault(tag, {})[name] = schema
    return {tag: merged_objects(schemas) for tag, schemas in sorted(by_type.items())}


def ruleset_event_schemas(ruleset: AnyRuleset, components: Components) -> dict[str, JsonSchema]:
    """The schemas of the events of one ruleset, by `type`."""
    structs = StructSchemas(ruleset.all_events)
    found = {tag_of(kind): structs.merged([kind]) for kind in ruleset.all_events}
    names = components.add(ruleset.name, structs.components)
    return {tag: renamed(schema, names) for tag, schema in found.items()}
