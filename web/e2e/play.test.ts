// Whole games in real browsers against the real program.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { accessible, DESK, fits, launch, Person, PHONE, playRound, until, type Rules } from "./people";
import { startSite, type Site } from "./site";

let browser: Browser;
let site: Site;

before(async () => {
  site = await startSite();
  browser = await launch();
});

after(async () => {
  await browser.close();
  await site.stop();
});

/** People come, do something, and go; nothing may have gone wrong in their browsers. */
async function gather(names: Record<string, BrowserContextOptions>, what: (...people: Person[]) => Promise<void>): Promise<void> {
  const people = await Promise.all(Object.entries(names).map(([name, options]) => Person.come(browser, name, options)));
  await what(...people);
  for (const person of people) {
    await person.leaveBrowser();
    assert.deepEqual(person.faults, [], person.name);
  }
}

/** A table at which all are seated and the first round is dealt. */
async function seated(people: Person[], rules: Rules = {}): Promise<string> {
  const [host, ...guests] = people;
  assert.ok(host);
  const address = await host.makeTable(site.base, people.length, rules);
  for (const guest of guests) await guest.sitDown(address);
  for (const person of people) await person.page.locator(".hand-card").first().waitFor();
  return address;
}

test("two phones: invite, play, call, win, check the deal, play again", async () => {
  await gather({ Ada: {}, Bo: {} }, async (ada, bo) => {
    const address = await ada.makeTable(site.base, 2);
    assert.equal(await ada.page.locator(".linkbox input").inputValue(), address);
    await accessible(ada.page, "lobby");
    await bo.sitDown(address);
    for (const person of [ada, bo]) await person.page.locator(".hand-card").nth(15).waitFor();

    await until("somebody is to play", async () => (await ada.myTurn()) || (await bo.myTurn()));
    const [first, second] = (await ada.myTurn()) ? [ada, bo] : [bo, ada];
    await accessible(first.page, "my turn");
    assert.match(await first.page.title(), /Your turn/);
    assert.match((await first.page.locator("link[rel=icon]").getAttribute("href")) ?? "", /icon-turn/);
    assert.equal(await first.act("play").getAttribute("aria-disabled"), "true");
    assert.match((await first.page.locator("#why").textContent()) ?? "", /Choose 1 to 4/);

    await first.playCards(2);
    await second.act("call").waitFor();
    assert.match((await second.page.locator(".ask").textContent()) ?? "", /two sevens/);
    await accessible(second.page, "may call");
    await second.act("call").click();
    for (const person of [first, second]) {
      await person.page.locator(".shown .card:not(.back)").nth(1).waitFor();
      assert.match((await person.page.locator(".shown-verdict").textContent()) ?? "", /It was (a lie|true)\./);
      assert.equal(await person.page.locator(".pile-card").count(), 0);
    }

    await playRound([ada, bo]);
    for (const person of [ada, bo]) await accessible(person.page, "result");
    const verdicts = await Promise.all([ada, bo].map((person) => person.page.locator(".result h2").textContent()));
    assert.ok(verdicts.includes("You win the round!"), verdicts.join());

    for (const person of [ada, bo]) {
      await person.page.locator(".result > .button").click();
      await person.page.locator(".verdict").waitFor();
      assert.match((await person.page.locator(".verdict").textContent()) ?? "", /is right\./);
      assert.equal(await person.page.locator(".findings .wrong").count(), 0);
      await person.page.keyboard.press("Escape");
    }
    // Who joined saw the promise before anybody could know the deal.
    assert.ok((await bo.page.evaluate(() => localStorage.getItem("cheat.seen")))?.includes("entropy"));

    await ada.act("rematch").click();
    await until("Ada sits at another table", async () => ada.page.url() !== address);
    await until("Bo is offered the seat", async () => (await bo.act("rematch").textContent())?.includes("Sit down") === true);
    await bo.act("rematch").click();
    for (const person of [ada, bo]) await person.page.locator(".hand-card").first().waitFor();
    assert.equal(ada.page.url(), bo.page.url());
  });
});

test("four desks in four languages: two rounds, one of them with a call", async () => {
  const at = (locale: string) => ({ viewport: DESK, locale });
  await gather({ Ada: at("en-GB"), Ola: at("pl-PL"), Anna: at("hu-HU"), Uwe: at("de-DE") }, async (...people) => {
    await seated(people, { rounds: "2", handSize: "5", callSeconds: "3 seconds" });
    const languages = await Promise.all(people.map((person) => person.page.locator("html").getAttribute("lang")));
    assert.deepEqual(languages, ["en", "pl", "hu", "de"]);

    await until("somebody has played", async () => {
      for (const person of people) if (await person.myTurn()) return person.playCards(2);
      return false;
    });
    const said = [/two sevens/, /dwie siódemki/, /két hetes/, /zwei Siebener/];
    for (const [i, person] of people.entries()) {
      await until(`${person.name} reads the announcement`, async () => said[i]?.test((await person.page.locator(".side").textContent()) ?? "") === true);
      await fits(person.page, person.name);
    }
    const caller = await firstWho(people, async (person) => (await person.act("call").count()) > 0);
    await caller.act("call").click();
    for (const person of people) await person.page.locator(".shown-cards").waitFor();

    await playRound(people);
    for (const person of people) assert.equal(await person.page.locator(".scores tbody tr").count(), 4);
    await people[2]?.act("deal").click();
    for (const person of people) await person.page.locator(".hand-card").first().waitFor();
    await playRound(people);
    for (const person of people) {
      await person.page.locator(".result > .button").click();
      await person.page.locator(".verdict.right").waitFor();
      await person.page.keyboard.press("Escape");
    }
    assert.match((await people[0]?.page.locator(".ask-title").textContent()) ?? "", /match/);
  });
});

async function firstWho(people: Person[], so: (person: Person) => Promise<boolean>): Promise<Person> {
  let found: Person | undefined;
  await until("somebody may", async () => {
    for (const person of people) if (await so(person)) found = person;
    return found !== undefined;
  });
  return found as Person;
}

test("leaving: a seat is free again, a host frees one, and who leaves the game stays away", async () => {
  await gather({ Ada: {}, Bo: {}, Cy: {} }, async (ada, bo, cy) => {
    const address = await ada.makeTable(site.base, 3);
    await bo.sitDown(address);
    await ada.page.getByRole("button", { name: "Bo: free this seat" }).click();
    await bo.page.locator(".join").waitFor();
    await bo.sitDown(address);
    await leave(bo);
    await until("the seat is free", async () => (await ada.page.locator(".lobby-seat.empty").count()) === 2);
    await bo.sitDown(address);
    await cy.sitDown(address);
    for (const person of [ada, bo, cy]) await person.page.locator(".hand-card").first().waitFor();
    await leave(cy);
    await cy.page.getByText("You have left this table.").waitFor();
    await cy.page.getByText("You are watching.").waitFor();
    await until("the others see it", async () => (await ada.page.locator(".seat.away").count()) === 1);
    await playRound([ada, bo]);
  });
});

async function leave(person: Person): Promise<void> {
  await person.page.locator(".bar button").last().click();
  await person.page.locator(".menu-item").last().click();
  await person.page.locator(".button.danger").click();
}

test("coming back on another device by the personal link", async () => {
  await gather({ Ada: {}, Bo: {}, Tablet: { viewport: DESK } }, async (ada, bo, tablet) => {
    const address = await seated([ada, bo]);
    const hand = await ada.page.locator(".hand-card .hidden").allTextContents();
    await ada.page.locator(".bar button").last().click();
    await ada.page.getByRole("button", { name: "Play on another device" }).click();
    const link = await ada.page.locator(".linkbox input").inputValue();
    assert.match(link, /#[\w-]{43}$/);

    await tablet.page.goto(link);
    await tablet.page.locator(".hand-card").first().waitFor();
    assert.equal(tablet.page.url(), address, "the token is out of the address bar");
    const names = (texts: string[]) => texts.map((text) => text.split(",")[0]);
    assert.deepEqual(names(await tablet.page.locator(".hand-card .hidden").allTextContents()), names(hand));

    // The front of the tablet knows the table too, and so does a reload.
    await tablet.page.goto(site.base);
    await tablet.page.locator(".table-link").first().click();
    await tablet.page.locator(".hand-card").first().waitFor();
    await tablet.page.reload();
    await tablet.page.locator(".hand-card").first().waitFor();
  });
});

test("losing the network: it is said, nothing is done twice, and the game goes on", async () => {
  await gather({ Ada: {}, Bo: {} }, async (ada, bo) => {
    await seated([ada, bo]);
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
  await gather({ Ada: {}, Bo: {} }, async (ada, bo) => {
    await seated([ada, bo]);
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
  await gather({ Ada: {} }, async (ada) => {
    await ada.page.goto(site.base);
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
  await gather({ Ada: {}, Bo: {} }, async (ada, bo) => {
    const response = await fetch(`${site.base}/v1/games`, {
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
  await gather({ Ada: {}, Bo: {}, Cy: {} }, async (...people) => {
    await seated(people, { callSeconds: "1 minute" });
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

test("a whole round by keyboard alone", async () => {
  await gather({ Ada: { viewport: DESK }, Bo: {} }, async (ada, bo) => {
    const { page } = ada;
    await page.goto(site.base);
    await tabTo(ada, "input[autocomplete=nickname]");
    await page.keyboard.type("Ada");
    await tabTo(ada, "input[name=seats]");
    while ((await page.locator("input[name=seats]:checked + span").textContent()) !== "2") await page.keyboard.press("ArrowLeft");
    await tabTo(ada, ".more summary");
    await page.keyboard.press("Enter");
    await tabTo(ada, "#option-handSize");
    await page.keyboard.type("3");
    await tabTo(ada, ".panel:nth-of-type(2) .button.big");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/g\//);
    await bo.sitDown(page.url());
    await page.locator(".hand-card").first().waitFor();

    await until(
      "the round is over",
      async () => {
        if (await bo.myTurn()) await bo.playCards(1);
        else if ((await bo.act("accept").count()) > 0) await bo.act("accept").click({ timeout: 1000 }).catch(() => undefined);
        if (await ada.myTurn()) {
          await tabTo(ada, ".hand-card button");
          await page.keyboard.press("End");
          await page.keyboard.press("Space");
          await tabTo(ada, "[data-act=play]");
          await page.keyboard.press("Enter");
          await until("the card is down", async () => !(await ada.myTurn()) || (await ada.over()));
        } else if ((await ada.act("accept").count()) > 0) {
          await tabTo(ada, "[data-act=accept]");
          await page.keyboard.press("Enter");
          await until("it is answered", async () => (await ada.act("accept").count()) === 0 || (await ada.over()));
        }
        return ada.over();
      },
      60,
    );
    assert.ok((await page.locator("[role=log] p").count()) > 0, "a screen reader has heard of it");
  });
});

/** Presses Tab until this has the focus, and sees that the focus can be seen. */
async function tabTo(person: Person, selector: string): Promise<void> {
  for (let n = 0; n < 80; n++) {
    const focused = await person.page.evaluate((wanted) => {
      const element = document.activeElement;
      if (!element?.matches(wanted)) return null;
      const shown = element.matches("input[type=radio]") ? (element.nextElementSibling ?? element) : element;
      return getComputedStyle(shown).outlineStyle;
    }, selector);
    if (focused !== null) {
      assert.notEqual(focused, "none", `${selector} does not show its focus`);
      return;
    }
    await person.page.keyboard.press("Tab");
  }
  assert.fail(`Tab never comes to ${selector}`);
}

test("play now: bots play step by step", async () => {
  await gather({ Ada: { reducedMotion: "no-preference" } }, async (ada) => {
    await ada.page.goto(site.base);
    await ada.page.locator(".now .button.big").click();
    await ada.page.locator(".hand-card").nth(7).waitFor();
    assert.equal(await ada.page.locator(".seat .icon").first().count(), 1, "bots look like bots");
    for (let turn = 0; turn < 2; turn++) {
      await until("it is Ada's turn", async () => {
        const accept = ada.act("accept");
        if ((await accept.count()) > 0 && (await accept.getAttribute("aria-disabled")) === "false") await accept.click({ timeout: 1000 }).catch(() => undefined);
        return (await ada.myTurn()) && ada.playCards(1);
      }, 60);
    }
  });
});

test("a round against a bot can be checked, and what was not checked is said in every language", async () => {
  await gather({ Ada: {} }, async (ada) => {
    await ada.makeTable(site.base, 2, { handSize: 1 });
    await ada.page.getByRole("button", { name: "Fill with 1 bot and start" }).click();
    await playRound([ada]);
    const said = { en: /not made again in the browser/, pl: /nie powtórzyła/, hu: /nem hozott meg újra/, de: /nicht noch einmal getroffen/ };
    for (const [language, sentence] of Object.entries(said)) {
      await ada.speak(language);
      await ada.page.locator(".result > .button").click();
      const findings = ada.page.locator(".findings");
      await findings.getByText(sentence).waitFor();
      assert.match((await findings.textContent()) ?? "", /go run \.\/functions\/local verify http:\/\/localhost:\d+\/g\/\w+/);
      await fits(ada.page, language);
      await accessible(ada.page, `checked in ${language}`);
    }
    await ada.page.emulateMedia({ colorScheme: "dark" });
    await accessible(ada.page, "checked in the dark");
  });
});

test("an open table is found at the front and joined there", async () => {
  await gather({ Ada: {}, Bo: { viewport: PHONE } }, async (ada, bo) => {
    await ada.page.goto(site.base);
    await ada.page.locator("input[type=checkbox]").check();
    await ada.page.locator("input[autocomplete=nickname]").fill("Hostess");
    await ada.page.locator(".panel .button.big").nth(1).click();
    await ada.page.locator(".lobby-seats").waitFor();
    await bo.page.goto(site.base);
    await bo.page.getByText("Table of Hostess").click();
    await bo.page.locator(".join").waitFor();
  });
});
