// Tiling on the page: segments and what runs suggest, tiles with their pictures, another tile that is typed,
// and conditions with the state that breaks them.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, open, settled, test, withPage } from "./harness.mjs";
import { run, write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

const SWAP = `int n = nondet();
assume(n > 0);
int a[n], b[n], c[n];
for (int i = 0; i < n; i++) { c[i] = a[i]; }
for (int i = 0; i < n; i++) { int t = a[i]; a[i] = b[i]; b[i] = t; }
assert(forall k in 0..n: b[k] == c[k]);
`;

const PAIRS = `int n = nondet();
assume(n > 0);
int a[2 * n];
for (int i = 0; i < n; i++) {
  a[2 * i] = 1;
  a[2 * i + 1] = 1;
}
assert(forall k in 0..2 * n: a[k] == 1);
`;

const GRID = `int n = nondet(), m = nondet();
assume(n > 0 && m > 0);
int a[n][m];
for (int i = 0; i < n; i++) {
  for (int j = 0; j < m; j++) { a[i][j] = i; }
}
assert(forall x in 0..n: forall y in 0..m: a[x][y] == x);
`;

const LEFT_EARLY = `int n = nondet(), v = nondet(), a[];
int i = 0;
while (i < n) {
  if (a[i] == v) { break; }
  i++;
}
assert(i <= n || n < 0);
`;

/** Writes a program, and leaves the verdict to tiling. */
async function tiling(page, text) {
  await open(page, "01_init_zero");
  await write(page, text);
  await page.click(at("switches"));
  await page.selectOption(at("method"), "tiling");
  await page.keyboard.press("Escape");
  await settled(page);
}

const texts = (page, testid) => page.locator(at(testid)).allInnerTexts();
const owner = (page, cell) =>
  page.locator(`${at("tile-picture")} [data-cell="${cell}"]`).first().getAttribute("data-owner");

test("segments show what is wanted between them, and what runs suggest", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "01_init_zero");
    assert.equal(await page.locator(at("stage-segments")).count(), 0);
    await tiling(page, SWAP);
    await page.click(at("stage-segments"));
    await page.waitForSelector(at("segments"));
    assert.equal(await page.locator(at("segment")).count(), 4);
    const wanted = await texts(page, "cut-point");
    assert.ok(wanted.some((text) => /a\[\w+\] == c\[\w+\]/.test(text)), `${wanted}`);
    const suggested = await texts(page, "suggested");
    assert.ok(suggested.some((text) => /c\[k\] == a\[k\].*proved.*runs/s.test(text)), `${suggested}`);
    await page.locator(at("learned")).locator("summary").first().click();
    assert.ok((await texts(page, "suggested")).some((text) => /Size \d+: .*\[\d+\] = /.test(text)));
    // Program and graph have the same colours.
    assert.equal(await page.locator(`${at("segment-listing")} .own-1`).count(), 1);
    assert.ok((await page.locator(`${at("graph")} .node.own-1`).count()) > 0);
    await write(page, LEFT_EARLY);
    await page.waitForSelector(at("misfit"));
    assert.match(await page.locator(at("misfit")).innerText(), /left early.*flag/s);
  });
});

test("cells have the colours of their rounds, and another tile leaves gaps", options, async () => {
  await withPage({}, async (page) => {
    await tiling(page, PAIRS);
    await page.click(at("stage-tiles"));
    await page.waitForSelector(at("tile-picture"));
    assert.deepEqual([await owner(page, "a[2]"), await owner(page, "a[3]")], ["i = 1", "i = 1"]);
    assert.equal(await page.locator(at("tile-gaps")).count(), 0);
    const entry = page.locator(at("tile")).first();
    assert.equal(await entry.inputValue(), "2 * i <= k < 2 * i + 2");
    await entry.fill("k == 2 * i");
    await entry.press("Enter");
    await page.waitForSelector(at("tile-gaps"));
    assert.match(await page.locator(at("tile-gaps")).innerText(), /a\[1\], a\[3\]/);
    await page.click(at("stage-conditions"));
    const broken = page.locator(`${at("condition")}[data-state=bad]`);
    await broken.first().waitFor();
    assert.match(await broken.first().innerText(), /T1 for a/);
    assert.equal(await broken.first().locator(".claimed").count(), 1);
    assert.match(await page.locator(at("claim-state")).innerText(), /^not certified/);
    // Other ways need no tile that suffices.
    await run(page, "certified");
    const ways = await page.locator(at("ways")).innerText();
    assert.ok(/data abstraction/.test(ways) && !/conditions/.test(ways), ways);
    await page.click(at("stage-tiles"));
    await page.locator(at("tile-back")).first().click();
    await page.waitForFunction(
      (selector) => document.querySelectorAll(selector).length === 0,
      at("tile-gaps"),
    );
    await page.click(at("stage-conditions"));
    await page.waitForFunction(
      (selector) => document.querySelector(selector)?.innerText.startsWith("certified"),
      at("claim-state"),
    );
    await run(page, "certified");
    assert.match(await page.locator(at("ways")).innerText(), /data abstraction.*conditions of its tiles/);
  });
});

test("what is no tile is said, and an overlap is shown", options, async () => {
  await withPage({}, async (page) => {
    await tiling(page, PAIRS);
    await page.click(at("stage-tiles"));
    const entry = page.locator(at("tile")).first();
    await entry.fill("0 <= k < n");
    await entry.press("Enter");
    await page.waitForSelector(at("tile-wrong"));
    assert.match(await page.locator(at("tile-wrong")).innerText(), /is no tile/);
    await entry.fill("2 * i <= k < 2 * i + 3");
    await entry.press("Enter");
    await page.waitForSelector(at("tile-overlaps"));
    await page.click(at("stage-conditions"));
    await page.waitForSelector(`${at("condition")}[data-state=bad]`);
  });
});

test("a grid is drawn row by row, and a slider goes through the rounds", options, async () => {
  await withPage({}, async (page) => {
    await tiling(page, GRID);
    await page.click(at("stage-tiles"));
    await page.waitForSelector(at("tile-picture"));
    assert.equal(await page.locator(at("loop-tiles")).count(), 2);
    assert.equal(await owner(page, "a[2][1]"), "i = 2");
    const picture = page.locator(at("tile-picture")).first();
    assert.match(await picture.locator(at("tile-moment")).innerText(), /Round i = 3 owns a\[3\]\[0\]/);
    const slider = picture.locator("input[type=range]");
    await slider.fill("0");
    assert.match(await picture.locator(at("tile-moment")).innerText(), /^Before the first of 4/);
    assert.equal(await picture.locator(".now").count(), 0);
    await page.locator(at("tile-size")).fill("1");
    assert.match(await picture.locator(at("tile-moment")).innerText(), /of 2 rounds/);
  });
});
