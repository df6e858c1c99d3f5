// The deepest texts that the core reads: page and workers go through them on small stacks.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, part, settled, test, withPage } from "./harness.mjs";

after(closeBrowser);

const options = { timeout: 300_000 };

const sum = (operands) => `int x;\nx = ${Array(operands).fill("x").join(" + ")};\nassert(x == 0);`;
const not = (levels) => `bool x;\nassert(${"!".repeat(levels)}x);`;

/** Clauses with this term twice; `x` is in its middle. */
const clauses = (levels, open) => {
  const term = `${open.repeat(levels)}x${")".repeat(levels)}`;
  return `(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (= x ${term}) (P x))))
(assert (forall ((x Int)) (=> (and (P x) (< x ${term})) false)))`;
};

/** Texts as deep as they may be, the same one level deeper, and a part of what is said of those. */
const DEEPEST = {
  "a program with a long sum": ["a.hb", sum, 300, /too long/],
  "a program with a nested condition": ["a.hb", not, 254, /too deep/],
};

/** Clauses may be of any depth: how each level begins. */
const NESTED = { "sums": "(+ 1 ", "choices": "(ite (> x 1) 1 " };

/** Many more levels than fit on the stack of a worker. */
const LEVELS = 20_000;

/** Opens a text as a file. */
async function give(page, name, text) {
  await page.setInputFiles(at("file-field"), { name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

for (const [what, [name, text, levels, refusal]] of part(Object.entries(DEEPEST), 2)) {
  test(`${what} is shown as deep as it may be, and one level deeper refused`, options, async () => {
    await withPage({}, async (page) => {
      await settled(page);
      await give(page, name, text(levels + 1));
      await page.waitForSelector(`${at("problems")} li`);
      assert.match(await page.innerText(at("problems")), refusal);
      await give(page, name, text(levels));
      await page.waitForSelector(`${at("problems")} li`, { state: "detached" });
      await settled(page);
      await showStages(page);
    });
  });
}

for (const [what, open] of Object.entries(NESTED)) {
  test(`clauses with ${what} of any depth are shown`, options, async () => {
    await withPage({}, async (page) => {
      await settled(page);
      await give(page, "a.smt2", clauses(LEVELS, open));
      await page.waitForFunction((clause) => document.querySelector(clause), at("clause"));
      await settled(page);
      assert.equal(await page.locator(`${at("problems")} li`).count(), 0);
      await showStages(page);
    });
  });
}

/** Looks at each clause in each stage, and at another program then. */
async function showStages(page) {
  for (const stage of ["clauses", "abstract", "eliminate", "simplify"]) {
    await page.click(at(`stage-${stage}`));
    for (const clause of (await page.locator(`${at("clause")} .clause-name`).all()).slice(0, 5)) await clause.click();
    await page.waitForFunction((clause) => document.querySelector(clause), `${at("clause")}.now`);
  }
  // The deep formulas are dropped, in the page and in its workers.
  await give(page, "b.hb", "int x;\nassert(x == x);");
  await settled(page);
  assert.equal(await page.locator(".trouble").count(), 0);
}
