"""Plain pages: no login, no script, nothing but text and tables."""

from collections.abc import Sequence
from html import escape

from flask import Response

PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
STYLE = (
    "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:left;"
    "border-bottom:1px solid #ccc}"
)


def page(title: str, contents: str) -> str:
    """A page as HTML; `contents` is HTML already."""
    head = f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title>"
    return f"{head}<style>{STYLE}</style><h1>{escape(title)}</h1>{contents}"


def page_response(html: str) -> Response:
    """A page as a response that loads nothing else."""
    response = Response(html, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = PAGE_POLICY
    response.add_etag()
    return response


def table(head: Sequence[str], rows: Sequence[tuple[str, ...]]) -> str:
    """A table as HTML. Whatever comes from people is escaped."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{top}</tr>{body}</table>"
