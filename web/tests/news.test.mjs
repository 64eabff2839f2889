// What opponents do is told in the list beside the hand, line by line, as it happens.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answered, bench, idle, ready } from "./browser.mjs";

const open = bench();
const GAMES = [["ksr", 3], ["hearts", 4], ["mau-mau", 3], ["gin-rummy", 2]];

// The steps of the story from one on that belong to a turn of a bot, and the lines beside the hand.
function told(page, since) {
  return page.evaluate((from) => {
    const own = document.querySelector("#felt .own h3").textContent;
    const found = [];
    let player = null;
    [...document.querySelectorAll("#log li")].forEach((li, index) => {
      if (li.matches(".round, .ends")) {
        player = null;
      } else if (li.matches(".turn")) {
        player = li.querySelector(".name").textContent;
      } else if (li.matches(".step") && player !== null && !own.includes(player) && index >= from) {
        found.push(li.firstChild.textContent);
      }
    });
    const lines = [...document.querySelectorAll("#happened > span")];
    const kept = lines.filter((line) => line.isKnown).length;
    lines.forEach((line) => (line.isKnown = true));
    return { steps: found, lines: lines.map((line) => line.lastChild.textContent), kept, all: document.querySelectorAll("#log li").length };
  }, since);
}

for (const language of ["en", "de"]) {
  for (const [base, players] of GAMES) {
    test(`after each turn of a bot a line says what it did: ${base}, ${language}`, async () => {
      const seats = ["person", ...Array(players - 1).fill("random")].join(",");
      const { page, complaints, end } = await open(undefined, "", { seed: 3, kept: { base, players: String(players), seats, language, pace: "step" } });
      await ready(page);
      assert.equal(await page.getAttribute("#happened", "aria-live"), "polite");
      let { all, lines: before } = await told(page, 0);
      let turns = 0;
      let stayed = 0;
      for (let click = 0; click < 200 && turns < 8; click++) {
        const step = page.locator("[data-key=step]");
        const bots = (await step.count()) > 0;
        if (bots) {
          await step.click();
          await idle(page);
        } else if ((await answered(page)) === null) {
          break;
        }
        const now = await told(page, all);
        for (const said of bots ? now.steps : []) {
          assert.ok(now.lines.some((line) => line.includes(said)), `${said} is not among ${now.lines.join(" | ")}`);
          turns++;
        }
        const same = now.lines.filter((line) => before.includes(line)).length;
        assert.ok(now.kept >= same, "a line that is there already is not announced again");
        stayed += same;
        ({ all, lines: before } = now);
      }
      assert.ok(turns >= 6 && (players < 3 || stayed > 0), `${turns} turns of bots, ${stayed} lines that stayed`);
      assert.deepEqual(complaints, []);
      await end();
    });
  }
}
