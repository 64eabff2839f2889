// The whole way by keyboard alone: what has the focus is always seen, and it is never lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bench, idle, ready } from "./browser.mjs";

const open = bench();

const RULE = 'layer mine "Mine"\n\nreplace action Zofe\nchoose scrap from own hnad\nmove scrap to discards\n';
const STOPS = 80; // of the Tab key, after which something is taken not to be reached

// What has the focus, also where it is within the editor, and whether one sees that it has it.
function focusNow() {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) {
    at = at.shadowRoot.activeElement;
  }
  const { outlineStyle, outlineWidth } = getComputedStyle(at.closest(".cm-editor") ?? at);
  const { top, bottom, width } = at.getBoundingClientRect();
  return {
    is: (selector) => at.matches(selector),
    what: `${at.localName}#${at.id}.${at.className} ${(at.ariaLabel ?? at.textContent).trim().slice(0, 40)}`,
    lost: at === document.body,
    seen: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && bottom > 0 && top < innerHeight && width > 0,
  };
}

// One sees what has the focus; the editor is told of it a moment later.
async function seen(page, when) {
  try {
    await page.waitForFunction(() => focusNow().seen);
  } catch {
    assert.fail(`one does not see what has the focus ${when}: ${await page.evaluate(() => focusNow().what)}`);
  }
}

// Goes on by the Tab key until what has the focus is one of these: how often it takes.
async function gone(page, wanted) {
  const way = [];
  while (!(await page.evaluate((selector) => focusNow().is(selector), wanted))) {
    assert.ok(way.length < STOPS, `${wanted} is not reached: ${way.join(" | ")}`);
    await page.keyboard.press("Tab");
    const { what, lost } = await page.evaluate(() => focusNow());
    way.push(what);
    if (!lost) {
      await seen(page, `on the way to ${wanted}`); // but where it leaves the page, and comes back
    }
  }
  return way.length;
}

const OFFERED = "[data-key=go-on], [data-key=take], .card.offered, #ask .buttons [data-key]:not([data-key=clear])";

test("a rule is written and mended, a game is played to its end, and the rule is sent by keyboard alone", async () => {
  const { page, complaints, end } = await open((fresh) => fresh.addInitScript(`window.focusNow = ${focusNow}`));
  await ready(page);
  await gone(page, "#doors [aria-controls=rule]");
  await page.keyboard.press("Enter");
  await gone(page, "#base");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.inputValue("#base"), "magier");
  await gone(page, ".cm-content");
  for (const line of RULE.split("\n")) {
    await page.keyboard.type(line);
    await page.keyboard.press("Escape"); // no list is open where a line ends
    await page.keyboard.press("Enter");
    if (line.startsWith("replace")) {
      await page.keyboard.press("Control+]");
    }
  }
  await page.waitForFunction(() => {
    const mistakes = document.querySelectorAll("#mistakes li");
    return mistakes.length === 1 && mistakes[0].textContent.includes("hnad"); // and none of what was not yet written
  });
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8");
  await page.keyboard.press("Control+.");
  await page.waitForFunction(() => document.querySelectorAll("#mistakes li").length === 0);
  await gone(page, "#doors [aria-controls=new]");
  await page.keyboard.press("Enter");
  await gone(page, "#deal");
  await page.keyboard.press("Enter");
  await idle(page);
  await page.waitForFunction(() => document.activeElement.id === "state");
  let answers = 0;
  let stops = 0;
  for (; (await page.evaluate(() => document.getElementById("table").dataset.is)) !== "over"; answers++) {
    stops += await gone(page, OFFERED);
    await page.keyboard.press("Enter");
    await idle(page);
    assert.ok(!(await page.evaluate(() => focusNow().lost)), `nothing has the focus after ${answers + 1} answers`);
    await seen(page, `after ${answers + 1} answers`);
  }
  assert.ok(answers > 10, `${answers} answers`);
  assert.ok(stops < 12 * answers, `${stops} stops for ${answers} answers`);
  await gone(page, "#doors [aria-controls=rule]");
  await page.keyboard.press("Enter");
  await gone(page, "#tools [role=tab]");
  await page.keyboard.press("End");
  await seen(page, "where the tools are chosen");
  assert.ok(await page.isVisible("#share"));
  await gone(page, "#share-copy");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#share-address");
  await page.waitForFunction(() => document.querySelector("#share [role=status]").textContent !== "");
  assert.ok(!(await page.evaluate(() => focusNow().lost)), "nothing has the focus once the address is made");
  const address = await page.inputValue("#share-address");
  assert.ok(address.startsWith(page.url()) && address.includes("#"), address);
  assert.deepEqual(complaints, []);
  await end();
});
