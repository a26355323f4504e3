"""Lua scripts: sent once, then called by their digest, on a single Redis and on a Cluster."""

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from redis.exceptions import NoScriptError


class Script:
    """One script; all its keys are declared and lie in one slot."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, redis: Any, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        try:
            return redis.evalsha(self.digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return redis.eval(self.text, len(keys), *keys, *arguments)


@cache
def script(package: str, name: str) -> Script:
    """A script from a file beside the code that calls it."""
    return Script(resources.files(package).joinpath(name).read_text())
