/**
 * How a person chooses one of many actions, step by step: a kind of action, then one thing on the table after the other.
 * Nothing here knows a rule; what may be chosen next follows from what `/actions` lists.
 */

/** @typedef {import("../lib/api.js").Schemas} Schemas */
/** @typedef {Schemas["Action"]} Action */
/** @typedef {{ field: string, place: string, id: string | number }} Touch */

/**
 * Commands that concern the table and not the game, such as leaving it: they wait in a menu,
 * where nobody hits them by accident.
 */
export const ASIDE = new Set([
  "resign",
  "abandon_game",
  "leave_seat",
  "dismiss_bot",
  "ask_for_pause",
  "call_referee",
  "withdraw_call",
  "void_game",
  "pause_game",
  "resume_game",
  "add_time",
  "issue_ruling",
  "replace_player",
  "disqualify",
  "rewind_to",
]);

/** What has been chosen so far, and what is left to choose from. */
export class Choosing {
  /** @param {readonly Action[]} actions */
  constructor(actions) {
    this.actions = actions;
    /** @type {string | null} */
    this.group = null;
    /** @type {Touch[]} */
    this.chosen = [];
    /** How much was chosen before each tap. @type {number[]} */
    this.taps = [];
  }

  /**
   * The same choice among other actions; it begins anew if there are none that fit.
   * @param {readonly Action[]} actions
   */
  amongst(actions) {
    const again = new Choosing(actions);
    again.group = this.group;
    again.chosen = this.chosen;
    again.taps = this.taps;
    return again.hasBegun && again.fitting.length ? again : new Choosing(actions);
  }

  /** Whether there is a step to take back. */
  get hasBegun() {
    return this.group !== null || this.chosen.length > 0;
  }

  /** Take the last step back. */
  undo() {
    const before = this.taps.pop();
    if (before === undefined) this.group = null;
    this.chosen.length = before ?? 0;
  }

  /** The actions that fit what has been chosen; without a choice all that are not aside. */
  get fitting() {
    return this.actions.filter(
      (action) =>
        (this.group === null ? !ASIDE.has(action.group ?? "") : action.group === this.group) &&
        restOf(action, this.chosen) !== null,
    );
  }

  /**
   * What can be touched next, with the actions that name it.
   * @returns {Map<string, { touch: Touch, action: Action }[]>} by place and id
   */
  get next() {
    /** @type {Map<string, { touch: Touch, action: Action }[]>} */
    const found = new Map();
    for (const action of this.fitting) {
      const rest = restOf(action, this.chosen) ?? [];
      const seen = new Set();
      for (const touch of rest) {
        const key = keyOf(touch);
        // The things of one field may be chosen in any order; other fields come later.
        if (touch.field !== rest[0]?.field || seen.has(key)) continue;
        seen.add(key);
        found.set(key, [...(found.get(key) ?? []), { touch, action }]);
      }
    }
    return found;
  }

  /** The one action that is left and names nothing more, or null. */
  get settled() {
    const [only, ...others] = this.fitting;
    if (!only || others.length || !this.hasBegun || !only.command) return null;
    return restOf(only, this.chosen)?.length === 0 ? only : null;
  }

  /**
   * Choose a kind of action.
   * @param {string} group
   */
  choose(group) {
    this.group = group;
    this.follow();
  }

  /**
   * Choose a thing on the table. What follows from it with no choice left is chosen as well.
   * @param {Touch} touch
   */
  touch(touch) {
    this.taps.push(this.chosen.length);
    this.chosen.push(touch);
    this.follow();
  }

  /** Choose what is left to choose without an alternative. */
  follow() {
    for (;;) {
      const [only, ...others] = this.fitting;
      const [following] = (only && restOf(only, this.chosen)) ?? [];
      if (others.length || !following) return;
      this.chosen.push(following);
    }
  }
}

/** @param {{ place: string, id: string | number }} thing */
export function keyOf(thing) {
  return `${thing.place} ${thing.id}`;
}

/**
 * What an action names beyond these touches; null if it does not name them.
 * @param {Action} action
 * @param {readonly Touch[]} chosen
 * @returns {Touch[] | null}
 */
function restOf(action, chosen) {
  const rest = (action.touches ?? []).flatMap((touch) => Array.from({ length: touch.count ?? 1 }, () => touch));
  for (const touch of chosen) {
    const at = rest.findIndex((one) => one.field === rest[0]?.field && keyOf(one) === keyOf(touch));
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}
