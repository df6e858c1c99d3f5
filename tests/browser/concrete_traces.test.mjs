// A derivation that is no run, beside the real runs that it mixes.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after } from "node:test";
import { at, closeBrowser, fitsItsWidth, open, part, sample, screenshot, settled, test, withPage } from "./harness.mjs";
import { run, write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Brings the picture of a program of the gallery on view. */
async function worlds(page, example) {
  await open(page, example);
  await run(page, "too-weak");
  await page.waitForSelector(at("worlds"));
}

const texts = (page, selector) => page.locator(selector).allInnerTexts();

test("at the step that mixes threads lead to two real runs", options, async () => {
  await withPage({}, async (page) => {
    await worlds(page, "16_constant_forgotten");
    const said = await page.innerText(at("worlds-said"));
    assert.match(said, /^Line 9 takes a\[\d\] = -?\d+ of run A and a\[\d\] = -?\d+ of run B for cells of one array\./);
    assert.match(said, /These runs differ after line 5: v = -?\d+ in A and v = -?\d+ in B\./);
    await page.waitForFunction((s) => document.querySelectorAll(s).length === 2, at("thread"));
    // Each thread ends at the cell of its run that has the remembered value.
    const ends = await page.evaluate(() => {
      const area = document.querySelector(".beside").getBoundingClientRect();
      const [own, cells] = [[...document.querySelectorAll("[data-testid=known]")], []];
      for (const [n, thread] of [...document.querySelectorAll("[data-testid=thread]")].entries()) {
        const [, end] = thread.querySelectorAll("circle");
        const x = Number(end.getAttribute("cx")) + area.left;
        const y = Number(end.getAttribute("cy")) + area.top - 3;
        const all = [...document.querySelectorAll(`[data-world="${n}"] li[data-cell]`)];
        const hit = all.find((cell) => {
          const box = cell.getBoundingClientRect();
          return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
        });
        const value = hit?.querySelector(".cell-box").innerText;
        const remembered = own[n].querySelector(".f-cell").innerText.replace(/\s/g, "");
        cells.push([`${hit?.dataset.cell}=${value}`, remembered]);
      }
      return cells;
    });
    assert.equal(ends.length, 2);
    for (const [there, remembered] of ends) assert.equal(there, remembered);
    assert.deepEqual((await texts(page, `${at("known")} .chip`)).sort(), ["run A", "run B"]);
  });
});

test("one slider moves through both sides", options, async () => {
  await withPage({}, async (page) => {
    await worlds(page, "15_max_index");
    const moment = () => page.innerText(at("moment"));
    const count = Number((await moment()).match(/of (\d+)/)[1]);
    assert.equal(await moment(), `Step ${count} of ${count}`);
    const slider = page.locator(`${at("worlds")} input[type=range]`);
    await slider.focus();
    await page.keyboard.press("Home");
    assert.equal(await moment(), `Step 1 of ${count}`);
    assert.match((await texts(page, at("world"))).join(), /The program starts/);
    for (let n = 2; n < count; n++) {
      await page.click(`${at("worlds")} ${at("step-forward")}`);
      assert.equal(await moment(), `Step ${n} of ${count}`);
      const line = await page.innerText(`${at("worlds")} header .rule`);
      const did = await texts(page, `${at("world")} .did`);
      for (const step of did) assert.ok(step.startsWith(`${line}:`), `${step} at ${line}`);
    }
    await page.click(`${at("worlds")} ${at("step-back")}`);
    assert.equal(await moment(), `Step ${count - 2} of ${count}`);
  });
});

test("where nothing is mixed a run stands beside, and it is said", options, async () => {
  await withPage({}, async (page) => {
    await worlds(page, "values_without_places");
    assert.match(await page.innerText(at("worlds-said")), /the assertion holds in it/);
    assert.equal(await page.locator(at("world")).count(), 1);
    assert.equal(await page.locator(at("thread")).count(), 0);
  });
});

test("what is made of another text does not stay", options, async () => {
  await withPage({}, async (page) => {
    await worlds(page, "16_constant_forgotten");
    await write(page, "int n;\nassert(n == n);");
    await settled(page);
    await run(page, "certified");
    assert.equal(await page.locator(at("worlds")).count(), 0);
  });
});

test("it fits, and keeps the rules for access", options, async () => {
  const [desk, phone] = [{ width: 1440, height: 900 }, { width: 360, height: 740 }];
  const looks = [[desk, "light"], [phone, "dark"], [desk, "dark"], [phone, "light"]];
  for (const [nth, example] of part(["16_constant_forgotten", "15_max_index"], 2).entries()) {
    for (const [viewport, scheme] of sample(looks, nth)) {
      await withPage({ viewport, scheme }, async (page) => {
        await worlds(page, example);
        await page.waitForSelector(at("thread"), { state: "attached" });
        await fitsItsWidth(page);
        await page.locator(at("worlds")).scrollIntoViewIfNeeded();
        await screenshot(page, `worlds-${example}-${viewport.width}-${scheme}`, { fullPage: viewport.width < 900 });
        await page.evaluate(AXE);
        const broken = await page.evaluate(async () => {
          const { violations } = await axe.run(document.querySelector("[data-testid=worlds]"));
          return violations.flatMap(({ id, nodes }) => nodes.map((n) => `${id}: ${n.html}`));
        });
        assert.deepEqual(broken, []);
        if (viewport.width < 900) {
          const [left, right] = await page.evaluate(() =>
            [".real", ".remembered"].map((s) => document.querySelector(s).getBoundingClientRect().top));
          assert.ok(left < right, "the runs stand above what is remembered");
        }
      });
    }
  }
});
