import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventPage, GameEvent, View } from "../src/api/contract";
import type { Games } from "../src/api/games";
import { Problem } from "../src/api/problem";
import { Table } from "../src/game/table";
import type { Surroundings } from "../src/game/watch";
import { SeenDeals } from "../src/store/seen";
import { newToken, Tokens } from "../src/store/tokens";
import { Memory } from "./memory";
import { states } from "./states";

const base = states()["may-call"]?.view as View;
const at = "2026-03-01T18:00:00.000Z";

/** A server with one game, whose answers a test sets. */
class Server {
  view: View = base;
  events: GameEvent[] = [];
  asked: string[] = [];
  /** What a command is answered with. */
  answer: () => Promise<View> = () => Promise.resolve(this.view);
  /** Whether no look reaches it. */
  down = false;
  /** The token that sits in the view's seat. */
  seated: string | undefined;

  games = (token: string): Games =>
    ({
      token,
      view: (_: string, known?: number) => {
        if (this.down) return Promise.reject(new Problem(0, "offline", ""));
        const view = token === this.seated ? this.view : { ...this.view, you: null, actions: [] };
        return Promise.resolve({ body: known === view.version ? null : view, pollAfter: 5, skew: 0 });
      },
      events: (_: string, after: number): Promise<EventPage> => {
        this.asked.push(`events after ${after}`);
        return Promise.resolve({ version: this.view.version, events: this.events.filter((event) => event.version > after) });
      },
      call: (_: string, seen: number) => {
        this.asked.push(`call on ${seen}`);
        return this.answer();
      },
    }) as unknown as Games;
}

function around(): Surroundings & { pass(): void; waits: number[] } {
  const timers: (() => void)[] = [];
  const waits: number[] = [];
  return {
    waits,
    hidden: () => false,
    now: () => Date.parse(at),
    random: () => 1,
    start: (ms, run) => (waits.push(ms), timers.push(run)),
    stop: () => undefined,
    onChange: () => () => undefined,
    pass: () => timers.splice(0).forEach((run) => run()),
  };
}

async function open(server: Server) {
  const tokens = new Tokens(new Memory());
  tokens.own();
  server.seated ??= tokens.own();
  const surroundings = around();
  const table = new Table(base.id, { games: server.games, tokens, seen: new SeenDeals(new Memory()), around: surroundings, calm: () => true });
  table.start();
  await settle();
  return { table, tokens, pass: surroundings.pass, waits: surroundings.waits };
}

const settle = () => new Promise((done) => setImmediate(done));
const played = (version: number, seat: number): GameEvent => ({ version, at, type: "played", seat, rank: "X", count: 1 });

test("the first look shows the table as it is", async () => {
  const server = new Server();
  server.events = [played(20, 2)];
  const { table } = await open(server);
  assert.equal(table.state.view, server.view);
  assert.equal(table.state.events.length, 1);
});

test("the seat is found whichever of the browser's players holds it", async () => {
  const server = new Server();
  server.seated = newToken();
  const tokens = new Tokens(new Memory());
  tokens.own();
  tokens.keep(server.seated);
  const table = new Table(base.id, { games: server.games, tokens, seen: new SeenDeals(new Memory()), around: around(), calm: () => true });
  table.start();
  await settle();
  assert.equal(table.state.view?.you?.seat, 0);
  assert.equal(tokens.at(base.id), server.seated, "and remembered");
});

test("a command names the version that was seen, and only one is on its way", async () => {
  const server = new Server();
  const { table } = await open(server);
  let finish: (view: View) => void = () => undefined;
  server.answer = () => new Promise((done) => (finish = done));
  const first = table.call();
  assert.equal(table.state.busy, "call");
  assert.equal(await table.call(), false, "the second tap does nothing");
  finish(base);
  assert.equal(await first, true);
  assert.equal(table.state.busy, null);
  assert.deepEqual(server.asked.filter((one) => one.startsWith("call")), ["call on 20"]);
});

test("after an own command the next looks come sooner, after a refusal for haste later", async () => {
  const server = new Server();
  const { table, waits } = await open(server);
  assert.equal(waits.at(-1), 5000, "the server's pace");
  await table.call();
  await settle();
  assert.equal(waits.at(-1), 2000);
  server.answer = () => Promise.reject(new Problem(429, "too-many-requests", "", undefined, 30));
  await table.call();
  await settle();
  assert.equal(waits.at(-1), 30_000);
});

test("a stale command shows the fresh table and who was faster", async () => {
  const server = new Server();
  const { table } = await open(server);
  const fresh = { ...base, version: 21, turn: { seat: 0, rank: "U" as const } };
  server.answer = () => {
    server.view = fresh;
    server.events = [played(21, 3)];
    return Promise.reject(new Problem(412, "stale-version", "", fresh));
  };
  assert.equal(await table.call(), false);
  assert.equal(table.state.view?.version, 21);
  assert.deepEqual(table.state.notice, { kind: "stale", events: [played(21, 3)] });
});

test("a refusal is told, and the table stays", async () => {
  const server = new Server();
  const { table } = await open(server);
  server.answer = () => Promise.reject(new Problem(409, "calls-open", ""));
  await table.call();
  assert.deepEqual(table.state.notice, { kind: "refused", code: "calls-open" });
  assert.equal(table.state.view?.version, 20);
  table.dismiss();
  assert.equal(table.state.notice, null);
});

test("what happens meanwhile is shown step by step", async () => {
  const server = new Server();
  const { table, pass } = await open(server);
  server.view = { ...base, version: 22 };
  server.events = [played(21, 3), played(22, 1)];
  pass();
  await settle();
  assert.equal(table.state.events.length, 1, "the first step");
  assert.equal(table.state.moving, true);
  assert.deepEqual(table.state.view?.actions, []);
  pass();
  await settle();
  assert.equal(table.state.events.length, 2);
  assert.equal(table.state.view?.version, 22);
  assert.equal(table.state.moving, false);
});

test("the same version twice changes nothing", async () => {
  const server = new Server();
  const { table } = await open(server);
  server.answer = () => Promise.resolve(base);
  const before = table.state.step;
  await table.call();
  assert.equal(table.state.step, before);
});

test("cards taken up are marked until the next own play", async () => {
  const server = new Server();
  const { table, pass } = await open(server);
  server.view = { ...base, version: 22 };
  server.events = [
    { version: 21, at, type: "called", seat: 0, against: 2, rank: "9", count: 1, cards: ["9a"], lied: false, taker: 0, taken: 1, takenCards: ["9a"] },
  ];
  server.view = { ...base, version: 21 };
  pass();
  await settle();
  for (let i = 0; i < 4; i++) pass();
  await settle();
  assert.deepEqual(table.state.fresh, ["9a"]);
  table.skip();
});

test("a table that is not there is said to be gone", async () => {
  const server = new Server();
  server.games = () => ({ view: () => Promise.reject(new Problem(410, "game-expired", "")) }) as unknown as Games;
  const { table } = await open(server);
  assert.equal(table.state.gone, "expired");
});

test("a lost connection is told until it is back", async () => {
  const server = new Server();
  const { table, pass } = await open(server);
  server.down = true;
  pass();
  await settle();
  assert.equal(table.state.retrying, true);
  server.down = false;
  pass();
  await settle();
  assert.equal(table.state.retrying, false);
});

test("what the server promised before a deal is kept to check it", async () => {
  const storage = new Memory();
  const server = new Server();
  const tokens = new Tokens(new Memory());
  server.seated = tokens.own();
  server.view = { ...base, status: "lobby", round: 0, commitment: "c1" };
  const table = new Table(base.id, { games: server.games, tokens, seen: new SeenDeals(storage), around: around(), calm: () => true });
  table.start();
  await settle();
  assert.equal(new SeenDeals(storage).of(base.id).commitments[1], "c1");
});
