// A round without pointing at anything.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openHouse } from "./house";
import { DESK, until, type Person } from "./people";

const house = openHouse();

test("a whole round by keyboard alone", async () => {
  await house.gather({ Ada: { viewport: DESK }, Bo: {} }, async (ada, bo) => {
    const { page } = ada;
    await page.goto(house.base);
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
