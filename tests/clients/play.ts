// A program for the types that openapi-typescript generates: it plays a whole game.
//
//     node play.js http://127.0.0.1:8000 base
//
// It knows no rules: it posts commands that `readActions` lists.

import createClient from "openapi-fetch";
import type { components, paths } from "./api";

type Command = components["schemas"]["Command"];
type NewGame = components["schemas"]["NewGame"];
type Problem = components["schemas"]["Problem"];
type Client = ReturnType<typeof createClient<paths>>;

const NAMES = ["Ada", "Blaise", "Carl"];
const WANTED = ["build_city", "build_settlement"];
const UNWANTED = new Set<Command["type"]>([
  "resign", "abandon_game", "leave_seat", "seat_bot", "offer_trade", "ask_for_pause",
]);
const MOST_COMMANDS = 4000;

/** The answer itself. A problem says what was wrong. */
function require_<T>(answer: { data?: T; error?: Problem }): T {
  if (answer.error !== undefined) throw new Error(`${answer.error.code}: ${answer.error.detail}`);
  if (answer.data === undefined) throw new Error("the answer is empty");
  return answer.data;
}

async function newPlayer(baseUrl: string, name: string): Promise<Client> {
  const made = require_(await createClient<paths>({ baseUrl }).POST("/v1/players", { body: { name } }));
  return createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${made.token}` } });
}

async function submit(client: Client, game_id: string, body: Command): Promise<void> {
  const receipt = require_(
    await client.POST("/v1/games/{game_id}/commands", { params: { path: { game_id } }, body }),
  );
  for (const event of receipt.events) {
    // The type of an event tells its fields.
    if (event.type === "game_won") console.log("winners:", event.seats);
  }
}

/** What brings points if there is such a command, else any. */
function choose(commands: Command[]): Command {
  const best = commands.filter((one) => WANTED.includes(one.type));
  const from = best.length > 0 ? best : commands;
  return from[Math.floor(Math.random() * from.length)]!;
}

async function play(baseUrl: string, ruleset: string): Promise<void> {
  const names = ruleset === "dice" ? NAMES.slice(0, 1) : NAMES;
  const players = await Promise.all(names.map((name) => newPlayer(baseUrl, name)));
  const host = players[0]!;
  const body: NewGame =
    ruleset === "dice"
      ? { ruleset: "dice", players: players.length }
      : { ruleset: "base", players: players.length, options: { target_points: 3 } };
  const { game_id } = require_(await host.POST("/v1/games", { body }));
  for (const player of players) await submit(player, game_id, { type: "take_seat" });
  await submit(host, game_id, { type: "start_game" });
  const params = { path: { game_id } };
  for (let count = 0; count < MOST_COMMANDS; count++) {
    const view = require_(await host.GET("/v1/games/{game_id}", { params }));
    if (view.outcome !== null) {
      console.log(`${ruleset}: ${view.outcome} after ${count} commands`);
      return;
    }
    const player = players[view.to_act[0]!]!;
    const listed = require_(await player.GET("/v1/games/{game_id}/actions", { params }));
    const commands = listed.actions
      .map((action) => action.command ?? action.example)
      .filter((one): one is Command => one !== undefined && !UNWANTED.has(one.type));
    await submit(player, game_id, choose(commands));
  }
  throw new Error("the game does not end");
}

const [url, ruleset] = process.argv.slice(2);
void play(url ?? "http://127.0.0.1:8000", ruleset ?? "base");
