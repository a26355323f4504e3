/** What all pages share: a title, loading with an answer to failures, and an end of everything on leaving. */

import { el, fill } from "./dom.js";
import { t } from "./words.js";

/** A page of the client. `parameters` come from the address. */
export class Page extends HTMLElement {
  /** @type {Record<string, string>} */
  parameters = {};
  #leaving = new AbortController();

  /** Ends when the person goes to another page; give it to listeners, requests and feeds. */
  get leaving() {
    return this.#leaving.signal;
  }

  connectedCallback() {
    void this.open();
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  /** Load and show; a failure is shown with a button that tries again. */
  async open() {
    this.setAttribute("aria-busy", "true");
    try {
      await this.show();
    } catch (error) {
      if (this.leaving.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      fill(
        this,
        el("p", { class: "error", role: "alert" }, t("problem.load", { reason })),
        el("button", { onclick: () => void this.open() }, t("problem.again")),
      );
    } finally {
      this.removeAttribute("aria-busy");
      this.dispatchEvent(new CustomEvent("opened"));
    }
  }

  /**
   * Show the page. Subclasses do this.
   * @returns {Promise<void> | void}
   */
  show() {}

  /**
   * Name the page in the window's title and as its first heading.
   * @param {string} title
   * @returns {HTMLHeadingElement}
   */
  heading(title) {
    document.title = `${title} · Hexledger`;
    // It can be focused by the program, so that it is read out when another page is shown.
    return el("h1", { tabindex: -1 }, title);
  }
}

/**
 * Load the stylesheet of a group of pages, once, and wait until it applies. Those of other groups apply no longer.
 * @param {string} name of a file in `style`
 * @returns {Promise<void>}
 */
export async function useStyle(name) {
  const href = `/web/style/${name}.css`;
  if (!document.querySelector(`link[href="${href}"]`)) {
    await new Promise((done) => document.head.append(el("link", { rel: "stylesheet", href, "data-group": true, onload: done, onerror: done })));
  }
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-group]"))) {
    link.media = link.getAttribute("href") === href ? "all" : "not all";
  }
}
