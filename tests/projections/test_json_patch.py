"""A patch of two JSON values leads from one to the other, in few bytes."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.one_game.json_patch import difference
from tests.soak import examples
from tests.views_kept import patched

# Without 0 and 1, which equal false and true in Python.
SCALARS = st.none() | st.booleans() | st.integers(2, 6) | st.sampled_from(["a", "b/c", "d~e", ""])
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.sampled_from(["x", "y", "a/b", "c~d", ""]), inner, max_size=4)
    ),
    max_leaves=20,
)


def typed(value: Any) -> Any:
    """`True` is not 1 in JSON, though it is in Python."""
    return json.loads(json.dumps(value), parse_int=lambda text: f"int {text}")


@examples(150)
@given(old=VALUES, new=VALUES)
def test_a_patch_makes_the_new_value_of_the_old_one(old: Any, new: Any) -> None:
    patch = difference(old, new)
    assert typed(patched(old, patch)) == typed(new)
    assert {step["op"] for step in patch} <= {"add", "remove", "replace"}
    assert all(("value" in step) == (step["op"] != "remove") for step in patch)
    whole = [{"op": "replace", "path": "", "value": new}]
    assert len(msgspec.json.encode(patch)) <= len(msgspec.json.encode(whole))


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ({"a": 1}, {"a": 1}, []),
        (None, {"a": 1}, [{"op": "replace", "path": "", "value": {"a": 1}}]),
        (
            {"roads": [3, 7, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51]},
            {"roads": [3, 7, 12, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51]},
            [{"op": "add", "path": "/roads/2", "value": 12}],
        ),
        (
            {"seats": [{"cards": 4, "name": "a long one"}, {"cards": 5, "name": "a long one"}]},
            {"seats": [{"cards": 4, "name": "a long one"}, {"cards": 3, "name": "a long one"}]},
            [{"op": "replace", "path": "/seats/1/cards", "value": 3}],
        ),
        ({"a/b": {"c~d": 1, "e": 2}}, {"a/b": {"e": 2}}, [{"op": "remove", "path": "/a~1b/c~0d"}]),
    ],
)
def test_a_patch_says_only_what_is_new(old: Any, new: Any, patch: Any) -> None:
    assert difference(old, new) == patch
