// The site as a host delivers it: a strict policy, and visits without a network.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { at, closeBrowser, open, settled, site, withPage } from "./harness.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

test("the document has a strict policy and no script of its own", options, async () => {
  const document = await (await fetch(site())).text();
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(document)?.[1];
  assert.match(policy, /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  for (const [, attributes, code] of document.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
    assert.match(attributes, /\bsrc="\.?\/?[\w.-]+"/);
    assert.equal(code.trim(), "");
  }
});

test("a script that is put into the page does not run", options, async () => {
  const allow = (problem) => /Content Security Policy|violates/i.test(problem);
  await withPage({ allow }, async (page) => {
    await settled(page);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "globalThis.intruder = true";
      document.body.append(script);
    });
    assert.equal(await page.evaluate(() => globalThis.intruder), undefined);
  });
});

test("after one visit the page works without a network", options, async () => {
  await withPage({}, async (page, context) => {
    await settled(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await open(page, "01_init_zero");
    await page.click(at("run"));
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`, { timeout: 120_000 });
    await context.setOffline(false);
  });
});

/** The addresses of what the service worker keeps. */
async function keptFiles() {
  const worker = await (await fetch(`${site()}service-worker.js`)).text();
  return JSON.parse(/\bFILES ?= ?(\[[^\]]*\])/.exec(worker)[1]);
}

/** The version in an address; the document has none. */
const versionIn = (address) => /-([0-9a-f]{8,})(?:_bg)?\.\w+$/.exec(address)?.[1];

test("what is kept for visits without a network is the whole site", options, async () => {
  const files = await keptFiles();
  assert.ok(files.includes("./") && files.some((file) => /\/app-[0-9a-f]+_bg\.wasm$/.test(file)));
  for (const file of files) {
    const answer = await fetch(new URL(file, site()));
    assert.equal(answer.status, 200, file);
  }
  const here = await readFile(new URL("../../static/service-worker.js", import.meta.url), "utf8");
  assert.ok(here.includes("__FILES__"), "the list is made by the build");
});

test("every file but the document has its version in its address", options, async () => {
  const files = await keptFiles();
  assert.deepEqual(files.filter((file) => !versionIn(file)), ["./"]);
  const document = await (await fetch(site())).text();
  const named = [...document.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  assert.deepEqual(named.filter((address) => !versionIn(address)), []);
});
