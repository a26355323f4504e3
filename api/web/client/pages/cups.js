/** All tournaments, the newest first, and those of the reader. */

import { get } from "../lib/api.js";
import { add, el, fill } from "../lib/dom.js";
import { Page, useStyle } from "../lib/page.js";
import { session } from "../lib/session.js";
import { moment, t } from "../lib/words.js";
import { chip, phaseWord } from "../parts/cup-bar.js";
import { nameOf } from "../parts/person.js";
import { gameTitle, rulesets } from "../parts/rulesets.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../lib/words.js").Phrase} Phrase */

/** @type {[string, Phrase][]} */
const STATUSES = [
  ["", "cups.all"],
  ["registration", "cup.phase.registration"],
  ["running", "cup.phase.running"],
  ["closed", "cup.phase.closed"],
];

export class CupsPage extends Page {
  /** @type {import("../parts/rulesets.js").Ruleset[]} */
  #known = [];

  async show() {
    const [known] = await Promise.all([rulesets(), useStyle("cups")]);
    this.#known = known;
    const status = new URLSearchParams(location.search).get("status") ?? "";
    const mine = session() && !status ? await get("/v1/players/me/tournaments", { limit: 20 }) : null;
    /** @type {Schemas["TournamentPage"]} */
    const page = await get("/v1/tournaments", { status, limit: 20 });
    const list = el("div", { class: "cards" });
    fill(
      this,
      this.heading(t("cups.title")),
      el("p", { class: "row" }, el("a", { class: "button primary", href: "/cups/new" }, t("cups.new"))),
      mine?.tournaments.length > 0 && [
        el("h2", null, t("cups.mine")),
        el("div", { class: "cards" }, mine.tournaments.map((/** @type {Schemas["TournamentSummary"]} */ one) => card(one, mine.names, known))),
      ],
      el("h2", null, t("cups.every")),
      el(
        "nav",
        { class: "cup-menu", "aria-label": t("cups.filter") },
        STATUSES.map(([name, phrase]) =>
          el("a", { href: name ? `/cups?status=${name}` : "/cups", "aria-current": name === status ? "true" : null }, t(phrase)),
        ),
      ),
      list,
    );
    this.#list(page, list, status);
  }

  /**
   * @param {Schemas["TournamentPage"]} page
   * @param {Element} list
   * @param {string} status
   */
  #list(page, list, status) {
    add(list, page.tournaments.map((one) => card(one, page.names, this.#known)));
    if (!list.children.length) add(list, el("p", { class: "faint" }, t("cups.none")));
    if (!page.next) return;
    const more = el(
      "button",
      {
        onclick: async () => {
          const next = await get("/v1/tournaments", { status, limit: 20, cursor: page.next });
          more.remove();
          this.#list(next, list, status);
        },
      },
      t("cups.more"),
    );
    add(list, more);
  }
}

/**
 * A tournament in a list.
 * @param {Schemas["TournamentSummary"]} cup
 * @param {import("../parts/person.js").Names} names
 * @param {import("../parts/rulesets.js").Ruleset[]} known
 */
function card(cup, names, known) {
  return el(
    "article",
    { class: "card" },
    el("h3", null, el("a", { href: `/cups/${encodeURIComponent(cup.tournament_id)}` }, el("bdi", null, cup.title))),
    el("p", { class: "row" }, chip(phaseWord(cup.phase), cup.phase === "running" ? "lit" : "plain"), cup.by_code && chip(t("cups.by_code")), cup.are_entries_open && chip(t("cups.open"), "good")),
    el("p", null, t("cups.places", { players: cup.players, capacity: cup.capacity }), " · ", gameTitle(known, cup.ruleset), cup.rounds > 0 && ` · ${t("cups.rounds", { count: cup.rounds })}`),
    el("p", { class: "faint" }, t("cups.host", { name: nameOf(cup.host, names) }), cup.starts_at !== null && ` · ${t("cups.starts", { time: moment(cup.starts_at) })}`),
  );
}

customElements.define("cups-page", CupsPage);
