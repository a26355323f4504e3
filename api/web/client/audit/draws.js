/**
 * Which events record a draw, and what it has to be. A ruleset with new draws adds its lines here; until then they are
 * shown as not recomputed, which is the truth.
 */

import { cardAt, size } from "./holdings.js";

/** @typedef {import("./chain.js").StoredEvent} StoredEvent */
/** @typedef {import("./holdings.js").Holdings} Holdings */
/** @typedef {import("./chance.js").Chance} Chance */

/** @typedef {"die" | "card" | "lot" | "board"} DrawKind what people would call it */

/**
 * What was found about the draws of one event.
 * @typedef {object} DrawCheck
 * @property {string} type of the event
 * @property {DrawKind} kind
 * @property {number} index of the first draw
 * @property {number} count
 * @property {"good" | "bad" | "unjudged"} state
 * @property {string[]} recorded what the event says
 * @property {string[]} drawn what the seed gives; empty if that is not computed here
 */

/**
 * @typedef {object} Table what a draw may depend on
 * @property {Chance} chance
 * @property {Holdings} holdings
 * @property {number} players
 */

/**
 * @typedef {object} DrawRule
 * @property {DrawKind} kind
 * @property {(event: StoredEvent) => string[]} recorded
 * @property {(event: StoredEvent, table: Table) => Promise<string[]>} [draw]
 * @property {(event: StoredEvent) => number} [count] of the draws, if it is neither one nor in `draws`
 * @property {boolean} [isOptional] whether such an event may come without a draw
 */

const FACES = ["brick", "lumber", "wool", "grain", "ore", "gold"];
/** More than any hand holds; a forged event may say anything. */
const MOST_CARDS = 100;
const ALL_SEEDS = 1n << 64n;

/** @type {DrawRule} */
const TWO_DICE = {
  kind: "die",
  recorded: (event) => event.dice.map(String),
  async draw(event, { chance }) {
    const outcome = await chance.draw(event.draw, "dice", 36);
    return [Math.floor(outcome / 6) + 1, (outcome % 6) + 1].map(String);
  },
};

/**
 * A number from 0 on.
 * @param {DrawKind} kind
 * @param {string} label
 * @param {(table: Table) => number} n
 * @param {string} field of the event
 * @param {number} [first] what the outcome 0 is recorded as
 * @returns {DrawRule}
 */
function numbered(kind, label, n, field, first = 0) {
  return {
    kind,
    recorded: (event) => [String(event[field])],
    draw: async (event, table) => [String((await table.chance.draw(event.draw, label, n(table))) + first)],
  };
}

/**
 * Cards, one after the other, from a pile that is laid out by kind.
 * @param {string} label
 * @param {(holdings: Holdings, event: StoredEvent) => Record<string, number> | undefined} pileOf
 * @param {(event: StoredEvent) => Record<string, number>} cardsOf
 * @returns {DrawRule}
 */
function cards(label, pileOf, cardsOf) {
  const listed = (/** @type {Record<string, number>} */ found) =>
    Object.entries(found).flatMap(([kind, count]) => Array(Math.min(count, MOST_CARDS)).fill(kind)).sort();
  const count = (/** @type {StoredEvent} */ event) => size(cardsOf(event));
  return {
    kind: "card",
    count,
    recorded: (event) => listed(cardsOf(event)),
    async draw(event, { chance, holdings }) {
      const left = { ...pileOf(holdings, event) };
      const drawn = [];
      for (let i = 0; i < count(event) && size(left) > 0; i += 1) {
        const card = cardAt(left, await chance.draw(event.draw + i, label, size(left))) ?? "";
        left[card] = (left[card] ?? 0) - 1;
        drawn.push(card);
      }
      return drawn.sort();
    },
  };
}

/**
 * 16 hexadecimal digits, from which a tournament computes something.
 * @param {string} label
 * @param {(event: StoredEvent) => string} seedOf
 * @returns {DrawRule}
 */
function seed(label, seedOf) {
  return {
    kind: "lot",
    recorded: (event) => [seedOf(event)],
    draw: async (event, { chance }) => [(await chance.drawWide(event.draw, label, ALL_SEEDS)).toString(16).padStart(16, "0")],
  };
}

/**
 * Draws that only the rules and the maps of a game could repeat.
 * @param {DrawKind} kind
 * @returns {DrawRule}
 */
function unjudged(kind) {
  return { kind, recorded: () => [] };
}

/** @type {DrawRule} */
const FIRST_PLAYER = { ...numbered("lot", "start", ({ players }) => players, "seat"), isOptional: true };
const CARD = cards("card", (holdings) => holdings.deck, (event) => ({ [event.kind]: 1 }));

/** @type {Record<string, DrawRule>} */
const ON_A_BOARD = {
  board_laid: unjudged("board"),
  gifts_dealt: unjudged("board"),
  harbours_turned_up: unjudged("board"),
  hex_discovered: unjudged("board"),
  start_rolled: TWO_DICE,
  first_player_chosen: FIRST_PLAYER,
  dice_rolled: TWO_DICE,
  roll_repeated: TWO_DICE,
  fortress_attacked: numbered("die", "fortress", () => 6, "die", 1),
  card_stolen: cards("theft", (holdings, event) => holdings.hands[event.victim], (event) => ({ [event.resource]: 1 })),
  cards_drawn: cards("forced_trade", (holdings, event) => holdings.hands[event.victim], (event) => event.cards),
  fleet_plundered: cards("plunder", (holdings, event) => holdings.hands[event.seat], (event) => event.cards),
  development_card_bought: CARD,
  gift_card_taken: CARD,
};

/** @type {Record<string, DrawRule>} */
const WITH_SIX_DICE = {
  first_player_chosen: FIRST_PLAYER,
  dice_rolled: {
    kind: "die",
    recorded: (event) => event.faces,
    async draw(event, { chance, holdings }) {
      const dice = /** @type {number[]} */ (event.dice);
      const label = `die:${holdings.turn}:${event.roll}`;
      const outcomes = dice.map((die, i) => chance.draw(event.draw + i, `${label}:${die}`, FACES.length));
      return (await Promise.all(outcomes)).map((outcome) => FACES[outcome] ?? "");
    },
  },
};

/** @type {Record<string, DrawRule>} */
const TOURNAMENT = {
  tournament_started: seed("lot", (event) => event.lot_seed),
  round_drafted: seed("seating", (event) => event.plan.seed),
  board_drawn: unjudged("board"),
};

/** @type {Record<string, Record<string, DrawRule>>} */
const BY_RULESET = { dice: WITH_SIX_DICE, tournament: TOURNAMENT };

/**
 * How many draws an event records.
 * @param {StoredEvent} event
 * @param {string} ruleset
 */
export function drawsIn(event, ruleset) {
  if (!Number.isSafeInteger(event.draw)) return 0;
  const counted = ruleOf(event, ruleset)?.count?.(event) ?? 1;
  return Number.isSafeInteger(event.draws) ? event.draws : counted;
}

/**
 * Whether an event has to record a draw.
 * @param {StoredEvent} event
 * @param {string} ruleset
 */
export function needsDraw(event, ruleset) {
  const rule = ruleOf(event, ruleset);
  return rule !== undefined && !rule.isOptional;
}

/**
 * Draw again what an event records, and compare. The table is as it was before the event.
 * @param {StoredEvent} event
 * @param {string} ruleset
 * @param {Table} table
 * @returns {Promise<DrawCheck>}
 */
export async function checkDraws(event, ruleset, table) {
  const rule = ruleOf(event, ruleset) ?? unjudged("lot");
  const count = drawsIn(event, ruleset);
  const recorded = rule.recorded(event);
  const drawn = (await rule.draw?.(event, table)) ?? [];
  const isSame = drawn.length === recorded.length && drawn.every((one, i) => one === recorded[i]);
  const state = rule.draw ? (isSame ? "good" : "bad") : "unjudged";
  return { type: event.type, kind: rule.kind, index: event.draw, count, state, recorded, drawn };
}

/**
 * @param {StoredEvent} event
 * @param {string} ruleset
 * @returns {DrawRule | undefined}
 */
function ruleOf(event, ruleset) {
  const rules = BY_RULESET[ruleset] ?? ON_A_BOARD;
  return Object.hasOwn(rules, event.type) ? rules[event.type] : undefined;
}
