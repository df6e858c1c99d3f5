// Other choices for a clause: comparing them, naming cells, writing abstractions.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, fitsItsWidth, screenshots, withPage } from "./harness.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };
const at = (id) => `[data-testid=${id}]`;

/** Waits until the text on view is analysed and nothing on the page is stale. */
async function settled(page) {
  await page.waitForSelector(at("editor-text"), { timeout: 30_000 });
  await page.waitForSelector(`${at("stage-clauses")}.done`, { timeout: 30_000 });
  await page.waitForFunction(() => !document.querySelector(".stages.stale"));
}

/** Goes to the clause of the test `a[i] != 0` in the first example. */
async function openTest(page) {
  await settled(page);
  await page.selectOption(at("examples"), "03_init_then_flag");
  await settled(page);
  await page.click(at("stage-eliminate"));
  await page.locator(at("clause"), { hasText: "condition holds" }).last().click();
  await page.waitForSelector(at("relevant-cell"));
}

/** Asks for a comparison and waits for its columns. */
async function compare(page, axis) {
  await page.click(at(`compare-${axis}`));
  await page.waitForSelector(at("way"), { timeout: 60_000 });
  return page.locator(at("way"));
}

/** The text without spaces and with plain primes, as formulas are set with many of both. */
const plain = (text) => text.replace(/\s/g, "").replace(/′/g, "'");

test("heuristics are compared side by side", options, async () => {
  await withPage({}, async (page) => {
    await openTest(page);
    const ways = await compare(page, "heuristics");
    assert.equal(await ways.count(), 4);
    const texts = await ways.allInnerTexts();
    assert.match(texts[0], /^cell\s+relevant\s+chosen/);
    const only = texts.find((text) => /\bma15\b/.test(text));
    // The criterion and the truth are two things, each below its own name.
    assert.match(only, /criterion[\s\S]*Cells left out[\s\S]*What is true[\s\S]*(Open|Incomplete)/);
    assert.match(texts[0], /criterion[\s\S]*⊤-free[\s\S]*What is true[\s\S]*Complete/);
    const sets = (await page.locator(at("way-set")).allInnerTexts()).map(plain);
    assert.equal(sets.length, 4);
    assert.equal(sets[0].match(/\(/g).length, 2, `two cells: ${sets[0]}`);
    assert.ok(sets.some((set) => set.match(/\(/g).length === 1), `one way has one cell: ${sets}`);
    assert.equal(await ways.locator(".f-clause").count(), 4, "each has its clause");
    const tops = await ways.evaluateAll((all) => all.map((way) => way.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1, "the ways stand side by side");
  });
});

test("abstractions are compared, the chosen one first", options, async () => {
  await withPage({}, async (page) => {
    await openTest(page);
    const ways = await compare(page, "abstractions");
    const names = await ways.locator("h4 code").allInnerTexts();
    assert.deepEqual(names.slice(0, 2), ["cell", "cell^2"]);
    assert.ok(names.includes("smash") && names.includes("id"), `${names}`);
    assert.match(await ways.nth(names.indexOf("id")).innerText(), /the values themselves/);
  });
});

test("a comparison goes away with what it is about", options, async () => {
  await withPage({}, async (page) => {
    const gone = () => page.waitForFunction(() => !document.querySelector("[data-testid=way]"));
    await openTest(page);
    await compare(page, "heuristics");
    await page.locator(at("clause")).first().click();
    await gone();
    await page.locator(at("clause"), { hasText: "condition holds" }).last().click();
    assert.equal(await page.locator(at("way")).count(), 0);
    await compare(page, "heuristics");
    await page.selectOption(at("heuristic"), "mg16");
    await gone();
    await settled(page);
    const ways = await compare(page, "heuristics");
    assert.match(await ways.first().innerText(), /mg16\s+chosen/);
    // Once more on the same button, and it is put away by hand.
    await page.click(at("compare-heuristics"));
    await gone();
    await compare(page, "abstractions");
    await page.click(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText("int a[];\na[0] = 1;\nassert(a[0] == 1);");
    await gone();
  });
});

test("pictures of a comparison", options, async () => {
  await screenshots("compare", async (page, { size }) => {
    await openTest(page);
    const ways = await compare(page, "heuristics");
    await ways.first().scrollIntoViewIfNeeded();
    await fitsItsWidth(page);
    if (size === "phone") {
      const lefts = await ways.evaluateAll((all) => all.map((way) => way.getBoundingClientRect().left));
      assert.equal(new Set(lefts).size, 1, "the cards stand below each other");
    }
  });
});
