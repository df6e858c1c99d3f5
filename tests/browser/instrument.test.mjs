// Instrumentation on the page: operators, rules by hand, the search, and what is certified.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, open, settled, test, withPage } from "./harness.mjs";
import { run, write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

const SUM = `int n = nondet();
assume(n > 0);
int a[n];
int s = 0;
for (int i = 0; i < n; i++) {
  s += a[i];
}
assert(s == sum(a, 0, n));
`;

/** Writes the program, and leaves the verdict to instrumentation. */
async function instrument(page, text = SUM) {
  await open(page, "01_init_zero");
  await write(page, text);
  await page.click(at("switches"));
  await page.selectOption(at("method"), "instrument");
  await page.keyboard.press("Escape");
  await settled(page);
}

/** Picks a statement on the workbench, and applies a rule to it. */
async function apply(page, statement, rule) {
  await page.locator(at("statement")).filter({ hasText: statement }).first().click();
  await page.locator(at("fitting")).filter({ hasText: rule }).locator(at("apply")).first().click();
  await page.locator(at("applied")).filter({ hasText: rule.split(/[:(]/)[0] }).first().waitFor();
}

const sentences = (page) =>
  page.locator(at("translated")).first().locator("ul").first().locator("li").allInnerTexts();

test("the method brings its stages, and an operator its tasks", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "01_init_zero");
    assert.equal(await page.locator(at("stage-instrument")).count(), 0);
    await instrument(page);
    await page.click(at("stage-operators"));
    const first = page.locator(at("operator")).first();
    await first.waitFor();
    assert.match(await first.innerText(), /sum\(int a\[\]\)[^]*asked for here[^]*append: a\[i\]/);
    assert.equal(await page.locator(at("operator")).count(), 9);
    // A task is a program: it is opened, run, and left again.
    await first.locator("details.obligations > summary").click();
    await first.locator(at("obligation-open")).first().click();
    await page.waitForSelector(at("task-path"));
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`, { timeout: 60_000 });
    await page.click(at("task-leave"));
    await page.waitForSelector(at("stage-operators"));
    assert.equal(await page.locator(at("task-path")).count(), 0);
  });
});

test("rules are applied by hand, and a wrong one fails on a run", options, async () => {
  await withPage({}, async (page) => {
    await instrument(page);
    await page.click(at("stage-instrument"));
    await page.waitForSelector(at("workbench"));
    await apply(page, "for (int i", "begin(e)");
    await apply(page, "s += a[i]", "append: a[i]");
    await apply(page, "assert", "use: sum(a, l, u)");
    await page.waitForSelector(at("bench-holds"));
    const marked = await page.locator(`${at("bench-program")} mark`).allInnerTexts();
    assert.ok(marked.includes("assert(i == sum_hi);"), `${marked}`);
    assert.ok(!marked.some((piece) => piece.includes("s += a[i]")), `${marked}`);
    await run(page, "certified");
    assert.ok((await sentences(page)).includes("s == sum(a, 0, i)"), `${await sentences(page)}`);
    // These are the rules as text, but for the start of the range.
    await page.click(at("stage-instrument"));
    const text = page.locator(at("rules"));
    assert.equal(await text.inputValue(), "sum(a): 5 begin(0), 6 append, 8 use");
    await text.fill("sum(a): 5 begin(1), 6 append, 8 use");
    await text.press("Enter");
    await page.waitForSelector(at("bench-broken"));
    assert.match(await page.locator(at("bench-broken")).innerText(), /line 6 the guard `?i == sum_hi/);
    assert.match(await page.locator(at("bench-run")).innerText(), /the assertion fails/);
    // The page reports a text that is no rule, and changes nothing.
    await text.fill("sum(a)");
    await text.press("Enter");
    assert.match(await page.locator(at("rules-wrong")).innerText(), /names no rules/);
    // A rule that is taken away is gone.
    await page.locator(at("take-away")).first().click();
    await page.waitForFunction((s) => document.querySelectorAll(s).length === 2, at("applied"));
    // Without rules by hand the method stays, and searches.
    await page.click(at("search-instead"));
    await page.waitForFunction((s) => !document.querySelector(s), at("followed"));
    assert.equal(await page.locator(at("stage-instrument")).count(), 1);
  });
});

test("text that becomes shorter does not break the workbench", options, async () => {
  await withPage({}, async (page) => {
    await instrument(page);
    await page.click(at("stage-instrument"));
    await page.waitForSelector(at("statement"));
    await write(page, "int n = nondet();\nint a[n];\nassert(0 == sum(a, 0, 0));\n");
    await settled(page);
    await page.locator(at("statement")).filter({ hasText: "assert(0" }).waitFor();
  });
});

test("rules stay with their lines when lines are added before them", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "ghosts_by_hand");
    await page.click(at("stage-instrument"));
    await page.waitForSelector(at("bench-holds"));
    const places = () => page.locator(`${at("applied")} button.chip`).allInnerTexts();
    assert.deepEqual(await places(), ["line 6", "line 7", "line 9"]);
    await page.click(at("editor-text"));
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Enter");
    await settled(page);
    await page.waitForFunction(
      (s) => document.querySelector(s)?.innerText === "line 7",
      `${at("applied")} button.chip`,
    );
    assert.deepEqual(await places(), ["line 7", "line 8", "line 10"]);
  });
});

test("the search says what it tried, and its rules can be taken over", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "rules_are_searched");
    await run(page, "certified");
    const attempts = page.locator(at("attempt"));
    assert.ok((await attempts.count()) >= 2, `${await attempts.count()}`);
    assert.ok((await page.locator(`${at("attempt")}[data-came=bad]`).count()) >= 1);
    assert.match(await page.locator(`${at("attempt")}[data-came=bad]`).first().innerText(), /the guard .* fails in the run/i);
    await page.locator(`${at("attempt")}[data-came=ok]`).first().locator(at("attempt-take")).click();
    await settled(page);
    await page.click(at("stage-instrument"));
    await page.waitForSelector(at("bench-holds"));
    assert.ok((await page.locator(at("applied")).count()) >= 3);
  });
});

test("an operator of the text that is not sound is named", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "operator_that_lies");
    await run(page, "unknown");
    assert.match(await page.locator(at("solve")).innerText(), /rests on an operator of the text \(total: ignore/i);
    await page.click(at("stage-operators"));
    const first = page.locator(at("operator")).first();
    await first.waitFor();
    assert.match(await first.innerText(), /total\(int a\[\]\)[^]*of this text/);
  });
});
