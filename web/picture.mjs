// The pictures of the README: the page with a mistake that a click mends, and a game beside it. `npm run picture` after a build.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { answered, dealt, launched, opened, ready, served } from "./tests/browser.mjs";

const PICTURES = join(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "pictures");
// What is to be seen: cards of the hand, of which one cannot be played, and cards before everybody.
const WANTED = { "#felt .large.offered": 3, "#felt .large.refused": 1, "#felt .panel:not(.own) .card.small": 6 };
const RULE = `layer court "A chancellor at court"

add Kanzler to person
add action Kanzler
    choose suspect from other players, where own hand is not empty
    show hnad of suspect to self
`;

const server = await served();
const browser = await launched();
const { page } = await opened(browser, server.address);
await page.setViewportSize({ width: 1400, height: 765 });
await ready(page);
await dealt(page);
while (!(await isShown())) {
  if ((await answered(page)) === null) {
    await dealt(page);
  }
}
await page.fill("#text", RULE);
await page.waitForSelector("#mistakes button");
await page.waitForSelector("#stale:not([hidden])");
await page.evaluate(() => {
  document.getElementById("stale").hidden = true; // the game is to be seen whole
  const plain = new CSSStyleSheet(); // a browser without a desktop has no font of the system's own
  plain.replaceSync(":root { font-family: sans-serif; }");
  document.adoptedStyleSheets.push(plain);
  document.activeElement.blur();
  scrollTo(0, 0);
});
for (const colorScheme of ["light", "dark"]) {
  await page.emulateMedia({ colorScheme });
  await page.screenshot({ path: join(PICTURES, `bench-${colorScheme}.png`) });
}
await browser.close();
server.end();

async function isShown() {
  const counts = await Promise.all(Object.keys(WANTED).map((what) => page.locator(what).count()));
  return Object.values(WANTED).every((least, index) => counts[index] >= least);
}
