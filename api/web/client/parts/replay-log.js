/** The log beside a replay: every sentence is a link to its version, and the present one is marked. */

import { el, fill } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/api.js").Schemas["LogEntry"]} LogEntry */

export class ReplayLog {
  element = el("ol", { class: "replay-log", tabindex: "0", "aria-label": t("replay.log") });
  /** @type {Map<number, HTMLElement[]>} */
  #byVersion = new Map();
  /** @type {HTMLElement[]} */
  #marked = [];

  /**
   * @param {LogEntry[]} entries
   * @param {(version: number) => string} addressOf
   * @param {(version: number) => void} show
   */
  fill(entries, addressOf, show) {
    this.#byVersion.clear();
    this.#marked = [];
    let turn = -1;
    const lines = entries.flatMap((entry) => {
      const open = (/** @type {MouseEvent} */ event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        show(entry.version);
      };
      const line = el("li", null, el("a", { href: addressOf(entry.version), onclick: open }, entry.text));
      this.#byVersion.set(entry.version, [...(this.#byVersion.get(entry.version) ?? []), line]);
      if (entry.turn === turn) return [line];
      turn = entry.turn;
      return [el("li", { class: "turn" }, turn ? t("replay.turn", { turn }) : t("replay.before_turns")), line];
    });
    fill(this.element, lines);
  }

  /**
   * Mark what happened in a version, and bring it into sight within the list.
   * @param {number} version
   */
  mark(version) {
    for (const line of this.#marked) line.removeAttribute("aria-current");
    this.#marked = this.#byVersion.get(version) ?? [];
    for (const line of this.#marked) line.setAttribute("aria-current", "true");
    const [first] = this.#marked;
    if (first) this.element.scrollTop = first.offsetTop - this.element.offsetTop - this.element.clientHeight / 3;
  }
}
