/** Parts of a page that are drawn again when what they show has changed, and only then. */

import { fill } from "../lib/dom.js";

/** @typedef {import("../lib/dom.js").Child} Child */

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Draw a section again if `facts` differ from those it was drawn from. Who has the focus in it keeps it: elements
 * are found again by their attribute `data-key`.
 * @param {Element} section
 * @param {unknown} facts
 * @param {() => Child | Child[]} draw
 */
export function redraw(section, facts, draw) {
  const wanted = JSON.stringify(facts);
  if (shown.get(section) === wanted) return;
  shown.set(section, wanted);
  const active = document.activeElement;
  const key = active && section.contains(active) ? active.closest("[data-key]")?.getAttribute("data-key") : null;
  const open = [...section.querySelectorAll("details[open][data-key]")].map((one) => one.getAttribute("data-key"));
  fill(section, draw());
  for (const one of section.querySelectorAll("details[data-key]")) {
    if (open.includes(one.getAttribute("data-key"))) one.setAttribute("open", "");
  }
  const again = key ? [...section.querySelectorAll("[data-key]")].find((one) => one.getAttribute("data-key") === key) : null;
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * A function that does something after each call, but never twice at the same time: calls that come while it
 * works are answered by one more run.
 * @param {() => Promise<void>} work
 * @returns {() => Promise<void>}
 */
export function oneAtATime(work) {
  /** @type {Promise<void> | null} */
  let running = null;
  let again = false;
  const run = async () => {
    do {
      again = false;
      await work();
    } while (again);
  };
  return () => {
    again = true;
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}
