/** A search of finished games, with links to their replays. */

import { get } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { field, select } from "./fields.js";
import { closedGame } from "./game-card.js";
import { pagedList } from "./paged-list.js";
import { said } from "./rulesets.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("./rulesets.js").Ruleset} Ruleset */

const DAY_MS = 86_400_000;

/**
 * @param {object} search
 * @param {HTMLElement} search.place
 * @param {Ruleset[]} search.known
 * @param {AbortSignal} search.leaving
 * @param {string} [search.player] whose games; all if left out
 * @param {(names: Record<string, string | null>) => void} [search.onNames] called with the people of each page
 */
export async function closedGames({ place, known, leaving, player, onNames }) {
  const ruleset = select([["", t("watch.all")], ...known.map((one) => /** @type {[string, string]} */ ([one.name, said(one.titles)]))]);
  const result = select([["", t("search.any")], ["won", t("search.won")], ["lost", t("search.lost")]]);
  const opponent = select([["", t("search.any")]]);
  const from = el("input", { type: "date" });
  const to = el("input", { type: "date" });
  const list = el("div");
  const met = new Map();

  const show = () =>
    pagedList(list, {
      empty: t("list.none"),
      load: async (cursor) => {
        const query = {
          player,
          ruleset: ruleset.value,
          result: player ? result.value : "",
          opponent: opponent.value,
          from: from.valueAsNumber || "",
          to: to.valueAsNumber ? to.valueAsNumber + DAY_MS : "",
          limit: 12,
          cursor,
        };
        /** @type {Schemas["FoundPage"]} */
        const page = await get("/v1/closed-games/search", query, leaving);
        onNames?.(page.names);
        for (const [id, name] of Object.entries(page.names)) {
          if (id === player || met.has(id)) continue;
          met.set(id, name);
          opponent.append(el("option", { value: id }, name ?? t("game.erased")));
        }
        return { items: page.games.map((game) => ({ game, names: page.names })), next: page.next };
      },
      show: ({ game, names }) => closedGame(game, names, known),
    });

  fill(
    place,
    el(
      "form",
      {
        class: "fields filters",
        role: "search",
        "aria-label": t("search.label"),
        onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
        onchange: () => void show(),
      },
      field(t("watch.ruleset"), ruleset),
      player && field(t("search.result"), result),
      player && field(t("search.opponent"), opponent),
      field(t("search.from"), from),
      field(t("search.to"), to),
    ),
    list,
  );
  await show();
}
