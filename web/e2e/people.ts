// People with a browser each, and what they do at a table.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const PHONE = { width: 360, height: 640 };
export const DESK = { width: 1280, height: 800 };

/** Starts the Chromium that the machine has; CHROMIUM names another. */
export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export type Rules = Record<string, string | number>;

/** One person: a browser of their own, and a list of what went wrong in it. */
export class Person {
  readonly faults: string[] = [];

  private constructor(
    readonly name: string,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on("pageerror", (fault) => this.faults.push(fault.message));
    page.on("console", (message) => {
      // A refusal or a lost connection is logged by the browser itself.
      if (message.type() === "error" && !/Failed to load resource/.test(message.text())) this.faults.push(message.text());
    });
  }

  static async come(browser: Browser, name: string, options: BrowserContextOptions = {}): Promise<Person> {
    const context = await browser.newContext({ viewport: PHONE, locale: "en-GB", reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(15_000);
    return new Person(name, context, await context.newPage());
  }

  /** Makes a table at the front and answers its address. A rule is a choice by its text, or a number of one's own. */
  async makeTable(base: string, players: number, rules: Rules = {}): Promise<string> {
    const { page } = this;
    await page.goto(base);
    await page.locator("input[autocomplete=nickname]").fill(this.name);
    await page.locator(`input[name=seats]`).nth(players - 2).check({ force: true });
    if (Object.keys(rules).length > 0) {
      await page.locator(".more summary").click();
      for (const [option, value] of Object.entries(rules)) {
        await page.locator(`#option-${option}`).selectOption(typeof value === "number" ? "own" : { label: value });
        if (typeof value === "number") await page.locator(`[aria-describedby=own-${option}]`).fill(String(value));
      }
    }
    await page.locator(".panel .button.big").nth(1).click();
    await page.waitForURL(/\/g\//);
    await page.locator(".lobby-seats").waitFor();
    return page.url();
  }

  /** Opens an invitation and sits down. */
  async sitDown(address: string): Promise<void> {
    const { page } = this;
    await page.goto(address);
    await page.locator(".join input").fill(this.name);
    await page.locator(".join button").click();
    await page.locator(".lobby-seats, .board").first().waitFor();
    await page.locator(".join").waitFor({ state: "detached" });
  }

  act(name: "call" | "accept" | "play" | "deal" | "rematch") {
    return this.page.locator(`[data-act=${name}]`);
  }

  /** Chooses the first cards of the hand. */
  async choose(count: number): Promise<void> {
    const cards = this.page.locator(".hand-card button");
    const held = await cards.count();
    for (let i = 0; i < Math.min(count, held); i++) {
      const card = cards.nth(i);
      if ((await card.getAttribute("aria-pressed")) === "false") await card.click();
    }
  }

  /** Chooses the first cards of the hand and puts them down, if it is the time for it. */
  async playCards(count: number): Promise<boolean> {
    await this.choose(count);
    const play = this.act("play");
    if ((await play.count()) === 0 || (await play.getAttribute("aria-disabled")) !== "false") return false;
    await play.click();
    return true;
  }

  async myTurn(): Promise<boolean> {
    return (await this.page.locator(".hand-area.on-turn").count()) > 0;
  }

  async over(): Promise<boolean> {
    return (await this.page.locator(".result").count()) > 0;
  }

  /** Opens the same page in another language. */
  async speak(language: string): Promise<void> {
    await this.page.evaluate((wanted) => {
      const kept = JSON.parse(localStorage.getItem("cheat.settings") ?? "{}") as object;
      localStorage.setItem("cheat.settings", JSON.stringify({ ...kept, language: wanted }));
    }, language);
    await this.page.reload();
    await this.page.locator("#main").waitFor();
  }

  /** Brings this person's tab to the front, or puts it behind another: a browser without a screen hides none by itself. */
  async show(shown: boolean): Promise<void> {
    await this.page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
      document.dispatchEvent(new Event("visibilitychange"));
    }, !shown);
  }

  async leaveBrowser(): Promise<void> {
    await this.context.close();
  }
}

/** Waits until something is so; looks again a few times a second. */
export async function until(what: string, so: () => Promise<boolean>, seconds = 15): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    if (await so()) return;
    await new Promise((done) => setTimeout(done, 60));
  }
  assert.fail(`not within ${seconds} s: ${what}`);
}

/**
 * Plays until everybody sees the round's end: whoever is asked lets it pass,
 * whoever is to play puts down as many cards as he may.
 */
export async function playRound(people: Person[], cards = 4): Promise<void> {
  await until(
    "the round is over for everybody",
    async () => {
      for (const person of people) {
        if (await person.over()) continue;
        const accept = person.act("accept");
        if (await person.myTurn()) await person.playCards(cards);
        else if ((await accept.count()) > 0 && (await accept.getAttribute("aria-disabled")) === "false") await accept.click({ timeout: 1000 }).catch(() => undefined);
      }
      return (await Promise.all(people.map((person) => person.over()))).every(Boolean);
    },
    120,
  );
}

/** Looks for faults of accessibility in all that is shown. */
export async function accessible(page: Page, where: string): Promise<void> {
  // The page's policy allows no script but its own: this one comes in by the debugger.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> } };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`);
  });
  assert.deepEqual(found, [], where);
}

/** Whether nothing reaches beyond the window's sides. */
export async function fits(page: Page, where: string): Promise<void> {
  const [content, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok((content ?? 0) <= (window_ ?? 0), `${where}: ${content} px wide in ${window_}`);
}
