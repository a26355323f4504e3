"""Why a view cannot be read, with a code for machines."""

from domain.refusals import Forbidden, Malformed


class BadCursor(Malformed):
    """The cursor is none of ours; take the `next` of a page, or leave it out to begin anew."""

    code = "page/bad_cursor"


class ViewerNotAllowed(Forbidden):
    """Before a game is closed, you may not see it as another seat does; leave `as` out."""

    code = "viewer/not_allowed"
