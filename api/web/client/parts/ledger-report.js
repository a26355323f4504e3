/** What a check of one ledger has found: a verdict, a line for every topic, and every draw. */

import { el } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { drawText, problemText } from "./audit-words.js";
import { mark, stateOf } from "./mark.js";

/** @typedef {import("../audit/ledger.js").Outcome} Outcome */
/** @typedef {import("../audit/ledger.js").Topic} Topic */
/** @typedef {import("../audit/ledger.js").Step} Step */

/** @type {Topic[]} In the order of the page on verifying. */
const TOPICS = [
  "form",
  "chain",
  "order",
  "opening",
  "closing",
  "salts",
  "commitment",
  "numbers",
  "dice",
  "cards",
  "lots",
  "boards",
  "copied",
  "holdings",
  "period",
  "signature",
];
/** How many problems are listed: a wrong key makes every draw wrong. */
const MOST_PROBLEMS = 20;
/** How many draws are shown at once. */
const ROWS = 100;

/**
 * @param {Outcome} outcome
 * @returns {HTMLElement}
 */
export function verdict(outcome) {
  const [first] = outcome.problems;
  const state = first ? "bad" : "good";
  const head = first ? t("audit.verdict.bad") : t("audit.verdict.good");
  return el(
    "div",
    { class: `verdict verdict-${state}` },
    el("p", { class: "verdict-head" }, mark(state), " ", head),
    el(
      "p",
      null,
      t("audit.verdict.counts", {
        commits: outcome.commits,
        draws: outcome.draws,
        dice: outcome.topics.dice?.good ?? 0,
        cards: outcome.topics.cards?.good ?? 0,
      }),
    ),
    problems(outcome),
  );
}

/** @param {Outcome} outcome */
function problems(outcome) {
  const found = outcome.problems;
  if (!found.length) return null;
  const rest = found.length - MOST_PROBLEMS;
  return el(
    "ul",
    { class: "problems" },
    found.slice(0, MOST_PROBLEMS).map((problem) => el("li", null, problemText(problem))),
    rest > 0 && el("li", { class: "faint" }, t("audit.more_problems", { count: rest })),
  );
}

/**
 * A table with a mark for every topic that concerns this ledger.
 * @param {Outcome} outcome
 */
export function topics(outcome) {
  const concerned = TOPICS.filter((topic) => outcome.topics[topic]);
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t("audit.topics") },
    el(
      "table",
      { class: "topics" },
      el("caption", { class: "hidden-word" }, t("audit.topics")),
      el("thead", null, el("tr", null, el("td"), el("th", { scope: "col" }, t("audit.column.what")), el("th", { scope: "col", class: "numbers" }, t("audit.column.good")))),
      el("tbody", null, concerned.map((topic) => topicRow(outcome, topic))),
    ),
  );
}

/**
 * @param {Outcome} outcome
 * @param {Topic} topic
 */
function topicRow(outcome, topic) {
  const tally = outcome.topics[topic] ?? { good: 0, bad: 0, unjudged: 0 };
  const good = tally.good;
  const all = good + tally.bad + tally.unjudged;
  const note = topic === "signature" ? t(`audit.signature.${outcome.signature}`) : t(`audit.about.${topic}`);
  return el(
    "tr",
    null,
    el("td", null, mark(stateOf(tally))),
    el("th", { scope: "row" }, t(`audit.topic.${topic}`), el("div", { class: "faint note-line" }, note)),
    el("td", { class: "number" }, all === good ? good : t("audit.some", { good, all })),
  );
}

/** What a check in the browser does not say, plainly. */
export function limits() {
  return el(
    "section",
    null,
    el("h2", null, t("audit.limits")),
    el("ul", null, el("li", null, t("audit.limits.rules")), el("li", null, t("audit.limits.boards")), el("li", null, t("audit.limits.verify"))),
  );
}

/**
 * Every draw with its mark. A commit is a link if the replay can show it.
 * @param {Step[]} steps
 * @param {((version: number) => string) | null} addressOf
 */
export function draws(steps, addressOf) {
  const found = steps.flatMap((step) => step.draws.map((draw) => ({ version: step.version, draw })));
  const list = el("ol", { class: "draws" });
  const more = el("button", { class: "quiet", onclick: () => show() }, "");
  let shown = 0;
  const show = () => {
    const next = found.slice(shown, shown + ROWS);
    shown += next.length;
    list.append(
      ...next.map(({ version, draw }) => {
        const name = t("audit.commit", { version });
        return el("li", null, mark(draw.state), " ", addressOf ? el("a", { href: addressOf(version) }, name) : name, ": ", drawText(draw));
      }),
    );
    if (shown === found.length) more.remove();
    more.textContent = t("audit.more_draws", { count: found.length - shown });
  };
  const whole = el("details", null, el("summary", null, t("audit.draws", { count: found.length })), list, more);
  show();
  return whole;
}
