/** A form that opens a tournament. */

import { call } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { Page, useStyle } from "../lib/page.js";
import { go } from "../lib/router.js";
import { ensureSession } from "../lib/session.js";
import { t } from "../lib/words.js";
import { roundPhaseWord } from "../parts/cup-bar.js";
import { field as labelled, select, tick as ticked } from "../parts/fields.js";
import { optionForm } from "../parts/option-form.js";
import { messageOf } from "../parts/reason-form.js";
import { rulesets as allRulesets, said } from "../parts/rulesets.js";
import { counterName } from "../parts/standings.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../lib/words.js").Phrase} Phrase */
/** @typedef {Schemas["NewTournament"]} NewTournament */
/** @typedef {NonNullable<NewTournament["format"]>} Format */

const SCORINGS = ["official", "100-50-20-10", "5-3-2-1"];
const TIE_BREAKERS = ["opponents_points", "opponents_wins", "head_to_head", "best_share", "second_places", "small_tables", "seat_adjusted", "lot"];
/** How many tie-breakers the form asks for. */
const ASKED_TIE_BREAKERS = 4;
/** @type {[string, Phrase][]} */
const BYES = [
  ["never", "newcup.byes.never"],
  ["if_needed", "newcup.byes.if_needed"],
  ["for_full_tables", "newcup.byes.for_full_tables"],
];
/** @type {[string, Phrase][]} */
const BYE_WORTHS = [
  ["nothing", "newcup.bye.nothing"],
  ["average", "newcup.bye.average"],
  ["win", "newcup.bye.win"],
];

export class NewCupPage extends Page {
  async show() {
    const [rulesets] = await Promise.all([allRulesets(), useStyle("cups")]);
    const trouble = el("p", { class: "error", role: "alert" });
    const button = el("button", { class: "primary" }, t("newcup.open"));
    const parts = [basics(), games(rulesets), format(), seating(rulesets), times(), standings(), staff()];
    const form = el("form", { class: "new-cup" }, parts.map(({ element }) => element), trouble, el("div", { class: "row" }, button));
    const key = crypto.randomUUID();
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.disabled = true;
      fill(trouble);
      try {
        await ensureSession();
        const body = /** @type {NewTournament} */ (Object.assign({}, ...parts.map(({ read }) => read())));
        /** @type {Schemas["TournamentOpened"]} */
        const opened = await call("POST", "/v1/tournaments", { body, headers: { "Idempotency-Key": key } });
        go(`/cups/${encodeURIComponent(opened.tournament_id)}`);
      } catch (error) {
        fill(trouble, messageOf(error));
      } finally {
        button.disabled = false;
      }
    });
    const ruleset = form.querySelector('select[name="ruleset"]');
    ruleset?.addEventListener("change", () => form.dispatchEvent(new CustomEvent("ruleset", { detail: /** @type {HTMLSelectElement} */ (ruleset).value })));
    fill(this, this.heading(t("newcup.title")), el("p", { class: "faint" }, t("newcup.about")), form);
  }
}

/** @typedef {{ element: HTMLElement, read: () => Partial<NewTournament> }} Part */

/** @returns {Part} */
function basics() {
  const title = el("input", { name: "title", required: true, maxlength: 80, autocomplete: "off" });
  const capacity = number("capacity", 24, 2, 4096);
  const starts = el("input", { type: "datetime-local", name: "starts_at" });
  const code = el("input", { name: "code", minlength: 4, maxlength: 64, autocomplete: "off" });
  const approval = el("input", { type: "checkbox", name: "approval" });
  return {
    element: group(
      "newcup.basics",
      field("newcup.name", title),
      field("newcup.capacity", capacity),
      field("newcup.starts_at", starts),
      field("newcup.code", code, "newcup.code_hint"),
      tick("newcup.approval", approval),
    ),
    read: () => ({
      title: title.value,
      capacity: Number(capacity.value),
      ...(starts.value && { starts_at: new Date(starts.value).getTime() }),
      ...(code.value && { code: code.value }),
      approval: approval.checked,
    }),
  };
}

/**
 * @param {Schemas["Ruleset"][]} rulesets
 * @returns {Part}
 */
function games(rulesets) {
  const game = select(rulesets.map((one) => [one.name, said(one.titles)]), rulesets[0]?.name, { name: "ruleset" });
  const boards = choose("boards", [["drawn", "newcup.boards.drawn"], ["shared", "newcup.boards.shared"]]);
  const variant = el("div");
  const options = el("div", { class: "cup-fields" });
  /** @type {ReturnType<typeof optionForm> | null} */
  let form = null;
  const drawOptions = (/** @type {Schemas["Ruleset"]} */ ruleset, /** @type {string} */ preset) => {
    const made = optionForm(ruleset, preset);
    form = made;
    fill(options, made.names.map((name) => made.element(name)));
  };
  const draw = () => {
    const ruleset = rulesets.find((one) => one.name === game.value);
    if (!ruleset) return;
    const presets = Object.keys(ruleset.options.presets);
    const preset = select(presets.map((name) => [name, said(ruleset.options.titles[name]) || name]), presets[0], {
      name: "preset",
      onchange: () => drawOptions(ruleset, preset.value),
    });
    fill(variant, presets.length > 1 && field("newcup.preset", preset));
    drawOptions(ruleset, preset.value);
  };
  game.addEventListener("change", draw);
  draw();
  return {
    element: group(
      "newcup.games",
      field("newcup.ruleset", game),
      variant,
      field("newcup.boards", boards),
      el("details", { class: "whole" }, el("summary", null, t("newcup.options")), options),
    ),
    read: () => ({
      games: { ruleset: game.value, options: /** @type {any} */ (form?.values() ?? {}) },
      boards: boards.value === "shared" ? { type: "shared" } : { type: "drawn" },
    }),
  };
}

/** @returns {Part} */
function format() {
  const kinds = /** @type {const} */ (["championship", "swiss", "round_robin", "elimination"]);
  const kind = select(kinds.map((one) => [one, one === "championship" ? t("newcup.championship") : roundPhaseWord(one)]), "championship", { name: "format" });
  const rounds = number("rounds", 3, 1, 100);
  const final = el("input", { type: "checkbox", name: "final" });
  const semiFinal = el("input", { type: "checkbox", name: "semi_final", checked: true });
  const byStanding = el("input", { type: "checkbox", name: "by_standing" });
  const seeded = el("input", { type: "checkbox", name: "seeded" });
  /** @type {Record<string, () => HTMLElement[]>} */
  const asked = {
    championship: () => [field("newcup.rounds", rounds), tick("newcup.semi_final", semiFinal), tick("newcup.by_standing", byStanding)],
    swiss: () => [field("newcup.rounds", rounds), tick("newcup.final", final)],
    round_robin: () => [field("newcup.rounds", rounds, "newcup.rounds_hint")],
    elimination: () => [tick("newcup.seeded", seeded)],
  };
  const more = el("div", { class: "cup-fields whole" });
  const draw = () => {
    rounds.required = kind.value !== "round_robin";
    fill(more, asked[kind.value]?.() ?? []);
  };
  kind.addEventListener("change", draw);
  draw();
  /** @returns {Format} */
  const read = () => {
    const count = Number(rounds.value);
    switch (kind.value) {
      case "swiss":
        return { type: "swiss", rounds: count, final: final.checked };
      case "round_robin":
        return { type: "round_robin", rounds: rounds.value ? count : null };
      case "elimination":
        return { type: "elimination", seeded: seeded.checked };
      default:
        return { type: "championship", rounds: count, semi_final: semiFinal.checked, seating: byStanding.checked ? "by_standing" : "drawn" };
    }
  };
  return { element: group("newcup.format", field("newcup.format_kind", kind), more), read: () => ({ format: read() }) };
}

/**
 * @param {Schemas["Ruleset"][]} rulesets
 * @returns {Part}
 */
function seating(rulesets) {
  const fewest = number("fewest", 3, 1, 12);
  const most = number("most", 4, 1, 12);
  const byes = choose("byes", BYES);
  const fit = (/** @type {string | undefined} */ name) => {
    const players = rulesets.find((one) => one.name === name)?.players;
    if (!players) return;
    for (const input of [fewest, most]) {
      input.min = String(Math.max(2, players.min));
      input.max = String(players.max);
    }
    fewest.value = fewest.min;
    most.value = most.max;
  };
  fit(rulesets[0]?.name);
  const element = group("newcup.seating", field("newcup.fewest", fewest), field("newcup.most", most), field("newcup.byes", byes));
  // The form tells when another ruleset is chosen.
  queueMicrotask(() => element.closest("form")?.addEventListener("ruleset", (event) => fit(/** @type {CustomEvent<string>} */ (event).detail)));
  return {
    element,
    read: () => ({
      sizes: { fewest: Number(fewest.value), most: Number(most.value), byes: /** @type {"never" | "if_needed" | "for_full_tables"} */ (byes.value) },
    }),
  };
}

/** @returns {Part} */
function times() {
  const result = number("result_minutes", 15, 0, 43_200);
  const checkIn = number("check_in_minutes", 0, 0, 43_200);
  const choice = number("choice_seconds", 120, 0, 86_400);
  const nonces = number("nonce_seconds", 0, 0, 3600);
  const late = number("late_until_round", 0, 0, 64);
  const signing = el("input", { type: "checkbox", name: "signing", checked: true });
  return {
    element: folded(
      "newcup.times",
      field("newcup.result_minutes", result, "newcup.result_hint"),
      tick("newcup.signing", signing),
      field("newcup.check_in_minutes", checkIn, "newcup.check_in_hint"),
      field("newcup.late_until_round", late, "newcup.late_hint"),
      field("newcup.choice_seconds", choice),
      field("newcup.nonce_seconds", nonces, "newcup.nonce_hint"),
    ),
    read: () => ({
      result_seconds: 60 * Number(result.value),
      check_in_seconds: 60 * Number(checkIn.value),
      choice_seconds: Number(choice.value),
      nonce_seconds: Number(nonces.value),
      late_until_round: Number(late.value),
      signing: signing.checked,
    }),
  };
}

/** @returns {Part} */
function standings() {
  const scoring = select(SCORINGS.map((one) => [one, one === "official" ? t("newcup.official") : one]), "official", { name: "scoring" });
  const bye = choose("bye", BYE_WORTHS);
  const breakers = Array.from({ length: ASKED_TIE_BREAKERS }, (_, i) =>
    select([["", "–"], ...TIE_BREAKERS.map((one) => /** @type {[string, string]} */ ([one, counterName(one)]))], "", { name: `tie_breaker_${i + 1}` }),
  );
  return {
    element: folded(
      "newcup.standings",
      field("newcup.scoring", scoring),
      breakers.map((select, i) => field("newcup.tie_breaker", select, null, { number: i + 1 })),
      field("newcup.bye", bye),
    ),
    read: () => ({
      standings: { scoring: scoring.value, bye: bye.value, tie_breakers: [...new Set(breakers.map((select) => select.value).filter(Boolean))] },
    }),
  };
}

/** @returns {Part} */
function staff() {
  const organizers = el("textarea", { name: "organizers", rows: 2 });
  const referees = el("textarea", { name: "referees", rows: 2 });
  return {
    element: folded("cup.staff", field("newcup.organizers", organizers, "newcup.staff_hint"), field("newcup.referees", referees, "newcup.staff_hint")),
    read: () => ({ organizers: ids(organizers.value), referees: ids(referees.value) }),
  };
}

/**
 * Ids of players, one a line; the address of their page will do.
 * @param {string} text
 */
function ids(text) {
  return text
    .split(/[\s,]+/)
    .map((one) => one.split("/").at(-1) ?? "")
    .filter(Boolean);
}

/**
 * @param {string} name
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
function number(name, value, min, max) {
  return el("input", { type: "number", inputmode: "numeric", name, value, min, max, required: true });
}

/**
 * @param {string} name
 * @param {[string, Phrase][]} choices
 */
function choose(name, choices) {
  return select(choices.map(([value, phrase]) => [value, t(phrase)]), choices[0]?.[0], { name });
}

/**
 * @param {Phrase} phrase
 * @param {HTMLElement} input
 * @param {Phrase | null} [hint]
 * @param {Record<string, number>} [gaps]
 */
function field(phrase, input, hint = null, gaps = {}) {
  return labelled(t(phrase, gaps), input, hint ? t(hint) : "");
}

/**
 * @param {Phrase} phrase
 * @param {HTMLInputElement} box
 */
function tick(phrase, box) {
  return ticked(t(phrase), box);
}

/**
 * @param {Phrase} phrase
 * @param {...(HTMLElement | HTMLElement[])} fields
 */
function group(phrase, ...fields) {
  return el("fieldset", null, el("legend", null, t(phrase)), el("div", { class: "cup-fields" }, ...fields));
}

/**
 * @param {Phrase} phrase
 * @param {...(HTMLElement | HTMLElement[])} fields
 */
function folded(phrase, ...fields) {
  return el("details", { class: "card" }, el("summary", null, t(phrase)), el("div", { class: "cup-fields" }, ...fields));
}

customElements.define("new-cup-page", NewCupPage);
