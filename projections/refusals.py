"""Reasons why the server refuses to show a view, each with its code."""

from domain.refusals import Forbidden, Malformed


class BadCursor(Malformed):
    """This is not a cursor of this list; send the `next` of a page, or none for the first page."""

    code = "page/bad_cursor"


class ViewerNotAllowed(Forbidden):
    """Before a game is closed, you may not see it as another seat does; leave `as` out."""

    code = "viewer/not_allowed"
