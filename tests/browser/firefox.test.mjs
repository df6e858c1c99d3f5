// The page in Firefox: that it works there at all, with its strict policy and below a sub-path.
//
// `cargo xtask nightly` says by HORNBOOK_FIREFOX which one to use. It is driven over WebDriver BiDi, for
// which a Firefox as its makers or Debian build it is enough.
import assert from "node:assert/strict";
import { after } from "node:test";
import puppeteer from "puppeteer-core";
import { at, nightlyTest as test, site } from "./harness.mjs";
import { LINKED } from "./states.mjs";

const options = { timeout: 180_000 };

/** The size of the window. */
const SIZE = { width: 1280, height: 800 };

let browser;
after(async () => (await browser)?.close());

/** Opens the site in a fresh profile, calls `use(page)`, and fails if the page reported an error. */
async function withPage(query, use, allow = () => false) {
  // The promise, not what it brings: several tests may come here before it does.
  browser ??= puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.HORNBOOK_FIREFOX || "/usr/bin/firefox-esr",
    headless: true,
    // Here and not for each page: what a version lacks beside the size, such as turning the screen,
    // is left out silently then. That the size is right is seen below.
    defaultViewport: SIZE,
  });
  const context = await (await browser).createBrowserContext();
  try {
    const page = await context.newPage();
    const problems = [];
    page.on("console", (message) => message.type() === "error" && problems.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => problems.push(`uncaught: ${error.stack ?? error}`));
    page.on("requestfailed", (request) => problems.push(`request failed: ${request.url()}`));
    page.on("request", (request) => {
      const url = request.url();
      const inside = `${url}/`.startsWith(site()) || /^(data|blob|about):/.test(url);
      if (!inside) problems.push(`asked for ${url}, which is outside the site`);
    });
    await page.goto(site() + query);
    const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    assert.deepEqual(size, SIZE, "the window has its size");
    await settled(page);
    await use(page);
    assert.deepEqual(problems.filter((problem) => !allow(problem)), [], "the page reported problems");
  } finally {
    await context.close();
  }
}

/** Waits until the text on view is analysed. */
const settled = (page) => page.waitForSelector(`${at("stage-clauses")}.done`, { timeout: 60_000 });

/** The text of the first element with this id. */
const text = (page, id) => page.$eval(at(id), (element) => element.textContent);

/** Some versions tell on the console that the policy refuses a script in the document. */
const refused = (problem) => /^console: Content-Security-Policy: .*\binline\b.*script-src/.test(problem);

test("the page below a sub-path has a strict policy and gives a verdict", options, async () => {
  await withPage("", async (page) => {
    const policy = await page.$eval("meta[http-equiv=Content-Security-Policy]", (meta) => meta.content);
    assert.match(policy, /default-src 'none'/);
    // A first visit comes with a verdict.
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`, { timeout: 120_000 });
    await page.waitForSelector(at("invariant"));
    assert.match(await text(page, "invariant"), /for every/);
    // A script that is no file of the site does not run.
    const ran = await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "globalThis.foreign = true";
      const stopped = new Promise((done) => addEventListener("securitypolicyviolation", () => done(true), { once: true }));
      document.body.append(script);
      return Promise.race([stopped, new Promise((done) => setTimeout(done, 5000))]).then((r) => [r, globalThis.foreign]);
    });
    assert.deepEqual(ran.map(Boolean), [true, false]);
  }, refused);
});

test("the stages can be walked", options, async () => {
  await withPage("", async (page) => {
    for (const stage of ["program", "graph", "clauses", "abstract", "eliminate", "simplify"]) {
      await page.click(at(`stage-${stage}`));
      await page.waitForSelector(`${at(`stage-${stage}`)}.now`);
      if (stage === "graph") await page.waitForSelector(at("node"));
      if (!["program", "graph"].includes(stage)) await page.waitForSelector(at("clause"));
    }
    await page.click(at("stage-eliminate"));
    await page.$$eval(`${at("clause")} .clause-name`, (names) => names.at(-2).click());
    await page.waitForSelector(at("step"));
    await page.waitForSelector(at("call"));
  });
});

test("a shared link brings its program and its choices", options, async () => {
  await withPage(LINKED, async (page) => {
    assert.match(await text(page, "editor-text"), /Given away/);
    assert.equal(await page.$eval(at("abstraction"), (menu) => menu.value), "cell2");
    assert.equal(await page.$eval(at("heuristic"), (menu) => menu.value), "mg16");
    await page.waitForSelector(`${at("stage-eliminate")}.now`);
    await page.click(at("share"));
    await page.waitForSelector(at("share-qr"));
    assert.match(await page.$eval(at("share-link"), (field) => field.value), /#1/);
  });
});
