// What every browser test uses: a page of the built site that fails its test on any error.
//
// `cargo xtask test` builds the site, serves it below a sub-path, and says by variables where it
// is (HORNBOOK_SITE), which browser to use (HORNBOOK_CHROMIUM) and where pictures go
// (HORNBOOK_SCREENSHOTS). To run one file against a site that is being served already:
//   HORNBOOK_SITE=http://127.0.0.1:8080/ node --test tests/browser/smoke.test.mjs
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

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

/** The browser, started at the first call; `closeBrowser` ends it. */
async function startBrowser() {
  browser ??= chromium.launch({
    executablePath: process.env.HORNBOOK_CHROMIUM || "/usr/bin/chromium",
    args: ARGS,
  });
  return browser;
}

/** Ends the browser. Each test file calls `after(closeBrowser)`. */
export async function closeBrowser() {
  const started = browser;
  browser = undefined;
  await (await started)?.close();
}

/**
 * Opens the site in a fresh profile, calls `use(page, context)`, and fails if the page reported an
 * error, a request failed, or anything but the site was asked for.
 *
 * Options: `size` and `scheme` as above; `address`, where the site is if not at `site()`; `query`,
 * what follows the site's address (such as "#code=…"); `first`, whether it is the first visit, which
 * comes with a verdict; `allow`, a function that says of a problem's text that it is expected; and any
 * of playwright's options for a context.
 */
export async function withPage(options, use) {
  const { size = "wide", scheme = "light", query = "", first = false, allow = () => false, ...others } = options;
  const { address = site(), ...rest } = others;
  const context = await (await startBrowser()).newContext({
    viewport: SIZES[size],
    colorScheme: scheme,
    reducedMotion: "reduce",
    ...rest,
  });
  try {
    if (!first) await context.addInitScript(hasVisited);
    const problems = [];
    context.on("page", (page) => watch(page, address, problems));
    const page = await context.newPage();
    await page.goto(address + query, { waitUntil: "load" });
    const result = await use(page, context);
    const unexpected = problems.filter((problem) => !allow(problem));
    assert.deepEqual(unexpected, [], "the page reported problems");
    return result;
  } finally {
    await context.close();
  }
}

/** What the page keeps of a first visit; a page without a place of its own keeps nothing. */
function hasVisited() {
  try {
    localStorage.setItem("hornbook.visited", "true");
  } catch {}
}

/** Notes all that goes wrong on a page of the site at this address. */
function watch(page, address, problems) {
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    const { url, lineNumber } = message.location();
    problems.push(`console: ${message.text()} (${url}:${lineNumber})`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.stack ?? error}`));
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
    // What is still loading when the page is left or closed is given up, and that is no failure.
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
 * Opens the site in each of the looks, brings each page into a state by `prepare(page, look)`, and writes
 * the pictures NAME-wide-light.png and NAME-phone-dark.png.
 */
export async function screenshots(name, prepare = ready, options = {}) {
  for (const look of LOOKS) {
    await withPage({ ...options, ...look }, async (page) => {
      await prepare(page, look);
      await screenshot(page, `${name}-${look.size}-${look.scheme}`);
    });
  }
}
