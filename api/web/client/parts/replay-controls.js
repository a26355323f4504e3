/** The controls of a replay: a slider over the versions, steps, pace and perspective. */

import { el, fill } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { named } from "./audit-words.js";
import { icon } from "./icon.js";
import { ACTION, TURN } from "./stepping.js";

const SPEEDS = [1, 2, 5, 10, 20];

/**
 * What the controls bring about.
 * @typedef {object} Wishes
 * @property {(version: number) => void} show
 * @property {() => void} back
 * @property {() => void} on
 * @property {() => void} first
 * @property {() => void} last
 * @property {() => void} play
 * @property {(speed: number) => void} speed
 * @property {(step: string) => void} step
 * @property {(viewer: string) => void} viewer
 */

export class ReplayControls {
  element;
  #slider;
  #play;
  #place = el("output", { class: "numbers place" });

  /**
   * @param {object} setting
   * @param {number} setting.last version
   * @param {string[]} setting.steps
   * @param {string} setting.step
   * @param {number} setting.speed
   * @param {[string, string][]} setting.viewers value and name
   * @param {string} setting.viewer
   * @param {Wishes} wishes
   */
  constructor(setting, wishes) {
    this.#slider = el("input", {
      type: "range",
      class: "slider",
      min: 1,
      max: setting.last,
      value: 1,
      "aria-label": t("replay.slider"),
      oninput: () => wishes.show(Number(this.#slider.value)),
    });
    this.#play = el("button", { class: "primary play", onclick: wishes.play });
    this.element = el(
      "div",
      { class: "controls", role: "group", "aria-label": t("replay.controls") },
      el(
        "div",
        { class: "card bar-card" },
        el("div", { class: "slider-row" }, this.#slider, this.#place),
        el(
          "div",
          { class: "row buttons" },
          button("first", t("replay.first"), wishes.first),
          button("back", t("replay.back"), wishes.back),
          this.#play,
          button("on", t("replay.on"), wishes.on),
          button("last", t("replay.last"), wishes.last),
        ),
      ),
      el(
        "div",
        { class: "row choices" },
        choice(t("replay.step"), setting.steps.map((step) => [step, stepName(step)]), setting.step, wishes.step),
        choice(
          t("replay.speed"),
          SPEEDS.map((speed) => [String(speed), t("replay.per_second", { count: speed })]),
          String(setting.speed),
          (value) => wishes.speed(Number(value)),
        ),
        setting.viewers.length > 1 && choice(t("replay.viewer"), setting.viewers, setting.viewer, wishes.viewer),
      ),
    );
    this.playing(false);
  }

  /**
   * @param {number} version
   * @param {number} last
   * @param {number} turn
   */
  place(version, last, turn) {
    this.#slider.value = String(version);
    const text = t("replay.place", { version, last, turn });
    this.#slider.setAttribute("aria-valuetext", text);
    this.#place.textContent = text;
  }

  /** @param {boolean} isOn */
  playing(isOn) {
    fill(this.#play, icon(isOn ? "pause" : "play"), t(isOn ? "replay.pause" : "replay.play"));
  }

  /** @param {EventTarget | null} target */
  isSlider(target) {
    return target === this.#slider;
  }
}

/**
 * @param {import("./icon.js").IconName} sign
 * @param {string} name
 * @param {() => void} wish
 */
function button(sign, name, wish) {
  return el("button", { onclick: wish, "aria-label": name, title: name }, icon(sign));
}

/**
 * @param {string} name
 * @param {[string, string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} wish
 */
function choice(name, options, chosen, wish) {
  const select = el(
    "select",
    { onchange: () => wish(select.value) },
    options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
  );
  return el("label", { class: "choice" }, el("span", null, name), select);
}

/** @param {string} step */
function stepName(step) {
  if (step === ACTION) return t("replay.step.action");
  return step === TURN ? t("replay.step.turn") : named("replay.kind", step);
}
