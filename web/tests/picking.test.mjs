// The cards of a set are picked in any order, by mouse, keyboard and touch, and put back again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bench, idle, ready, stretch } from "./browser.mjs";

const open = bench();

const PAIRS = `ruleset pairs "Pairs of one suit"
players 2
at most 20 turns
word suit: clubs, hearts
numbers rank: 1 to 6
cards deck in pile
    1 of each rank in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone heap, in a row, seen by all
set-up
    players: draw 6 from pile to own hand
turn
    choose 2 cards as lot from own hand, where lot repeats suit
    move lot to heap
game ends over after turn: hand of players is empty
winners: players
`;

const BY = {
  mouse: async (page, card) => card.click(await stretch(card)),
  keyboard: async (page, card) => {
    await card.focus();
    await page.keyboard.press("Enter");
  },
  touch: async (page, card) => card.tap(await stretch(card)),
};

for (const [how, click] of Object.entries(BY)) {
  test(`the cards that one passes on are picked in any order, by ${how}`, async () => {
    const kept = { base: "hearts", players: "4", seats: "person,random,random,random" };
    const { page, complaints, end } = await open(undefined, "", { kept, hasTouch: how === "touch" });
    await ready(page);
    const card = async (at) => page.locator(`[data-key="${await page.locator("#hand .card").nth(at).getAttribute("data-key")}"]`);
    const picked = () => page.locator("#hand .card.picked").count();
    assert.equal(await page.locator("#hand .card.offered").count(), 13);
    for (const [at, many] of [[12, 1], [11, 2], [12, 1], [0, 2], [11, 1], [0, 0], [12, 1], [0, 2], [6, 3]]) {
      await click(page, await card(at));
      await page.waitForFunction((wanted) => document.querySelectorAll("#hand .card.picked").length === wanted, many);
      assert.equal(await page.locator("[data-key=take]").count(), many === 3 ? 1 : 0);
    }
    assert.equal(await page.locator("#hand .card.offered").count(), 0);
    const passed = await page.locator("#hand .card.picked").evaluateAll((all) => all.map((each) => each.dataset.card));
    await click(page, await card(6));
    await page.waitForFunction(() => document.querySelectorAll("#hand .card.offered").length === 11);
    await click(page, await card(6));
    await page.waitForSelector("[data-key=take]");
    assert.equal(await picked(), 3);
    await click(page, page.locator("[data-key=take]"));
    await idle(page);
    const held = await page.locator("#hand .card").evaluateAll((all) => all.map((each) => each.dataset.card));
    assert.deepEqual(passed.filter((each) => held.includes(each)), []);
    assert.equal(held.length, 13);
    assert.deepEqual(complaints, []);
    await end();
  });
}

test("beside a picked card just those are offered with which there is a set, whatever was picked first", async () => {
  const { page, end } = await open(undefined, "", { kept: { text: PAIRS, players: "2", seats: "person,random" } });
  await ready(page);
  const suits = await page.locator("#hand .card").evaluateAll((all) => all.map((each) => each.dataset.said.split(" ").at(-1)));
  for (let at = suits.length - 1; at >= 0; at--) {
    const card = page.locator("#hand .card").nth(at);
    await card.click(await stretch(card));
    await page.waitForSelector("#hand .card.picked");
    const offered = await page.locator("#hand .card.offered").count();
    assert.equal(offered, suits.filter((suit) => suit === suits[at]).length - 1);
    await page.locator("#hand .card.picked").click(await stretch(page.locator("#hand .card.picked")));
    await page.waitForFunction(() => document.querySelectorAll("#hand .card.picked").length === 0);
  }
  await end();
});
