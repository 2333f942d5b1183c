// What the tests of whole games share: the program, a browser, and people at a table.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { launch, Person, until, type Rules } from "./people";
import { startSite, type Site } from "./site";

export interface House {
  /** The address of the page. */
  readonly base: string;
  /** People come, do something, and go; nothing may have gone wrong in their browsers. */
  gather(names: Record<string, BrowserContextOptions>, what: (...people: Person[]) => Promise<void>): Promise<void>;
  /** A table at which all are seated and the first round is dealt; answers its address. */
  seated(people: Person[], rules?: Rules): Promise<string>;
}

/** Opens before the tests of a file and closes after them. */
export function openHouse(): House {
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

  return {
    get base() {
      return site.base;
    },
    async gather(names, what) {
      const people = await Promise.all(Object.entries(names).map(([name, options]) => Person.come(browser, name, options)));
      await what(...people);
      for (const person of people) {
        await person.leaveBrowser();
        assert.deepEqual(person.faults, [], person.name);
      }
    },
    async seated(people, rules = {}) {
      const [host, ...guests] = people;
      assert.ok(host);
      const address = await host.makeTable(site.base, people.length, rules);
      for (const guest of guests) await guest.sitDown(address);
      for (const person of people) await person.page.locator(".hand-card").first().waitFor();
      return address;
    },
  };
}

/** Waits for the first of them of whom something is so. */
export async function firstWho(people: Person[], so: (person: Person) => Promise<boolean>): Promise<Person> {
  let found: Person | undefined;
  await until("somebody may", async () => {
    for (const person of people) if (await so(person)) found = person;
    return found !== undefined;
  });
  return found as Person;
}
