/** Before the start: a link for those who shall come, and a seat for whoever has come by one. */

import { post } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { session } from "../lib/session.js";
import { t } from "../lib/words.js";
import { qrCode } from "./qr.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {Schemas["GameView"]} View */

/**
 * @param {View} view
 * @param {() => Promise<void>} onSession called for a visitor who wants to play
 * @returns {HTMLElement | null} nothing after the start
 */
export function invite(view, onSession) {
  if (view.phase !== "lobby") return null;
  const isHost = session()?.player_id === view.host;
  const shown = el("div");
  return el(
    "section",
    { class: "invite card" },
    el("h2", null, t("lobby.title")),
    !session() && el("button", { class: "primary", "data-join": true, onclick: () => void onSession() }, t("lobby.join")),
    view.seats.some((seat) => seat.player === null) &&
      el("button", { "data-invite": true, onclick: () => void share(view, isHost, shown) }, t("lobby.invite")),
    shown,
  );
}

/**
 * @param {View} view
 * @param {boolean} isHost
 * @param {HTMLElement} shown
 */
async function share(view, isHost, shown) {
  try {
    let path = `/table/${view.game}`;
    if (isHost && view.invited_only) {
      const free = view.seats.filter((seat) => seat.player === null).length;
      path = (await post(`/v1/games/${view.game}/invitations`, { uses: free })).link;
    }
    const link = new URL(path, location.origin).href;
    const field = el("input", { class: "link", readonly: true, value: link, "aria-label": t("lobby.link") });
    fill(shown, el("p", null, t("lobby.link")), field, qrCode(path, t("lobby.qr")));
    field.select();
    // Without a permission the link is there to be copied by hand.
    navigator.clipboard?.writeText(link).then(
      () => tell(t("lobby.copied")),
      () => {},
    );
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error), "error");
  }
}
