// The site as a host delivers it: a strict policy, and visits without a network.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after } from "node:test";
import { at, closeBrowser, open, settled, site, test, withPage } from "./harness.mjs";
import { run, startHeavyRun } from "./states.mjs";

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
  const allow = (problem) => /^console: .*\binline script\b.*Content Security Policy.*script-src/.test(problem);
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
  await withPage({ apart: true }, async (page, context) => {
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

/** The files whose addresses stay: the service worker asks the network for them first. */
const LASTING = [
  "./", "./arrays_to_horn_clauses.md", "./course.js", "./ghosts_and_tiles.md", "./hornbook-embed.js", "./loop_invariants.md",
];

test("every file that a first visit loads, but the document, has its version in its address", options, async () => {
  const files = await keptFiles();
  assert.deepEqual(files.filter((file) => !versionIn(file)), LASTING);
  const document = await (await fetch(site())).text();
  const named = [...document.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  assert.deepEqual(named.filter((address) => !versionIn(address)), []);
});

/**
 * A host of the site that goes on to another version with each `deploy()`: the same files by other
 * names. It has the newest version only.
 */
async function hosting() {
  const files = [...(await keptFiles()), "./service-worker.js"];
  const hashes = files.map(versionIn).filter(Boolean);
  let version = "";
  const renamed = (text) => hashes.reduce((text, hash) => text.replaceAll(hash, hash + version), text);
  const server = createServer(async ({ url }, response) => {
    const file = files.find((file) => renamed(file) === `.${url}`);
    if (!file) return response.writeHead(404).end();
    const found = await fetch(new URL(file, site()));
    const type = found.headers.get("content-type");
    const body = Buffer.from(await found.arrayBuffer());
    response.writeHead(200, { "content-type": type, "cache-control": "no-store" });
    if (/wasm/.test(type)) return response.end(body);
    const own = (text) => text.replace(/"hornbook-[0-9a-f]+(?=")/, (name) => name + version);
    response.end(own(renamed(body.toString())));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    deploy: () => (version = `${version}0`),
    close: () => server.close(),
  };
}

/** Waits until the page has the service worker of the newest version. */
async function updated(page) {
  await page.evaluate(async () => {
    const taken = new Promise((done) => {
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
    });
    await (await navigator.serviceWorker.ready).update();
    await taken;
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller.state === "activated");
}

/** The names of all that is kept, oldest first. */
const keptVersions = (page) => page.evaluate(() => caches.keys());

test("a page that stays open while a new version comes can still start workers", options, async () => {
  const host = await hosting();
  try {
    await withPage({ address: host.address }, async (page, context) => {
      await settled(page);
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      const [first] = await keptVersions(page);
      host.deploy();
      await updated(page);
      assert.deepEqual(await keptVersions(page), [first, `${first}0`]);
      // Stop throws the worker away, and what follows needs another one.
      await startHeavyRun(page);
      await page.click(at("run"));
      await open(page, "01_init_zero");
      await run(page, "certified");
      // A page that opens now is of the new version, with a network and without.
      const script = () => page.$eval("script[type=module]", (script) => script.src);
      const old = await script();
      for (const offline of [false, true]) {
        await context.setOffline(offline);
        await page.reload();
        await settled(page);
        assert.equal(versionIn(await script()), `${versionIn(old)}0`);
      }
      await context.setOffline(false);
      // Versions older than the previous one are removed.
      host.deploy();
      await updated(page);
      assert.deepEqual(await keptVersions(page), [`${first}0`, `${first}00`]);
    });
  } finally {
    host.close();
  }
});
