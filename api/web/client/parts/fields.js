/** Fields of forms, each with its label. */

import { el, tell } from "../lib/dom.js";

/** @typedef {import("../lib/dom.js").Child} Child */

let made = 0;

/**
 * A label above a field.
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [hint]
 * @returns {HTMLElement}
 */
export function field(label, input, hint) {
  made += 1;
  input.id ||= `field-${made}`;
  const about = hint ? el("small", { id: `${input.id}-hint`, class: "faint" }, hint) : null;
  if (about) input.setAttribute("aria-describedby", about.id);
  return el("div", { class: "field" }, el("label", { for: input.id }, label), input, about);
}

/**
 * A box to tick, with its label beside it.
 * @param {string} label
 * @param {HTMLInputElement} input
 * @returns {HTMLElement}
 */
export function tick(label, input) {
  return el("label", { class: "tick" }, input, el("span", null, label));
}

/**
 * A listener for a form that is sent by this page itself. What fails is said.
 * @param {() => unknown} act
 * @param {(reason: unknown) => void} [onFailure]
 * @returns {(event: Event) => Promise<void>}
 */
export function submitting(act, onFailure = (error) => tell(error instanceof Error ? error.message : String(error), "error")) {
  return async (event) => {
    event.preventDefault();
    try {
      await act();
    } catch (error) {
      onFailure(error);
    }
  };
}

/**
 * A list to choose from.
 * @param {[value: string, text: string][]} choices
 * @param {string} [chosen]
 * @param {Record<string, unknown>} [attributes]
 * @returns {HTMLSelectElement}
 */
export function select(choices, chosen, attributes = {}) {
  const list = el("select", attributes, choices.map(([value, text]) => el("option", { value }, text)));
  if (chosen !== undefined) list.value = chosen;
  return list;
}
