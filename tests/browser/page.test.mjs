// The page as a student uses it: pick, run, read, edit, run again, stop.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, drawn, fitsItsWidth, open, part, screenshot, screenshots, settled, test, withPage } from "./harness.mjs";
import { chooseSequence, hash, startHeavyRun, write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

/** Runs, and gives the verdict's name. */
async function run(page) {
  await page.click(at("run"));
  const verdict = await page.waitForSelector(at("verdict"), { timeout: 120_000 });
  return verdict.getAttribute("data-verdict");
}

const zeroed = (bound) => `int n = nondet();
int a[n];
int i = 0;
while (i < ${bound}) { a[i] = 0; i++; }
assert(forall k: 0 <= k && k < n ==> a[k] == 0);`;

test("an example is certified, with an invariant in the words of the program", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "01_init_zero");
    assert.equal(await run(page), "certified");
    const invariant = await page.locator(at("invariant")).first().innerText();
    assert.match(invariant, /for every/);
    assert.match(invariant.replace(/\s/g, ""), /a\[.*\]=0/);
  });
});

test("a clause shows which cells matter", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-eliminate"));
    await page.locator(at("clause"), { hasText: "condition holds" }).last().click();
    await page.waitForSelector(at("relevant-cell"));
    const cells = await page.locator(`${at("relevant-cell")} .cell-box`).allInnerTexts();
    const named = cells.map((cell) => cell.replace(/[′'\s]/g, ""));
    assert.ok(named.includes("a[i]"), `a[i] is among ${named}`);
    assert.equal(named.length, 2, `two cells: ${named}`);
    assert.match(await page.innerText(at("completeness")), /⊤-free[\s\S]*Complete/);
    assert.match(await page.innerText(at("instantiation-set")), /\{[\s\S]*\}/);
  });
});

/** A read that the thesis's criterion allows and that two cells lose information at. */
const lossy = "int a[];\nint v = a[0];\nassert(v == v + 0);";

/** Goes to the clause of `lossy` that reads the array. */
async function openLossyRead(page) {
  await settled(page);
  await write(page, lossy);
  await page.selectOption(at("abstraction"), "cell2");
  await settled(page);
  await page.click(at("stage-eliminate"));
  await page.locator(at("clause"), { hasText: "line 2" }).click();
  await page.waitForSelector(at("witness"));
}

test("an open call is found incomplete, and a witness shows it", options, async () => {
  await withPage({}, async (page) => {
    await openLossyRead(page);
    assert.ok((await page.locator(at("witness-row")).count()) >= 3, "three rows of the model");
    assert.equal(await page.locator(at("witness-mixed")).count(), 1);
    assert.ok((await page.locator(`${at("witness-mixed")} td.seen`).count()) >= 3);
    const verdict = await page.innerText(at("completeness"));
    assert.match(verdict, /criterion[\s\S]*⊤-free[\s\S]*Incomplete/);
    const card = page.locator(`${at("clause")}.now`);
    assert.match(await card.innerText(), /incomplete: a witness shows it/);
    // A verdict on one text says nothing about the next.
    await page.selectOption(at("abstraction"), "cell1");
    await settled(page);
    await page.waitForFunction(() => !document.querySelector("[data-testid=witness]"));
    assert.doesNotMatch(await page.innerText(at("clauses")), /witness/);
  });
});

test("an edit that breaks the program is found, step by step", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, zeroed("n"));
    await settled(page);
    assert.equal(await run(page), "certified");
    await write(page, zeroed("n - 1"));
    await page.waitForSelector(`${at("road-pane")}.stale`);
    await settled(page);
    await page.click(at("run"));
    await page.waitForSelector(`${at("verdict")}[data-verdict=buggy]`, { timeout: 120_000 });
    assert.match(await page.innerText(at("trace-step")), /^Step 1 of \d+$/);
    await page.click(at("step-forward"));
    assert.match(await page.innerText(at("trace-step")), /^Step 2 of \d+$/);
    await page.locator(`${at("run-steps")} button`).last().click();
    assert.match(await page.innerText(at("trace")), /the assertion fails/);
    await page.waitForSelector(".hb-badge-bad");
  });
});

test("errors are underlined, listed with their lines, and hold Run back", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, "// é 😀 ∀\nint n;\nassert(m == 0);");
    await page.waitForSelector(`${at("problems")} li`);
    assert.match(await page.innerText(at("problems")), /line 3/);
    const underlined = await page.locator(".cm-lintRange-error").first().innerText();
    assert.equal(underlined, "m");
    await page.click(at("run"));
    // The errors are shown, and nothing runs.
    await page.waitForSelector(`${at("stage-program")}[aria-current]`);
    await drawn(page);
    assert.match(await page.innerText(at("run")), /Run/);
    assert.equal(await page.locator(at("search")).count(), 0);
    assert.equal(await page.locator(at("verdict")).count(), 0);
    await page.locator(".cm-lint-marker-error").waitFor();
    await write(page, "int n;\nassume(n == 0);\nassert(n == 0);");
    await settled(page);
    assert.equal(await page.locator(".cm-lint-marker-error, .cm-lintRange-error").count(), 0);
    assert.equal(await run(page), "certified");
  });
});

test("a run that another program takes the place of ends", options, async () => {
  await withPage({}, async (page) => {
    await startHeavyRun(page);
    const fresh = page.waitForEvent("worker");
    await open(page, "01_init_zero");
    await fresh;
    assert.equal(await run(page), "certified");
  });
});

test("a heavy run can be stopped, and the page goes on", options, async () => {
  await withPage({}, async (page) => {
    await startHeavyRun(page);
    await page.click(at("run"));
    assert.match(await page.innerText(at("banner")), /Stopped/);
    await open(page, "01_init_zero");
    await page.selectOption(at("abstraction"), "cell1");
    await settled(page);
    assert.equal(await run(page), "certified");
  });
});

test("what a search counts never falls, and its time goes on", options, async () => {
  await withPage({}, async (page) => {
    await startHeavyRun(page);
    const counts = await page.evaluate(
      (search) =>
        new Promise((done) => {
          const seen = [];
          const look = () => {
            const shown = document.querySelector(search);
            const numbers = shown && [...shown.querySelectorAll("dd")].map((dd) => Number(dd.textContent));
            if (numbers && String(numbers) !== String(seen.at(-1))) seen.push(numbers);
            // The seconds come first.
            if (seen.some(([seconds]) => seconds >= 3)) done(seen);
            else requestAnimationFrame(look);
          };
          look();
        }),
      at("search"),
    );
    for (const [n, before] of counts.slice(0, -1).entries()) {
      // A round may begin anew with another strategy; all else is a sum.
      for (const place of [0, 2, 3])
        assert.ok(before[place] <= counts[n + 1][place], `${before} is followed by ${counts[n + 1]}`);
    }
    await page.click(at("run"));
  });
});

test("a reload keeps the text and the choices", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, "int kept = 7;\nassert(kept == 7);");
    await page.selectOption(at("abstraction"), "cell2");
    await settled(page);
    await page.reload();
    await settled(page);
    assert.match(await page.innerText(at("editor-text")), /int kept = 7;/);
    assert.equal(await page.inputValue(at("abstraction")), "cell2");
  });
});

test("what was on view is on view after a reload", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-eliminate"));
    await page.locator(at("clause"), { hasText: "condition holds" }).last().locator(".clause-name").click();
    await page.waitForSelector(at("relevant-cell"));
    const name = await page.innerText(`${at("clause")}.now .clause-name`);
    // Kept once its witnesses were looked for.
    await page.waitForFunction(() => /"i":/.test(JSON.parse(sessionStorage.getItem("hornbook.view"))));
    await page.reload();
    await page.waitForSelector(at("relevant-cell"));
    assert.equal(await page.innerText(`${at("clause")}.now .clause-name`), name);
    assert.equal(await page.getAttribute(at("stage-eliminate"), "aria-current"), "step");
  });
});

test("a link leaves the address when the text is another one", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await page.click(at("share"));
    const link = await page.inputValue(at("share-link"));
    await page.goto("about:blank");
    await page.goto(link);
    await settled(page);
    assert.ok(page.url().includes("#"), "as it was opened");
    await page.click(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type(" ");
    await settled(page);
    assert.ok(!page.url().includes("#"), page.url());
    await page.reload();
    await settled(page);
    assert.match(await page.evaluate(() => sessionStorage.getItem("hornbook.text")), / "$/);
  });
});

test("a browser without room says that nothing is kept", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    await write(page, "int x = 1;\nassert(x == 1);");
    await page.waitForSelector(at("notice"));
    assert.match(await page.innerText(at("notice")), /no room left/);
    assert.equal(await page.evaluate(() => localStorage.getItem("hornbook.text")), null);
  });
});

test("a text whose analysis never ended is not analysed again by a reload", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    // As a tab leaves it behind that broke down: the text and the choices that the analysis was at.
    await page.evaluate(() => {
      const [text, options] = ["text", "choices"].map((key) => JSON.parse(localStorage.getItem(`hornbook.${key}`)));
      sessionStorage.setItem("hornbook.attempt", JSON.stringify({ kind: "Program", text, options }));
    });
    await page.reload();
    await page.waitForSelector(".trouble");
    assert.equal(await page.locator(at("clause")).count(), 0);
    await page.click(".trouble button");
    await settled(page);
    assert.ok((await page.locator(at("clause")).count()) > 0);
  });
});

test("each array can have an abstraction of its own", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "06_copy");
    await page.click(at("per-array"));
    await page.selectOption(at("abstraction-b"), "cell2");
    await settled(page);
    await page.click(at("stage-abstract"));
    // The clause of the assertion has a single point, before its arrow.
    const cells = page.locator(at("clause"), { hasText: "asserts a condition" }).locator(".f-cell");
    assert.equal(await cells.count(), 3, "one cell of a, two of b");
  });
});

test("bounds checks and large blocks can be switched on", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, "int a[3];\nint i = nondet(0, 4);\na[i] = 1;\nassert(a[i] == 1);");
    await settled(page);
    const steps = await page.locator(at("stage-clauses")).click().then(() => page.locator(at("clause")).count());
    assert.equal(await run(page), "certified");
    await page.click(at("switches"));
    await page.check(at("large-blocks"));
    await settled(page);
    assert.ok((await page.locator(at("clause")).count()) < steps);
    await page.uncheck(at("large-blocks"));
    await page.check(at("check-bounds"));
    await page.click(at("switches"));
    await settled(page);
    assert.equal(await run(page), "buggy");
  });
});

test("a double click runs, and the buttons of a run keep the keyboard at its ends", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "31_init_off_by_one_buggy");
    await page.dblclick(at("run"));
    await page.waitForSelector(at("step-forward"), { timeout: 60_000 });
    const back = page.locator(at("step-back"));
    assert.equal(await back.getAttribute("aria-disabled"), "true");
    await back.focus();
    await page.keyboard.press("Enter");
    await page.locator(at("step-forward")).focus();
    const label = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    for (let n = 0; n < 40; n++) await page.keyboard.press("Enter");
    assert.equal(await page.locator(at("step-forward")).getAttribute("aria-disabled"), "true");
    assert.equal(await label(), "Step forward");
  });
});

test("each assertion shows its own run, and a wrong hint too", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, "int x = 1;\nhint x == 5;\nassert(x == 2);\nassert(x == 1);\nassert(x == 3);");
    assert.equal(await run(page), "buggy");
    const chips = page.locator('[aria-label="Assertions"] button');
    const heading = page.locator(at("focus-pane"), { hasText: "The run that breaks" });
    assert.equal(await chips.count(), 4);
    assert.match(await heading.innerText(), /breaks the assertion on line 3/);
    await chips.filter({ hasText: "line 5" }).click();
    await page.getByText("The run that breaks the assertion on line 5").waitFor();
    assert.equal(await page.locator('[aria-label="Assertions"] [aria-pressed=true]').innerText(), await chips.filter({ hasText: "line 5" }).innerText());
    await page.locator(at("trace")).waitFor();
    await chips.filter({ hasText: "hint" }).click();
    await page.getByText("The run that breaks the hint on line 2").waitFor();
    await chips.filter({ hasText: "line 4" }).click();
    await page.locator(at("trace")).waitFor({ state: "detached" });
  });
});

test("a derivation shows where cells of different arrays are put together", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "15_max_index");
    assert.equal(await run(page), "too-weak");
    const tree = page.locator(at("derivation"));
    await tree.getByText("cells of different runs").waitFor();
    const parting = tree.locator("li.parts", { hasText: "one of these runs" });
    assert.equal(await parting.count(), 2);
    const cells = await parting.locator(".f-cell").allInnerTexts();
    const [one, other] = cells.map((cell) => cell.replace(/\s/g, "").split("="));
    assert.equal(one[0], other[0], "the same cell");
    assert.notEqual(one[1], other[1], "with two values");
    // The list does not repeat the lines above it.
    assert.ok((await tree.locator(at("again")).count()) > 0);
  });
});

test("what is too weak gets advice that can be taken", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "15_max_index");
    assert.equal(await run(page), "too-weak");
    assert.match(await page.innerText(at("advice")), /cell<2 certifies/);
    // One click chooses and runs.
    await page.click(`${at("advice")} ${at("adopt")}`);
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`);
    assert.equal(await page.inputValue(at("abstraction")), "cell<2");
  });
});

test("an open claim says its question, what may help, and what was tried", options, async () => {
  const t =
    "int n = nondet();\nassume(n > 0);\nint a[n];\nfor (int i = 0; i < n; i++) {\n  a[i] = i * i * i;\n}\n" +
    "assert(forall k in 0..n: a[k] * a[k] == k * k * k * k * k * k);\n";
  await withPage({ query: hash({ t, a: "cell1", p: 3 }) }, async (page) => {
    await settled(page);
    assert.equal(await run(page), "unknown");
    const question = page.locator(at("open-question"));
    assert.match(await question.innerText(), /follow from an invariant of the loop of line 4, or is there a run that breaks it\?/);
    const rows = await page.locator(`${at("strategy-table")} tbody tr`).allInnerTexts();
    assert.ok(rows.some((row) => /^as it is, lean\s+[\d\u202f]+\s+Line 7: /.test(row)), rows.join("\n"));
    await fitsItsWidth(page);
    await question.locator(at("put-in")).first().click();
    await page.waitForFunction((s) => document.querySelector(s).innerText.includes("  hint 0 <= i && i <= n;"), at("editor-text"));
    // The buttons are about the text that was asked about.
    await page.waitForFunction((s) => !document.querySelector(s), at("put-in"));
  });
});

test("the abstraction can be left to Hornbook", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "15_max_index");
    await chooseSequence(page);
    await page.click(at("stage-eliminate"));
    const one = await page.innerText(at("clauses"));
    assert.equal(await run(page), "certified");
    assert.match(await page.innerText(at("sufficed")), /found with the abstraction cell<2/);
    assert.match(await page.innerText(at("sufficed")), /The stages show its clauses/);
    await settled(page);
    await page.click(at("stage-eliminate"));
    assert.notEqual(await page.innerText(at("clauses")), one);
    assert.equal(await page.locator(`${at("verdict")}, ${at("stage-solve")}.done`).count(), 1, "the verdict is still that of this text");
  });
});

test("a program can bring its own settings", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "16_constant_forgotten");
    assert.equal(await run(page), "too-weak");
    const text = await page.locator(at("editor-text")).innerText();
    await write(page, `#pragma abstraction cell2\n${text}`);
    await settled(page);
    assert.match(await page.innerText(at("own")), /abstraction cell2/);
    assert.equal(await run(page), "certified");
  });
});

test("a choice can be left to the program again", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, "#pragma abstraction cell2\n#pragma heuristic mg16\nint a[];\na[0] = 1;\nassert(a[0] == 1);");
    await page.waitForSelector(`${at("abstraction")} option[value=""]`, { state: "attached" });
    await settled(page);
    const chosen = (menu) => page.locator(`${at(menu)} option:checked`).innerText();
    await page.click(at("stage-abstract"));
    const clauses = async () => {
      await settled(page);
      return page.innerText(at("clauses"));
    };
    const [first, of] = [await chosen("abstraction"), await chosen("heuristic")];
    assert.equal(first, "the program's own: cell2");
    assert.equal(of, "the program's own: mg16");
    const own = await clauses();
    await page.selectOption(at("abstraction"), "cell1");
    await page.selectOption(at("heuristic"), "relevant");
    assert.notEqual(await clauses(), own, "one cell instead of two");
    await page.reload();
    await settled(page);
    assert.equal(await page.inputValue(at("abstraction")), "cell1", "the default is a choice");
    await page.selectOption(at("abstraction"), "");
    await page.click(at("stage-abstract"));
    assert.equal(await clauses(), own);
    await page.selectOption(at("heuristic"), "");
    assert.deepEqual([await chosen("abstraction"), await chosen("heuristic")], [first, of]);
    // A program without wishes leaves nothing to choose.
    await write(page, "int a[];\na[0] = 1;\nassert(a[0] == 1);");
    await page.waitForSelector(`${at("abstraction")} option[value=""]`, { state: "detached" });
    assert.deepEqual([await page.inputValue(at("abstraction")), await page.inputValue(at("heuristic"))], ["cell1", "relevant"]);
  });
});

test("the keyboard alone reaches a verdict and walks the clauses", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "01_init_zero");
    await page.focus(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+Enter");
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`, { timeout: 120_000 });
    await page.focus(at("stage-eliminate"));
    await page.keyboard.press("Enter");
    await page.locator(`${at("clause")} .clause-name`).first().focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.waitForSelector(`${at("clause")}:nth-child(2).now`);
    await page.keyboard.press("Alt+ArrowRight");
    await page.waitForSelector(`${at("stage-simplify")}.now`);
  });
});

test("the colours are remembered", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    const dark = () => page.evaluate(() => document.documentElement.classList.contains("dark"));
    assert.equal(await dark(), false);
    await page.click(at("theme"));
    await page.click(at("theme"));
    assert.equal(await dark(), true);
    await page.reload();
    assert.equal(await dark(), true);
  });
});

test("cursor and clauses light each other", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "01_init_zero");
    await page.locator(at("clause")).nth(3).click();
    await page.waitForSelector(".hb-line-origin");
    await page.locator(".cm-line", { hasText: "assert" }).first().click();
    await page.waitForSelector(`${at("clause")}.now.lit`);
    assert.match(await page.innerText(".focus .focus-of"), /assert/, "the focus is about the place as well");
    await page.locator(at("clause")).nth(1).hover();
    await page.waitForSelector(".hb-line-hover");
  });
});

test("pictures of each state", options, async () => {
  const pictures = {
    eliminate: async (page) => {
      await open(page, "03_init_then_flag");
      await page.click(at("stage-eliminate"));
      await page.locator(at("clause"), { hasText: "condition holds" }).last().click();
      await page.waitForSelector(at("relevant-cell"));
    },
    witness: async (page) => {
      await openLossyRead(page);
      await page.locator(at("witness")).scrollIntoViewIfNeeded();
    },
    certified: async (page) => {
      await open(page, "03_init_then_flag");
      assert.equal(await run(page), "certified");
    },
    buggy: async (page) => {
      await open(page, "31_init_off_by_one_buggy");
      assert.equal(await run(page), "buggy");
    },
  };
  for (const [name, prepare] of part(Object.entries(pictures), 2)) {
    await screenshots(name, async (page) => {
      await prepare(page);
      await fitsItsWidth(page);
      await drawn(page);
    });
  }
  await withPage({}, async (page) => {
    await settled(page);
    await page.click(at("help"));
    await page.waitForSelector(`${at("help-dialog")}[open]`);
    await screenshot(page, "help");
  });
});

test("a point that is picked is no trouble when blocks get large", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    for (const nth of ["first", "last"]) {
      await page.click(at("stage-graph"));
      await page.locator(at("node"))[nth]().click();
      for (let times = 0; times < 2; times++) {
        await page.click(at("switches"));
        await page.click(at("large-blocks"));
        await page.keyboard.press("Escape");
        await settled(page);
      }
    }
    assert.equal(await page.locator(at("breakdown")).count(), 0);
  });
});

/** Has the page break down, by a browser that draws nothing any more. */
async function breakDown(page) {
  await page.evaluate(() => {
    document.createElementNS = () => {
      throw new Error("no drawing");
    };
  });
  await page.click(at("stage-graph"));
  await page.waitForSelector(at("breakdown"));
}

/** The message of a page that breaks down. */
const broken = (problem) => /no drawing|panicked|unreachable|namespaced element|closure invoked/.test(problem);

test("what is written when the page has broken down is kept", options, async () => {
  await withPage({ allow: broken }, async (page) => {
    await open(page, "01_init_zero");
    await write(page, "int before;\n");
    await settled(page);
    await breakDown(page);
    assert.match(await page.innerText(at("breakdown")), /The page broke down: panicked at[^]*Your text is kept/);
    await page.click(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.insertText("int after;");
    await page.click(at("breakdown-reload"));
    await settled(page);
    const text = await page.locator(at("editor-text")).innerText();
    assert.match(text, /int before;\s+int after;/);
    assert.equal(await page.locator(at("breakdown")).count(), 0);
  });
});

test("a page in another page that has broken down takes no more edits", options, async () => {
  const query = hash({ t: "int given;" }, "w");
  await withPage({ query, allow: broken }, async (page) => {
    await settled(page);
    await page.evaluate(() => HornbookEditor.brokeDown("a test", undefined));
    assert.match(await page.innerText(at("breakdown")), /can be copied/);
    await page.waitForFunction((editor) => document.querySelector(editor).getAttribute("aria-readonly") === "true", at("editor-text"));
    await page.click(at("editor-text"));
    await page.keyboard.insertText("int more;");
    assert.equal(await page.locator(at("editor-text")).innerText(), "int given;");
    assert.equal(await page.evaluate(() => localStorage.getItem("hornbook.text")), null);
  });
});

test("what no line of the program says has a sentence on where it comes from", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, `int n = nondet(0, 1000);
int a[n];
int b[n];
int x = 1;
int y = 0;
for (int i = 0; i < n; i++) {
  a[i] = x;
  b[i] = y;
  if (i % 2 == 0) { x = x + 3; y = y + 1; } else { x = x + 1; y = y + 3; }
}
for (int i = 0; i < n; i++) { assert(a[i] + b[i] == 4 * i + 1); }
`);
    await settled(page);
    await page.selectOption(at("abstraction"), "cell1");
    await settled(page);
    assert.equal(await run(page), "certified");
    const invented = page.locator(at("suggested"));
    assert.ok((await invented.count()) > 0);
    assert.equal(await invented.first().locator("li").first().isVisible(), false, "it is folded");
    await invented.first().locator("summary").click();
    assert.match(await invented.first().innerText(), /suggested by \d+ states that were seen there\.|read off why no run violates line \d+/);
  });
});

test("of many states the first ones and the last one are shown, and all when asked", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, `int i = 0, s = 0;
while (i < 30) {
  if (i % 4 == 1) { s += 3; } else { s -= 1; }
  i++;
}
assert(s <= 2);
`);
    await settled(page);
    assert.equal(await run(page), "certified");
    const states = page.locator(at("states")).first();
    assert.match(await states.innerText(), /^\(i, s\) is one of these 31: \(0, 0\), \(1, -1\), .*\.\.\., \(30, 2\)$/);
    await states.locator("summary").click();
    assert.match(await states.innerText(), /\(17, -1\), \(18, 2\), \(19, 1\)/);
    const wide = await states.evaluate((e) => e.scrollWidth > e.clientWidth + 1);
    assert.equal(wide, false, "the rows are broken");
  });
});

test("a certificate names the laws of products that it needs", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, `int n = nondet(0, 100);
int a[n];
for (int i = 0; i < n; i++) { a[i] = i * i; }
assert(forall k in 0..n: a[k] == k * k);
`);
    await settled(page);
    assert.equal(await run(page), "certified");
    assert.match(await page.locator(at("laws")).innerText(), /law/);
    await write(page, "int x = 1;\nassert(x + x == 2);\n");
    await settled(page);
    assert.equal(await run(page), "certified");
    assert.equal(await page.locator(at("laws")).count(), 0);
  });
});
