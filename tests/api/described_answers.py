"""Every answer that a test gets is compared with the API description."""

import re
from typing import Any

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.test import TestResponse

PROBLEM = "application/problem+json"


class DescribedAnswers:
    """Knows which status and which code each call may answer with, by the description."""

    def __init__(self, app: Flask, document: dict[str, Any]) -> None:
        self._map = app.url_map.bind("localhost")
        self._paths = document["paths"]

    def check(self, answer: TestResponse) -> None:
        """Raise unless the description has this status, its content type and its code."""
        operation = self._operation(answer)
        if operation is None:
            return
        name, status = operation["operationId"], str(answer.status_code)
        assert status in operation["responses"], f"{name} may not answer {answer.status}"
        if answer.status_code in (204, 304) or answer.request.method == "HEAD":
            return
        content = operation["responses"][status]["content"]
        assert answer.mimetype in content, f"{name} may not answer {answer.mimetype}"
        if answer.mimetype == PROBLEM:
            code = answer.json["code"]
            assert code in content[PROBLEM]["examples"], f"{name} may not answer {code}"

    def _operation(self, answer: TestResponse) -> Any:
        """The operation that was called; None if the description does not have it."""
        method = "GET" if answer.request.method == "HEAD" else answer.request.method
        try:
            rule, _ = self._map.match(answer.request.path, method, return_rule=True)
        except (HTTPException, RequestRedirect):
            return None
        path = re.sub("<(?:[^:>]+:)?([^>]+)>", r"{\1}", rule.rule)
        return self._paths.get(path, {}).get(method.lower())
