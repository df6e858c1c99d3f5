// A verdict explains itself: five cards, the reasons of an invariant, and what breaks without a line.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, fitsItsWidth, open, sample, settled, test, withPage } from "./harness.mjs";
import { hash, run } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

const ZEROS =
  "int n = nondet();\nint a[n];\nint i = 0;\nwhile (i < n) {\n  a[i] = 0;\n  i++;\n}\nint j = 0;\nwhile (j < n) {\n  assert(a[j] == 0);\n  j++;\n}\n";

/** The titles of the cards, from the first to the last, each with a sentence and a picture. */
async function cards(page) {
  const titles = [];
  const story = page.locator(at("story"));
  await story.waitFor();
  for (;;) {
    titles.push(await story.locator("header h3").textContent());
    const says = await story.locator(at("story-says")).textContent();
    assert.match(says, /^[A-Z].{20,}/s);
    assert.doesNotMatch(says, /\bL\d|C\d\b|#/, "no predicates");
    assert.ok(await story.locator(".facts, .strip, .story-lines").count(), `a picture with “${says}”`);
    if (await story.locator(at("story-next")).isDisabled()) return titles;
    await story.locator(at("story-next")).click();
  }
}

test("each verdict is told in five cards", options, async () => {
  const stories = [
    ["04_init_identity", "certified", "Why that is enough"],
    ["31_init_off_by_one_buggy", "buggy", "What happens"],
    ["16_constant_forgotten", "too-weak", "What was lost"],
  ];
  for (const [nth, [example, verdict, last]] of stories.entries()) {
    for (const size of sample(["wide", "phone"], nth)) {
      await withPage({ size }, async (page) => {
        await open(page, example);
        await run(page, verdict);
        const titles = await cards(page);
        assert.deepEqual(titles, ["The claim", "The danger", "What is remembered", "Which cells decide", last]);
        await fitsItsWidth(page);
      });
    }
  }
});

test("a presentation pages through the cards, and a card leads to its clause", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "04_init_identity");
    await run(page, "certified");
    await page.click(at("story-present"));
    const title = page.locator(`${at("presentation")} .dialog-head h2`);
    assert.equal(await title.textContent(), "The claim");
    for (const [key, expected] of [["PageDown", "The danger"], ["PageDown", "What is remembered"], ["PageUp", "The danger"]]) {
      await page.keyboard.press(key);
      await page.waitForFunction(([s, t]) => document.querySelector(s)?.textContent === t, [`${at("presentation")} .dialog-head h2`, expected]);
    }
    await page.keyboard.press("Escape");
    await page.waitForFunction((s) => !document.querySelector(s)?.open, at("presentation"));
    await page.locator(at("story")).locator(at("story-clause")).click();
    await page.waitForFunction((s) => !document.querySelector(s), at("story"));
  });
});

test("the three chips of a loop open the ways that show it", options, async () => {
  await withPage({ query: hash({ t: ZEROS }) }, async (page) => {
    await settled(page);
    await run(page, "certified");
    const card = page.locator(at("invariant")).first();
    for (const [chip, ways, steps] of [["starts-true", 1, 3], ["stays-true", 1, 3], ["is-enough", 1, 2]]) {
      await card.locator(at(`why-${chip}`)).click();
      await card.locator(`${at("owed")} .owed-ways > li`).first().waitFor();
      const found = card.locator(`${at("owed")} .owed-ways > li`);
      assert.equal(await found.count(), ways, chip);
      assert.ok((await found.first().locator(".passed li").count()) >= steps, chip);
      assert.equal(await found.first().getAttribute("data-confirmed"), "true", chip);
    }
    await card.locator(at("why-stays-true")).click();
    const i = () => card.locator(`${at("one-round")} .scalar`).evaluateAll((all) => all.find((e) => /^i/.test(e.textContent))?.textContent);
    await card.locator(at("one-round-go")).click();
    const after = await i();
    await card.locator(at("one-round-go")).click();
    assert.equal(Number(after.split("=")[1]), Number((await i()).split("=")[1]) + 1);
    await card.locator(at("why-clause")).first().click();
    await page.waitForSelector(at("stage-clauses"));
  });
});

test("without a line that is needed a state leads out, and it comes back", options, async () => {
  await withPage({ query: hash({ t: ZEROS }) }, async (page) => {
    await settled(page);
    await run(page, "certified");
    const card = page.locator(at("invariant")).last();
    const lines = card.locator(at("leave-out"));
    const bound = await lines.count();
    assert.equal(bound, 2);
    for (const n of [0, 1]) {
      await lines.nth(n).click();
      const says = card.locator(at("left-out"));
      await says.locator(".broken-claim").waitFor();
      assert.equal(await card.locator(".left-out").count(), 1);
      assert.ok(await says.locator(".facts .value").count(), "the state has its array");
      await lines.nth(n).click();
      assert.equal(await card.locator(at("left-out")).count(), 0);
    }
  });
});

test("the story is taken along as slides", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "04_init_identity");
    await run(page, "certified");
    await page.click(at("share"));
    for (const [id, pattern] of [["slides", /<section>.*<svg/s], ["latex-slides", /\\begin\{tikzpicture\}/]]) {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(at(`export-${id}`))]);
      const stream = await download.createReadStream();
      let text = "";
      for await (const piece of stream) text += piece;
      assert.match(text, pattern);
      assert.equal(text.match(/<h2>|\\begin\{frame\}\{/g).length, 5);
    }
  });
});
