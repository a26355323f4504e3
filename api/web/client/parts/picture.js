/**
 * A picture of the server inside the page. Places in it carry what they are (`data-place`, `data-id`);
 * those that can be chosen now are lit up, by the kinds of places that the picture says a field names.
 */

import { request } from "../lib/api.js";
import { el, picture } from "../lib/dom.js";
import { language, t } from "../lib/words.js";
import { keyOf } from "./choosing.js";

/** @typedef {import("./choosing.js").Touch} Touch */
/** @typedef {{ command: string, touch: Touch }} Lit something that can be chosen, and the kind of command that names it */
/** @typedef {{ lit: Lit[], chosen: Lit[], groups: Set<string> }} Lights */

/** A place should be this large on the screen, in pixels. */
const SMALLEST = 24;
const CLOSEST = 3;
const ARROWS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

/** One part of the table (`board` or `panel`), drawn by the server. */
export class TablePicture {
  /** @type {SVGSVGElement | null} */
  #svg = null;
  /** @type {Map<Element, { touch: Touch } | { group: string }>} */
  #lit = new Map();
  #source = "";
  /** The place that had the focus when the picture was replaced. */
  #focused = "";
  #zoom = 1;
  #isZoomChosen = false;

  /**
   * @param {string} path of the game
   * @param {"board" | "panel"} part
   * @param {(touch: Touch) => void} onTouch
   * @param {(group: string) => void} onGroup
   */
  constructor(path, part, onTouch, onGroup) {
    this.path = path;
    this.part = part;
    this.onTouch = onTouch;
    this.onGroup = onGroup;
    this.frame = el("div", { class: `picture ${part}` });
    this.frame.addEventListener("click", (event) => this.#tap(event));
    this.frame.addEventListener("keydown", (event) => this.#key(event));
    this.element = el("div", { class: `pictured ${part}` }, this.frame, part === "board" && this.#zoomButtons());
  }

  /**
   * Fetch the picture as it is now.
   * @param {{ width: "narrow" | "wide", touch: boolean, signal: AbortSignal }} wanted
   * @returns {Promise<() => void>} which shows it
   */
  async load({ width, touch, signal }) {
    const query = { part: this.part, width, touch, prefix: this.part, lang: language() };
    const source = await (await request("GET", `${this.path}/board.svg`, { query, signal })).text();
    return () => this.#show(source);
  }

  /**
   * Light up what can be chosen.
   * @param {Lights} lights
   * @param {number | null} seat whose hand may be touched
   * @returns {number} how many places are lit
   */
  light({ lit, chosen, groups }, seat) {
    const focused = this.#focusedPlace() || this.#focused;
    this.#focused = "";
    this.#lit = new Map();
    const svg = this.#svg;
    if (!svg) return 0;
    for (const mark of svg.querySelectorAll(".mark")) mark.remove();
    const places = this.#places(seat);
    for (const { command, touch } of lit) {
      for (const area of places(command, touch)) if (!this.#lit.has(area)) this.#lit.set(area, { touch });
    }
    for (const area of svg.querySelectorAll("[data-commands]")) {
      const group = area.getAttribute("data-commands")?.split(" ").find((name) => groups.has(name));
      if (group && isOwn(area, seat) && !this.#lit.has(area)) this.#lit.set(area, { group });
    }
    const picked = new Set(chosen.flatMap(({ command, touch }) => places(command, touch)));
    let isFirst = true;
    for (const area of svg.querySelectorAll("[data-place]")) {
      const isLit = this.#lit.has(area);
      area.classList.toggle("lit", isLit);
      area.classList.toggle("chosen", picked.has(area));
      if (!isLit && !picked.has(area)) {
        for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) area.removeAttribute(name);
        area.setAttribute("aria-hidden", "true");
        continue;
      }
      area.removeAttribute("aria-hidden");
      area.setAttribute("role", "button");
      area.setAttribute("aria-label", area.querySelector("title")?.textContent ?? "");
      area.setAttribute("aria-pressed", String(picked.has(area)));
      // One stop for the tab key; arrows go on from there.
      area.setAttribute("tabindex", isFirst ? "0" : "-1");
      isFirst = false;
      area.after(markOf(area));
    }
    svg.classList.toggle("choosing", this.#lit.size > 0);
    const again = focused && [...this.#lit.keys()].find((area) => placeOf(area) === focused);
    if (again instanceof SVGElement) this.#focus(again);
    if (this.#lit.size) this.#enlarge();
    return this.#lit.size;
  }

  /** @param {string} source */
  #show(source) {
    if (source === this.#source) return;
    this.#source = source;
    const { scrollLeft, scrollTop } = this.frame;
    this.#focused = this.#focusedPlace();
    this.#svg = picture(source);
    this.#lit = new Map();
    this.#applyZoom();
    this.frame.replaceChildren(this.#svg);
    this.frame.scrollTo(scrollLeft, scrollTop);
  }

  /** Which place has the focus, if any. */
  #focusedPlace() {
    const focused = document.activeElement;
    return focused && this.#lit.has(focused) ? placeOf(focused) : "";
  }

  /**
   * How to find the areas of a thing that a command names.
   * @param {number | null} seat
   * @returns {(command: string, touch: Touch) => Element[]}
   */
  #places(seat) {
    const group = this.#svg?.querySelector(".hx-touch");
    /** @type {[string, string[]][]} */
    const kinds = [...(group?.attributes ?? [])].flatMap(({ name, value }) => {
      const [, kind] = /^data-(.+)-fields$/.exec(name) ?? [];
      return kind ? [[kind, value.split(" ")]] : [];
    });
    /** @type {Map<string, Element[]>} */
    const areas = new Map();
    for (const area of this.#svg?.querySelectorAll("[data-place]") ?? []) {
      if (isOwn(area, seat)) areas.set(placeOf(area), [...(areas.get(placeOf(area)) ?? []), area]);
    }
    return (command, { field, id }) =>
      kinds
        .filter(([, fields]) => fields.includes(field) || fields.includes(`${command}.${field}`))
        .flatMap(([place]) => areas.get(keyOf({ place, id })) ?? []);
  }

  /** @param {MouseEvent} event */
  #tap(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-place]") : null;
    const area = target && this.#lit.has(target) ? target : this.#nearest(event.clientX, event.clientY);
    if (area) this.#choose(area);
  }

  /**
   * The lit place nearest to a finger that has missed all of them by a little.
   * @param {number} x
   * @param {number} y
   */
  #nearest(x, y) {
    let found = null;
    let least = SMALLEST;
    for (const area of this.#lit.keys()) {
      const [cx, cy] = middle(area);
      const distance = Math.hypot(cx - x, cy - y);
      if (distance < least) [found, least] = [area, distance];
    }
    return found;
  }

  /** @param {Element} area */
  #choose(area) {
    const what = this.#lit.get(area);
    if (!what) return;
    if ("group" in what) this.onGroup(what.group);
    else this.onTouch(what.touch);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const area = event.target;
    if (!(area instanceof SVGElement) || !this.#lit.has(area)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#choose(area);
      return;
    }
    const arrow = ARROWS.get(event.key);
    if (!arrow) return;
    event.preventDefault();
    const next = this.#beyond(area, arrow[0] ?? 0, arrow[1] ?? 0);
    if (next instanceof SVGElement) this.#focus(next);
  }

  /**
   * The next lit place in a direction: near, and not far to the side.
   * @param {Element} area
   * @param {number} dx
   * @param {number} dy
   */
  #beyond(area, dx, dy) {
    const [x, y] = middle(area);
    let found = null;
    let least = Infinity;
    for (const other of this.#lit.keys()) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along > 1 && along + 2 * aside < least) [found, least] = [other, along + 2 * aside];
    }
    return found;
  }

  /** @param {SVGElement} area */
  #focus(area) {
    for (const other of this.#lit.keys()) other.setAttribute("tabindex", other === area ? "0" : "-1");
    if (document.activeElement !== area) area.focus({ preventScroll: true });
  }

  #zoomButtons() {
    return el(
      "div",
      { class: "zoom", role: "group", "aria-label": t("table.zoom") },
      el("button", { "aria-label": t("table.zoom.in"), onclick: () => this.#chooseZoom(1.4) }, "+"),
      el("button", { "aria-label": t("table.zoom.out"), onclick: () => this.#chooseZoom(1 / 1.4) }, "−"),
    );
  }

  /** @param {number} factor */
  #chooseZoom(factor) {
    this.#isZoomChosen = true;
    this.#setZoom(this.#zoom * factor);
  }

  /** Once something has to be hit, small places are made as large as a finger needs, unless the person has chosen a size. */
  #enlarge() {
    if (this.#isZoomChosen || this.part !== "board") return;
    const sizes = [...this.#lit.keys()].map((area) => {
      const box = area.getBoundingClientRect();
      return Math.max(box.width, box.height);
    });
    const least = Math.min(...sizes);
    if (least > 0 && least < SMALLEST) this.#setZoom((this.#zoom * (SMALLEST + 0.5)) / least);
  }

  /** @param {number} zoom */
  #setZoom(zoom) {
    const { scrollWidth, scrollHeight, scrollLeft, scrollTop, clientWidth, clientHeight } = this.frame;
    const x = (scrollLeft + clientWidth / 2) / scrollWidth;
    const y = (scrollTop + clientHeight / 2) / scrollHeight;
    this.#zoom = Math.min(CLOSEST, Math.max(1, zoom));
    this.#applyZoom();
    this.frame.scrollTo(x * this.frame.scrollWidth - clientWidth / 2, y * this.frame.scrollHeight - clientHeight / 2);
  }

  #applyZoom() {
    if (!this.#svg) return;
    this.frame.classList.toggle("zoomed", this.#zoom > 1);
    this.#svg.style.width = `${100 * this.#zoom}%`;
    // What can be scrolled has to be reached by keys, too.
    if (this.#zoom > 1) this.frame.setAttribute("tabindex", "0");
    else this.frame.removeAttribute("tabindex");
  }
}

/** @param {Element} area */
function placeOf(area) {
  return keyOf({ place: area.getAttribute("data-place") ?? "", id: area.getAttribute("data-id") ?? "" });
}

/**
 * Whether an area belongs to nobody else's hand.
 * @param {Element} area
 * @param {number | null} seat
 */
function isOwn(area, seat) {
  const owner = area.getAttribute("data-seat");
  return owner === null || owner === String(seat);
}

/** @param {Element} area */
function middle(area) {
  const box = area.getBoundingClientRect();
  return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
}

/**
 * What is seen of a lit place: its own shape, but smaller where many of them would hide the board.
 * @param {Element} area
 */
function markOf(area) {
  const mark = /** @type {Element} */ (area.cloneNode(false));
  for (const name of ["data-place", "data-id", "data-seat", "data-commands", "tabindex", "role", "aria-label", "aria-pressed"]) {
    mark.removeAttribute(name);
  }
  mark.setAttribute("aria-hidden", "true");
  mark.setAttribute("class", `mark ${area.classList.contains("chosen") ? "chosen" : ""}`);
  const radius = Number(mark.getAttribute("r"));
  if (radius) mark.setAttribute("r", String(radius * 0.6));
  const turned = mark.getAttribute("transform");
  if (turned) mark.setAttribute("transform", `${turned} scale(0.8 0.25)`);
  return mark;
}
