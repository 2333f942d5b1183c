// The front: a table with rules of one's own.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { LANGUAGES, loadLexicon } from "../src/i18n/language";
import { Speech } from "../src/i18n/speech";
import { accessible, fits, PHONE, until } from "./people";
import { openScript } from "./script";

const { look, open } = openScript();

/** Chooses "other" for an option and types a value. */
async function enter(page: Page, option: string, value: string): Promise<void> {
  await page.locator(`#option-${option}`).selectOption("own");
  await page.locator(`[aria-describedby=own-${option}]`).fill(value);
}

/** Presses "make a table" and answers the rules that were sent. */
async function made(page: Page): Promise<unknown> {
  const [request] = await Promise.all([page.waitForRequest((one) => one.method() === "POST"), page.locator(".panel .button.big").nth(1).click()]);
  return (request.postDataJSON() as { rules: unknown }).rules;
}

for (const language of LANGUAGES) {
  test(`${language}: values of one's own are taken, and others refused in words`, async () => {
    const speech = new Speech(language, await loadLexicon(language));
    await look({ viewport: PHONE, locale: language }, async (page) => {
      await open(page, "home");
      await page.locator(".more summary").click();
      await enter(page, "handSize", "40");
      assert.equal(await page.locator("[aria-describedby=own-handSize]").getAttribute("aria-invalid"), "true");
      assert.equal(await page.locator("#own-handSize").textContent(), speech.say("own.number", { least: 1, most: 8 }));
      await accessible(page, `${language}: a refused value`);
      await fits(page, language);

      // A table is not made of it: the field gets the focus, and the button says why.
      await page.locator(".more summary").click();
      await page.locator(".panel .button.big").nth(1).click();
      assert.equal(await page.locator("#make-why").textContent(), speech.say("own.wrong"));
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-describedby")), "own-handSize");

      await page.locator("[aria-describedby=own-handSize]").fill("2");
      await enter(page, "points", "9, 0");
      await enter(page, "callSeconds", "7");
      await enter(page, "turnSeconds", "90");
      await enter(page, "target", "33");
      await until("nothing is wrong", async () => (await page.locator("#make-why").textContent()) === "");
      assert.equal(await page.locator("#about-turnSeconds").textContent(), speech.say("rules.clock", { time: speech.say("val.seconds", { n: 90 }) }));
      assert.deepEqual(await made(page), { handSize: 2, points: [9, 0], callSeconds: 7, turnSeconds: 90, target: 33 });
    });
  });
}

test("a value that no longer fits is refused, and counts again once it does", async () => {
  await look({ viewport: PHONE }, async (page) => {
    await open(page, "home");
    const seats = (n: number) => page.locator("input[name=seats]").nth(n - 2).check({ force: true });
    await page.locator(".more summary").click();
    await seats(2);
    await enter(page, "handSize", "13");
    await seats(4);
    await until("it is refused", async () => (await page.locator("#make-why").textContent()) !== "");
    await seats(2);
    await until("it is taken", async () => (await page.locator("#make-why").textContent()) === "");
    assert.deepEqual(await made(page), { handSize: 13 });
  });
});
