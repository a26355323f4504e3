/**
 * The table: the server's picture, what may be done now, the log and the talk. It knows no rules: whatever game it
 * shows, it lights up what `/actions` lists and posts what is chosen.
 */

import { Problem, get, submit } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { follow } from "../lib/feed.js";
import { Page, useStyle } from "../lib/page.js";
import { patched } from "../lib/patch.js";
import { ensureSession, token } from "../lib/session.js";
import { language, t } from "../lib/words.js";
import { ActionBar, atOnceSwitch, cost, isDrawn } from "../parts/actions.js";
import { ASIDE } from "../parts/choosing.js";
import { ending } from "../parts/ending.js";
import { drawn } from "../parts/form.js";
import { invite } from "../parts/invite.js";
import { GameLog } from "../parts/log.js";
import { TablePicture } from "../parts/picture.js";
import { SeatStrip } from "../parts/seats.js";
import { TableTalk } from "../parts/talk.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../lib/feed.js").Delivery} Delivery */
/** @typedef {import("../parts/choosing.js").Touch} Touch */

/** While others move, the table is drawn again no more often than this (ms). */
const PAUSE = 200;
/** After a failure the server is asked again after this time (ms). */
const RETRY = 1_000;

const NARROW = "(max-width: 45rem)";

export class TablePage extends Page {
  async show() {
    await useStyle("table");
    await new Table(this, `/v1/games/${this.parameters.game}`).open();
  }
}

/** One table on the page. */
class Table {
  /** @type {Schemas["GameView"] | null} */
  #view = null;
  /** @type {number | null} */
  #seat = null;
  #isLoading = false;
  #isStale = false;
  /** Ends the pause between two pictures. */
  #hurry = () => {};
  #hasAddedNonce = false;
  /** What is shown above the buttons. */
  #noticed = "";
  /** The version that is on the screen. */
  #shown = 0;
  #feed = new AbortController();

  /**
   * @param {TablePage} page
   * @param {string} path of the game
   */
  constructor(page, path) {
    this.page = page;
    this.path = path;
    this.leaving = page.leaving;
    this.bar = new ActionBar((command) => this.#send(command), () => this.#light());
    const taps = /** @type {const} */ ([(/** @type {Touch} */ touch) => this.bar.touch(touch), (/** @type {string} */ group) => this.bar.choose(group)]);
    this.board = new TablePicture(path, "board", ...taps);
    this.panel = new TablePicture(path, "panel", ...taps);
    this.seats = new SeatStrip(this.leaving);
    this.log = new GameLog(path);
    this.talk = new TableTalk(path);
    this.prompt = el("p", { class: "prompt", role: "status" });
    this.state = el("p", { class: "connection", role: "status" });
    this.notice = el("div", { class: "notice" });
    this.prices = el("details", { class: "prices" });
    this.menu = el("details", { class: "table-menu" });
  }

  /** Show the table, and keep it current until the page is left. */
  async open() {
    const heading = el("div", { class: "hidden-word" }, this.page.heading(t("table.title")));
    fill(
      this.page,
      el("div", { class: "table-head" }, heading, this.state, this.prompt, this.seats.element),
      el("div", { class: "table-board" }, this.board.element, this.log.latest),
      el(
        "div",
        { class: "table-side" },
        this.notice,
        this.bar.element,
        this.panel.element,
        this.prices,
        this.log.element,
        this.talk.element,
        this.menu,
      ),
    );
    await this.#listen();
    await this.#showVersion(1);
    matchMedia(NARROW).addEventListener("change", () => void this.#refresh(), { signal: this.leaving });
  }

  /** Follow the game; the first event is the whole view. */
  #listen() {
    this.#feed.abort();
    this.#feed = new AbortController();
    const signal = AbortSignal.any([this.leaving, this.#feed.signal]);
    return new Promise((resolve, reject) => {
      follow(`${this.path}/events`, {
        query: { changes: true, talk: true },
        signal,
        onState: (isConnected) => this.#connected(isConnected),
        on: (delivery) => {
          this.#hear(delivery);
          if (delivery.kind === "view") resolve(undefined);
        },
      }).catch(reject);
    });
  }

  /** @param {boolean} isConnected */
  #connected(isConnected) {
    const text = isConnected ? "" : t("table.lost");
    if (this.state.textContent === text) return;
    if (isConnected) tell(t("table.found"));
    this.state.textContent = text;
  }

  /** @param {Delivery} delivery */
  #hear({ kind, data }) {
    if (kind === "talk") {
      this.talk.hear(data);
      return;
    }
    if (kind === "view" || kind === "reset") {
      if (kind === "reset") this.log.reset();
      this.#view = data;
      if (data.server_time) this.seats.setTime(data.server_time);
    } else if (kind === "commit" && this.#view) {
      if (data.version !== this.#view.version + 1) return;
      const { names, server_time } = this.#view;
      this.#view = { ...patched(this.#view, data.changes), names, server_time, version: data.version };
      this.seats.setTime(Math.max(data.at, Date.now() + this.seats.ahead));
    }
    if (this.#mustAct) this.#hurry();
    void this.#refresh();
  }

  /** Fetch what the server shows now, and show it; once more if it has changed meanwhile. */
  async #refresh() {
    this.#isStale = true;
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      while (this.#isStale && !this.leaving.aborted) {
        this.#isStale = false;
        const fetched = await this.#fetch();
        if (this.leaving.aborted) return;
        if (fetched) this.#show(...fetched);
        else this.#isStale = true;
        if (!fetched || !this.#mustAct) await this.#pause(fetched ? PAUSE : RETRY);
      }
    } finally {
      this.#isLoading = false;
    }
  }

  /**
   * Wait a little before the next picture, but not once it is this person's turn or something was sent.
   * @param {number} duration ms
   */
  #pause(duration) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, duration);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }

  get #mustAct() {
    return this.#view !== null && this.#seat !== null && this.#view.to_act.includes(this.#seat);
  }

  /**
   * Everything that is shown, of one moment or nearly so.
   * @returns {Promise<[Schemas["Actions"], () => void] | null>} nothing if the server cannot be reached
   */
  async #fetch() {
    const signal = this.leaving;
    const width = matchMedia(NARROW).matches ? "narrow" : "wide";
    const touch = this.#view?.outcome === null;
    try {
      const [answer, ...shows] = await Promise.all([
        /** @type {Promise<Schemas["Actions"]>} */ (get(`${this.path}/actions`, { words: language() }, signal)),
        this.board.load({ width, touch, signal }),
        this.panel.load({ width: "narrow", touch, signal }),
        this.log.load(signal),
        this.#learnNames(),
      ]);
      return [answer, () => shows.forEach((show) => show?.())];
    } catch (error) {
      if (error instanceof Problem && error.status < 500 && error.status !== 429) throw error;
      return null;
    }
  }

  /**
   * @param {Schemas["Actions"]} answer
   * @param {() => void} showParts
   */
  #show(answer, showParts) {
    const view = this.#view;
    if (!view) return;
    showParts();
    this.#seat = answer.seat;
    if (this.prompt.textContent !== answer.prompt) this.prompt.textContent = answer.prompt ?? "";
    const canAct = answer.actions.some((action) => !ASIDE.has(action.group ?? ""));
    this.page.classList.toggle("your-turn", canAct && this.#mustAct);
    this.bar.update(answer);
    this.#light();
    this.seats.update(view, this.#seat);
    this.#showNotice(view);
    this.#showPrices(answer.prices ?? []);
    this.#showMenu(answer.actions);
    void this.talk.update(view, this.#seat);
    this.#shown = answer.version;
    this.page.setAttribute("data-phase", view.phase);
    this.page.setAttribute("data-version", String(answer.version));
    this.page.dispatchEvent(new CustomEvent("shown"));
    void this.#addNonce(answer);
  }

  /**
   * Above the buttons: an invitation before the start, and the result at the end. Drawn again only if it changes.
   * @param {Schemas["GameView"]} view
   */
  #showNotice(view) {
    const free = view.seats.filter((seat) => seat.player === null).length;
    const key = JSON.stringify(view.outcome ? [view.score, view.winners, this.#seat] : [view.phase, free, Boolean(token())]);
    if (key === this.#noticed) return;
    this.#noticed = key;
    fill(this.notice, ending(view, this.#seat) ?? invite(view, () => this.#join()));
  }

  #light() {
    const lights = this.bar.lights;
    this.board.light(lights, this.#seat);
    this.panel.light(lights, this.#seat);
  }

  /** @param {Schemas["Price"][]} prices */
  #showPrices(prices) {
    this.prices.hidden = !prices.length;
    fill(
      this.prices,
      el("summary", null, t("table.prices")),
      el("ul", null, prices.map((price) => el("li", null, el("span", null, price.label), cost(price)))),
    );
  }

  /** @param {Schemas["Action"][]} actions */
  #showMenu(actions) {
    const aside = new Map(actions.filter((action) => ASIDE.has(action.group ?? "")).map((action) => [action.group ?? "", action]));
    fill(
      this.menu,
      el("summary", null, t("table.menu")),
      el(
        "div",
        { class: "row" },
        [...aside].map(([group, action]) => el("button", { "data-aside": group, onclick: () => this.bar.choose(group) }, action.group_label)),
      ),
      atOnceSwitch(),
    );
  }

  /**
   * Post a command, and wait until what has come of it is on the screen.
   * @param {object} command
   */
  async #send(command) {
    try {
      const receipt = await submit(this.path, command);
      await this.#showVersion(receipt.version);
    } catch (error) {
      if (this.leaving.aborted) return;
      tell(error instanceof Error ? error.message : String(error), "error");
      await this.#refresh();
    }
  }

  /**
   * Wait until a version is on the screen, or a later one.
   * @param {number} version
   * @returns {Promise<void>}
   */
  #showVersion(version) {
    this.#hurry();
    this.#refresh().catch((error) => tell(String(error), "error"));
    return new Promise((resolve) => {
      const look = () => {
        if (this.#shown >= version || this.leaving.aborted) resolve();
        else this.page.addEventListener("shown", look, { once: true });
      };
      look();
    });
  }

  /** The browser adds its part of the chance by itself. @param {Schemas["Actions"]} answer */
  async #addNonce(answer) {
    const action = answer.actions.find(isDrawn);
    if (!action?.form || answer.seat === null || this.#hasAddedNonce) return;
    this.#hasAddedNonce = true;
    const fields = action.form.map((field) => [field.name, drawn(field.alphabet ?? "", field.greatest_length ?? 0)]);
    try {
      await submit(this.path, { type: action.group, ...Object.fromEntries(fields) });
    } catch (error) {
      // The game may have started meanwhile: then its chance has no part of this browser.
      if (!(error instanceof Problem)) throw error;
    }
  }

  /** Names are no part of commits: ask for those of people who have come since. */
  async #learnNames() {
    const view = this.#view;
    if (!view) return;
    const people = view.seats.flatMap(({ player }) => (player && !player.startsWith("bot:") ? [player] : []));
    if (people.every((player) => view.names && player in view.names)) return;
    /** @type {Schemas["GameView"]} */
    const fresh = await get(this.path, { geometry: "apart" }, this.leaving);
    if (this.#view) this.#view.names = fresh.names;
  }

  async #join() {
    await ensureSession();
    await this.#listen();
    await this.#refresh();
  }
}

customElements.define("table-page", TablePage);
