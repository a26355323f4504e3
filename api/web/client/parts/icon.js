/** Small signs, drawn by hand: letters that look like them are missing from some fonts. */

import { shape } from "./svg.js";

const PATHS = {
  good: "M5 12.5l4.5 4.5L19 7.5",
  bad: "M6.5 6.5l11 11m0-11l-11 11",
  unjudged: "M7 12h10",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14m8-14v14",
  back: "M15 5l-8 7 8 7z",
  on: "M9 5l8 7-8 7z",
  first: "M6 5v14M18 5l-8 7 8 7z",
  last: "M18 5v14M6 5l8 7-8 7z",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  const path = shape("path", { d: PATHS[name] });
  return shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, path);
}
