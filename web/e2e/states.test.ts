// Every state of the page: looked at by axe, measured, and drawn.
import { test } from "node:test";
import { states } from "../test/states";
import { PHONE } from "./people";
import { everywhere, openScript } from "./script";

const { look, open } = openScript();

for (const id of ["home", ...Object.keys(states()), "no-such-table", "expired"]) {
  test(`${id}: accessible and in place on phone and desk, in light and dark`, async () => {
    await look({ viewport: PHONE, deviceScaleFactor: 2 }, async (page) => {
      await open(page, id);
      await everywhere(page, id);
    });
  });
}
