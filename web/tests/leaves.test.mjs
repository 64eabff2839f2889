// What opens beside the table: one leaf at a time, put away by Escape, with the focus where it was.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bench, leaf, ready, shut, step } from "./browser.mjs";

const open = bench();

const SIZES = [[1440, 900], [390, 844]];
const LEAVES = ["rules", "rule", "new", "story"];

for (const [width, height] of SIZES) {
  test(`each leaf closes by Escape and by its button, and the focus goes back to its door, ${width} pixels wide`, async () => {
    const { page, complaints, end } = await open(undefined, "", { viewport: { width, height } });
    await ready(page);
    let closed = 0;
    for (const name of LEAVES) {
      for (const by of ["Escape", "button"]) {
        const door = page.locator(`#doors [aria-controls=${name}]`);
        await door.focus();
        await page.keyboard.press("Enter");
        assert.equal(await door.getAttribute("aria-expanded"), "true");
        assert.deepEqual(await page.locator(".leaf:not([hidden])").evaluateAll((all) => all.map(({ id }) => id)), [name]);
        assert.ok(await page.evaluate((id) => document.getElementById(id).contains(document.activeElement), name));
        await (by === "Escape" ? page.keyboard.press("Escape") : page.click(`#${name} .close`));
        assert.equal(await door.getAttribute("aria-expanded"), "false");
        assert.ok(await page.isHidden(`#${name}`));
        assert.ok(await door.evaluate((each) => each === document.activeElement), `${name}, ${by}`);
        closed++;
      }
    }
    assert.equal(closed, 8);
    assert.deepEqual(complaints, []);
    await end();
  });
}

test("opening another leaf puts the one away that was open, and its door closes it", async () => {
  const { page, end } = await open();
  await ready(page);
  for (const name of [...LEAVES, ...LEAVES]) {
    await page.click(`#doors [aria-controls=${name}]`);
    assert.deepEqual(await page.locator(".leaf:not([hidden])").evaluateAll((all) => all.map(({ id }) => id)), [name]);
  }
  await page.click("#doors [aria-controls=story]");
  assert.equal(await page.locator(".leaf:not([hidden])").count(), 0);
  await end();
});

test("Escape closes lists in the editor, and never the leaf in which one writes", async () => {
  const { page, end } = await open();
  await ready(page);
  await step(page, "write");
  await page.click("#text");
  await page.keyboard.type("lay");
  await page.waitForSelector("#editor .cm-tooltip-autocomplete");
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press("Escape");
  }
  assert.equal(await page.locator("#editor .cm-tooltip-autocomplete").count(), 0);
  assert.ok(await page.isVisible("#editor"));
  await end();
});

test("beside a leaf the table stays where it can be played, and over it the leaf goes as soon as one deals", async () => {
  for (const [width, height] of SIZES) {
    const { page, end } = await open(undefined, "", { viewport: { width, height } });
    await ready(page);
    await leaf(page, "rules");
    await page.waitForSelector("#sheet h3");
    assert.ok((await page.locator("#sheet :is(p, li, tr)").count()) > 5);
    const card = page.locator("#hand .card").first();
    const covered = await card.evaluate((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return document.elementFromPoint(left + width / 4, top + height / 2)?.closest(".leaf") !== null;
    });
    assert.equal(covered, width < 1024);
    await leaf(page, "new");
    await page.click("#deal");
    await page.waitForFunction(() => document.activeElement?.id === "state");
    assert.equal(await page.isVisible("#new"), width >= 1024);
    await shut(page);
    await end();
  }
});
