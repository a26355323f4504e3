/** Which page an address shows. Pages are loaded when they are first opened. */

import { el, fill } from "./dom.js";
import { Page } from "./page.js";
import { t } from "./words.js";

/**
 * Address, custom element, and the module that defines it. `:name` stands for one part of the address.
 * @type {[string, string, () => Promise<unknown>][]}
 */
const ROUTES = [
  ["/", "start-page", () => import("../pages/start.js")],
  ["/new", "setup-page", () => import("../pages/setup.js")],
  ["/join", "join-page", () => import("../pages/join.js")],
  ["/join/:code", "join-page", () => import("../pages/join.js")],
  ["/watch", "watch-page", () => import("../pages/watch.js")],
  ["/table/:game", "table-page", () => import("../pages/table.js")],
  ["/replay/:game", "replay-page", () => import("../pages/replay.js")],
  ["/audit", "audit-page", () => import("../pages/audit.js")],
  ["/me", "me-page", () => import("../pages/me.js")],
  ["/player/:player", "player-page", () => import("../pages/player.js")],
  ["/cups", "cups-page", () => import("../pages/cups.js")],
  ["/cups/new", "new-cup-page", () => import("../pages/new-cup.js")],
  ["/cups/:cup", "cup-page", () => import("../pages/cup.js")],
  ["/cups/:cup/hall", "hall-page", () => import("../pages/hall.js")],
  ["/cups/:cup/review", "review-page", () => import("../pages/review.js")],
  ["/cups/:cup/projector", "projector-page", () => import("../pages/projector.js")],
];

/** Show the page of the address now, and whenever a link of the client is followed. */
export function startRouter() {
  addEventListener("popstate", () => void showPage(true));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target || link.hasAttribute("download")) return;
    const address = new URL(link.href);
    if (address.origin !== location.origin || !routeOf(address.pathname)) return;
    event.preventDefault();
    if (address.pathname === location.pathname && address.hash && address.search === location.search) {
      // A place on this page. Going there leaves no trace: a step back would load the page again.
      const place = document.getElementById(address.hash.slice(1));
      place?.scrollIntoView();
      place?.focus();
      return;
    }
    go(address.pathname + address.search + address.hash);
  });
  void showPage();
}

/**
 * Go to another page of the client.
 * @param {string} path
 */
export function go(path) {
  history.pushState(null, "", path);
  void showPage(true);
}

/** @param {string} path */
function routeOf(path) {
  for (const [pattern, tag, load] of ROUTES) {
    const names = [...pattern.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");
    const found = new RegExp(`^${pattern.replace(/:\w+/g, "([^/]+)")}/?$`).exec(path);
    if (found) {
      const values = found.slice(1).map(decodeURIComponent);
      return { tag, load, parameters: Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""])) };
    }
  }
  return null;
}

/** @param {boolean} [isMove] from another page, so that its heading is to be read out */
async function showPage(isMove = false) {
  const content = document.getElementById("content");
  if (!content) return;
  const path = location.pathname;
  const route = routeOf(path);
  if (!route) {
    const heading = el("h1", { tabindex: -1 }, t("problem.missing"));
    document.title = `${t("problem.missing")} · Hexledger`;
    fill(content, heading, el("p", null, el("a", { href: "/" }, t("menu.start"))));
    if (isMove) heading.focus();
    return;
  }
  try {
    await route.load();
  } catch (error) {
    // Without a connection a page that was never opened may not be there.
    const again = () => void showPage(isMove);
    const text = t("problem.load", { reason: error instanceof Error ? error.message : String(error) });
    fill(content, el("p", { class: "error", role: "alert" }, text), el("button", { onclick: again }, t("problem.again")));
    return;
  }
  if (location.pathname !== path) return;
  const page = document.createElement(route.tag);
  if (page instanceof Page) page.parameters = route.parameters;
  if (isMove) page.addEventListener("opened", () => focusHeading(page), { once: true });
  fill(content, page);
  scrollTo(0, 0);
  dispatchEvent(new CustomEvent("pageshown"));
}

/**
 * Move the focus to the heading of a page, unless somebody has already gone on.
 * @param {HTMLElement} page
 */
function focusHeading(page) {
  const heading = page.querySelector("h1") ?? document.getElementById("content");
  if (page.isConnected && !page.contains(document.activeElement)) heading?.focus({ preventScroll: true });
}
