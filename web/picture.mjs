// The pictures of the README and of the manual, from the page as it is built: `npm run picture` after a build.

import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { answered, dealt, launched, leaf, opened, ready, served, stretch, write } from "./tests/browser.mjs";

const PICTURES = join(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "pictures");
const LARGEST = 150_000; // bytes of a picture
const KSR = { base: "ksr", players: "4", text: "" };
const RULE = `layer court "A chancellor at court"

add Kanzler to person
add action Kanzler
    choose suspect from other players, where own hand is not empty
    show hnad of suspect to self
`;

const server = await served();
const browser = await launched();
const address = process.argv[2] ?? server.address; // of the page that is built, unless another one is named

// A game in which cards lie before everybody, and a card of one's hand is rested on.
async function table(page) {
  await until(page, { "#hand .card.offered": 2, "#felt .panel:not(.own, .middle) .card:not(.back)": 4, "#felt .own .card": 1 });
  const card = page.locator("#hand .card.offered").first();
  await card.hover(await stretch(card));
  await page.waitForFunction(() => document.getElementById("tells").textContent.length > 20);
}

// A house rule that is chosen, and one's own with a mistake that a click mends, beside the game.
async function whatIf(page) {
  await until(page, { "#hand .card.offered": 2, "#felt .panel:not(.own, .middle) .card:not(.back)": 2 });
  await leaf(page, "rule");
  await write(page, RULE);
  await page.waitForSelector("#mistakes button");
  await page.locator("#text-label").evaluate((label) => label.closest(".step").scrollBy(0, label.getBoundingClientRect().top - 120));
  await page.evaluate(() => {
    document.getElementById("stale").hidden = true; // the game is to be seen whole
    document.activeElement.blur();
  });
}

const ALL = [
  { name: "table-light", shown: table, size: [1440, 900] },
  { name: "table-dark", shown: table, size: [1440, 900], colorScheme: "dark" },
  { name: "phone", shown: table, size: [390, 844], locale: "de-DE" },
  { name: "what-if", shown: whatIf, size: [1280, 800] },
];

for (const { name, shown, size: [width, height], colorScheme = "light", locale = "en-GB" } of ALL) {
  const { page, end } = await opened(browser, address, undefined, { viewport: { width, height }, colorScheme, locale, kept: KSR });
  await ready(page);
  await shown(page);
  const path = join(PICTURES, `${name}.png`);
  await page.screenshot({ path });
  const { size } = statSync(path);
  console.log(`${name}.png ${size} bytes`);
  if (size > LARGEST) {
    throw new Error(`${name}.png has ${size} bytes, and is to have at most ${LARGEST}`);
  }
  await end();
}
await browser.close();
server.end();

// Plays until so many of each are seen, in another game where one is over.
async function until(page, wanted) {
  for (;;) {
    const counts = await Promise.all(Object.keys(wanted).map((what) => page.locator(what).count()));
    if (Object.values(wanted).every((least, index) => counts[index] >= least) && (await page.isHidden("#pause"))) {
      return;
    }
    if ((await answered(page)) === null) {
      await dealt(page);
    }
  }
}
