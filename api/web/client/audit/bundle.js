/** Whether the games of a tournament's bundle are those of its ledger, and end as it says. */

/** @typedef {import("./ledger.js").Outcome} Outcome */

export const TOURNAMENT_FILE = "tournament.ndjson";

/**
 * Something that is wrong between the ledgers of a bundle.
 * @typedef {object} BundleProblem
 * @property {"game_missing" | "game_foreign" | "head" | "file_name" | "another_table"} code
 * @property {string} game
 */

/**
 * @param {Outcome} tournament
 * @param {Map<string, Outcome>} games by the names of their files
 * @returns {{ problems: BundleProblem[], heads: number }} and how many recorded heads fit
 */
export function checkBundle(tournament, games) {
  /** @type {BundleProblem[]} */
  const problems = [];
  const byId = new Map([...games.values()].map((one) => [one.game, one]));
  for (const [name, one] of games) {
    if (name !== `games/${one.game}.ndjson`) problems.push({ code: "file_name", game: one.game });
    const command = one.commitsRead[0]?.command;
    if (command?.tournament?.tournament !== tournament.game) problems.push({ code: "another_table", game: one.game });
  }
  const opened = new Set();
  let heads = 0;
  for (const event of tournament.commitsRead.flatMap((commit) => commit.events)) {
    if (event.type === "games_opened") for (const { game } of event.games) opened.add(game);
    if (event.type !== "table_result_recorded" || !event.head) continue;
    const played = byId.get(event.game);
    if (played && played.head !== event.head) problems.push({ code: "head", game: event.game });
    else if (played) heads += 1;
  }
  for (const game of opened) if (!byId.has(game)) problems.push({ code: "game_missing", game });
  for (const game of byId.keys()) if (!opened.has(game)) problems.push({ code: "game_foreign", game });
  return { problems, heads };
}
