// Cards face down that somebody knows: they see a faint face, and nobody else does.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT, answered, bench, idle, ready, speak } from "./browser.mjs";

const PEEK = readFileSync(join(ROOT, "tests", "rules", "worlds", "peek.rules"), "utf8");
const HANDS = `ruleset pass "Cards change hands"
players 2
at most 20 turns
word suit: sun, moon
numbers pips: 1 to 6
cards deck in pile
    1 of each pips in each suit
zone pile, shuffled
zone hand of player, seen by owner
set-up
    players: draw 4 from pile to own hand
turn
    choose card from own hand
    move card to hand of own left
game ends over after turn: pile is empty
winners: players
`;

const open = bench();

async function sat(text, persons, browsing = {}) {
  const seats = Array.from({ length: 2 }, (_, at) => (at < persons ? "person" : "random")).join(",");
  const visit = await open(undefined, "", { kept: { players: "2", seats, text }, ...browsing });
  await ready(visit.page);
  return visit;
}

// The cards of a place: what is said of each face that is seen faintly, null for each back.
function faces(page, place) {
  return page.locator(`#felt [data-place="${place}"]`).evaluate((tray) =>
    [...tray.querySelectorAll(".card")].map((card) => (card.classList.contains("faint") ? card.dataset.said : null)),
  );
}

// Goes on until the table of another seat can be seen.
async function passed(page, seat) {
  for (let steps = 0; steps < 40; steps++) {
    const is = await page.getAttribute("#table", "data-is");
    if (is === "covered" || is === "waiting") {
      await page.click(`[data-key=${is === "covered" ? "uncover" : "cover"}]`);
    } else if ((await page.textContent("#felt .own h3")).includes(seat)) {
      return;
    } else {
      await answered(page);
    }
    await idle(page);
  }
  assert.fail(`nobody passed the device on to ${seat}`);
}

test("cards that somebody looked at keep a faint face for them, and for nobody else at the same device", async () => {
  const { page, complaints, end } = await sat(PEEK, 2);
  await passed(page, "1");
  const mine = await faces(page, "row 0");
  assert.deepEqual(mine.map((said) => said !== null), [true, true, false, false]);
  assert.match(mine[0], /^face down, but you know it: \d+ of \w+$/u);
  assert.ok((await faces(page, "row 1")).every((said) => said === null)); // a pile of backs
  await speak(page, "de");
  assert.match((await faces(page, "row 0"))[0], /^verdeckt, aber du kennst sie: \w+ \d+$/u);
  await speak(page, "en");
  await passed(page, "2");
  const theirs = await faces(page, "row 1");
  assert.ok(theirs.some((said) => said !== null) && theirs.some((said) => said === null), theirs.join());
  const shown = await page.locator("#felt").evaluate((felt) => felt.outerHTML);
  assert.deepEqual(mine.filter((said) => said !== null && shown.includes(said)), []);
  assert.deepEqual(complaints, []);
  await end();
});

test("a card that somebody gave away is seen faintly in the hand of the other", async () => {
  const { page, complaints, end } = await sat(HANDS, 2);
  await passed(page, "1");
  const fan = page.locator('#felt [data-place="hand 1"]');
  assert.equal(await fan.locator(".faint").count(), 0);
  const given = await page.locator("#hand .card").first().getAttribute("data-said");
  await page.locator("#hand .card").first().click();
  await page.waitForSelector("#felt [data-place='hand 1'] .faint");
  assert.equal(await fan.getAttribute("aria-label"), `Hand: 5. you know: ${given.split(", ")[0]}`);
  assert.deepEqual(complaints, []);
  await end();
});
