// What time and the network do: lost answers, hidden tabs, no connection, clocks, and acts that come too late.
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstWho, openHouse } from "./house";
import { accessible, playRound, until, type Person } from "./people";

const house = openHouse();

test("losing the network: it is said, nothing is done twice, and the game goes on", async () => {
  await house.gather({ Ada: {}, Bo: {} }, async (ada, bo) => {
    await house.seated([ada, bo]);
    await until("somebody is to play", async () => (await ada.myTurn()) || (await bo.myTurn()));
    const [first, second] = (await ada.myTurn()) ? [ada, bo] : [bo, ada];

    // The answer to the play is lost; the same request comes again and changes nothing.
    let lost = 0;
    const keys = new Set<string | undefined>();
    await first.page.route("**/plays", async (route) => {
      keys.add(route.request().headers()["idempotency-key"]);
      const answer = await route.fetch();
      if (lost++ === 0) await route.abort();
      else await route.fulfill({ response: answer });
    });
    await first.playCards(1);
    await until("the play is made", async () => (await first.page.locator(".hand-card").count()) === 15);
    await until("the lost request has come again", async () => lost === 2);
    assert.equal(keys.size, 1);

    await second.context.setOffline(true);
    await second.page.locator(".notice.bad").waitFor();
    await accessible(second.page, "offline");
    await second.context.setOffline(false);
    await second.page.locator(".notice.bad").waitFor({ state: "detached" });
    await until("the play has come through", async () => (await second.page.locator(".pile-card").count()) === 1);
    await playRound([first, second]);
  });
});

test("a hidden tab asks nothing, and knows all as soon as it is shown", async () => {
  await house.gather({ Ada: {}, Bo: {} }, async (ada, bo) => {
    await house.seated([ada, bo]);
    await until("somebody is to play", async () => (await ada.myTurn()) || (await bo.myTurn()));
    const [first, second] = (await ada.myTurn()) ? [ada, bo] : [bo, ada];
    await second.show(false);
    const asked = { first: 0, second: 0 };
    first.page.on("request", () => asked.first++);
    await second.page.waitForLoadState("networkidle");
    second.page.on("request", () => asked.second++);
    await first.playCards(1);
    await until("the shown tab has looked a few times", async () => asked.first > 5);
    assert.equal(asked.second, 0);
    await second.show(true);
    await second.act("call").waitFor({ timeout: 1500 });
    assert.match(await second.page.title(), /Your turn/);
  });
});

test("the shell opens without a network and says so", async () => {
  await house.gather({ Ada: {} }, async (ada) => {
    await ada.page.goto(house.base);
    await ada.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await until("the shell is kept", () => ada.page.evaluate(async () => (await caches.match("/")) !== undefined));
    const kept = await ada.page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return caches_.flat().map((request) => new URL(request.url).pathname);
    });
    assert.deepEqual(kept.filter((path) => path.startsWith("/v1") || path.startsWith("/g/")), [], "nothing private is kept");
    await ada.context.setOffline(true);
    await ada.page.reload();
    await ada.page.getByText("You are offline.").waitFor();
    await ada.page.locator("h1").waitFor();
  });
});

test("a clock runs out: a card is played, and everybody reads why", async () => {
  await house.gather({ Ada: {}, Bo: {} }, async (ada, bo) => {
    const response = await fetch(`${house.base}/v1/games`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Ada", seats: 2, rules: { turnSeconds: 10, handSize: 3 } }),
    });
    const { playUrl, inviteUrl } = (await response.json()) as { playUrl: string; inviteUrl: string };
    await ada.page.goto(playUrl);
    await bo.sitDown(inviteUrl);
    await bo.page.locator(".clock").waitFor();
    await until("the clock has run out", async () => (await bo.page.locator(".pile-card").count()) === 1, 20);
    await bo.page.locator(".bar .only-narrow").click();
    await bo.page.getByText("time is up").first().waitFor();
  });
});

test("too late: the fresh table is shown with a sentence", async () => {
  await house.gather({ Ada: {}, Bo: {}, Cy: {} }, async (...people) => {
    await house.seated(people, { callSeconds: "1 minute" });
    const player = await firstWho(people, (person) => person.myTurn());
    const others = people.filter((person) => person !== player);
    await player.playCards(1);
    for (const person of others) await person.act("call").waitFor();
    const [quick, slow] = others as [Person, Person];
    // The slow one does not hear of the quick one's call before having called.
    await slow.page.route(/\/v1\/games\/\w+$/, (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
    await quick.act("call").click();
    await quick.page.locator(".shown-verdict").waitFor();
    await slow.act("call").click();
    await slow.page.getByText("Somebody was faster").waitFor();
    await slow.page.locator(".shown-verdict").waitFor();
  });
});
