// The questions that a method asks, as a list below the verdict.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, fitsItsWidth, open, screenshots, settled, test, withPage } from "./harness.mjs";
import { STATES, chooseSequence, run, startHeavyRun, write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

/** The tasks, each as its title and its state in words. */
const tasks = (page) =>
  page.locator(at("task")).evaluateAll((all) =>
    all.map((task) => [task.querySelector("b").textContent, task.querySelector(".chip").textContent.trim(), task.dataset.state]),
  );

/** Leaves the choice of the abstraction to Hornbook, and runs. */
async function solveByAuto(page, example) {
  await open(page, example);
  await chooseSequence(page);
  await settled(page);
  await run(page, "certified");
}

test("auto asks three tasks, which say how far they are", options, async () => {
  await withPage({}, async (page) => {
    await solveByAuto(page, "01_init_zero");
    assert.deepEqual(await tasks(page), [
      ["with cell1", "✓ certified", "ended"],
      ["with cell<2", "not begun", "waiting"],
      ["with cell2", "not begun", "waiting"],
    ]);
    const list = page.getByRole("region", { name: "Tasks" });
    assert.match(await list.locator(at("task")).first().innerText(), /\d+ steps/);
    // Where a stronger one is needed, the first is left as far as it came.
    await STATES.tasks(page);
    const all = await tasks(page);
    assert.deepEqual(all.map(([title]) => title), ["with cell1", "with cell<2", "with cell2"]);
    assert.ok(["~ too weak", "not ended"].includes(all[0][1]), `${all}`);
    assert.ok(all.some(([, verdict]) => verdict === "✓ certified"), `${all}`);
  });
});

test("the choices of a task are chosen by its button", options, async () => {
  await withPage({}, async (page) => {
    await solveByAuto(page, "01_init_zero");
    await page.getByRole("button", { name: "Choose it (with cell2)" }).click();
    await page.waitForFunction((s) => document.querySelector(s).value === "cell2", at("sigma"));
    const last = page.locator(at("task")).last();
    assert.equal(await last.locator(at("task-choose")).count(), 0);
    assert.match(await last.innerText(), /chosen/);
    // The keyboard stays in the pane when the button is gone.
    await page.waitForFunction(() => document.activeElement.closest(".road"));
    // The text is the same one, and nothing was opened.
    assert.equal(await page.locator(at("task-path")).count(), 0);
    await settled(page);
    await run(page, "certified");
    assert.equal(await page.locator(at("task")).count(), 0, "the question itself needs no list");
  });
});

test("tasks are seen while the solver is at it", options, async () => {
  await withPage({}, async (page) => {
    await startHeavyRun(page);
    await page.click(at("run"));
    await chooseSequence(page);
    await settled(page);
    await page.click(at("run"));
    await page.waitForSelector(`${at("task")}[data-state=begun]`);
    assert.equal(await page.locator(at("task")).count(), 4, "three abstractions, and one that counts");
    await page.click(at("run"));
    await page.waitForFunction((s) => !document.querySelector(s), at("search"));
    const states = (await tasks(page)).map(([, words]) => words);
    assert.ok(!states.includes("begun") && !states.includes("waiting"), `${states}`);
    // A text with errors has nothing to solve, and nothing that was asked about it.
    await write(page, "int n = ;");
    await page.waitForSelector(`${at("problems")} li`);
    await page.click(at("run"));
    await page.click(at("stage-solve"));
    assert.equal(await page.locator(at("tasks")).count(), 0);
  });
});

test("pictures of tasks", options, async () => {
  await screenshots("tasks", async (page) => {
    await STATES.tasks(page);
    await page.locator(at("tasks")).scrollIntoViewIfNeeded();
    await fitsItsWidth(page);
  });
});
