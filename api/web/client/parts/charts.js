/** Charts as pictures with a text, and as tables. Seats are told apart by colour, by dashes and by their names. */

import { el } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { shape } from "./svg.js";

const WIDTH = 400;
const HEIGHT = 210;
const LEFT = 30;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 26;

/** @typedef {{ name: string, short: string, hue: string }} Series a seat, by its name, its short name and its colour */
/** @typedef {{ title: string, note?: string, columns: string[], rows: (string | number)[][], graphic: SVGElement, legend?: Node | null }} Chart */

/**
 * A chart with its title, its legend, and its figures as a table.
 * @param {Chart} chart
 */
export function figure({ title, note, columns, rows, graphic, legend }) {
  graphic.setAttribute("role", "img");
  graphic.setAttribute("aria-label", `${title}. ${t("replay.chart.table_below")}`);
  return el(
    "figure",
    { class: "chart card" },
    el("figcaption", null, el("h3", null, title), note && el("p", { class: "faint" }, note)),
    graphic,
    legend,
    el(
      "details",
      null,
      el("summary", null, t("replay.chart.table")),
      el(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
        el(
          "table",
          null,
          el("thead", null, el("tr", null, columns.map((column) => el("th", { scope: "col" }, column)))),
          el(
            "tbody",
            null,
            rows.map(([first, ...rest]) =>
              el("tr", null, el("th", { scope: "row" }, first), rest.map((value) => el("td", { class: "number" }, value))),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Which line or bar belongs to whom.
 * @param {Series[]} series
 */
export function legendOf(series) {
  return el(
    "ul",
    { class: "legend" },
    series.map(({ name, hue }, i) =>
      el("li", null, shape("svg", { viewBox: "0 0 28 12", width: 28, height: 12, "aria-hidden": "true" }, line(1, 6, 27, 6, `hue-${hue} dash-${i % 4}`)), " ", name),
    ),
  );
}

/**
 * Lines over numbered places, with a mark at one of them.
 * @param {Series[]} series
 * @param {number[][]} values by series
 * @param {number} cursor which place is marked
 */
export function lines(series, values, cursor) {
  const length = Math.max(2, ...values.map((list) => list.length));
  const low = Math.min(0, ...values.flat());
  const high = Math.max(1, ...values.flat());
  const x = (/** @type {number} */ i) => LEFT + (i * (WIDTH - LEFT - RIGHT)) / (length - 1);
  const y = scale(low, high);
  return chart(
    ...grid(low, high, y),
    ...[0, length - 1].map((i) => label(x(i), HEIGHT - 8, String(i), i ? "end" : "start")),
    line(x(cursor), TOP, x(cursor), HEIGHT - BOTTOM, "cursor"),
    ...series.map(({ hue }, s) =>
      shape("polyline", { class: `line hue-${hue} dash-${s % 4}`, points: (values[s] ?? []).map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }),
    ),
  );
}

/**
 * Bars side by side under a common name, from zero up or down.
 * @param {string[]} names
 * @param {{ look: string, values: number[] }[]} bars
 * @param {number[]} [expected] a line across each group
 */
export function bars(names, bars, expected = []) {
  const all = [...bars.flatMap((bar) => bar.values), ...expected];
  const low = Math.min(0, ...all);
  const high = Math.max(low === 0 ? 1 : 0, ...all);
  const y = scale(low, high);
  const room = (WIDTH - LEFT - RIGHT) / names.length;
  const width = (room * 0.76) / bars.length;
  return chart(
    ...grid(low, high, y),
    ...names.flatMap((name, i) => {
      const left = LEFT + i * room + room * 0.12;
      return [
        ...bars.map(({ look, values }, b) => bar(left + b * width, width, y(0), y(values[i] ?? 0), look)),
        ...(expected[i] === undefined ? [] : [line(left - 2, y(expected[i]), left + bars.length * width + 2, y(expected[i]), "expected")]),
        label(left + (bars.length * width) / 2, HEIGHT - 8, shortened(name, names.length), "middle"),
      ];
    }),
  );
}

/** @param {...Node} children */
function chart(...children) {
  return shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot" }, ...children);
}

/**
 * @param {number} low
 * @param {number} high
 * @returns {(value: number) => number}
 */
function scale(low, high) {
  return (value) => TOP + ((high - value) * (HEIGHT - TOP - BOTTOM)) / (high - low || 1);
}

/**
 * A few lines across, with their numbers.
 * @param {number} low
 * @param {number} high
 * @param {(value: number) => number} y
 */
function grid(low, high, y) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => (high - low) / size <= 6) ?? 1000;
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    found.push(line(LEFT, y(value), WIDTH - RIGHT, y(value), value === 0 ? "zero" : "grid"), label(LEFT - 4, y(value) + 4, String(value), "end"));
  }
  return found;
}

/**
 * @param {number} left
 * @param {number} width
 * @param {number} zero
 * @param {number} end
 * @param {string} look
 */
function bar(left, width, zero, end, look) {
  return shape("rect", { class: `bar ${look}`, x: left.toFixed(1), width: (width * 0.92).toFixed(1), y: Math.min(zero, end).toFixed(1), height: Math.abs(zero - end).toFixed(1) });
}

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} look
 */
function line(x1, y1, x2, y2, look) {
  return shape("line", { class: `line ${look}`, x1: x1.toFixed(1), y1: y1.toFixed(1), x2: x2.toFixed(1), y2: y2.toFixed(1) });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {"start" | "middle" | "end"} anchor
 */
function label(x, y, text, anchor) {
  return shape("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor }, text);
}

/**
 * A name, as much of it as has room.
 * @param {string} name
 * @param {number} among
 */
function shortened(name, among) {
  const most = Math.floor(52 / among);
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}
