import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, type World } from "../src/api/client";
import { Games } from "../src/api/games";
import { Problem } from "../src/api/problem";

interface Sent {
  url: string;
  init: RequestInit;
  headers: Record<string, string>;
}

/** A world that gives these answers in turn; an Error stands for a lost one. */
function script(...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  let keys = 0;
  const world: World = {
    fetch: (url, init) => {
      sent.push({ url: String(url), init: init ?? {}, headers: init?.headers as Record<string, string> });
      const answer = answers.shift();
      return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer ?? new Error("no more answers"));
    },
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    now: () => Date.UTC(2026, 0, 1),
    key: () => `key-${++keys}`,
  };
  return { client: new Client(world), sent, waits };
}

const ok = (body: unknown, headers: Record<string, string> = {}) => new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json", ...headers } });
const refused = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/problem+json", ...headers } });

test("a lost answer is asked for again with the same key", async () => {
  const { client, sent } = script(new TypeError("network"), refused(503, { code: "try-again" }, { "Retry-After": "2" }), ok({ version: 2 }));
  await new Games(client, "t").call("g", 7);
  assert.equal(sent.length, 3);
  assert.deepEqual(new Set(sent.map((one) => one.headers["Idempotency-Key"])), new Set(["key-1"]));
  assert.equal(sent[0]?.headers["If-Match"], '"7"');
  assert.equal(sent[0]?.headers.Authorization, "Bearer t");
});

test("the server's word on when to come back is kept", async () => {
  const { client, waits } = script(refused(429, { code: "too-many-requests" }, { "Retry-After": "3" }), ok({}));
  await new Games(client, "t").accept("g", 1);
  assert.deepEqual(waits, [3000]);
});

test("each action has a key of its own", async () => {
  const { client, sent } = script(ok({}), ok({}));
  await new Games(client, "t").accept("g", 1);
  await new Games(client, "t").accept("g", 2);
  assert.notEqual(sent[0]?.headers["Idempotency-Key"], sent[1]?.headers["Idempotency-Key"]);
});

test("a refusal is not sent again", async () => {
  const { client, sent } = script(refused(409, { code: "not-your-turn", detail: "Wait." }));
  await assert.rejects(new Games(client, "t").call("g", 1), (fault: Problem) => fault.code === "not-your-turn" && fault.status === 409);
  assert.equal(sent.length, 1);
});

test("after so many lost answers the player is told", async () => {
  const { client, sent } = script(...Array.from({ length: 9 }, () => new TypeError("network")));
  await assert.rejects(new Games(client, "t").call("g", 1), (fault: Problem) => fault.code === "offline");
  assert.equal(sent.length, 4);
});

test("a look names the version at hand, and 304 says nothing new", async () => {
  const { client, sent } = script(new Response(null, { status: 304, headers: { "Poll-After": "4" } }));
  const answer = await new Games(client, "t").view("g", 12);
  assert.equal(sent[0]?.headers["If-None-Match"], '"12"');
  assert.equal(sent[0]?.headers["Idempotency-Key"], undefined);
  assert.deepEqual(answer, { body: null, pollAfter: 4, skew: 0 });
});

test("the stale answer brings the fresh view along", async () => {
  const { client } = script(refused(412, { code: "stale-version", game: { version: 9 } }));
  await assert.rejects(new Games(client, "t").call("g", 1), (fault: Problem) => fault.game?.version === 9);
});

test("a refusal without a problem body is judged by its status", async () => {
  const { client } = script(new Response("<html>Forbidden", { status: 403, headers: { "Content-Type": "text/html" } }));
  await assert.rejects(new Games(client, "t").call("g", 1), (fault: Problem) => fault.code === "status-403");
});

test("without a token there is no key: the server refuses one", async () => {
  const { client, sent } = script(ok({}));
  await new Games(client, undefined).join("g", "Ada", "x");
  assert.equal(sent[0]?.headers["Idempotency-Key"], undefined);
  assert.equal(sent[0]?.headers.Authorization, undefined);
});

test("events come page after page", async () => {
  const { client, sent } = script(ok({ version: 9, events: [{ version: 1 }], next: 4 }), ok({ version: 9, events: [{ version: 5 }] }));
  const page = await new Games(client, "t").events("g", 0);
  assert.deepEqual(page.events.map((event) => event.version), [1, 5]);
  assert.equal(sent[1]?.url, "/v1/games/g/events?after=4");
});

test("the server's clock is told by its date", async () => {
  const { client } = script(ok({}, { Date: "Thu, 01 Jan 2026 00:00:10 GMT" }));
  assert.equal((await new Games(client, "t").view("g")).skew, 10_500);
});

test("an id cannot break out of its path", async () => {
  const { client, sent } = script(ok({}));
  await new Games(client, "t").view("../me/games?x=");
  assert.equal(sent[0]?.url, "/v1/games/..%2Fme%2Fgames%3Fx%3D");
});
