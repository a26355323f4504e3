"""Each group of pages has a stylesheet of its own, which changes nothing on other pages."""

from tests.browser.people import Person

APPLIED = """[...document.styleSheets].filter(sheet => matchMedia(sheet.media.mediaText).matches)
    .map(sheet => new URL(sheet.href).pathname)"""


def test_only_the_style_of_the_present_page_applies(person: Person):
    page = person.open("/")
    page.get_by_role("link", name="Tournaments").first.click()
    page.locator("cups-page:not([aria-busy])").wait_for()
    assert page.evaluate(APPLIED) == ["/web/style/base.css", "/web/style/cups.css"]
    page.go_back()
    page.locator("start-page:not([aria-busy])").wait_for()
    assert page.evaluate(APPLIED) == ["/web/style/base.css", "/web/style/start.css"]
