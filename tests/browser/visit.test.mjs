// The first minute and the way about the site: links that bring a verdict, back and forward, the
// keyboard, and pictures that are true.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, drawn, fitsItsWidth, kept, open, sample, settled, test, withPage } from "./harness.mjs";
import { hash, run } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

const ZERO = "// Sets to zero.\nint n = nondet();\nint a[n];\nint i = 0;\nwhile (i < n) {\n  a[i] = 0;\n  i = i + 1;\n}\nassert(forall k in 0..n: a[k] == 0);\n";

const verdict = (name) => `${at("verdict")}[data-verdict=${name}]`;
const now = (stage) => `${at(`stage-${stage}`)}.now`;

test("a link that was made with a verdict on view comes with it", options, async () => {
  const link = await withPage({ query: hash({ t: ZERO }) }, async (page) => {
    await settled(page);
    await run(page, "certified");
    await page.click(at("share"));
    await page.click(at("begins-with-verdict"));
    return new URL(await page.inputValue(at("share-link"))).hash;
  });
  await withPage({ query: link }, async (page) => {
    await page.waitForSelector(verdict("certified"), { timeout: 30_000 });
    assert.equal(await page.locator(now("solve")).count(), 1);
    await page.waitForFunction(() => document.title === "Sets to zero: certified – Hornbook");
    assert.match(await page.getAttribute("meta[name=description]", "content"), /^Sets to zero: /);
  });
});

test("a link without a verdict looks for none", options, async () => {
  await withPage({ query: hash({ t: ZERO, s: "solve" }) }, async (page) => {
    await settled(page);
    assert.equal(await page.locator(at("verdict")).count(), 0);
    assert.equal(await page.title(), "Sets to zero – Hornbook");
  });
});

test("what is linked has a picture and a description for those who pass it on", options, async () => {
  await withPage({}, async (page) => {
    const content = (name) => page.getAttribute(`meta[property="og:${name}"]`, "content");
    assert.equal(await content("title"), "Hornbook");
    assert.ok((await content("description")).length > 50);
    const image = await page.request.get(new URL(await content("image"), page.url()).href);
    assert.equal(image.headers()["content-type"], "image/png");
    assert.ok((await image.body()).length > 20_000, "there is something to see");
  });
});

test("stages and examples are places to go back to", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-eliminate"));
    await page.click(at("stage-simplify"));
    await open(page, "06_copy");
    await page.click(at("stage-graph"));
    const shown = () => page.inputValue(at("examples"));
    await page.goBack();
    await page.waitForSelector(now("clauses"));
    assert.equal(await shown(), "06_copy");
    await page.goBack();
    await page.waitForFunction((s) => document.querySelector(s).value === "03_init_then_flag", at("examples"));
    await page.waitForSelector(now("simplify"));
    await page.goBack();
    await page.waitForSelector(now("eliminate"));
    await page.goForward();
    await page.goForward();
    await page.waitForFunction((s) => document.querySelector(s).value === "06_copy", at("examples"));
  });
});

test("going back from a link brings what was there, and forward the link", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "06_copy");
    await page.click(at("stage-graph"));
    await page.evaluate((hash) => (location.hash = hash), hash({ t: ZERO }));
    const shows = (part) => page.waitForFunction(
      ([editor, part]) => document.querySelector(editor)?.innerText.includes(part), [at("editor-text"), part]);
    await shows("Sets to zero");
    await page.goBack();
    await page.waitForFunction((s) => document.querySelector(s).value === "06_copy", at("examples"));
    await page.waitForSelector(now("graph"));
    await page.goForward();
    await shows("Sets to zero");
  });
});

test("going back to a stage undoes nothing that was written since", options, async () => {
  await withPage({ query: hash({ t: ZERO }) }, async (page) => {
    await settled(page);
    await page.click(at("stage-eliminate"));
    await page.click(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("// kept");
    await page.selectOption(at("abstraction"), "cell2");
    await settled(page);
    await page.goBack();
    await page.waitForSelector(now("clauses"));
    assert.match(await page.innerText(at("editor-text")), /\/\/ kept/);
    assert.equal(await page.inputValue(at("abstraction")), "cell2");
    assert.equal(await page.locator(at("toast")).count(), 0);
  });
});

test("from another site Back leads to what was there", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "06_copy");
    await page.click(at("stage-eliminate"));
    await kept(page, /"s":"eliminate"/);
    await page.goto("about:blank");
    await page.goBack();
    await page.waitForSelector(now("eliminate"));
    assert.equal(await page.inputValue(at("examples")), "06_copy");
  });
});

test("a page that is loaded anew keeps stage, clause and verdict", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "06_copy");
    await run(page, "certified");
    await page.reload();
    await page.waitForSelector(verdict("certified"), { timeout: 30_000 });
    await page.click(at("stage-eliminate"));
    await page.locator(at("clause")).nth(1).locator(".clause-name").click();
    const focus = () => page.innerText(at("focus-pane"));
    await settled(page);
    const before = (await focus()).split("\n")[0];
    await kept(page, /"s":"eliminate".*"i":/);
    await page.reload();
    await page.waitForSelector(now("eliminate"));
    await settled(page);
    await page.waitForFunction(
      ([pane, first]) => document.querySelector(pane)?.innerText.startsWith(first), [at("focus-pane"), before]);
    await page.click(at("stage-solve"));
    await page.waitForSelector(verdict("certified"), { timeout: 30_000 });
  });
});

test("Tab goes on from the program until something is typed, and edits nothing", options, async () => {
  await withPage({ query: hash({ t: ZERO }) }, async (page) => {
    await settled(page);
    const text = () => page.evaluate((s) => document.querySelector(s).innerText, at("editor-text"));
    const inside = () => page.evaluate((s) => document.activeElement.matches(s), at("editor-text"));
    const before = await text();
    await page.focus(at("editor-text"));
    assert.ok(await inside());
    await page.keyboard.press("Tab");
    assert.equal(await inside(), false);
    assert.equal(await text(), before);
    await page.focus(at("editor-text"));
    await page.keyboard.type("x");
    // Announcements are soon replaced, so the test starts to wait before they appear.
    const isSaid = () => document.querySelector(".cm-announced").textContent.includes("Escape, then Tab");
    const said = page.waitForFunction(isSaid, null, { timeout: 10_000 });
    await page.keyboard.press("Tab");
    assert.ok(await inside(), "Tab indents");
    await said;
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await inside(), false);
  });
});

/** Where the parts of the pictures of invariants are: the array, its facts and ticks. */
const strips = (page) => page.locator(at("strip")).evaluateAll((all) => all.map((strip) => {
  const box = (e) => { const { left, right, top, bottom } = e.getBoundingClientRect(); return { left, right, top, bottom }; };
  const array = box(strip.querySelector(".facts-cells"));
  return {
    array,
    facts: [...strip.querySelectorAll(".known")].map(box),
    ticks: [...strip.querySelectorAll(".tick")].map((e) => box(e).left),
    labels: [...strip.querySelectorAll(".bound")].map((e) => e.textContent),
  };
}));

test("what is known of an array is one strip whose ranges lie where their ends are", options, async () => {
  for (const [example, size] of [["partition", "wide"], ["03_init_then_flag", "phone"]]) {
    await withPage({ size }, async (page) => {
      await open(page, example);
      await run(page, "certified");
      await page.waitForSelector(at("strip"));
      for (const { array, facts, ticks, labels } of await strips(page)) {
        assert.ok(facts.length > 0);
        assert.deepEqual(ticks, [...ticks].sort((a, b) => a - b));
        assert.equal(new Set(labels).size, labels.length);
        for (const [n, fact] of facts.entries()) {
          assert.ok(fact.right - fact.left > 40, "as wide as its words need");
          assert.ok(fact.left >= array.left - 1 && fact.right <= array.right + 1);
          const over = (o) => o.left < fact.right - 1 && fact.left < o.right - 1 && o.top < fact.bottom - 1 && fact.top < o.bottom - 1;
          assert.equal(facts.slice(n + 1).some(over), false, "nothing lies over something else");
        }
      }
      await fitsItsWidth(page);
    });
  }
});

test("on paper there are no buttons, and all of the work is there", options, async () => {
  for (const theme of ["light", "dark", "contrast dark"]) {
    await withPage({}, async (page) => {
      await open(page, "06_copy");
      await run(page, "certified");
      await page.evaluate((theme) => (document.documentElement.className = theme), theme);
      await page.emulateMedia({ media: "print" });
      const drawn = await page.locator("button:visible, select:visible, input:visible").evaluateAll((all) =>
        all.filter((e) => getComputedStyle(e).borderTopWidth !== "0px" || e.matches("select, input")).map((e) => e.outerHTML));
      assert.deepEqual(drawn, []);
      assert.match(await page.innerText("body"), /b\[i\] = a\[i\]/);
      assert.ok(await page.locator(at("strip")).first().isVisible());
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(background, "rgba(0, 0, 0, 0)");
      for (const words of ["body", ".known"]) {
        const colour = await page.locator(words).first().evaluate((e) => getComputedStyle(e).color);
        const light = Math.max(...colour.match(/\d+/g).slice(0, 3).map(Number));
        assert.ok(light < 130, `${words} in ${theme}: ${colour} on white`);
      }
    });
  }
});

test("the graph scrolls to what is picked in the program", options, async () => {
  const lines = Array.from({ length: 40 }, (_, n) => `x = x + ${n};`).join("\n");
  await withPage({ query: hash({ t: `int x = 0;\n${lines}\nassert(x >= 0);`, s: "graph" }) }, async (page) => {
    await settled(page);
    await page.click(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+End");
    await page.waitForFunction((graph) => {
      const lit = document.querySelector(`${graph} .lit`)?.getBoundingClientRect();
      return lit && lit.top >= 0 && lit.bottom <= innerHeight;
    }, at("graph"));
  });
});

test("on a phone a link to a clause shows what there is to see of it", options, async () => {
  await withPage({ size: "phone", query: hash({ t: ZERO, s: "eliminate", i: 1 }) }, async (page) => {
    await settled(page);
    await page.waitForFunction((pane) => {
      const { top, bottom } = document.querySelector(pane).getBoundingClientRect();
      return top < innerHeight / 2 && bottom > 0;
    }, at("focus-pane"));
  });
});

/** The values of the cells, and the words of the facts, of the run on view. */
const watched = (card) => card.locator(".facts.of-run").evaluateAll((all) => all.map((strip) => ({
  cells: [...strip.querySelectorAll(".value")].map((e) => e.textContent),
  facts: [...strip.querySelectorAll(".known")].map((e) => e.getBoundingClientRect().width),
  broken: strip.querySelectorAll(".broken").length,
})));

test("an invariant can be watched in a run, and its ranges grow with the rounds", options, async () => {
  for (const size of ["wide", "phone"]) {
    await withPage({ size }, async (page) => {
      await open(page, "04_init_identity");
      await run(page, "certified");
      const card = page.locator(at("invariant")).first();
      await card.locator(at("watch")).click();
      const slider = card.locator(at("watch-slider-0"));
      await slider.waitFor();
      assert.deepEqual([await slider.getAttribute("min"), await slider.getAttribute("max")], ["0", "5"]);
      const [start] = await watched(card);
      assert.deepEqual([start.cells.length, start.facts.length], [5, 0], "an empty range is not drawn");
      let last = 0;
      for (const round of ["2", "5"]) {
        await slider.fill(round);
        await card.getByText(`after ${round} rounds`).waitFor();
        await drawn(page);
        const [now] = await watched(card);
        assert.equal(now.broken, 0);
        assert.deepEqual(now.cells.slice(0, Number(round)), ["0", "1", "2", "3", "4"].slice(0, Number(round)));
        assert.ok(now.facts[0] > last);
        [last] = now.facts;
      }
      await card.locator(at("watch-size")).fill("3");
      await card.locator(at("watch-size")).press("Enter");
      await page.waitForFunction((s) => document.querySelector(s)?.max === "3", at("watch-slider-0"));
      await fitsItsWidth(page);
    });
  }
});

test("a run that is watched goes away with its invariant", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "04_init_identity");
    await run(page, "certified");
    await page.locator(at("watch")).first().click();
    await page.locator(at("watch-slider-0")).waitFor();
    await open(page, "partition");
    await run(page, "certified");
    assert.equal(await page.locator(at("watch-slider-0")).count(), 0);
    await page.locator(at("watch")).first().click();
    await page.locator(at("watch-slider-0")).waitFor();
  });
});

test("a loop inside a loop has two sliders", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "bubble_sort");
    await run(page, "certified");
    await page.locator(at("watch")).last().click();
    const [outer, inner] = [0, 1].map((n) => page.locator(at(`watch-slider-${n}`)).last());
    await inner.waitFor();
    await inner.fill("3");
    const rounds = () => page.locator(".watch .transport span").allInnerTexts();
    assert.match((await rounds()).join(" "), /outer loop, after 0 rounds.*This loop, after 3 rounds/s);
    await outer.fill("1");
    assert.match((await rounds()).join(" "), /outer loop, after 1 round .*This loop, after 0 rounds/s);
    assert.equal(await page.locator(".broken").count(), 0);
  });
});

test("the time limit holds whatever the program is, and the stack suffices", options, async () => {
  for (const [lines, abstraction] of sample([[3000, "cell1"], [1000, "cell1"]], 0)) {
    const t = `int a[];\nint i;\n${"a[i] = i;\n".repeat(lines)}assert(a[i] == i);\n`;
    await withPage({ query: hash({ t, a: abstraction, p: 3 }) }, async (page) => {
      await settled(page);
      await page.click(at("run"));
      await page.waitForSelector(at("verdict"), { timeout: 60_000 });
      const verdict = await page.getAttribute(at("verdict"), "data-verdict");
      assert.ok(["certified", "unknown"].includes(verdict), verdict);
    });
  }
});
