/** The client's own words, in the language of the reader. What the server says comes in it, too. */

import en from "../words/en.js";
import pl from "../words/pl.js";

const KEY = "hexledger.language";
/** @type {Record<string, Partial<Record<string, string>>>} */
const BOOKS = { en, pl };

/** @typedef {keyof typeof en} Phrase */

/** @returns {"en" | "pl"} */
export function language() {
  const chosen = localStorage.getItem(KEY);
  if (chosen === "en" || chosen === "pl") return chosen;
  return navigator.language.toLowerCase().startsWith("pl") ? "pl" : "en";
}

/** @param {"en" | "pl"} chosen */
export function setLanguage(chosen) {
  localStorage.setItem(KEY, chosen);
  location.reload();
}

export function applyLanguage() {
  document.documentElement.lang = language();
  const skip = document.querySelector(".skip");
  if (skip) skip.textContent = t("skip");
}

/**
 * A phrase, with its gaps (`{name}`) filled. `{count|one|few|many}` chooses a form by a number.
 * @param {Phrase} phrase
 * @param {Record<string, string | number>} [gaps]
 * @returns {string}
 */
export function t(phrase, gaps = {}) {
  const text = BOOKS[language()]?.[phrase] ?? en[phrase];
  return text.replace(/\{(\w+)((?:\|[^{}|]*)*)\}/g, (whole, name, forms) => {
    const value = gaps[name];
    if (value === undefined) return whole;
    if (!forms) return String(value);
    return form(Number(value), forms.slice(1).split("|"));
  });
}

/**
 * @param {number} count
 * @param {string[]} forms one, (few,) many
 */
function form(count, forms) {
  const category = new Intl.PluralRules(language()).select(count);
  if (category === "one") return forms[0] ?? "";
  if (category === "few") return forms[1] ?? "";
  return forms.at(-1) ?? "";
}

/** The reader's own form of the language: British dates for a British browser. */
export function locale() {
  return navigator.languages.find((one) => one.toLowerCase().startsWith(language())) ?? language();
}

/**
 * A time of day, or a date if it was not today.
 * @param {number} ms
 */
export function moment(ms) {
  const when = new Date(ms);
  const today = when.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(locale(), today ? { timeStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" }).format(when);
}
