/** Who sits where, whose turn it is, their points, and their clocks counting down. */

import { el, fill } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { icon } from "./icons.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {Schemas["GameView"]} View */
/** @typedef {View["seats"][number]} Seat */

/**
 * What to call the player of a seat.
 * @param {View} view
 * @param {Seat} seat
 * @returns {string}
 */
export function playerName(view, seat) {
  if (seat.player === null) return t("seat.free");
  if (seat.player.startsWith("bot:")) return t("seat.bot", { bot: seat.bot ?? "" });
  const name = view.names?.[seat.player];
  return name ?? t("seat.erased");
}

/** The seats in a row. */
export class SeatStrip {
  /** @type {View | null} */
  #view = null;
  /** What has to be added to this device's time to get the server's (ms). */
  ahead = 0;
  /** @type {Map<HTMLElement, number>} */
  #clocks = new Map();

  /** @param {AbortSignal} signal */
  constructor(signal) {
    this.element = el("ul", { class: "seats", "aria-label": t("table.seats") });
    const timer = setInterval(() => this.#tick(), 500);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** @param {number} serverTime */
  setTime(serverTime) {
    this.ahead = serverTime - Date.now();
  }

  /**
   * @param {View} view
   * @param {number | null} mine
   */
  update(view, mine) {
    this.#view = view;
    this.#clocks = new Map();
    this.element.classList.toggle("even", view.seats.length % 2 === 0);
    fill(this.element, view.seats.map((seat) => this.#seat(view, seat, mine)));
    this.#tick();
  }

  /**
   * @param {View} view
   * @param {Seat} seat
   * @param {number | null} mine
   */
  #seat(view, seat, mine) {
    const toAct = view.to_act.includes(seat.seat);
    const points = view.score[seat.seat]?.points;
    const due = view.clock?.deadlines.find((one) => one.seat === seat.seat)?.due;
    const clock = due ? el("span", { class: "clock", role: "timer", "aria-live": "off" }) : null;
    if (clock && due) this.#clocks.set(clock, due);
    return el(
      "li",
      { class: `seat ${toAct ? "to-act" : ""} ${seat.seat === mine ? "mine" : ""}`, "data-colour": seat.colour },
      icon(`settlement-${seat.seat}`) ?? el("span", { class: "swatch", "aria-hidden": "true" }, seat.seat + 1),
      el("bdi", { class: "name" }, seat.seat === mine ? t("seat.you") : playerName(view, seat)),
      toAct && el("span", { class: "hidden-word" }, t("seat.to_act")),
      points !== undefined && el("span", { class: "points" }, points, el("span", { class: "hidden-word" }, t("seat.worth", { count: points }))),
      clock,
    );
  }

  #tick() {
    if (!this.#view) return;
    const now = Date.now() + this.ahead;
    for (const [clock, due] of this.#clocks) {
      const left = Math.max(0, Math.ceil((due - now) / 1000));
      clock.textContent = duration(left);
      clock.classList.toggle("short", left <= 10);
    }
  }
}

/** @param {number} seconds */
function duration(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = String(Math.floor((seconds % 3600) / 60));
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${minutes.padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
