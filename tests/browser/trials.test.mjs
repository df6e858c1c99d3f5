// The verdicts that other choices lead to, side by side.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, fitsItsWidth, open, screenshots, settled, test, withPage } from "./harness.mjs";
import { STATES, hash, startHeavyRun, tried, write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

/** The cards, each as its abstraction, its heuristic, what else stands in its head, and its verdict. */
const cards = (page) =>
  page.locator(at("trial")).evaluateAll((all) =>
    all.map((card) => [...card.querySelectorAll("h4 > *, .outcome .chip")].map((part) => part.textContent.trim())),
  );

/**
 * The claim about each cell needs its place: one cell has it, the values alone do not. There are three cells, so
 * that it is soon clear that no run breaks the assertion.
 */
const PLACES = "int n = 3;\nassume(n > 0);\nint a[n];\nint i = 0;\nwhile (i < n) { a[i] = i; i++; }\nassert(forall k in 0..n: a[k] == k);";

test("abstractions are compared by their verdicts, and one is chosen", options, async () => {
  await withPage({ query: hash({ t: PLACES }) }, async (page) => {
    await settled(page);
    await page.click(at("stage-solve"));
    await page.click(at("try-abstractions"));
    await tried(page);
    const all = await cards(page);
    assert.deepEqual(all[0], ["cell1", "relevant", "chosen", "✓ certified"]);
    assert.deepEqual(all.find(([name]) => name === "smash").at(-1), "~ too weak");
    assert.equal(all.length, 8);
    const status = page.locator(`${at("trials")} [role=status]`);
    assert.equal(await status.textContent(), "8 choices were tried.");
    // The chosen verdict is on view at once, with its evidence, and nothing is tried again.
    const smash = page.locator(at("trial"), { hasText: "smash" });
    await page.evaluate((search) => {
      globalThis.searched = false;
      new MutationObserver(() => (globalThis.searched ||= !!document.querySelector(search))).observe(document, { subtree: true, childList: true });
    }, at("search"));
    await smash.locator(at("try-adopt")).click();
    await page.waitForSelector(`${at("verdict")}[data-verdict=too-weak]`);
    await page.waitForSelector(at("derivation"));
    assert.ok(!(await page.evaluate(() => globalThis.searched)), "nothing is searched again");
    assert.equal(await page.inputValue(at("abstraction")), "smash");
    assert.match(await smash.innerText(), /chosen/);
    assert.equal(await page.locator(at("try-adopt")).count(), 7);
    assert.equal(await page.locator(`${at("focus-pane")}.stale`).count(), 0);
    // The keyboard stays in the pane when the button is gone.
    await page.waitForFunction(() => document.activeElement.closest(".road"));
    const inSight = await page.locator(at("verdict")).boundingBox();
    assert.ok(inSight.y > 0, "the verdict is in sight, and not only the card");
    // Nothing can be chosen any more when the text is another one.
    await page.click(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" ");
    await page.waitForFunction((s) => /about an older text or older choices/.test(document.querySelector(s).textContent), at("try-progress"));
    assert.equal(await page.locator(at("try-adopt")).count(), 0);
    await page.keyboard.press("Backspace");
    await page.waitForFunction((s) => /choices were tried/.test(document.querySelector(s).textContent), at("try-progress"));
    // A run would have been seen.
    await page.click(at("run"));
    await page.waitForFunction(() => globalThis.searched);
    await page.waitForSelector(`${at("verdict")}[data-verdict=too-weak]`);
    // That button also puts the cards away.
    await page.click(at("try-abstractions"));
    await page.waitForFunction((card) => !document.querySelector(card), at("trial"));
  });
});

test("each assertion has its verdict on each card, and a comparison of old is made again", options, async () => {
  const t = `${PLACES}\nassert(n > 0);\nassert(n > 3);`;
  await withPage({ query: hash({ t }) }, async (page) => {
    await settled(page);
    await page.click(at("stage-solve"));
    await page.click(at("try-other"));
    await page.selectOption(at("other-abstraction"), "smash");
    await page.waitForFunction((card) => /smash/.test(document.querySelectorAll(card)[1]?.textContent), at("trial"));
    await tried(page);
    const signs = async () => page.locator(at("trial")).evaluateAll((all) =>
      all.map((card) => [...card.querySelectorAll(".each li")].map((one) => one.textContent.trim())));
    const others = ["✓ line 7 certified", "✗ line 8 buggy"];
    assert.deepEqual(await signs(), [["✓ line 6 certified", ...others], ["~ line 6 too weak", ...others]]);
    await page.click(at("run"));
    await page.waitForSelector(at("verdict"));
    await write(page, PLACES);
    await page.locator(at("try-halt"), { hasText: "Compare again" }).click();
    await tried(page);
    assert.deepEqual((await cards(page)).map((card) => card.at(-1)), ["✓ certified", "~ too weak"]);
    // The run is old, and the comparison is not.
    const faded = (selector) => page.evaluate((s) => getComputedStyle(document.querySelector(s), "::after").content !== "none", selector);
    assert.ok(await faded(".pane.road.stale > .pane-body"));
    assert.ok(!(await faded(".trials")));
  });
});

test("one other choice is compared with the one that is made", options, async () => {
  await withPage({}, async (page) => {
    await STATES.certified(page);
    await page.click(at("try-other"));
    await tried(page);
    assert.deepEqual((await cards(page)).map(([name]) => name), ["cell1", "cell2"]);
    await page.selectOption(at("other-heuristic"), "ma15");
    await page.waitForFunction((card) => /ma15/.test(document.querySelectorAll(card)[1]?.textContent), at("trial"));
    await tried(page);
    await page.selectOption(at("other-abstraction"), "cell1");
    await page.waitForFunction((card) => /cell1/.test(document.querySelectorAll(card)[1]?.textContent), at("trial"));
    await tried(page);
    const [chosen, other] = await cards(page);
    assert.deepEqual(chosen.at(-1), "✓ certified");
    assert.deepEqual(other, ["cell1", "ma15", "~ too weak"]);
  });
});

test("comparing verdicts can be stopped and taken up again", options, async () => {
  await withPage({}, async (page) => {
    await startHeavyRun(page);
    await page.click(at("run"));
    await page.click(at("try-abstractions"));
    const first = page.locator(at("trial")).first();
    await first.locator(".spinner").waitFor();
    await page.click(at("try-halt"));
    await page.waitForFunction((s) => /^Stopped after/.test(document.querySelector(s).textContent), at("try-progress"));
    assert.equal(await page.locator(`${at("trials")} .spinner`).count(), 0);
    await page.click(at("try-halt"));
    await page.locator(`${at("trials")} .spinner`).waitFor();
    // A run goes before; the rest is tried after it.
    await page.click(at("run"));
    await page.waitForFunction((s) => /the run goes before/.test(document.querySelector(s)?.textContent), at("try-progress"));
    assert.equal(await page.locator(`${at("trials")} .spinner`).count(), 0);
    await page.click(at("run"));
    await page.locator(`${at("trials")} .spinner`).waitFor();
    // Typing takes precedence over requests about the previous text.
    await page.click(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText("\n// more");
    await page.waitForFunction((s) => /about an older text or older choices/.test(document.querySelector(s).textContent), at("try-progress"));
    assert.equal(await page.locator(`${at("trials")} .spinner`).count(), 0);
  });
});

test("pictures of verdicts side by side", options, async () => {
  await screenshots("trials", async (page) => {
    await STATES.trials(page);
    await page.locator(at("trial")).last().scrollIntoViewIfNeeded();
    await fitsItsWidth(page);
    const verdicts = (await cards(page)).map((card) => card.at(-1));
    assert.ok(verdicts.includes("~ too weak") && verdicts[0] === "✓ certified", `${verdicts}`);
  });
});
