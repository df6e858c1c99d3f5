// Programs with functions: what becomes of calls, and runs through them.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, fitsItsWidth, open, settled, test, withPage } from "./harness.mjs";
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

test("a run inside of a call says who called, and steps past calls", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "contract_broken_buggy");
    await run(page, "buggy");
    const frames = page.locator(at("frames"));
    const step = (n) => page.locator(`${at("run-steps")} button`).nth(n).click();
    await page.click("[aria-label='Last step']");
    await frames.getByText("Inside of 1 call").waitFor();
    const frame = page.locator(at("frame"));
    assert.match(await frame.innerText(), /set\(a = b, n = 1, v = 7\).*called in line 10/s);
    assert.equal(await page.locator(`${at("trace")} .figure [aria-label='Array b']`).count(), 0, "only its own");
    await frame.locator("summary").click();
    await frame.getByText("Variables of the program at the call:").waitFor();
    await frame.locator("[aria-label='Array b']").waitFor();
    await step(0);
    await frames.getByText("Outside of functions").waitFor();
    assert.equal(await page.getAttribute(at("step-out"), "aria-disabled"), "true");
    // The call does not return, so what is behind it is the end.
    await step(1);
    await page.click(at("step-over"));
    await page.locator(`${at("run-steps")} li.now`, { hasText: "what the function owes fails" }).waitFor();
  });
});

test("each function has a graph of its own, and calls are links to it", options, async () => {
  for (const size of ["wide", "phone"]) {
    await withPage({ size }, async (page) => {
      await open(page, "call_by_contract");
      await page.click(at("stage-graph"));
      const headings = page.locator(at("graph-heading"));
      await headings.nth(1).waitFor();
      assert.deepEqual(await headings.allInnerTexts(), ["The program", "larger"]);
      assert.equal(await page.locator(`${at("graph")} .node.start`).count(), 2, "each begins somewhere");
      // A call is an arrow that picks its clause, and beside it a link.
      const focused = (text) =>
        page.waitForFunction((text) => document.activeElement?.textContent === text, text);
      const link = page.locator(at("graph")).first().getByRole("link", { name: "line 10 calls larger: to its graph" });
      await link.click();
      await focused("larger");
      assert.ok(await headings.nth(1).evaluate((e) => e.getBoundingClientRect().bottom <= innerHeight), "in sight");
      await page.click(at("graph-back"));
      await focused("The program");
      await link.focus();
      await page.keyboard.press("Enter");
      await focused("larger");
      const arrow = page.locator(at("edge"), { hasText: "larger(a[i], 0)" }).first();
      await arrow.focus();
      await page.keyboard.press("Enter");
      await page.waitForSelector(`${at("graph")} .edge.lit`);
      await fitsItsWidth(page);
    });
  }
});

test("a program without functions has one graph without a heading", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "04_init_identity");
    await page.click(at("stage-graph"));
    await page.waitForSelector(at("graph"));
    assert.equal(await page.locator(at("graph")).count(), 1);
    assert.equal(await page.locator(`${at("graph-heading")}, ${at("call-link")}`).count(), 0);
  });
});

test("the story of a verdict says on which contracts it rests", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "call_by_contract");
    await run(page, "certified");
    await page.locator(".assertions button", { hasText: "line 12" }).click();
    const story = page.locator(at("story"));
    for (let n = 0; n < 2; n++) await story.locator(at("story-next")).click();
    await story.locator("h3", { hasText: "What is known of calls" }).waitFor();
    assert.equal(await story.locator(at("story-place")).innerText(), "3 of 6");
    const says = await story.locator(at("story-says")).innerText();
    assert.match(says, /Calls of larger go by its contract/);
    assert.match(says, /rests on the contract in line 2, certified, too\.$/);
    assert.match(await story.locator(".story-lines").innerText(), /ensures result >= x/);
  });
});
