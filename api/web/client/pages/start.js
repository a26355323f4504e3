/** The start: play at once, go on with a game, find one, watch one. */

import { call, get } from "../lib/api.js";
import { el, fill, tell } from "../lib/dom.js";
import { Page, useStyle } from "../lib/page.js";
import { go } from "../lib/router.js";
import { ensureSession, session } from "../lib/session.js";
import { moment, t } from "../lib/words.js";
import { field, submitting } from "../parts/fields.js";
import { openGame, ownGame } from "../parts/game-card.js";
import { playBots } from "../parts/new-game.js";
import { codeIn } from "../parts/qr.js";
import { quickGame } from "../parts/quick-game.js";
import { rulesets, said } from "../parts/rulesets.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../parts/rulesets.js").Ruleset} Ruleset */

/** So many games that go on come before everything else, or all that wait for me. */
const FEW = 3;
const REFRESH_MS = 15_000;

export class StartPage extends Page {
  /** @type {Ruleset[]} */
  #known = [];
  #isOpening = false;

  async show() {
    const [known] = await Promise.all([rulesets(), useStyle("start")]);
    this.#known = known;
    const mine = section("mine", t("start.myGames"), "");
    const daily = section("daily", t("start.daily"), "");
    const quick = section("quick", t("start.quick"), t("start.quickLead"));
    const watch = section("watch-now", t("start.watch"), "");
    const cups = section("cups-now", t("start.cups"), "");
    const over = section("over", t("start.mineOver"), "");
    mine.hidden = true;
    over.hidden = true;
    fill(
      this,
      this.#hero(),
      mine,
      el("ul", { class: "cards games-to-play" }, known.map((ruleset) => this.#gameCard(ruleset))),
      el(
        "div",
        { class: "columns" },
        daily,
        quick,
        this.#join(),
        el("section", { class: "card panel" }, el("h2", null, t("start.setup")), el("p", { class: "faint" }, t("start.setupLead")), el("p", null, el("a", { href: "/new", class: "button" }, t("setup.title")))),
        watch,
        cups,
        over,
      ),
    );
    await Promise.all([
      this.#load(mine, () => this.#showMine(mine, over)),
      this.#load(daily, () => this.#showDaily(body(daily))),
      this.#load(quick, () => quickGame(body(quick), known, this.leaving)),
      this.#load(watch, () => this.#showWatch(body(watch))),
      this.#load(cups, () => this.#showCups(body(cups))),
    ]);
    this.#refresh(mine, over);
  }

  /**
   * Keep my games current while the page is seen.
   * @param {HTMLElement} mine
   * @param {HTMLElement} over
   */
  #refresh(mine, over) {
    const again = () => {
      if (!document.hidden && !mine.contains(document.activeElement) && !over.contains(document.activeElement)) void this.#showMine(mine, over).catch(() => {});
    };
    const timer = setInterval(again, REFRESH_MS);
    this.leaving.addEventListener("abort", () => clearInterval(timer));
    document.addEventListener("visibilitychange", again, { signal: this.leaving });
  }

  /**
   * A part of the page that fails alone.
   * @param {HTMLElement} place
   * @param {() => Promise<void>} load
   */
  async #load(place, load) {
    try {
      await load();
    } catch (error) {
      if (this.leaving.aborted) return;
      place.hidden = false;
      fill(body(place), el("p", { class: "error" }, t("problem.load", { reason: error instanceof Error ? error.message : "" })));
    }
  }

  #hero() {
    return el(
      "header",
      { class: "hero" },
      el("div", null, this.heading(t("start.title")), el("p", { class: "lead" }, t("start.lead")), el("p", { class: "faint" }, t("start.trust"))),
      el("img", { src: "/web/island.svg", alt: "", width: 220, height: 220 }),
    );
  }

  /** @param {Ruleset} ruleset */
  #gameCard(ruleset) {
    const { min, max } = ruleset.players;
    const title = said(ruleset.titles);
    const presets = Object.entries(ruleset.options.presets);
    const [usual, ...others] = presets;
    return el(
      "li",
      { class: "card to-play" },
      el("h2", null, title),
      el("p", null, said(ruleset.summaries)),
      el("p", { class: "facts faint" }, min === max ? t("start.playersOne", { min }) : t("start.players", { min, max }), " · ", t("start.against", { count: max - 1 })),
      el(
        "button",
        { class: "primary big", onclick: () => void this.#play(ruleset, usual?.[1] ?? {}) },
        t("start.play"),
        el("span", { class: "hidden-word" }, title),
      ),
      others.length > 0 &&
        el(
          "details",
          null,
          el("summary", null, t("start.variants"), el("span", { class: "hidden-word" }, title)),
          el(
            "ul",
            { class: "variants" },
            presets.map(([name, options]) =>
              el("li", null, el("button", { onclick: () => void this.#play(ruleset, options) }, said(ruleset.options.titles[name]) || name)),
            ),
          ),
        ),
    );
  }

  /**
   * @param {Ruleset} ruleset
   * @param {Record<string, unknown>} options
   */
  async #play(ruleset, options) {
    if (this.#isOpening) return;
    this.#isOpening = true;
    tell(t("start.opening"));
    try {
      const game = await playBots(ruleset, options);
      go(`/table/${game}`);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), "error");
    } finally {
      this.#isOpening = false;
    }
  }

  /**
   * Games that go on, those that wait for me first; and how the last ones ended.
   * @param {HTMLElement} place
   * @param {HTMLElement} over
   */
  async #showMine(place, over) {
    if (!session()) return;
    /** @type {Schemas["OwnGamePage"]} */
    const page = await get("/v1/players/me/games", { limit: 30 }, this.leaving);
    const waiting = page.games.filter((game) => game.is_to_act);
    const going = page.games.filter((game) => !game.is_to_act && !game.outcome);
    const ended = page.games.filter((game) => game.outcome).slice(0, 3);
    const count = Math.max(FEW, waiting.length);
    const shown = [...waiting, ...going].map((game) => ownGame(game, page.names, this.#known));
    place.hidden = !shown.length;
    over.hidden = !ended.length;
    const isOpen = body(place).querySelector("details")?.open ?? false;
    fill(
      body(place),
      el("ul", { class: "cards" }, shown.slice(0, count)),
      shown.length > count && el("details", { open: isOpen }, el("summary", null, t("list.more")), el("ul", { class: "cards" }, shown.slice(count))),
    );
    fill(
      body(over),
      el("ul", { class: "plain" }, ended.map((game) => ownGame(game, page.names, this.#known))),
      el("p", null, el("a", { href: `/player/${encodeURIComponent(session()?.player_id ?? "")}` }, t("start.allMine"))),
    );
  }

  /** @param {HTMLElement} place */
  async #showDaily(place) {
    /** @type {Schemas["Daily"]} */
    const daily = await get("/v1/daily", { limit: 3 }, this.leaving);
    const attempt = async () => {
      try {
        await ensureSession();
        /** @type {Schemas["AttemptOpened"]} */
        const opened = await call("POST", "/v1/daily");
        if (!opened.ranked) tell(t("start.dailyPractice"));
        go(`/table/${opened.game_id}`);
      } catch (error) {
        tell(error instanceof Error ? error.message : String(error), "error");
      }
    };
    fill(
      place,
      el("p", { class: "faint" }, t("start.dailyLead", { when: moment(daily.closes_at) })),
      daily.players.length
        ? [
            el("h3", null, t("start.dailyTable")),
            el(
              "ol",
              { class: "best" },
              daily.players.map((row) => el("li", { value: row.rank }, el("bdi", null, row.name ?? t("game.erased")), el("span", { class: "numbers" }, row.points))),
            ),
          ]
        : [el("p", null, t("start.dailyNobody"))],
      el("p", null, el("button", { class: "primary", onclick: () => void attempt() }, daily.game_id ? t("start.dailyOn") : t("start.dailyPlay"))),
    );
  }

  #join() {
    const code = el("input", { autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true });
    return el(
      "section",
      { class: "card panel" },
      el("h2", null, t("start.join")),
      el("p", { class: "faint" }, t("start.joinLead")),
      el(
        "form",
        {
          onsubmit: submitting(() => go(`/join/${encodeURIComponent(codeIn(code.value) || code.value.trim())}`)),
        },
        field(t("join.code"), code),
        el("p", { class: "row" }, el("button", null, t("join.go")), el("a", { href: "/join", class: "button quiet" }, t("join.scan"))),
      ),
    );
  }

  /** @param {HTMLElement} place */
  async #showWatch(place) {
    /** @type {Schemas["GamePage"]} */
    const page = await get("/v1/games", { status: "playing", order: "rating", limit: 3 }, this.leaving);
    fill(
      place,
      page.games.length
        ? el("ul", { class: "plain" }, page.games.map((game) => openGame(game, page.names, this.#known, t("game.watch"))))
        : el("p", { class: "faint" }, t("start.watchNone")),
      el("p", null, el("a", { href: "/watch" }, t("start.watchAll"))),
    );
  }

  /** @param {HTMLElement} place */
  async #showCups(place) {
    /** @type {Schemas["TournamentPage"]} */
    const page = await get("/v1/tournaments", { limit: 4 }, this.leaving);
    fill(
      place,
      page.tournaments.length
        ? el(
            "ul",
            { class: "plain" },
            page.tournaments.map((cup) =>
              el(
                "li",
                { class: "cup" },
                el("a", { href: `/cups/${encodeURIComponent(cup.tournament_id)}` }, el("bdi", null, cup.title)),
                el("p", { class: "facts faint" }, cupPhase(cup.phase), " · ", t("start.cupPlayers", { players: cup.players, capacity: cup.capacity })),
              ),
            ),
          )
        : el("p", { class: "faint" }, t("start.cupsNone")),
      el("p", null, el("a", { href: "/cups" }, t("start.cupsAll"))),
    );
  }
}

/** @param {string} phase */
function cupPhase(phase) {
  if (phase === "registration") return t("start.cup.registration");
  return phase === "closed" ? t("start.cup.closed") : t("start.cup.running");
}

/**
 * A part of the page with a heading and a place for what comes later.
 * @param {string} name
 * @param {string} title
 * @param {string} lead
 */
function section(name, title, lead) {
  return el(
    "section",
    { class: name === "mine" ? "mine" : "card panel", "data-part": name, "aria-labelledby": `part-${name}` },
    el("h2", { id: `part-${name}` }, title),
    lead && el("p", { class: "faint" }, lead),
    el("div", { class: "body" }),
  );
}

/**
 * @param {HTMLElement} place
 * @returns {HTMLElement}
 */
function body(place) {
  return /** @type {HTMLElement} */ (place.querySelector(".body"));
}

customElements.define("start-page", StartPage);
