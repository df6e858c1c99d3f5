// A course that comes by a link or from a file: its lessons on the page, its questions and its exercises.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { at, closeBrowser, fitsItsWidth, screenshot, site, test, withPage } from "./harness.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

const COURSE = `# Reading and writing

Go to [the first lesson](one-cell.html).

\`\`\`hornbook expect=certified
assert(1 < 2);
\`\`\`

## One cell

Which cells must be known *before* the write?

\`\`\`hornbook predict id=cells ask="cells 5" abstraction=cell1
int n = nondet(1, 100);
int a[] = const_array(3);
int i = nondet(0, n);
int x = 4;
a[i] = x;
assert(forall k: 3 <= a[k] <= 4);
\`\`\`

\`\`\`hornbook exercise id=least
int n = nondet(0, 100);
assert(n > ___bound);
\`\`\`
\`\`\`hornbook solution
0 - 17
\`\`\`

## Rounds

\`\`\`hornbook predict id=strip ask="strip 2"
int a[3] = {5, 5, 5};
for (int i = 0; i < 3; i++) { a[i] = i; }
\`\`\`

\`\`\`hornbook predict id=rule ask="next 2" abstraction=cell1
int a[] = const_array(3);
assert(a[0] == 3);
\`\`\`
`;

let folder, link, file;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "hornbook-course-page-"));
  const source = join(folder, "source.md");
  file = join(folder, "packed.md");
  writeFileSync(source, COURSE);
  const pack = (...words) => execFileSync(process.env.HORNBOOK_BINARY, ["course", "pack", source, ...words], { encoding: "utf8" });
  pack("--output", file);
  link = pack("--site", site()).trim();
});

after(() => {
  if (folder) rmSync(folder, { recursive: true });
});

/** The frame of a program of the lesson on view. */
function program(page, id) {
  return page.frameLocator(`#${id} hornbook-program iframe`);
}

for (const size of ["wide", "phone"]) {
  test(`a course opens by a link, and its answers are kept (${size})`, options, async () => {
    assert.ok(link.startsWith(`${site()}#c1`));
    await withPage({ size, query: link.slice(site().length) }, async (page) => {
      await page.locator(at("course")).waitFor();
      const [example] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Open it in Hornbook" }).click()]);
      await example.locator(".cm-line").getByText("assert").waitFor();
      // Links between the pages of a site lead to lessons here.
      await page.getByRole("link", { name: "the first lesson" }).click();
      const least = program(page, "least");
      await least.locator(at("blank-bound")).fill("-1");
      await least.locator(at("exercise-check")).click();
      await least.getByText("Solved.", { exact: false }).waitFor();
      await page.getByText("1 of 1 solved").waitFor();
      await fitsItsWidth(page);
      await screenshot(page, `course-page-${size}`, { fullPage: true });
      await page.reload();
      await page.getByText("1 of 1 solved").waitFor();
    });
  });
}

test("a wrong guess about cells is met by what shows that it is wrong, and then the stage is open", options, async () => {
  await withPage({ query: link.slice(site().length) }, async (page) => {
    await page.locator(at("lesson-1")).click();
    const cells = program(page, "cells");
    await cells.locator(at("exercise-words")).waitFor();
    assert.equal(await cells.locator(at("run")).count(), 0, "nothing is told before the guess");
    await cells.locator(at("exercise-words")).fill("i");
    await cells.locator(at("exercise-check")).click();
    await cells.getByText("a[k] is missing", { exact: false }).first().waitFor();
    await cells.locator(at("exercise-words")).fill("k");
    await cells.locator(at("exercise-check")).click();
    await cells.getByText("Solved.", { exact: false }).waitFor();
    await cells.locator(at("run")).waitFor();
  });
});

test("cells after some rounds are said, and a rule is one of a list", options, async () => {
  await withPage({ query: link.slice(site().length) }, async (page) => {
    await page.locator(at("lesson-2")).click();
    const strip = program(page, "strip");
    await strip.locator(at("exercise-words")).fill("0, 1, 2");
    await strip.locator(at("exercise-check")).click();
    await strip.getByText("In the run a[2] is 5 then, and not 2.").first().waitFor();
    await strip.locator(at("exercise-words")).fill("0, 1, 5");
    await strip.locator(at("exercise-check")).click();
    await strip.getByText("Solved.", { exact: false }).waitFor();
    await page.locator("#rule").scrollIntoViewIfNeeded();
    const rule = program(page, "rule");
    await rule.getByLabel("tidy").check();
    await rule.locator(at("exercise-check")).click();
    await rule.getByText("First comes the rule", { exact: false }).first().waitFor();
  });
});

test("a packed course has no solutions in plain text, and is opened from a file", options, async () => {
  const packed = readFileSync(file, "utf8");
  assert.ok(packed.includes("```hornbook sealed") && !packed.includes("17"));
  await withPage({}, async (page) => {
    await page.setInputFiles(at("file-field"), file);
    await page.locator(at("course")).waitFor();
    assert.equal(await page.locator(`${at("course")} nav button`).count(), 3);
    assert.equal(await page.title(), "Reading and writing – Hornbook");
  });
});

test("a file that is no course says why", options, async () => {
  await withPage({}, async (page) => {
    await page.setInputFiles(at("file-field"), { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("some notes\n") });
    await page.locator(at("course-problems")).getByText("this course has no title", { exact: false }).waitFor();
  });
});
