// Opens the page in its scripted states, and looks at it on every kind of screen.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before } from "node:test";
import type { Server } from "node:http";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { serve } from "../test/fake";
import { accessible, DESK, fits, launch, PHONE } from "./people";

/** Where the pictures go, for people to look at. */
const SHOTS = "out/shots";

export interface Script {
  /** Opens a browser of this kind; fails on anything that the console calls an error. */
  look(options: BrowserContextOptions, see: (page: Page) => Promise<void>): Promise<void>;
  /** Opens the front, or the table in the state of this name. */
  open(page: Page, id: string): Promise<void>;
}

/** Serves the states before the tests of a file, and closes after them. */
export function openScript(): Script {
  let browser: Browser;
  let server: Server;
  let base: string;

  before(async () => {
    mkdirSync(SHOTS, { recursive: true });
    ({ server, base } = await serve(0));
    browser = await launch();
  });

  after(async () => {
    await browser.close();
    server.close();
  });

  return {
    async look(options, see) {
      const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce", serviceWorkers: "block", ...options });
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (fault) => faults.push(fault.message));
      page.on("console", (message) => message.type() === "error" && !/404|410|412/.test(message.text()) && faults.push(message.text()));
      page.on("dialog", (dialog) => faults.push(`dialog: ${dialog.message()}`));
      await see(page);
      await context.close();
      assert.deepEqual(faults, []);
    },
    async open(page, id) {
      await page.goto(id === "home" ? base : `${base}/g/${id}`);
      await page.locator("#main").waitFor();
    },
  };
}

const kinds = [
  { name: "phone-light", viewport: PHONE, colorScheme: "light" },
  { name: "phone-dark", viewport: PHONE, colorScheme: "dark" },
  { name: "desk-dark", viewport: DESK, colorScheme: "dark" },
  { name: "desk-light", viewport: DESK, colorScheme: "light" },
] as const;

/** Looks at what is open on phone and desk, in light and dark, and draws each; leaves a light phone behind. */
export async function everywhere(page: Page, what: string): Promise<void> {
  for (const { name, viewport, colorScheme } of kinds) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await accessible(page, `${what} ${name}`);
    await fits(page, `${what} ${name}`);
    await page.screenshot({ path: `${SHOTS}/${what}-${name}.png` });
  }
  await page.setViewportSize(PHONE);
}
