// Where everything lies: for every game that comes along, in a large window, a small one, and on a phone.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answered, bench, deal, idle, leaf, ready, shut } from "./browser.mjs";

const open = bench();

const SIZES = [[1440, 900], [1024, 768], [390, 844]];
const POSITIONS = [0, 5, 14]; // after so many clicks a game is looked at
const OUR_OWN = ["ksr", "magier"]; // which are looked at with the fewest and with the most players

// What is wrong with where things are now: it is called within the page.
function misplaced() {
  const wrong = [];
  const box = (each) => each.getBoundingClientRect();
  const what = (each) => `${each.id || each.ariaLabel || each.dataset.key || each.className} ${JSON.stringify(box(each), (_, value) => (typeof value === "number" ? Math.round(value) : value))}`;
  const within = (one, other, by) => one.left >= other.left - by && one.right <= other.right + by && one.top >= other.top - by && one.bottom <= other.bottom + by;
  const table = document.getElementById("table");
  const felt = document.getElementById("felt");
  const sees = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  if (document.documentElement.scrollWidth > innerWidth || felt.scrollWidth > felt.clientWidth + 1) {
    wrong.push(`it scrolls sideways: ${document.documentElement.scrollWidth}, ${felt.scrollWidth} in ${felt.clientWidth}`);
  }
  const trays = [...felt.querySelectorAll(".tray")];
  for (const tray of trays) {
    const around = box(tray);
    const { left, right } = box(table);
    if (around.left < left - 1 || around.right > right + 1) {
      wrong.push(`a tray is not on the table: ${what(tray)}`);
    }
    for (const card of tray.querySelectorAll(".card")) {
      if (!within(box(card), around, 8)) {
        wrong.push(`a card is not in its tray: ${what(card)} in ${what(tray)}`);
      }
    }
  }
  const apart = (one, other) => one.right <= other.left + 2 || other.right <= one.left + 2 || one.bottom <= other.top + 2 || other.bottom <= one.top + 2;
  trays.forEach((tray, at) => trays.slice(at + 1).forEach((other) => {
    if (!apart(box(tray), box(other))) {
      wrong.push(`two trays overlap: ${what(tray)} and ${what(other)}`);
    }
  }));
  const plate = document.getElementById("plate");
  if (!within(box(plate), sees, 1)) {
    wrong.push(`the plate is not in the window: ${what(plate)}`);
  }
  const paused = !document.getElementById("pause").hidden;
  for (const card of document.querySelectorAll("#hand .card")) {
    const { left, right, top, bottom } = box(card);
    let most = 0;
    for (const y of [0.15, 0.3, 0.5, 0.75].map((share) => top + share * (bottom - top))) {
      let run = 0;
      for (let x = Math.ceil(left); x < right; x++) {
        run = card.contains(document.elementFromPoint(x, y)) ? run + 1 : 0;
        most = Math.max(most, run);
      }
    }
    if (!within(box(card), sees, 1) || bottom > box(table).bottom + 1 || (!paused && most < 16)) {
      wrong.push(`a card of one's hand cannot be clicked: ${what(card)}, ${most} pixels of it`);
    }
  }
  const targets = [...document.querySelectorAll("button:not(.card), select, summary")].filter((each) => each.checkVisibility() && each.closest(".unseen") === null);
  for (const target of targets) {
    const { width, height } = box(target);
    if (Math.min(width, height) < 24) {
      wrong.push(`too small for a finger: ${what(target)}`);
    }
  }
  return { wrong, cards: document.querySelectorAll("#table .card").length, targets: targets.length };
}

// Where each card lies in the row that it lies in, and how wide a step of that row is.
function rows() {
  const felt = document.getElementById("felt");
  return [...felt.querySelectorAll(".tray.row")].map((tray) => ({
    place: tray.dataset.place,
    full: tray.matches(".full, .many"),
    step: [...tray.children].slice(0, -1).map((each) => Math.round(each.getBoundingClientRect().width))[0] ?? null,
    cards: [...tray.querySelectorAll("[data-card]")].map((each) => {
      const { left, top } = each.getBoundingClientRect();
      return [each.dataset.card, left, top + felt.scrollTop];
    }),
  }));
}

// Deals a game for so many players, the fewest or the most of them; for how many that is.
async function laid(page, base, which) {
  await page.setViewportSize({ width: 1440, height: 900 });
  await leaf(page, "new");
  await page.selectOption("#game", base);
  await deal(page); // after which it is known for how many the game is
  await idle(page);
  await leaf(page, "new");
  const counts = await page.locator("#players option").evaluateAll((all) => all.map(({ value }) => value));
  const players = counts.at(which);
  if ((await page.inputValue("#players")) !== players) {
    await page.selectOption("#players", players);
    await deal(page);
    await idle(page);
  }
  await shut(page);
  return players;
}

for (const part of [0, 1, 2, 3]) {
  test(`nothing is cut, covered or out of its place in any game, in three sizes, part ${part + 1} of 4`, async (context) => {
    const { page, complaints, end } = await open(undefined, "", { viewport: { width: 1440, height: 900 } });
    await ready(page);
    const games = await page.locator("#game option").evaluateAll((all) => all.map(({ value }) => value));
    const seen = { cards: 0, targets: 0, positions: 0 };
    const wrong = new Map();
    for (const base of games.filter((_, at) => at % 4 === part)) {
      for (const which of OUR_OWN.includes(base) ? [0, -1] : [0]) {
        const players = await laid(page, base, which);
        for (let clicks = 0; clicks <= POSITIONS.at(-1); clicks++) {
          if (POSITIONS.includes(clicks)) {
            for (const [width, height] of SIZES) {
              await page.setViewportSize({ width, height });
              await page.waitForTimeout(100); // in which cards are made to fit
              const found = await page.evaluate(misplaced);
              for (const each of found.wrong) {
                wrong.set(`${base} ${players}, ${width}: ${each.split(":")[0]}`, each);
              }
              seen.cards += found.cards;
              seen.targets += found.targets;
              seen.positions++;
            }
            await page.setViewportSize({ width: 1440, height: 900 });
          }
          if ((await answered(page)) === null) {
            break;
          }
        }
      }
    }
    context.diagnostic(JSON.stringify(seen));
    assert.deepEqual(Object.fromEntries(wrong), {});
    assert.ok(seen.positions >= 20 && seen.cards > 300 && seen.targets > 100, JSON.stringify(seen));
    assert.deepEqual(complaints, []);
    await end();
  });
}

test("cards that lie already stay where they are when another one comes into their row, as long as there is room", async () => {
  let stayed = 0;
  for (const [width, height] of SIZES) {
    for (const [base, players] of [["ksr", 3], ["ksr", 5]]) {
      const { page, end } = await open(undefined, "", { viewport: { width, height }, kept: { base, players: String(players) } });
      await ready(page);
      for (let answers = 0; answers < 25; answers++) {
        const before = await page.evaluate(rows);
        const fit = await page.evaluate(() => document.getElementById("felt").style.getPropertyValue("--fit"));
        if ((await answered(page)) === null) {
          break;
        }
        if (fit !== (await page.evaluate(() => document.getElementById("felt").style.getPropertyValue("--fit")))) {
          continue; // everything was made smaller
        }
        for (const { place, cards, full, step } of await page.evaluate(rows)) {
          const row = before.find((each) => each.place === place);
          if (row === undefined || full || cards.length <= row.cards.length || (row.step !== null && step !== row.step)) {
            continue; // nothing came, or there was no room left
          }
          for (const [card, left, top] of row.cards) {
            const now = cards.find(([each]) => each === card);
            if (now !== undefined) {
              assert.ok(Math.abs(now[1] - left) <= 1.5 && Math.abs(now[2] - top) <= 1.5, `${base} ${players}, ${width}, ${place}: from ${left}, ${top} to ${now[1]}, ${now[2]}`);
              stayed++;
            }
          }
        }
      }
      await end();
    }
  }
  assert.ok(stayed >= 30, `${stayed} cards stayed`);
});
