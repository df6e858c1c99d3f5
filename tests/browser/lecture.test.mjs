// A lecture: answers are covered, a spot and a pen work on slides, and a handout has blanks.
import assert from "node:assert/strict";
import { after } from "node:test";
import { violations } from "./axe.mjs";
import { at, closeBrowser, drawn, fitsItsWidth, open, screenshot, test, withPage } from "./harness.mjs";
import { hash, presentOpenly, run } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

/** A program with a verdict, and the first slide of its story on view. */
async function present(page, example = "04_init_identity", verdict = "certified") {
  await open(page, example);
  await run(page, verdict);
  await page.locator(at("story")).waitFor();
  await page.click(at("story-present"));
}

/** Waits until the slide with this heading is on view. */
async function onSlide(page, heading) {
  const title = `${at("presentation")} .dialog-head h2`;
  await page.waitForFunction(([s, t]) => document.querySelector(s)?.textContent === t, [title, heading]);
}

/** Everything that the dialog says: its text, and what a screen reader finds in it. */
async function everything(page) {
  const slide = page.locator(at("presentation"));
  return `${await page.title()}\n${await slide.textContent()}\n${await slide.ariaSnapshot()}`;
}

test("answers are covered until the speaker uncovers them, and the next page comes behind all of them", options, async () => {
  const stories = [
    ["04_init_identity", "certified", /certified|starts true|0 ≤|enough/i, "Why that is enough"],
    ["31_init_off_by_one_buggy", "buggy", /buggy|the run chooses|what happens/i, "What happens"],
    ["16_constant_forgotten", "too-weak", /too weak|not a run|lost/i, "What was lost"],
  ];
  for (const [example, verdict, tells, last] of stories) {
    await withPage({}, async (page) => {
      await present(page, example, verdict);
      const says = new RegExp(verdict.replace("-", " "));
      await page.keyboard.press("Space");
      await onSlide(page, "The claim");
      assert.doesNotMatch(await everything(page), tells);
      await page.keyboard.press("Space");
      await page.waitForSelector(at("slide-verdict"));
      assert.match(await page.innerText(at("slide-verdict")), says);
      for (const heading of ["The danger", "What is remembered", "Which cells decide"]) {
        await page.keyboard.press("PageDown");
        await onSlide(page, heading);
        assert.match(await page.innerText(at("slide-verdict")), says, "the verdict is uncovered once");
        assert.equal(await page.locator(`${at("presentation")} :is(${at("story-says")}, .figure)`).count(), 0);
        assert.match(await page.innerText(at("slide-asks")), /\?$/);
        await page.keyboard.press("u");
        await page.waitForSelector(`${at("presentation")} ${at("story-says")}`);
        await page.waitForSelector(`${at("presentation")} .figure`);
      }
      // The last card has a cover on its picture, and another one on its sentence. A click uncovers either.
      await page.keyboard.press("PageDown");
      await onSlide(page, last);
      await page.click(at("cover-answer"));
      await page.waitForSelector(`${at("presentation")} ${at("story-says")}`);
      assert.equal(await page.locator(at("cover-picture")).count(), 1);
      await page.keyboard.press("Space");
      await page.locator(at("cover-picture")).waitFor({ state: "detached" });
      assert.ok(await page.locator(at("slide-next")).isDisabled(), "there is nothing to come");
    });
  }
});

test("who begins with the last card does not read the verdict in its heading", options, async () => {
  for (const [example, verdict, last] of [["31_init_off_by_one_buggy", "buggy", "What happens"], ["04_init_identity", "certified", "Why that is enough"]]) {
    await withPage({}, async (page) => {
      await open(page, example);
      await run(page, verdict);
      for (let card = 0; card < 4; card++) await page.click(at("story-next"));
      await page.click(at("story-present"));
      await onSlide(page, "The answer");
      assert.doesNotMatch(await everything(page), /certified|buggy|happens|enough/i);
      assert.equal(await page.innerText(at("slide-number")), "6", "the number of all slides may tell it");
      assert.equal(await page.locator(at("cover-picture")).count(), 0, "only some verdicts have this cover");
      await page.keyboard.press("u");
      await onSlide(page, last);
    });
  }
});

test("the judgement of lines is covered with the line that it names", options, async () => {
  const t = "int n = nondet();\nassume(n >= 0);\nint i = 0;\nwhile (i < n) {\n  invariant i < n;\n  i++;\n}\nassert(i == n);\n";
  await withPage({ query: hash({ t, j: "given", s: "solve", d: true }) }, async (page) => {
    await page.locator(at("story")).waitFor();
    await page.click(at("story-present"));
    await page.keyboard.press("ArrowRight");
    await onSlide(page, "The claim");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(at("slide-verdict"));
    await page.keyboard.press("ArrowRight");
    await onSlide(page, "Your lines");
    assert.doesNotMatch(await everything(page), /does not start true|your line 5/i);
    await page.keyboard.press("u");
    await onSlide(page, "Your line 5");
    await page.waitForSelector(at("judged-line"));
  });
});

test("the browser remembers that nothing is to be covered", options, async () => {
  await withPage({}, async (page) => {
    await present(page);
    const covers = page.locator(at("slide-covers"));
    assert.equal(await covers.getAttribute("aria-pressed"), "true");
    await covers.click();
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(at("slide-verdict"));
    await page.keyboard.press("ArrowRight");
    await onSlide(page, "The danger");
    await page.waitForSelector(`${at("presentation")} ${at("story-says")}`);
    await page.reload();
    await page.locator(at("stage-clauses")).waitFor();
    await present(page);
    assert.equal(await covers.getAttribute("aria-pressed"), "false");
    await covers.click();
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(at("cover-verdict"));
  });
});

test("the keys work in the window of the notes, which tells nothing that is covered", options, async () => {
  await withPage({}, async (page, context) => {
    await present(page, "31_init_off_by_one_buggy", "buggy");
    const [notes] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("n")]);
    await notes.waitForSelector(at("notes-p"));
    await notes.keyboard.press("PageDown");
    await onSlide(page, "The claim");
    await notes.keyboard.press("Space");
    await page.waitForSelector(at("slide-verdict"));
    await notes.keyboard.press("PageDown");
    await onSlide(page, "The danger");
    await notes.keyboard.press("u");
    await page.waitForSelector(`${at("presentation")} ${at("story-says")}`);
    await notes.keyboard.press("PageUp");
    await onSlide(page, "The claim");
    await notes.keyboard.press("d");
    await page.waitForSelector(at("surface"));
    await notes.close();
  });
  await withPage({}, async (page) => {
    await open(page, "31_init_off_by_one_buggy");
    await run(page, "buggy");
    for (let card = 0; card < 4; card++) await page.click(at("story-next"));
    await page.evaluate(() => (window.open = () => null));
    await page.click(at("story-present"));
    await page.keyboard.press("n");
    assert.doesNotMatch(await page.innerText(at("speaker-notes")), /values|mends/);
    await page.keyboard.press("u");
    await page.waitForFunction((s) => /mends/.test(document.querySelector(s).innerText), at("speaker-notes"));
  });
});

test("the space bar turns pages wherever the mouse was", options, async () => {
  await withPage({}, async (page) => {
    await present(page);
    await page.click(at("slide-covers"));
    await page.keyboard.press("Space");
    await onSlide(page, "The claim");
    await page.locator(`${at("presentation")} .slide`).click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("Space");
    await onSlide(page, "The danger");
    // A button that has the keyboard keeps the key.
    await page.focus(at("slide-pointer"));
    await page.keyboard.press("Space");
    await page.waitForSelector(`${at("slide-pointer")}[aria-pressed=true]`);
    await onSlide(page, "The danger");
  });
});

/** Fails unless the spot is at a point of the window. */
async function isAt(page, x, y) {
  const spot = await page.locator(".spot").boundingBox();
  const far = Math.hypot(spot.x + spot.width / 2 - x, spot.y + spot.height / 2 - y);
  assert.ok(far < 1, `the spot is ${far} px away`);
}

/** A touch at some points, one after the other. */
async function touch(page, points) {
  const session = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  const [first, ...others] = points.map(([x, y]) => [{ x, y }]);
  await send("touchStart", first);
  for (const point of others) await send("touchMove", point);
  await send("touchEnd", []);
  await session.detach();
}

test("a spot follows the mouse and the finger", options, async () => {
  await withPage({}, async (page) => {
    await present(page);
    await page.keyboard.press("p");
    await page.mouse.move(300, 300);
    await page.mouse.move(420, 333);
    await isAt(page, 420, 333);
    // One can still click below it.
    await page.keyboard.press("ArrowRight");
    await page.click(at("cover-verdict"));
    await page.waitForSelector(at("slide-verdict"));
    await page.keyboard.press("p");
    await page.locator(".spot").waitFor({ state: "detached" });
    await page.keyboard.press("p");
    await page.keyboard.press("Escape");
    await page.locator(".spot").waitFor({ state: "detached" });
    assert.ok(await page.locator(at("presentation")).evaluate((dialog) => dialog.open), "Escape only puts it away");
  });
  await withPage({ size: "phone", hasTouch: true }, async (page) => {
    await present(page);
    await page.locator(at("slide-pointer")).tap();
    await touch(page, [[100, 200], [140, 260], [200, 320]]);
    await isAt(page, 200, 320);
  });
});

/** The strokes on the slide. */
const strokes = (page) => page.locator(".sheet path");

/** Waits until there are so many strokes. */
const hasStrokes = (page, n) => page.waitForFunction((n) => document.querySelectorAll(".sheet path").length === n, n);

/** Draws a line by the mouse. */
async function stroke(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(...to, { steps: 5 });
  await page.mouse.up();
}

test("drawings belong to their slides, and each change of them is taken back", options, async () => {
  await withPage({}, async (page) => {
    await present(page);
    await page.click(at("slide-covers"));
    await page.keyboard.press("ArrowRight");
    await onSlide(page, "The claim");
    await page.keyboard.press("d");
    await stroke(page, [200, 200], [300, 240]);
    await hasStrokes(page, 1);
    await page.click(at("pen-cell"));
    assert.equal(await page.getAttribute(at("pen-cell"), "aria-pressed"), "true");
    await stroke(page, [900, 300], [1000, 300]);
    await hasStrokes(page, 2);
    const colours = await strokes(page).evaluateAll((all) => all.map((path) => getComputedStyle(path).stroke));
    assert.equal(new Set(colours).size, 2);
    // The keys still turn pages.
    await page.keyboard.press("Space");
    await onSlide(page, "The danger");
    await hasStrokes(page, 0);
    await stroke(page, [900, 400], [950, 420]);
    await hasStrokes(page, 1);
    await page.keyboard.press("PageUp");
    await onSlide(page, "The claim");
    await hasStrokes(page, 2);
    await page.keyboard.press("e");
    await stroke(page, [950, 250], [950, 350]);
    await hasStrokes(page, 1);
    await page.click(at("slide-clear"));
    await hasStrokes(page, 0);
    for (const left of [1, 2, 1, 0]) {
      await page.keyboard.press("z");
      await hasStrokes(page, left);
    }
    assert.ok(await page.locator(at("slide-undo")).isDisabled());
    await page.keyboard.press("Escape");
    await page.locator(at("surface")).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page.waitForFunction((s) => !document.querySelector(s)?.open, at("presentation"));
    // They are there in the next presentation, too.
    await page.click(at("story-next"));
    await page.click(at("story-present"));
    await onSlide(page, "The danger");
    await hasStrokes(page, 1);
  });
});

test("one draws with a finger and with a pen", options, async () => {
  await withPage({ size: "phone", hasTouch: true }, async (page) => {
    await present(page);
    await page.locator(at("slide-draw")).tap();
    const scroll = () => page.locator(at("presentation")).evaluate((dialog) => dialog.scrollTop);
    await touch(page, [[100, 200], [140, 160], [200, 120]]);
    await hasStrokes(page, 1);
    assert.equal(await scroll(), 0, "the slide does not scroll");
    await fitsItsWidth(page);
    const session = await page.context().newCDPSession(page);
    const pen = (type, x, y) => session.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, pointerType: "pen", clickCount: 1 });
    await pen("mousePressed", 120, 220);
    await pen("mouseMoved", 160, 240);
    await pen("mouseReleased", 160, 240);
    await hasStrokes(page, 2);
  });
});

test("a stroke stays at its place in the text when letters grow or the program scrolls", options, async () => {
  const lines = Array.from({ length: 60 }, (_, n) => `x = x + ${n};`).join("\n");
  await withPage({ query: hash({ t: `int x = 0;\n${lines}\nassert(x >= 0);`, s: "solve", d: true }) }, async (page) => {
    await page.locator(at("story")).waitFor();
    await presentOpenly(page);
    const line = page.locator(`${at("slide-program")} > .lit code`);
    // A long program is scrolled to the marked line, on the first slide as well.
    await page.waitForFunction((s) => document.querySelector(s).getBoundingClientRect().bottom < innerHeight, `${at("slide-program")} > .lit`);
    await page.keyboard.press("d");
    await page.waitForSelector(at("surface"));
    const { x, y, width, height } = await line.boundingBox();
    await stroke(page, [x, y + height / 2], [x + width, y + height / 2]);
    await hasStrokes(page, 1);
    await page.keyboard.press("d");
    const off = async () => {
      const [written, stroke] = await Promise.all([line.boundingBox(), strokes(page).boundingBox()]);
      const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
      return Math.hypot(...middle(written).map((at, n) => at - middle(stroke)[n]));
    };
    assert.ok((await off()) < 3, `drawn ${await off()} px beside the line`);
    const before = (await line.boundingBox()).y;
    await page.locator(at("slide-program")).evaluate((program) => program.scrollBy(0, -40));
    await page.waitForFunction(() => /translate/.test(document.querySelector(".of-program .sheet").getAttribute("style")));
    assert.ok((await line.boundingBox()).y > before + 20, "the program scrolls");
    assert.ok((await off()) < 3, `${await off()} px beside the line after scrolling`);
    await page.setViewportSize({ width: 1800, height: 1100 });
    await drawn(page);
    assert.ok((await off()) < 5, `${await off()} px beside the line in a larger window`);
  });
});

test("a slide is printed if it was drawn on, without its buttons", options, async () => {
  await withPage({}, async (page) => {
    await present(page);
    await page.keyboard.press("d");
    await page.emulateMedia({ media: "print" });
    assert.ok(!(await page.locator(at("presentation")).isVisible()));
    await page.emulateMedia({ media: "screen" });
    await stroke(page, [200, 200], [300, 240]);
    await hasStrokes(page, 1);
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator(at("slide-program")).isVisible());
    assert.ok(await strokes(page).isVisible());
    assert.equal(await page.locator("button:visible").count(), 0);
    assert.ok(!(await page.locator(".pane .story").first().isVisible()), "the page behind it is not printed");
  });
});

/** Saves a file by a button, and gives its name and its text. */
async function saved(page, testid) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(at(testid))]);
  let text = "";
  for await (const piece of await download.createReadStream()) text += piece;
  return [download.suggestedFilename(), text];
}

test("a handout has blanks, or the answers where nothing is covered", options, async () => {
  await withPage({}, async (page, context) => {
    await present(page, "31_init_off_by_one_buggy", "buggy");
    const [name, blanks] = await saved(page, "slide-handout");
    assert.equal(name, "handout.html", "the name of the program tells its verdict");
    assert.doesNotMatch(blanks, /<script|buggy|never written|the run chooses/i);
    assert.match(blanks, /class="blank"[^]*class="line"/);
    await page.click(at("slide-covers"));
    assert.match(await page.innerText(at("slide-handout")), /with answers/);
    const [, answers] = await saved(page, "slide-handout");
    assert.match(answers, /The verdict: buggy/);
    await page.keyboard.press("Escape");
    await page.click(at("share"));
    assert.equal((await saved(page, "export-handout"))[1], blanks);
    assert.equal((await saved(page, "export-handout-answers"))[1], answers);
    for (const [nth, text] of [blanks, answers].entries()) {
      const paper = await context.newPage();
      for (const colorScheme of ["light", "dark"]) {
        await paper.emulateMedia({ colorScheme });
        await paper.setContent(text);
        for (const width of [1280, 390]) {
          await paper.setViewportSize({ width, height: 800 });
          await fitsItsWidth(paper);
        }
        assert.deepEqual(await violations(paper, [""]), []);
      }
      await paper.emulateMedia({ media: "print", colorScheme: "dark" });
      await screenshot(paper, `handout-${nth}`, { fullPage: true });
      const ink = await paper.evaluate(() => getComputedStyle(document.body).color);
      assert.ok(Math.max(...ink.match(/\d+/g).slice(0, 3).map(Number)) < 130, `${ink} on white`);
    }
  });
});

test("where found invariants are not shown a handout has blanks only", options, async () => {
  const t = "int n = nondet();\nassume(n >= 0);\nint i = 0;\nwhile (i < n) { i++; }\nassert(i == n);\n";
  await withPage({ query: hash({ t, s: "solve", d: true, x: true }) }, async (page) => {
    await page.locator(at("story")).waitFor();
    await presentOpenly(page);
    assert.match(await page.innerText(at("slide-handout")), /with blanks/);
    await page.keyboard.press("Escape");
    await page.click(at("share"));
    assert.equal(await page.locator(at("export-handout")).count(), 1);
    assert.equal(await page.locator(at("export-handout-answers")).count(), 0);
  });
});

test("covered slides and their tools break no rule for access", options, async () => {
  for (const [width, looks] of [[1280, ["", "dark", "contrast"]], [390, ["dark", "contrast dark", ""]]]) {
    await withPage({ viewport: { width, height: 800 } }, async (page) => {
      await present(page);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("d");
      await page.waitForSelector(at("cover-verdict"));
      await page.waitForSelector(at("slide-undo"));
      await fitsItsWidth(page);
      assert.deepEqual(await violations(page, looks), []);
      const names = await page.locator(`${at("presentation")} footer button`).evaluateAll((all) => all.map((button) => button.ariaLabel ?? button.innerText));
      assert.ok(names.every((name) => /[a-z]/.test(name)), `${names}`);
    });
  }
});
