// A verdict explains itself: five cards, the reasons of an invariant, and what breaks without a line.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, fitsItsWidth, open, sample, settled, test, withPage } from "./harness.mjs";
import { hash, presentOpenly, run } from "./states.mjs";

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

/** Waits until the slide with this heading is on view. */
async function onSlide(page, heading) {
  const title = `${at("presentation")} .dialog-head h2`;
  await page.waitForFunction(([s, t]) => document.querySelector(s)?.textContent === t, [title, heading]);
}

/** The numbers of the lines of the program that the slide marks. */
const marked = (page) => page.locator(`${at("slide-program")} > li`).evaluateAll((all) => {
  return all.flatMap((line, n) => (line.classList.contains("lit") ? [n + 1] : []));
});

test("a presentation pages through the cards, and a card leads to its clause", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "04_init_identity");
    await run(page, "certified");
    await presentOpenly(page);
    await onSlide(page, "A program and its claim");
    for (const [key, expected] of [["Space", "The claim"], ["Space", "The danger"], ["ArrowRight", "What is remembered"], ["PageUp", "The danger"], ["PageDown", "What is remembered"], ["ArrowLeft", "The danger"]]) {
      await page.keyboard.press(key);
      await onSlide(page, expected);
    }
    await page.keyboard.press("Escape");
    await page.waitForFunction((s) => !document.querySelector(s)?.open, at("presentation"));
    await page.locator(at("story")).locator(at("story-clause")).click();
    await page.waitForFunction((s) => !document.querySelector(s), at("story"));
  });
});

test("a presentation first asks, and tells the verdict on the next slide", options, async () => {
  for (const [nth, [example, verdict]] of [["31_init_off_by_one_buggy", "buggy"], ["04_init_identity", "certified"]].entries()) {
    for (const size of sample(["phone", "wide"], nth)) {
      await withPage({ size }, async (page) => {
        await open(page, example);
        await run(page, verdict);
        await presentOpenly(page);
        await onSlide(page, "A program and its claim");
        const slide = page.locator(at("presentation"));
        assert.match(await slide.locator(at("slide-question")).textContent(), /^Does line \d+ always hold, for every n\?$/);
        assert.match(await slide.locator(at("slide-program")).textContent(), /int a\[n\];/);
        assert.doesNotMatch(await slide.textContent(), /certified|buggy|too weak|missing|wrong/i);
        await fitsItsWidth(page);
        await page.keyboard.press("ArrowRight");
        await onSlide(page, "The claim");
        assert.match(await slide.locator(at("slide-verdict")).textContent(), new RegExp(verdict));
      });
    }
  }
});

test("a presentation leaves out what comments at the head of the program say", options, async () => {
  const t = "// The last cell is never written.\n\nint n = nondet();\nint i = 0;\nwhile (i < n) { i++; }\nassert(i == n);\n";
  await withPage({ query: hash({ t, s: "solve", d: true }) }, async (page) => {
    await page.locator(at("verdict")).waitFor();
    await presentOpenly(page);
    const program = page.locator(at("slide-program"));
    assert.match(await program.textContent(), /^int n = nondet\(\);/);
    const reset = await program.evaluate((list) => getComputedStyle(list).counterReset);
    assert.equal(reset, "line 2");
  });
  // A comment of the other kind says as much.
  const block = t.replace("// The last cell is never written.", "/* The last cell\n   is never written. */");
  await withPage({ query: hash({ t: block, s: "solve", d: true }) }, async (page) => {
    await page.locator(at("verdict")).waitFor();
    await presentOpenly(page);
    const program = page.locator(at("slide-program"));
    assert.match(await program.textContent(), /^int n = nondet\(\);/);
    const reset = await program.evaluate((list) => getComputedStyle(list).counterReset);
    assert.equal(reset, "line 3");
  });
});

test("a presentation begins before the run, which goes on behind its question", options, async () => {
  await withPage({ query: hash({ t: ZEROS, s: "solve" }) }, async (page) => {
    await page.waitForSelector(at("prediction"));
    await page.click(at("present-question"));
    await page.click(at("slide-covers"));
    await onSlide(page, "A program and its claim");
    const slide = page.locator(at("presentation"));
    assert.equal(await slide.locator(at("slide-question")).textContent(), "Does line 10 always hold, for every n?");
    assert.deepEqual(await marked(page), [10]);
    await page.waitForSelector(at("story"), { state: "attached" });
    assert.equal(await slide.locator(at("slide-question")).textContent(), "Does line 10 always hold, for every n?");
    await page.keyboard.press("ArrowRight");
    await onSlide(page, "The claim");
    assert.match(await slide.locator(at("slide-verdict")).textContent(), /certified/);
    await page.keyboard.press("Escape");
    await page.waitForFunction((s) => !document.querySelector(s)?.open, at("presentation"));
  });
});

test("a presentation of judged lines has a card for each that does not hold, or one for all", options, async () => {
  const t = "int n = nondet();\nassume(n >= 0);\nint i = 0;\nwhile (i < n) {\n  invariant i < n;\n  invariant i >= 0;\n  i++;\n}\nassert(i == n);\n";
  await withPage({ query: hash({ t, j: "given", s: "solve", d: true }) }, async (page) => {
    await page.locator(at("story")).waitFor();
    await presentOpenly(page);
    await page.keyboard.press("ArrowRight");
    await onSlide(page, "The claim");
    await page.keyboard.press("ArrowRight");
    await onSlide(page, "Your line 5");
    const slide = page.locator(at("presentation"));
    assert.match(await slide.locator(at("judged-line")).innerText(), /invariant i < n;[^]*does not start true/);
    assert.deepEqual(await marked(page), [5]);
    // The line that holds has no card.
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((s) => document.querySelector(s).textContent !== "Your line 5", `${at("presentation")} .dialog-head h2`);
    assert.doesNotMatch(await slide.locator(".dialog-head h2").textContent(), /Your line 6/);
  });
  await withPage({ query: hash({ t: t.replace("i < n;\n  inv", "i <= n;\n  inv"), j: "given", s: "solve", d: true }) }, async (page) => {
    await page.locator(at("story")).waitFor();
    await presentOpenly(page);
    await page.keyboard.press("ArrowRight");
    await onSlide(page, "The claim");
    await page.keyboard.press("ArrowRight");
    await onSlide(page, "Your lines");
    const slide = page.locator(at("presentation"));
    assert.equal(await slide.locator(at("judged-line")).count(), 2);
    assert.match(await slide.innerText(), /your lines are enough/);
  });
});

/** Presses a key that opens a window, and gives its page. */
async function windowBy(page, context, key) {
  const [opened] = await Promise.all([context.waitForEvent("page"), page.keyboard.press(key)]);
  await opened.waitForSelector(at("notes-p"));
  return opened;
}

test("each slide marks its line of the program, and has notes for the speaker in another window", options, async () => {
  await withPage({}, async (page, context) => {
    await open(page, "04_init_identity");
    await run(page, "certified");
    await presentOpenly(page);
    const notes = await windowBy(page, context, "n");
    const [seen, said] = [[], new Set()];
    for (let slide = 0; slide < 6; slide++) {
      const heading = await page.locator(`${at("presentation")} .dialog-head h2`).textContent();
      await notes.waitForFunction(([s, t]) => document.querySelector(s)?.textContent === t, [at("notes-h1"), heading]);
      said.add(await notes.textContent(at("notes-p")));
      assert.equal(await page.locator(at("speaker-notes")).count(), 0, "the audience does not see them");
      const lit = await marked(page);
      assert.ok(lit.length > 0, `slide ${slide}`);
      seen.push(lit[0]);
      const size = await page.locator(at("slide-program")).evaluate((all) => parseFloat(getComputedStyle(all).fontSize));
      assert.ok(size >= 18, `the program has letters of ${size} px`);
      if (slide < 5) await page.keyboard.press("Space");
    }
    // The other window has the keyboard once it is open, and turns pages as well.
    await notes.keyboard.press("ArrowLeft");
    await onSlide(page, "Which cells decide");
    await Promise.all([notes.waitForEvent("close"), page.keyboard.press("n")]);
    const again = await windowBy(page, context, "n");
    // Space turns to the next slide there as well, and a window that is closed by its own button is opened again by one key.
    await again.keyboard.press("Space");
    await onSlide(page, "Why that is enough");
    await again.close();
    await page.waitForFunction((s) => document.querySelector(s).getAttribute("aria-pressed") === "false", at("slide-notes"));
    const third = await windowBy(page, context, "n");
    await Promise.all([third.waitForEvent("close"), page.keyboard.press("Escape")]);
    assert.equal(said.size, 6, "each slide has its own notes");
    assert.ok(new Set(seen).size >= 3, `the marked lines follow the slides: ${seen}`);
  });
});

test("where no window opens the notes say that everybody sees them", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "04_init_identity");
    await run(page, "certified");
    await page.evaluate(() => (window.open = () => null));
    await presentOpenly(page);
    const notes = page.locator(at("speaker-notes"));
    await page.keyboard.press("n");
    await notes.waitFor();
    assert.match(await notes.innerText(), /so everybody sees them:[^]*Let the class vote/);
    await page.keyboard.press("n");
    await notes.waitFor({ state: "detached" });
  });
});

test("a wide array on a slide is not cut without a sign", options, async () => {
  const t = "int n = 30;\nint a[n];\nint i = 0;\nwhile (i < n) {\n  a[i] = i;\n  i++;\n}\nassert(forall k in 0..n: a[k] < 29);\n";
  await withPage({ query: hash({ t, s: "solve", d: true }) }, async (page) => {
    await page.locator(at("story")).waitFor();
    await presentOpenly(page);
    for (const heading of ["The claim", "The danger", "What is remembered", "Which cells decide", "What happens"]) {
      await page.keyboard.press("ArrowRight");
      await onSlide(page, heading);
    }
    const slide = page.locator(at("presentation"));
    await slide.locator(".facts .value").nth(29).waitFor();
    const cells = await slide.locator(".facts .value").evaluateAll((all) => all.map((cell) => {
      const { left, right, width } = cell.getBoundingClientRect();
      const box = cell.closest(".facts-scroll").getBoundingClientRect();
      return { isSeen: left >= box.left && right <= box.right, width, wanted: cell.scrollWidth, says: cell.textContent };
    }));
    assert.ok(cells.every(({ isSeen }) => isSeen), "all cells are on the slide");
    assert.ok(cells.every(({ width, wanted }) => wanted <= width + 1), "no value is cut");
    assert.equal(cells.at(-1).says, "29", "the cell that breaks the claim is one of them");
  });
});

test("the slide on a loss has the two runs that the abstraction mixes", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "16_constant_forgotten");
    await run(page, "too-weak");
    for (let card = 0; card < 4; card++) await page.click(at("story-next"));
    await presentOpenly(page);
    await onSlide(page, "What was lost");
    const slide = page.locator(at("presentation"));
    await slide.locator(at("world")).nth(1).waitFor({ timeout: 60_000 });
    await slide.locator(".thread path").first().waitFor({ state: "attached" });
    // The threads end at the cells that they belong to.
    const far = await slide.evaluate((slide) => {
      const box = (element) => element.getBoundingClientRect();
      const [threads, beside] = [box(slide.querySelector(".threads")), box(slide.querySelector(".beside"))];
      return Math.abs(threads.left - beside.left) + Math.abs(threads.width - beside.width);
    });
    assert.ok(far < 2, `the threads lie ${far} px beside the runs`);
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
