"""The application: every call, every error, and what goes around them."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api import hardening, openapi, problems
from api.daily import daily
from api.feeds import feeds
from api.games import games
from api.identity import identify
from api.players import players
from api.scores import scores
from api.service import about, service
from api.services import EXTENSION, Services
from api.views import views
from api.webhooks import webhooks


def create_app(services: Services) -> Flask:
    """The HTTP service on top of the rooms below."""
    app = Flask("hexledger", static_folder=None)
    app.extensions[EXTENSION] = services
    app.url_map.strict_slashes = False
    if services.trusted_proxies:
        hops = services.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops)  # type: ignore[method-assign]
    problems.register(app)
    hardening.install(app)
    app.before_request(identify)
    api = openapi.install(app)
    for blueprint in (players, webhooks, games, views, feeds, scores, daily, about):
        api.register_blueprint(blueprint)
    app.register_blueprint(service)
    return app
