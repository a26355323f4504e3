/** Games that may be watched now, and finished games to be replayed. */

import { get } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { Page, useStyle } from "../lib/page.js";
import { t } from "../lib/words.js";
import { closedGames } from "../parts/closed-games.js";
import { field, select } from "../parts/fields.js";
import { openGame } from "../parts/game-card.js";
import { pagedList } from "../parts/paged-list.js";
import { rulesets, said } from "../parts/rulesets.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */

export class WatchPage extends Page {
  async show() {
    const [known] = await Promise.all([rulesets(), useStyle("start")]);
    const ruleset = select([["", t("watch.all")], ...known.map((one) => /** @type {[string, string]} */ ([one.name, said(one.titles)]))]);
    const order = select([["rating", t("watch.best")], ["newest", t("watch.newest")]]);
    const rating = el("input", { type: "number", step: 1, min: -100, max: 1000, inputmode: "numeric" });
    const now = el("div");
    const closed = el("div");
    const showNow = () =>
      pagedList(now, {
        empty: t("watch.nowNone"),
        load: async (cursor) => {
          const query = { status: "playing", ruleset: ruleset.value, order: order.value, min_rating: rating.value, limit: 12, cursor };
          /** @type {Schemas["GamePage"]} */
          const page = await get("/v1/games", query, this.leaving);
          return { items: page.games.map((game) => ({ game, names: page.names })), next: page.next };
        },
        show: ({ game, names }) => openGame(game, names, known, t("game.watch")),
      });
    fill(
      this,
      this.heading(t("watch.title")),
      el(
        "section",
        { "aria-labelledby": "now" },
        el("h2", { id: "now" }, t("watch.now")),
        el(
          "form",
          {
            class: "fields filters",
            onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
            onchange: () => void showNow(),
          },
          field(t("watch.ruleset"), ruleset),
          field(t("watch.order"), order),
          field(t("watch.rating"), rating),
        ),
        now,
      ),
      el("section", { "aria-labelledby": "closed" }, el("h2", { id: "closed" }, t("watch.closed")), closed),
    );
    await Promise.all([showNow(), closedGames({ place: closed, known, leaving: this.leaving })]);
  }
}

customElements.define("watch-page", WatchPage);
