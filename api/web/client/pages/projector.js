/** For a screen in the hall: where everybody sits, how much time is left, and how it stands. Nobody has to sign in. */

import { get } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { follow } from "../lib/feed.js";
import { Page, useStyle } from "../lib/page.js";
import { moment, t } from "../lib/words.js";
import { chip, cupMenu, phaseWord, roundPhaseWord } from "../parts/cup-bar.js";
import { duration, runTimes } from "../parts/durations.js";
import { oneAtATime, redraw } from "../parts/live-section.js";
import { nameOf, person } from "../parts/person.js";
import { standingsTable } from "../parts/standings.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {Schemas["TournamentView"]} Cup */

/** How many lines of the standings are shown. */
const MOST_LINES = 24;

export class ProjectorPage extends Page {
  #path = "";
  #head = el("div");
  #timer = el("section", { class: "projector-timer", "aria-live": "off" });
  #tables = el("section");
  #standings = el("section");
  #link = el("p", { class: "error", role: "status" });
  #version = 0;
  #refresh = oneAtATime(() => this.#load());
  #tick = () => {};

  async show() {
    await useStyle("cups");
    this.#path = `/v1/tournaments/${encodeURIComponent(this.parameters.cup ?? "")}`;
    await this.#refresh();
    fill(this, this.#head, this.#link, this.#timer, el("div", { class: "projector-columns" }, this.#tables, this.#standings));
    this.#tick = runTimes(this, this.leaving);
    void this.#follow("/events", { after: String(this.#version) });
    void this.#follow("/hall", {});
  }

  /**
   * Draw again whenever something happens in the tournament, or at a table.
   * @param {string} feed
   * @param {{ after?: string }} from
   */
  async #follow(feed, from) {
    try {
      await follow(this.#path + feed, {
        ...from,
        signal: this.#following.signal,
        onState: (isConnected) => fill(this.#link, isConnected ? null : t("problem.offline")),
        on: ({ kind, data }) => {
          if (feed === "/hall") this.#atTables(kind, data);
          else return this.#refresh();
        },
      });
    } catch {
      // Before the first round there is no hall; the feed of the tournament says when there is one.
      this.#hasHall = false;
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#following.abort();
  }

  #following = new AbortController();
  #hasHall = true;
  /** Tables whose game is interrupted. @type {Set<number>} */
  #paused = new Set();

  /**
   * @param {string} kind
   * @param {Schemas["Hall"]} hall
   */
  #atTables(kind, hall) {
    const before = [...this.#paused].join();
    if (kind === "view") this.#paused.clear();
    for (const { table, game } of hall.tables) {
      if (game?.is_paused) this.#paused.add(table);
      else this.#paused.delete(table);
    }
    // Games move all the time; a pause is what changes the timer.
    if ([...this.#paused].join() !== before) void this.#refresh();
  }

  async #load() {
    /** @type {Cup} */
    const cup = await get(this.#path, {}, this.leaving);
    this.#version = cup.version;
    const round = cup.rounds.findLast((one) => one.status !== "draft");
    redraw(this.#head, [cup.setup.title, cup.phase, cup.tournament], () => [
      el("div", { class: "projector-head" }, this.heading(cup.setup.title), chip(phaseWord(cup.phase), "lit")),
      cupMenu(cup.tournament),
    ]);
    const timer = round?.status === "running" ? await this.#time(round) : null;
    redraw(this.#timer, [round?.round, round?.status, timer, this.#paused.size], () => (round ? timerPart(round, timer, this.#paused.size) : []));
    redraw(this.#tables, [round, cup.names, cup.phase, cup.entries], () => (round && cup.phase !== "closed" ? pairings(round, cup) : ranking(cup)));
    redraw(this.#standings, [cup.standings, cup.names], () => standings(cup));
    this.#tick();
    if (cup.phase === "closed") this.#following.abort();
    if (round && !this.#hasHall) {
      this.#hasHall = true;
      void this.#follow("/hall", {});
    }
  }

  /**
   * When the games of a round began, and when they end if they have a limit.
   * @param {Schemas["RoundView"]} round
   * @returns {Promise<{ since: number | null, until: number | null }>}
   */
  async #time(round) {
    const open = round.tables.find((table) => table.game && !table.result);
    const since = round.tables.find((table) => table.starts_at !== null)?.starts_at ?? null;
    if (!open?.game) return { since: null, until: null };
    const game = await get(`/v1/games/${encodeURIComponent(open.game)}`, {}, this.leaving).catch(() => null);
    return { since, until: game?.clock?.ends_at ?? null };
  }
}

/**
 * @param {Schemas["RoundView"]} round
 * @param {{ since: number | null, until: number | null } | null} timer
 * @param {number} paused
 */
function timerPart(round, timer, paused) {
  const open = round.tables.filter((table) => !table.result).length;
  return [
    el("h2", null, t("round.title", { number: round.round, phase: roundPhaseWord(round.phase) })),
    timer?.until && el("p", { class: "big-time", role: "timer" }, el("span", { "data-until": timer.until }, duration(timer.until - Date.now()))),
    timer && !timer.until && timer.since && el("p", { class: "big-time", role: "timer" }, el("span", { "data-since": timer.since }, duration(Date.now() - timer.since))),
    timer && (timer.until || timer.since) && el("p", { class: "faint" }, t(timer.until ? "projector.left" : "projector.played")),
    paused > 0 && el("p", null, chip(t("hall.paused_tables", { count: paused }), "lit")),
    round.status === "running" && el("p", null, t("projector.open_tables", { count: open })),
    round.status === "published" && el("p", null, t("projector.take_seats")),
  ];
}

/**
 * @param {Schemas["RoundView"]} round
 * @param {Cup} cup
 */
function pairings(round, cup) {
  return [
    el("h2", null, t("projector.pairings")),
    el(
      "ol",
      { class: "pairings" },
      round.tables.map((table) =>
        el(
          "li",
          { class: "card" },
          el("h3", null, t("round.table", { number: table.table }), " ", table.result && chip(t(table.result.is_sealed ? "result.sealed" : "result.open"), "good")),
          el(
            "ol",
            { class: "seats" },
            table.players.map((player, seat) =>
              el("li", null, el("span", { class: "who" }, person(player, cup.names)), table.result && el("span", { class: "points" }, t("result.points", { count: table.result.points[seat] ?? 0 }))),
            ),
          ),
        ),
      ),
    ),
    round.byes.length > 0 && el("p", null, t("round.byes"), " ", round.byes.map((player) => nameOf(player, cup.names)).join(", ")),
  ];
}

/**
 * Before the first round who has entered, and after the last one who has won.
 * @param {Cup} cup
 */
function ranking(cup) {
  if (!cup.ranking.length) {
    const there = cup.entries.filter((entry) => ["entered", "playing"].includes(entry.status));
    return [
      el("h2", null, t("cup.entries", { count: there.length })),
      cup.setup.starts_at !== null && el("p", null, t("cups.starts", { time: moment(cup.setup.starts_at ?? 0) })),
      el("ul", { class: "entered" }, there.map((entry) => el("li", null, person(entry.player, cup.names)))),
    ];
  }
  return [
    el("h2", null, t("cup.ranking")),
    el("ol", { class: "ranking" }, cup.ranking.map((place) => el("li", null, el("span", { class: "rank" }, place.rank === null ? "–" : `${place.rank}.`), person(place.player, cup.names)))),
  ];
}

/** @param {Cup} cup */
function standings(cup) {
  if (!cup.standings.length) return [];
  return [el("h2", null, t("standings.title")), standingsTable(cup.standings, cup.names, { most: MOST_LINES, isShort: true })];
}

customElements.define("projector-page", ProjectorPage);
