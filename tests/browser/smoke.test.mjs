// The page comes up below a sub-path, on a desk or a phone, without an error.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, fitsItsWidth, open, ready, screenshots, settled, site, test, withPage } from "./harness.mjs";

after(closeBrowser);

const options = { timeout: 120_000 };

test("the page loads below a sub-path and is named after its text and Hornbook", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await page.waitForFunction(() => document.title === "A flag for all cells – Hornbook");
  });
});

test("the address without its last slash leads to the page", options, async () => {
  await withPage({}, async (page) => {
    if (new URL(site()).pathname === "/") return;
    await ready(page);
    await page.goto(site().slice(0, -1));
    await ready(page);
    assert.equal(page.url(), site());
  });
});

test("the page fits its window", options, async () => {
  await screenshots("smoke", async (page) => {
    await ready(page);
    await fitsItsWidth(page);
  });
});

test("a worker whose module has a long way is waited for", options, async () => {
  await withPage({ clock: true, serviceWorkers: "block" }, async (page) => {
    let release;
    const arrives = new Promise((resolve) => {
      release = resolve;
    });
    await page.route(/worker-[0-9a-f]+_bg\.wasm/, async (route) => {
      await arrives;
      await route.continue();
    });
    await page.reload();
    await page.waitForSelector(at("run"));
    // Longer than the page would wait for an analysis.
    await page.clock.fastForward(60_000);
    assert.equal(await page.evaluate(() => sessionStorage.getItem("hornbook.attempt")), null);
    release();
    await settled(page);
  });
});
