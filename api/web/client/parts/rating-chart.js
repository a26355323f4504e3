/** A rating over time as a line, with the same in words and as a table. */

import { el, svg } from "../lib/dom.js";
import { locale, t } from "../lib/words.js";

/** @typedef {import("../lib/api.js").Schemas["RatingPoint"]} Point */

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 44;
const BOTTOM = 28;
const TOP = 12;
const RIGHT = 12;

/**
 * @param {Point[]} points the latest first
 * @param {string} game what was played
 * @param {string} title
 * @returns {HTMLElement}
 */
export function ratingChart(points, game, title) {
  const rising = [...points].reverse();
  const values = rising.map((point) => point.ordinal);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const words = t("player.chartText", {
    game,
    count: values.length,
    first: shown(values[0] ?? 0),
    last: shown(values.at(-1) ?? 0),
    low: shown(low),
    high: shown(high),
  });
  return el(
    "figure",
    { class: "chart" },
    el("figcaption", null, el("strong", null, title), el("br"), words),
    picture(rising, low, high, words),
    el(
      "details",
      null,
      el("summary", null, t("player.chartTable")),
      el(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": t("player.chartTable") },
        el(
          "table",
          null,
          el("thead", null, el("tr", null, el("th", { scope: "col" }, t("player.when")), el("th", { scope: "col" }, t("player.value")), el("th", { scope: "col" }, t("game.replay")))),
          el(
            "tbody",
            null,
            points.map((point) =>
              el(
                "tr",
                null,
                el("td", null, day(point.closed_at)),
                el("td", { class: "number" }, shown(point.ordinal)),
                el("td", null, el("a", { href: `/replay/${point.game_id}` }, t("game.replay"), el("span", { class: "hidden-word" }, ` ${day(point.closed_at)}`))),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Point[]} points the earliest first
 * @param {number} low
 * @param {number} high
 * @param {string} words
 */
function picture(points, low, high, words) {
  const step = niceStep((high - low || 1) / 4);
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(Math.ceil(high / step) * step, bottom + step);
  const x = (/** @type {number} */ i) => LEFT + ((WIDTH - LEFT - RIGHT) * (points.length > 1 ? i / (points.length - 1) : 0.5));
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * (value - bottom)) / (top - bottom);
  const lines = [];
  for (let value = bottom; value <= top + step / 2; value += step) {
    lines.push(
      svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      svg("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, shown(value)),
    );
  }
  const first = points[0];
  const last = points.at(-1);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
    lines,
    first && svg("text", { x: LEFT, y: HEIGHT - 8 }, day(first.closed_at)),
    last && points.length > 1 && svg("text", { x: WIDTH - RIGHT, y: HEIGHT - 8, "text-anchor": "end" }, day(last.closed_at)),
    svg("polyline", { class: "line", points: points.map((point, i) => `${x(i).toFixed(1)},${y(point.ordinal).toFixed(1)}`).join(" ") }),
    points.length <= 60 && points.map((point, i) => svg("circle", { class: "dot", cx: x(i), cy: y(point.ordinal), r: 4 }, svg("title", null, `${day(point.closed_at)}: ${shown(point.ordinal)}`))),
  );
}

/** @param {number} rough */
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power;
}

/** @param {number} value */
function shown(value) {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value);
}

/** @param {number} ms */
function day(ms) {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(new Date(ms));
}
