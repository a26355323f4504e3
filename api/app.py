"""The Flask application: every call, the answer to every error, and what all requests share."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.access.identity import identify
from api.calls.daily import daily
from api.calls.events import events
from api.calls.games import games
from api.calls.players import players
from api.calls.scores import scores
from api.calls.service_status import about, status_pages
from api.calls.views import views
from api.calls.webhooks import webhooks
from api.dependencies import EXTENSION, Dependencies
from api.openapi import document
from api.transport import middleware, problems


def create_app(dependencies: Dependencies) -> Flask:
    """Make the application from what it works with."""
    app = Flask("hexledger", static_folder=None)
    app.extensions[EXTENSION] = dependencies
    app.url_map.strict_slashes = False
    if dependencies.trusted_proxies:
        hops = dependencies.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    problems.register(app)
    middleware.install(app)
    app.before_request(identify)
    api = document.install(app)
    for blueprint in (players, webhooks, games, views, events, scores, daily, about):
        api.register_blueprint(blueprint)
    app.register_blueprint(status_pages)
    return app
