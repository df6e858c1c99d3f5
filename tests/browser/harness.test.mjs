// The harness sees what it is there to see.
import assert from "node:assert/strict";
import { after } from "node:test";
import { closeBrowser, test, withPage } from "./harness.mjs";

after(closeBrowser);

const options = { timeout: 60_000 };

/** Whether `use` on a page of the site makes the harness fail with a problem like this. */
async function fails(use, problem, settings = {}) {
  await assert.rejects(withPage(settings, use), (error) => {
    assert.match(JSON.stringify(error.actual), problem);
    return true;
  });
}

test("an error on the console fails a test", options, async () => {
  await fails((page) => page.evaluate(() => console.error("oh no")), /console: oh no/);
});

test("an uncaught exception fails a test", options, async () => {
  const use = async (page) => {
    const thrown = page.waitForEvent("pageerror");
    await page.evaluate(() => void setTimeout(() => { throw new Error("oh no"); }, 0));
    await thrown;
  };
  await fails(use, /uncaught: Error: oh no/);
});

test("a missing file fails a test", options, async () => {
  await fails((page) => page.evaluate(() => fetch("missing.json")), /404 for .*missing\.json/);
});

test("a request outside the site fails a test", options, async () => {
  // Nothing listens there, and the request is caught before it leaves the browser.
  const use = async (page, context) => {
    await context.route(/hornbook\.invalid/, (route) => route.fulfill({ body: "" }));
    await page.evaluate(() => fetch("http://hornbook.invalid/", { mode: "no-cors" }));
  };
  // The page's own policy would forbid it before the harness sees it.
  await fails(use, /hornbook\.invalid\/, which is outside the site/, { bypassCSP: true });
});

test("an expected problem can be allowed", options, async () => {
  const allow = (problem) => problem.includes("oh no");
  await withPage({ allow }, (page) => page.evaluate(() => console.error("oh no")));
});
