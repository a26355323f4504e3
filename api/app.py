"""The application: every call, every error, and what goes around them."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.access.identity import identify
from api.calls.daily import daily
from api.calls.events import feeds
from api.calls.games import games
from api.calls.players import players
from api.calls.scores import scores
from api.calls.service_status import about, service
from api.calls.views import views
from api.calls.webhooks import webhooks
from api.dependencies import EXTENSION, Services
from api.openapi import document
from api.transport import middleware, problems


def create_app(services: Services) -> Flask:
    """The HTTP service on top of the rooms below."""
    app = Flask("hexledger", static_folder=None)
    app.extensions[EXTENSION] = services
    app.url_map.strict_slashes = False
    if services.trusted_proxies:
        hops = services.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    problems.register(app)
    middleware.install(app)
    app.before_request(identify)
    api = document.install(app)
    for blueprint in (players, webhooks, games, views, feeds, scores, daily, about):
        api.register_blueprint(blueprint)
    app.register_blueprint(service)
    return app
