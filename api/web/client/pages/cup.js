/** One tournament, for players and staff: what it is, who takes part, rounds, standings, and what may be done now. */

import { get, submit } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { follow } from "../lib/feed.js";
import { Page, useStyle } from "../lib/page.js";
import { ensureSession, session } from "../lib/session.js";
import { language, moment, t } from "../lib/words.js";
import { actionButton, actionsAbout, actionsAt, chooseAction } from "../parts/action-buttons.js";
import { chip, cupMenu, phaseWord, roundPhaseWord } from "../parts/cup-bar.js";
import { oneAtATime, redraw } from "../parts/live-section.js";
import { nameOf, personLink } from "../parts/person.js";
import { fillIn, messageOf } from "../parts/reason-form.js";
import { roundPart } from "../parts/round.js";
import { gameTitle, rulesets } from "../parts/rulesets.js";
import { counterName, standingsTable } from "../parts/standings.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../lib/words.js").Phrase} Phrase */
/** @typedef {import("../parts/action-buttons.js").CupAction} CupAction */
/** @typedef {Schemas["TournamentView"]} Cup */
/** @typedef {{ cup: Cup, actions: CupAction[], log: Schemas["TournamentLog"] }} Facts */

/** @type {Record<string, Phrase>} */
const ENTRY_STATUSES = {
  pending: "entry.pending",
  waiting: "entry.waiting",
  entered: "entry.entered",
  playing: "entry.playing",
  withdrawn: "entry.withdrawn",
  declined: "entry.declined",
  dropped: "entry.dropped",
  absent: "entry.absent",
  disqualified: "entry.disqualified",
};
/** @type {Record<string, Phrase>} */
const PENALTIES = { warning: "penalty.warning", points: "penalty.points", game: "penalty.game", disqualification: "penalty.disqualification" };
const PARTS = /** @type {const} */ (["now", "rounds", "standings", "penalties", "entries", "staff", "pairs", "setup", "files", "log"]);
/** How many commits of the log can be read here, and how many lines of them without unfolding. */
const LOG_COMMITS = 400;
const LOG_LINES = 8;

export class CupPage extends Page {
  /** @type {import("../parts/rulesets.js").Ruleset[]} */
  #known = [];
  #path = "";
  #top = el("div");
  /** @type {Map<typeof PARTS[number], HTMLElement>} */
  #parts = new Map(PARTS.map((name) => [name, el("section", { class: `cup-${name}` })]));
  #refresh = oneAtATime(() => this.#load());

  async show() {
    const [known] = await Promise.all([rulesets(), useStyle("cups")]);
    this.#known = known;
    this.#path = `/v1/tournaments/${encodeURIComponent(this.parameters.cup ?? "")}`;
    const part = (/** @type {typeof PARTS[number]} */ name) => /** @type {HTMLElement} */ (this.#parts.get(name));
    await this.#refresh();
    const isOver = this.#following.signal.aborted;
    const course = isOver ? [part("standings"), part("rounds")] : [part("rounds"), part("standings")];
    fill(
      this,
      this.#top,
      el(
        "div",
        { class: "cup-columns" },
        el("div", null, part("now"), course, part("penalties"), part("entries")),
        el("div", null, part("staff"), part("pairs"), part("setup"), part("files"), part("log")),
      ),
    );
    addEventListener("session", () => void this.#refresh(), { signal: this.leaving });
    this.#follow().catch((error) => tell(messageOf(error), "error"));
  }

  /** Draw again what has changed, whenever something has happened. */
  async #follow() {
    await follow(`${this.#path}/events`, { after: String(this.#version), signal: this.#following.signal, on: () => this.#refresh() });
  }

  #version = 0;
  #following = new AbortController();

  async #load() {
    const [cup, listed] = await Promise.all([
      get(this.#path, {}, this.leaving),
      get(`${this.#path}/actions`, { words: language() }, this.leaving),
    ]);
    const log = await get(`${this.#path}/log`, { lang: language(), after: Math.max(0, cup.version - LOG_COMMITS), limit: 500 }, this.leaving);
    this.#draw({ cup, actions: listed.actions, log });
    this.#version = cup.version;
    if (cup.phase === "closed" || this.leaving.aborted) this.#following.abort();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#following.abort();
  }

  /** @param {Facts} facts */
  #draw(facts) {
    const { cup, actions } = facts;
    document.title = `${cup.setup.title} · Hexledger`;
    const me = session()?.player_id ?? null;
    const staff = cup.staff.some((one) => one.player === me);
    const draw = (/** @type {typeof PARTS[number]} */ name, /** @type {unknown} */ of, /** @type {() => import("../lib/dom.js").Child[]} */ how) => {
      const section = this.#parts.get(name);
      if (section) redraw(section, of, how);
    };
    redraw(this.#top, [cup.setup.title, cup.phase, cup.is_checking_in, cup.places_left, cup.tournament], () => this.#head(cup));
    draw("now", [actions, cup.phase, cup.rounds, cup.ranking, cup.entries, cup.are_entries_open, me], () => this.#now(facts, me, staff));
    draw("rounds", [cup.rounds, cup.appeals, cup.names, actions, me], () => this.#rounds(facts, me, staff));
    draw("standings", [cup.standings, cup.ranking, cup.names], () => standings(cup));
    draw("penalties", [cup.penalties, actions, cup.names], () => this.#penalties(facts));
    draw("entries", [cup.entries, actions, cup.names], () => this.#entries(facts, staff));
    draw("staff", [cup.staff, actions, cup.names], () => this.#staff(facts));
    draw("pairs", [cup.pairs, actions, cup.names], () => this.#pairs(facts));
    draw("setup", cup.setup, () => setupPart(cup, this.#known));
    draw("files", [cup.phase, cup.tournament], () => files(cup));
    draw("log", facts.log.entries, () => logPart(facts.log));
  }

  /** @param {Cup} cup */
  #head(cup) {
    const taken = cup.setup.capacity - cup.places_left;
    return [
      this.heading(cup.setup.title),
      cupMenu(cup.tournament),
      el(
        "p",
        { class: "row" },
        chip(phaseWord(cup.phase), cup.phase === "running" ? "lit" : "plain"),
        cup.is_checking_in && chip(t("cup.checking_in"), "lit"),
        el("span", null, t("cups.places", { players: taken, capacity: cup.setup.capacity })),
        cup.setup.starts_at !== null && el("span", { class: "faint" }, t("cups.starts", { time: moment(cup.setup.starts_at ?? 0) })),
      ),
    ];
  }

  /**
   * What the reader may do at once, and where they sit.
   * @param {Facts} facts
   * @param {string | null} me
   * @param {boolean} isStaff
   */
  #now({ cup, actions }, me, isStaff) {
    const order = isStaff ? ["rounds", "results", "end", "entries"] : ["rounds", "results", "entries", "end"];
    const shown = order.flatMap((topic) => actions.filter((action) => action.topic === topic && !(isStaff && action.form)));
    const isEntered = me !== null && cup.entries.some((one) => one.player === me && one.status !== "withdrawn");
    const mayEnter = cup.are_entries_open && !isEntered;
    const round = cup.rounds.at(-1);
    const table = round?.status === "closed" ? null : round?.tables.find((one) => me !== null && one.players.includes(me));
    return [
      cup.ranking.length > 0 && el("p", { class: "winner" }, t("cup.winner", { name: winners(cup) })),
      cup.ended_because && el("p", null, t("cup.ended", { reason: cup.ended_because })),
      (shown.length > 0 || mayEnter || table) && el("h2", null, t("cup.now")),
      table &&
        el(
          "p",
          { class: "row" },
          t("cup.my_table", { table: table.table, seat: table.players.indexOf(me ?? "") + 1 }),
          table.game && el("a", { class: "button primary", href: `/table/${encodeURIComponent(table.game)}` }, t("cup.go_to_table")),
        ),
      el(
        "div",
        { class: "row" },
        shown.map((action, i) => actionButton(this.#path, action, this.#refresh, { isFirst: i === 0 })),
        mayEnter && cup.setup.by_code && el("button", { class: "primary", "data-key": "code", onclick: () => void this.#enterByCode() }, t("cup.enter_by_code")),
        mayEnter && !cup.setup.by_code && me === null && el("button", { class: "primary", "data-key": "enter", onclick: () => void this.#enterAsGuest() }, t("cup.enter")),
      ),
    ];
  }

  /** Somebody who is new here becomes a player first. */
  async #enterAsGuest() {
    try {
      await ensureSession();
      await submit(this.#path, { type: "register" });
    } catch (error) {
      tell(messageOf(error), "error");
    }
    await this.#refresh();
  }

  async #enterByCode() {
    /** @type {Schemas["FormField"]} */
    const code = { name: "code", label: t("cup.code"), kind: "text", required: true, least_length: 1, greatest_length: 64 };
    const isDone = await fillIn({ label: t("cup.enter_by_code"), template: { type: "register" }, form: [code] }, async (body) => {
      await ensureSession();
      await submit(this.#path, body);
    });
    if (isDone) await this.#refresh();
  }

  /**
   * @param {Facts} facts
   * @param {string | null} me
   * @param {boolean} isStaff
   */
  #rounds({ cup, actions }, me, isStaff) {
    const asked = isStaff ? [...this.#choices(actions, "rounds"), ...this.#choices(actions, "results")].filter((one) => !one.touches?.length) : [];
    if (!cup.rounds.length && !asked.length) return [];
    const context = { cup, path: this.#path, actions, me, onDone: this.#refresh };
    return [
      el("h2", null, t("cup.rounds")),
      this.#row(asked),
      cup.rounds.toReversed().map((round, i) => (i === 0 ? roundPart(round, context) : earlier(round, context))),
    ].flat();
  }

  /** @param {Facts} facts */
  #penalties({ cup, actions }) {
    const asked = this.#choices(actions, "penalties").filter((action) => !action.touches?.some((touch) => touch.place === "penalty"));
    if (!cup.penalties.length && !asked.length) return [];
    return [
      el("h2", null, t("cup.penalties")),
      el(
        "ul",
        { class: "lines" },
        cup.penalties.map((penalty) =>
          el(
            "li",
            { class: penalty.is_in_force ? null : "cancelled" },
            el("strong", null, t(PENALTIES[penalty.kind] ?? "penalty.warning", { points: penalty.points, round: penalty.round ?? 0 })),
            " ",
            personLink(penalty.player, cup.names),
            `: ${t("penalty.reason", { reason: penalty.reason, name: nameOf(penalty.author, cup.names) })}`,
            !penalty.is_in_force && ` ${t("penalty.cancelled", { name: penalty.cancelled_by ? nameOf(penalty.cancelled_by, cup.names) : "–", reason: penalty.cancelled_because })}`,
            " ",
            actionsAt(actions, "penalty", penalty.penalty).map((action) => actionButton(this.#path, action, this.#refresh)),
          ),
        ),
      ),
      this.#row(asked),
    ];
  }

  /**
   * @param {Facts} facts
   * @param {boolean} isStaff
   */
  #entries({ cup, actions }, isStaff) {
    const head = (/** @type {Phrase} */ phrase) => el("th", { scope: "col" }, t(phrase));
    return [
      el("h2", null, t("cup.entries", { count: cup.entries.length })),
      el(
        "div",
        { class: "scroll", tabindex: 0, role: "group", "aria-label": t("cup.entries", { count: cup.entries.length }) },
        cup.entries.length === 0
          ? el("p", { class: "faint" }, t("cup.no_entries"))
          : el(
              "table",
              { class: "entries" },
              el("thead", null, el("tr", null, head("entry.number"), head("standings.player"), head("entry.status"), isStaff && head("entry.act"))),
              el("tbody", null, cup.entries.map((entry) => this.#entry(entry, cup, actions, isStaff))),
            ),
      ),
      this.#row(this.#choices(actions, "entries")),
    ];
  }

  /**
   * @param {Schemas["EntryView"]} entry
   * @param {Cup} cup
   * @param {CupAction[]} actions
   * @param {boolean} isStaff
   */
  #entry(entry, cup, actions, isStaff) {
    const name = nameOf(entry.player, cup.names);
    const about = actionsAbout(actions, entry.player);
    const phrase = ENTRY_STATUSES[entry.status];
    const choose = () =>
      chooseAction(
        t("entry.actions_for", { name }),
        about.map(({ action, preset }) => actionButton(this.#path, action, this.#refresh, { preset })),
      );
    return el(
      "tr",
      null,
      el("td", { class: "number" }, entry.number),
      el(
        "th",
        { scope: "row" },
        personLink(entry.player, cup.names),
        entry.earlier.length > 0 && el("small", { class: "faint" }, ` ${t("entry.instead_of", { names: entry.earlier.map((one) => nameOf(one, cup.names)).join(", ") })}`),
      ),
      el(
        "td",
        null,
        phrase ? t(phrase) : entry.status,
        cup.is_checking_in && entry.checked_in && [" ", chip(t("entry.checked_in"), "good")],
        entry.from_round > 1 && el("small", { class: "faint" }, ` ${t("entry.from_round", { round: entry.from_round })}`),
      ),
      isStaff &&
        el("td", null, about.length > 0 && el("button", { "data-key": `about ${entry.player}`, onclick: choose }, t("entry.act"), el("span", { class: "hidden-word" }, ` ${name}`))),
    );
  }

  /** @param {Facts} facts */
  #staff({ cup, actions }) {
    const own = actions.filter((action) => action.topic === "staff" && !action.touches?.length);
    return [
      el("h2", null, t("cup.staff")),
      el(
        "ul",
        { class: "lines" },
        cup.staff.map((one) =>
          el(
            "li",
            null,
            personLink(one.player, cup.names),
            ` – ${t(one.role === "organizer" ? "staff.organizer" : "staff.referee")} `,
            actionsAbout(actions, one.player)
              .filter(({ action }) => action.topic === "staff")
              .map(({ action, preset }) => actionButton(this.#path, action, this.#refresh, { preset, of: nameOf(one.player, cup.names) })),
          ),
        ),
      ),
      this.#row(own),
      this.#row(this.#choices(actions, "end")),
    ];
  }

  /** @param {Facts} facts */
  #pairs({ cup, actions }) {
    const asked = actions.filter((action) => action.topic === "seating");
    if (!cup.pairs?.length && !asked.length) return [];
    return [
      el("h2", null, t("cup.pairs")),
      el(
        "ul",
        { class: "lines" },
        cup.pairs?.map((pair) => el("li", null, personLink(pair.first, cup.names), ` ${t("cup.pair_and")} `, personLink(pair.second, cup.names), ` (${pair.reason})`)),
      ),
      this.#row(asked),
    ];
  }

  /**
   * @param {CupAction[]} actions
   * @param {string} topic
   */
  #choices(actions, topic) {
    return actions.filter((action) => action.form && action.topic === topic);
  }

  /** @param {CupAction[]} actions */
  #row(actions) {
    if (!actions.length) return null;
    return el("div", { class: "row" }, actions.map((action) => actionButton(this.#path, action, this.#refresh)));
  }
}

/** @param {Cup} cup */
function winners(cup) {
  return cup.ranking
    .filter((place) => place.rank === 1)
    .map((place) => nameOf(place.player, cup.names))
    .join(", ");
}

/**
 * A round that is over, folded up.
 * @param {Schemas["RoundView"]} round
 * @param {import("../parts/round.js").RoundContext} context
 */
function earlier(round, context) {
  return el(
    "details",
    { "data-key": `round ${round.round}` },
    el("summary", null, t("round.title", { number: round.round, phase: roundPhaseWord(round.phase) })),
    roundPart(round, context),
  );
}

/** @param {Cup} cup */
function standings(cup) {
  if (!cup.standings.length) return [];
  return [
    cup.ranking.length > 0 && el("h2", null, t("cup.ranking")),
    cup.ranking.length > 0 &&
      el(
        "ol",
        { class: "ranking" },
        cup.ranking.map((place) =>
          el(
            "li",
            null,
            el("span", { class: "rank" }, place.rank === null ? "–" : `${place.rank}.`),
            personLink(place.player, cup.names),
            place.reached && el("small", { class: "faint" }, roundPhaseWord(place.reached)),
          ),
        ),
      ),
    el("h2", null, t("standings.title")),
    standingsTable(cup.standings, cup.names),
  ];
}

/**
 * @param {Cup} cup
 * @param {import("../parts/rulesets.js").Ruleset[]} known
 */
function setupPart(cup, known) {
  const { setup } = cup;
  const format = /** @type {{ type?: string, rounds?: number | null }} */ (setup.format);
  /** @type {[Phrase, string][]} */
  const lines = [
    ["newcup.ruleset", gameTitle(known, setup.games.ruleset, setup.games.options)],
    ["newcup.format", roundPhaseWord(format.type ?? "") + (format.rounds ? ` (${t("cups.rounds", { count: format.rounds })})` : "")],
    ["newcup.sizes", `${setup.sizes.fewest}–${setup.sizes.most}`],
    ["newcup.scoring", setup.standings.scoring],
    ["newcup.tie_breakers", setup.standings.tie_breakers.map(counterName).join(", ") || "–"],
    ["newcup.result_minutes", String(Math.round(setup.result_seconds / 60))],
    ["newcup.late_until_round", String(setup.late_until_round)],
    ["newcup.approval", t(setup.approval ? "cup.yes" : "cup.no")],
    ["newcup.options", Object.entries(setup.games.options).map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`).join(", ")],
  ];
  return [
    el(
      "details",
      { "data-key": "setup" },
      el("summary", null, t("cup.setup")),
      el("dl", { class: "facts" }, lines.map(([phrase, text]) => el("div", null, el("dt", null, t(phrase)), el("dd", null, text)))),
    ),
  ];
}

/** @param {Cup} cup */
function files(cup) {
  const path = `/v1/tournaments/${encodeURIComponent(cup.tournament)}`;
  const file = (/** @type {string} */ end, /** @type {Phrase} */ phrase, /** @type {string} */ name) => el("li", null, el("a", { href: path + end, download: `${cup.tournament}-${name}` }, t(phrase)));
  return [
    el("h2", null, t("cup.files")),
    el(
      "ul",
      { class: "lines" },
      file("/standings?format=csv", "file.standings", "standings.csv"),
      file("?format=csv", "file.tables", "tables.csv"),
      file("", "file.json", "all.json"),
      cup.phase === "closed" && file("/bundle", "file.bundle", "bundle.zip"),
      el("li", null, el("a", { href: `/tournaments/${encodeURIComponent(cup.tournament)}` }, t("file.page"))),
    ),
  ];
}

/** @param {Schemas["TournamentLog"]} log */
function logPart(log) {
  const lines = log.entries.toReversed().map((entry) => el("li", null, el("time", { class: "faint", datetime: new Date(entry.at).toISOString() }, moment(entry.at)), " ", entry.text));
  const before = lines.splice(LOG_LINES);
  return [
    el("h2", null, t("cup.log")),
    el("ol", { class: "log" }, lines),
    before.length > 0 && el("details", { "data-key": "log" }, el("summary", null, t("cup.log_before")), el("ol", { class: "log" }, before)),
  ];
}

customElements.define("cup-page", CupPage);
