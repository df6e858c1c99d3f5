// The first minute on the page: what is seen first, what each word means, and what matters most.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, drawn, fitsItsWidth, open, settled, test, withPage } from "./harness.mjs";
import { hash, openCall, run } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

/** The size of the type of the first element that is found, in pixels. */
const type = (page, selector) =>
  page.locator(selector).first().evaluate((e) => parseFloat(getComputedStyle(e).fontSize));

/** Where an element is. */
const top = (page, selector) => page.locator(selector).first().evaluate((e) => e.getBoundingClientRect().top);

/** A read of one cell with two cells kept: the search understands it, and yet something is lost. */
const LOSSY = "int a[];\nint v = a[0];\nassert(v == v + 0);";

test("who was here before begins where the road begins, and so does who has a broken link", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await page.waitForSelector(`${at("stage-clauses")}.now`);
    assert.equal(await page.locator(at("verdict")).count(), 0);
  });
  await withPage({ first: true, query: "#1abc" }, async (page) => {
    await page.waitForSelector(at("prediction"));
    // Nobody has asked for a verdict.
    await drawn(page);
    assert.equal(await page.locator(`${at("search")}, ${at("verdict")}`).count(), 0);
  });
});

test("what the lesson teaches folds while its program is another one", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "16_constant_forgotten");
    const lesson = page.locator(at("lesson"));
    assert.match(await lesson.innerText(), /Equal cells, forgotten value[\s\S]*\./);
    await run(page, "too-weak");
    assert.ok(await lesson.isVisible());
    await page.click(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("// more");
    await settled(page);
    assert.match(await lesson.innerText(), /^based on lesson \d+$/i);
    await lesson.locator("summary").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction((s) => document.querySelector(s).open, at("lesson"));
    assert.match(await lesson.innerText(), /Too weak is not buggy/);
  });
  await withPage({ query: hash({ t: LOSSY }) }, async (page) => {
    await settled(page);
    assert.equal(await page.locator(at("lesson")).count(), 0, "a program of one's own is no lesson");
  });
});

test("cards of clauses and of examples say only what sets them apart", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    for (const stage of ["clauses", "abstract", "eliminate", "simplify"]) {
      await page.click(at(`stage-${stage}`));
      const cards = await page.locator(at("clause")).evaluateAll((all) => all.map((card) =>
        [...card.querySelectorAll("header .chip:not(.from)")].map((chip) => chip.textContent)));
      assert.ok(cards.length > 3);
      const words = new Set(cards.flat());
      for (const word of words) assert.ok(cards.some((card) => !card.includes(word)), `${stage}: ${word} is on all cards`);
      for (const word of ["trivial", "linear"]) assert.ok(!words.has(word), `${stage}: ${word}`);
    }
    await page.click(at("browse"));
    await page.check(at("gallery-tells-all"));
    const chips = await page.locator(`${at("gallery-card")} .chip`).allInnerTexts();
    assert.ok(chips.length > 50 && !chips.includes("trivial"));
  });
});

test("how a clause is read is said before the first one", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-clauses"));
    assert.match(await page.innerText(at("reads")), /premises → goal: if all premises hold, then so does the goal/);
    assert.ok((await top(page, at("reads"))) < (await top(page, at("clause"))));
    await page.locator(`${at("reads")} .gloss`, { hasText: "goal" }).click();
    assert.match(await page.innerText(at("gloss")), /behind the arrow/);
    assert.equal(await page.locator(at("cell-names")).count(), 0);
    await page.keyboard.press("Escape");
    await page.click(at("stage-abstract"));
    assert.match((await page.innerText(at("cell-names"))).replace(/\s+/g, " "), /ka is its index, va its value/);
  });
});

test("the names of conditions and the numbers of the search are explained where they stand", options, async () => {
  await withPage({}, async (page) => {
    await openCall(page);
    const condition = page.locator(`${at("completeness")} [data-term="condition C1"]`);
    await condition.click();
    assert.match(await page.innerText(at("gloss")), /single cells/);
    await page.keyboard.press("Escape");
    assert.doesNotMatch(await page.innerText(".overall"), /\bC\d\b/);
    await run(page, "certified");
    assert.doesNotMatch(await page.innerText(at("banner")), /question|round/);
    const numbers = page.locator(`${at("focus-pane")} .numbers dt`);
    assert.equal(await numbers.locator(".gloss").count(), await numbers.count());
  });
});

test("the pane of a clause opens with the picture, and the calls stay folded or open", options, async () => {
  await withPage({}, async (page) => {
    await openCall(page);
    const focus = at("focus-pane");
    assert.equal(await page.locator(`${focus} .tree`).count(), 0, "the calls are folded");
    assert.match(await page.innerText(at("cells-caption")), /^Only these 2 of all cells are looked at/);
    const picture = await top(page, at("relevant-cells"));
    for (const below of ["cells-caption", "how-found", "instantiation-set", "completeness"]) {
      assert.ok(picture < (await top(page, at(below))), `${below} comes after the picture`);
    }
    await page.locator(`${at("how-found")} > summary`).first().focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(`${focus} .tree`);
    await page.locator(at("clause"), { hasText: "line 6" }).last().locator(".clause-name").click();
    await settled(page);
    await page.waitForSelector(`${focus} .tree`);
    await page.locator(`${at("how-found")} > summary`).first().click();
    await page.waitForSelector(`${focus} .tree`, { state: "detached" });
  });
});

test("in large type the picture of cells is what is largest", options, async () => {
  await withPage({}, async (page) => {
    await openCall(page);
    await page.click(at("present"));
    const cell = await type(page, `${at("relevant-cells")} .cell-box .f`);
    for (const words of ["h2", "h3", ".caption", ".set .f", ".two"]) {
      const size = await type(page, `${at("focus-pane")} ${words}`);
      assert.ok(cell > size, `${words}: ${size} pixels, a cell ${cell}`);
    }
    await fitsItsWidth(page);
  });
});

test("a verdict is the largest of its stage, and has no heading above it", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-solve"));
    assert.equal(await page.locator(`${at("road-pane")} .lead`).count(), 1);
    await run(page, "certified");
    assert.equal(await page.locator(`${at("road-pane")} .lead, ${at("road-pane")} .lead-words`).count(), 0);
    const banner = await type(page, `${at("banner")} b`);
    const others = await page.locator(`${at("road-pane")} :is(h3, p, .f-invariant, header b)`).evaluateAll((all) =>
      all.map((e) => parseFloat(getComputedStyle(e).fontSize)));
    assert.ok(others.length > 2 && others.every((size) => size < banner), `${banner}: ${others}`);
  });
});

test("a loss on the way and a proof are reconciled where both are shown", options, async () => {
  await withPage({ query: hash({ t: LOSSY, a: "cell2" }) }, async (page) => {
    await settled(page);
    await run(page, "certified");
    const sentence = /and yet the program is certified: .*do(es)? not matter for these assertions\./;
    assert.match(await page.innerText(`${at("solve")} ${at("reconciled")}`), sentence);
    await page.click(at("stage-eliminate"));
    await page.locator(at("clause"), { hasText: "line 2" }).locator(".clause-name").click();
    await page.waitForSelector(at("witness"));
    assert.match(await page.innerText(`${at("call")} ${at("reconciled")}`), sentence);
    assert.match(await page.innerText(`${at("road-pane")} ${at("reconciled")}`), /^The abstraction loses something/);
  });
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await run(page, "certified");
    assert.equal(await page.locator(at("reconciled")).count(), 0, "nothing was lost here");
  });
});

test("two variables of one name are told apart by their lines", options, async () => {
  const t = "int s = 0;\nfor (int i = 0; i < 3; i++) s++;\nfor (int i = 0; i < 4; i++) s++;\nassert(s == 8);";
  await withPage({ query: hash({ t }) }, async (page) => {
    await settled(page);
    await page.click(at("stage-clauses"));
    const clauses = (await page.innerText(at("clauses"))).replace(/\s+/g, " ");
    assert.match(clauses, /i \(line 3\)/);
    assert.equal(await page.locator(`${at("clauses")} .f-var sub`).count(), 0, "no number instead");
    await run(page, "buggy");
    const steps = page.locator(`${at("focus-pane")} .run-steps button`);
    for (let n = (await steps.count()) - 1; n >= 0; n--) {
      await steps.nth(n).click();
      if (/i \(line 3\)/.test(await page.innerText(`${at("trace")} .scalars`))) return;
    }
    assert.fail("the run has the variable by its line");
  });
});

test("each fact says how it could have been found", options, async () => {
  await withPage({ size: "phone" }, async (page) => {
    await open(page, "02_init_zero_forall");
    await run(page, "certified");
    const origins = page.locator(at("invariant")).first().locator(at("origins"));
    await origins.locator("summary").click();
    await origins.getByText(/It is the claim of line \d+ with i in the place of n/).waitFor();
    const rounds = origins.locator(at("origin-rounds")).filter({ has: page.locator(at("strip")) });
    const captions = await rounds.first().locator("figcaption").allInnerTexts();
    assert.deepEqual(
      captions,
      [0, 1, 2, 3, 5].map((n) => `after ${n} ${n === 1 ? "round" : "rounds"}`),
      "each fact in rounds of a run",
    );
    assert.equal(await rounds.first().locator(".broken").count(), 0, "it holds in all of them");
    await fitsItsWidth(page);
  });
});
