/** A list that comes in pages: the first at once, the others when somebody wants more. */

import { add, el } from "../lib/dom.js";
import { t } from "../lib/words.js";

/**
 * @template T
 * @typedef {object} Pages
 * @property {(cursor: string | null) => Promise<{ items: T[], next: string | null }>} load
 * @property {(item: T) => Element} show
 * @property {string} empty what to say if there is nothing
 * @property {string} [className]
 */

/**
 * Show a list in an element, with its first page.
 * @template T
 * @param {Element} place
 * @param {Pages<T>} pages
 * @returns {Promise<void>}
 */
export async function pagedList(place, pages) {
  const list = el("ul", { class: pages.className ?? "cards" });
  /** @type {string | null} */
  let next = null;
  const more = el("button", { onclick: () => void grow() }, t("list.more"));

  async function grow() {
    more.disabled = true;
    const before = list.childElementCount;
    try {
      // A page may be empty although others follow.
      do {
        const page = await pages.load(next);
        list.append(...page.items.map(pages.show));
        next = page.next;
      } while (next && list.childElementCount === before);
    } finally {
      more.disabled = false;
    }
    if (!next) more.remove();
    // Go on reading where the new ones begin.
    const first = list.children[before]?.querySelector("a, button");
    if (before && first instanceof HTMLElement) first.focus();
  }

  await grow();
  place.replaceChildren();
  add(place, list.childElementCount ? list : el("p", { class: "faint" }, pages.empty), next && el("p", null, more));
}
