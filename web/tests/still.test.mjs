// A mouse that rests moves nothing: what it rests on may rise or be told of once, and then all of the table lies still.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answered, bench, choose, dealt, ready } from "./browser.mjs";

const open = bench();

const SIZES = [[1440, 900], [1024, 768], [700, 800]];
const CLICKS = 5; // after each of which a game is looked at in another size
const POINTS = Number(process.env.POINTS ?? 3); // on which the mouse rests then
const FRAMES = 8; // in which what rises or is told may move something once or twice

// Where cards of one's hand begin and end, one after the other, and points all over the table: `at` is which.
function point(at) {
  const cards = [...document.querySelectorAll("#hand .card")];
  const card = cards[Math.floor(at / 2) % Math.max(1, cards.length)];
  if (at % 4 < 3 && card !== undefined) {
    const { left, top, bottom } = card.getBoundingClientRect();
    return { x: left + 14, y: at % 4 === 2 ? top + 3 : bottom - 4 - 2 * (at % 4) };
  }
  const { left, top, width, height } = document.getElementById("table").getBoundingClientRect();
  return { x: left + width * ((at * 0.6180339887) % 1), y: top + height * ((at * 0.7548776662) % 1) };
}

// In how many of the next frames something lies elsewhere than in the one before.
async function moves(frames) {
  const frame = () => new Promise((go) => requestAnimationFrame(go));
  const places = () => [...document.querySelectorAll("#table :is([data-key], .card, #tells)")].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height].join();
  }).join(";");
  let count = 0;
  for (let before = places(); frames > 0; frames--) {
    await frame();
    const now = places();
    count += now === before ? 0 : 1;
    before = now;
  }
  return count;
}

test("nothing moves under a mouse that rests, in any game", async (context) => {
  const { page, complaints, end } = await open(undefined, "", { viewport: { width: 1440, height: 900 } });
  await ready(page);
  const games = await page.locator("#game option").evaluateAll((all) => all.map(({ value }) => value));
  const seen = { points: 0, cards: 0 };
  const wrong = [];
  let at = 0;
  for (const base of games) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await choose(page, base);
    await dealt(page);
    for (let clicks = 0; clicks < CLICKS; clicks++) {
      const [width, height] = SIZES[(clicks + games.indexOf(base)) % SIZES.length];
      await page.setViewportSize({ width, height });
      await page.evaluate(moves, 2);
      for (let points = 0; points < POINTS; points++) {
        const { x, y } = await page.evaluate(point, at++);
        await page.mouse.move(x, y);
        const counted = await page.evaluate(moves, FRAMES);
        seen.points++;
        seen.cards += await page.locator("#hand .card.offered:hover").count();
        if (counted > FRAMES / 2) {
          wrong.push(`${base} after ${clicks} clicks, ${width} pixels wide, at ${Math.round(x)}, ${Math.round(y)}: ${counted} of ${FRAMES} frames`);
        }
      }
      await page.mouse.move(2, 2);
      if ((await answered(page)) === null) {
        break;
      }
    }
  }
  context.diagnostic(JSON.stringify(seen));
  assert.deepEqual(wrong, []);
  assert.ok(seen.points > 150 && seen.cards > 40, JSON.stringify(seen));
  assert.deepEqual(complaints, []);
  await end();
});
