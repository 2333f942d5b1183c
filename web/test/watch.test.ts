import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../src/api/problem";
import { Watch, type Surroundings } from "../src/game/watch";

/** A browser whose time passes only when told. */
class Still implements Surroundings {
  isHidden = false;
  time = 0;
  timers: { at: number; run: () => void; id: number }[] = [];
  private listeners: (() => void)[] = [];
  private ids = 0;

  hidden = () => this.isHidden;
  now = () => this.time;
  random = () => 1;
  start = (ms: number, run: () => void) => {
    this.timers.push({ at: this.time + ms, run, id: ++this.ids });
    return this.ids;
  };
  stop = (id: number) => {
    this.timers = this.timers.filter((timer) => timer.id !== id);
  };
  onChange = (run: () => void) => {
    this.listeners.push(run);
    return () => {
      this.listeners = this.listeners.filter((one) => one !== run);
    };
  };
  change(hidden: boolean) {
    this.isHidden = hidden;
    for (const listener of this.listeners) listener();
  }
  /** Lets what was started go on to its next wait. */
  async settle() {
    for (let i = 0; i < 10; i++) await Promise.resolve();
  }
  async pass(ms: number) {
    this.time += ms;
    const due = this.timers.filter((timer) => timer.at <= this.time);
    this.timers = this.timers.filter((timer) => timer.at > this.time);
    for (const timer of due) timer.run();
    await this.settle();
  }
  get wait() {
    return this.timers[0] ? this.timers[0].at - this.time : null;
  }
}

test("it looks again when the last look said so", async () => {
  const still = new Still();
  let looks = 0;
  new Watch(async () => (looks++, 3000), () => undefined, still).start();
  await still.settle();
  assert.equal(looks, 1);
  assert.equal(still.wait, 3000);
  await still.pass(3000);
  assert.equal(looks, 2);
});

test("after faults it waits longer and longer, and at once recovers", async () => {
  const still = new Still();
  const reached: boolean[] = [];
  let down = true;
  const watch = new Watch(
    async () => {
      if (down) throw new Error("down");
      return 3000;
    },
    (yes) => reached.push(yes),
    still,
  );
  watch.start();
  await still.settle();
  const waits: (number | null)[] = [];
  for (let i = 0; i < 7; i++) {
    waits.push(still.wait);
    await still.pass(still.wait ?? 0);
  }
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  down = false;
  await still.pass(still.wait ?? 0);
  assert.equal(still.wait, 3000);
  assert.equal(reached.at(-1), true);
  assert.equal(reached[0], false);
});

test("a server that names a time is not asked before", async () => {
  const still = new Still();
  const watch = new Watch(() => Promise.reject(new Problem(429, "too-many-requests", "", undefined, 20)), () => undefined, still);
  watch.start();
  await still.settle();
  assert.equal(still.wait, 20_000);
});

test("a hidden tab does not look, whatever happens, and looks at once when shown", async () => {
  const still = new Still();
  let looks = 0;
  const watch = new Watch(async () => (looks++, 2000), () => undefined, still);
  watch.start();
  await still.settle();
  still.change(true);
  assert.equal(still.wait, null, "no timer is left");
  watch.now();
  watch.hasten();
  still.change(true); // The network came back: whoever listens is told the same way.
  await still.pass(3_600_000);
  assert.equal(looks, 1);
  still.change(false);
  await still.settle();
  assert.equal(looks, 2);
  assert.equal(still.wait, 2000, "the pace goes on");
});

test("a tab hidden during a look stays quiet after it, even if the look failed", async () => {
  for (const fails of [false, true]) {
    const still = new Still();
    let end: () => void = () => undefined;
    let looks = 0;
    new Watch(
      () => new Promise((done, fail) => (looks++, (end = () => (fails ? fail(new Error("down")) : done(2000))))),
      () => undefined,
      still,
    ).start();
    still.change(true);
    end();
    await still.settle();
    assert.equal(still.wait, null);
    still.change(false);
    assert.equal(looks, 2);
  }
});

test("a tab that opens hidden looks once", async () => {
  const still = new Still();
  still.isHidden = true;
  let looks = 0;
  new Watch(async () => (looks++, 2000), () => undefined, still).start();
  await still.settle();
  assert.equal(looks, 1);
  assert.equal(still.wait, null);
});

test("after an own action it looks at once and sooner than the server says, for half a minute", async () => {
  const still = new Still();
  let pace = 2000;
  let looks = 0;
  const watch = new Watch(async () => (looks++, pace), () => undefined, still);
  watch.start();
  await still.settle();
  watch.hasten();
  await still.settle();
  assert.equal(looks, 2);
  assert.equal(still.wait, 1000);
  pace = 20_000;
  await still.pass(1000);
  assert.equal(still.wait, 2000, "at most two seconds");
  pace = 1000;
  await still.pass(2000);
  assert.equal(still.wait, 1000, "never faster than one second");
  pace = 300;
  await still.pass(1000);
  assert.equal(still.wait, 300, "but what is due sooner is looked at then");
  pace = 5000;
  for (let i = 0; i < 60 && still.wait !== 5000; i++) await still.pass(still.wait ?? 0);
  assert.equal(still.wait, 5000);
  assert.ok(still.time >= 30_000 && still.time < 33_000, `the server's pace is back after ${still.time} ms`);
});

test("a server with too much to do has its peace, whatever the player does", async () => {
  const still = new Still();
  let looks = 0;
  const watch = new Watch(async () => (looks++, 2000), () => undefined, still);
  watch.start();
  await still.settle();
  watch.heed(new Problem(429, "too-many-requests", "", undefined, 20));
  watch.hasten();
  still.change(true);
  still.change(false);
  assert.equal(looks, 1);
  assert.equal(still.wait, 20_000);
  await still.pass(20_000);
  assert.equal(looks, 2);
});

test("a look that is refused for haste ends the haste", async () => {
  const still = new Still();
  let busy = false;
  const watch = new Watch(() => (busy ? Promise.reject(new Problem(429, "too-many-requests", "", undefined, 7)) : Promise.resolve(3000)), () => undefined, still);
  watch.start();
  await still.settle();
  busy = true;
  watch.hasten();
  await still.settle();
  assert.equal(still.wait, 7000);
  busy = false;
  await still.pass(7000);
  assert.equal(still.wait, 3000);
});

test("only a refusal for haste asks for peace", async () => {
  const still = new Still();
  let looks = 0;
  const watch = new Watch(async () => (looks++, 2000), () => undefined, still);
  watch.start();
  await still.settle();
  watch.heed(new Problem(409, "calls-open", "", undefined, 5));
  watch.heed(new Error("of ours"));
  watch.now();
  assert.equal(looks, 2);
});

test("asked during a look, it looks once more right after", async () => {
  const still = new Still();
  let looks = 0;
  let finish: (ms: number) => void = () => undefined;
  const watch = new Watch(() => new Promise<number>((done) => (looks++, (finish = done))), () => undefined, still);
  watch.start();
  watch.now();
  watch.now();
  assert.equal(looks, 1);
  finish(5000);
  await still.settle();
  assert.equal(looks, 2);
});

test("a stopped watch never looks again", async () => {
  const still = new Still();
  let looks = 0;
  const watch = new Watch(async () => (looks++, 1000), () => undefined, still);
  watch.start();
  await still.settle();
  watch.stop();
  still.change(false);
  await still.pass(10_000);
  assert.equal(looks, 1);
});
