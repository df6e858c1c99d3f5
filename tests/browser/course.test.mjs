// Courses: the site that `hornbook course build` makes, its exercises, and programs in pages of others.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { at, closeBrowser, fitsItsWidth, screenshot, test, withPage } from "./harness.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

const COURSE = `# Filling arrays

## The first lesson

Fill an array with *zeros*.

\`\`\`hornbook exercise id=zeros
int n = nondet(0, 100);
int a[n];
int i = 0;
while (i < ___bound) {
  a[i] = 0;
  i++;
}
assert(forall k in 0..n: a[k] == 0);
\`\`\`
\`\`\`hornbook hint
Each cell below \`n\` is claimed.
\`\`\`
\`\`\`hornbook solution
n
\`\`\`

\`\`\`hornbook exercise id=run solve="run 20 steps"
int n = nondet(0, 100);
assert(n != 42);
\`\`\`
\`\`\`hornbook solution
n = 42
\`\`\`
`;

const PLAIN = (script) => `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>A page of somebody</title>
<script src="${script}" defer></script><script src="events.js" defer></script>
<p>Text before.</p><pre><code class="language-hornbook" data-solved>int n = nondet(0, 9);
assert(n &lt; 8);
</code></pre><p>Text behind.</p></html>`;

const EVENTS = `window.heard = [];
for (const name of ["ready", "verdict", "judged"]) addEventListener("hornbook-" + name, (event) => {
  window.heard.push([name, event.detail.about, event.detail.result].join(" ").trim());
});`;

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

let folder, server, address;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "hornbook-course-"));
  const [source, output] = [join(folder, "course.md"), join(folder, "site")];
  writeFileSync(source, COURSE);
  execFileSync(process.env.HORNBOOK_BINARY, ["course", "build", source, "--site", process.env.HORNBOOK_DIST, "--output", output]);
  writeFileSync(join(output, "plain.html"), PLAIN("hornbook/hornbook-embed.js"));
  writeFileSync(join(output, "events.js"), EVENTS);
  server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/\/$/, "/index.html");
    try {
      const content = readFileSync(join(output, path));
      // A strict policy, as a university's host may have one.
      const policy = "default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'";
      const strict = path.startsWith("/hornbook/") ? {} : { "Content-Security-Policy": policy };
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream", ...strict });
      response.end(content);
    } catch {
      response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${server.address().port}/`;
});

after(() => {
  server?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** The frame of a program of a lesson. */
function program(page, id) {
  return page.frameLocator(`#${id} hornbook-program iframe`);
}

for (const size of ["wide", "phone"]) {
  test(`an exercise of a lesson is filled, judged and counted (${size})`, options, async () => {
    await withPage({ address, size, query: "the-first-lesson.html" }, async (page) => {
      const zeros = program(page, "zeros");
      await zeros.locator(at("exercise-check")).waitFor();
      assert.equal(await zeros.getByText("there is no variable").count(), 0, "an empty blank is no error");
      await zeros.locator(at("blank-bound")).fill("n - 1");
      await zeros.locator(at("exercise-check")).click();
      await zeros.getByText("Not solved yet.").waitFor();
      assert.match(await zeros.locator(at("exercise-judgement")).innerText(), /A run breaks it: n = \d/);
      await zeros.locator(at("exercise-hint")).click();
      await zeros.getByText("Each cell below n is claimed.").waitFor();
      await zeros.locator(at("blank-bound")).fill("n");
      await zeros.locator(at("exercise-check")).click();
      await zeros.getByText("Solved.", { exact: false }).waitFor();
      await page.getByText("✓ solved").waitFor();
      await fitsItsWidth(page);
      await screenshot(page, `course-${size}`, { fullPage: true });
      await page.goto(address);
      await page.getByText("1 of 2 solved").waitFor();
      await page.reload();
      await page.getByText("1 of 2 solved").waitFor();
    });
  });
}

test("a run that breaks a claim is an answer, and what is locked stays", options, async () => {
  await withPage({ address, query: "the-first-lesson.html" }, async (page) => {
    await page.locator("#run").scrollIntoViewIfNeeded();
    const run = program(page, "run");
    await run.locator(at("exercise-words")).fill("n = 41");
    await run.locator(at("exercise-check")).click();
    await run.getByText("With these inputs all claims hold.").waitFor();
    await run.locator(at("exercise-words")).fill("n = 42");
    await run.locator(at("exercise-check")).click();
    await run.getByText("Solved.", { exact: false }).waitFor();
    // The locked text comes back after a key.
    const editor = run.locator(".cm-content");
    await editor.click();
    await page.keyboard.type("x");
    await run.getByText("Only the blanks of this exercise can be changed.").waitFor();
    assert.match(await editor.innerText(), /^int n = nondet\(0, 100\);\s+assert\(n != 42\);/);
    await run.locator(at("hand-in")).locator("summary").click();
    await run.locator(at("student")).fill("Ada");
    await run.locator(at("save-answers")).waitFor();
  });
});

test("a block of code in a page of others is live, grows and speaks, under a strict policy", options, async () => {
  await withPage({ address, query: "plain.html" }, async (page) => {
    await page.waitForFunction(() => window.heard.includes("verdict buggy") || window.heard.includes("verdict  buggy"));
    assert.ok((await page.evaluate(() => window.heard[0])).startsWith("ready"));
    const frame = page.locator("hornbook-program iframe");
    const program = page.frameLocator("hornbook-program iframe");
    await program.getByText("n = 8", { exact: false }).first().waitFor();
    const inside = await program.locator("body").evaluate(() => document.documentElement.scrollHeight);
    await page.waitForFunction((inside) => document.querySelector("iframe").clientHeight >= inside - 80, inside);
    assert.equal(await frame.count(), 1);
    assert.equal(await page.locator("hornbook-program pre").count(), 0, "the text gave way to the program");
  });
});

test("the npm package has the script", options, async () => {
  const cwd = fileURLToPath(new URL("../../embed", import.meta.url));
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd, stdio: ["ignore", "pipe", "ignore"] }));
  const files = packed.files.map(({ path }) => path).sort();
  assert.deepEqual(files, ["README.md", "hornbook-embed.js", "package.json"]);
});

test("without scripts the programs stand there as text", options, async () => {
  await withPage({ address, query: "the-first-lesson.html", javaScriptEnabled: false }, async (page) => {
    assert.match(await page.locator("#zeros").innerText(), /while \(i < ___bound\)/);
    assert.match(await page.locator("body").innerText(), /Fill an array with zeros/);
  });
});
