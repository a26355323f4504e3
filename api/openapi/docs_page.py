"""The page `/docs`, where visitors can try the API, and beside it the guides and error codes.

Swagger UI comes from the installed package, so that the pages load nothing from elsewhere.
"""

from html import escape
from importlib import resources
from pathlib import Path

from flask import Blueprint, Response, abort, send_from_directory, url_for

from api.openapi import guide_pages
from api.openapi.errors_page import as_html

FILES = frozenset({"swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"})
FOLDER = Path(str(resources.files("flask_swagger_ui"))) / "dist"
DAY_SECONDS = 24 * 60 * 60

# Swagger UI has its icons in its style sheet, as data.
POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"

PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hexledger API</title>
<link rel="icon" type="image/png" href="{base}/favicon-32x32.png">
<link rel="stylesheet" href="{base}/swagger-ui.css">
<link rel="stylesheet" href="{base}/pages.css">
</head>
<body>
{menu}
<div id="api" data-description="{description}"></div>
<script src="{base}/swagger-ui-bundle.js"></script>
<script src="{base}/start.js"></script>
</body>
</html>
"""

# A file of its own, because the policy allows no script within the page.
START = """\
// Where a token is optional the lock is open until there is one. Without this it looks closed,
// because one of the ways to be allowed in, that without a token, is open already.
const openLocks = () => ({
  statePlugins: {
    auth: {
      wrapSelectors: {
        isAuthorized: (original) => (state, ways) =>
          original(ways && ways.filter((way) => way.size > 0)),
      },
    },
  },
});

SwaggerUIBundle({
  dom_id: "#api",
  url: document.getElementById("api").dataset.description,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  persistAuthorization: false,
  validatorUrl: null,
  plugins: [openLocks],
});
"""

STYLE = """\
body { margin: 0; font-family: system-ui, sans-serif; }
nav { padding: 0.6rem 1rem; background: #f2f2f2; line-height: 1.8; }
nav a { margin-right: 1rem; white-space: nowrap; }
.guide { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5; }
.guide img { max-width: 100%; height: auto; }
.guide pre { overflow-x: auto; padding: 0.8rem; background: #f6f6f6; }
.guide table { border-collapse: collapse; display: block; overflow-x: auto; }
.guide th, .guide td { text-align: left; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; }
.guide td { border-top: 1px solid #ccc; }
.codes { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5; }
.codes table { border-collapse: collapse; width: 100%; }
.codes td { vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-top: 1px solid #ccc; }
.codes td:first-child { width: 16rem; }
.codes td:nth-child(2) { width: 3rem; }
.codes tr:target { background: #fff3c4; }
"""

TEXT = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Hexledger</title>
<link rel="icon" type="image/png" href="{base}/favicon-32x32.png">
<link rel="stylesheet" href="{base}/pages.css">
</head>
<body>
{menu}
<main class="{kind}">
{content}
</main>
</body>
</html>
"""

docs = Blueprint("docs", __name__, url_prefix="/docs")


@docs.after_request
def allow_what_the_pages_need(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = POLICY
    return response


@docs.get("", strict_slashes=False)
def page() -> str:
    description = url_for("api-docs.openapi_json")
    return PAGE.format(base=_base(), menu=_menu(), description=description)


@docs.get("/errors")
def errors() -> str:
    """The error codes, in place of the guide of that name: here each code can be linked to."""
    return _text_page("Error codes", "codes", as_html())


@docs.get("/start.js")
def start() -> Response:
    return Response(START, content_type="text/javascript; charset=utf-8")


@docs.get("/pages.css")
def style() -> Response:
    return Response(STYLE, content_type="text/css; charset=utf-8")


@docs.get("/<path:name>")
def file(name: str) -> Response | str:
    """A guide, a program or a picture of a guide, or a file of Swagger UI."""
    if name in guide_pages.names():
        found = guide_pages.guide(name, _base())
        return _text_page(found.title, "guide", found.html)
    if name in guide_pages.samples():
        return Response(guide_pages.content(name), content_type="text/plain; charset=utf-8")
    if name in guide_pages.pictures():
        return Response(guide_pages.content(name), content_type="image/png")
    if name not in FILES:
        abort(404)
    return send_from_directory(FOLDER, name, max_age=DAY_SECONDS)


def _base() -> str:
    return url_for("docs.page").rstrip("/")


def _text_page(title: str, kind: str, content: str) -> str:
    return TEXT.format(base=_base(), title=escape(title), kind=kind, menu=_menu(), content=content)


def _menu() -> str:
    """Links to the guides and to the page where the API can be tried."""
    pages = [("", "Try the API"), *((f"/{name}", title) for name, title in guide_pages.contents())]
    links = (f'<a href="{_base()}{path}">{escape(title)}</a>' for path, title in pages)
    return f"<nav>{' '.join(links)}</nav>"
