// What lies over the states and beside them: sheets, options, refusals, languages, narrow windows.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { LANGUAGES, loadLexicon } from "../src/i18n/language";
import { Speech } from "../src/i18n/speech";
import { states } from "../test/states";
import { fits, PHONE } from "./people";
import { everywhere, openScript } from "./script";

const { look, open } = openScript();

/** The states with the most to fit in. */
const wide = ["home", "lobby-host", "lobby-invited", "my-turn-window", "eight-players", "many-cards", "called-truth", "last-card", "letters", "round-over"];

// 1280 × 800 at 200 % has 640 × 400 of the page's pixels; 320 is the narrowest that must not scroll sideways.
const narrow = [
  { width: 320, height: 568 },
  { width: 640, height: 400 },
];

for (const language of LANGUAGES) {
  test(`${language}: every state fits a narrow phone and the window zoomed to 200 %`, async () => {
    await look({ locale: language }, async (page) => {
      for (const id of wide) {
        await open(page, id);
        assert.equal(await page.locator("html").getAttribute("lang"), language);
        for (const viewport of narrow) {
          await page.setViewportSize(viewport);
          await fits(page, `${id} ${language} ${viewport.width}`);
          for (const button of await page.locator(".actions button").all()) assert.ok(await inWindow(button, page), `${id} ${language}: a button is out of sight`);
        }
      }
    });
  });
}

async function inWindow(button: ReturnType<Page["locator"]>, page: Page): Promise<boolean> {
  const box = await button.boundingBox();
  const size = page.viewportSize();
  return box !== null && size !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width + 1 && box.y + box.height <= size.height + 1;
}

test("every sheet is accessible and closes by Escape", async () => {
  await look({ viewport: PHONE }, async (page) => {
    await open(page, "my-turn-window");
    for (let i = 0; ; i++) {
      await page.locator(".bar button").last().click();
      const items = page.locator(".menu-item");
      if (i === 0) await everywhere(page, "menu");
      if (i >= (await items.count())) break;
      await items.nth(i).click();
      await everywhere(page, `sheet-${i}`);
      await page.keyboard.press("Escape");
      await page.locator("dialog").waitFor({ state: "detached" });
    }
  });
});

/** All games, and for good: what somebody has to know before handing on a personal link. */
const warned = {
  en: [/all your games/, /cannot be taken back/],
  pl: [/wszystkie twoje gry/, /Nie da się go cofnąć/],
  hu: [/minden játékodat/, /Nem lehet visszavonni/],
  de: [/alle deine Partien/, /lässt sich nicht zurücknehmen/],
};

for (const language of LANGUAGES) {
  test(`${language}: beside the personal link stands what it gives away`, async () => {
    await look({ viewport: PHONE, locale: language }, async (page) => {
      await open(page, "my-turn");
      await page.locator(".bar button").last().click();
      await page.locator(".menu-item").filter({ hasText: new Speech(language, await loadLexicon(language)).say("device.title") }).click();
      const sheet = page.locator("dialog", { has: page.locator(".linkbox") });
      assert.match(await sheet.locator(".linkbox input").inputValue(), /#[\w-]{43}$/);
      for (const words of warned[language]) assert.match((await sheet.textContent()) ?? "", words);
      await fits(page, language);
    });
  });
}

test("the options and the QR code are accessible", async () => {
  await look({ viewport: PHONE }, async (page) => {
    await open(page, "home");
    await page.locator(".more summary").click();
    await everywhere(page, "options");
    await page.screenshot({ path: `out/shots/options-whole.png`, fullPage: true });
    await open(page, "lobby-host");
    await page.locator(".linkbox button[aria-expanded]").click();
    await page.locator(".code").waitFor();
    await everywhere(page, "code");
  });
});

test("where the page came over plain http, the button says why it cannot check", async () => {
  await look({ viewport: PHONE }, async (page) => {
    await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
    await open(page, "round-over");
    const button = page.getByRole("button", { name: "Check the deal" });
    assert.equal(await button.getAttribute("aria-disabled"), "true");
    assert.match((await page.locator(".result").textContent()) ?? "", /needs https or localhost/);
    await everywhere(page, "check-insecure");
  });
});

test("a stale command says what happened, and the table is the fresh one", async () => {
  await look({ viewport: PHONE }, async (page) => {
    await open(page, "may-call");
    await page.locator("[data-act=call]").click();
    await page.locator(".notice").waitFor();
    await everywhere(page, "notice");
  });
});

test("a name can do no harm", async () => {
  await look({ viewport: PHONE }, async (page) => {
    await page.route("**/v1/games/my-turn", async (route) => {
      const answer = await route.fetch();
      const view = (await answer.json()) as { seats: { name: string }[] };
      for (const seat of view.seats) seat.name = `<img src=x onerror="alert(1)">`;
      await route.fulfill({ response: answer, json: view });
    });
    await open(page, "my-turn");
    assert.equal(await page.locator(".felt img").count(), 0);
    assert.match((await page.locator(".seat-name").first().textContent()) ?? "", /<img/);
  });
});

test("with motion, a call is turned over card by card and the table goes on", async () => {
  await look({ viewport: PHONE, reducedMotion: "no-preference" }, async (page) => {
    let calledYet = false;
    const script = states();
    const [before_, after_] = [script["may-call"], script["called-lie"]];
    assert.ok(before_ && after_);
    await page.route("**/v1/games/may-call**", (route) => {
      const { pathname } = new URL(route.request().url());
      const view = calledYet ? { ...after_.view, id: "may-call", version: 21 } : before_.view;
      const events = after_.events.map((event, i) => ({ ...event, version: i === after_.events.length - 1 ? 21 : event.version }));
      if (pathname.endsWith("/calls")) calledYet = true;
      if (pathname.endsWith("/events")) {
        const from = Number(new URL(route.request().url()).searchParams.get("after"));
        return route.fulfill({ json: { version: view.version, events: events.filter(({ version }) => version > from && version <= view.version) } });
      }
      return route.fulfill({ json: calledYet ? { ...after_.view, id: "may-call", version: 21 } : view });
    });
    await open(page, "may-call");
    await page.locator("[data-act=call]").click();
    await page.locator(".shown.tense").waitFor();
    assert.equal(await page.locator(".flip.open").count(), 0, "the cards are not open yet");
    await page.locator(".shown.lie").waitFor();
    await page.locator(".log-called").first().waitFor({ state: "attached" });
    assert.equal(await page.locator(".flip.open").count(), 3);
    assert.equal(await page.locator(".wrong-mark").count(), 1, "the one card that made it a lie is marked");
  });
});
