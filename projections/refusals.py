"""Why a view cannot be read, with a code for machines."""

from domain.refusals import Malformed


class BadCursor(Malformed):
    """This is not a cursor of this list; send the `next` of a page, or none for the first page."""

    code = "page/bad_cursor"
