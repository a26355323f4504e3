/** Questions that need an answer before something happens. */

import { el } from "../lib/dom.js";
import { t } from "../lib/words.js";

/**
 * Ask whether something is to be done.
 * @param {string} question
 * @param {string} text what it means
 * @param {string} answer the button that does it
 * @returns {Promise<boolean>}
 */
export function ask(question, text, answer) {
  const dialog = el(
    "dialog",
    { "aria-labelledby": "question" },
    el("h2", { id: "question" }, question),
    text && el("p", null, text),
    el(
      "p",
      { class: "row" },
      el("button", { onclick: () => dialog.close("") }, t("dialog.cancel")),
      el("button", { class: "primary danger", onclick: () => dialog.close("yes") }, answer),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}
