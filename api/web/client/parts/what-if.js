/** Play on from a version of a game: a copy, in which a person takes a seat and bots take the others. */

import { post } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { go } from "../lib/router.js";
import { ensureSession } from "../lib/session.js";
import { t } from "../lib/words.js";

/**
 * Ask which seat to take, then open the copy and go to its table.
 * @param {string} path of the game
 * @param {number} version
 * @param {string[]} seats names
 */
export function askWhatIf(path, version, seats) {
  const choice = el("select", { id: "what-if-seat" }, seats.map((name, seat) => el("option", { value: seat }, name)));
  const start = el("button", { class: "primary", onclick: () => void begin() }, t("replay.what_if.start"));
  const begin = async () => {
    start.disabled = true;
    try {
      await ensureSession();
      const copy = await post(`${path}/copies`, { version, seat: Number(choice.value) });
      dialog.close();
      go(`/table/${copy.game_id}`);
    } catch (error) {
      start.disabled = false;
      tell(error instanceof Error ? error.message : String(error), "error");
    }
  };
  const dialog = el("dialog", { "aria-labelledby": "what-if-title", onclose: () => dialog.remove() });
  fill(
    dialog,
    el("h2", { id: "what-if-title" }, t("replay.what_if")),
    el("p", null, t("replay.what_if.how", { version })),
    el("label", { for: "what-if-seat" }, t("replay.what_if.seat")),
    choice,
    el("div", { class: "row dialog-end" }, start, el("button", { onclick: () => dialog.close() }, t("replay.cancel"))),
  );
  document.body.append(dialog);
  dialog.showModal();
}
