// A student's work leaves the page and comes back: links, files, undo, and the page in another page.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, drawn, fitsItsWidth, screenshots, open, settled, site, test, withPage } from "./harness.mjs";
import { hash } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

const PROGRAM = "// Given away.\nint n;\nint a[n];\na[0] = 1;\nassert(a[0] == 1);";
const GIVEN = { t: PROGRAM, a: "cell2", h: "mg16", l: true, s: "eliminate", i: 1 };

/** The program in the editor. */
const text = (page) => page.evaluate((editor) => {
  const lines = [...document.querySelectorAll(`${editor} .cm-line`)];
  return lines.map((line) => line.textContent).join("\n");
}, at("editor-text"));

/** Waits until the program in the editor contains this. */
async function shows(page, part) {
  await page.waitForFunction(
    ([editor, part]) => document.querySelector(editor)?.innerText.includes(part),
    [at("editor-text"), part],
    { timeout: 30_000 },
  );
}

/** Replaces the program. */
async function write(page, program) {
  await page.click(at("editor-text"));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(program);
  await settled(page);
}

/** Drops a file on an element of the page. */
async function drop(page, name, content, target = "body") {
  const data = await page.evaluateHandle(
    ([name, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], name));
      return data;
    },
    [name, content],
  );
  await page.dispatchEvent(target, "dragover", { dataTransfer: data });
  await page.dispatchEvent(target, "drop", { dataTransfer: data });
}

test("a link brings text, choices, stage and clause", options, async () => {
  await withPage({ query: hash(GIVEN) }, async (page) => {
    await settled(page);
    assert.equal(await text(page), PROGRAM);
    assert.equal(await page.inputValue(at("abstraction")), "cell2");
    assert.equal(await page.inputValue(at("heuristic")), "mg16");
    assert.equal(await page.locator(`${at("stage-eliminate")}.now`).count(), 1);
    assert.equal(await page.isChecked(at("large-blocks")), true);
    assert.equal(await page.locator(at("toast")).count(), 0, "a first visit has nothing to lose");
    assert.equal(new URL(page.url()).hash, hash(GIVEN));
  });
});

test("a link that comes later can be undone, and so can the one before", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, "int mine;\nassert(true);");
    await page.selectOption(at("abstraction"), "cell2");
    await page.click(at("stage-simplify"));
    for (const program of ["int first;", "int second;"]) {
      await page.evaluate((hash) => (location.hash = hash), hash({ t: program }));
      await shows(page, program);
    }
    assert.match(await page.innerText(at("toast")), /link was opened/);
    await page.click(at("undo"));
    await shows(page, "int first;");
    await page.click(at("undo"));
    await shows(page, "int mine;");
    assert.equal(await page.inputValue(at("abstraction")), "cell2");
    assert.equal(await page.locator(`${at("stage-simplify")}.now`).count(), 1);
    assert.equal(await page.locator(at("toast")).count(), 0);
  });
});

test("Back leaves a link for what was there before it", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, "int mine;");
    await page.evaluate((hash) => (location.hash = hash), `${hash(GIVEN)}.`);
    await shows(page, "Given away");
    await page.goBack();
    await shows(page, "int mine;");
    assert.equal(await page.locator(at("toast")).count(), 0);
    await page.goForward();
    await shows(page, "Given away");
    await page.evaluate((hash) => (location.hash = hash), hash({ t: "int second;" }));
    await shows(page, "int second;");
    await page.goBack();
    await shows(page, "Given away");
    await page.goBack();
    await shows(page, "int mine;");
  });
});

test("a damaged small page is its message", options, async () => {
  await withPage({ query: hash(GIVEN, "e").slice(0, 40) }, async (page) => {
    await page.waitForSelector(at("notice"));
    assert.match(await page.innerText("body"), /^This link is damaged: .*$/);
  });
});

test("a small page whose text is deleted stays, whatever its link could not say", options, async () => {
  await withPage({ query: hash({ t: "int x;", a: "newer @ abstraction" }, "w") }, async (page) => {
    await settled(page);
    await page.waitForSelector(at("notice"));
    await page.click(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    await settled(page);
    assert.equal(await text(page), "");
  });
});

test("a link at the start keeps the own program for Undo, in a later visit too", options, async () => {
  await withPage({}, async (page, context) => {
    await settled(page);
    await write(page, "int mine;");
    const other = await context.newPage();
    await other.goto(site() + hash(GIVEN));
    await shows(other, "Given away");
    await other.waitForSelector(at("toast"));
    await other.close();
    const later = await context.newPage();
    await later.goto(site());
    await shows(later, "Given away");
    await later.click(at("undo"));
    await shows(later, "int mine;");
  });
});

test("what was made of a link survives that the page is loaded anew", options, async () => {
  await withPage({ query: hash(GIVEN) }, async (page) => {
    await settled(page);
    await write(page, "int changed;");
    assert.equal(new URL(page.url()).hash, "", "what is in the address is what is on view");
    await page.reload();
    await settled(page);
    assert.equal(await text(page), "int changed;");
    await page.goto("about:blank");
    await page.goto(site() + hash(GIVEN));
    await shows(page, "Given away");
  });
});

test("bad links say why and keep the own program", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, "int mine;");
    const good = hash(GIVEN);
    const bad = [
      [good.slice(0, -3), /end is missing/],
      [good.slice(0, 20) + (good[20] === "A" ? "B" : "A") + good.slice(21), /damaged/],
      [`${good}(`, /the character '\('/],
      [good.replace("#1", "#2"), /newer Hornbook/],
      [`#1${"A".repeat(70_000)}`, /too large/],
      [hash({ t: " ".repeat(1 << 21) }), /too large/],
      [hash({ u: "" }), /no program/],
      [hash({ t: "x", k: "later" }), /kind "later"/],
    ];
    for (const [link, reason] of bad) {
      await page.evaluate((hash) => (location.hash = hash), link);
      await page.waitForSelector(at("notice"));
      assert.match(await page.innerText(at("notice")), reason);
      await page.click(at("notice-close"));
      await page.waitForSelector(at("notice"), { state: "detached" });
    }
    assert.equal(await text(page), "int mine;");
    await page.evaluate(() => (location.hash = "#section"));
    assert.equal(await page.locator(at("notice")).count(), 0, "other hashes are nobody's business");
  });
  await withPage({ query: "#1nonsense" }, async (page) => {
    await settled(page);
    assert.match(await page.innerText(at("notice")), /damaged/);
    assert.match(await text(page), /int n/);
  });
});

test("a link that comes while the page is about to keep its place is opened", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, "int mine;");
    // The page keeps its place a moment after the last change: it is busy until that is overdue.
    await page.evaluate((hash) => {
      const busy = performance.now() + 1_000;
      while (performance.now() < busy);
      location.hash = hash;
    }, hash(GIVEN));
    await shows(page, "Given away");
  });
});

test("a link that comes while the page starts is opened", options, async () => {
  for (let nth = 0; nth < 10; nth++) {
    await withPage({ first: true }, async (page) => {
      // From before the program runs until after it is on view.
      const to = hash({ t: `// Came in time ${nth}.\nint n = 1;\nassert(n == 1);` });
      await page.evaluate(
        ([to, after]) => new Promise((done) => setTimeout(() => done((location.hash = to)), after)),
        [to, nth * 25],
      );
      await shows(page, `// Came in time ${nth}.`);
    });
  }
});

test("a copied link opens the same in another page", options, async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  await withPage({ permissions }, async (page, context) => {
    await settled(page);
    await write(page, "// é 😀 <b>\nint n = 1;\nassert(n == 1);");
    await page.selectOption(at("abstraction"), "cell<2");
    await page.click(at("stage-abstract"));
    await settled(page);
    await page.locator(at("clause")).first().click();
    await page.click(at("share"));
    await page.click(at("share-link-copy"));
    await page.waitForFunction((said) => document.querySelector(said).textContent === "Copied", at("share-link-said"));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, page.url(), "the address bar has the link");
    assert.doesNotMatch(link, /[()]/);
    assert.equal(await page.inputValue(at("share-markdown")), `[é 😀 \\<b\\>](${link})`);
    await page.keyboard.press("Escape");
    await page.waitForSelector(at("share-link"), { state: "detached" });
    const focused = await page.evaluate(() => document.activeElement.dataset.testid);
    assert.equal(focused, "share", "the keyboard is back where it was");
    const other = await context.newPage();
    await other.goto(link);
    await settled(other);
    assert.equal(await text(other), await text(page));
    assert.equal(await other.inputValue(at("abstraction")), "cell<2");
    assert.equal(await other.locator(`${at("stage-abstract")}.now`).count(), 1);
    assert.equal(await other.locator(`${at("clause")}.now`).count(), 1);
    assert.equal(await other.locator(at("toast")).count(), 0, "the same program replaces nothing");
  });
});

test("the share dialog has code for other pages, a QR code and a file, and closes", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("share"));
    assert.match(await page.inputValue(at("share-embed")), /^<iframe src="http[^"]*#e1[\w-]+" title="A flag for all cells" width="100%" height="\d+" loading="lazy"><\/iframe>$/);
    await page.check(at("embed-editable"));
    assert.match(await page.inputValue(at("share-embed")), /#w1/);
    assert.ok((await page.locator(`${at("share-qr")} path`).getAttribute("d")).length > 500);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(at("export-program"))]);
    assert.equal(download.suggestedFilename(), "03_init_then_flag.hb");
    await page.mouse.click(5, 5);
    await page.waitForSelector(at("share-link"), { state: "detached" });
    await write(page, `// ${[...Array(900).keys()].map((n) => (n * 7919) % 9973).join(" ")}`);
    await page.click(at("share"));
    await page.waitForSelector(at("share-qr-none"));
    await page.click(at("share-close"));
    await page.waitForSelector(at("share-link"), { state: "detached" });
  });
});

test("where copying is refused the text is selected", options, async () => {
  await withPage({}, async (page) => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } });
    });
    await settled(page);
    await page.click(at("share"));
    await page.click(at("share-link-copy"));
    await page.waitForFunction((said) => /refused/.test(document.querySelector(said).textContent), at("share-link-said"));
    const selected = await page.evaluate(() => {
      const field = document.activeElement;
      return field.value.slice(field.selectionStart, field.selectionEnd);
    });
    assert.equal(selected, await page.inputValue(at("share-link")));
  });
});

test("files open wherever they are dropped, and other files say why not", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, "int mine;");
    await drop(page, "his.hb", "int his;\r\nassert(true);\r\n", at("editor-text"));
    await shows(page, "int his;");
    await settled(page);
    assert.equal(await text(page), "int his;\nassert(true);\n");
    assert.match(await page.innerText(at("toast")), /his\.hb/);
    const refused = [
      ["long.smt2", " ".repeat(300_000), /hornbook solve long\.smt2/],
      ["picture.png", "PNG", /\.hb or \.txt/],
      ["long.hb", " ".repeat(300_000), /256 kB/],
      ["odd.txt", "a\0b", /not a text/],
    ];
    for (const [name, content, reason] of refused) {
      await drop(page, name, content);
      await page.waitForFunction(
        ([notice, name]) => document.querySelector(notice)?.innerText.includes(name),
        [at("notice"), name],
      );
      assert.match(await page.innerText(at("notice")), reason);
    }
    await page.click(at("undo"));
    await shows(page, "int mine;");
    await page.setInputFiles(at("file-field"), { name: "her.txt", mimeType: "text/plain", buffer: Buffer.from("int her;") });
    await shows(page, "int her;");
  });
});

test("what is said at the edge is one low line over the panes, which keep their room", options, async () => {
  const panes = (page) => page.evaluate(() => [...document.querySelectorAll(".bar, .stages, .pane")].map((pane) => {
    const { top, height } = pane.getBoundingClientRect();
    return [pane.className, Math.round(top), Math.round(height)].join(" ");
  }));
  for (const size of ["wide", "phone"]) {
    await withPage({ size }, async (page) => {
      await settled(page);
      await write(page, "int mine;");
      await page.selectOption(at("examples"), "16_constant_forgotten");
      await page.waitForSelector(at("toast"));
      await settled(page);
      const { height, width, x } = await page.locator(at("toast")).boundingBox();
      assert.ok(height <= 40, `${size}: ${height} pixels high`);
      assert.ok(x >= 0 && x + width <= (size === "wide" ? 1440 : 390), `${size}: it is in the window`);
      // The end of the page can be scrolled above it.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const under = await page.evaluate(() => {
        const toast = document.querySelector("[data-testid=toast]").getBoundingClientRect();
        const words = [...document.querySelectorAll(".pane.focus *")].filter((e) => e.childElementCount === 0 && e.textContent.trim());
        return words.map((e) => e.getBoundingClientRect()).filter((r) => r.bottom > toast.top && r.top < toast.bottom && r.height > 0).length;
      });
      assert.equal(under, 0, `${size}: the last words are above it`);
      await fitsItsWidth(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      const before = await panes(page);
      await page.click(at("toast-close"));
      await page.waitForSelector(at("toast"), { state: "detached" });
      // Stacked panes end with room for it.
      if (size === "wide") assert.deepEqual(await panes(page), before);
    });
  }
});

test("a damaged link speaks of an own program only where there is one", options, async () => {
  await withPage({ query: "#1abc" }, async (page) => {
    await settled(page);
    assert.doesNotMatch(await page.innerText(at("notice")), /still is/);
    await write(page, "int mine;");
    await page.reload();
    await settled(page);
    assert.match(await page.innerText(at("notice")), /The program that was here still is/);
    await shows(page, "int mine;");
  });
});

test("an example and Reset can be undone until the next edit", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, "int mine;");
    await page.selectOption(at("examples"), "01_init_zero");
    await page.waitForSelector(at("toast"));
    await page.focus(at("undo"));
    await page.keyboard.press("Enter");
    await shows(page, "int mine;");
    assert.equal(await page.inputValue(at("examples")), "", "no example is on view any more");
    await page.selectOption(at("abstraction"), "cell2");
    await page.click(at("files"));
    await page.click(at("reset"));
    await page.waitForSelector(at("toast"));
    assert.equal(await page.inputValue(at("abstraction")), "cell1");
    await shows(page, "for (int i = 0; i < n; i++)");
    await page.click(at("undo"));
    await shows(page, "int mine;");
    assert.equal(await page.inputValue(at("abstraction")), "cell2");
    await page.selectOption(at("examples"), "01_init_zero");
    await page.click(at("editor-text"));
    await page.keyboard.type(" ");
    await page.waitForSelector(at("toast"), { state: "detached" });
    await page.selectOption(at("examples"), "03_init_then_flag");
    await page.click(at("toast-close"));
    await page.waitForSelector(at("toast"), { state: "detached" });
  });
});

test("a message goes by itself, and what was replaced comes back by Back", options, async () => {
  await withPage({ clock: true }, async (page) => {
    await settled(page);
    await page.selectOption(at("examples"), "01_init_zero");
    await page.focus(at("undo"));
    await page.clock.runFor(30_000);
    assert.equal(await page.locator(at("toast")).count(), 1, "not from below the hand");
    await page.focus(at("editor-text"));
    await page.clock.runFor(11_000);
    await page.waitForSelector(at("toast"), { state: "detached" });
    await write(page, "int mine;");
    await page.selectOption(at("examples"), "01_init_zero");
    await page.waitForSelector(at("toast"));
    await page.clock.runFor(30_000);
    assert.equal(await page.locator(at("toast")).count(), 1, "later, where it was the student's own");
    await page.clock.runFor(31_000);
    await page.waitForSelector(at("toast"), { state: "detached" });
    await page.goBack();
    await shows(page, "int mine;");
  });
});

test("a page in another page is small, and leaves the student's own work alone", options, async () => {
  await withPage({}, async (page, context) => {
    await settled(page);
    await write(page, "int mine;");
    const small = await context.newPage();
    await small.goto(site() + hash(GIVEN, "e"));
    await settled(small);
    assert.equal(await text(small), PROGRAM);
    for (const id of ["examples", "help", "share", "abstraction"]) {
      assert.equal(await small.locator(at(id)).count(), 0, id);
    }
    assert.equal(await small.locator(at("embedded-choices")).textContent(), "cell2 · mg16");
    await small.click(at("editor-text"));
    await small.keyboard.type("x");
    await small.keyboard.press("Backspace");
    await small.keyboard.press("ControlOrMeta+A");
    await small.keyboard.insertText("y");
    assert.equal(await text(small), PROGRAM, "it takes no edits");
    const whole = small.locator(at("open-whole"));
    assert.equal(await whole.getAttribute("target"), "_blank");
    assert.equal(await whole.getAttribute("rel"), "noopener");
    await small.click(at("run"));
    await small.waitForSelector(at("verdict"), { timeout: 120_000 });
    const opened = await context.newPage();
    await opened.goto(await whole.getAttribute("href"));
    await settled(opened);
    assert.equal(await text(opened), PROGRAM);
    assert.equal(await opened.locator(at("examples")).count(), 1);
    await opened.click(at("undo"));
    await shows(opened, "int mine;");
  });
});

test("a page in another page does not move the page around it", options, async () => {
  const allow = (problem) => problem.includes("/around-");
  await withPage({ allow }, async (page) => {
    await settled(page);
    const t = `int n;\nint a[n];\n${"a[0] = 1;\n".repeat(15)}`;
    const inner = site() + hash({ ...GIVEN, t, l: false, i: 14 }, "e");
    for (const width of [600, 1200]) {
      const around = new URL(`/around-${width}.html`, site()).href;
      const body = `<p style="height: 300px">Notes</p><iframe src="${inner}" width="${width}" height="700"></iframe><p style="height: 3000px">`;
      await page.route(around, (route) => route.fulfill({ contentType: "text/html", body }));
      await page.goto(around);
      const small = page.frameLocator("iframe");
      await small.locator(".clause.now").waitFor();
      const [, frame] = page.frames();
      await settled(frame);
      await drawn(frame);
      assert.equal(await page.evaluate(() => scrollY), 0, `${width} pixels`);
      assert.ok(await small.locator(at("run")).evaluate((run) => run.getBoundingClientRect().top >= 0), "Run is in view");
    }
  });
});

test("a page in another page answers below the fold without moving the page around it", options, async () => {
  const allow = (problem) => problem.includes("/around-");
  await withPage({ allow }, async (page) => {
    await settled(page);
    const top = () => page.evaluate(() => scrollY);
    // One frame is told to solve, the other one does it by itself.
    for (const [width, told] of [[390, true], [390, false], [1200, true]]) {
      const link = hash({ t: PROGRAM, a: "cell2", s: "solve", ...(told ? {} : { d: true }) }, "e");
      const around = new URL(`/around-${width}-${told}.html`, site()).href;
      const body = `<p style="height: 1500px">Notes</p><iframe src="${site()}${link}" width="${width}" height="400"></iframe><p style="height: 3000px">`;
      await page.route(around, (route) => route.fulfill({ contentType: "text/html", body }));
      await page.goto(around);
      const small = page.frameLocator("iframe");
      // Playwright's own clicks would scroll to what they click.
      const press = (selector) => small.locator(selector).last().evaluate((button) => button.click());
      const what = `${width} pixels, ${told ? "told" : "by itself"}`;
      if (told) await press(at("run"));
      await small.locator(at("verdict")).waitFor({ state: "attached", timeout: 60_000 });
      await drawn(page.frames()[1]);
      assert.equal(await top(), 0, `${what}: a verdict came`);
      await press(at("stage-clauses"));
      await press(`${at("clause")} .clause-name`);
      await drawn(page.frames()[1]);
      assert.equal(await top(), 0, `${what}: a clause was picked`);
    }
  });
});

test("an editable page in another page takes edits along to the whole page", options, async () => {
  await withPage({ query: hash(GIVEN, "w") }, async (page, context) => {
    await settled(page);
    await write(page, "int edited;");
    const opened = await context.newPage();
    await opened.goto(await page.getAttribute(at("open-whole"), "href"));
    await shows(opened, "int edited;");
  });
});

test("the page works where the browser keeps nothing", options, async () => {
  await withPage({}, async (page) => {
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException("closed", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get });
    });
    await page.goto("about:blank");
    await page.goto(site() + hash(GIVEN, "e"));
    await settled(page);
    assert.equal(await text(page), PROGRAM);
  });
});

test("small pages and messages fit every window", options, async () => {
  await screenshots("embedded", async (page) => {
    await settled(page);
    await fitsItsWidth(page);
  }, { query: hash(GIVEN, "e") });
  await screenshots("share", async (page) => {
    await settled(page);
    await page.selectOption(at("examples"), "01_init_zero");
    await page.waitForSelector(at("toast"));
    await fitsItsWidth(page);
    await page.click(at("share"));
    await page.waitForSelector(at("share-qr"));
    await fitsItsWidth(page);
  });
});
