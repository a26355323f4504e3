/**
 * Who holds which cards, counted from the events. Random cards are drawn from these hands, so a draw can be checked
 * only by who counts them. No move is judged here: what an event says has happened.
 */

/** @typedef {import("./chain.js").StoredEvent} StoredEvent */
/** @typedef {Record<string, number>} Cards how many of each kind */

/**
 * What the draws of a game depend on.
 * @typedef {object} Holdings
 * @property {Cards[]} hands by seat
 * @property {Cards} deck
 * @property {number} turn
 */

/** The order in which a hand and the deck are laid out for a draw. */
const RESOURCES = ["brick", "lumber", "wool", "grain", "ore"];
/** @type {Cards} */
const DECK = { knight: 14, victory_point: 5, road_building: 2, invention: 2, monopoly: 2 };
/** Decks of other games: the options and the most players to whom they apply, and what differs. */
const OTHER_DECKS = [{ options: { scenario: 7 }, players: 3, cards: { victory_point: 0 } }];

/** @type {Record<string, Cards>} What is paid for an event, unless it says that it was free. */
const PRICES = {
  road_built: { brick: 1, lumber: 1 },
  settlement_built: { brick: 1, lumber: 1, wool: 1, grain: 1 },
  city_built: { grain: 2, ore: 3 },
  ship_built: { lumber: 1, wool: 1 },
  development_card_bought: { wool: 1, grain: 1, ore: 1 },
};
/** @type {Record<string, Cards>} What a level of each wonder costs. */
const WONDERS = {
  theater: { brick: 1, lumber: 1, wool: 3 },
  great_bridge: { lumber: 3, grain: 1, wool: 1 },
  monument: { grain: 3, ore: 2 },
  great_wall: { brick: 3, lumber: 1, grain: 1 },
  cathedral: { brick: 1, grain: 1, ore: 3 },
};

/** @typedef {{ from?: number, to?: number, cards: Cards }} Transfer from a seat, or the bank, to a seat or the bank */

/** @type {Record<string, (event: StoredEvent) => Transfer[]>} Which cards an event moves. */
const TRANSFERS = {
  resources_produced: (event) => bySeat(event.gains, (to, cards) => ({ to, cards })),
  cards_discarded: (event) => bySeat(event.discards, (from, cards) => ({ from, cards })),
  cards_returned: (event) => [{ from: event.seat, cards: event.cards }],
  card_stolen: (event) => [{ from: event.victim, to: event.thief, cards: { [event.resource]: 1 } }],
  resources_invented: (event) => [{ to: event.seat, cards: event.cards }],
  resource_monopolized: (event) =>
    bySeat(event.taken, (from, count) => ({ from, to: event.seat, cards: { [event.resource]: count } })),
  bank_traded: (event) => [
    { from: event.seat, cards: event.give },
    { to: event.seat, cards: event.take },
  ],
  trade_confirmed: (event) => [
    { from: event.seat, to: event.partner, cards: event.give },
    { from: event.partner, to: event.seat, cards: event.take },
  ],
  gold_picked: (event) => [{ to: event.seat, cards: event.cards }],
  discovery_paid: (event) => [{ to: event.seat, cards: { [event.resource]: 1 } }],
  fleet_plundered: (event) => [{ from: event.seat, cards: event.cards }],
  level_built: (event) => [{ from: event.seat, cards: WONDERS[event.wonder] ?? {} }],
  cards_drawn: (event) => [{ from: event.victim, to: event.seat, cards: event.cards }],
  cards_given_back: (event) => [{ from: event.seat, to: event.victim, cards: event.cards }],
};

/** Events by which a card leaves the deck. */
const FROM_DECK = new Set(["development_card_bought", "gift_card_taken"]);

/**
 * @param {number} players
 * @param {Record<string, unknown>} options
 * @returns {Holdings}
 */
export function newHoldings(players, options) {
  const other = OTHER_DECKS.find(
    (one) => players <= one.players && Object.entries(one.options).every(([name, value]) => options[name] === value),
  );
  return {
    hands: Array.from({ length: players }, () => Object.fromEntries(RESOURCES.map((name) => [name, 0]))),
    deck: { ...DECK, ...other?.cards },
    turn: 0,
  };
}

/**
 * @param {Holdings} holdings
 * @returns {Holdings}
 */
export function copyOf(holdings) {
  return { hands: holdings.hands.map((hand) => ({ ...hand })), deck: { ...holdings.deck }, turn: holdings.turn };
}

/**
 * Count what an event moves. Returns whether all cards that it takes away were there.
 * @param {Holdings} holdings
 * @param {StoredEvent} event
 * @param {string} ruleset
 */
export function apply(holdings, event, ruleset) {
  if (event.type === "turn_began") holdings.turn = event.turn;
  // In the dice game dice pay, and nobody holds cards.
  if (ruleset === "dice") return true;
  let enough = true;
  const price = event.free ? undefined : PRICES[event.type];
  /** @type {Transfer[]} */
  const transfers = price ? [{ from: event.seat, cards: price }] : (TRANSFERS[event.type]?.(event) ?? []);
  for (const { from, to, cards } of transfers) {
    enough &&= move(holdings.hands, from, -1, cards) && move(holdings.hands, to, 1, cards);
  }
  if (FROM_DECK.has(event.type)) {
    const left = holdings.deck[event.kind] ?? 0;
    holdings.deck[event.kind] = left - 1;
    enough &&= left > 0;
  }
  return enough;
}

/**
 * The card at a place, if cards are laid out by kind; null if there are fewer.
 * @param {Cards} cards
 * @param {number} place
 */
export function cardAt(cards, place) {
  for (const [kind, count] of Object.entries(cards)) {
    if (place < count) return kind;
    place -= count;
  }
  return null;
}

/** @param {Cards} cards */
export function size(cards) {
  return Object.values(cards).reduce((sum, count) => sum + count, 0);
}

/**
 * @template T
 * @param {Record<string, T>} found
 * @param {(seat: number, value: T) => Transfer} transfer
 */
function bySeat(found, transfer) {
  return Object.entries(found).map(([seat, value]) => transfer(Number(seat), value));
}

/**
 * @param {Cards[]} hands
 * @param {number | undefined} seat
 * @param {1 | -1} sign
 * @param {Cards} cards
 */
function move(hands, seat, sign, cards) {
  if (seat === undefined) return true;
  const hand = hands[seat];
  if (!hand) return false;
  for (const [kind, count] of Object.entries(cards)) {
    const now = (hand[kind] ?? NaN) + sign * count;
    hand[kind] = now;
    if (!(now >= 0)) return false;
  }
  return true;
}
