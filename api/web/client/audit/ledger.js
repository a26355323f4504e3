/**
 * Checks a ledger, commit by commit: the form of its lines, the chain, what follows from the seed, and the signature.
 * Whether moves were legal is not judged: that takes the rules, which this client does not know.
 */

import { BadForm } from "./canonical.js";
import { computedHash, genesis, readCommit, readLines, storedHash } from "./chain.js";
import { Chance, Mac, commitmentOf, saltOf } from "./chance.js";
import { checkDraws, drawsIn, needsDraw } from "./draws.js";
import { apply, copyOf, newHoldings } from "./holdings.js";
import { hex, unhex } from "./bytes.js";
import { checkSignature } from "./signature.js";

/** @typedef {import("./chain.js").Commit} Commit */
/** @typedef {import("./chain.js").StoredEvent} StoredEvent */
/** @typedef {import("./draws.js").DrawCheck} DrawCheck */

/** @typedef {"form" | "chain" | "order" | "opening" | "closing" | "commitment" | "salts" | "numbers" | "dice" | "cards" | "lots" | "holdings" | "boards" | "copied" | "period" | "signature"} Topic */

/**
 * Something that is wrong.
 * @typedef {object} Problem
 * @property {Topic} topic
 * @property {string} code
 * @property {number | null} version the commit, if it is in one
 * @property {DrawCheck} [draw]
 */

/**
 * What was found in one commit.
 * @typedef {object} Step
 * @property {number} version
 * @property {number} of how many
 * @property {Commit | null} commit null if it cannot be read
 * @property {Problem[]} problems
 * @property {DrawCheck[]} draws
 * @property {Topic[]} good what was computed here and fits
 */

/**
 * How a topic came out: how often it was computed and fits, how often it is wrong, how often it was not computed.
 * @typedef {{ good: number, bad: number, unjudged: number }} Tally
 */

/**
 * @typedef {object} Outcome
 * @property {string} game
 * @property {string} ruleset
 * @property {number} commits
 * @property {number} draws
 * @property {string} head
 * @property {boolean} isClosed
 * @property {number} nonces
 * @property {Partial<Record<Topic, Tally>>} topics
 * @property {Problem[]} problems in the order of the commits
 * @property {import("./signature.js").SignatureState} signature
 * @property {Commit[]} commitsRead all that can be read
 */

/** @type {Record<import("./draws.js").DrawKind, Topic>} */
const TOPIC_OF = { die: "dice", card: "cards", lot: "lots", board: "boards" };
const OPENINGS = new Set(["game_opened", "tournament_opened"]);
/** The events that end every ledger. */
const CLOSING = "seed_revealed,ledger_closed";
const SYSTEM = "system";
const DAY = 86_400_000;

/**
 * Check a ledger file. Yields a step for every commit, and returns the outcome.
 * Raises a `BadForm` if the file is no ledger at all.
 * @param {Uint8Array<ArrayBuffer>} data
 * @param {string[]} [keys] public keys that may have signed it, as hexadecimal digits
 * @returns {AsyncGenerator<Step, Outcome>}
 */
export async function* auditLedger(data, keys = []) {
  const file = readLines(data);
  const opened = eventsOf(file.lines[0])[0];
  const last = eventsOf(file.lines.at(-1));
  const audit = new Audit(file.header, await seedIn(last, opened));
  let previous = await genesis(file.headerLine);
  for (const [i, line] of file.lines.entries()) {
    const step = audit.begin(i + 1, file.lines.length);
    const stored = storedHash(line);
    if (stored && hex(stored) === (await computedHash(line, previous))) audit.good("chain");
    else audit.bad("chain", stored ? "hash" : "no_hash");
    // The stored hash, even if it is wrong: so each commit is blamed for itself alone.
    previous = stored ?? previous;
    await audit.read(line);
    yield step;
  }
  const isClosed = audit.checkClosing(last, file.lines.length);
  const signature = await checkSignature(previous, file.trailer, keys);
  if (signature === "valid") audit.good("signature");
  else if (signature === "wrong") audit.bad("signature", "signature");
  else audit.unjudged("signature");
  return {
    game: file.header.game,
    ruleset: file.header.ruleset,
    commits: file.lines.length,
    draws: audit.nextDraw,
    head: hex(previous),
    isClosed,
    nonces: audit.nonces.size,
    topics: audit.topics,
    problems: audit.problems,
    signature,
    commitsRead: audit.commits,
  };
}

/**
 * The revealed seed, if it is the one that was committed to.
 * @param {StoredEvent[]} last
 * @param {StoredEvent | undefined} opened
 * @returns {Promise<Mac | null>}
 */
async function seedIn(last, opened) {
  const seed = unhex(last.find((event) => event.type === "seed_revealed")?.seed, 32);
  // Nothing follows from a seed that is not the one committed to.
  if (!seed || (await commitmentOf(seed)) !== opened?.commitment) return null;
  return await Mac.of(seed);
}

/**
 * @param {Uint8Array | undefined} line
 * @returns {StoredEvent[]}
 */
function eventsOf(line) {
  try {
    return line ? readCommit(line).events : [];
  } catch {
    // It is found again, and named, when its turn comes.
    return [];
  }
}

/** The state of a check. */
class Audit {
  /** @type {Partial<Record<Topic, Tally>>} */
  topics = {};
  /** @type {Problem[]} */
  problems = [];
  /** @type {Commit[]} */
  commits = [];
  /** @type {Map<number, string>} by seat */
  nonces = new Map();
  nextDraw = 0;
  #header;
  #seed;
  #at = 0;
  #players = 0;
  #source = "";
  /** @type {{ name: string, opens_at: number, closes_at: number } | null} */
  #challenge = null;
  /** @type {Chance | null} */
  #chance = null;
  #holdings = newHoldings(0, {});
  /** @type {import("./holdings.js").Holdings[]} after each commit, for rewinds */
  #past = [];
  /** @type {Step} */
  #step = { version: 0, of: 0, commit: null, problems: [], draws: [], good: [] };

  /**
   * @param {import("./chain.js").Header} header
   * @param {Mac | null} seed
   */
  constructor(header, seed) {
    this.#header = header;
    this.#seed = seed;
  }

  /**
   * @param {number} version
   * @param {number} of
   */
  begin(version, of) {
    this.#step = { version, of, commit: null, problems: [], draws: [], good: [] };
    return this.#step;
  }

  /** @param {Topic} topic */
  good(topic) {
    this.#tally(topic).good += 1;
    this.#step.good.push(topic);
  }

  /**
   * @param {Topic} topic
   * @param {string} code
   * @param {DrawCheck} [draw]
   * @param {number | null} [version]
   */
  bad(topic, code, draw, version = this.#step.version) {
    /** @type {Problem} */
    const problem = { topic, code, version, ...(draw && { draw }) };
    this.#tally(topic).bad += 1;
    this.#step.problems.push(problem);
    this.problems.push(problem);
  }

  /** @param {Topic} topic */
  unjudged(topic) {
    this.#tally(topic).unjudged += 1;
  }

  /**
   * Check everything in a commit but its hash.
   * @param {Uint8Array} line
   */
  async read(line) {
    try {
      const commit = readCommit(line);
      this.#step.commit = commit;
      this.commits.push(commit);
      this.good("form");
      await this.#check(commit);
    } catch (error) {
      if (error instanceof BadForm) this.bad("form", error.code);
      // A forged event may lack any field.
      else if (error instanceof TypeError || error instanceof RangeError) this.bad("form", "event");
      else throw error;
    }
    this.#past[this.#step.version] = copyOf(this.#holdings);
  }

  /**
   * The end of a ledger. Returns whether it is closed.
   * @param {StoredEvent[]} last events
   * @param {number} version of them
   */
  checkClosing(last, version) {
    const types = last.map((event) => event.type).join();
    const isClosed = types === (this.#header.ruleset === "tournament" ? CLOSING : `result_recorded,${CLOSING}`);
    if (isClosed) this.good("closing");
    else this.bad("closing", "open", undefined, null);
    if (this.#seed) this.good("commitment");
    else if (types.includes("seed_revealed")) this.bad("commitment", "commitment", undefined, version);
    else this.unjudged("commitment");
    if (!this.#seed) this.unjudged("salts");
    return isClosed;
  }

  /** @param {Commit} commit */
  async #check(commit) {
    const { version } = this.#step;
    if (commit.version !== version) this.bad("order", "version");
    else if (commit.at < this.#at) this.bad("order", "time");
    else this.good("order");
    this.#at = Math.max(this.#at, commit.at);
    if (this.#seed) {
      if (commit.salt === (await saltOf(this.#seed, version))) this.good("salts");
      else this.bad("salts", "salt");
    }
    if (version === 1) this.#open(commit);
    else if (commit.events.some((event) => OPENINGS.has(event.type))) this.bad("opening", "opened_twice");
    this.#checkPeriod(commit);
    for (const event of commit.events) await this.#event(event);
  }

  /** @param {Commit} commit */
  #open(commit) {
    const [opened] = commit.events;
    const header = this.#header;
    const fits =
      opened &&
      OPENINGS.has(opened.type) &&
      ["game", "ruleset", "rules"].every((name) => opened[name] === header[/** @type {"game"} */ (name)]) &&
      commit.schema === header.schema;
    if (!fits) {
      this.bad("opening", "header");
      return;
    }
    this.good("opening");
    this.#challenge = opened.challenge ?? null;
    this.#source = this.#challenge?.name ?? opened.game;
    this.#players = opened.players ?? 0;
    this.#holdings = newHoldings(this.#players, opened.options ?? {});
  }

  /** @param {StoredEvent} event */
  async #event(event) {
    if (event.type === "nonce_added") this.nonces.set(event.seat, event.nonce);
    if (event.type === "seat_left") this.nonces.delete(event.seat);
    if (event.type === "game_started" || event.type === "tournament_opened") await this.#fixKey();
    if (event.type === "game_rewound") this.#holdings = copyOf(this.#past[event.version] ?? this.#holdings);
    if (event.type === "position_copied") {
      this.#copied(event.events);
      return;
    }
    const count = drawsIn(event, this.#header.ruleset);
    if (event.draw !== undefined && event.draw !== null) await this.#draws(event, count);
    else if (needsDraw(event, this.#header.ruleset)) this.bad("numbers", "draw_number");
    if (apply(this.#holdings, event, this.#header.ruleset)) return;
    this.bad("holdings", "too_few_cards");
  }

  /**
   * Events of another game, whose chance is in its own ledger: the cards are counted, and the rest is taken on trust.
   * @param {StoredEvent[]} events
   */
  #copied(events) {
    this.unjudged("copied");
    for (const event of events) {
      if (!apply(this.#holdings, event, this.#header.ruleset)) this.bad("holdings", "too_few_cards");
    }
  }

  async #fixKey() {
    if (!this.#seed) return;
    const nonces = [...this.nonces].sort(([one], [other]) => one - other).map(([, nonce]) => nonce);
    this.#chance = await Chance.of(this.#seed, this.#source, nonces, this.#challenge !== null);
  }

  /**
   * @param {StoredEvent} event
   * @param {number} count
   */
  async #draws(event, count) {
    if (event.draw === this.nextDraw) this.good("numbers");
    else this.bad("numbers", "draw_number");
    this.nextDraw = event.draw + count;
    if (!this.#chance) return;
    const table = { chance: this.#chance, holdings: this.#holdings, players: this.#players };
    const check = await checkDraws(event, this.#header.ruleset, table);
    this.#step.draws.push(check);
    const topic = TOPIC_OF[check.kind];
    if (check.state === "good") this.good(topic);
    else if (check.state === "bad") this.bad(topic, "draw", check);
    else this.unjudged(topic);
  }

  /**
   * A challenge has its day: it is the one of its name, and people play it only then.
   * @param {Commit} commit
   */
  #checkPeriod(commit) {
    const challenge = this.#challenge;
    if (!challenge) return;
    const date = /^(?:daily|practice):(\d{4}-\d{2}-\d{2})/.exec(challenge.name)?.[1] ?? "";
    const isItsDay = challenge.opens_at === Date.parse(date) && challenge.closes_at === challenge.opens_at + DAY;
    const isOn = challenge.opens_at <= commit.at && commit.at < challenge.closes_at;
    if (!isItsDay) this.bad("period", "period");
    else if (commit.actor !== SYSTEM && !isOn) this.bad("period", "not_on");
    else this.good("period");
  }

  /**
   * @param {Topic} topic
   * @returns {Tally}
   */
  #tally(topic) {
    return (this.topics[topic] ??= { good: 0, bad: 0, unjudged: 0 });
  }
}
