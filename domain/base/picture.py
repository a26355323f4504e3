"""The table of a base game as text for a terminal."""

from math import sqrt

from domain.canvas import Canvas, Cell
from domain.ruleset import Picture, View

HALF_HEX = 6
SIDE = 4

SEA = "#123a56"
GROUNDS = {
    "hills": "#7a4330",
    "forest": "#1d4a2a",
    "pasture": "#4f7f3a",
    "fields": "#8f7322",
    "mountains": "#565c66",
    "desert": "#a08a5c",
    "sea": SEA,
}
INKS = {
    "red": "bright_red",
    "blue": "dodger_blue1",
    "orange": "dark_orange",
    "white": "bright_white",
}


def _place(spot: View) -> Cell:
    return round(spot["x"] / (sqrt(3) / 2) * HALF_HEX), round(spot["y"] * SIDE)


def picture(view: View) -> Picture:
    """The island with everything on it, and a line for every seat."""
    if view["board"] is None:
        return []
    return _island(view)


def _island(view: View) -> Picture:
    board = view["board"]
    canvas = Canvas()
    nodes = [_place(n) for n in board["nodes"]]
    cols = [c for c, _ in nodes]
    rows = [r for _, r in nodes]
    for c in range(min(cols) - 9, max(cols) + 10):
        for r in range(min(rows) - 3, max(rows) + 4):
            canvas.fill((c, r), SEA)
    for hex_ in board["hexes"]:
        if hex_["terrain"] == "sea":
            continue
        col, row = _place(hex_)
        for dc in range(-6, 7):
            for dr in range(-4, 5):
                if abs(dr) <= 4 - abs(dc) / 3:
                    canvas.fill((col + dc, row + dr), GROUNDS[hex_["terrain"]])
        canvas.write((col, row - 1), hex_["terrain"], "white")
        n = hex_["number"]
        if n:
            red = n in (6, 8)
            canvas.write(
                (col, row),
                f"{n:^4}" if n > 9 else f" {n} ",
                "bold " + ("#c01010" if red else "#202020"),
                "#f2e6c4",
            )
            canvas.write((col, row + 1), "·" * (6 - abs(7 - n)), "bright_red" if red else "white")
        if hex_["id"] == board["robber"]:
            canvas.write((col, row + 2), " ♜ robber ", "bold white", "black")
    land = {h["id"] for h in board["hexes"] if h["terrain"] != "sea"}
    owner = {e: s for s in view["seats"] for e in s["roads"]}
    for e in board["edges"]:
        if not land.intersection(e["hexes"]):
            continue
        a, b = (nodes[n] for n in e["nodes"])
        if e["id"] in owner:
            canvas.line(a, b, "bold " + INKS[owner[e["id"]]["colour"]], bold=True)
        else:
            canvas.line(a, b, "#d8cfa8" if 0 else "grey30")
    for n, p in zip(board["nodes"], nodes):
        if land.intersection(n["hexes"]):
            canvas.write(p, "·", "grey50")
    for s in view["seats"]:
        for n in s["settlements"]:
            canvas.write(nodes[n], "▲", "bold " + INKS[s["colour"]], "#101010")
        for n in s["cities"]:
            canvas.write(nodes[n], "■", "bold " + INKS[s["colour"]], "#101010")
    hexes = {h["id"]: h for h in board["hexes"]}
    for h in board["harbours"]:
        e = board["edges"][h["edge"]]
        sea = next(hexes[i] for i in e["hexes"] if i not in land)
        a, b = (nodes[n] for n in e["nodes"])
        sc, sr = _place(sea)
        mc, mr = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        at = round(mc + (sc - mc) * 0.85), round(mr + (sr - mr) * 0.75)
        canvas.line(a, at, "grey70")
        canvas.line(b, at, "grey70")
        if h["kind"] == "3:1":
            canvas.write(at, "3:1", "bold white")
        else:
            canvas.write(at, "2:1", "bold white")
            canvas.write((at[0], at[1] + 1), h["kind"], "white")
    return canvas.picture()
