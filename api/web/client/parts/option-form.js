/**
 * A form for the options of a game, made from their JSON schema. It knows no option by name:
 * what an option may hold says how it is asked for, and the server says what it is called.
 */

import { el } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { field, select, tick } from "./fields.js";
import { namesPresets, said } from "./rulesets.js";

/** @typedef {import("./rulesets.js").Ruleset} Ruleset */
/** @typedef {Record<string, any>} Schema */
/** @typedef {{ element: HTMLElement, read: () => unknown }} Control */
/** @typedef {{ labels: Record<string, Record<string, string>>, definitions: Record<string, Schema> }} Book */

const USUAL = "usual";
const OWN = "own";
/** Stands for "left out". */
const NOTHING = undefined;

/**
 * The options of a ruleset as controls by name, filled in as a preset has them.
 * @param {Ruleset} ruleset
 * @param {string} preset
 */
export function optionForm(ruleset, preset) {
  const schema = /** @type {Schema} */ (ruleset.options.schema);
  /** @type {Book} */
  const book = { labels: ruleset.options.labels, definitions: schema.$defs ?? {} };
  const usual = ruleset.options.presets[preset] ?? {};
  const telling = namesPresets(ruleset);
  /** @type {Map<string, Control>} */
  const controls = new Map();
  for (const [name, option] of Object.entries(schema.properties)) {
    if (!telling.includes(name)) controls.set(name, control(name, option, usual[name], book));
  }
  return {
    /** @param {string} name */
    element: (name) => controls.get(name)?.element,
    names: [...controls.keys()],
    /** The options to send: the preset as it is, or what names it and what was changed. */
    values() {
      /** @type {Record<string, unknown>} */
      const changed = {};
      for (const [name, { read }] of controls) {
        const value = read();
        if (value !== NOTHING && JSON.stringify(value) !== JSON.stringify(usual[name])) changed[name] = value;
      }
      if (!Object.keys(changed).length) return usual;
      return { ...Object.fromEntries(telling.map((name) => [name, usual[name]])), ...changed };
    },
  };
}

/**
 * @param {string} path
 * @param {Schema} schema
 * @param {unknown} usual
 * @param {Book} book
 * @returns {Control}
 */
function control(path, schema, usual, book) {
  const kinds = (schema.anyOf ?? [schema]).map((/** @type {Schema} */ kind) => resolved(kind, book));
  const label = said(book.labels[path]) || path;
  const words = kinds.find((/** @type {Schema} */ kind) => kind.enum)?.enum;
  const number = kinds.find((/** @type {Schema} */ kind) => kind.type === "integer");
  const large = kinds.find((/** @type {Schema} */ kind) => kind.type === "object" || kind.type === "array");
  if (kinds[0].type === "boolean") return yesOrNo(label, usual);
  if (words || large) return choice(path, label, words ?? [], large, usual, book);
  return numeric(label, number ?? {}, usual);
}

/**
 * @param {Schema} schema
 * @param {Book} book
 * @returns {Schema}
 */
function resolved(schema, book) {
  return schema.$ref ? book.definitions[schema.$ref.split("/").at(-1)] ?? {} : schema;
}

/**
 * @param {string} label
 * @param {unknown} usual
 * @returns {Control}
 */
function yesOrNo(label, usual) {
  const input = el("input", { type: "checkbox" });
  input.checked = usual === true;
  return { element: tick(label, input), read: () => (input.checked || usual !== undefined ? input.checked : NOTHING) };
}

/**
 * @param {string} label
 * @param {Schema} schema
 * @param {unknown} usual
 * @returns {Control}
 */
function numeric(label, schema, usual) {
  const least = schema.minimum ?? 0;
  const most = schema.maximum;
  const input = el("input", { type: "number", step: 1, min: least, max: most, value: usual ?? "", inputmode: "numeric" });
  const hint = most === undefined ? "" : t("setup.between", { min: least, max: most });
  return {
    element: field(label, input, hint),
    read: () => (input.value === "" ? NOTHING : Number(input.value)),
  };
}

/**
 * One of several words, or something larger: by fields if it is made of simple ones, else from a file.
 * @param {string} path
 * @param {string} label
 * @param {string[]} words
 * @param {Schema | undefined} large
 * @param {unknown} usual
 * @param {Book} book
 * @returns {Control}
 */
function choice(path, label, words, large, usual, book) {
  const fields = large && simpleFields(large, book);
  /** @type {[string, string][]} */
  const choices = words.map((word) => [`=${word}`, said(book.labels[`${path}.${word}`]) || word]);
  const isUsualWord = typeof usual === "string" && words.includes(usual);
  if (!isUsualWord) choices.unshift([USUAL, words.length ? t("setup.default") : t("setup.none")]);
  if (large) choices.push([OWN, fields ? t("setup.own") : t("setup.file")]);
  const list = select(choices, isUsualWord ? `=${usual}` : USUAL);
  const own = large && (fields ? group(path, label, fields, book) : file(label));
  const element = el("div", { class: "choice" }, field(label, list), own?.element);
  if (own) {
    const show = () => {
      own.element.hidden = list.value !== OWN;
      // What is not shown is not asked for.
      for (const input of own.element.querySelectorAll("input, select")) input.toggleAttribute("disabled", own.element.hidden);
    };
    list.addEventListener("change", show);
    show();
  }
  return {
    element,
    read: () => (list.value === OWN ? own?.read() : list.value === USUAL ? NOTHING : list.value.slice(1)),
  };
}

/**
 * The fields of an object, if all of them are words and numbers.
 * @param {Schema} schema
 * @param {Book} book
 * @returns {[string, Schema][] | null}
 */
function simpleFields(schema, book) {
  const fields = /** @type {[string, Schema][]} */ (Object.entries(schema.properties ?? {}));
  const isSimple = fields.every(([, one]) => one.enum || ["integer", "boolean"].includes(resolved(one, book).type));
  return fields.length && isSimple ? fields : null;
}

/**
 * @param {string} path
 * @param {string} label
 * @param {[string, Schema][]} fields
 * @param {Book} book
 * @returns {Control}
 */
function group(path, label, fields, book) {
  const inner = fields.map(([name, schema]) => ({
    name,
    ...control(`${path}.${name}`, schema, schema.default, book),
  }));
  return {
    element: el("fieldset", null, el("legend", null, label), inner.map((one) => one.element)),
    read: () => {
      const filled = inner.map(({ name, read }) => [name, read()]).filter(([, value]) => value !== NOTHING);
      return Object.fromEntries(filled);
    },
  };
}

/**
 * @param {string} label
 * @returns {Control}
 */
function file(label) {
  const input = el("input", { type: "file", accept: ".json,application/json", required: true });
  const note = el("p", { class: "error", role: "alert" });
  /** @type {unknown} */
  let value = NOTHING;
  input.addEventListener("change", async () => {
    value = NOTHING;
    note.textContent = "";
    input.setCustomValidity("");
    const chosen = input.files?.[0];
    if (!chosen) return;
    try {
      value = JSON.parse(await chosen.text());
    } catch {
      note.textContent = t("setup.fileBad");
      input.setCustomValidity(t("setup.fileBad"));
    }
  });
  return {
    element: el("div", null, field(`${label} (JSON)`, input, t("setup.fileChosen")), note),
    read: () => value,
  };
}
