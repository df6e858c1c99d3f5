// Exports, formulas, pictures; and texts that are clauses already.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after } from "node:test";
import { at, closeBrowser, open, sample, screenshots, settled, test, withPage } from "./harness.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

/** Clicks on something that saves a file; its name and its text. */
async function saved(page, id) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(at(id))]);
  return [download.suggestedFilename(), await readFile(await download.path(), "utf8")];
}

/** Waits for the verdict of the text on view. */
async function solve(page) {
  await page.click(at("run"));
  await page.waitForSelector(at("verdict"), { timeout: 60_000 });
  return page.getAttribute(at("verdict"), "data-verdict");
}

/** Pictures must be XML that a browser draws. */
async function isPicture(page, svg) {
  const [error, words] = await page.evaluate((svg) => {
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml");
    return [drawn.querySelector("parsererror")?.textContent, drawn.documentElement.textContent];
  }, svg);
  assert.equal(error, undefined, svg.slice(0, 400));
  assert.doesNotMatch(svg, /NaN|undefined|var\(--|class=/);
  return words;
}

test("a program leaves as clauses, as a derivation and as it is", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "06_copy");
    await page.click(at("share"));
    const [name, before] = await saved(page, "export-before");
    assert.equal(name, "06_copy_before.smt2");
    assert.match(before, /\(set-logic HORN\)[\s\S]*\(Array Int Int\)/);
    const [after, clauses] = await saved(page, "export-after");
    assert.equal(after, "06_copy_after.smt2");
    assert.match(clauses, /\(set-logic HORN\)/);
    assert.doesNotMatch(clauses, /Array/);
    const [, latex] = await saved(page, "export-latex");
    assert.match(latex, /\\documentclass[\s\S]*\\end\{document\}/);
    assert.doesNotMatch(latex, /certified/i, "nothing is known of a verdict yet");
    await page.click(at("share-close"));
    assert.equal(await solve(page), "certified");
    await page.click(at("share"));
    const [html, derivation] = await saved(page, "export-html");
    assert.equal(html, "06_copy.html");
    assert.match(derivation, /certified/i);
    assert.match((await saved(page, "export-text"))[1], /certified/i);
  });
});

test("while the solver is at it, and of a text with errors, exports say what they can", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "20_insertion_sort");
    await page.click(at("run"));
    await page.click(at("share"));
    assert.match((await saved(page, "export-after"))[1], /HORN/);
    await page.click(at("share-close"));
    await page.click(at("editor-text"));
    await page.keyboard.insertText("int int");
    await page.waitForSelector(".cm-lintRange-error");
    await page.click(at("share"));
    await page.click(at("export-latex"));
    await page.waitForFunction((said) => /errors/.test(document.querySelector(said).textContent), at("exports-said"));
  });
});

test("a text that is missing when the clipboard has refused already is no error of the page", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    // As when another window has the focus: refused at once, whatever the text will be.
    await page.evaluate(() => {
      const refused = () => Promise.reject(new DOMException("no focus", "NotAllowedError"));
      Object.defineProperty(navigator, "clipboard", { value: { write: refused, writeText: refused } });
    });
    await page.click(at("editor-text"));
    await page.keyboard.insertText("int int");
    await page.waitForSelector(".cm-lintRange-error");
    await page.click(at("share"));
    const says = (word) =>
      page.waitForFunction(([said, word]) => document.querySelector(said).textContent.includes(word), [at("exports-said"), word]);
    await page.click(at("export-latex-copy"));
    await says("refused");
    // That there is no text comes before the answer to what is asked next.
    await page.click(at("export-latex"));
    await says("errors");
  });
});

test("a clause is copied in three languages", options, async () => {
  await withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-eliminate"));
    await page.locator(at("clause")).nth(2).click();
    const copied = async (language) => {
      await page.click(at(`copy-${language}`));
      await page.waitForFunction((said) => document.querySelector(said).textContent === "Copied", at("copy-said"));
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.match(await copied("smtlib"), /^\(assert \(forall/);
    assert.match(await copied("latex"), /\\(to|rightarrow|implies|land|wedge)\b/);
    assert.match(await copied("text"), /→/);
    assert.equal(await solve(page), "certified");
    const first = page.locator(at("invariant")).first();
    const taken = async (language) => {
      await first.locator(at(`copy-${language}`)).click();
      await page.waitForFunction((said) => document.querySelector(said).textContent === "Copied", at("copy-said"));
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.match(await taken("text"), /^forall k: .* ==> a\[k\] == 0$/m);
    assert.match(await taken("smtlib"), /\(forall \(\(k Int\)\)/);
  });
});

test("a copy is begun while the click is handled, and needs no more than that", options, async () => {
  for (const modern of sample([true, false], 0)) {
    await withPage({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      // As in Safari: what a page writes later than in a click is refused. An older browser has no
      // promises for the clipboard, and is not as strict.
      await page.evaluate((modern) => {
        const write = Clipboard.prototype.write;
        Clipboard.prototype.write = function (items) {
          return event ? write.call(this, items) : Promise.reject(new Error("no click"));
        };
        if (modern) Clipboard.prototype.writeText = () => Promise.reject(new Error("too late"));
        else delete window.ClipboardItem;
      }, modern);
      await open(page, "03_init_then_flag");
      await page.locator(at("clause")).nth(2).click();
      await page.click(at("copy-smtlib"));
      await page.waitForFunction((said) => document.querySelector(said).textContent === "Copied", at("copy-said"));
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\(assert \(forall/);
      await page.click(at("share"));
      await page.click(at("export-before-copy"));
      await page.waitForFunction((said) => document.querySelector(said).textContent === "Copied", at("exports-said"));
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^\(set-logic HORN\)/);
    });
  }
});

test("a formula can be copied only while it is that of the text", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "01_init_zero");
    assert.equal(await solve(page), "certified");
    const invariant = page.locator(`${at("invariant")} ${at("copy-text")}`).first();
    assert.ok(await invariant.isEnabled());
    await page.click(at("stage-clauses"));
    // The cursor brings its clause along.
    await page.locator(".cm-line", { hasText: "assert" }).click();
    await page.locator(`${at("clause")}.now`, { hasText: "assert" }).waitFor();
    assert.ok(await page.isEnabled(at("copy-text")));
    // Between a key and the answer to it the clauses are older than the text.
    // The answer is made to wait, as it may come before anything is drawn.
    await page.evaluate((copy) => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (...parcel) {
        setTimeout(() => post.apply(this, parcel), 300);
      };
      const button = document.querySelector(copy);
      globalThis.copyable = [];
      const watcher = new MutationObserver(() => globalThis.copyable.push(!button.disabled));
      watcher.observe(button, { attributeFilter: ["disabled"] });
    }, at("copy-text"));
    // A key may be handled before what the page was told to do and not seen to have done.
    await page.keyboard.type(" ");
    await page.waitForFunction(() => globalThis.copyable.at(-1));
    assert.deepEqual(await page.evaluate(() => globalThis.copyable), [false, true]);
    // The verdict stays that of the text before.
    await page.click(at("stage-solve"));
    assert.ok(await invariant.isDisabled());
  });
});

test("a program is laid out, and the cursor stays where it is", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await page.click(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText("int  n ;\nint a[n];// cells\nif(n>0){a[0]=1;}");
    await settled(page);
    const lines = () => page.locator(`${at("editor-text")} .cm-line`).allInnerTexts();
    await page.keyboard.press("Shift+Alt+KeyF");
    await page.waitForFunction((editor) => document.querySelector(editor).innerText.includes("a[0] = 1;"), at("editor-text"));
    await page.keyboard.insertText("X");
    assert.match((await lines()).join("\n"), /^\s*\}X/m, "the cursor is behind the last brace still");
    await page.keyboard.press("ControlOrMeta+Z");
    await page.keyboard.press("ControlOrMeta+Z");
    assert.equal((await lines())[0], "int  n ;", "a layout can be undone");
    await page.keyboard.insertText("int int");
    await page.waitForSelector(".cm-lintRange-error");
    await page.click(at("format"));
    assert.match(await page.innerText(at("notice")), /syntax/);
  });
});

test("clauses in SMT-LIB are opened, shown, solved, kept and shared", options, async () => {
  const file = new URL("../horn/03_two_phases.smt2", import.meta.url);
  await withPage({}, async (page, context) => {
    await settled(page);
    await page.setInputFiles(at("file-field"), file.pathname);
    await page.waitForFunction((pane) => /SMT-LIB/.test(document.querySelector(`${pane} h2`).textContent), at("program-pane"));
    await settled(page);
    assert.equal(await page.locator(at("format")).count(), 0, "the layout is one of programs");
    assert.ok(await page.locator(at("clause")).count() > 2);
    assert.equal(await solve(page), "certified");
    await page.click(at("share"));
    const link = await page.inputValue(at("share-link"));
    assert.equal((await saved(page, "export-program"))[0].split(".").pop(), "smt2");
    await page.click(at("share-close"));
    await page.reload();
    await settled(page);
    assert.match(await page.innerText(`${at("program-pane")} h2`), /SMT-LIB/, "still clauses after a reload");
    const other = await context.newPage();
    await other.goto(link);
    await settled(other);
    await other.click(at("stage-clauses"));
    assert.match(await other.innerText(at("editor-text")), /set-logic HORN/);
    assert.ok(await other.locator(at("clause")).count() > 2);
    await page.selectOption(at("examples"), "01_init_zero");
    await settled(page);
    assert.match(await page.innerText(`${at("program-pane")} h2`), /^program$/i);
    await page.click(at("undo"));
    await settled(page);
    assert.match(await page.innerText(`${at("program-pane")} h2`), /SMT-LIB/);
  });
});

test("pictures are saved as they are on the screen", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-graph"));
    const [name, graph] = await saved(page, "svg-graph");
    assert.equal(name, "graph.svg");
    assert.match(await isPicture(page, graph), /loop/);
    assert.match(graph, /marker-end:url\(#/);
    assert.equal(await solve(page), "certified");
    const [, invariant] = await saved(page, "svg-invariant");
    assert.match(await isPicture(page, invariant), /a\[k\]|a\s*\[/);
    assert.match(invariant, /<rect x=/);
    await page.click(at("stage-eliminate"));
    await page.locator(at("clause"), { hasText: "condition holds" }).last().click();
    await page.waitForSelector(at("relevant-cell"));
    await isPicture(page, (await saved(page, "svg-cells"))[1]);
    await open(page, "33_reverse_buggy");
    assert.equal(await solve(page), "buggy");
    await page.click("button[aria-label='Last step']");
    assert.match(await isPicture(page, (await saved(page, "svg-run"))[1]), /a\[0\]/);
  });
});

test("a text of clauses looks like the rest of the page", options, async () => {
  const file = new URL("../horn/03_two_phases.smt2", import.meta.url);
  await screenshots("clauses", async (page) => {
    await settled(page);
    await page.setInputFiles(at("file-field"), file.pathname);
    await page.waitForFunction((pane) => /SMT-LIB/.test(document.querySelector(`${pane} h2`).textContent), at("program-pane"));
    await settled(page);
    await solve(page);
  });
});
