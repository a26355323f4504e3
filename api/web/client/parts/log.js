/** The log in sentences; a screen reader says what is new. */

import { get } from "../lib/api.js";
import { el } from "../lib/dom.js";
import { language, t } from "../lib/words.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */

const PAGE = 200;
/** How many sentences are kept on the page, and how many are shown beside the board. */
const KEPT = 400;
const LATEST = 2;

export class GameLog {
  #after = 0;

  /** @param {string} path of the game */
  constructor(path) {
    this.path = path;
    this.list = el("div", { class: "log-lines", role: "log", "aria-label": t("table.log"), tabindex: 0 });
    this.latest = el("div", { class: "latest", "aria-hidden": "true" });
    this.element = el("section", { class: "log" }, el("h2", null, t("table.log")), this.list);
  }

  /** Forget everything, such as after a rewind. */
  reset() {
    this.#after = 0;
    this.list.replaceChildren();
  }

  /**
   * Fetch what has happened since.
   * @param {AbortSignal} signal
   * @returns {Promise<() => void>} which shows it
   */
  async load(signal) {
    /** @type {Schemas["LogEntry"][]} */
    const entries = [];
    let after = this.#after;
    for (;;) {
      /** @type {Schemas["LogPage"]} */
      const page = await get(`${this.path}/log`, { after, limit: PAGE, lang: language() }, signal);
      entries.push(...page.entries);
      after = page.next ?? page.version;
      if (page.next === null) break;
    }
    return () => {
      this.#after = after;
      this.#show(entries);
    };
  }

  /** @param {Schemas["LogEntry"][]} entries */
  #show(entries) {
    const { list } = this;
    if (!entries.length) return;
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    list.append(...entries.slice(-KEPT).map((entry) => el("p", { "data-version": entry.version }, entry.text)));
    while (list.childElementCount > KEPT) list.firstElementChild?.remove();
    if (isAtEnd) list.scrollTop = list.scrollHeight;
    this.latest.replaceChildren(...[...list.children].slice(-LATEST).map((line) => el("p", null, line.textContent)));
  }
}
