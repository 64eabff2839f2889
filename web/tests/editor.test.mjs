// The editor as somebody writes in it: by mouse, by keyboard alone, on a small screen, with a worker that dies.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bench, deal, ending, leaf, ready, step, write, written } from "./browser.mjs";

const HEAD = 'layer mine "Mine 🂡"\n# 🂡🂡 are two units each\n\nreplace action Zofe\n    choose scrap from own ';
const TAIL = "\n    move scrap to discards\n";

const open = bench();

async function begun(text) {
  const there = await open();
  await ready(there.page);
  await write(there.page, text);
  return there;
}

function mistakes(page, many) {
  return page.waitForFunction((wanted) => document.querySelectorAll("#mistakes li").length === wanted, many);
}

test("a mistake is underlined in its line while one types, and a click mends it", async () => {
  const { page, complaints, end } = await begun("");
  await page.click("#text");
  await page.keyboard.insertText(`${HEAD}hnad${TAIL}`);
  await mistakes(page, 1);
  assert.match(await page.textContent("#verdict"), /1 mistake: line 5/);
  assert.match(await page.textContent("#mistakes"), /unknown name 'hnad'\s+did you mean 'hand'/);
  assert.equal(await page.textContent("#editor .cm-lintRange-error"), "hnad");
  await page.click("#mistakes [data-key=mend]");
  await mistakes(page, 0);
  assert.equal(await written(page), `${HEAD}hand${TAIL}`);
  await page.waitForSelector("#editor .is-zone:text-is('hand')");
  assert.equal(await page.textContent("#editor .is-keyword >> nth=0"), "layer");
  assert.equal(await page.textContent("#editor .is-comment"), "# 🂡🂡 are two units each");
  assert.deepEqual(complaints, []);
  await end();
});

test("the mark of a mistake tells it, too, and offers the same change", async () => {
  const { page, end } = await begun(`${HEAD}hnad${TAIL}`);
  await page.hover("#editor .cm-lintRange-error");
  await page.click("#editor .cm-tooltip button");
  await mistakes(page, 0);
  assert.equal(await written(page), `${HEAD}hand${TAIL}`);
  await end();
});

test("names are completed, mistakes are found and mended, and meanings are read by keyboard alone", async () => {
  const { page, end } = await begun(HEAD.trimEnd());
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" hn");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("a");
  await page.waitForSelector("#editor .cm-tooltip-autocomplete li[aria-selected]");
  assert.match(await page.textContent("#editor .cm-tooltip-autocomplete li[aria-selected]"), /^hand/);
  await page.waitForTimeout(100); // CodeMirror takes no key for a list that has only just opened
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("move scarp to discards");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#verdict:text-is('1 mistake: line 6')");
  await page.waitForSelector("#mistakes [data-key=mend]:has-text('scrap')"); // a part of the line was a mistake, too
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8");
  await page.keyboard.press("Control+.");
  await mistakes(page, 0);
  assert.equal(await written(page), `${HEAD}hand${TAIL.trimEnd()}`);
  await page.keyboard.press("Control+End");
  await page.keyboard.press("F1");
  assert.match(await page.textContent("#editor .meaning"), /zone discards/);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#editor .meaning", { state: "detached" });
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.key), "about", "the keyboard is not caught");
  await end();
});

test("what is told is about the text that is there, however fast one types", async () => {
  const { page, complaints, end } = await begun(HEAD);
  for (let round = 0; round < 5; round++) {
    await page.keyboard.press("Control+End");
    await page.keyboard.type(`hnad${TAIL}`, { delay: 15 });
    await write(page, `${HEAD}hand${TAIL}`);
    await page.waitForTimeout(60 * round);
    await write(page, HEAD);
  }
  await write(page, `${HEAD}hand${TAIL}`);
  await mistakes(page, 0);
  await page.waitForTimeout(1500); // an answer to what was there before would have come by now
  assert.equal(await page.locator("#editor .cm-lintRange-error").count(), 0);
  assert.match(await page.textContent("#verdict"), /Nothing is wrong/);
  assert.deepEqual(complaints, [], "the content policy is kept by what is written over coloured text");
  await end();
});

test("a worker that dies takes nothing along: the text is there, and is looked at by the next one", async () => {
  const { page, end } = await begun(`${HEAD}hnad${TAIL}`);
  await mistakes(page, 1);
  const [first] = page.workers();
  const ended = ending(first);
  await first.evaluate(() => self.postMessage({ what: "dead", why: "out of stack" }));
  await write(page, `${HEAD}hnad${TAIL}    move scarp to discards\n`);
  await mistakes(page, 2);
  await ended;
  await page.reload();
  await mistakes(page, 2);
  assert.equal(await written(page), `${HEAD}hnad${TAIL}    move scarp to discards\n`);
  await end();
});

test("on a small screen nothing is cut off, and what a rule says is never read as HTML", async () => {
  const { page, complaints, end } = await begun("");
  await page.setViewportSize({ width: 390, height: 800 });
  await write(page, `layer mine "<img src=x onerror=alert(1)>"\n# ${"long ".repeat(60)}\nadd word <b>bold</b>: <img src=x>\n`);
  await page.waitForSelector("#mistakes li");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.equal(await page.locator("#mistakes img, #editor .cm-content img, #mistakes b").count(), 0);
  await page.evaluate(() => document.getElementById("rule").scrollTo(0, document.getElementById("rule").scrollHeight));
  await page.click("#mistakes [data-key=line]");
  await page.waitForFunction(() => {
    const line = document.getElementById("editor").shadowRoot.querySelector(".cm-line:last-child").getBoundingClientRect();
    const head = document.querySelector("header").getBoundingClientRect();
    const steps = document.getElementById("tools").getBoundingClientRect();
    return line.top >= head.bottom && line.bottom <= steps.top && steps.bottom <= innerHeight;
  }); // no line is behind the steps
  assert.deepEqual(complaints, []);
  await end();
});

test("an example is opened on a base that it goes on, the rules that are chosen can be read, and nothing is lost", async () => {
  const { page, end } = await begun("");
  await page.selectOption("#base", "mau-mau");
  await page.click("#begin [data-key='begin layer']");
  await page.waitForSelector("#editor .cm-line:has-text('layer house-rule')");
  await page.keyboard.type("Eights skip two players.");
  const mine = 'layer house-rule "Our house rule"\n# Eights skip two players.\ntried on mau-mau\n\n';
  assert.equal(await written(page), mine);
  await page.waitForSelector("#text-label:text-is('Your rule \"house-rule\", which lies on mau-mau')");
  await page.click("#shelves > summary");
  assert.equal(await page.locator("#shelves h3").last().textContent(), "With a fault");
  await page.click("#shelves [data-key='example kanzler']");
  await page.waitForSelector("#text-label:text-is('Your rule \"kanzler\", which lies on ksr')");
  assert.match(await written(page), /^layer kanzler/);
  await mistakes(page, 0);
  await leaf(page, "rules");
  await page.click("summary[data-word=read-rules]");
  await page.click("#sources summary");
  assert.match(await page.textContent("#sources .source"), /^ruleset ksr/);
  await page.keyboard.press("Tab");
  await leaf(page, "rule");
  await page.click("#begin [data-key=back]");
  assert.equal(await written(page), mine);
  assert.equal(await page.inputValue("#base"), "mau-mau");
  await page.click("#text");
  await page.keyboard.press("Control+z");
  assert.match(await written(page), /^layer kanzler/);
  await end();
});

test("a game offers the house rules that it alone has, and one that another game has by the same name is another one", async () => {
  const { page, complaints, end } = await begun("");
  const offered = () => page.locator("#layers .slip label").allTextContents();
  const chosen = async () => (await page.locator("#layers .slip.on b").allTextContents()).join();
  const texts = () => page.locator("#sources .source").allTextContents();
  await page.selectOption("#base", "hearts");
  assert.deepEqual(await offered(), [" Without passing", " Omnibus hearts", " Hearts as OpenSpiel plays it"]);
  await page.check("#layer-openspiel");
  await page.waitForSelector("#sources .source >> nth=1", { state: "attached" });
  assert.match((await texts())[1], /^layer openspiel "Hearts as/);
  await page.selectOption("#base", "spades");
  assert.ok((await offered()).includes(" Spades as OpenSpiel plays it"));
  assert.equal(await chosen(), "", "it was chosen for hearts");
  await page.selectOption("#base", "hearts");
  await page.reload();
  await ready(page);
  assert.equal(await chosen(), "Hearts as OpenSpiel plays it");
  await leaf(page, "rule");
  await page.selectOption("#base", "euchre");
  await page.check("#layer-openspiel");
  await page.waitForSelector("#sources summary:has-text('(stick-the-dealer)')", { state: "attached" });
  await leaf(page, "rules");
  await page.click("summary[data-word=read-rules]");
  await page.click("#sources summary:has-text('(openspiel)')");
  await page.click("#sources [data-key='source openspiel']");
  assert.ok(await page.isVisible("#editor"));
  await page.waitForSelector("#text-label:text-is('Your rule \"openspiel\", which lies on euchre')");
  await page.waitForSelector("#verdict:has-text('Nothing is wrong')");
  assert.match(await written(page), /^layer openspiel "As OpenSpiel plays it" extends stick-the-dealer/);
  assert.deepEqual(complaints, []);
  await end();
});

test("a mistake is told once: whoever deals all the same is led to it, in either language", async () => {
  const { page, end } = await begun(`${HEAD}hnad${TAIL}`);
  await mistakes(page, 1);
  await page.selectOption("#language", "de");
  assert.match(await page.textContent("#verdict"), /^1 Fehler: Zeile 5$/);
  assert.match(await page.textContent("#mistakes [data-key=mend]"), /"hand" schreiben/);
  await deal(page);
  await page.waitForSelector("#problems li");
  assert.doesNotMatch(await page.textContent("#table") + (await page.textContent("#new")), /hnad/);
  await page.click("#problems [data-key=mistakes]");
  await page.keyboard.press("Delete");
  assert.match(await written(page), /own nad/);
  await end();
});

test("a name that is tapped is explained, what is tapped in a list is written, and Enter begins a line behind a whole name", async () => {
  const { page, end } = await begun(`${HEAD}hand${TAIL}`);
  await page.click("#editor .is-zone:text-is('hand')");
  await page.click("#about button:text-is('What is \"hand\"?')");
  assert.match(await page.textContent("#editor .meaning"), /zone hand/);
  await page.click("#text");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("    dra");
  await page.click("#editor .cm-tooltip-autocomplete li:has-text('draw')");
  await page.keyboard.type(" 1 from pil");
  await page.waitForSelector("#editor .cm-tooltip-autocomplete");
  await page.keyboard.type("e");
  await page.waitForSelector("#editor .cm-tooltip-autocomplete", { state: "detached" });
  await page.keyboard.press("Enter");
  assert.match(await written(page), /\n {4}draw 1 from pile\n {4}$/);
  await end();
});
