/** Reviewing a tournament: logs of its games with filters, reports over them, and who has looked at hidden hands. */

import { get, request } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { Page, useStyle } from "../lib/page.js";
import { go } from "../lib/router.js";
import { session } from "../lib/session.js";
import { language, moment, t } from "../lib/words.js";
import { actionButton } from "../parts/action-buttons.js";
import { cupMenu } from "../parts/cup-bar.js";
import { field, select, tick } from "../parts/fields.js";
import { nameOf } from "../parts/person.js";
import { messageOf } from "../parts/reason-form.js";
import { reportPart } from "../parts/report.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../lib/words.js").Phrase} Phrase */
/** @typedef {Schemas["TournamentView"]} Cup */
/** @typedef {{ game: string, round: number, table: number, players: string[], counts: boolean }} Played */

/** What the page shows, by `part` in its address. @type {[string, Phrase][]} */
const PARTS = [
  ["log", "review.log"],
  ["report", "review.report"],
  ["looks", "review.looks"],
];
/** The filters of a log, as the API names them. */
const FILTERS = ["type", "seat", "turn", "from", "to", "text", "clock"];
const ENTRIES = 100;

export class ReviewPage extends Page {
  #path = "";
  #query = new URLSearchParams(location.search);

  async show() {
    await useStyle("cups");
    this.#path = `/v1/tournaments/${encodeURIComponent(this.parameters.cup ?? "")}`;
    /** @type {Cup} */
    const cup = await get(this.#path, {}, this.leaving);
    const part = this.#query.get("part") ?? "log";
    const body = part === "report" ? await this.#report(cup) : part === "looks" ? await this.#looks(cup) : await this.#log(cup);
    fill(
      this,
      this.heading(t("review.title", { title: cup.setup.title })),
      cupMenu(cup.tournament),
      el(
        "nav",
        { class: "cup-menu", "aria-label": t("review.parts") },
        PARTS.map(([name, phrase]) => el("a", { href: this.#address({ part: name }), "aria-current": name === part ? "true" : null }, t(phrase))),
      ),
      body,
    );
  }

  /**
   * The address of this page with other parameters.
   * @param {Record<string, string>} parameters
   */
  #address(parameters) {
    const chosen = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ""));
    return `/cups/${encodeURIComponent(this.parameters.cup ?? "")}/review?${chosen}`;
  }

  // The log of a game

  /** @param {Cup} cup */
  async #log(cup) {
    const played = gamesOf(cup);
    const game = played.find((one) => one.game === this.#query.get("game")) ?? played.at(-1);
    if (!game) return [el("p", { class: "faint" }, t("review.no_games"))];
    const list = el("ol", { class: "log review-log" });
    const types = await this.#types(game.game);
    const more = el("button", { hidden: true }, t("review.more"));
    const count = el("p", { role: "status", class: "faint" });
    await this.#page(game, 0, list, more, count);
    return [this.#filters(cup, played, game, types), count, el("div", { class: "card" }, list, more)];
  }

  /**
   * The types of events that the game has, as far as its first pages tell.
   * @param {string} game
   */
  async #types(game) {
    /** @type {Schemas["LogPage"]} */
    const page = await get(`/v1/games/${encodeURIComponent(game)}/log`, { limit: 500, lang: language() }, this.leaving);
    return [...new Set([...page.entries.map((entry) => entry.type), ...this.#query.getAll("type")])].toSorted();
  }

  /**
   * @param {Cup} cup
   * @param {Played[]} played
   * @param {Played} game
   * @param {string[]} types
   */
  #filters(cup, played, game, types) {
    const value = (/** @type {string} */ name) => this.#query.get(name) ?? "";
    const table = select(played.map((one) => [one.game, gameTitle(one)]), game.game, { name: "game" });
    const seats = /** @type {[string, string][]} */ ([["", t("review.any")], ...game.players.map((player, seat) => [String(seat), nameOf(player, cup.names)])]);
    const kinds = /** @type {[string, string][]} */ ([["", t("review.any")], ...types.map((type) => [type, type.replaceAll("_", " ")])]);
    const form = el(
      "form",
      { class: "card cup-filters", role: "search", "aria-label": t("review.filters") },
      field(t("review.table"), table),
      field(t("review.type"), select(kinds, value("type"), { name: "type" })),
      field(t("review.seat"), select(seats, value("seat"), { name: "seat" })),
      field(t("review.turn"), el("input", { name: "turn", value: value("turn"), pattern: "[0-9]{1,6}(-[0-9]{1,6})?", placeholder: "12-14" })),
      field(t("review.text"), el("input", { name: "text", value: value("text"), maxlength: 100 })),
      field(t("review.from"), el("input", { name: "from", type: "datetime-local", step: 1, value: localTime(value("from")) })),
      field(t("review.to"), el("input", { name: "to", type: "datetime-local", step: 1, value: localTime(value("to")) })),
      tick(t("review.clock"), el("input", { type: "checkbox", name: "clock", value: "true", checked: value("clock") === "true" })),
      el("div", { class: "row" }, el("button", { class: "primary" }, t("review.search")), el("a", { class: "button", href: this.#address({ game: game.game }) }, t("review.clear"))),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const chosen = Object.fromEntries([...new FormData(form)].map(([name, entered]) => [name, String(entered)]));
      for (const name of ["from", "to"]) if (chosen[name]) chosen[name] = String(new Date(chosen[name]).getTime());
      go(this.#address(chosen));
    });
    return form;
  }

  /**
   * @param {Played} game
   * @param {number} after
   * @param {HTMLElement} list
   * @param {HTMLButtonElement} more
   * @param {HTMLElement} count
   */
  async #page(game, after, list, more, count) {
    const path = `/v1/games/${encodeURIComponent(game.game)}`;
    const query = Object.fromEntries(FILTERS.map((name) => [name, this.#query.get(name)]));
    /** @type {Schemas["LogPage"]} */
    const page = await get(`${path}/log`, { ...query, lang: language(), after, limit: ENTRIES }, this.leaving);
    const rewind = session() ? await this.#rewinding(path) : null;
    list.append(...page.entries.map((entry) => logLine(entry, game.game, rewind, path, () => this.open())));
    count.textContent = t(page.next === null ? "review.found" : "review.found_so_far", { count: list.children.length });
    more.hidden = page.next === null;
    more.onclick = () => void this.#page(game, page.next ?? 0, list, more, count).catch((error) => tell(messageOf(error), "error"));
  }

  /**
   * The action by which the reader may rewind this game, if they may.
   * @param {string} path
   */
  async #rewinding(path) {
    /** @type {Schemas["Actions"]} */
    const listed = await get(`${path}/actions`, { words: language() }, this.leaving);
    return listed.actions.find((action) => action.form?.some((field) => field.name === "version")) ?? null;
  }

  // Reports

  /** @param {Cup} cup */
  async #report(cup) {
    const round = this.#query.get("round") ?? "";
    const query = { lang: language(), ...(round && { round }) };
    /** @type {Schemas["GamesReport"]} */
    const report = await get(`${this.#path}/report`, query, this.leaving);
    const rounds = cup.rounds.filter((one) => one.status !== "draft");
    return [
      el(
        "nav",
        { class: "cup-menu", "aria-label": t("cup.rounds") },
        el("a", { href: this.#address({ part: "report" }), "aria-current": round ? null : "true" }, t("review.all_rounds")),
        rounds.map((one) => el("a", { href: this.#address({ part: "report", round: String(one.round) }), "aria-current": round === String(one.round) ? "true" : null }, t("hall.round", { number: one.round }))),
      ),
      el("p", { class: "row" }, el("button", { onclick: () => void this.#saveReport(query) }, t("review.csv"))),
      reportPart(report, (game, parameters) => this.#address({ game, ...parameters })),
    ];
  }

  /**
   * Save the report as a file. It is fetched with the token, so a plain link would not do.
   * @param {Record<string, string>} query
   */
  async #saveReport(query) {
    try {
      const response = await request("GET", `${this.#path}/report`, { query: { ...query, format: "csv" } });
      const address = URL.createObjectURL(await response.blob());
      el("a", { href: address, download: `${this.parameters.cup}-report.csv` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (error) {
      tell(messageOf(error), "error");
    }
  }

  // Looks at hidden hands

  /** @param {Cup} cup */
  async #looks(cup) {
    /** @type {Schemas["TableReads"] | null} */
    const found = session() ? await get(`${this.#path}/reads`, {}, this.leaving).catch(() => null) : null;
    if (!found) return [el("p", { class: "faint" }, t("review.looks_later"))];
    if (!found.reads.length) return [el("p", { class: "faint" }, t("review.no_looks"))];
    const games = new Map(gamesOf(cup).map((one) => [one.game, one]));
    const head = (/** @type {Phrase} */ phrase) => el("th", { scope: "col" }, t(phrase));
    return [
      el("p", null, t("review.looks_about")),
      el(
        "div",
        { class: "scroll", tabindex: 0, role: "group", "aria-label": t("review.looks") },
        el(
          "table",
          null,
          el("thead", null, el("tr", null, head("review.who"), head("review.when"), head("review.table"), head("review.call"), head("review.as"), head("review.version"))),
          el(
            "tbody",
            null,
            found.reads.map((read) => {
              const game = games.get(read.game_id);
              return el(
                "tr",
                null,
                el("th", { scope: "row" }, nameOf(read.player_id, found.names)),
                el("td", null, moment(read.at)),
                el("td", null, game ? gameTitle(game) : read.game_id),
                el("td", null, read.call, read.live && ` (${t("review.live")})`),
                el("td", null, read.as),
                el("td", null, el("a", { href: replayAt(read.game_id, read.version) }, read.version)),
              );
            }),
          ),
        ),
      ),
    ];
  }
}

/**
 * All games of a tournament, those that do not count included.
 * @param {Cup} cup
 * @returns {Played[]}
 */
function gamesOf(cup) {
  return cup.rounds.flatMap((round) =>
    round.tables.flatMap((table) => {
      const games = [...table.left_games, ...(table.game ? [table.game] : [])];
      return games.map((game) => ({ game, round: round.round, table: table.table, players: table.players, counts: game === table.game }));
    }),
  );
}

/** @param {Played} game */
function gameTitle({ round, table, counts }) {
  return t(counts ? "review.game" : "review.left_game", { round, table });
}

/**
 * @param {Schemas["LogEntry"]} entry
 * @param {string} game
 * @param {Schemas["Action"] | null} rewind
 * @param {string} path
 * @param {() => unknown} onDone
 */
function logLine(entry, game, rewind, path, onDone) {
  const thought = entry.thinking_ms === null ? null : el("small", { class: "faint" }, t("review.thought", { seconds: (entry.thinking_ms / 1000).toFixed(1) }));
  const field = rewind?.form?.find((one) => one.name === "version");
  const spans = field?.spans?.length ? field.spans : [[field?.least ?? 0, field?.greatest ?? -1]];
  const canRewind = spans.some(([least = 0, greatest = -1]) => least <= entry.version && entry.version <= greatest);
  return el(
    "li",
    null,
    el("span", { class: "faint when" }, t("review.at", { turn: entry.turn, time: moment(entry.at) })),
    el("span", { class: "told" }, entry.text, " ", thought),
    el(
      "span",
      { class: "row" },
      el("a", { href: replayAt(game, entry.version) }, t("review.version_link", { version: entry.version })),
      rewind && canRewind && actionButton(path, { ...rewind, label: t("review.rewind", { version: entry.version }) }, onDone, { preset: { version: entry.version } }),
    ),
  );
}

/**
 * @param {string} game
 * @param {number} version
 */
export function replayAt(game, version) {
  return `/replay/${encodeURIComponent(game)}?at=${version}`;
}

/** @param {string} ms */
function localTime(ms) {
  if (!/^\d+$/.test(ms)) return "";
  const when = new Date(Number(ms) - new Date(Number(ms)).getTimezoneOffset() * 60_000);
  return when.toISOString().slice(0, 19);
}

customElements.define("review-page", ReviewPage);
