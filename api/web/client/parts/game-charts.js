/** The charts of a game, from its statistics. What a ruleset does not count has no chart. */

import { el } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { named } from "./audit-words.js";
import { bars, figure, legendOf, lines } from "./charts.js";

/** @typedef {import("./charts.js").Series} Series */
/** @typedef {any} Stats its shape depends on the ruleset */

/**
 * @param {Stats} whole statistics of the whole game
 * @param {Stats} now statistics up to the version that is shown
 * @param {Series[]} seats
 * @returns {HTMLElement[]}
 */
export function gameCharts(whole, now, seats) {
  return [points(whole, now, seats), dice(now), production(now, seats), luck(now, seats)].filter((chart) => chart !== null);
}

/**
 * @param {Stats} whole
 * @param {Stats} now
 * @param {Series[]} seats
 */
function points(whole, now, seats) {
  /** @type {{ turn: number, points: number[] }[]} */
  const turns = whole.points_over_time;
  if (!turns.length) return null;
  const values = seats.map((_, seat) => turns.map((turn) => turn.points[seat] ?? 0));
  return figure({
    title: t("replay.chart.points"),
    columns: [t("replay.turn_word"), ...seats.map((seat) => seat.short)],
    rows: turns.map((turn) => [turn.turn, ...turn.points]),
    graphic: lines(seats, values, Math.min(turns.length - 1, now.turns)),
    legend: legendOf(seats),
  });
}

/** @param {Stats} now */
function dice(now) {
  /** @type {{ number?: number, face?: string, count: number, expected: number }[]} */
  const rolled = now.dice?.numbers ?? now.dice?.faces;
  if (!rolled) return null;
  const names = rolled.map((line) => String(line.number ?? named("audit.value", line.face ?? "")));
  const p = now.dice.fit?.p;
  return figure({
    title: t("replay.chart.dice"),
    note: t("replay.chart.dice_note") + (typeof p === "number" ? ` ${t("replay.chart.fit", { p: percent(p) })}` : ""),
    columns: [t("replay.chart.outcome"), t("replay.chart.count"), t("replay.chart.expected")],
    rows: rolled.map((line, i) => [names[i] ?? "", line.count, line.expected]),
    graphic: bars(names, [{ look: "plain", values: rolled.map((line) => line.count) }], rolled.map((line) => line.expected)),
  });
}

/**
 * @param {Stats} now
 * @param {Series[]} seats
 */
function production(now, seats) {
  /** @type {({ received: number, blocked: number, short: number, expected: number } | undefined)[]} */
  const cards = now.seats.map((/** @type {any} */ seat) => seat.production?.cards);
  if (!cards.every((line) => line !== undefined) || !cards.length) return null;
  const column = (/** @type {"received" | "blocked" | "short" | "expected"} */ name) => cards.map((line) => line[name]);
  const names = seats.map((seat) => seat.short);
  return figure({
    title: t("replay.chart.production"),
    note: t("replay.chart.production_note"),
    columns: [t("replay.seat_word"), t("replay.chart.received"), t("replay.chart.blocked"), t("replay.chart.short"), t("replay.chart.expected")],
    rows: cards.map((line, i) => [names[i] ?? "", line.received, line.blocked, line.short, line.expected]),
    graphic: bars(names, [{ look: "plain", values: column("received") }, { look: "striped", values: column("blocked") }], column("expected")),
    legend: el(
      "ul",
      { class: "legend" },
      el("li", null, el("span", { class: "swatch plain" }), " ", t("replay.chart.received")),
      el("li", null, el("span", { class: "swatch striped" }), " ", t("replay.chart.blocked")),
    ),
  });
}

/**
 * @param {Stats} now
 * @param {Series[]} seats
 */
function luck(now, seats) {
  /** @type {{ luck: number, deviations: number | null, due: number, expected: number }[] | undefined} */
  const found = now.luck?.seats;
  if (!found) return null;
  const names = seats.map((seat) => seat.short);
  return figure({
    title: t("replay.chart.luck"),
    note: t("replay.chart.luck_note"),
    columns: [t("replay.seat_word"), t("replay.chart.due"), t("replay.chart.expected"), t("replay.chart.luck_word"), t("replay.chart.deviations")],
    rows: found.map((line, i) => [names[i] ?? "", line.due, line.expected, line.luck, line.deviations ?? "–"]),
    graphic: bars(names, [{ look: "plain", values: found.map((line) => line.luck) }]),
  });
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(share < 0.01 ? 2 : 0)} %`;
}
