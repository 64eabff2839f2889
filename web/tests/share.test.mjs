// What is sent to others, what comes from them, and what is kept.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";

import { answered, bench, choose, dealt, ending, folder, idle, kept, leaf, palast, played, ready, seat, shut, started, step, write, written } from "./browser.mjs";

const RULE = 'layer kurz "Short game"\n\n# a note\n';

const opening = bench();

async function arrived(address = "", prepared = undefined) {
  const there = await opening(prepared, address);
  await (address === "" ? ready : started)(there.page);
  return there;
}

// What an address would say, whatever that is.
function fragment(what, said = JSON.stringify({ version: 1, texts: {}, players: null, seats: null, record: null, ...what })) {
  return deflateRawSync(Buffer.from(said)).toString("base64url");
}

// The address that the page makes of what it has.
async function address(page) {
  await step(page, "share");
  await page.click("#share-copy");
  await page.waitForSelector("#share-address");
  return page.inputValue("#share-address");
}

// What is shown in some places, but for the mark of what was moved last.
function seen(page, ...where) {
  return page.evaluate((places) => {
    return places.map((place) => {
      const shown = document.querySelector(place).cloneNode(true);
      shown.querySelectorAll(".mark").forEach((mark) => mark.remove());
      return shown.textContent.replaceAll(" ", "");
    }).join("\n");
  }, where);
}

test("a rule is sent by an address and taken over by somebody else, who loses nothing", async () => {
  const mine = await arrived();
  await choose(mine.page, "magier");
  await write(mine.page, RULE);
  await mine.page.waitForFunction(() => document.querySelectorAll("#players option").length > 1);
  await leaf(mine.page, "new");
  await mine.page.selectOption("#players", "4");
  const sent = await address(mine.page);
  assert.match(await mine.page.textContent("#share .said"), /your rule 'kurz', 4 players\n\d+ characters long/);
  await write(mine.page, `${RULE}# more\n`);
  await mine.page.waitForSelector("#share-address", { state: "detached" }); // it would say what is no longer there
  await mine.end();

  const theirs = await arrived();
  await write(theirs.page, 'layer other "Other"\n');
  await theirs.page.evaluate((hash) => (location.hash = hash), new URL(sent).hash);
  await theirs.page.waitForSelector("#notice-arrival");
  assert.match(await theirs.page.textContent("#notice-arrival"), /Short game \(kurz\)/);
  assert.equal(await theirs.page.evaluate(() => document.activeElement.id), "notice-arrival");
  assert.equal(await written(theirs.page), 'layer other "Other"\n');
  await theirs.page.click("[data-key=take-over]");
  await theirs.page.waitForFunction((rule) => localStorage.getItem("palast.text") === rule, RULE);
  assert.equal(await written(theirs.page), RULE);
  assert.equal(await theirs.page.inputValue("#base"), "magier");
  assert.equal(new URL(theirs.page.url()).hash, "");
  await dealt(theirs.page);
  assert.equal(await theirs.page.locator("#seats select").count(), 4);

  await step(theirs.page, "share");
  await theirs.page.click("#share .versions button");
  assert.equal(await written(theirs.page), 'layer other "Other"\n');
  assert.deepEqual(theirs.complaints, []);
  await theirs.end();
});

test("the address that is made of any choice of the settings opens again, and of none as well", async () => {
  const { page, complaints, end } = await opening(undefined, "", { kept: { seats: null } });
  await ready(page);
  await leaf(page, "new");
  const seats = page.locator("#seats select");
  const counts = page.locator("#players");
  const settings = async () => [await counts.inputValue(), await seats.evaluateAll((all) => all.map((each) => each.value))];
  const sitting = async (choice) => {
    await leaf(page, "new");
    for (const each of await seats.all()) {
      await each.selectOption(choice);
    }
  };
  const choices = await seats.first().locator("option").evaluateAll((all) => all.map((each) => each.value));
  assert.ok(choices.length >= 5, choices.join());
  const players = await counts.locator("option").evaluateAll((all) => all.map((each) => each.value));
  for (const [number, choice] of [null, ...choices].entries()) {
    await leaf(page, "new");
    if (choice !== null) {
      await counts.selectOption(players[number % players.length]);
      await sitting(choice);
    }
    const wanted = await settings();
    const { hash } = new URL(await address(page));
    await sitting(choices[number % choices.length]);
    await page.evaluate((sent) => (location.hash = sent), hash);
    await page.click("#notice-arrival [data-key=take-over]");
    await leaf(page, "new");
    assert.deepEqual(await settings(), wanted);
  }
  assert.deepEqual(complaints, []);
  await end();
});

test("what is not wanted is left, and an address that says nothing is told once", async () => {
  const hash = fragment({ rules: "ksr+kurz", texts: { kurz: RULE }, seats: ["person", "random", "random"] });
  const { page, complaints, end } = await arrived(`#${hash}`);
  await page.click("[data-key=leave]");
  assert.equal(await page.locator(".notice").count(), 0);
  assert.equal(await page.evaluate(() => localStorage.getItem("palast.text")), null);
  assert.equal(new URL(page.url()).hash, "");
  await page.evaluate(() => (location.hash = "#nonsense"));
  await page.waitForSelector("#notice-arrival");
  assert.match(await page.textContent("#notice-arrival"), /cannot be opened.*cannot read this link: it is damaged/s);
  assert.equal(new URL(page.url()).hash, "");
  await page.reload();
  await ready(page);
  assert.equal(await page.locator(".notice").count(), 0);
  assert.deepEqual(complaints, []);
  await end();
});

test("an address is out of the address bar before anything reads it, and one that a worker was ended over is not read again", async () => {
  const hash = fragment({ rules: "ksr+kurz", texts: { kurz: RULE } });
  const { page, complaints, end } = await opening(undefined, `#${hash}`);
  assert.equal(new URL(page.url()).hash, "");
  assert.notEqual(await page.getAttribute("body", "data-engine"), "ready");
  await page.waitForSelector("[data-key=take-over]");
  await page.reload();
  await page.click("[data-key=arrival-again]"); // it could be read, and nobody has decided yet
  await page.waitForSelector("#notice-arrival >> text=Short game (kurz)");
  await page.click("[data-key=leave]");

  await kept(page);
  const [worker] = page.workers();
  const ended = ending(worker);
  await worker.evaluate(() => void setTimeout(() => { for (;;); }, 0));
  const other = fragment({ rules: "ksr" });
  await page.evaluate((to) => (location.hash = to), other);
  await page.waitForFunction(() => location.hash === "");
  await page.click("#halt");
  await page.waitForSelector("#notice-arrival >> text=cannot be opened");
  await ready(page);
  await ended;
  await page.evaluate((to) => (location.hash = to), other);
  await page.waitForSelector("#notice-arrival >> text=This took too long before");
  await page.reload();
  await ready(page);
  assert.equal(await page.locator(".notice").count(), 0);
  assert.deepEqual(complaints, []);
  await end();
});

test("a button is clicked by the first click, though it is drawn anew while it is pressed", async () => {
  const { page, end } = await arrived();
  await choose(page, "kuhn");
  await dealt(page);
  await step(page, "share");
  await page.locator("#share-place").pressSequentially("https://example.org/bench/");
  await page.click("#share-copy");
  await page.waitForSelector("#share-address");
  assert.match(await page.inputValue("#share-address"), /^https:\/\/example\.org\/bench\/#/);
  const place = await page.locator("#share-copy").boundingBox();
  await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
  await page.mouse.down();
  await page.evaluate(() => {
    const old = document.getElementById("share-copy");
    const anew = old.cloneNode(true); // as an answer of the engine may have it drawn at any moment
    anew.addEventListener("click", () => (window.clicks = (window.clicks ?? 0) + 1));
    old.replaceWith(anew);
  });
  await page.mouse.up();
  assert.equal(await page.evaluate(() => window.clicks), 1);
  await end();
});

test("whatever takes the place of a game on the table, one can go back to that game", async () => {
  const { page, complaints, end } = await arrived();
  await choose(page, "ksr");
  await dealt(page);
  await page.click("#table .card.offered >> nth=0");
  await idle(page);
  const felt = () => seen(page, "#felt", "#hand");
  const first = await felt();
  await dealt(page);
  assert.notEqual(await felt(), first);
  await page.click("[data-key=aside-back]");
  await idle(page);
  assert.equal(await felt(), first);
  await dealt(page);
  await answered(page);
  assert.equal(await page.locator("#notice-aside").count(), 0, "one has gone on");
  const second = await felt();
  await step(page, "share");
  await page.click("[data-key=aside-0]");
  await page.waitForSelector("#notice-aside"); // of the second one
  await idle(page);
  assert.equal(await felt(), first);

  await step(page, "share");
  await page.check("#save-sure");
  const { text } = await saved(page, "#save-game");
  await open(page, "a.game", text);
  await page.click("[data-key=record-watch]");
  await page.waitForSelector("[data-key=step]");
  await page.click("[data-key=aside-back]");
  await idle(page);
  assert.equal(await felt(), first);
  await page.reload();
  await page.waitForSelector("#table:not([data-is=empty])");
  await idle(page);
  assert.equal(await felt(), first);
  await step(page, "share");
  await page.click("[data-key^=aside-]");
  await idle(page);
  assert.equal(await felt(), second);
  assert.deepEqual(complaints, []);
  await end();
});

test("no file and no other rules tell what is hidden in a game that goes on, unless somebody says that it is meant", async () => {
  const { page, end } = await arrived();
  await choose(page, "ksr");
  await dealt(page);
  await step(page, "share");
  for (const [button, box] of [["save-game", "save-sure"], ["replay", "replay-sure"]]) {
    await page.locator(`#${box}`).waitFor();
    assert.ok(await page.isDisabled(`#${button}`));
    await page.check(`#${box}`);
    assert.ok(await page.isEnabled(`#${button}`));
  }
  await dealt(page); // of which nobody has said so
  await step(page, "share");
  await page.waitForFunction(() => !document.getElementById("save-sure").checked && !document.getElementById("replay-sure").checked);
  await end();
});

test("the game on the table is sent when it is over, or when it is meant", async () => {
  const { page, end } = await arrived();
  await choose(page, "kuhn");
  await dealt(page);
  await step(page, "share");
  await page.check("#share-deal");
  assert.match(await page.textContent("#share"), /whoever gets it can see every hand/);
  assert.ok(await page.isDisabled("#share-copy"));
  await page.check("#share-sure");
  const sent = await address(page);
  const before = await seen(page, "#felt", "#hand");
  await end();

  const theirs = await arrived(sent);
  assert.match(await theirs.page.textContent("#notice-arrival"), /Player 1, Player 2; \d+ turns? so far/);
  assert.equal(await theirs.page.getAttribute("#table", "data-is"), "empty");
  await theirs.page.click("[data-key=take-over]");
  await theirs.page.waitForSelector("#table:not([data-is=empty])");
  await idle(theirs.page);
  assert.equal(await seen(theirs.page, "#felt", "#hand"), before);
  await theirs.end();
});

test("the game on the table is there again after a reload, and when the engine had to begin anew", async () => {
  const { page, complaints, end } = await arrived();
  await choose(page, "ksr");
  await dealt(page);
  const stored = () => page.evaluate(() => sessionStorage.getItem("palast.game"));
  const begun = await stored();
  await page.click("#table .card.offered >> nth=0");
  await idle(page);
  const look = () => seen(page, "#felt", "#hand", "#question", "#ask");
  const before = await look();
  await page.waitForFunction((begun) => sessionStorage.getItem("palast.game") !== begun, begun);
  await kept(page);
  await page.reload();
  await page.waitForSelector("#table:not([data-is=empty])");
  await idle(page);
  assert.equal(await look(), before);
  const [worker] = page.workers();
  await worker.evaluate(() => self.postMessage({ what: "dead", why: "out of stack" }));
  await page.waitForSelector("#table[data-is=empty]", { state: "attached" });
  await page.waitForSelector("#table:not([data-is=empty])");
  await idle(page);
  assert.equal(await look(), before);
  assert.deepEqual(complaints, []);
  await end();
});

test("the one file opens what was sent, and says that nobody else can open it; the address leads where they have it", async () => {
  const disk = folder();
  const single = join(disk.path, "bench.html");
  await palast("web", "--single", single);
  const hash = fragment({ rules: "ksr+kurz", texts: { kurz: RULE } });
  const { page, complaints, end } = await arrived(`${pathToFileURL(single).href}#${hash}`);
  await page.click("[data-key=take-over]");
  await page.waitForSelector("#notice-arrival >> text=It is yours now");
  assert.equal(await written(page), RULE);
  assert.equal(new URL(page.url()).hash, "");
  assert.match(await address(page), /^#[\w-]+$/);
  assert.match(await page.textContent("#share"), /nobody else can open it/);
  await page.fill("#share-place", "https://example.org/bench/");
  const sent = await address(page);
  assert.match(sent, /^https:\/\/example\.org\/bench\/#[\w-]+$/);
  await page.fill("#share-received", sent);
  await page.click("[data-key=share-open]");
  await page.waitForSelector("#notice-arrival >> text=Short game (kurz)");
  assert.deepEqual(complaints, []);
  await end();
  disk.end();
});

test("of several people at one device nobody sees the others' cards after a reload", async () => {
  const { page, end } = await arrived();
  await seat(page, 1, "person");
  await dealt(page);
  await page.waitForFunction(() => sessionStorage.getItem("palast.game") !== null);
  await page.reload();
  await idle(page);
  assert.equal(await page.getAttribute("#table", "data-is"), "covered");
  assert.equal(await page.locator("#table .card").count(), 0);
  await end();
});

// Opens a file as if somebody had chosen it.
function open(page, name, text) {
  return page.setInputFiles("#file", { name, mimeType: "", buffer: Buffer.from(text) });
}

async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) {
    chunks.push(chunk);
  }
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString() };
}

test("a rule and a game are saved as files, and opened by somebody else: watched, gone on with, played by other rules", async () => {
  const mine = await arrived();
  await choose(mine.page, "ksr");
  await write(mine.page, RULE);
  await dealt(mine.page);
  await mine.page.click("#table .card.offered >> nth=0");
  await idle(mine.page);
  const hand = await seen(mine.page, "#felt .own", "#hand");
  await step(mine.page, "share");
  await kept(mine.page);
  await mine.page.check("#save-sure");
  const rule = await saved(mine.page, "#save-rule");
  const game = await saved(mine.page, "#save-game");
  assert.deepEqual([rule.name, rule.text], ["kurz.rules", RULE]);
  assert.equal(game.name, "ksr+kurz.game");
  assert.match(await mine.page.textContent("#share"), /shows all hands/);
  await mine.end();

  const { page, complaints, end } = await arrived();
  await step(page, "share");
  await open(page, "a.game", game.text); // it contains its rules
  await page.waitForSelector("[data-key=record-watch]");
  await page.click("[data-key=record-watch]");
  await page.waitForSelector("[data-key=step]");
  let steps = 0;
  for (; (await page.locator("[data-key=step]").count()) > 0; steps++) {
    const told = await page.locator("#log li").count();
    await page.click("[data-key=step]");
    await page.waitForFunction((before) => document.querySelectorAll("#log li").length > before, told);
    await idle(page);
  }
  assert.ok(steps >= 1, `${steps} steps`);
  await step(page, "share");
  await open(page, "a.game", game.text);
  await page.click("[data-key=record-on]");
  await page.waitForSelector("#felt .own");
  await idle(page);
  assert.equal(await seen(page, "#felt .own", "#hand"), hand);
  await played(page); // a whole game, which surely differs somewhere

  await step(page, "share");
  await open(page, "k.rules", rule.text);
  await page.waitForSelector("#notice-file >> text='k.rules' is in the editor");
  await step(page, "share");
  await page.click("#replay");
  await page.waitForSelector("text=By these rules the whole game goes the same way.");
  await choose(page, "magier");
  await step(page, "share");
  await page.waitForSelector("text=By these rules the whole game goes the same way.", { state: "detached" });
  await page.click("#replay");
  await page.waitForSelector("[data-key=show-replay-different]");
  await page.click("[data-key=show-replay-different]");
  await page.waitForSelector("#table .card");
  assert.deepEqual(complaints, []);
  await end();
});

test("a game that takes too many steps stops, says so, and goes on when it is allowed more", async () => {
  const disk = folder();
  const file = join(disk.path, "a.game");
  const stopped = palast("play", "ksr", "--seed", "1", "--budget", "200", "--record", file);
  await assert.rejects(stopped, /ended with 1/); // after the set-up, which takes 151 steps
  const { page, complaints, end } = await arrived();
  await step(page, "share");
  await page.setInputFiles("#file", file);
  await page.click("[data-key^=record-on]");
  await page.click("[data-key=step]");
  const more = page.locator("[data-key=continue]");
  await more.waitFor();
  assert.match(await page.locator("#reason").innerText(), /The game has stopped[^]*too many steps/);
  await more.click();
  await more.waitFor({ state: "detached" });
  await idle(page);
  const told = await page.locator("#log li").count();
  await page.click("[data-key=step]");
  await page.waitForFunction((before) => document.querySelectorAll("#log li").length > before, told);
  assert.deepEqual(complaints, []);
  await end();
  disk.end();
});

test("what is no rule and no game is told, and nothing is lost", async () => {
  const { page, complaints, end } = await arrived();
  await write(page, RULE);
  await choose(page, "kuhn");
  await write(page, "");
  await dealt(page);
  await page.waitForFunction(() => sessionStorage.getItem("palast.game") !== null);
  const game = await page.evaluate(() => JSON.parse(sessionStorage.getItem("palast.game")).record);
  await write(page, RULE);
  await step(page, "share");
  for (const [name, content, told] of [
    ["photo.rules", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]), "no text"],
    ["large.game", " ".repeat(1_000_001), "too large"],
    ["diary.txt", "Dear diary <img src=x onerror=alert(1)>", "does not begin as"],
  ]) {
    await open(page, name, content);
    await page.waitForSelector(`#notice-file >> text=${told}`);
  }
  for (const [record, told] of [
    [game.slice(0, game.length / 2), "cannot be opened"],
    [game.replace(/digest \w+/, "digest 0123456789abcdef"), "not the rules of this game"],
    [game.replace("rulespec record 2", "rulespec record 9"), "cannot be opened"],
    ["rulespec record 1\nrules ../../etc\nplayers <b>\n", "cannot be opened"],
  ]) {
    await open(page, "a.game", record);
    await page.click("[data-key^=record-on], [data-key=record-end]");
    await page.waitForSelector(`#notice-record >> text=${told}`);
    assert.equal(await page.locator(".notice img, .notice b").count(), 0);
    await page.click("#notice-record [data-key=put-away]");
  }
  assert.equal(await written(page), RULE);
  await page.waitForSelector("#table .card");
  assert.deepEqual(complaints, []);
  await end();
});

test("two tabs do not overwrite each other unnoticed, and a browser that keeps nothing is told", async () => {
  const { page, complaints, end } = await arrived();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await ready(other);
  await write(page, RULE);
  await other.waitForSelector("#notice-elsewhere");
  await other.click("[data-key=take-theirs]");
  assert.equal(await written(other), RULE);
  await write(other, 'layer two "Two"\n');
  await page.waitForSelector("#notice-elsewhere");
  await page.click("[data-key=keep-mine]");
  assert.equal(await written(page), RULE);
  assert.deepEqual(complaints, []);
  await end();

  const full = await arrived("", (fresh) =>
    fresh.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    }),
  );
  await write(full.page, RULE);
  await full.page.waitForSelector("#notice-losing");
  await choose(full.page, "kuhn");
  await write(full.page, "");
  await dealt(full.page);
  assert.deepEqual(full.complaints, []);
  await full.end();
});

const HOSTILE = [
  fragment({}, "["),
  fragment({}, " ".repeat(20_000_000)), // small, until it is inflated
  fragment({}, '\\"'.repeat(499_000)),
  "A".repeat(100_001),
  "%00%ff",
  fragment({}, "[".repeat(100_000)),
  fragment({ rules: "__proto__" }).slice(0, -8),
  fragment({ rules: "ksr", texts: { __proto__: RULE } }),
  fragment({}, '{"version":1,"rules":"ksr+__proto__","texts":{"__proto__":"layer __proto__"},"players":null,"seats":null,"record":null}'),
  fragment({ rules: "ksr+<img src=x onerror=alert(1)>", texts: { "<img src=x onerror=alert(1)>": RULE } }),
  fragment({ rules: "ksr+kurz", texts: { kurz: 'layer kurz "<script>alert(1)</script>"\n<img src=x onerror=alert(1)>\n' } }),
  fragment({ rules: "ksr+kurz", texts: { kurz: `layer kurz "x"\nvalue deep: ${"(".repeat(5_000)}1\n` } }),
  fragment({ rules: "ksr", texts: { ksr: 'ruleset ksr "\u202egnorw"\n' } }),
  fragment({ rules: "ksr", texts: Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`t${n}`, RULE])) }),
  fragment({ rules: "ksr", players: 1e9, seats: Array(5_000).fill("person") }),
  fragment({ rules: "ksr", players: 3, seats: ["ismcts:9999999", "constructor", "toString"] }),
  fragment({ rules: "ksr", record: "x".repeat(900_000) }),
  fragment({ rules: "ksr", record: "rulespec record 1\nrules ksr\nplayers <b>x</b>, __proto__\n" }),
  fragment({ rules: "mars+venus" }),
];

test("no address breaks the page: it is told or refused, nothing of it runs, and one's own rule is there", async () => {
  const { page, complaints, end } = await arrived();
  const dialogs = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    return dialog.dismiss();
  });
  await write(page, RULE);
  const [worker] = page.workers();
  let offered = 0;
  for (const hash of HOSTILE) {
    await page.evaluate(() => document.getElementById("notices").replaceChildren());
    await page.evaluate((to) => (location.hash = to), `#${hash}`);
    await page.waitForSelector("#notice-arrival");
    if ((await page.locator("[data-key=take-over]").count()) > 0) {
      offered++;
      assert.equal(await written(page), RULE);
      await page.click("[data-key=take-over]");
      await page.waitForSelector("#notice-arrival [data-key=put-away]");
      await step(page, "share");
      await page.click("#share .versions li:has-text('kurz \"Short') button");
    }
    assert.equal(await page.locator(".notice img, .notice script, .notice b, #table img, #share img").count(), 0);
    assert.equal(new URL(page.url()).hash, "");
    assert.equal(await written(page), RULE);
  }
  assert.ok(offered >= 5 && offered < HOSTILE.length - 5, `${offered} were offered`);
  assert.equal(page.workers()[0], worker);
  assert.deepEqual([dialogs, complaints], [[], []]);
  await end();
});

test("hundreds of damaged addresses are refused or read by the page's own session, which goes on", async () => {
  const { page, end } = await arrived();
  const whole = fragment({ rules: "ksr+kurz", texts: { kurz: RULE.repeat(20) }, players: 3, seats: ["person", "random", "random"] });
  let seed = 1;
  const random = (below) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const letters = "ABCXYZabcxyz0189-_%#<";
  const damaged = Array.from({ length: 400 }, () => {
    const at = random(whole.length);
    return random(3) === 0 ? whole.slice(0, at) : whole.slice(0, at) + letters[random(letters.length)] + whole.slice(at + 1 + random(3));
  });
  const [worker] = page.workers();
  const answers = await worker.evaluate(async (all) => {
    const post = self.postMessage.bind(self);
    const told = [];
    self.postMessage = (message) => (message.id >= 1e6 ? told.push(message.text) : post(message));
    all.forEach((each, at) => self.dispatchEvent(new MessageEvent("message", { data: { id: 1e6 + at, text: JSON.stringify({ kind: "receive", fragment: each }) } })));
    while (told.length < all.length) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    self.postMessage = post;
    return told.map((text) => JSON.parse(text));
  }, damaged);
  assert.equal(answers.length, damaged.length);
  const refused = answers.filter(({ error }) => error !== undefined);
  assert.ok(refused.length > 300, `${refused.length} were refused`);
  assert.deepEqual(refused.filter(({ error }) => error.code === "bug" || error.message === ""), []);
  await choose(page, "kuhn");
  await dealt(page);
  await end();
});
