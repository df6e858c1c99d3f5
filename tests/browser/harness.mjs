// The harness of the browser tests: a page of the built site that fails its test on any error.
//
// `cargo xtask test` builds the site, serves it below a sub-path, and says by variables where it
// is (HORNBOOK_SITE, HORNBOOK_DIST), which browser, command line and mdBook to use (HORNBOOK_CHROMIUM, HORNBOOK_BINARY,
// HORNBOOK_MDBOOK) and where pictures go (HORNBOOK_SCREENSHOTS). To run one file against a site that is being served already:
//   HORNBOOK_SITE=http://127.0.0.1:8080/ node --test tests/browser/smoke.test.mjs
// Tests are independent of how busy the machine is: they wait for conditions, never for a time.
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { test as nodeTest } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** Whether what takes too long for every change is tested, too: `cargo xtask nightly` says so. */
export const NIGHTLY = process.env.HORNBOOK_NIGHTLY === "1";

/** Who takes the tests to run them together; without one node runs them one after the other. */
let taker;

/** Has what `test` is told handed on to `take`, which is run.mjs. */
export function collect(take) {
  taker = take;
}

/** A test, with the options of node's. */
export function test(name, options, body) {
  (taker ?? nodeTest)(name, options, body);
}

/** A test that takes too long for every change. */
export function nightlyTest(name, options, body) {
  if (NIGHTLY) test(name, options, body);
}

/** All of these at night, and else one, which is another one for each `nth`. */
export function sample(all, nth) {
  return NIGHTLY ? all : [all[nth % all.length]];
}

/** All of these at night, and else one of `every`, the first and the next as far behind each other. */
export function part(all, every) {
  return NIGHTLY ? all : all.filter((_, nth) => nth % every === 0);
}

/** The sizes in which the page is looked at. */
const SIZES = {
  wide: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};

/** How pictures are taken: each size and each colour scheme once, as what fits does not depend on colours. */
const LOOKS = [
  { size: "wide", scheme: "light" },
  { size: "phone", scheme: "dark" },
];

const ARGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  // The pages of a profile share a process, and what is compiled in it.
  "--process-per-site",
];

const SCREENSHOTS =
  process.env.HORNBOOK_SCREENSHOTS ||
  fileURLToPath(new URL("../../target/screenshots", import.meta.url));

/** The address of the site, with a slash at its end. */
export function site() {
  const address = process.env.HORNBOOK_SITE;
  if (!address) {
    throw new Error(
      "HORNBOOK_SITE is not set: run `cargo xtask test --only-browser`, or set it to the address " +
        "that `cargo xtask serve` prints",
    );
  }
  return address.endsWith("/") ? address : `${address}/`;
}

let browser;

/** The browser, started at the first call and after it has crashed; `closeBrowser` ends it. */
function startBrowser() {
  browser ??= launch();
  return browser;
}

async function launch() {
  const executablePath = process.env.HORNBOOK_CHROMIUM || "/usr/bin/chromium";
  const started = await chromium.launch({ executablePath, args: ARGS });
  started.on("disconnected", () => {
    browser = undefined;
    profiles.length = 0;
  });
  return started;
}

/** How long the browser may take to end. */
const ENDING_MS = 30_000;

/** Ends the browser. Each test file calls `after(closeBrowser)`. */
export async function closeBrowser() {
  const started = browser;
  browser = undefined;
  profiles.length = 0;
  // A hanging page must not keep the tests from ending.
  const late = setTimeout(() => {
    console.error("the browser does not end");
    process.exit(1);
  }, ENDING_MS);
  await (await started)?.close();
  clearTimeout(late);
}

/** The media that a page is emulated for, beside its colour scheme. */
const MEDIA = ["contrast", "forcedColors", "reducedMotion"];

/**
 * Opens the site in a profile in which nothing is kept, calls `use(page, context)`, and fails if the page
 * reported an error, a request failed, or anything but the site was asked for.
 *
 * Options: `size` and `scheme` as above; `viewport` and media as playwright has them; `query`, what
 * follows the site's address (such as "#code=…"); `first`, whether it is the first visit, which comes
 * with a verdict; `allow`, a function that says of a problem's text that it is expected; `apart`, whether
 * it has a profile that nobody had before or has after it, for what outlasts a page: service workers,
 * no network; `clock`, whether it is given playwright's clock before its first timer (one that is set by
 * the browser's clock and cleared by the other would still go off). What has a profile of its own anyway
 * are pages with a clock, those at another `address` than `site()`, and those with other options of
 * playwright's for a context.
 */
export async function withPage(options, use) {
  const { size = "wide", scheme = "light", query = "", first = false, allow = () => false, ...others } = options;
  const { address = site(), clock = false, viewport = SIZES[size], ...more } = others;
  const { apart = NIGHTLY || clock || address !== site(), ...rest } = more;
  const media = { colorScheme: scheme, reducedMotion: "reduce" };
  for (const name of MEDIA) if (name in rest) media[name] = rest[name];
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !MEDIA.includes(name)));

  async function visit(context, open) {
    const problems = [];
    const note = (page) => watch(page, address, problems);
    context.on("page", note);
    try {
      const page = await open();
      if (clock) await page.clock.install();
      await page.goto(address + query, { waitUntil: "load" });
      const result = await use(page, context);
      const unexpected = problems.filter((problem) => !allow(problem));
      assert.deepEqual(unexpected, [], "the page reported problems");
      return result;
    } finally {
      context.off("page", note);
    }
  }

  if (!apart && Object.keys(own).length === 0) {
    return withUsedProfile(first, (context) => visit(context, async () => {
      const page = await context.newPage();
      await page.emulateMedia(media);
      await page.setViewportSize(viewport);
      return page;
    }));
  }
  const inNewProfile = async () => {
    const context = await (await startBrowser()).newContext({ viewport, ...media, ...own });
    try {
      if (!first) await context.addInitScript(hasVisited);
      return await visit(context, () => context.newPage());
    } finally {
      await context.close();
    }
  };
  const clipboard = own.permissions?.some((name) => name.startsWith("clipboard"));
  return clipboard ? withClipboard(inNewProfile) : inNewProfile();
}

/** The storage of a page after a first visit; a page without a place of its own keeps nothing. */
function hasVisited() {
  try {
    // Who has been here a while has the menus for single choices and the stages on view, and knows the sentence at the top.
    localStorage.setItem("hornbook.chooses", "true");
    localStorage.setItem("hornbook.stages", "true");
    localStorage.setItem("hornbook.visited", "true");
  } catch {}
}

/** Who waits for the clipboard, which all pages share. */
let clipboard = Promise.resolve();

/** Calls `use` while nobody else has the clipboard. */
async function withClipboard(use) {
  const used = clipboard.then(use);
  clipboard = used.catch(() => {});
  return used;
}

/**
 * Profiles that nobody uses now. A page stays open in each, and so does the process with what the browser
 * has compiled for it: a visit costs a third of what it costs in a new profile.
 */
const profiles = [];

/** A page as it is in other pages: it keeps nothing, and nobody looks at it. */
const STAYS = "#e1";

async function newProfile() {
  const context = await (await startBrowser()).newContext({
    viewport: SIZES.wide,
    reducedMotion: "reduce",
    // Who wants one has a profile of his own.
    serviceWorkers: "block",
  });
  const stays = await context.newPage();
  await stays.goto(site() + STAYS, { waitUntil: "load" });
  return { context, stays };
}

/** Calls `use(context)` in a profile that is as a new one, but for what no page sees. */
async function withUsedProfile(first, use) {
  const { context, stays } = profiles.pop() ?? (await newProfile());
  try {
    await stays.evaluate(() => localStorage.clear());
    if (!first) await stays.evaluate(hasVisited);
    return await use(context);
  } finally {
    await giveBack({ context, stays });
  }
}

/** Closes what was opened in a profile, and keeps it for others. One in which something broke is thrown away. */
async function giveBack(profile) {
  const { context, stays } = profile;
  try {
    const others = context.pages().filter((page) => page !== stays);
    await Promise.all(others.map((page) => page.close()));
    await stays.evaluate(() => sessionStorage.length);
    profiles.push(profile);
  } catch {
    await context.close().catch(() => {});
  }
}

/** Notes all that goes wrong on a page of the site at this address. */
function watch(page, address, problems) {
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    const { url, lineNumber } = message.location();
    problems.push(`console: ${message.text()} (${url}:${lineNumber})`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.stack || error.message}`));
  page.on("crash", () => problems.push("the page crashed"));
  page.on("request", (request) => {
    const url = request.url();
    const inside = `${url}/`.startsWith(address) || /^(data|blob|about):/.test(url);
    if (!inside) problems.push(`asked for ${url}, which is outside the site`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // Requests that a closed or left page aborts are no failures.
    if (reason === "net::ERR_ABORTED") return;
    problems.push(`request failed (${reason}): ${request.url()}`);
  });
}

/** The element that the page marks with this id. */
export const at = (id) => `[data-testid=${id}]`;

/** Waits until the text on view is analysed and nothing on the page is stale. */
export async function settled(page) {
  await page.waitForSelector(at("editor-text"), { timeout: 30_000 });
  await page.waitForSelector(`${at("stage-clauses")}.done`, { timeout: 30_000 });
  await page.waitForFunction(() => !document.querySelector(".stages.stale"));
}

/** Waits until the text on view is analysed, and picks an example by its file name. */
export async function open(page, example) {
  await settled(page);
  await page.selectOption(at("examples"), example);
  await settled(page);
}

/** Waits until the application has put something on the page. */
export async function ready(page) {
  await page.waitForFunction(() => document.body.innerText.trim() !== "", null, { timeout: 30_000 });
}

/** Waits until what the page was told is drawn. */
export async function drawn(page) {
  // New elements exist when the first frame begins, and are drawn before the second one.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Waits until the browser has kept what is on view, as JSON like this: for a reload, and for a way back. */
export async function kept(page, pattern) {
  await page.waitForFunction((pattern) => {
    const [place, view] = [history.state, sessionStorage.getItem("hornbook.view")].map(JSON.parse);
    return [place?.link, view].every((link) => new RegExp(pattern).test(link ?? ""));
  }, pattern.source);
}

/** Fails if the page can be scrolled sideways. */
export async function fitsItsWidth(page) {
  const [content, window] = await page.evaluate(() => {
    return [document.documentElement.scrollWidth, document.documentElement.clientWidth];
  });
  assert.ok(content <= window, `the page is ${content} wide in a window of ${window}`);
}

/** Writes a picture of the page as it is, and gives the file's name. */
export async function screenshot(page, name, options = {}) {
  await mkdir(SCREENSHOTS, { recursive: true });
  const path = `${SCREENSHOTS}/${name}.png`;
  await page.screenshot({ path, animations: "disabled", ...options });
  return path;
}

/**
 * Opens the site in one of the looks, or in all at night, brings the page into a state by
 * `prepare(page, look)`, and writes the picture NAME-wide-light.png or NAME-phone-dark.png.
 */
export async function screenshots(name, prepare = ready, options = {}) {
  for (const look of sample(LOOKS, name.length)) {
    await withPage({ ...options, ...look }, async (page) => {
      await prepare(page, look);
      await screenshot(page, `${name}-${look.size}-${look.scheme}`);
    });
  }
}
