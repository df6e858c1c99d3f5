// The reader's own invariants, judged by exactly what is written.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, fitsItsWidth, open, settled, test, withPage } from "./harness.mjs";
import { hash } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

const WEAK =
  "int n = nondet();\nassume(n >= 0);\nint a[n];\nint i = 0;\nwhile (i < n) {\n  invariant 0 <= i;\n" +
  "  invariant forall k in 0..i: a[k] == 0;\n  decreases n - i;\n  a[i] = 0;\n  i++;\n}\n" +
  "assert(i == n);\nassert(forall k in 0..n: a[k] == 0);\n";

async function judged(page) {
  await page.locator(at("judgement")).waitFor();
  return page.locator(at("judgement"));
}

for (const width of [1280, 390]) {
  test(`lines are judged one by one, with the state that breaks a claim (${width} pixels)`, options, async () => {
    await withPage({ query: hash({ t: WEAK, s: "solve" }), viewport: { width, height: 800 } }, async (page) => {
      await settled(page);
      await page.locator(".judge .adopt").first().click();
      const view = await judged(page);
      const lines = await view.locator(at("judged-line")).allInnerTexts();
      assert.equal(lines.length, 3);
      assert.match(lines[0], /invariant 0 <= i;[^]*starts true[^]*stays true/);
      assert.match(lines[2], /decreases n - i;[^]*gets smaller/);
      const claims = await view.locator(at("judged-claim")).allInnerTexts();
      assert.match(claims[0], /your lines are not enough/);
      assert.match(claims[1], /your lines are enough/);
      // The steps are not called a run of the program.
      assert.match(await page.innerText(at("no-run")), /no run need come to where they begin/);
      const states = view.locator(at("breaking-states")).first();
      assert.match(await states.innerText(), /allow this state at the head of the loop of line 5/);
      await states.locator(at("do-one-round")).click();
      assert.match(await states.innerText(), /Then i == n is false/);
      const help = view.locator(at("judged-help")).first();
      await help.locator("summary").first().click();
      assert.match(await help.innerText(), /Try a line of this form, with something in the place of each _: invariant i <= _;/);
      await fitsItsWidth(page);
    });
  });
}

test("a false line is told with its run, and the solver completes what is given", options, async () => {
  const text = WEAK.replace("invariant 0 <= i;", "invariant i < n;");
  await withPage({ query: hash({ t: text, j: "given", s: "solve", d: true }) }, async (page) => {
    const view = await judged(page);
    const line = view.locator(at("judged-line")).first();
    assert.match(await line.innerText(), /does not start true/);
    const right = WEAK.replace("invariant 0 <= i;", "invariant 0 <= i && i <= n;");
    assert.ok(right.includes("i <= n"));
    await view.locator(at("complete-lines")).click();
    await view.getByText("A run breaks one of your lines or claims").waitFor();
    await view.locator(`.why ${at("adopt")}`).click();
    await page.waitForFunction((s) => !document.querySelector(s), at("judgement"));
    await page.locator(at("verdict")).waitFor();
    assert.equal(await page.getAttribute(at("verdict"), "data-verdict"), "buggy");
  });
});

for (const width of [1280, 390]) {
  test(`the solver's lines come into the text with their mark, and suffice (${width} pixels)`, options, async () => {
    await withPage({ query: hash({ t: WEAK, j: "given", s: "solve", d: true }), viewport: { width, height: 800 } }, async (page) => {
      const view = await judged(page);
      await view.locator(at("complete-lines")).click();
      await page.waitForFunction((s) => document.querySelector(s)?.dataset.verdict === "certified", at("verdict"));
      const lines = await page.locator(at("judged-line")).allInnerTexts();
      assert.ok(lines.some((line) => line.includes("invariant i <= n;")), lines.join());
      assert.equal(lines.length, 4);
      const written = await page.locator(`${at("editor-text")} .cm-line`).allTextContents();
      assert.match(written.join("\n"), /invariant i <= n; \/\/ found by Hornbook\n {2}a\[i\] = 0;/);
      await fitsItsWidth(page);
    });
  });

  test(`lines are compared with what is found without them (${width} pixels)`, options, async () => {
    const text = WEAK.replace("  invariant 0 <= i;\n", "  invariant n >= 0 && i <= n;\n");
    await withPage({ query: hash({ t: text, j: "given", s: "solve", d: true }), viewport: { width, height: 800 } }, async (page) => {
      const view = await judged(page);
      const question = view.locator(at("line-comparison"));
      await question.locator("summary").click();
      await question.getByText("Your lines are stronger").waitFor();
      assert.equal(await question.locator(at("difference")).count(), 1);
      assert.match(await question.innerText(), /In it this part of yours is false:/);
      assert.match(await question.locator(".judged-lines").innerText(), /is one of these facts/);
      await fitsItsWidth(page);
    });
  });
}

test("the details of a judgement are called no run of the program", options, async () => {
  const right = "int n = nondet();\nint i = 0;\nwhile (i < n) {\n  i++;\n}\nassert(i >= n);\nassert(i >= 0);\n";
  await withPage({ query: hash({ t: right, j: "given", s: "solve", d: true }) }, async (page) => {
    await judged(page);
    const pane = page.locator(at("focus-pane"));
    await pane.getByText("Steps that your lines allow, and that break the assertion on line 7").waitFor();
    assert.equal(await page.locator("h3", { hasText: /^The run that breaks/ }).count(), 0);
  });
});

test("a program that claims nothing is not certified", options, async () => {
  await withPage({ query: hash({ t: "int i = 0;\nwhile (i < 3) { i++; }\n", s: "solve", d: true }) }, async (page) => {
    await page.locator(at("verdict")).waitFor();
    assert.equal(await page.getAttribute(at("verdict"), "data-verdict"), "nothing-asserted");
    assert.match(await page.innerText(at("verdict")), /Nothing is asserted/);
  });
});

test("a certificate says that lines may be the solver's, and judges the reader's by one click", options, async () => {
  const t = "int x = 0;\nint y = 0;\nwhile (x < 10) {\n  invariant y >= 0;\n  y = y + x;\n  x = x + 1;\n}\nassert(y >= 0);";
  await withPage({ query: hash({ t, m: "found" }) }, async (page) => {
    await settled(page);
    await page.click(at("run"));
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`);
    assert.match(await page.innerText(at("lines-added")), /may rest on lines that the solver has added/);
    await page.locator(".judge .adopt").first().click();
    await page.waitForSelector(`${at("verdict")}[data-verdict=too-weak]`);
    assert.match(await page.innerText(at("verdict")), /the invariant on line 4/);
    assert.equal(await page.locator(at("lines-added")).count(), 0);
  });
});

test("a measure is explained, and one that grows is shown with its old and its new value", options, async () => {
  const grows = "int n = nondet();\nassume(n >= 0);\nint i = 0;\nwhile (i < n) {\n  invariant 0 <= i;\n  decreases i;\n  i++;\n}\nassert(i >= n);\n";
  for (const [text, says] of [
    [grows, /Before the round the measure was 0\. Now i is 1, which is not smaller\./],
    [grows.replace("decreases i", "decreases n + i"), /Before the round the measure was \d+\. Now n \+ i is not smaller, with /],
  ]) {
    await withPage({ query: hash({ t: text, j: "given", s: "solve", d: true }) }, async (page) => {
      const view = await judged(page);
      const states = view.locator(at("judged-line")).nth(1).locator(at("breaking-states"));
      const again = states.locator(at("do-one-round"));
      if (await again.count()) await again.click();
      assert.match((await states.innerText()).replace(/\s+/g, " "), says);
      const gloss = page.locator(`${at("verdict")} .gloss`, { hasText: "measure" });
      await gloss.click();
      assert.match(await page.innerText(at("gloss")), /each round of a loop makes smaller/);
    });
  }
});

test("found invariants are withheld on demand, and verdicts, runs and judgements stay", options, async () => {
  const found = /i ≤ n|0 ≤ i/;
  const t = WEAK.replace("  invariant 0 <= i;\n", "");
  await withPage({ query: hash({ t, m: "found", s: "solve", x: true, d: true }) }, async (page) => {
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`);
    await page.waitForSelector(at("withheld"));
    await page.locator(at("story")).waitFor();
    const hidden = async () => {
      assert.equal(await page.locator(`${at("invariant")}, ${at("complete-lines")}, ${at("line-comparison")}`).count(), 0);
      // The first card draws the claim, which is no secret.
      assert.equal(await page.locator(at("strip")).count(), await page.locator(`${at("story")} ${at("strip")}`).count());
      assert.doesNotMatch(await page.innerText(at("solve")), found);
    };
    await hidden();
    for (let card = 0; card < 4; card++) await page.click(at("story-next"));
    await hidden();
    assert.match(await page.innerText(at("story")), /Why that is enough[^]*Found invariants are not shown here/);
    assert.equal(await page.locator(`${at("story")} ${at("strip")}`).count(), 0);
    await page.click(at("share"));
    assert.match(await page.innerText(at("share-carries")), /found invariants are not shown/);
    assert.equal(await page.locator(at("export-html")).count(), 0);
    assert.equal(await page.locator(at("export-before")).count(), 1);
    await page.keyboard.press("Escape");
    await page.locator(".judge .adopt").first().click();
    await judged(page);
    await hidden();
    assert.equal(await page.locator(at("withheld")).count(), 1);
    assert.match(await page.innerText(at("judged-claim")), /your lines are not enough/);
    for (const summary of await page.locator(`${at("judged-help")} summary`).all()) await summary.click();
    assert.doesNotMatch(await page.innerText(at("solve")), /Try a line of this form/);
    // A link hides nothing in other texts, and whoever asks for them sees them.
    assert.equal(await page.evaluate(() => localStorage.getItem("hornbook.hides-found")), null);
    await page.click(at("show-found"));
    await page.waitForSelector(at("withheld"), { state: "detached" });
    await page.waitForSelector(at("complete-lines"));
  });
});

for (const width of [1280, 390]) {
  test(`beside a wrong line the found invariant waits for a click (${width} pixels)`, options, async () => {
    const t = WEAK.replace("invariant 0 <= i;", "invariant i < n;");
    await withPage({ query: hash({ t, s: "solve" }), viewport: { width, height: 800 } }, async (page) => {
      await settled(page);
      await page.click(at("run"));
      await page.waitForSelector(`${at("verdict")}[data-verdict=buggy]`);
      await page.locator(at("folded")).waitFor();
      assert.equal(await page.locator(at("invariant")).count(), 0);
      // The story of a claim that holds would tell it, too.
      await page.locator(".assertions button", { hasText: "line 13" }).click();
      await page.locator(at("story")).waitFor();
      while (await page.locator(at("story-next")).isEnabled()) await page.click(at("story-next"));
      assert.match(await page.innerText(at("story")), /not shown at once/);
      await fitsItsWidth(page);
      await page.click(at("unfold-found"));
      await page.waitForSelector(at("invariant"));
      assert.equal(await page.locator(at("folded")).count(), 0);
      // Each run may be a new attempt of the reader.
      await page.click(at("run"));
      await page.locator(at("folded")).waitFor();
    });
  });

  test(`a link that judges lines answers the question that it asks (${width} pixels)`, options, async () => {
    await withPage({ query: hash({ t: WEAK, j: "given", s: "solve" }), viewport: { width, height: 800 } }, async (page) => {
      await page.waitForSelector(at("prediction"));
      assert.match(await page.innerText(at("prediction")), /Do lines 12 and 13 always hold/);
      await page.click(at("predict-show"));
      await judged(page);
      assert.equal(await page.innerText(at("judged-answer")), "Your lines do not show that line 12 always holds. Line 13 always holds: your lines show it.");
      // The steps on view are those that break the claim, and another claim is on view by a click.
      await page.getByText("Steps that your lines allow, and that break the assertion on line 12").waitFor();
      await page.locator(at("examine-claim")).nth(1).click();
      await page.getByText("Why the verdict is right").waitFor();
      await fitsItsWidth(page);
    });
  });
}

test("hints have the shapes of lines and repeat none that is there", options, async () => {
  const t = WEAK.replace("  invariant 0 <= i;\n", "  invariant 1 <= i;\n").replace("  invariant forall k in 0..i: a[k] == 0;\n", "");
  await withPage({ query: hash({ t, j: "given", s: "solve", d: true }) }, async (page) => {
    const view = await judged(page);
    const help = view.locator(at("judged-help")).first();
    for (const summary of await help.locator("summary").all()) await summary.click();
    const said = await help.innerText();
    assert.match(said, /invariant i <= _;/);
    assert.match(said, /invariant forall k in _..i: a\[k\] == _;/);
    assert.doesNotMatch(said, /0|n;/);
  });
});

test("a presentation of judged lines asks about the lines and the claims, and tells of the claim on view", options, async () => {
  await withPage({ query: hash({ t: WEAK, j: "given", s: "solve", d: true }) }, async (page) => {
    await judged(page);
    await page.locator(at("story")).waitFor();
    await page.click(at("story-present"));
    const slide = page.locator(at("presentation"));
    assert.equal(await slide.locator(at("slide-question")).textContent(), "Do the lines about loops hold as they are written, and are they enough for lines 12 and 13?");
    await page.keyboard.press("ArrowRight");
    assert.match(await slide.innerText(), /Line 12 claims/);
    // Each answer is uncovered before the page is turned.
    const heading = slide.locator(".dialog-head h2");
    const wanted = "Your lines and the claim on line 12";
    for (let press = 0; press < 8 && (await heading.textContent()) !== wanted; press++) {
      await page.keyboard.press("ArrowRight");
    }
    assert.equal(await heading.textContent(), wanted);
  });
});

test("an example of the gallery has its lines judged", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "lines_of_your_own");
    await page.click(at("run"));
    const view = await judged(page);
    assert.match(await view.locator(at("judged-claim")).last().innerText(), /your lines are not enough/);
    // Another text that is typed over it is answered by what Hornbook finds.
    await page.locator(`${at("editor-text")}`).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("int x = 0;\nwhile (x < 10) {\n  x = x + 1;\n}\nassert(x == 10);\n");
    await settled(page);
    await page.click(at("run"));
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`);
    await page.waitForFunction((s) => !document.querySelector(s), at("judgement"));
  });
});

test("that found invariants are withheld is a choice, which the browser remembers", options, async () => {
  await withPage({ query: hash({ t: "int i = 0;\nwhile (i < 9) { i++; }\nassert(i == 9);\n", s: "solve", d: true }) }, async (page) => {
    await page.waitForSelector(at("invariant"));
    await page.click(at("switches"));
    await page.check(at("hide-found"));
    await page.waitForSelector(at("invariant"), { state: "detached" });
    assert.equal(await page.locator(at("withheld")).count(), 1);
    assert.equal(await page.locator(at("trials")).locator(".old").count(), 0, "the verdict is no other one");
    await page.waitForFunction(() => localStorage.getItem("hornbook.hides-found") === "true");
    await page.reload();
    await page.waitForSelector(at("withheld"));
    await page.click(at("switches"));
    await page.uncheck(at("hide-found"));
    await page.waitForSelector(at("invariant"));
  });
});
