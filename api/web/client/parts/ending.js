/** How a game ended, and where to go from there. */

import { post } from "../lib/api.js";
import { el, tell } from "../lib/dom.js";
import { go } from "../lib/router.js";
import { t } from "../lib/words.js";
import { icon } from "./icons.js";
import { playerName } from "./seats.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {Schemas["GameView"]} View */

/**
 * @param {View} view
 * @param {number | null} mine
 * @returns {HTMLElement | null} nothing while the game goes on
 */
export function ending(view, mine) {
  if (view.outcome === null) return null;
  const rank = (/** @type {number} */ seat) => (view.winners.includes(seat) ? 0 : 1);
  const ranked = [...view.score].sort((one, other) => rank(one.seat) - rank(other.seat) || other.points - one.points);
  const winners = view.winners.flatMap((winner) => view.seats.filter((seat) => seat.seat === winner));
  const names = winners.map((seat) => playerName(view, seat)).join(", ");
  const isWon = view.outcome === "won" && winners.length > 0;
  const title = mine !== null && view.winners.includes(mine) ? t("end.you") : isWon ? t("end.won", { name: names }) : t("end.other");
  return el(
    "section",
    { class: "ending card" },
    el("h2", null, title),
    el(
      "ol",
      { class: "standings" },
      ranked.map((score) => {
        const seat = view.seats[score.seat];
        return el("li", null, icon(`settlement-${score.seat}`), el("bdi", null, seat ? playerName(view, seat) : ""), " ", el("b", null, t("seat.points", { count: score.points })));
      }),
    ),
    el(
      "div",
      { class: "row" },
      el("a", { class: "button", href: `/replay/${view.game}` }, t("end.replay")),
      mine !== null && view.challenge === null && el("button", { class: "primary", onclick: () => void rematch(view.game) }, t("end.rematch")),
      el("a", { class: "button", href: "/" }, t("end.start")),
    ),
  );
}

/** @param {string} game */
async function rematch(game) {
  try {
    /** @type {Schemas["Rematch"]} */
    const again = await post(`/v1/games/${game}/rematch`);
    go(`/table/${again.game_id}`);
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error), "error");
  }
}
