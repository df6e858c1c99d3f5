// Small windows: a projector with large type, and phones with fingers.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, drawn, fitsItsWidth, open, settled, test, withPage } from "./harness.mjs";
import { hash, run, STATES, write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

/** A phone with fingers. */
const PHONE = { size: "phone", isMobile: true, hasTouch: true };

test("large type on a small projector shows a statement of the program, and the stage on view", options, async () => {
  const shown = (page) => page.evaluate(() => {
    const box = (element) => element.getBoundingClientRect();
    const [editor, bar, now] = [".editor", ".stages", ".stage.now"].map((s) => box(document.querySelector(s)));
    const pane = box(document.querySelector(".pane.program"));
    const inside = (line) => {
      const { top, bottom } = box(line);
      return top >= Math.max(editor.top, pane.top) - 1 && bottom <= Math.min(editor.bottom, pane.bottom, innerHeight) + 1;
    };
    const lines = [...document.querySelectorAll(".cm-line")].filter((line) => line.textContent && inside(line)).map((line) => line.textContent);
    return { statements: lines.filter((line) => !line.startsWith("//")), stage: now.left >= bar.left - 1 && now.right <= bar.right + 1 };
  });
  await withPage({ viewport: { width: 1024, height: 768 } }, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-simplify"));
    await settled(page);
    await page.click(at("present"));
    for (const [example, stage] of [[], ["16_constant_forgotten", "simplify"], ["03_init_then_flag", "solve"]]) {
      if (example) await open(page, example);
      if (stage) await page.click(at(`stage-${stage}`));
      await drawn(page);
      await drawn(page);
      const { statements, stage: isInBar } = await shown(page);
      assert.match(statements[0] ?? "", /^int n = nondet/, `${example}: ${statements.join(" | ")}`);
      assert.ok(statements.length > 1, `${example}: more than one statement`);
      assert.ok(isInBar, `${example}: the stage on view is in the bar`);
    }
  });
});

/** The pictures of cells that go on behind an edge of their box, or are cut, without a sign at that edge. */
const cutUnseen = (page) => page.evaluate(() => {
  const found = [];
  for (const part of document.querySelectorAll(".strip, .strip *, .facts, .facts *, .witness, .witness *, .plane")) {
    const { left, right, width } = part.getBoundingClientRect();
    if (!width || !part.checkVisibility() || part.closest(".spoken, details:not([open]) > :not(summary)")) continue;
    const box = part.closest(".sideways");
    const edge = box?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
    const more = box?.dataset.more ?? "";
    // The box and the table of the rows are a bit wider than the text around them.
    const isCut = (right > edge.right + 8 && !more.includes("right")) || (left < edge.left - 8 && !more.includes("left"));
    if (isCut) found.push(`${part.className}: ${part.textContent.slice(0, 40)} (${left} to ${right})`);
  }
  return found;
});

test("on a phone no picture of cells is cut without a sign", options, async () => {
  await withPage({ size: "phone" }, async (page) => {
    for (const state of ["reasons", "too-weak", "plane", "witness", "eliminate", "tiles"]) {
      await page.reload();
      await STATES[state](page);
      await drawn(page);
      assert.deepEqual(await cutUnseen(page), [], state);
      await fitsItsWidth(page);
    }
  });
  // Twelve cells are wider than a phone: the sign goes to the other edge at the end.
  await withPage({ size: "phone" }, async (page) => {
    await open(page, "04_init_identity");
    await run(page, "certified");
    const card = page.locator(at("invariant")).first();
    await card.locator(at("watch")).click();
    await card.locator(at("watch-size")).fill("12");
    await card.locator(at("watch-size")).press("Enter");
    await card.locator(".facts.of-run .value").nth(11).waitFor();
    const row = card.locator(".facts.of-run .sideways").first();
    await page.waitForFunction((row) => row.dataset.more === "right", await row.elementHandle());
    const width = await row.evaluate((row) => parseFloat(getComputedStyle(row, "::after").width));
    assert.ok(width > 10, "the sign can be seen");
    assert.deepEqual(await cutUnseen(page), []);
    await row.locator(".facts-scroll").evaluate((inside) => (inside.scrollLeft = inside.scrollWidth));
    await page.waitForFunction((row) => row.dataset.more === "left", await row.elementHandle());
  });
});

test("the head of a phone leaves the window to the program", options, async () => {
  const head = (page) => page.evaluate(() => document.querySelector(".panes").getBoundingClientRect().top);
  for (const touch of [{}, { isMobile: true, hasTouch: true }]) {
    await withPage({ size: "phone", first: true, ...touch }, async (page) => {
      await page.waitForSelector(at("prediction"));
      await page.waitForSelector(at("purpose"));
      await page.reload();
      await page.waitForSelector(at("prediction"));
      assert.ok(!(await page.isVisible(at("purpose"))), "the sentence at the top has been read");
      assert.ok((await head(page)) <= 140, `the folded head is ${await head(page)} pixels high`);
      await page.click(at("unfold-stages"));
      await page.waitForSelector(at("stage-clauses"));
      assert.ok((await head(page)) <= 141, `the head is ${await head(page)} pixels high`);
      await fitsItsWidth(page);
    });
  }
});

test("what is scrolled to is not below the bar of stages", options, async () => {
  await withPage({ size: "phone" }, async (page) => {
    await open(page, "03_init_then_flag");
    await run(page, "certified");
    const banner = page.locator(at("verdict"));
    await banner.evaluate((verdict) => verdict.scrollIntoView());
    const [bar, top] = await page.evaluate((s) => [document.querySelector(".stages"), document.querySelector(s)].map((e, n) => e.getBoundingClientRect()[n ? "top" : "bottom"]), at("verdict"));
    assert.ok(top >= bar, `the verdict begins at ${top}, the bar ends at ${bar}`);
  });
});

test("a finger finds large targets", options, async () => {
  const small = (page) => page.evaluate(() => {
    const found = [];
    for (const control of document.querySelectorAll("button, select, summary, input[type=checkbox], input[type=range]")) {
      const target = control.closest("label") ?? control;
      const { width, height } = target.getBoundingClientRect();
      if (!width || !control.checkVisibility() || control.closest(".cm-editor, .toast")) continue;
      // Words in a line of text are explained there; chips and small buttons have room around them.
      if (control.matches(".gloss:not(.chip)")) continue;
      const isInline = control.matches(".chip, .quiet, .rule, .copy-formula button, summary, .trial button, .cell-box");
      const least = isInline ? 31.5 : 43.5;
      if (height < least) found.push(`${control.outerHTML.slice(0, 90)}: ${height}`);
    }
    return found;
  });
  for (const state of ["first", "eliminate", "certified", "buggy"]) {
    await withPage(PHONE, async (page) => {
      await STATES[state](page);
      await drawn(page);
      assert.deepEqual(await small(page), [], state);
      await fitsItsWidth(page);
    });
  }
});

test("explanations of choices are in reach of fingers and keys", options, async () => {
  await withPage(PHONE, async (page) => {
    await open(page, "03_init_then_flag");
    // A finger that has picked an entry reads what it means below the menu.
    await page.locator(at("heuristic")).focus();
    await page.selectOption(at("heuristic"), "ma15");
    await settled(page);
    const help = page.locator("#help-heuristic");
    assert.ok(await help.isVisible());
    assert.match(await help.textContent(), /^The cell of the goal only\.$/);
    await fitsItsWidth(page);
    await page.tap(at("switches"));
    assert.ok(await page.locator(".popover:visible .choice-help").filter({ hasText: "goes" }).or(page.locator("#help-calls")).first().isVisible());
    const switches = page.locator(".popover:visible input[type=checkbox]");
    for (let n = 0; n < (await switches.count()); n++) {
      const id = await switches.nth(n).getAttribute("aria-describedby");
      assert.ok(await page.locator(`[id="${id}"]`).isVisible(), id);
    }
    await fitsItsWidth(page);
  });
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    const help = page.locator("#help-abstraction");
    assert.ok(!(await help.isVisible()), "nothing lies over the page before");
    await page.focus(at("browse"));
    while (!(await page.evaluate((s) => document.activeElement.matches(s), at("abstraction")))) await page.keyboard.press("Tab");
    assert.ok(await help.isVisible());
    const before = await help.textContent();
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction((before) => document.querySelector("#help-abstraction").textContent !== before, before);
    await page.keyboard.press("Tab");
    assert.ok(!(await help.isVisible()));
    // What explains is said beside the control, and not only by a tooltip.
    await page.click(at("files"));
    assert.ok(await page.isVisible("#help-reset"));
  });
});

/** A program whose assertion fails, with more lines than a phone has room for beside a run. */
const BROKEN =
  "int n = nondet();\nassume(n > 1);\nint a[n];\nint i = 0;\nwhile (i < n - 1) {\n  a[i] = 0;\n  i++;\n}\nassert(forall k in 0..n: a[k] == 0);\n";

/** The text of the line that the editor marks as the step on view. */
const markedLine = (page) => page.locator(".cm-line.hb-line-step").allTextContents();

test("on a phone one steps through a run beside the program", options, async () => {
  await withPage({ ...PHONE, query: hash({ t: BROKEN, s: "solve", d: true }) }, async (page) => {
    await page.waitForSelector(`${at("verdict")}[data-verdict=buggy]`);
    // While the verdict is at the foot of the window, the buttons give way to it.
    await page.evaluate(() => {
      scrollTo(0, 0);
      const { bottom } = document.querySelector(".verdict-words").getBoundingClientRect();
      scrollTo(0, Math.max(0, bottom - innerHeight * 0.75));
    });
    await page.waitForSelector(`${at("trace-controls")}.docked`);
    const inWindow = (selector) => page.locator(selector).first().evaluate((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return height > 0 && top >= 0 && bottom <= innerHeight;
    });
    assert.ok(await inWindow(at("trace-controls")), "the buttons are in the window");
    assert.ok(await inWindow(".cm-line:last-child"), "and so is the program");
    const seen = new Set();
    for (let step = 0; step < 5; step++) {
      await page.waitForFunction((n) => document.querySelector("[data-testid=trace-step]").textContent.startsWith(`Step ${n} `), step + 1);
      seen.add((await markedLine(page)).join());
      await page.tap(at("step-forward"));
    }
    assert.ok(seen.size > 3, `the marked line follows the steps: ${[...seen].join(" | ")}`);
    await fitsItsWidth(page);
  });
});

test("on a phone the buttons of a run never lie over the verdict, and no step is cut", options, async () => {
  await withPage({ ...PHONE, query: hash({ t: BROKEN, s: "solve", d: true }) }, async (page) => {
    await page.waitForSelector(`${at("verdict")}[data-verdict=buggy]`);
    const overlap = () => page.evaluate(([verdict, controls]) => {
      const [one, other] = [verdict, controls].map((s) => document.querySelector(s).getBoundingClientRect());
      return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    }, [".verdict-words", at("trace-controls")]);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += 90) {
      await page.evaluate((top) => scrollTo(0, top), top);
      // The browser reports what is at the foot of the window with the next frames.
      await page.waitForFunction(([verdict, controls]) => {
        const [one, other] = [verdict, controls].map((s) => document.querySelector(s).getBoundingClientRect());
        return Math.min(one.bottom, other.bottom) <= Math.max(one.top, other.top) + 1;
      }, [".verdict-words", at("trace-controls")]);
      assert.ok((await overlap()) <= 1, `scrolled by ${top}`);
    }
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator(`${at("trace-controls")} [aria-label="Last step"]`).tap();
    await page.waitForFunction((s) => /^the assertion fails/.test(document.querySelector(s).textContent), `${at("trace-controls")} .what`);
    const cut = await page.locator(`${at("trace-controls")} .what`).evaluate((e) => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth);
    assert.ok(!cut, "the last step can be read");
    await fitsItsWidth(page);
  });
});

test("after an edit no step of the old run is marked, and the run says that it is old", options, async () => {
  for (const size of ["phone", "wide"]) {
    await withPage({ size, query: hash({ t: BROKEN, s: "solve", d: true }) }, async (page) => {
      await page.waitForSelector(`${at("verdict")}[data-verdict=buggy]`);
      await page.waitForSelector(".cm-line.hb-line-step");
      assert.equal(await page.locator(at("trace-old")).count(), 0);
      await page.click(at("editor-text"));
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type("// More.");
      await page.waitForSelector(at("trace-old"));
      assert.match(await page.innerText(at("trace-old")), /of the earlier text/);
      await page.waitForSelector(".cm-line.hb-line-step", { state: "detached" });
    });
  }
});

test("on a phone what is out of date says so wherever one scrolls to", options, async () => {
  await withPage({ size: "phone", query: hash({ t: BROKEN, s: "solve", d: true }) }, async (page) => {
    await page.waitForSelector(`${at("verdict")}[data-verdict=buggy]`);
    await write(page, `${BROKEN}// More.\n`);
    await page.waitForSelector(".pane.road.stale");
    await page.locator(at("trace")).evaluate((trace) => trace.scrollIntoView({ block: "end" }));
    // The sign waits a moment, so that it does not flash at each key.
    await page.waitForFunction(() => {
      const chip = document.querySelector(".chip.older");
      const { top, left } = chip.getBoundingClientRect();
      return top >= 0 && top < innerHeight && chip.contains(document.elementFromPoint(left + 5, top + 5));
    });
  });
});

test("a link that is shared after a run begins with the question, and says what it carries", options, async () => {
  const shared = async (told) => withPage({ size: "phone", first: true }, async (page) => {
    await page.click(at("predict-show"));
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`);
    await page.click(at("share"));
    if (told) await page.click(at("begins-with-verdict"));
    const said = await page.innerText(at("share-carries"));
    assert.match(said, told ? /stage solve, it is solved at once/ : /carries: stage solve\./);
    return new URL(await page.inputValue(at("share-link"))).hash;
  });
  for (const told of [false, true]) {
    const query = await shared(told);
    await withPage({ size: "phone", first: true, query }, async (page) => {
      if (told) return page.waitForSelector(`${at("verdict")}[data-verdict=certified]`);
      await page.waitForSelector(at("prediction"));
      assert.match(await page.innerText(at("prediction")), /^Does line 5 always hold, for every n\?/);
      assert.equal(await page.locator(at("verdict")).count(), 0);
    });
  }
});
