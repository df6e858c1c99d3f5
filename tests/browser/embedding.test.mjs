// Programs in pages of others: pages that mdBook and reveal.js have made, and one of plain HTML.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { POLICY, STRICT, serveFolder } from "./folder_server.mjs";
import { at, closeBrowser, screenshot, test, withPage } from "./harness.mjs";

after(closeBrowser);

const options = { timeout: 240_000 };

const REVEAL = fileURLToPath(new URL("../../node_modules/reveal.js", import.meta.url));

/** A course, for its slides and for the link of its exercise. */
const COURSE = `# Filling arrays

## Slides

Text *before*.

\`\`\`hornbook
int n = nondet(0, 9);
assert(n < 9);
\`\`\`

### A question

\`\`\`hornbook predict id=asked
int n = nondet(0, 9);
assert(n != 7);
\`\`\`

---

\`\`\`hornbook exercise id=bound
int n = ___value;
assert(n == 42);
\`\`\`
\`\`\`hornbook hint
The answer to everything.
\`\`\`
\`\`\`hornbook solution
42
\`\`\`
`;

const BUGGY = "int n = nondet(0, 9);\nassert(n < 8);\n";

/** The script, from a page of a folder beside the course, and one that notes all events. */
const SCRIPTS = `<script src="../course/hornbook/hornbook-embed.js" defer></script><script src="../events.js" defer></script>`;

const EVENTS = `window.heard = [];
for (const name of ["ready", "verdict", "judged"]) addEventListener("hornbook-" + name, (event) => {
  window.heard.push({ name, from: event.target.title, ...event.detail });
});`;

/** A program as an element, which looks for its verdict at once. */
const ELEMENT = `<hornbook-program title="element" solved>
int n = nondet(0, 9);
assert(n &lt; 9);
</hornbook-program>
`;

const EXERCISE = (link) => `<hornbook-program title="exercise" link="${link}"></hornbook-program>
`;

const CODE = `<pre><code class="language-hornbook" data-title="block">${BUGGY.replace("<", "&lt;")}</code></pre>`;

/** The text of BUGGY as elements of lines, with spans around its words. */
const spanned = (before, behind) =>
  BUGGY.trimEnd().split("\n")
    .map((line) => before + line.replaceAll("<", "&lt;").replace(/\b(int|assert|nondet)\b/g, "<span>$&</span>") + behind)
    .join("\n");

/** Blocks of code in the forms that these programs write. */
const BLOCKS = `<div class="sourceCode" id="cb1"><pre class="hornbook sourceCode code-with-copy"><code class="hornbook">${spanned("", "")}</code></pre></div>
<div class="language-hornbook theme-code-block"><div><pre tabindex="0" class="prism-code language-hornbook"><code>${spanned("<span class='token-line'>", "<br></span>")}</code></pre><div><button>Copy</button></div></div></div>
<div class="highlight-hornbook notranslate"><div class="highlight"><pre><span></span>${spanned("", "")}
</pre></div></div>
<pre><code class="language-hornbook">${spanned("", "")}
</code></pre>`;

const FORMS = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Forms</title>${SCRIPTS}${BLOCKS}</html>`;

const PLAIN = (link) => `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>A page of somebody</title>
${SCRIPTS}
<p>Text before.</p>${CODE}<p>Text behind.</p>${ELEMENT}${EXERCISE(link)}</html>`;

const DECK = (link) => `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Slides of somebody</title>
<link rel="stylesheet" href="../slides/reveal/reveal.css"><link rel="stylesheet" href="../slides/reveal/theme/black.css">
${SCRIPTS}<script src="../slides/reveal/reveal.js" defer></script><script src="start.js" defer></script>
<div class="reveal"><div class="slides"><section><h1>A title</h1></section>
<section>${CODE}</section>
<section>${ELEMENT}</section>
<section>${EXERCISE(link)}</section></div></div></html>`;

let folder, server, address;

/** Writes a file below the folder of the test. */
function put(name, text) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A book by mdBook; the only line that is Hornbook's is the one in the head of its pages. */
function makeBook(link) {
  put("source/book.toml", `[book]\ntitle = "A book of somebody"\n\n[build]\nbuild-dir = "../book"\n`);
  put("source/theme/head.hbs", SCRIPTS);
  put("source/src/SUMMARY.md", "- [A chapter](chapter.md)\n");
  put("source/src/chapter.md", `# A chapter\n\nText before.\n\n\`\`\`hornbook\n${BUGGY}\`\`\`\n\nText behind.\n\n${ELEMENT}\n${EXERCISE(link)}`);
  execFileSync(process.env.HORNBOOK_MDBOOK, ["build", join(folder, "source")], { stdio: "pipe" });
}

/** The policy of a page of plain HTML and of slides. A theme of reveal.js has its fonts inside. */
function policyOf(path) {
  const isInside = (name) => path.startsWith(`/${name}/`) && !path.startsWith(`/${name}/hornbook/`);
  if (isInside("slides")) return { [POLICY]: `${STRICT[POLICY]}; font-src data:` };
  return isInside("plain") ? STRICT : {};
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "hornbook-embedding-"));
  put("course.md", COURSE);
  put("events.js", EVENTS);
  const made = (...words) => {
    const site = ["--site", process.env.HORNBOOK_DIST];
    execFileSync(process.env.HORNBOOK_BINARY, ["course", words[0], join(folder, "course.md"), ...site, ...words.slice(1)]);
  };
  made("build", "--output", join(folder, "course"));
  made("slides", "--format", "reveal", "--reveal", REVEAL, "--output", join(folder, "slides"));
  const [, link] = /link="(#w1[^"]*)" title="Exercise bound"/.exec(readFileSync(join(folder, "course/slides.html"), "utf8"));
  put("plain/index.html", PLAIN(link));
  put("deck/index.html", DECK(link));
  put("forms/index.html", FORMS);
  put("deck/start.js", "Reveal.initialize({ hash: true });");
  makeBook(link);
  server = await serveFolder(folder, policyOf);
  address = server.address;
});

after(() => {
  server?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** The inside of the program with this title. */
function program(page, title) {
  return page.frameLocator(`hornbook-program iframe[title="${title}"]`);
}

/** Waits until the page has heard an event of a program, and gives it. */
async function heard(page, name, from) {
  const found = await page.waitForFunction(
    ([name, from]) => window.heard.find((event) => event.name === name && event.from === from), [name, from],
  );
  return found.jsonValue();
}

/** Uses the block of code, the element and the exercise of a page, and holds the events against what was done. */
async function useAll(page, block, show = async () => {}) {
  await show("block");
  await heard(page, "ready", block.title);
  await program(page, block.frame).locator(at("predict-show")).click();
  assert.equal((await heard(page, "verdict", block.title)).result, "buggy");
  await program(page, block.frame).getByText("n = 8", { exact: false }).first().waitFor();
  await show("element");
  await heard(page, "ready", "element");
  assert.equal((await heard(page, "verdict", "element")).result, "certified");
  await show("exercise");
  await heard(page, "ready", "exercise");
  const exercise = program(page, "exercise");
  await exercise.locator(at("blank-value")).fill("42");
  await exercise.locator(at("exercise-check")).click();
  const { about, result } = await heard(page, "judged", "exercise");
  assert.deepEqual([about, result], ["bound", "solved"]);
  const order = await page.evaluate(() => window.heard.map(({ name, from }) => `${name} ${from}`));
  assert.equal(new Set(order).size, order.length, `nothing is said twice: ${order}`);
  assert.equal(await page.locator("hornbook-program pre").count(), 0, "the text gave way to the programs");
}

const NAMED = { title: "block", frame: "block" };

test("plain HTML: programs are live, grow and speak, under a strict policy", options, async () => {
  await withPage({ address, query: "plain/" }, async (page) => {
    await useAll(page, NAMED);
    const inside = await program(page, "block").locator("body").evaluate(() => document.documentElement.scrollHeight);
    await page.waitForFunction((inside) => document.querySelector("iframe").clientHeight >= inside - 80, inside);
    assert.equal(await page.locator("hornbook-program iframe").count(), 3);
  });
});

test("mdBook: a fenced block is live by one line in the head of the pages", options, async () => {
  await withPage({ address, query: "book/chapter.html" }, async (page) => {
    // Markdown gives no name to a block.
    await useAll(page, { title: "", frame: "A program in Hornbook" });
    await screenshot(page, "embedded-mdbook", { fullPage: true });
  });
});

test("blocks as Pandoc, Prism, Sphinx and Jekyll write them have the text of their program", options, async () => {
  await withPage({ address, query: "forms/" }, async (page) => {
    const frames = page.locator("hornbook-program iframe");
    for (let n = 0; n < 4; n++) {
      await frames.nth(n).scrollIntoViewIfNeeded();
      const lines = page.frameLocator("hornbook-program iframe").nth(n).locator(".cm-line");
      await lines.first().waitFor();
      assert.deepEqual((await lines.allInnerTexts()).filter((line) => line.trim()), BUGGY.trimEnd().split("\n"));
    }
    assert.equal(await frames.count(), 4);
  });
});

test("reveal.js: programs are live on the slides where they stand", options, async () => {
  await withPage({ address, query: "deck/" }, async (page) => {
    // What is far outside of the window is loaded when it comes there, so each program has a slide.
    await useAll(page, NAMED, async (slide) => {
      const number = ["block", "element", "exercise"].indexOf(slide) + 1;
      await page.evaluate((number) => window.Reveal.slide(number), number);
      await page.locator(`section.present hornbook-program iframe[title=${slide}]`).waitFor();
    });
    await screenshot(page, "embedded-reveal");
  });
});

test("the slides of a lesson: live programs, answers as the next step, gaps, under a strict policy", options, async () => {
  await withPage({ address, query: "slides/slides.html" }, async (page) => {
    const present = page.locator("section.present");
    await present.getByText("Filling arrays").waitFor();
    await page.evaluate(() => window.Reveal.next());
    await present.getByText("Text before.").waitFor();
    const live = page.frameLocator("section.present hornbook-program iframe");
    await live.locator(at("predict-show")).click();
    await live.getByText("certified", { exact: false }).first().waitFor();
    const { height } = await present.locator("iframe").boundingBox();
    assert.ok(height < 800, `the program is ${height} high`);
    await screenshot(page, "slides-program");
    await page.evaluate(() => window.Reveal.next());
    await present.getByText("Do its claims always hold?").waitFor();
    const answer = present.locator(".fragment");
    assert.ok(!(await answer.getAttribute("class")).includes("visible"));
    await page.evaluate(() => window.Reveal.next());
    const told = present.locator(".fragment.visible").getByText("a run violates the assertion of line 2");
    await told.waitFor();
    const box = await told.boundingBox();
    assert.ok(box.y + box.height < page.viewportSize().height, "the answer is in the window");
    await screenshot(page, "slides-answer");
    await page.evaluate(() => window.Reveal.next());
    await present.locator(".gap", { hasText: "value" }).waitFor();
    assert.equal(await present.locator("hornbook-program").count(), 0);
    assert.ok(!(await page.content()).includes("answer to everything"));
    await screenshot(page, "slides-exercise");
  });
});

test("the npm package has the script", options, async () => {
  const cwd = fileURLToPath(new URL("../../embed", import.meta.url));
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd, stdio: ["ignore", "pipe", "ignore"] }));
  const files = packed.files.map(({ path }) => path).sort();
  assert.deepEqual(files, ["README.md", "hornbook-embed.js", "package.json"]);
});
