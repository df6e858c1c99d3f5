// Programs with functions: what becomes of calls, and runs through them.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { at, closeBrowser, open, settled, withPage } from "./harness.mjs";
import { run } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

test("what becomes of calls is said and can be chosen", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "call_by_contract");
    assert.match(await page.innerText(at("calls-handled")), /larger go by its contract/);
    const clauses = await page.locator(at("clause")).count();
    await page.click(at("switches"));
    await page.selectOption(at("calls"), "inline");
    await settled(page);
    await page.locator(at("calls-handled"), { hasText: "written out" }).waitFor();
    assert.notEqual(await page.locator(at("clause")).count(), clauses);
    await page.keyboard.press("Escape");
    await run(page, "certified");
  });
});

test("a run that breaks a contract leads through the call", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "contract_broken_buggy");
    await run(page, "buggy");
    const steps = await page.locator(at("run-steps")).innerText();
    assert.match(steps, /set\(a, 1, 7\) is called/);
    assert.match(steps, /what the function owes fails/);
  });
});
