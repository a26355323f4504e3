/** A player as others see them: record, rating over time, head to head, games. */

import { get } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { Page, useStyle } from "../lib/page.js";
import { session } from "../lib/session.js";
import { locale, t } from "../lib/words.js";
import { closedGames } from "../parts/closed-games.js";
import { field, select } from "../parts/fields.js";
import { ratingChart } from "../parts/rating-chart.js";
import { gameTitle, rulesets } from "../parts/rulesets.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../parts/rulesets.js").Ruleset} Ruleset */

/** How many games a chart goes back. */
const ON_A_CHART = 100;

export class PlayerPage extends Page {
  async show() {
    const id = this.parameters.player ?? "";
    const path = `/v1/players/${encodeURIComponent(id)}`;
    const [known, player] = await Promise.all([rulesets(), /** @type {Promise<Schemas["PlayerRecord"]>} */ (get(path, {}, this.leaving)), useStyle("start")]);
    const name = player.name ?? t("game.erased");
    const charts = el("div", { class: "charts" });
    const versus = el("div");
    const games = el("div");
    const me = session()?.player_id;
    fill(
      this,
      this.heading(name),
      me === id && el("p", { class: "faint" }, t("player.you"), " · ", el("a", { href: "/me" }, t("player.account"))),
      el("section", null, el("h2", null, t("player.records")), records(player.records, known)),
      charts,
      el("section", null, el("h2", null, t("player.versus")), versus),
      el("section", null, el("h2", null, t("player.gamesList")), games),
    );
    const others = select([["", "–"]]);
    const result = el("div", { "aria-live": "polite" });
    others.addEventListener("change", () => void this.#compare(result, id, others.value, known));
    fill(versus, el("div", { class: "fields" }, field(t("player.versusWith"), others)), result);
    /** @param {Record<string, string | null>} names */
    const onNames = (names) => {
      for (const [other, called] of Object.entries(names)) {
        const isNew = ![...others.options].some((option) => option.value === other);
        if (other !== id && isNew) others.append(el("option", { value: other }, called ?? t("game.erased")));
      }
    };
    if (me && me !== id) {
      onNames({ [me]: session()?.name ?? t("player.versusMe") });
      others.value = me;
    }
    await Promise.all([
      this.#showCharts(charts, path, player.records, known),
      me && me !== id ? this.#compare(result, id, me, known) : null,
      closedGames({ place: games, known, leaving: this.leaving, player: id, onNames }),
    ]);
  }

  /**
   * @param {HTMLElement} place
   * @param {string} path
   * @param {Schemas["Record"][]} found
   * @param {Ruleset[]} known
   */
  async #showCharts(place, path, found, known) {
    const wanted = found.flatMap((record) => [
      ...(record.rating ? [{ ruleset: record.ruleset, with_bots: false }] : []),
      ...(record.rating_with_bots ? [{ ruleset: record.ruleset, with_bots: true }] : []),
    ]);
    const charts = await Promise.all(
      wanted.map(async ({ ruleset, with_bots }) => {
        /** @type {Schemas["RatingHistory"]} */
        const history = await get(`${path}/ratings/${ruleset}`, { with_bots, limit: ON_A_CHART }, this.leaving);
        return ratingChart(history.points, gameTitle(known, ruleset), with_bots ? t("player.chartBots") : t("player.chart"));
      }),
    );
    fill(place, charts);
  }

  /**
   * @param {HTMLElement} place
   * @param {string} id
   * @param {string} other
   * @param {Ruleset[]} known
   */
  async #compare(place, id, other, known) {
    if (!other) return fill(place);
    /** @type {Schemas["Versus"]} */
    const versus = await get(`/v1/players/${encodeURIComponent(id)}/versus/${encodeURIComponent(other)}`, {}, this.leaving);
    if (!versus.records.length) return fill(place, el("p", { class: "faint" }, t("player.versusNone")));
    const [one, two] = [versus.player, versus.other].map((person) => person.name ?? t("game.erased"));
    fill(
      place,
      table(
        t("player.versus"),
        [t("setup.game"), t("player.together"), t("player.ahead", { name: one ?? "" }), t("player.level"), t("player.ahead", { name: two ?? "" }), t("player.togetherBots")],
        versus.records.map((row) => [gameTitle(known, row.ruleset), row.games, row.ahead, row.level, row.behind, row.with_bots]),
      ),
    );
  }
}

/**
 * @param {Schemas["Record"][]} found
 * @param {Ruleset[]} known
 */
function records(found, known) {
  if (!found.length) return el("p", { class: "faint" }, t("player.none"));
  return table(
    t("player.records"),
    [t("setup.game"), t("player.rating"), t("player.rank"), t("player.games"), t("player.wins"), t("player.botRating"), t("player.withBots"), t("player.casual"), t("player.solo"), t("player.resigned")],
    found.map((row) => [
      gameTitle(known, row.ruleset),
      row.rating ? decimal(row.rating.ordinal) : "–",
      row.rating ? row.rating.rank ?? t("player.provisional") : "–",
      row.games,
      row.wins,
      row.rating_with_bots ? decimal(row.rating_with_bots.ordinal) : "–",
      row.with_bots,
      row.casual,
      row.solo,
      row.resigned,
    ]),
  );
}

/**
 * A table that scrolls sideways by itself, so that the page does not.
 * @param {string} label
 * @param {string[]} heads
 * @param {(string | number)[][]} rows
 */
function table(label, heads, rows) {
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": label },
    el(
      "table",
      { class: "figures" },
      el("thead", null, el("tr", null, heads.map((head, i) => el("th", { scope: "col", class: i ? "numbers" : null }, head)))),
      el("tbody", null, rows.map(([first, ...rest]) => el("tr", null, el("th", { scope: "row" }, first), rest.map((cell) => el("td", { class: "number" }, cell))))),
    ),
  );
}

/** @param {number} value */
function decimal(value) {
  return new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

customElements.define("player-page", PlayerPage);
