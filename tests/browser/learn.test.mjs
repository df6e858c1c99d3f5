// Teaching: the gallery, explanations of words, the reference, the guided tour.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after } from "node:test";
import { at, closeBrowser, drawn, fitsItsWidth, open, part, sample, screenshots, settled, test, withPage } from "./harness.mjs";
import { arrived, hash, placed, write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

async function browse(page) {
  await settled(page);
  await page.click(at("browse"));
  await page.waitForSelector(`${at("gallery")}[open]`);
}

test("Enter opens the first program that was found", options, async () => {
  await withPage({}, async (page) => {
    await browse(page);
    await page.fill(at("gallery-search"), "but one is missing");
    const cards = page.locator(at("gallery-card"));
    await page.waitForFunction(() => document.querySelectorAll("[data-testid=gallery-card]").length === 1);
    const name = await cards.first().getAttribute("data-name");
    await page.press(at("gallery-search"), "Enter");
    await page.waitForFunction((name) => document.querySelector("[data-testid=examples]").value === name, name);
    // That key does not press the button that gets the keyboard back.
    await page.waitForFunction((button) => document.activeElement.matches(button), at("browse"));
    await drawn(page);
    assert.equal(await page.locator(`${at("gallery")}[open]`).count(), 0);
  });
});

test("a program of the gallery brings its abstraction and gets its verdict", options, async () => {
  await withPage({}, async (page) => {
    await browse(page);
    const cards = page.locator(at("gallery-card"));
    assert.ok((await cards.count()) >= 26);
    await page.fill(at("gallery-search"), "bubble sort");
    await page.waitForFunction(() => document.querySelectorAll("[data-testid=gallery-card]").length < 4);
    await page.click(`${at("gallery-card")}[data-name=bubble_sort]`);
    await settled(page);
    assert.equal(await page.locator(`${at("gallery")}[open]`).count(), 0);
    assert.equal(await page.inputValue(at("abstraction")), "cell<2");
    assert.equal(await page.inputValue(at("examples")), "bubble_sort");
    await page.click(at("run"));
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`, { timeout: 120_000 });
  });
});

// That all of them get their verdicts is a test of the front end that needs no browser.
test("in the browser programs of each chapter get the verdicts that the gallery says", { timeout: 900_000 }, async () => {
  const course = await readFile(new URL("../../gallery/index.md", import.meta.url), "utf8");
  const questions = (lesson) => [...lesson.matchAll(/^```hornbook predict file=(\w+)\.hb .*expect=(.+)$/gm)];
  const chapters = part(course.split(/^## /m).slice(1).map(questions), 2);
  const programs = chapters.flatMap((chapter, nth) => {
    const kinds = new Map(chapter.map(([, file, verdict]) => [verdict, { file, verdict }]));
    return sample([...kinds.values()], nth);
  });
  await withPage({}, async (page) => {
    const wrong = [];
    for (const { file, verdict } of programs) {
      await open(page, file);
      await page.click(at("run"));
      await page.waitForSelector(at("verdict"), { timeout: 130_000 });
      const found = await page.getAttribute(at("verdict"), "data-verdict");
      if (found !== verdict) wrong.push(`${file}: ${found} instead of ${verdict}`);
    }
    assert.ok(programs.length >= chapters.length && chapters.length >= 8);
    assert.deepEqual(wrong, []);
  });
});

test("the gallery tells no verdict of a program that was not tried, unless asked to", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "04_init_identity");
    const chips = (name) => page.locator(`${at("gallery-card")}[data-name="${name}"] .chip`);
    await browse(page);
    await page.waitForSelector(at("gallery-card"));
    assert.equal(await page.locator(`${at("gallery")} .chip`).count(), 0);
    await page.check(at("gallery-tells-all"));
    assert.match((await chips("05_init_affine").allInnerTexts()).join(" "), /cell1 certified/);
    await page.uncheck(at("gallery-tells-all"));
    await page.keyboard.press("Escape");
    await page.click(at("run"));
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`, { timeout: 120_000 });
    await browse(page);
    assert.match((await chips("04_init_identity").allInnerTexts()).join(" "), /cell1 certified/);
    assert.equal(await chips("05_init_affine").count(), 0);
  });
});

test("the keyboard opens a program, and Escape closes the gallery", options, async () => {
  await withPage({}, async (page) => {
    await browse(page);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("[data-testid=gallery][open]"));
    await page.focus(at("browse"));
    await page.keyboard.press("Enter");
    await page.focus(at("gallery-search"));
    await page.keyboard.insertText("swap exchange");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText("exchange");
    await page.waitForFunction(() => {
      const cards = document.querySelectorAll("[data-testid=gallery-card]").length;
      return cards >= 1 && cards <= 3;
    });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !document.querySelector("[data-testid=gallery][open]"));
  });
});

test("a lecturer goes from one example to the next", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "01_init_zero");
    assert.ok(await page.isDisabled(at("example-before")));
    await page.click(at("example-after"));
    await settled(page);
    assert.equal(await page.inputValue(at("examples")), "02_init_zero_forall");
    await page.click(at("example-before"));
    assert.equal(await page.inputValue(at("examples")), "01_init_zero");
  });
});

test("a word explains itself and goes away again", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-eliminate"));
    const chip = page.locator('.overall [data-term="⊤-free"]');
    await chip.focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(at("gloss"));
    assert.match(await page.innerText(at("gloss")), /relevant cells[\s\S]*Braine/);
    assert.equal(await chip.getAttribute("aria-describedby"), "gloss");
    await page.keyboard.press("Escape");
    await page.waitForSelector(at("gloss"), { state: "detached" });
    await chip.click();
    await page.waitForSelector(at("gloss"));
    await page.click(".logo");
    await page.waitForSelector(at("gloss"), { state: "detached" });
  });
});

test("the labels of the menus and the verdict explain themselves", options, async () => {
  await withPage({ viewport: { width: 1800, height: 900 } }, async (page) => {
    await open(page, "03_init_then_flag");
    const explained = async (word, text) => {
      await word.click();
      await page.waitForSelector(at("gloss"));
      assert.match(await page.innerText(at("gloss")), text);
      await page.keyboard.press("Escape");
      await page.waitForSelector(at("gloss"), { state: "detached" });
    };
    await explained(page.locator(".bar .gloss", { hasText: "abstraction" }), /^data abstraction/);
    await explained(page.locator(".bar .gloss", { hasText: "cells chosen by" }), /^heuristic relevant/);
    await page.click(at("run"));
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`, { timeout: 120_000 });
    await explained(page.locator(`${at("banner")} .gloss`), /^certified/);
  });
});

test("the help has the keys, the words and the version, and leads to the reference", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await page.locator(".logo").click();
    await page.keyboard.press("?");
    await page.waitForSelector(`${at("help-dialog")}[open]`);
    assert.ok((await page.locator(`${at("keys")} kbd`).count()) >= 6);
    assert.match(await page.innerText(at("version")), /^Hornbook \d+\.\d+/);
    assert.match(await page.innerText(at("help-sharing")), /link[\s\S]*Undo/);
    await page.click(`${at("glossary")} summary`);
    assert.match(await page.innerText(at("glossary")), /constrained Horn clause/);
    await page.click(at("help-reference"));
    await page.waitForSelector(`${at("reference")}[open]`);
    assert.equal(await page.locator(`${at("help-dialog")}[open]`).count(), 0);
    assert.match(await page.innerText(at("reference")), /Whole arrays[\s\S]*Heuristics/);
    await page.locator(`${at("reference")} nav a`, { hasText: "Quantifiers" }).click();
    assert.equal(new URL(page.url()).hash, "");
    await page.locator(`${at("reference")} [data-try]`).first().click();
    await settled(page);
    assert.match(await page.innerText(at("editor-text")), /int x = 1, y;/);
  });
});

/** Goes one step on, and waits until the page is in its scene. */
async function next(page) {
  await page.click(at("tour-next"));
  await arrived(page);
}

test("the tour walks from a program to its verdict, and gives the page back", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "06_copy");
    await page.click(at("tour-start"));
    await arrived(page);
    assert.equal(await page.locator(at("invitation")).count(), 0);
    for (const part of ["program-pane", "tour"]) {
      assert.doesNotMatch(await page.innerText(at(part)), /ma15|mg16/, "no code names at the beginning");
    }
    await next(page);
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`);
    await next(page);
    await page.waitForSelector(`${at("stage-clauses")}.now`);
    await next(page);
    await page.waitForSelector(`${at("stage-abstract")}.now`);
    await next(page);
    assert.equal(await page.locator(at("relevant-cell")).count(), 2);
    await page.click(at("tour-back"));
    await page.waitForSelector(`${at("stage-abstract")}.now`);
    await arrived(page);
    await next(page);
    await next(page);
    await page.waitForSelector(at("invariant"));
    await next(page);
    // One's own invariant, judged by what is written.
    assert.match(await page.innerText(at("editor-text")), /invariant forall k in 0\.\.i: a\[k\] == k;/);
    assert.match(await page.locator(at("judged-line")).innerText(), /starts true[^]*stays true/);
    assert.match(await page.locator(at("judged-claim")).innerText(), /your lines are enough/);
    await next(page);
    await page.waitForSelector(at("trace-step"));
    await next(page);
    await page.waitForSelector(`${at("verdict")}[data-verdict=too-weak]`);
    await next(page);
    await page.waitForSelector(`${at("verdict")}[data-verdict=certified]`);
    await next(page);
    assert.equal(await page.innerText(at("tour-next")), "Done");
    await page.click(at("tour-next"));
    await settled(page);
    assert.equal(await page.inputValue(at("examples")), "06_copy");
    assert.equal(await page.inputValue(at("abstraction")), "cell1");
    await page.reload();
    await settled(page);
    assert.equal(await page.locator(at("invitation")).count(), 0);
  });
});

test("the tour does not wait for those who do not wait for it", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await page.click(at("tour-start"));
    // On while something runs, then through the last three scenes, which all run, at two speeds.
    for (const pause of [0, 60]) {
      for (let n = 0; n < 9; n++) {
        await page.click(at(n < 6 ? "tour-next" : n % 2 ? "tour-back" : "tour-next"));
        await page.waitForTimeout(pause);
      }
      await arrived(page);
      for (let n = 0; n < 9; n++) await page.click(at("tour-back"), { force: true }).catch(() => {});
    }
    await arrived(page);
  });
});

const MINE = "int mine = 1;\nassert(mine == 1);";

/** Waits until the program in the editor contains this. */
async function shows(page, part) {
  const found = ([editor, part]) => document.querySelector(editor).innerText.includes(part);
  await page.waitForFunction(found, [at("editor-text"), part], { timeout: 30_000 });
}

/** Writes a program and begins the tour. */
async function leave(page) {
  await settled(page);
  await write(page, MINE);
  await settled(page);
  await page.click(at("tour-start"));
  await arrived(page);
  assert.doesNotMatch(await page.innerText(at("editor-text")), /mine/);
}

/** Begins the tour by the help. */
async function startByHelp(page) {
  await page.click(at("help"));
  await page.click(at("help-tour"));
  await arrived(page);
}

async function skip(page) {
  await page.click(at("tour-skip"));
  await page.waitForSelector(at("tour"), { state: "detached" });
}

test("the tour ends with Escape, and a reload in the middle loses nothing", options, async () => {
  await withPage({}, async (page) => {
    await leave(page);
    await write(page, "int lost;");
    await page.reload();
    await settled(page);
    await shows(page, "int mine");
    await page.click(at("tour-decline"));
    assert.equal(await page.locator(at("invitation")).count(), 0);
    await startByHelp(page);
    await page.keyboard.press("Escape");
    await page.waitForSelector(at("tour"), { state: "detached" });
    await shows(page, "int mine");
  });
});

test("a tour that begins within the tour gives the same program back", options, async () => {
  await withPage({}, async (page) => {
    await leave(page);
    await next(page);
    await startByHelp(page);
    assert.match(await page.innerText(at("tour")), /Step 1 of/);
    await write(page, "int lost;");
    await startByHelp(page);
    assert.doesNotMatch(await page.innerText(at("editor-text")), /lost/, "the tour begins with its own program");
    await skip(page);
    await shows(page, "int mine");
    await page.reload();
    await settled(page);
    await shows(page, "int mine");
  });
});

test("what is opened during the tour ends it and stays, and Undo has the own program", options, async () => {
  const ways = {
    link: (page) => page.evaluate((hash) => (location.hash = hash), hash({ t: "int opened;" })),
    file: (page) => page.setInputFiles(at("file-field"), {
      name: "a.hb", mimeType: "text/plain", buffer: Buffer.from("int opened;"),
    }),
    example: (page) => page.selectOption(at("examples"), "06_copy"),
  };
  for (const [way, bring] of sample(Object.entries(ways), 0)) {
    const opened = way === "example" ? "b[i] = a[i]" : "int opened;";
    await withPage({}, async (page) => {
      await leave(page);
      await bring(page);
      await page.waitForSelector(at("tour"), { state: "detached" });
      await shows(page, opened);
      assert.equal(await page.locator(at("invitation")).count(), 0, way);
      await settled(page);
      await page.reload();
      await settled(page);
      await shows(page, opened);
      assert.equal(await page.locator(at("invitation")).count(), 0, `${way}: the tour was taken`);
      await page.click(at("undo"));
      await shows(page, "int mine");
      assert.equal(await page.locator(at("undo")).count(), 0, way);
    });
  }
});

test("what could be undone before the tour can be undone after it", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, MINE);
    await open(page, "06_copy");
    await page.click(at("tour-start"));
    await arrived(page);
    assert.equal(await page.locator(at("undo")).count(), 0, "during the tour there is nothing to undo");
    await page.click(at("editor-text"));
    await page.keyboard.type("ab");
    await skip(page);
    assert.equal(await page.inputValue(at("examples")), "06_copy");
    await page.click(at("undo"));
    await shows(page, "int mine");
  });
});

test("Escape that means something else does not end the tour", options, async () => {
  await withPage({}, async (page) => {
    await leave(page);
    await page.click(at("editor-text"));
    await page.keyboard.type("ab");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await page.locator(at("tour")).count(), 1);
    const stuck = await page.evaluate(() => document.activeElement.matches(".cm-editor *"));
    assert.equal(stuck, false, "Tab leaves the program");
    await page.locator(`${at("road-pane")} .gloss`).first().press("Enter");
    await page.waitForSelector(at("gloss"));
    await page.keyboard.press("Escape");
    await page.waitForSelector(at("gloss"), { state: "detached" });
    assert.equal(await page.locator(at("tour")).count(), 1);
    await page.keyboard.press("Escape");
    await page.waitForSelector(at("tour"), { state: "detached" });
  });
});

test("the keyboard stays on the page when the tour ends or is declined", options, async () => {
  const within = (selector) => (page) => page.waitForFunction((s) => document.activeElement.matches(s), selector);
  const [pane, card] = [within(at("program-pane")), within(`${at("tour")} h3`)];
  await withPage({}, async (page) => {
    await leave(page);
    await card(page);
    await skip(page);
    await pane(page);
    for (let time = 0; time < 2; time++) {
      await startByHelp(page);
      await card(page);
    }
    await page.keyboard.press("Escape");
    await page.waitForSelector(at("tour"), { state: "detached" });
    await pane(page);
    await startByHelp(page);
    await page.focus(at("examples"));
    await page.selectOption(at("examples"), "06_copy");
    await page.waitForSelector(at("tour"), { state: "detached" });
    await within(at("examples"))(page);
  });
  await withPage({}, async (page) => {
    await settled(page);
    await page.click(at("tour-decline"));
    await pane(page);
  });
});

test("pictures of what a student learns from", options, async () => {
  const pictures = {
    gallery: (page) => browse(page),
    reference: async (page) => {
      await settled(page);
      await page.click(at("help"));
      await page.click(at("help-reference"));
      await page.waitForSelector(`${at("reference")}[open]`);
    },
    gloss: async (page) => {
      await open(page, "03_init_then_flag");
      await page.click(at("stage-eliminate"));
      await page.locator('.overall [data-term="condition C1"]').click();
      await page.waitForSelector(at("gloss"));
    },
    tour: async (page) => {
      await settled(page);
      await page.click(at("tour-start"));
      await arrived(page);
      for (let step = 0; step < 4; step++) await next(page);
      await placed(page);
    },
  };
  for (const [name, prepare] of part(Object.entries(pictures), 2)) {
    await screenshots(name, async (page) => {
      await prepare(page);
      await fitsItsWidth(page);
    });
  }
});
