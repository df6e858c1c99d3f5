// Measures the page: `cargo xtask page-speed` builds and serves it, and says where by variables.
// It prints medians and 95th percentiles and judges nothing.
import { at, closeBrowser, open, settled, withPage } from "./harness.mjs";
import { sizes } from "./page_size.mjs";
import { run, write } from "./states.mjs";

const LOADS = 5;
const KEYS = 25;

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const quantile = (numbers, q) => sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * q))];
const shown = (numbers) => `${quantile(numbers, 0.5).toFixed(0)} ms, 95 %: ${quantile(numbers, 0.95).toFixed(0)} ms`;

/** Prints the size of each larger file of the site, as brotli at its best makes it, and of all. */
async function downloads() {
  let total = 0;
  for (const { name, brotli } of await sizes(process.env.HORNBOOK_DIST)) {
    total += brotli;
    if (brotli > 4096) console.log(`  ${name.padEnd(34)} ${(brotli / 1000).toFixed(0).padStart(6)} kB`);
  }
  console.log(`  ${"all files".padEnd(34)} ${(total / 1000).toFixed(0).padStart(6)} kB`);
}

/** From the address to the verdict on the first example, with nothing kept from before. */
async function coldLoads() {
  const times = [];
  for (let n = 0; n < LOADS; n++) {
    await withPage({}, async (page) => {
      await page.goto("about:blank");
      const start = performance.now();
      await page.goto(process.env.HORNBOOK_SITE);
      await page.click(at("run"));
      await page.waitForSelector(at("verdict"), { timeout: 60_000 });
      times.push(performance.now() - start);
    });
  }
  return times;
}

/** Notes for each key how long it takes until the steps on view are those of the new text. */
function watchKeys() {
  let pressed = 0;
  globalThis.measured = [];
  addEventListener("keydown", () => (pressed = performance.now()), true);
  const look = () => {
    if (pressed > 0 && !document.querySelector(".stale, .stages.stale")) {
      const since = pressed;
      pressed = 0;
      requestAnimationFrame(() => globalThis.measured.push(performance.now() - since));
    }
  };
  // The page is stale from the first redrawing after the key to the one with the new steps.
  let stale = false;
  new MutationObserver(() => {
    const now = Boolean(document.querySelector(".stale"));
    if (stale && !now) look();
    stale = now;
  }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] });
}

/** Types into each example, on the stage that has most to redraw. */
async function typing() {
  const all = [];
  await withPage({}, async (page) => {
    await settled(page);
    const names = await page.locator(`${at("examples")} option[value]:not([value=""])`).evaluateAll((o) => o.map((e) => e.value));
    await page.evaluate(watchKeys);
    for (const name of names) {
      await open(page, name);
      await page.click(at("stage-eliminate"));
      await page.click(at("editor-text"));
      await page.keyboard.press("ControlOrMeta+End");
      await page.evaluate(() => (globalThis.measured = []));
      for (let n = 0; n < KEYS; n++) {
        await page.keyboard.press(n % 2 ? "Backspace" : "Space");
        await settled(page);
        await page.waitForTimeout(30);
      }
      const times = await page.evaluate(() => globalThis.measured);
      all.push(...times);
      if (times.length > 0) console.log(`  ${name.padEnd(34)} ${shown(times)}`);
    }
  });
  return all;
}

/** Millions of rounds until the bug of the last program. */
const DEEP = 34;

/** From the click on Run to the verdict on a program whose bug is behind three statements in each round. */
async function deepBug() {
  const text = `int x = 0;
int y = 0;
while (x < 1000000000) {
  x++;
  if (x == ${DEEP}000000) {
    y = 1;
  }
  assert(y == 0);
}
`;
  let took = 0;
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, text);
    await settled(page);
    const start = performance.now();
    await run(page, "buggy");
    took = performance.now() - start;
  });
  return took;
}

console.log("What a first visit downloads, compressed with brotli:");
await downloads();
console.log(`First verdict after a cold load: ${shown(await coldLoads())}`);
console.log("From a key to the new steps:");
console.log(`  all together: ${shown(await typing())}`);
console.log(`A bug behind ${3 * DEEP} million statements: ${((await deepBug()) / 1000).toFixed(0)} s`);
await closeBrowser();
process.exit(0);
