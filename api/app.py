"""The Flask application: every call, the answer to every error, and what all requests share."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.access.identity import identify
from api.calls.copies import copies
from api.calls.daily import daily
from api.calls.default_webhook import default_webhook
from api.calls.events import events
from api.calls.games import games
from api.calls.geometries import geometries
from api.calls.invitations import invitations
from api.calls.personal_feed import personal_feed
from api.calls.players import players
from api.calls.push import push
from api.calls.qr_codes import qr_codes
from api.calls.rematches import rematches
from api.calls.reports import game_reports
from api.calls.reservations import reservations
from api.calls.revalidation import revalidation_pages
from api.calls.scores import scores
from api.calls.seeks import seeks
from api.calls.service_status import about, status_pages
from api.calls.talk import talk
from api.calls.talk_people import mutes, phrases
from api.calls.talk_reports import reports
from api.calls.tokens import tokens
from api.calls.tournament_halls import halls
from api.calls.tournament_pages import tournament_pages
from api.calls.tournament_reports import tournament_reports
from api.calls.tournaments import my_tournaments, tournaments
from api.calls.views import views
from api.calls.webhooks import webhooks
from api.dependencies import EXTENSION, Dependencies
from api.openapi import document
from api.transport import deprecations, middleware, problems
from api.web.site import site


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
    deprecations.install(app)
    app.before_request(identify)
    api = document.install(app)
    for blueprint in (
        personal_feed,
        players,
        webhooks,
        default_webhook,
        push,
        games,
        seeks,
        rematches,
        copies,
        invitations,
        qr_codes,
        reservations,
        talk,
        phrases,
        mutes,
        reports,
        game_reports,
        tokens,
        views,
        events,
        geometries,
        scores,
        daily,
        tournaments,
        my_tournaments,
        halls,
        tournament_reports,
        about,
    ):
        api.register_blueprint(blueprint)
    app.register_blueprint(status_pages)
    app.register_blueprint(site)
    app.register_blueprint(tournament_pages)
    app.register_blueprint(revalidation_pages)
    return app
