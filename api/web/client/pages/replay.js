/** Replays a game: any version, from any perspective that is allowed, with its log, its charts and its check. */

import { get } from "../lib/api.js";
import { el, fill, picture, tell } from "../lib/dom.js";
import { Page, useStyle } from "../lib/page.js";
import { t } from "../lib/words.js";
import { named } from "../parts/audit-words.js";
import { Autoplay } from "../parts/autoplay.js";
import { gameCharts } from "../parts/game-charts.js";
import { morph } from "../parts/morph.js";
import { Pictures } from "../parts/pictures.js";
import { ReplayCheck } from "../parts/replay-check.js";
import { ReplayControls } from "../parts/replay-controls.js";
import { ReplayLog } from "../parts/replay-log.js";
import { ACTION, stepKinds, stopAfter, stopBefore, stops } from "../parts/stepping.js";
import { askWhatIf } from "../parts/what-if.js";

/** @typedef {import("../lib/api.js").Schemas["LogEntry"]} LogEntry */
/** @typedef {import("../lib/api.js").Schemas["LogPage"]} LogPage */

const SPECTATOR = "spectator";
/** The largest page of a log. */
const LOG_PAGE = 500;
/** How many pictures are loaded ahead. */
const AHEAD = 12;
/** How long (ms) a version has to be shown before its statistics are asked for, and the address names it. */
const SETTLED = 400;
/** Below this width (px) pictures are laid out for phones. */
const NARROW = 700;

export class ReplayPage extends Page {
  #path = "";
  #last = 1;
  #at = 1;
  /** @type {number | null} */
  #with = null;
  #viewer = "";
  #step = ACTION;
  #isClosed = false;
  /** @type {import("../parts/charts.js").Series[]} */
  #seats = [];
  /** @type {LogEntry[]} */
  #entries = [];
  /** @type {number[]} */
  #stops = [];
  #log = new ReplayLog();
  /** @type {ReplayCheck | null} */
  #check = null;
  /** @type {ReplayControls | null} */
  #controls = null;
  /** @type {Pictures | null} */
  #pictures = null;
  /** @type {Pictures | null} */
  #otherPictures = null;
  #whole = /** @type {any} */ (null);
  #settling = 0;
  #wanted = 0;
  #frame = el("figure", { class: "view" });
  #other = el("figure", { class: "view", hidden: true });
  #said = el("p", { class: "said", role: "status" });
  #charts = el("div", { class: "charts" });
  #extras = el("div", { class: "extras" });
  #autoplay = new Autoplay(
    () => this.#go(stopAfter(this.#stops, this.#at)),
    (isOn) => this.#played(isOn),
  );

  async show() {
    await useStyle("replay");
    const asked = new URLSearchParams(location.search);
    this.#path = `/v1/games/${encodeURIComponent(this.parameters.game ?? "")}`;
    const [view, stats] = await Promise.all([get(this.#path, { geometry: "apart" }, this.leaving), get(`${this.#path}/stats`, {}, this.leaving)]);
    this.#last = view.version;
    this.#whole = stats;
    this.#isClosed = view.phase === "closed";
    this.#seats = view.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => seatOf(seat, i, view.names));
    this.#viewer = asked.get("as") ?? (this.#isClosed ? SPECTATOR : "");
    await this.#loadLog();
    const began = this.#entries.find((entry) => entry.type === "game_started")?.version ?? 1;
    this.#at = this.#inRange(Number(asked.get("at") || began));
    this.#with = asked.has("with") ? this.#inRange(Number(asked.get("with"))) : null;
    this.#lay();
    addEventListener("keydown", (event) => this.#key(event), { signal: this.leaving });
    if (asked.has("check") && this.#isClosed) this.#startCheck();
    await Promise.all([this.#go(this.#at), this.#showOther()]);
  }

  #lay() {
    this.#controls = new ReplayControls(
      {
        last: this.#last,
        steps: stepKinds(this.#entries),
        step: this.#step,
        speed: this.#autoplay.speed,
        viewers: this.#isClosed ? [[SPECTATOR, t("replay.viewer.spectator")], ["organizer", t("replay.viewer.all")], ...this.#seats.map(seatChoice)] : [],
        viewer: this.#viewer,
      },
      {
        show: (version) => void this.#jump(version),
        back: () => void this.#jump(stopBefore(this.#stops, this.#at)),
        on: () => void this.#jump(stopAfter(this.#stops, this.#at)),
        first: () => void this.#jump(1),
        last: () => void this.#jump(this.#last),
        play: () => this.#autoplay.toggle(),
        speed: (speed) => (this.#autoplay.speed = speed),
        step: (step) => this.#chooseStep(step),
        viewer: (viewer) => void this.#choose(viewer),
      },
    );
    this.#newPictures();
    const names = this.#seats.map((seat) => seat.name).join(", ");
    fill(
      this,
      this.heading(t("replay.title", { names })),
      el(
        "div",
        { class: "replay" },
        el("div", { class: "stage" }, el("div", { class: "views" }, this.#frame, this.#other), this.#said, this.#controls.element, this.#extras),
        el("section", { class: "beside" }, el("h2", null, t("replay.log")), this.#log.element),
      ),
      el("section", null, el("h2", null, t("replay.charts")), this.#charts),
    );
    this.#layExtras();
  }

  /** What can be done with the version that is shown. */
  #layExtras() {
    const seats = this.#seats.map((seat) => seat.name);
    fill(
      this.#extras,
      el(
        "div",
        { class: "row" },
        this.#isClosed && el("button", { onclick: () => askWhatIf(this.#path, this.#at, seats) }, t("replay.what_if")),
        el("button", { onclick: () => void this.#copyLink() }, t("replay.copy")),
        el("button", { onclick: () => void this.#compare(), "aria-pressed": String(this.#with !== null) }, t("replay.compare")),
        this.#isClosed && !this.#check && el("button", { onclick: () => this.#startCheck() }, t("replay.check.start")),
      ),
      this.#with !== null && this.#otherSlider(this.#with),
      this.#check?.element,
    );
  }

  /** @param {number} version */
  #otherSlider(version) {
    const place = el("output", { class: "numbers place" }, t("replay.version", { version }));
    const slider = el("input", {
      type: "range",
      class: "slider",
      min: 1,
      max: this.#last,
      value: version,
      "aria-label": t("replay.other_slider"),
      oninput: () => {
        this.#with = Number(slider.value);
        place.textContent = t("replay.version", { version: this.#with });
        void this.#showOther();
      },
    });
    slider.value = String(version);
    return el("div", { class: "slider-row card" }, slider, place);
  }

  /** Pictures for the chosen perspective and this screen. */
  #newPictures() {
    const width = innerWidth < NARROW ? "narrow" : "wide";
    const query = { as: this.#viewer || null, width };
    this.#pictures = new Pictures(this.#path, { ...query, prefix: "left" }, this.leaving);
    this.#otherPictures = new Pictures(this.#path, { ...query, prefix: "right" }, this.leaving);
  }

  async #loadLog() {
    const viewer = this.#viewer;
    /** @type {LogEntry[]} */
    const entries = [];
    for (let after = /** @type {number | null} */ (0); after !== null; ) {
      /** @type {LogPage} */
      const page = await get(`${this.#path}/log`, { after, limit: LOG_PAGE, as: viewer || null }, this.leaving);
      entries.push(...page.entries);
      after = page.next;
    }
    // Meanwhile the person may have chosen another perspective.
    if (viewer !== this.#viewer) return;
    this.#entries = entries;
    this.#stops = stops(entries, this.#step, this.#last);
    this.#log.fill(entries, (version) => this.#address(version), (version) => void this.#jump(version));
  }

  /** @param {string} step */
  #chooseStep(step) {
    this.#step = step;
    this.#stops = stops(this.#entries, step, this.#last);
    this.#expect();
  }

  /** @param {string} viewer */
  async #choose(viewer) {
    this.#viewer = viewer;
    this.#newPictures();
    await Promise.all([this.#loadLog(), this.#go(this.#at), this.#showOther()]);
    this.#say();
  }

  /**
   * Show a version that a person has asked for; autoplay ends.
   * @param {number | null} version
   */
  async #jump(version) {
    this.#autoplay.stop();
    if (version === null) tell(t("replay.no_further"));
    else await this.#go(version);
  }

  /**
   * Show a version. Returns whether there was one.
   * @param {number | null} version
   */
  async #go(version) {
    if (version === null || !this.#pictures) return false;
    const wanted = (this.#wanted = version);
    this.#at = version;
    this.#expect();
    const source = await this.#pictures.read(version);
    // Meanwhile the person may have gone on.
    if (this.#wanted !== wanted) return true;
    this.#draw(this.#frame, source, version);
    const turn = this.#entries.findLast((entry) => entry.version <= version)?.turn ?? 0;
    this.#controls?.place(version, this.#last, turn);
    this.#say();
    this.#check?.show(version);
    this.#settle();
    return true;
  }

  /** Say what happened in the version that is shown, and mark it in the log. */
  #say() {
    const told = this.#entries.filter((entry) => entry.version === this.#at);
    this.#said.textContent = told.map((entry) => entry.text).join(" ");
    this.#log.mark(this.#at);
  }

  /** Load the pictures that come next. */
  #expect() {
    const begin = this.#stops.findIndex((stop) => stop > this.#at);
    const back = stopBefore(this.#stops, this.#at);
    const next = begin < 0 ? [] : this.#stops.slice(begin, begin + AHEAD);
    this.#pictures?.expect(back === null ? next : [...next.slice(0, 2), back, ...next.slice(2)]);
  }

  /**
   * @param {HTMLElement} frame
   * @param {string} source
   * @param {number} version
   */
  #draw(frame, source, version) {
    frame.dataset.version = String(version);
    const next = picture(source);
    const shown = frame.querySelector("svg");
    if (shown) morph(shown, next);
    else frame.prepend(next);
    const caption = frame.querySelector("figcaption") ?? frame.appendChild(el("figcaption"));
    caption.hidden = this.#with === null;
    caption.textContent = t("replay.version", { version });
  }

  /** Once a version is looked at for a while: its statistics, and an address that names it. */
  #settle() {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      if (this.leaving.aborted) return;
      history.replaceState(null, "", this.#address(this.#at));
      if (!this.#autoplay.isOn) void this.#showCharts();
    }, SETTLED);
  }

  async #showCharts() {
    const version = this.#at;
    try {
      const now = version === this.#last ? this.#whole : await get(`${this.#path}/stats`, { at: version }, this.leaving);
      if (version === this.#at) fill(this.#charts, gameCharts(this.#whole, now, this.#seats));
    } catch (error) {
      if (!this.leaving.aborted) throw error;
    }
  }

  async #compare() {
    this.#with = this.#with === null ? this.#at : null;
    this.#layExtras();
    await this.#showOther();
    await this.#go(this.#at);
  }

  async #showOther() {
    this.#other.hidden = this.#with === null;
    this.#frame.parentElement?.classList.toggle("two", this.#with !== null);
    this.#settle();
    const version = this.#with;
    if (version === null || !this.#otherPictures) return;
    const source = await this.#otherPictures.read(version);
    if (version === this.#with) this.#draw(this.#other, source, version);
  }

  #startCheck() {
    const audit = `/audit?game=${encodeURIComponent(this.parameters.game ?? "")}`;
    this.#check = new ReplayCheck(this.#path, audit, this.leaving);
    this.#layExtras();
    this.#check.show(this.#at);
    void this.#check.run();
  }

  async #copyLink() {
    const link = new URL(this.#address(this.#at), location.origin).href;
    try {
      await navigator.clipboard.writeText(link);
      tell(t("replay.copied"));
    } catch {
      tell(link);
    }
  }

  /** @param {boolean} isOn */
  #played(isOn) {
    this.#controls?.playing(isOn);
    // Ten sentences a second help nobody who listens.
    this.#said.setAttribute("aria-live", isOn ? "off" : "polite");
    if (!isOn) this.#settle();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    const isSlider = this.#controls?.isSlider(target) ?? false;
    if (target?.closest("dialog, textarea, select") || (target?.matches("input") && !isSlider)) return;
    const wish = this.#wishOf(event.key);
    // The space bar presses the button or opens the part that has the focus.
    if (!wish || (event.key === " " && target?.closest("button, a, summary"))) return;
    event.preventDefault();
    wish();
  }

  /** @param {string} key */
  #wishOf(key) {
    /** @type {Record<string, () => void>} */
    const wishes = {
      ArrowLeft: () => void this.#jump(stopBefore(this.#stops, this.#at)),
      ArrowRight: () => void this.#jump(stopAfter(this.#stops, this.#at)),
      Home: () => void this.#jump(1),
      End: () => void this.#jump(this.#last),
      " ": () => this.#autoplay.toggle(),
    };
    return wishes[key];
  }

  /** @param {number} version */
  #address(version) {
    const query = new URLSearchParams({ at: String(version) });
    if (this.#with !== null) query.set("with", String(this.#with));
    if (this.#viewer && this.#viewer !== SPECTATOR) query.set("as", this.#viewer);
    if (this.#check) query.set("check", "yes");
    return `${location.pathname}?${query}`;
  }

  /** @param {number} version */
  #inRange(version) {
    return Math.min(Math.max(Math.trunc(version) || 1, 1), this.#last);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#autoplay.stop();
    clearTimeout(this.#settling);
  }
}

/**
 * A seat as charts and lists name it.
 * @param {{ player: string | null, colour: string | null }} seat
 * @param {number} i
 * @param {Record<string, string | null>} names
 * @returns {import("../parts/charts.js").Series}
 */
function seatOf(seat, i, names) {
  const short = seat.colour === null ? t("replay.seat", { seat: i + 1 }) : named("replay.colour", seat.colour);
  const name = names[seat.player ?? ""];
  return { name: name ? `${short} (${name})` : short, short, hue: seat.colour ?? "other" };
}

/**
 * @param {import("../parts/charts.js").Series} seat
 * @param {number} i
 * @returns {[string, string]}
 */
function seatChoice(seat, i) {
  return [String(i), seat.name];
}

customElements.define("replay-page", ReplayPage);
