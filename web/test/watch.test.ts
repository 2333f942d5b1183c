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

test("a hidden tab looks once a minute, for half an hour, and at once when shown", async () => {
  const still = new Still();
  let looks = 0;
  new Watch(async () => (looks++, 2000), () => undefined, still).start();
  await still.settle();
  still.change(true);
  await still.pass(2000);
  assert.equal(still.wait, 60_000);
  for (let i = 0; i < 40 && still.wait !== null; i++) await still.pass(still.wait);
  assert.equal(still.wait, null, "it gives up");
  assert.ok(looks < 35);
  const before = looks;
  still.change(false);
  await still.settle();
  assert.equal(looks, before + 1);
  assert.equal(still.wait, 2000);
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
