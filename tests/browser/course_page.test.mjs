// A course that comes by a link or from a file: its lessons on the page, its questions and its exercises.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
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

\`\`\`hornbook exercise id=shared
int x = ___value;
assert(x > 5);
\`\`\`
\`\`\`hornbook solution
7
\`\`\`
\`\`\`hornbook hidden
assert(x != 6);
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
      await page.getByText("1 of 2 solved").waitFor();
      await fitsItsWidth(page);
      await screenshot(page, `course-page-${size}`, { fullPage: true });
      await page.reload();
      await page.getByText("1 of 2 solved").waitFor();
      await page.waitForFunction(() => document.title.startsWith("One cell"));
      assert.equal(await least.locator(at("blank-bound")).inputValue(), "-1", "the answer is there again");
    });
  });
}

/** The progress of a lesson in the list of lessons. */
const progress = (page) => page.locator(`${at("course")} nav .progress`).first();

/** Solves the exercise of the first lesson. */
async function solveLeast(page) {
  await page.locator(at("lesson-1")).click();
  const least = program(page, "least");
  await least.locator(at("blank-bound")).fill("-1");
  await least.locator(at("exercise-check")).click();
  await progress(page).filter({ hasText: "1 of 2 solved" }).waitFor();
}

test("lessons are in the history, and a link can lead to one", options, async () => {
  const query = link.slice(site().length);
  await withPage({ query }, async (page) => {
    const on = (title) => page.waitForFunction((t) => document.querySelector("main h1")?.textContent === t, title);
    await page.locator(at("lesson-1")).click();
    await on("One cell");
    await page.locator(at("lesson-2")).click();
    await on("Rounds");
    assert.equal(new URL(page.url()).hash, `${query}&lesson=rounds`);
    await page.goBack();
    await on("One cell");
    await page.goBack();
    await on("Reading and writing");
    await page.goForward();
    await on("One cell");
    assert.equal(await page.locator(`${at("lesson-1")}[aria-current=page]`).count(), 1);
  });
  await withPage({ query: `${query}&lesson=rounds` }, async (page) => {
    await page.locator("main h1", { hasText: "Rounds" }).waitFor();
    await page.getByRole("link", { name: "Hornbook", exact: true }).click();
    await page.locator(at("editor-text")).waitFor();
  });
});

test("answers are taken along into another browser, and cleared", options, async () => {
  const query = link.slice(site().length);
  const saved = join(folder, "answers.json");
  await withPage({ query }, async (page) => {
    const front = page.locator("main .answers");
    await front.waitFor();
    assert.equal(await front.locator("[data-save]").isVisible(), false, "there is nothing to take along yet");
    await solveLeast(page);
    await page.locator(at("lesson-0")).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-save]")]);
    await download.saveAs(saved);
    page.once("dialog", (dialog) => dialog.dismiss());
    await page.click("[data-clear]");
    await progress(page).filter({ hasText: "1 of 2 solved" }).waitFor();
    page.once("dialog", (dialog) => dialog.accept());
    await page.click("[data-clear]");
    await progress(page).filter({ hasText: "0 of 2 solved" }).waitFor();
    await page.getByText("Your answers are cleared.").waitFor();
    assert.equal(await front.locator("[data-save]").isVisible(), false);
  });
  await withPage({ query }, async (page) => {
    const take = (file) => page.setInputFiles("[data-load]", file);
    const json = (value) => ({ name: "own.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(value)) });
    await page.locator("main .answers").waitFor();
    await take(json([1]));
    await page.getByText("own.json is no file of answers.").waitFor();
    await take(json({ course: "Another", answers: {} }));
    await page.getByText("own.json has answers to another course, “Another”.").waitFor();
    // Programs that are there already begin anew.
    await page.locator(at("lesson-1")).click();
    const bound = program(page, "least").locator(at("blank-bound"));
    await bound.waitFor();
    await take(saved);
    await page.getByText("1 answer was taken from answers.json.").waitFor();
    await progress(page).filter({ hasText: "1 of 2 solved" }).waitFor();
    await page.waitForFunction(() => document.querySelector("#least iframe").contentDocument
      .querySelector("[data-testid=blank-bound]")?.value === "-1");
    // What is solved here stays.
    await page.locator(at("lesson-0")).click();
    await take(json({ course: "Reading and writing", answers: { least: { blanks: { bound: "3" }, solved: false } } }));
    await page.getByText("0 answers were taken from own.json.").waitFor();
  });
});

test("an exercise that is shared on stays one, and its hidden claims stay in force", options, async () => {
  const query = `${link.slice(site().length)}&lesson=one-cell`;
  await withPage({ query }, async (page) => {
    const shared = program(page, "shared");
    await shared.locator(at("blank-value")).fill("6");
    const [whole] = await Promise.all([page.waitForEvent("popup"), shared.locator(at("open-whole")).click()]);
    await whole.locator(at("exercise")).waitFor();
    assert.equal(await whole.locator(at("blank-value")).inputValue(), "6");
    await whole.click(at("share"));
    const passed = await whole.inputValue(at("share-link"));
    assert.doesNotMatch(Buffer.from(passed, "utf8").toString("latin1"), /x != 6/);
    await withPage({ query: passed.slice(site().length) }, async (other) => {
      await other.locator(at("exercise-check")).click();
      await other.getByText("A hidden claim about the end of the program does not hold", { exact: false }).waitFor();
      assert.doesNotMatch(await other.content(), /x != 6/);
      await other.locator(at("blank-value")).fill("7");
      await other.locator(at("exercise-check")).click();
      await other.getByText("Solved.", { exact: false }).waitFor();
      await other.locator(".cm-content").click();
      await other.keyboard.type("y");
      await other.getByText("Only the blanks of this exercise can be changed.").waitFor();
    });
  });
});

test("a course that comes with the page is found among the examples, and works without a network", options, async () => {
  await withPage({ apart: true }, async (page, context) => {
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.click(at("browse"));
    const links = page.locator(at("course-link"));
    assert.equal(await links.count(), 3);
    await context.setOffline(true);
    await links.first().click();
    await page.locator("main h1", { hasText: "Loop invariants for beginners" }).waitFor();
    await page.reload();
    await page.locator(at("lesson-1")).click();
    const exercise = page.locator("section.exercise").first();
    await exercise.scrollIntoViewIfNeeded();
    const frame = exercise.frameLocator("iframe");
    await frame.locator(at("exercise-check")).click();
    await frame.getByText("Not solved yet.").waitFor();
  });
});

test("a course that is not there says so", options, async () => {
  await withPage({ query: "#course=none.md", allow: (problem) => problem.includes("none.md") }, async (page) => {
    await page.getByText("The file none.md could not be loaded from this site.").waitFor();
  });
});

test("the pages of a course are used by keyboard alone", options, async () => {
  const query = link.slice(site().length);
  await withPage({ query }, async (page) => {
    await page.focus(at("lesson-1"));
    await page.keyboard.press("Enter");
    const least = program(page, "least");
    await page.locator("#least").scrollIntoViewIfNeeded();
    await least.locator(at("blank-bound")).waitFor();
    // Frames that come in are above and below it.
    await program(page, "cells").locator(at("exercise-words")).waitFor();
    await program(page, "shared").locator(at("blank-value")).waitFor();
    const inField = () =>
      least.locator(at("blank-bound")).evaluate((field) => field.ownerDocument.hasFocus() && field === field.ownerDocument.activeElement);
    for (let key = 0; key < 60 && !(await inField()); key++) await page.keyboard.press("Tab");
    assert.ok(await inField(), "Tab comes to the blank");
    await page.keyboard.type("-1");
    await page.keyboard.press("Enter");
    await least.getByText("Solved.", { exact: false }).waitFor();
    assert.equal(await least.locator("[role=status]", { hasText: "Solved." }).count(), 1, "it is read aloud");
  });
});

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

/** The text of the course in an address. */
const courseIn = (address) => inflateRawSync(Buffer.from(new URL(address).hash.slice(3).split("&")[0], "base64url").subarray(4)).toString();

test("the address of a course that its author opens holds no solutions", options, async () => {
  await withPage({}, async (page) => {
    await page.setInputFiles(at("file-field"), { name: "source.md", mimeType: "text/markdown", buffer: Buffer.from(COURSE) });
    await page.locator(at("course")).waitFor();
    await page.waitForFunction(() => document.title.startsWith("Reading"));
    const text = courseIn(page.url());
    assert.ok(text.includes("hornbook sealed") && !text.includes("0 - 17") && !text.includes("x != 6"), text);
    // The link that is handed on, and the course that a reload opens, are these.
    await page.reload();
    await page.locator(at("lesson-1")).waitFor();
    assert.equal(courseIn(page.url()), text);
    await solveLeast(page);
  });
});

test("links between lessons lead there in a new tab as well", options, async () => {
  await withPage({ query: link.slice(site().length) }, async (page, context) => {
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "the first lesson" }).click({ modifiers: ["ControlOrMeta"] }),
    ]);
    await tab.locator("main h1", { hasText: "One cell" }).waitFor();
  });
});

test("a file that is no course says why", options, async () => {
  await withPage({}, async (page) => {
    await page.setInputFiles(at("file-field"), { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("some notes\n") });
    await page.locator(at("course-problems")).getByText("this course has no title", { exact: false }).waitFor();
  });
});
