// Courses: the site that `hornbook course build` makes, its exercises, and its pages on paper.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { STRICT, serveFolder } from "./folder_server.mjs";
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

let folder, server, address;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "hornbook-course-"));
  const [source, output] = [join(folder, "course.md"), join(folder, "site")];
  writeFileSync(source, COURSE);
  execFileSync(process.env.HORNBOOK_BINARY, ["course", "build", source, "--site", process.env.HORNBOOK_DIST, "--output", output]);
  server = await serveFolder(output, (path) => (path.startsWith("/hornbook/") ? {} : STRICT));
  address = server.address;
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
      assert.match(await zeros.locator(at("exercise-judgement")).innerText(), /A run breaks the claim of line 8: n = \d/);
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
    // The name is kept for all exercises, and is in the name of the file.
    await page.goto(address);
    assert.equal(await page.inputValue("[data-student]"), "Ada");
    await page.fill("[data-student]", "Ada Byron");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-save]")]);
    assert.equal(download.suggestedFilename(), "hornbook-answers-Ada-Byron.json");
    await page.goto(`${address}the-first-lesson.html`);
    assert.equal(await page.inputValue("[data-student]"), "Ada Byron");
  });
});

test("a printed lesson is a handout: gaps, room for answers, nothing live", options, async () => {
  await withPage({ address, query: "the-first-lesson.html" }, async (page) => {
    await program(page, "zeros").locator(at("exercise-check")).waitFor();
    assert.equal(await page.locator(".paper:visible").count(), 0, "paper has no place on the screen");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const live of ["hornbook-program", "iframe", "button", "input", "nav.around"]) {
      assert.equal(await page.locator(`${live}:visible`).count(), 0, live);
    }
    const zeros = page.locator("#zeros");
    await zeros.locator(".gap", { hasText: "bound" }).waitFor();
    assert.match(await zeros.innerText(), /while \(i <[^]*\) \{[^]*Fill the blank\. It is solved when Hornbook certifies/);
    assert.ok(!(await zeros.innerText()).includes("___"));
    const { width } = await zeros.locator(".gap").boundingBox();
    assert.ok(width > 60, `the gap is ${width} wide`);
    assert.equal(await zeros.locator(".room:visible").count(), 0, "what has gaps needs no other room");
    const { height } = await page.locator("#run .room").boundingBox();
    assert.ok(height > 60, `the room for inputs is ${height} high`);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "light");
    await screenshot(page, "course-paper", { fullPage: true });
  });
});

test("without scripts the programs stand there as text", options, async () => {
  await withPage({ address, query: "the-first-lesson.html", javaScriptEnabled: false }, async (page) => {
    assert.match(await page.locator("#zeros").innerText(), /while \(i < ___bound\)/);
    assert.match(await page.locator("body").innerText(), /Fill an array with zeros/);
  });
});
