/** The bar at the top of every page. */

import { el, fill } from "../lib/dom.js";
import { session } from "../lib/session.js";
import { language, setLanguage, t } from "../lib/words.js";

/** Draw the bar, and again when somebody signs in or out or another page is shown. */
export function drawTop() {
  draw();
  addEventListener("session", draw);
  addEventListener("pageshown", draw);
}

function draw() {
  const top = document.getElementById("top");
  if (!top) return;
  const me = session();
  const other = language() === "en" ? "pl" : "en";
  fill(
    top,
    el("a", { href: "/", class: "brand" }, el("img", { src: "/web/icon.svg", alt: "", width: 28, height: 28 }), t("title")),
    el(
      "div",
      { class: "own" },
      link("/me", me ? t("menu.me", { name: me.name }) : t("menu.signIn"), "me"),
      el("button", { class: "quiet", lang: other, onclick: () => setLanguage(other) }, t("menu.language")),
    ),
    el(
      "nav",
      { "aria-label": t("menu.label") },
      link("/watch", t("menu.watch")),
      link("/cups", t("menu.cups")),
      link("/audit", t("menu.audit")),
      el("a", { href: "/docs" }, t("menu.docs")),
    ),
  );
}

/**
 * @param {string} path
 * @param {string} text
 * @param {string} [className]
 */
function link(path, text, className) {
  const isHere = location.pathname === path || location.pathname.startsWith(`${path}/`);
  return el("a", { href: path, class: className, "aria-current": isHere ? "page" : null }, el("bdi", null, text));
}
