// Whole games in real browsers against the real program, on phones and on desks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstWho, openHouse } from "./house";
import { accessible, DESK, fits, playRound, until, type Person } from "./people";

const house = openHouse();

test("two, a phone and a desk: invite, play, call, win, check the deal, play again", async () => {
  await house.gather({ Ada: {}, Bo: { viewport: DESK } }, async (ada, bo) => {
    const address = await ada.makeTable(house.base, 2);
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

    await first.choose(2);
    assert.match((await first.page.locator("#why").textContent()) ?? "", /^That is (true|a lie)\./);
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
    for (const person of [ada, bo]) assert.match((await person.page.locator(".result > p").first().textContent()) ?? "", /got rid of all.*Nobody called the last play\./);

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
    await ada.page.getByText("are asked to join you here").waitFor();
    await until("Bo is offered the seat", async () => (await bo.act("rematch").textContent())?.includes("Sit down") === true);
    await bo.act("rematch").click();
    for (const person of [ada, bo]) await person.page.locator(".hand-card").first().waitFor();
    assert.equal(ada.page.url(), bo.page.url());
  });
});

test("four, two phones and two desks, in four languages: two rounds, one of them with a call", async () => {
  const phone = (locale: string) => ({ locale });
  const desk = (locale: string) => ({ viewport: DESK, locale });
  await house.gather({ Ada: phone("en-GB"), Ola: desk("pl-PL"), Anna: phone("hu-HU"), Uwe: desk("de-DE") }, async (...people) => {
    await house.seated(people, { rounds: "2", handSize: "5", callSeconds: "3 seconds" });
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

test("leaving: a seat is free again, a host frees one, and who leaves the game stays away", async () => {
  await house.gather({ Ada: {}, Bo: {}, Cy: {} }, async (ada, bo, cy) => {
    const address = await ada.makeTable(house.base, 3);
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
  await house.gather({ Ada: {}, Bo: {}, Tablet: { viewport: DESK } }, async (ada, bo, tablet) => {
    const address = await house.seated([ada, bo]);
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
    await tablet.page.goto(house.base);
    await tablet.page.locator(".table-link").first().click();
    await tablet.page.locator(".hand-card").first().waitFor();
    await tablet.page.reload();
    await tablet.page.locator(".hand-card").first().waitFor();
  });
});

test("an open table is found at the front and joined there", async () => {
  await house.gather({ Ada: {}, Bo: {} }, async (ada, bo) => {
    await ada.page.goto(house.base);
    await ada.page.locator("input[type=checkbox]").check();
    await ada.page.locator("input[autocomplete=nickname]").fill("Hostess");
    await ada.page.locator(".panel .button.big").nth(1).click();
    await ada.page.locator(".lobby-seats").waitFor();
    await bo.page.goto(house.base);
    await bo.page.getByText("Table of Hostess").click();
    await bo.page.locator(".join").waitFor();
  });
});

test("play now: bots play step by step", async () => {
  await house.gather({ Ada: { reducedMotion: "no-preference" } }, async (ada) => {
    await ada.page.goto(house.base);
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
  await house.gather({ Ada: {} }, async (ada) => {
    await ada.makeTable(house.base, 2, { handSize: 1 });
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
