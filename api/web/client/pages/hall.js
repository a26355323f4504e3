/** The hall: all tables of a round, live; and what staff do at one table or at all of them. */

import { call, get } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { follow } from "../lib/feed.js";
import { Page, useStyle } from "../lib/page.js";
import { session } from "../lib/session.js";
import { language, moment, t } from "../lib/words.js";
import { actionButton, chooseAction } from "../parts/action-buttons.js";
import { chip, cupMenu } from "../parts/cup-bar.js";
import { duration, runTimes } from "../parts/durations.js";
import { redraw } from "../parts/live-section.js";
import { nameOf, personLink } from "../parts/person.js";
import { fillIn, messageOf } from "../parts/reason-form.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../lib/words.js").Phrase} Phrase */
/** @typedef {Schemas["HallTable"]} HallTable */
/** @typedef {Schemas["Hall"]} Hall */

/** @type {Record<HallTable["result"], Phrase>} */
const RESULTS = { none: "hall.no_result", open: "result.open", appealed: "result.appealed", sealed: "result.sealed" };
/** What staff do at several tables, by the end of the address. @type {[string, Phrase][]} */
const AT_TABLES = [
  ["pause", "hall.pause"],
  ["resume", "hall.resume"],
  ["add_time", "hall.add_time"],
];
const MOST_ADDED_SECONDS = 86_400;

export class HallPage extends Page {
  #path = "";
  #isStaff = false;
  /** @type {Hall | null} */
  #hall = null;
  /** The round that the reader has chosen. */
  #round = new URLSearchParams(location.search).get("round") ?? "";
  #summary = el("p", { role: "status", class: "row" });
  #link = el("p", { class: "error" });
  #tables = el("div", { class: "cards hall-tables" });
  /** @type {Map<number, { card: HTMLElement, chosen: HTMLInputElement }>} */
  #cards = new Map();
  #tick = () => {};

  async show() {
    await useStyle("cups");
    this.#path = `/v1/tournaments/${encodeURIComponent(this.parameters.cup ?? "")}`;
    /** @type {Schemas["TournamentView"]} */
    const cup = await get(this.#path, {}, this.leaving);
    this.#isStaff = cup.staff.some((one) => one.player === session()?.player_id);
    const rounds = cup.rounds.filter((round) => round.status !== "draft");
    fill(
      this,
      this.heading(t("hall.title", { title: cup.setup.title })),
      cupMenu(cup.tournament),
      rounds.length > 1 && this.#roundMenu(rounds, cup.tournament),
      this.#link,
      this.#summary,
      this.#isStaff && this.#allTables(),
      this.#tables,
    );
    this.#tick = runTimes(this, this.leaving);
    const first = new Promise((resolve) => {
      this.#follow(() => resolve(null)).catch((error) => {
        fill(this.#tables, el("p", { class: "faint" }, error.code === "round/unknown" ? t("hall.none") : messageOf(error)));
        resolve(null);
      });
    });
    await first;
  }

  /** @param {() => void} onFirst */
  async #follow(onFirst) {
    await follow(`${this.#path}/hall`, {
      signal: this.leaving,
      query: this.#round ? { round: this.#round } : {},
      onState: (isConnected) => fill(this.#link, isConnected ? null : t("problem.offline")),
      on: ({ kind, data }) => {
        if (kind === "view") this.#hall = data;
        else if (kind === "tables") this.#change(data.tables);
        this.#draw();
        onFirst();
      },
    });
  }

  /** @param {HallTable[]} tables */
  #change(tables) {
    if (!this.#hall) return;
    const changed = new Map(tables.map((table) => [table.table, table]));
    this.#hall = { ...this.#hall, tables: this.#hall.tables.map((table) => changed.get(table.table) ?? table) };
  }

  /**
   * @param {Schemas["RoundView"][]} rounds
   * @param {string} cup
   */
  #roundMenu(rounds, cup) {
    const shown = this.#round || String(rounds.at(-1)?.round ?? "");
    return el(
      "nav",
      { class: "cup-menu", "aria-label": t("cup.rounds") },
      rounds.map((round) =>
        el("a", { href: `/cups/${encodeURIComponent(cup)}/hall?round=${round.round}`, "aria-current": String(round.round) === shown ? "true" : null }, t("hall.round", { number: round.round })),
      ),
    );
  }

  #draw() {
    const hall = this.#hall;
    if (!hall) return;
    const calls = hall.tables.filter((table) => table.game?.call).length;
    const paused = hall.tables.filter((table) => table.game?.is_paused).length;
    const over = hall.tables.filter((table) => table.result !== "none").length;
    redraw(this.#summary, [hall.round, hall.status, calls, paused, over, hall.tables.length], () => [
      el("strong", null, t("hall.round", { number: hall.round })),
      chip(t("hall.over", { over, tables: hall.tables.length })),
      paused > 0 && chip(t("hall.paused_tables", { count: paused }), "lit"),
      chip(t("hall.calls", { count: calls }), calls ? "bad" : "plain"),
    ]);
    const ordered = hall.tables.map((table) => this.#card(table, hall));
    if (this.#tables.children.length !== ordered.length || ordered.some((card, i) => this.#tables.children[i] !== card)) {
      fill(this.#tables, ordered);
    }
    this.#tick();
  }

  /**
   * The card of a table, drawn again if something has changed there.
   * @param {HallTable} table
   * @param {Hall} hall
   */
  #card(table, hall) {
    let known = this.#cards.get(table.table);
    if (!known) {
      const chosen = el("input", { type: "checkbox" });
      known = { card: el("article", { class: "card hall-table" }), chosen };
      this.#cards.set(table.table, known);
    }
    const { card, chosen } = known;
    card.classList.toggle("called", Boolean(table.game?.call));
    redraw(card, [table, hall.names], () => [
      el(
        "h2",
        null,
        t("round.table", { number: table.table }),
        " ",
        table.game?.is_paused && chip(t("hall.paused"), "lit"),
        table.result !== "none" && chip(t(RESULTS[table.result]), table.result === "appealed" ? "bad" : "good"),
      ),
      table.game?.call && this.#call(table, hall),
      el("ol", { class: "seats" }, table.players.map((player, seat) => this.#seat(player, seat, table, hall))),
      table.game && el("p", { class: "faint" }, t("hall.turn", { turn: table.game.turn, version: table.game.version })),
      this.#links(table, hall),
      this.#isStaff && table.game && table.game.status !== "closed" && this.#staffRow(table, chosen),
    ]);
    return card;
  }

  /**
   * @param {HallTable} table
   * @param {Hall} hall
   */
  #call(table, hall) {
    const call = table.game?.call;
    if (!call) return null;
    const name = nameOf(table.players[call.seat] ?? "", hall.names);
    return el("p", { class: "call" }, t("hall.call", { name, text: call.text }), call.since !== null && [" ", since(call.since)]);
  }

  /**
   * @param {string} player
   * @param {number} seat
   * @param {HallTable} table
   * @param {Hall} hall
   */
  #seat(player, seat, table, hall) {
    const { game } = table;
    const acts = game?.to_act.includes(player) && !game.is_paused;
    return el(
      "li",
      { class: acts ? "acts" : null },
      el("span", { class: "who" }, personLink(player, hall.names)),
      game && el("span", { class: "points" }, t("result.points", { count: game.points[seat] ?? 0 })),
      acts && game && el("span", { class: "to-act" }, t("hall.to_act"), " ", since(game.since)),
      table.disconnected.includes(player) && chip(t("hall.away"), "bad"),
    );
  }

  /**
   * @param {HallTable} table
   * @param {Hall} hall
   */
  #links(table, hall) {
    if (!table.game_id) return el("p", { class: "faint" }, t("hall.no_game"));
    const game = encodeURIComponent(table.game_id);
    const of = () => el("span", { class: "hidden-word" }, ` (${t("round.table", { number: table.table })})`);
    const version = table.game?.version ?? "";
    return el(
      "p",
      { class: "row links" },
      el("a", { href: `/table/${game}`, "data-key": "watch" }, t("round.watch"), of()),
      el("a", { href: `/replay/${game}?at=${version}`, "data-key": "replay" }, t("round.replay"), of()),
      el("a", { href: `/cups/${encodeURIComponent(this.parameters.cup ?? "")}/review?game=${game}`, "data-key": "log" }, t("round.log"), of()),
    );
  }

  /**
   * @param {HallTable} table
   * @param {HTMLInputElement} chosen
   */
  #staffRow(table, chosen) {
    const of = t("round.table", { number: table.table });
    const hidden = () => el("span", { class: "hidden-word" }, ` (${of})`);
    return el(
      "div",
      { class: "row staff-row" },
      el("button", { "data-key": "referee", onclick: () => void this.#referee(table) }, t("hall.referee"), " …", hidden()),
      el("label", { class: "tick" }, chosen, t("hall.choose"), hidden()),
    );
  }

  /**
   * What a referee may do in the game of a table, as the server lists it.
   * @param {HallTable} table
   */
  async #referee(table) {
    const path = `/v1/games/${encodeURIComponent(table.game_id ?? "")}`;
    try {
      /** @type {Schemas["Actions"]} */
      const listed = await get(`${path}/actions`, { words: language() });
      const title = t("hall.referee_at", { number: table.table });
      if (!listed.actions.length) {
        tell(t("hall.nothing_to_do"));
        return;
      }
      chooseAction(title, listed.actions.map((action) => actionButton(path, action, () => {})));
    } catch (error) {
      tell(messageOf(error), "error");
    }
  }

  /** What staff do at all tables, or at those that are chosen. */
  #allTables() {
    return el(
      "fieldset",
      { class: "all-tables" },
      el("legend", null, t("hall.at_tables")),
      el("p", { class: "faint hint" }, t("hall.at_tables_how")),
      el("div", { class: "row" }, AT_TABLES.map(([end, phrase]) => el("button", { onclick: () => void this.#atTables(end, phrase) }, t(phrase), " …"))),
    );
  }

  /**
   * @param {string} end
   * @param {Phrase} phrase
   */
  async #atTables(end, phrase) {
    const hall = this.#hall;
    if (!hall) return;
    const chosen = [...this.#cards].filter(([, { chosen: box }]) => box.checked).map(([number]) => number);
    const where = chosen.length ? t("hall.chosen_tables", { tables: chosen.join(", ") }) : t("hall.every_table");
    /** @type {Schemas["FormField"][]} */
    const form = [{ name: "reason", label: t("hall.reason"), kind: "text", required: true, least_length: 1, greatest_length: 200 }];
    if (end === "add_time") form.unshift({ name: "seconds", label: t("hall.seconds"), kind: "number", required: true, least: 1, greatest: MOST_ADDED_SECONDS });
    const key = crypto.randomUUID();
    const send = async (/** @type {object} */ body) => {
      /** @type {Schemas["RoundAnswers"]} */
      const answer = await call("POST", `${this.#path}/rounds/${hall.round}/${end}`, {
        body: { ...body, ...(chosen.length && { tables: chosen }) },
        headers: { "Idempotency-Key": key },
      });
      const refused = answer.tables.filter((table) => table.code !== null);
      const done = answer.tables.length - refused.length;
      tell(t("hall.done_at", { count: done }));
      if (refused.length) tell(refused.map((table) => t("hall.refused_at", { number: table.table, code: table.code ?? "" })).join(" "), "error");
    };
    await fillIn({ label: t(phrase), template: {}, form }, send, { preset: { seconds: 60 }, about: el("p", null, where) });
  }
}

/** @param {number} ms */
function since(ms) {
  return el("time", { class: "numbers", "data-since": ms, datetime: new Date(ms).toISOString(), title: moment(ms) }, duration(Date.now() - ms));
}

customElements.define("hall-page", HallPage);
