/** A round of a tournament: its tables with players, results, signatures and appeals. */

import { submit } from "../lib/api.js";
import { el, tell } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { actionButton, actionsAt } from "./action-buttons.js";
import { atTime, chip, roundPhaseWord } from "./cup-bar.js";
import { nameOf, person, personLink } from "./person.js";
import { messageOf } from "./reason-form.js";

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {import("../lib/words.js").Phrase} Phrase */
/** @typedef {import("./action-buttons.js").CupAction} CupAction */
/** @typedef {Schemas["TournamentView"]} Cup */
/** @typedef {Schemas["RoundView"]} Round */
/** @typedef {Schemas["RoundTableView"]} Table */

/**
 * What a round needs to be drawn.
 * @typedef {object} RoundContext
 * @property {Cup} cup
 * @property {string} path of the tournament in the API
 * @property {CupAction[]} actions
 * @property {string | null} me
 * @property {() => unknown} onDone
 */

/** @type {Record<string, Phrase>} */
const STATUSES = {
  draft: "round.status.draft",
  published: "round.status.published",
  running: "round.status.running",
  closed: "round.status.closed",
};
/** @type {Record<string, Phrase>} */
const COSTS = {
  forbidden_pairs: "cost.forbidden_pairs",
  repeated_opponents: "cost.repeated_opponents",
  back_to_back: "cost.back_to_back",
  standing_difference: "cost.standing_difference",
  unequal_seats: "cost.unequal_seats",
  repeated_small_tables: "cost.repeated_small_tables",
};

/**
 * A round with its tables.
 * @param {Round} round
 * @param {RoundContext} context
 */
export function roundPart(round, context) {
  const { cup } = context;
  const isOpen = round.status !== "closed" && round.round === cup.rounds.at(-1)?.round;
  const swap = round.status === "draft" && isOpen ? new Swap(context) : null;
  const byes = round.byes.map((player) => (swap ? swap.button(player) : personLink(player, cup.names)));
  return el(
    "section",
    { class: "round", "aria-labelledby": `round-${round.round}` },
    el(
      "h3",
      { id: `round-${round.round}` },
      t("round.title", { number: round.round, phase: roundPhaseWord(round.phase) }),
      " ",
      chip(t(STATUSES[round.status] ?? "round.status.closed"), round.status === "running" ? "lit" : "plain"),
    ),
    swap && el("p", { class: "faint" }, t("round.swap.how")),
    swap?.said,
    el("div", { class: "cards" }, round.tables.map((table) => tablePart(table, round, { ...context, actions: isOpen ? context.actions : [] }, swap))),
    byes.length > 0 && el("p", { class: "row" }, t("round.byes"), ...byes),
    round.out.length > 0 && el("p", null, t("round.out"), " ", joined(round.out.map((player) => person(player, cup.names)))),
    seatingQuality(round),
  );
}

/** @param {Node[]} parts */
function joined(parts) {
  return el("span", null, parts.flatMap((part, i) => (i ? [", ", part] : [part])));
}

/**
 * @param {Table} table
 * @param {Round} round
 * @param {RoundContext} context
 * @param {Swap | null} swap
 */
function tablePart(table, round, context, swap) {
  const { cup, path, actions, me, onDone } = context;
  const { result } = table;
  const appeals = cup.appeals.filter((one) => one.round === round.round && one.table === table.table);
  const here = [...actionsAt(actions, "table", table.table), ...appeals.flatMap((one) => actionsAt(actions, "appeal", one.appeal))];
  const isMine = me !== null && table.players.includes(me);
  const title = `table-${round.round}-${table.table}`;
  return el(
    "article",
    { class: `card cup-table${isMine ? " mine" : ""}`, "aria-labelledby": title },
    el("h4", { id: title }, t("round.table", { number: table.table }), " ", isMine && chip(t("round.mine"), "lit"), " ", resultChip(table, appeals)),
    el("ol", { class: "seats" }, table.players.map((player, seat) => seatPart(player, seat, table, context, swap))),
    swap?.moveButton(table.table),
    table.choice && choicePart(table.choice, cup),
    result && !result.is_sealed && result.open_until !== null && el("p", { class: "faint" }, atTime("result.until", result.open_until)),
    result?.decided_by && el("p", null, t("result.decided", { name: nameOf(result.decided_by, cup.names), reason: result.reason })),
    appeals.map((appeal) => appealPart(appeal, cup)),
    el("p", { class: "row links" }, tableLinks(table, cup.tournament)),
    here.length > 0 && el("div", { class: "row" }, here.map((action) => actionButton(path, action, onDone))),
  );
}

/**
 * @param {Table} table
 * @param {Schemas["AppealView"][]} appeals
 */
function resultChip(table, appeals) {
  const { result } = table;
  if (!result) return table.game ? chip(t("result.playing")) : null;
  if (result.is_sealed) return chip(t("result.sealed"), "good");
  if (appeals.some((one) => one.status === "open")) return chip(t("result.appealed"), "bad");
  return chip(t("result.open"), "lit");
}

/**
 * @param {string} player
 * @param {number} seat
 * @param {Table} table
 * @param {RoundContext} context
 * @param {Swap | null} swap
 */
function seatPart(player, seat, table, { cup }, swap) {
  const { result } = table;
  const colour = table.colours[seat];
  return el(
    "li",
    null,
    el("span", { class: "who" }, swap ? swap.button(player) : personLink(player, cup.names), colour && el("small", { class: "faint" }, ` ${colourWord(colour)}`)),
    result && el("span", { class: "points" }, t("result.points", { count: result.points[seat] ?? 0 })),
    result?.winners.includes(player) && chip(t("result.won"), "good"),
    result?.signed.includes(player) && el("small", { class: "faint" }, t("result.signed")),
  );
}

/** @param {string} colour */
export function colourWord(colour) {
  /** @type {Record<string, Phrase>} */
  const words = { red: "colour.red", blue: "colour.blue", orange: "colour.orange", white: "colour.white", green: "colour.green", brown: "colour.brown" };
  const phrase = words[colour];
  return phrase ? t(phrase) : colour;
}

/**
 * @param {Schemas["ChoiceView"]} choice
 * @param {Cup} cup
 */
function choicePart(choice, cup) {
  const phrase = choice.choice === "seat" ? "choice.seat" : "choice.colour";
  return el(
    "p",
    null,
    t(phrase, { name: nameOf(choice.player, cup.names) }),
    " ",
    choice.until !== null && el("span", { class: "faint" }, atTime("choice.until", choice.until)),
  );
}

/**
 * @param {Schemas["AppealView"]} appeal
 * @param {Cup} cup
 */
function appealPart(appeal, cup) {
  const gaps = { number: appeal.appeal, name: nameOf(appeal.player, cup.names), reason: appeal.reason };
  return el(
    "p",
    { class: "appeal" },
    t("appeal.made", gaps),
    " ",
    appeal.status === "open"
      ? chip(t("appeal.open"), "bad")
      : t("appeal.decided", { name: appeal.decided_by ? nameOf(appeal.decided_by, cup.names) : "–", reason: appeal.decision }),
  );
}

/**
 * @param {Table} table
 * @param {string} cup
 */
function tableLinks(table, cup) {
  if (!table.game) return [];
  const game = encodeURIComponent(table.game);
  const of = el("span", { class: "hidden-word" }, ` (${t("round.table", { number: table.table })})`);
  const link = (/** @type {string} */ href, /** @type {Phrase} */ phrase) => el("a", { href }, t(phrase), of.cloneNode(true));
  return [
    link(`/table/${game}`, "round.watch"),
    link(`/replay/${game}`, "round.replay"),
    link(`/cups/${encodeURIComponent(cup)}/review?game=${game}`, "round.log"),
    ...table.left_games.map((left) => el("a", { href: `/replay/${encodeURIComponent(left)}` }, t("round.left"))),
  ];
}

/**
 * What the seating costs, and what it must cost at least.
 * @param {Round} round
 */
function seatingQuality(round) {
  const cost = /** @type {Record<string, number>} */ (round.cost);
  const bound = /** @type {Record<string, number>} */ (round.bound);
  return el(
    "details",
    { "data-key": `cost ${round.round}` },
    el("summary", null, t("cost.title")),
    el(
      "table",
      null,
      el("thead", null, el("tr", null, el("th", { scope: "col" }, t("cost.what")), el("th", { scope: "col" }, t("cost.cost")), el("th", { scope: "col" }, t("cost.bound")))),
      el(
        "tbody",
        null,
        Object.keys(cost).map((name) => {
          const phrase = COSTS[name];
          return el(
            "tr",
            null,
            el("th", { scope: "row" }, phrase ? t(phrase) : name),
            el("td", { class: "number" }, cost[name] ?? 0),
            el("td", { class: "number" }, bound[name] ?? 0),
          );
        }),
      ),
    ),
    el("p", { class: "faint" }, t("cost.seed", { seed: round.seed, method: round.method, changes: round.changes })),
  );
}

/** Exchanges two players of a draft: tap one, then the other. Nothing is dragged, so keys do it as well. */
class Swap {
  /** @param {RoundContext} context */
  constructor(context) {
    this.context = context;
    this.said = el("p", { role: "status", class: "swap-said" });
    /** @type {string | null} */
    this.chosen = null;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Map<number, HTMLButtonElement>} */
    this.moves = new Map();
  }

  /** @param {string} player */
  button(player) {
    const name = nameOf(player, this.context.cup.names);
    const made = el(
      "button",
      { class: "swap", "aria-pressed": "false", "data-key": `swap ${player}`, onclick: () => void this.press(player) },
      el("bdi", null, name),
    );
    this.buttons.set(player, made);
    return made;
  }

  /** @param {number} table */
  moveButton(table) {
    const made = el("button", { hidden: true, onclick: () => void this.move(table) }, t("round.swap.move"));
    this.moves.set(table, made);
    return made;
  }

  /** @param {string} player */
  async press(player) {
    const first = this.chosen;
    if (first === null || first === player) {
      this.choose(first === player ? null : player);
      return;
    }
    const command = this.command("swap_players", { first, second: player }) ?? this.command("swap_players", { first: player, second: first });
    await this.send(command);
  }

  /** @param {number} table */
  async move(table) {
    await this.send(this.command("move_player", { entrant: this.chosen, table }));
  }

  /** @param {string | null} player */
  choose(player) {
    this.chosen = player;
    for (const [one, button] of this.buttons) button.setAttribute("aria-pressed", String(one === player));
    for (const [table, button] of this.moves) button.hidden = !player || !this.command("move_player", { entrant: player, table });
    this.said.textContent = player ? t("round.swap.chosen", { name: nameOf(player, this.context.cup.names) }) : "";
  }

  /**
   * The command with these fields, if `/actions` has it.
   * @param {string} group
   * @param {Record<string, unknown>} fields
   */
  command(group, fields) {
    const has = (/** @type {CupAction} */ action) =>
      Object.entries(fields).every(([name, value]) => action.form?.some((field) => field.name === name && field.values?.some((one) => one.value === value)));
    const found = this.context.actions.some((action) => action.group === group && has(action));
    return found ? { type: group, ...fields } : null;
  }

  /** @param {object | null} command */
  async send(command) {
    this.choose(null);
    if (!command) {
      tell(t("round.swap.cannot"), "error");
      return;
    }
    try {
      await submit(this.context.path, command);
      await this.context.onDone();
    } catch (error) {
      tell(messageOf(error), "error");
    }
  }
}
