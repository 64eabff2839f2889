// The table, as somebody plays at it: by clicking cards, in both languages, alone or with others at one device.

import assert from "node:assert/strict";
import { test } from "node:test";

import { answered, bench, choose, dealt, idle, leaf, played, ready, seat, shut, speak, step, stretch } from "./browser.mjs";

const PHONE = { width: 390, height: 844 };

const open = bench();

// At a table of so many players: persons first, then bots. A game of its own is written into the editor.
async function sat(rules, players, { persons = 1, bot = "random", size, own = "", seed = 1 } = {}) {
  const seats = Array.from({ length: players }, (_, at) => (at < persons ? "person" : bot)).join(",");
  const kept = { players: String(players), seats, ...(own === "" ? { base: rules } : { text: own }) };
  const visit = await open(undefined, "", { seed, kept, ...(size && { viewport: size }) });
  await ready(visit.page);
  return visit;
}

// What of some elements is not in sight, or lies under something else.
function outOfSight(page, ...selectors) {
  return page.evaluate((all) => {
    const hidden = (each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const front = document.elementFromPoint(x, y);
      return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || !(each.contains(front) || front?.contains(each));
    };
    const found = all.flatMap((selector) => {
      const elements = [...document.querySelectorAll(selector)];
      return elements.length === 0 ? [`${selector} is not there`] : elements.filter(hidden).map((each) => each.outerHTML);
    });
    return found;
  }, selectors);
}

// Which cards of one's hand are not within the window, or have no stretch that a finger hits. Cards of a hand overlap.
function outOfReach(page) {
  return page.evaluate(() => {
    const reached = (card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect();
      let most = 0;
      for (const y of [0.25, 0.5, 0.75].map((share) => top + share * (bottom - top))) {
        let run = 0;
        for (let x = Math.ceil(left); x < right; x++) {
          run = card.contains(document.elementFromPoint(x, y)) ? run + 1 : 0;
          most = Math.max(most, run);
        }
      }
      return left >= -1 && right <= innerWidth + 1 && top >= 0 && bottom <= innerHeight + 1 && most >= 16;
    };
    return [...document.querySelectorAll("#hand .card")].filter((card) => !reached(card)).map((card) => card.outerHTML);
  });
}

// What lies on the table and in one's hand, but for the marks of what was moved last.
function lying(page) {
  return page.evaluate(() => {
    return ["felt", "hand"].map((place) => {
      const shown = document.getElementById(place).cloneNode(true);
      shown.querySelectorAll(".mark").forEach((mark) => mark.remove());
      return shown.textContent.replaceAll(" ", "");
    }).join("\n");
  });
}

for (const [rules, players] of [
  ["kuhn", 2],
  ["mau-mau", 3],
  ["ksr", 3],
]) {
  test(`a whole game of ${rules} is played by clicking, and its story is told`, async () => {
    const { page, complaints, end } = await sat(rules, players);
    const clicks = await played(page);
    for (let deals = 1; rules === "ksr" && clicks.several === 0 && deals < 6; deals++) {
      await dealt(page);
      clicks.several += (await played(page)).several;
    }
    assert.ok(clicks.all >= 1);
    assert.ok(rules === "kuhn" || clicks.cards >= 1, `${clicks.cards} cards were clicked`);
    assert.ok(rules !== "ksr" || clicks.several >= 1, "no answer had several cards");
    assert.match(await page.textContent("#state"), /The game is over/);
    assert.match(await page.locator("#log li").last().textContent(), /wins|win|nobody/i);
    assert.equal(await page.locator("#felt .panel:not(.middle) h3").count(), players);
    await shut(page);
    await leaf(page, "story");
    assert.ok(await page.locator("#log li").last().evaluate((line) => {
      const { bottom } = line.getBoundingClientRect();
      return bottom > 0 && bottom <= Math.min(innerHeight, line.closest("section").getBoundingClientRect().bottom) + 1;
    }), "the newest is in sight");
    assert.deepEqual(complaints, []);
    await end();
  });
}

test("the page and its game change their language in place, the game goes on, and the choice is kept", async () => {
  const { page, end } = await sat("ksr", 3);
  await answered(page);
  const story = await page.locator("#log li").count();
  const cards = () => page.locator("#table [data-card]").evaluateAll((all) => all.map((each) => each.dataset.card));
  const before = await cards();
  await page.selectOption("#language", "de");
  assert.equal(await page.textContent("#table-title"), "Der Tisch");
  assert.equal(await page.getAttribute("html", "lang"), "de");
  await page.waitForSelector("#table[data-speaks=de]");
  await idle(page);
  assert.deepEqual(await cards(), before);
  assert.ok((await page.locator("#log li").count()) > story / 2);
  assert.match(await page.textContent("#question"), /Spielst|Welche|Wen|Wem|Was|Wie|Möchtest|\p{L}+st du/u);
  assert.ok((await answered(page)) !== null);
  await page.reload();
  assert.equal(await page.textContent("#table-title"), "Der Tisch");
  await end();
});

test("whoever plays by keyboard keeps the focus on something that can be done", async () => {
  const { page, end } = await sat("ksr", 3);
  for (let answers = 0; answers < 4; answers++) {
    await page.locator("#table .card.offered, #ask .buttons button").first().focus();
    await page.keyboard.press("Enter");
    await idle(page);
    const focused = await page.evaluate(() => document.activeElement?.closest("#table") !== null && document.activeElement !== document.body);
    assert.ok(focused, `after ${answers + 1} answers`);
  }
  await end();
});

test("of several people at one device, each sees the table once the others have passed it on", async () => {
  const { page, end } = await sat("ksr", 3, { persons: 3 });
  const seen = new Set();
  let held = new Set();
  let covers = 0;
  for (let answers = 0; answers < 80 && covers < 2; answers++) {
    const is = await page.getAttribute("#table", "data-is");
    if (is === "covered") {
      assert.equal(await page.locator("#table .card, #log li, #reason *, #happened *, #question *").count(), 0);
      const told = await page.locator("#table").evaluate((table) => table.outerHTML + document.getElementById("story").outerHTML + document.title);
      assert.deepEqual([...held].filter((card) => told.includes(card)), []);
      covers += held.size > 0 ? 1 : 0;
      await page.click("[data-key=uncover]");
    } else if (is === "waiting") {
      await page.click("[data-key=cover]");
    } else {
      seen.add(await page.textContent("#felt .own h3"));
      held = new Set(await page.locator("#hand .card").evaluateAll((all) => all.map((each) => each.dataset.said.split(", ")[0])));
      await page.click("#ask [data-key=why]");
      await page.keyboard.press("Escape");
      await answered(page);
    }
    await idle(page);
  }
  assert.ok(seen.size >= 2 && covers >= 2, `${[...seen].join(" ")}, ${covers} covers`);
  await end();
});

test("bots alone are watched step by step", async () => {
  const { page, end } = await open();
  await ready(page);
  await choose(page, "kuhn");
  await seat(page, 0, "random");
  await page.selectOption("#pace", "step");
  await dealt(page);
  let steps = 0;
  for (; (await page.locator("[data-key=step]").count()) > 0; steps++) {
    assert.match(await page.textContent("#state"), /answers next/); // who waits for a click is not said to think
    await page.click("[data-key=step]");
    await idle(page);
  }
  assert.ok(steps >= 2, `${steps} steps`);
  assert.match(await page.textContent("#state"), /The game is over/);
  await end();
});

test("on a phone whose turn it is, the question, one's own hand and what was just done are in sight together", async () => {
  const { page, end } = await sat("ksr", 3, { size: PHONE });
  let positions = 0;
  for (let answers = 0; answers < 25 && (await page.getAttribute("#table", "data-is")) === "asked"; answers++) {
    if (await page.isHidden("#pause")) {
      assert.deepEqual(await outOfSight(page, "#question", "#state", ...(positions > 0 ? ["#happened"] : []), "#ask [data-key=why]"), []);
      assert.deepEqual(await outOfReach(page), []);
      positions++;
    }
    assert.ok((await page.evaluate("document.documentElement.scrollWidth")) <= PHONE.width);
    await answered(page);
  }
  assert.ok(positions >= 5, `${positions} positions`);
  await end();
});

test("a whole game with five seats is played on a phone, and no card's name is cut", async () => {
  const { page, complaints, end } = await sat("ksr", 5, { size: PHONE });
  let names = 0;
  for (let clicks = 0; clicks < 400 && (await answered(page)) !== null; clicks++) {
    const cards = await page.evaluate(() => {
      const all = [...document.querySelectorAll("#table .card .kind")];
      const cut = all.filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1);
      return { all: all.length, cut: cut.map((each) => each.outerHTML), wide: document.documentElement.scrollWidth };
    });
    assert.deepEqual([cards.cut, cards.wide], [[], PHONE.width]);
    names += cards.all;
  }
  assert.match(await page.textContent("#state"), /The game is over/);
  assert.ok(names > 200, `${names} names`);
  assert.deepEqual(complaints, []);
  await end();
});

test("a hint is asked for, the page stays usable while it is sought, and it is taken by a click", async () => {
  const { page, end } = await sat("ksr", 3);
  await page.click("[data-key=hint]");
  assert.ok(await page.isVisible("#ask progress"));
  await page.click("[data-key=why]"); // while it is sought
  await page.waitForSelector("#reason:popover-open");
  await page.keyboard.press("Escape");
  const first = page.locator('[data-key="hinted 0"]');
  await first.waitFor();
  const hinted = page.locator("#hand .card:has(.mark)", { hasText: "Hint" });
  assert.equal(await hinted.count(), 1);
  const card = await hinted.getAttribute("data-card");
  const name = (await hinted.getAttribute("data-said")).split(", ")[0];
  assert.ok(name.startsWith(await first.textContent()), name);
  const steps = await page.locator("#log li").count();
  await first.click();
  await idle(page);
  assert.ok((await page.locator("#log li").allTextContents()).slice(steps - 1).join(" ").includes(name.replace(/ \(\d+\)$/u, "")));
  assert.equal(await page.locator(`#hand [data-card="${card}"]`).count(), 0);
  assert.equal(await page.locator(".hinting").count(), 0);
  await end();
});

test("taking back is offered where it is possible, and says why where it is not", async () => {
  const { page, end } = await sat("ksr", 3);
  const undo = page.locator("[data-key=undo]");
  assert.equal(await undo.count(), 0, "nothing was answered yet");
  const seen = { possible: 0, refused: 0 };
  for (let answers = 0; answers < 80 && (seen.possible < 1 || seen.refused < 2); answers++) {
    const before = await lying(page);
    const picked = await page.locator("#table .picked").count();
    const what = await answered(page);
    if (what === null) {
      await dealt(page);
      continue;
    }
    if (what === "[data-key=go-on]" || (await page.isVisible("#pause")) || (await undo.count()) === 0) {
      continue; // no answer of one's own, or an answer of several is being clicked
    }
    if ((await undo.getAttribute("class")).includes("refused")) {
      const now = await lying(page);
      await undo.click();
      await page.waitForSelector("#reason:popover-open");
      assert.match(await page.textContent("#reason"), /since|depends|deciding/);
      await page.keyboard.press("Escape");
      assert.equal(await page.evaluate(() => document.activeElement?.dataset.key), "undo");
      assert.equal(await lying(page), now);
      seen.refused++;
    } else if (picked === 0 && (await page.locator("#table .picked").count()) === 0) {
      await undo.click();
      await idle(page);
      assert.equal(await lying(page), before);
      seen.possible++;
      await answered(page);
    }
  }
  assert.ok(seen.possible >= 1 && seen.refused >= 2, JSON.stringify(seen));
  await end();
});

test("a greyed card says why beside it, and the keyboard comes back to it", async () => {
  const { page, end } = await sat("ksr", 3, { size: PHONE });
  const greyed = page.locator("#table .card.refused").first();
  for (let answers = 0; answers < 200 && (await greyed.count()) === 0; answers++) {
    if ((await answered(page)) === null) {
      await dealt(page);
    }
  }
  const key = await greyed.getAttribute("data-key");
  await greyed.focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("#reason:popover-open");
  const [card, reason] = [await greyed.boundingBox(), await page.locator("#reason").boundingBox()];
  const apart = Math.max(reason.y - card.y - card.height, card.y - reason.y - reason.height);
  assert.ok(apart < 20 && reason.x >= 0 && reason.x + reason.width <= PHONE.width, `${apart} pixels apart`);
  assert.ok((await page.textContent("#reason .said")).length > 10);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.key), key);
  await end();
});

for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]]) {
  test(`a hint leaves one's hand where it is, in sight, ${width} pixels wide`, async () => {
    for (const [rules, players, seed] of [["ksr", 3, 1], ["ksr", 3, 34], ["mau-mau", 2, 1]]) {
      const { page, end } = await sat(rules, players, { size: { width, height }, seed });
      let hints = 0;
      for (let answers = 0; answers < 12 && hints < 3; answers++) {
        if ((await page.locator("[data-key=hint]").count()) > 0 && (await page.isHidden("#pause"))) {
          const before = await page.locator("#hand .card").first().boundingBox();
          await page.locator("[data-key=hint]").evaluate((hint) => (hint.focus({ preventScroll: true }), hint.click()));
          await page.locator('[data-key="hinted 0"]').waitFor();
          const now = await page.locator("#hand .card").first().boundingBox();
          assert.ok(Math.abs(now.y - before.y) <= 1, `${rules}: from ${before.y} to ${now.y}`);
          assert.deepEqual([...(await outOfReach(page)), ...(await outOfSight(page, "#question"))], [], rules);
          hints++;
        }
        if ((await answered(page)) === null) {
          await dealt(page);
        }
      }
      assert.ok(hints >= 3, `${rules}: ${hints} hints`);
      await end();
    }
  });

  test(`whatever can be clicked is as large as a finger needs it, ${width} pixels wide`, async () => {
    const { page, end } = await sat("ksr", 3, { size: { width, height } });
    await answered(page);
    let seen = 0;
    for (const place of ["the table", "rules", "new", "story", "write", "holds", "impact", "share"]) {
      await shut(page);
      if (["rules", "new", "story"].includes(place)) {
        await leaf(page, place);
      } else if (place !== "the table") {
        await step(page, place);
      }
      await page.evaluate(() => document.querySelectorAll("details").forEach((each) => (each.open = true)));
      const targets = await page.evaluate(() => {
        const all = [...document.querySelectorAll("button, select, summary, input:not([type=checkbox], [type=file]), label:has([type=checkbox])")];
        return all.filter((each) => each.checkVisibility()).map((each) => {
          const { width, height } = each.getBoundingClientRect();
          return { what: each.outerHTML.slice(0, 120), small: Math.min(width, height) < 24 };
        });
      });
      assert.deepEqual(targets.filter(({ small }) => small), [], place);
      seen += targets.length;
    }
    assert.ok(seen > 100, `${seen} targets`);
    await end();
  });

  test(`nothing of where one sits lies on anything else, in either language, ${width} pixels wide`, async () => {
    const { page, end } = await sat("ksr", 5, { size: { width, height } });
    await leaf(page, "new");
    for (const language of ["en", "de"]) {
      await page.selectOption("#language", language);
      await page.waitForSelector(`#seats label:has-text("${language === "de" ? "Gelb" : "Yellow"}")`);
      const apart = await page.evaluate(() => {
        const all = [...document.querySelectorAll("#seats label, #seats select")].map((each) => [each, each.getBoundingClientRect()]);
        const { right } = document.getElementById("seats").getBoundingClientRect();
        const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
        return all.flatMap(([each, box]) => [
          ...(box.right > right + 1 ? [`beyond: ${each.outerHTML}`] : []),
          ...all.filter(([other, its]) => !each.contains(other) && !other.contains(each) && meet(box, its)).map(() => each.outerHTML),
        ]);
      });
      assert.equal(await page.locator("#seats select").count(), 5);
      assert.deepEqual(apart, [], language);
    }
    await end();
  });
}

test("suits are drawn as what they are called, in any language, and other words by shapes of their own", async () => {
  for (const [suits, signs] of [
    ["Kreuz, Pik, Herz, Karo", "♣♠♥♦"],
    ["spades, hearts, clubs, Diamonds", "♠♥♣♦"],
    ["pique, cœur, carreau, trèfle", "♠♥♦♣"],
    ["sun, moon, stars, hearts", "---♥"],
  ]) {
    const { page, end } = await sat("many", 2, { own: MANY.replace("clubs, diamonds, hearts, spades", suits) });
    const drawn = await page.locator("#hand .card").evaluateAll((all) => {
      const shapes = [...new Set(all.flatMap((each) => each.querySelector("path")?.getAttribute("d") ?? []))];
      const sign = (each) => each.querySelector(".pip")?.textContent[0] ?? each.querySelector("span.shape")?.textContent[0] ?? `shape ${shapes.indexOf(each.querySelector("path").getAttribute("d"))}`;
      return [...new Set(all.map((each) => `${each.dataset.said.split(" ").at(-1)} ${sign(each)}`))];
    });
    const own = suits.split(", ").filter((_, at) => signs[at] === "-");
    const shapes = drawn.filter((each) => own.some((word) => each.startsWith(`${word} shape `)));
    assert.equal(new Set(shapes.map((each) => each.split(" ").at(-1))).size, own.length, "each has a shape of its own");
    const wanted = [...suits.split(", ").map((word, at) => `${word} ${signs[at]}`), ...shapes];
    assert.ok(drawn.length >= 3, drawn.join());
    assert.deepEqual(drawn.filter((each) => !wanted.includes(each)), []);
    await end();
  }
});

test("the end of a round is told over the table: why it came, and what it brought", async () => {
  for (const width of [1440, 390]) {
    const { page, end } = await sat("ksr", 3, { size: { width, height: 844 } });
    let ends = 0;
    for (let answers = 0; answers < 150 && ends < 3; answers++) {
      if (await page.isVisible("#pause")) {
        const panel = page.locator("#pause");
        const over = (await page.getAttribute("#table", "data-is")) === "over";
        assert.match(await panel.locator("h2").textContent(), over ? /The game is over|You have won/ : /The round is over/);
        assert.match(await panel.locator(".lead").textContent(), /\p{L}+ .*\.$/u);
        assert.equal(await panel.locator(".tally tr").count() % 3, 0);
        assert.ok((await panel.locator(".tally tr").count()) >= 3);
        assert.ok(await panel.evaluate((each) => each.scrollHeight <= each.clientHeight + 1), "none of it is cut");
        assert.deepEqual(await outOfSight(page, "#pause h2", "#pause .lead", "#pause .tally", "#pause .acts button"), []);
        assert.ok((await page.locator("#log .ends").count()) > 0);
        ends++;
      }
      if ((await answered(page)) === null) {
        await dealt(page);
      }
    }
    assert.ok(ends >= 3, `${ends} ends`);
    await end();
  }
});

test("in a low window one goes on after a round without scrolling", async () => {
  const { page, end } = await sat("skat", 3, { size: { width: 1024, height: 560 } });
  for (let answers = 0; answers < 80 && (await page.isHidden("#pause")); answers++) {
    await answered(page);
  }
  assert.ok(await page.locator("#pause").evaluate((each) => each.scrollHeight > each.clientHeight + 1), "it is too long for the window");
  assert.deepEqual(await outOfSight(page, "#pause h2", "#pause .acts button"), []);
  await end();
});

test("no card that flies is larger than the cards on the table", async () => {
  const watching = (fresh) =>
    fresh.addInitScript(() => {
      window.flown = [];
      new MutationObserver((all) => {
        for (const flying of all.flatMap(({ addedNodes }) => [...addedNodes]).filter((each) => each.classList?.contains("flying"))) {
          const [{ scale }] = flying.getAnimations()[0].effect.getKeyframes();
          const largest = Math.max(...[...document.querySelectorAll("#table .card")].map((each) => each.offsetWidth));
          window.flown.push((Number(scale) * flying.offsetWidth) / largest);
        }
      }).observe(document, { childList: true, subtree: true });
    });
  const kept = { base: "ksr", players: "3", seats: "person,random,random" };
  const { page, end } = await open(watching, "", { kept, reducedMotion: "no-preference" });
  await ready(page);
  for (let answers = 0; answers < 60 && (await page.locator("#log .round").count()) < 3; answers++) {
    await page.waitForFunction(() => document.querySelector(".flying") === null);
    if ((await answered(page)) === null) {
      await dealt(page);
    }
  }
  const flown = await page.evaluate(() => window.flown);
  assert.ok(flown.length > 30, `${flown.length} flights`);
  assert.deepEqual(flown.filter((each) => each > 1.25), []); // cards of a hand are slanted, which makes their boxes wider
  await end();
});

const MANY = `ruleset many "Thirty cards in hand"
players 2
at most 400 turns
word suit: clubs, diamonds, hearts, spades
numbers rank: 1 to 30
cards deck in pile
    1 of each rank in each suit
zone pile, shuffled
zone hand of player, seen by owner
zone heap, in a row, seen by all
set-up
    players: draw 30 from pile to own hand
    draw 60 from pile to heap
turn
    choose one and another from own hand
    choose n from 0 to 300
    move one to heap
    move another to heap
game ends over after turn: hand of players is empty
winners: players, with highest rank of last of heap
`;

test("of many hundreds of answers each is found by clicking, in a large hand and a long list of numbers", async () => {
  const { page, end } = await sat("many", 2, { size: PHONE, own: MANY });
  assert.match(await page.textContent("#ask summary"), /first 200 of 435/);
  const cards = page.locator("#hand .card");
  assert.equal(await cards.count(), 30);
  const names = [await cards.nth(28).getAttribute("data-key"), await cards.nth(29).getAttribute("data-key")];
  for (const name of names) {
    const card = page.locator(`[data-key="${name}"]`);
    await card.click(await stretch(card));
    await idle(page);
  }
  assert.match(await page.textContent("#state"), /2 of 2 picked/);
  await page.click("[data-key=take]");
  await idle(page);
  await page.selectOption("#ask select", "number 287");
  await page.click("[data-key=number]");
  await idle(page);
  assert.equal(await cards.count(), 28);
  assert.match(await page.locator("#log li").allTextContents().then((all) => all.join(" ")), /287/);
  await page.click("#felt .middle .turner button"); // the earlier ones of the heap
  assert.ok((await page.locator("#felt .middle .card").count()) >= 60);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), PHONE.width);
  await end();
});

test("how fast bots answer is changed in the middle of a game, and pauses are left out at will", async () => {
  const { page, end } = await sat("ksr", 3);
  await page.selectOption("[data-key=pace]", "slow");
  assert.equal(await page.inputValue("#pace"), "slow");
  const skip = page.locator("[data-key=skip]");
  for (let answers = 0; answers < 40 && (await skip.count()) === 0; answers++) {
    await page.locator("[data-key=take], #table .card.offered, #ask .buttons [data-key]").first().click();
    await page.waitForFunction(() => {
      const { ariaBusy, dataset } = document.getElementById("table");
      return ariaBusy === "false" && (dataset.is === "asked" || document.querySelector("[data-key=skip]") !== null);
    });
  }
  const story = await page.locator("#log li").count();
  await skip.click();
  await idle(page);
  assert.ok((await page.locator("#log li").count()) > story);
  assert.equal(await page.inputValue("#more [data-key=pace]"), "slow");
  await end();
});

test("who thinks is seen while he thinks, and he can be told to answer at random", async () => {
  const { page, end } = await sat("ksr", 3, { bot: "ismcts:300" });
  await page.locator("#table .card.offered").first().click();
  let hurried = 0;
  for (let answers = 0; answers < 40 && hurried === 0; answers++) {
    const now = await page.waitForFunction(() => {
      const hurry = document.querySelector("#ask:has(progress) [data-key=hurry]"); // which is there as long as one thinks
      if (hurry !== null && /is thinking/.test(document.getElementById("state").textContent)) {
        hurry.click();
        return "hurried";
      }
      const { ariaBusy, dataset } = document.getElementById("table");
      return ariaBusy === "false" && dataset.is === "asked" ? "asked" : null;
    });
    if ((await now.jsonValue()) === "hurried") {
      hurried++;
    } else {
      await page.locator("[data-key=go-on], [data-key=take], #ask .buttons [data-key], #table .card.offered").first().click();
    }
  }
  assert.equal(hurried, 1);
  await idle(page);
  assert.ok(["asked", "over"].includes(await page.getAttribute("#table", "data-is")));
  await end();
});

test("the story names the rule of each step, which one key goes through, and a click tells what it says", async () => {
  const { page, end } = await sat("ksr", 3);
  await answered(page);
  await leaf(page, "story");
  const rules = page.locator("#log .rule");
  assert.ok((await rules.count()) > 4);
  assert.doesNotMatch(await page.locator("#log").innerText(), /000:|R\d/);
  assert.equal(await page.locator("#log .rule[tabindex='0']").count(), 1);
  await rules.last().focus();
  await page.keyboard.press("ArrowUp");
  assert.ok(await rules.nth((await rules.count()) - 2).evaluate((each) => each === document.activeElement));
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#reason:popover-open");
  assert.match(await page.textContent("#reason"), /000:/);
  await end();
});

const ENGLISH = /\b(?:the|of|and|to|from|is|are|you|your|card|cards|draws?|plays?|moves?|chooses?|wins?|round|turn|hand|pile|points?)\b/iu;

test("in German no English word is told at the table, and another language tells all anew without a new deal", async () => {
  for (const [rules, players] of [["ksr", 3], ["review", 3], ["mau-mau", 2], ["skat", 3]]) {
    const { page, end } = await sat(rules, players);
    await answered(page);
    const lies = await page.locator("#felt [data-key^='card ']").evaluateAll((all) => all.map((each) => each.dataset.key));
    await speak(page, "de");
    await idle(page);
    assert.equal(await page.locator("#log li").first().getAttribute("lang"), "de");
    assert.ok((await page.locator("#log li [lang=en]").count()) > 0);
    assert.deepEqual(await page.locator("#felt [data-key^='card ']").evaluateAll((all) => all.map((each) => each.dataset.key)), lies);
    let seen = 0;
    for (let click = 0; click < 6; click++) {
      const why = page.locator("#ask [data-key=why]"); // where something cannot be answered
      if ((await why.count()) > 0) {
        await why.click();
      }
      const told = await page.evaluate(() => {
        const own = (each) => [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent);
        return [...document.querySelectorAll("[data-told], [data-told] :not([lang])")]
          .filter((each) => each.closest("[lang]").lang === "de" && each.closest("#rule, #share, #setup") === null)
          .flatMap((each) => [...own(each), each.title]);
      });
      seen += told.length;
      assert.deepEqual(told.filter((text) => ENGLISH.test(text) && !/Punkte|Runde|Hand/u.test(text)), [], rules);
      await page.keyboard.press("Escape");
      if ((await answered(page)) === null) {
        break;
      }
    }
    assert.ok(seen > 100, `${seen} texts`);
    await end();
  }
});
