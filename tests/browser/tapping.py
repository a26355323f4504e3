"""Somebody who plays by taps and knows no rules: they touch what is lit up, and fill in forms."""

from random import Random
from typing import Any

from playwright.sync_api import Page

PATIENCE = 600
"""No game needs so many taps."""
LIVELY = 50
"""After so many taps only what has to be done is done, so that the bots come to an end."""
QUIET = ("end_turn", "stop_rolling")
READY = """() => {
    const table = document.querySelector("table-page");
    if (!table || table.hasAttribute("aria-busy")) return false;
    if (table.querySelector(".ending")) return "over";
    if (table.querySelector(".acts[aria-busy]")) return false;
    return table.classList.contains("your-turn") ? "turn" : false;
}"""
LOOK = """() => {
    const found = (selector) =>
        [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const lit = (part) => found(`.picture.${part} .lit`).map((area) => ({
        place: area.dataset.place, id: area.dataset.id, chosen: area.classList.contains("chosen"),
    }));
    return {
        form: found(".choice-form").length > 0,
        send: found(".choice-form [type=submit]:enabled").length > 0,
        fields: found(".choice-form fieldset").map((field) => ({
            name: field.dataset.field,
            keys: [...field.querySelectorAll("button:enabled")].map((one) => one.dataset.key)
                .filter((key) => !key.endsWith(" less") && !key.endsWith(" none")),
        })),
        settled: found("[data-do]").length > 0,
        begun: found("[data-undo]").length > 0,
        board: lit("board"),
        panel: lit("panel"),
        groups: found(".groups [data-group]").map((one) => one.dataset.group),
        labels: found(".steps [data-action]").length,
    };
}"""
POINT = """(selector) => {
    const one = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
    if (!one) return null;
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


class Tapper:
    """Plays the seat of a page until the game is over."""

    def __init__(self, page: Page, seed: int = 1, avoid: tuple[str, ...] = ()) -> None:
        self._page = page
        self._random = Random(seed)
        self._avoid = {"offer_trade", "counter_trade", "ask_redeal", *avoid}
        self.taps: list[str] = []
        """What was touched, in order."""

    def play(self) -> None:
        """Until the end of the game is on the screen."""
        while self.turn():
            assert len(self.taps) < PATIENCE, self.taps[-20:]

    def turn(self) -> bool:
        """Wait until it is this seat's turn, and tap once; or return that the game is over."""
        ready = self._page.wait_for_function(READY).json_value()
        if ready == "over":
            return False
        self.tap(self._choose(self._page.evaluate(LOOK)))
        return True

    def play_until(self, selector: str) -> None:
        """Until it is this seat's turn and this is on the screen.

        What is there while a command is on its way may be gone the next moment.
        """
        while True:
            ready = self._page.wait_for_function(READY).json_value()
            assert ready == "turn", f"the game was over before there was {selector}"
            if self._page.locator(selector).count():
                return
            self.tap(self._choose(self._page.evaluate(LOOK)))

    def is_to_act(self) -> bool:
        """Whether the page waits for this seat now."""
        return bool(self._page.evaluate(READY) == "turn")

    def tap(self, selector: str) -> None:
        """Touch the middle of something with a finger."""
        point = self._page.evaluate(POINT, selector)
        assert point, f"there is no {selector}"
        self._page.touchscreen.tap(*point)
        self.taps.append(selector)

    def _choose(self, seen: dict[str, Any]) -> str:
        if seen["form"]:
            if seen["send"]:
                return ".choice-form [type=submit]"
            keys = [key for field in seen["fields"] for key in field["keys"]]
            return f'.choice-form [data-key="{self._random.choice(keys)}"]'
        if seen["settled"]:
            chosen = [one for one in seen["board"] if one["chosen"]]
            return self._lit("board", chosen[0]) if chosen else "[data-do]"
        quiet = [group for group in QUIET if group in seen["groups"]]
        if quiet and len(self.taps) > LIVELY:
            return f'[data-group="{quiet[0]}"]'
        for part in ("board", "panel"):
            if seen[part]:
                return self._lit(part, self._random.choice(seen[part]))
        if seen["begun"]:
            return ".steps [data-action]" if seen["labels"] else "[data-undo]"
        groups = [group for group in seen["groups"] if group not in self._avoid]
        # Ending the turn is the last of what can be done.
        lively = [group for group in groups if group != "end_turn"]
        return f'[data-group="{self._random.choice(lively or groups)}"]'

    def _lit(self, part: str, one: dict[str, Any]) -> str:
        return f'.picture.{part} .lit[data-place="{one["place"]}"][data-id="{one["id"]}"]'
