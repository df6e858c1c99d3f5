// The picture of what an abstraction keeps of arrays: rows, dots, and the question that picking dots asks.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, fitsItsWidth, open, settled, test, withPage } from "./harness.mjs";
import { hash } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

const FILL = "int n = nondet();\nint a[n];\nint i = 0;\nwhile (i < n) {\n  a[i] = 0;\n  i = i + 1;\n}\nassert(forall k in 0..n: a[k] == 0);\n";
const TWO = "int a[];\nbool f[];\nint m[2][2];\na[0] = 1;\nassert(a[0] == 1);\n";

/** Opens a program at the stage Abstract and waits for the picture. */
async function picture(text, abstraction, use, look = {}) {
  await withPage({ query: hash({ t: text, a: abstraction, s: "abstract" }), ...look }, async (page) => {
    await settled(page);
    await page.waitForSelector(at("cloud-plane"), { timeout: 30_000 });
    await use(page);
  });
}

/** The rows as they are on view, as numbers. */
const rows = (page) => page.locator(at("cloud-row")).evaluateAll((all) => all.map((row) =>
  [...row.querySelectorAll("td")].map((cell) => Number(cell.firstChild.textContent))));

/** The names of the dots: `a[1] = 2`. */
const dots = (page) => page.locator(at("cloud-dot")).evaluateAll((all) => all.map((dot) => dot.getAttribute("aria-label")));

/** A dot by its name. */
const named = (page, name) => page.locator(`${at("cloud-dot")}[aria-label="${name}"]`);

const answer = (page) => page.innerText(at("cloud-answer"));

/** The names of the cells of all rows, each once, in the order of indices and values. */
function cellsOf(rows) {
  const cells = rows.flatMap((row) => row.map((value, index) => [index, value]));
  cells.sort(([i, v], [j, w]) => i - j || v - w);
  return [...new Set(cells.map(([index, value]) => `a[${index}] = ${value}`))];
}

const hasBoth = (row, [i, v], [j, w]) => row[i] === v && row[j] === w;

/** Two cells of different indices for which this holds of all rows. */
function pair(rows, holds) {
  const cells = rows.flatMap((row) => row.map((value, index) => [index, value]));
  const pairs = cells.flatMap((one) => cells.map((other) => [one, other]));
  return pairs.find(([one, other]) => one[0] < other[0] && holds(one, other));
}

const name = ([index, value]) => `a[${index}] = ${value}`;

test("the dots are the cells of the rows, and picking two asks for a row that has both", options, async () => {
  await picture(FILL, "cell1", async (page) => {
    const shown = await rows(page);
    assert.ok(shown.length >= 4 && shown.length <= 6, "some rows");
    assert.equal(new Set(shown.map(String)).size, shown.length, "different ones");
    assert.deepEqual(await dots(page), cellsOf(shown));
    assert.match(await answer(page), /^Pick two dots/);

    const together = pair(shown, (one, other) => shown.some((row) => hasBoth(row, one, other)));
    for (const cell of together) await named(page, name(cell)).click();
    assert.match(await answer(page), /Yes: rows? [\d, and]+ ha(s|ve) both/);
    const lit = await page.locator(`${at("cloud-row")}.lit`).count();
    assert.equal(lit, shown.filter((row) => hasBoth(row, ...together)).length);
    assert.equal(await page.locator(at("cloud-mixed")).count(), 0);

    await page.click(at("cloud-clear"));
    const apart = pair(shown, (one, other) => !shown.some((row) => hasBoth(row, one, other)));
    for (const cell of apart) {
      await named(page, name(cell)).focus();
      await page.keyboard.press("Enter");
    }
    assert.match(await answer(page), /None of these \w+ rows has both\. But one cell at a time cannot tell/);
    const mixed = await page.locator(`${at("cloud-mixed")} td`).allTextContents();
    for (const [index, value] of apart) assert.equal(mixed[index], String(value));
    assert.equal(await page.locator(`${at("cloud-row")}.lit`).count(), 0);
  });
});

test("two dots at one index are of no array", options, async () => {
  await picture(FILL, "cell1", async (page) => {
    const all = await dots(page);
    const index = (name) => name.split("]")[0];
    const first = all.find((name, n) => index(name) === index(all[n + 1] ?? ""));
    await named(page, first).click();
    await named(page, all[all.indexOf(first) + 1]).click();
    assert.match(await answer(page), /No: an array has one value at each index/);
    assert.equal(await page.locator(at("cloud-mixed")).count(), 0);
    await named(page, first).click();
    assert.match(await answer(page), /pick another dot/);
  });
});

test("a mixture is shown for one cell, and one of three dots for two", options, async () => {
  for (const [abstraction, size] of [["cell1", 2], ["cell2", 3], ["cell<2", 3]]) {
    await picture(FILL, abstraction, async (page) => {
      assert.equal(await page.locator(`${at("cloud-plane")} .join`).count() > 0, size > 2);
      await page.click(at("cloud-mixture"));
      assert.equal(await page.locator(`${at("cloud-dot")}[aria-pressed=true]`).count(), size);
      assert.match(await answer(page), /cannot tell/);
      assert.equal(await page.locator(`${at("cloud-mixed")} td:not(.tail)`).count(), size);
    });
  }
});

test("what other abstractions keep is drawn as far as it is true", options, async () => {
  const columns = (page) => page.locator(`${at("cloud-plane")} .index`).count();
  await picture(FILL, "smash", async (page) => {
    assert.equal(await columns(page), 0);
    const values = [...new Set((await rows(page)).flat())].sort((a, b) => a - b);
    assert.deepEqual(await dots(page), values.map(String));
  });
  await picture(FILL, "first", async (page) => {
    assert.equal(await columns(page), 1);
    assert.ok((await dots(page)).every((name) => name.startsWith("a[0] = ")));
  });
  await picture(FILL, "id", async (page) => {
    assert.equal(await page.locator(at("cloud-mixture")).count(), 0, "whole rows are never mixed up");
  });
  await withPage({ query: hash({ t: FILL, a: "nothing", s: "abstract" }) }, async (page) => {
    await page.waitForSelector(at("cloud-undrawn"), { timeout: 30_000 });
    assert.equal(await page.locator(at("cloud-plane")).count(), 0);
  });
});

test("of several arrays one is chosen, and arrays of arrays are left out with a word", options, async () => {
  await picture(TWO, "cell1", async (page) => {
    assert.deepEqual(await page.locator(at("cloud-array")).allTextContents(), ["a", "f"]);
    assert.match(await page.innerText(at("cloud")), /m is an array of arrays, which has no picture/);
    await page.locator(at("cloud-array"), { hasText: "f" }).click();
    assert.deepEqual(await page.locator(`${at("cloud-plane")} .level-name`).allTextContents(), ["false", "true"]);
  });
});

test("the picture is of the point of the clause on view, and fits a phone", options, async () => {
  await withPage({ size: "phone" }, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-abstract"));
    await page.waitForSelector(at("cloud-plane"), { timeout: 30_000 });
    assert.match(await page.innerText(at("cloud-from")), /loop of line 6/);
    await fitsItsWidth(page);
    await page.locator(at("clause"), { hasText: "line 9" }).first().locator(".clause-name").click();
    await page.waitForFunction((s) => /line 9/.test(document.querySelector(s)?.textContent), at("cloud-from"));
  });
});

test("a program without arrays has no picture", options, async () => {
  await withPage({ query: hash({ t: "int n = 1;\nassert(n == 1);\n", s: "abstract" }) }, async (page) => {
    await settled(page);
    await page.waitForSelector(at("clauses"));
    assert.equal(await page.locator(at("cloud")).count(), 0);
  });
});
