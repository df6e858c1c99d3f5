// The first screen: one sentence, a question, a verdict.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { at, closeBrowser, settled, test, withPage } from "./harness.mjs";
import { hash, run, write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 120_000 };

/** Everything on the first screen that one can click, pick or type into. */
async function controls(page) {
  return page.evaluate(() => {
    const all = document.querySelectorAll("button, select, summary, input, textarea, a[href], [contenteditable=true]");
    const onScreen = (element) => {
      const box = element.getBoundingClientRect();
      return element.checkVisibility() && box.width > 0 && box.top < innerHeight && box.left < innerWidth && box.bottom > 0;
    };
    return [...all].filter(onScreen).map((element) => element.textContent.trim() || element.ariaLabel);
  });
}

/** The clause in which the array is first there. */
const clause = (page) => page.locator(at("clause"), { hasText: "line 3 ·" }).innerText();

test("the stages are those of the abstraction that answered", options, async () => {
  const t = "int n = nondet();\nassume(n > 0);\nint a[n];\nint m = 0;\nfor (int i = 0; i < n; i++)\n  if (a[i] > a[m]) m = i;\nassert(forall k in 0..n: a[k] <= a[m]);";
  await withPage({ query: hash({ t, m: "found" }) }, async (page) => {
    await settled(page);
    await page.click(at("stage-abstract"));
    const one = await clause(page);
    await run(page, "certified");
    await settled(page);
    await page.click(at("stage-abstract"));
    assert.notEqual(await clause(page), one);
    assert.equal(await page.inputValue(at("how")), "choose", "the choices are as they were");
    await page.click(at("stage-solve"));
    assert.equal(await page.locator(`${at("verdict")}[data-verdict=certified]`).count(), 1);
    // An edit begins again.
    await write(page, t + "\n");
    await settled(page);
    await page.click(at("stage-abstract"));
    assert.equal(await clause(page), one);
  });
});

test("what was typed is tried by all methods, and a link says so", options, async () => {
  await withPage({ first: true }, async (page) => {
    await page.waitForSelector(at("prediction"));
    assert.equal(await page.inputValue(at("how")), "found");
    await page.selectOption(at("how"), "cell1");
    await page.click(at("share"));
    const link = await page.inputValue(at("share-link"));
    await page.keyboard.press("Escape");
    await page.selectOption(at("how"), "choose");
    await page.selectOption(at("abstraction"), "cell2");
    await page.reload();
    await page.waitForSelector(at("abstraction"));
    assert.equal(await page.inputValue(at("abstraction")), "cell2", "the menus are remembered");
    // The menus say what a link brings: here data abstraction, and nothing else is tried.
    await page.goto(link);
    await page.waitForFunction((menu) => document.querySelector(menu).value === "cell1", at("abstraction"));
    await page.click(at("switches"));
    assert.equal(await page.inputValue(at("method")), "abstraction");
  });
});

test("a search that was cut off goes on by one click", options, async () => {
  const t = "int n = nondet();\nint a[n];\nint i = 0;\nwhile (i < n) { a[i] = i * i * i; i = i + 1; }\nassert(forall k in 0..n: a[k] * a[k] == k * k * k * k * k * k);";
  await withPage({ query: hash({ t, m: "found", p: 1 }) }, async (page) => {
    await settled(page);
    await run(page, "unknown");
    assert.match(await page.innerText(at("verdict")), /^\W*Not answered yet: .*line 5[\s\S]*tried · \d/);
    await page.click(`${at("go-on")} ${at("adopt")}`);
    await page.waitForSelector(at("search"));
  });
});

for (const size of ["wide", "phone"]) {
  test(`a first visit begins with a sentence and a question (${size})`, options, async () => {
    await withPage({ size, first: true }, async (page) => {
      await page.waitForSelector(at("prediction"));
      assert.match(await page.innerText(at("purpose")), /proves that a loop .* or shows the run that breaks it\.$/);
      assert.match(await page.innerText(at("prediction")), /^Does line 5 always hold, for every n\?/);
      const found = await controls(page);
      assert.ok(found.length <= 20, `${found.length}: ${found.join(" | ")}`);
      await page.click(at("predict-yes"));
      await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`);
      assert.match(await page.innerText(at("predicted")), /as you said/);
      await page.waitForSelector(at("invariant"));
      // The stages are one click away.
      await page.click(at("unfold-stages"));
      await page.click(at("stage-eliminate"));
    });
  });
}

for (const size of ["wide", "phone"]) {
  test(`a first visit by a link says what Hornbook is, too (${size})`, options, async () => {
    const t = "int n = nondet();\nassume(n > 0);\nassert(n + 1 > 1);\n";
    for (const solved of [false, true]) {
      await withPage({ size, first: true, query: hash({ t, m: "found", ...(solved ? { s: "solve", d: true } : {}) }) }, async (page) => {
        await page.waitForFunction((s) => document.querySelector(s)?.innerText.includes("n + 1"), at("editor-text"));
        if (solved) await page.waitForSelector(at("verdict"));
        assert.ok(await page.isVisible(at("purpose")));
        assert.match(await page.innerText(at("purpose")), /proves that a loop .* or shows the run that breaks it\.$/);
        const { y, height } = await page.locator(at("purpose")).boundingBox();
        const scrolled = await page.evaluate(() => scrollY);
        assert.ok(y + scrolled + height < 250, "it stands at the top");
      });
    }
  });
}

test("runs that the verdict says nothing of stand beside it, and one click checks bounds", options, async () => {
  const t = "int n = nondet();\nassume(n > 0);\nint a[n];\nint i = 0;\nwhile (i <= n) {\n  a[i] = 0;\n  i = i + 1;\n}\nassert(forall k in 0..n: a[k] == 0);";
  await withPage({ query: hash({ t, m: "found" }), size: "phone" }, async (page) => {
    await settled(page);
    await run(page, "certified");
    assert.match(await page.innerText(at("verdict")), /if the run ends/);
    assert.match(await page.innerText(at("run-warning")), /^Line 6 goes beyond the declared length at a\[i\], as in a run with n = 1\./);
    await page.click(`${at("run-warning")} ${at("adopt")}`);
    await page.waitForSelector(`${at("verdict")}[data-verdict=buggy]`);
    assert.equal(await page.locator(at("run-warning")).count(), 0);
    await page.waitForSelector(at("trace-step"));
  });
});

test("a division by zero is told of, and where C divides otherwise", options, async () => {
  const t = "int n = nondet();\nint x = 10 / n;\nassert(x * n <= 10);\nint y = -7;\nassert(y / 2 == -3);";
  await withPage({ query: hash({ t, m: "found" }) }, async (page) => {
    await settled(page);
    await run(page, "buggy");
    assert.match(await page.innerText(at("run-warning")), /^Line 2 divides by zero, n, as in a run with n = 0\..*Check divisors and bounds/s);
    await page.getByText("(y / 2 is -4, where C and Java have -3)").first().waitFor();
  });
});

test("a shorter invariant takes the place of the first one", options, async () => {
  const t = readFileSync(new URL("../../gallery/lower_bound.hb", import.meta.url), "utf8");
  await withPage({ query: hash({ t, m: "found" }) }, async (page) => {
    await settled(page);
    await run(page, "certified");
    await page.waitForSelector(at("second-look"), { timeout: 60_000 });
    assert.match(await page.innerText(at("second-look")), /shorter than the first ones/);
    assert.ok((await page.locator(at("invariant")).count()) > 0);
  });
});

test("a text in another language is told so in one sentence", options, async () => {
  const t = "def zero(a, n):\n    i = 0\n    while i < n:\n        a[i] = 0\n        i += 1\n";
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, t);
    await page.waitForSelector(`${at("problems")} li`);
    assert.equal(await page.locator(`${at("problems")} li`).count(), 1);
    assert.match(await page.innerText(at("problems")), /this is Python, which is not read here/);
  });
});

test("beside an error the stages stay folded, and the question comes back with the mended text", options, async () => {
  const t = "int n = nondet();\nassume(n > 0);\nassert(n + 1 > 1);\n";
  await withPage({ first: true }, async (page) => {
    await page.waitForSelector(at("prediction"));
    await write(page, t.replace("nondet()", "nondet("));
    await page.waitForSelector(`${at("problems")} li`);
    await page.click(at("run"));
    await page.getByText("The text has errors, which are underlined in it").waitFor();
    assert.ok(await page.isVisible(at("unfold-stages")));
    assert.equal(await page.locator(at("stage-program")).count(), 0);
    await write(page, t);
    await page.waitForSelector(at("prediction"));
    assert.ok(await page.isVisible(at("unfold-stages")));
  });
  // Also where a link shows another stage.
  await withPage({ first: true, query: hash({ t: "int n = ;", s: "clauses" }) }, async (page) => {
    await page.waitForSelector(`${at("problems")} li`);
    await page.waitForSelector(at("unfold-stages"));
    assert.equal(await page.locator(at("stage-clauses")).count(), 0);
  });
});
