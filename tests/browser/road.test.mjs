// The road: what belongs together lights up, steps are taken one by one, cells are chosen by click.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, drawn, open, settled, test, withPage } from "./harness.mjs";
import { write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

/** The texts of the elements that are lit in the clauses. */
const lit = (page) => page.locator(`${at("clauses")} .f-lit`).allInnerTexts();
/** The text that is lit in the program. */
const marked = (page, kind) => page.locator(`.hb-mark-${kind}`).allInnerTexts();

test("a term in a clause lights the expression that it was, and the same in other clauses", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    const card = page.locator(at("clause"), { hasText: "condition holds" }).last();
    const read = card.locator("[data-at]", { hasText: /^a\[i\]$/ }).first();
    // On its bracket: the letters are terms of their own.
    const { width, height } = await read.boundingBox();
    await read.hover({ position: { x: width - 2, y: height / 2 } });
    await page.waitForSelector(".hb-mark-hover");
    assert.equal((await marked(page, "hover")).join(""), "a[i]");
    const cards = await page.locator(`${at("clause")}.hovered`).count();
    assert.equal(cards, 2, "the condition holds, or it fails");
    assert.ok((await lit(page)).every((text) => text.replace(/\s/g, "") === "a[i]"), await lit(page));
  });
});

test("a place of the text lights what it has become", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    const line = page.locator(".cm-line", { hasText: "a[i] != 0" });
    const box = await line.boundingBox();
    // Somewhere in the condition.
    for (let x = 40; x < 160 && (await page.locator(`${at("clause")}.hovered`).count()) === 0; x += 8) {
      await page.mouse.move(box.x + x, box.y + box.height / 2);
      await drawn(page);
    }
    assert.ok((await page.locator(`${at("clause")}.hovered`).count()) > 0);
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => !document.querySelector(".hb-mark-hover"));
  });
});

test("a program point lights its statement and the clauses around it", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "01_init_zero");
    const point = page.locator(`${at("clauses")} [data-point]`).nth(4);
    const number = await point.getAttribute("data-point");
    await point.hover();
    await page.waitForSelector(".hb-mark-hover");
    const lights = page.locator(`${at("clauses")} .f-lit[data-point]`);
    // Before an arrow, and behind one.
    await lights.nth(1).waitFor();
    const numbers = await lights.evaluateAll((all) => all.map((e) => e.dataset.point));
    assert.deepEqual([...new Set(numbers)], [number]);
  });
});

test("a graph has room for its labels, and begins with the program in large type", options, async () => {
  await withPage({ viewport: { width: 1366, height: 768 } }, async (page) => {
    await open(page, "15_max_index");
    await page.click(at("present"));
    await page.click(at("stage-graph"));
    const [box, start] = await Promise.all([at("graph"), `${at("graph")} .node.start`].map((s) => page.locator(s).boundingBox()));
    assert.ok(start.x >= box.x && start.x + start.width <= box.x + box.width, "the first point is in sight");
    await write(page, "int counter = nondet();\nassume(counter >= 1000);\nassert(counter % 2 == 0);");
    await page.waitForFunction((graph) => document.querySelector(graph).textContent.includes("1000"), at("graph"));
    const cut = await page.evaluate((graph) => {
      const svg = document.querySelector(`${graph} svg`).getBoundingClientRect();
      const labels = [...document.querySelectorAll(`${graph} .edge text`)].map((t) => t.getBoundingClientRect());
      return labels.filter((label) => label.right > svg.right + 1 || label.left < svg.left - 1).length;
    }, at("graph"));
    assert.equal(cut, 0, "no label is cut");
  });
});

test("the graph lights what belongs to its points and steps, and is lit", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "01_init_zero");
    await page.click(at("stage-graph"));
    const heads = page.locator(`${at("graph")} .node.head`);
    assert.equal(await heads.count(), 2, "two loops");
    assert.ok((await page.locator(`${at("graph")} .edge.back`).count()) >= 2, "each has a way back");
    await heads.first().hover();
    await page.waitForSelector(".hb-mark-hover");
    assert.match((await marked(page, "hover")).join(""), /^while/);
    await page.locator(at("edge"), { hasText: "a[i] = 0" }).first().click();
    await page.waitForSelector(".hb-line-origin");
    assert.match((await marked(page, "origin")).join(""), /^a\[i\] = 0/);
    // The other way: a place of the text lights its step.
    await page.locator(".cm-line", { hasText: "assert" }).first().click();
    await page.waitForSelector(`${at("graph")} .edge.lit`);
    // The picked clause is on view in the next stage.
    await page.locator(at("edge"), { hasText: "a[i] = 0" }).first().focus();
    await page.keyboard.press("Enter");
    await page.click(at("stage-clauses"));
    assert.match(await page.innerText(`${at("clause")}.now`), /writes a cell/);
  });
});

test("the arrows walk step by step, clause by clause, stage by stage, and back", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "01_init_zero");
    await page.click(at("stage-eliminate"));
    await page.locator(at("clause"), { hasText: "writes a cell" }).locator(".clause-name").click();
    await page.waitForSelector(at("step"));
    const steps = await page.locator(at("step")).count();
    assert.ok(steps >= 2, "the write is freed and instantiated");
    const now = () => page.locator(at("step")).evaluateAll((all) => all.findIndex((e) => e.classList.contains("now")));
    assert.equal(await now(), 0);
    const name = () => page.locator(`${at("clause")}.now .clause-name`).innerText();
    const first = await name();
    for (let n = 1; n < steps; n++) {
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector(`${at("step")}.now:nth-child(${n + 1})`);
    }
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((old) => document.querySelector(".clause.now .clause-name").innerText !== old, first);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((old) => document.querySelector(".clause.now .clause-name").innerText === old, first);
    // From the last clause on to the next stage.
    const cards = page.locator(at("clause"));
    await cards.last().locator(".clause-name").click();
    await page.waitForSelector(`${at("clause")}.now ${at("step")}`);
    for (let n = 0; n < 12 && (await page.locator(`${at("stage-simplify")}.now`).count()) === 0; n++) {
      await page.keyboard.press("ArrowRight");
      await drawn(page);
    }
    await page.waitForSelector(`${at("stage-simplify")}.now`);
    await page.waitForSelector(`${at("clause")}:nth-child(1).now`);
    // The last stage lacks the focused element; the keys still work.
    await page.locator(".clause.now .clause-name").click();
    await page.keyboard.press("Alt+ArrowRight");
    await page.waitForSelector(`${at("stage-solve")}.now`);
    await page.waitForFunction(() => document.activeElement.closest(".road"));
    await page.keyboard.press("Alt+ArrowLeft");
    await page.waitForSelector(`${at("stage-simplify")}.now`);
    // Nobody is given the keyboard who has not had it.
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("ArrowRight");
    await drawn(page);
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "BODY");
    await page.keyboard.press("ArrowLeft");
    // From pane to pane.
    const pane = () => page.evaluate(() => document.activeElement.closest(".pane")?.getAttribute("aria-label"));
    for (const [key, name] of [["F6", "Program"], ["F6", "Road"], ["F6", "Focus"], ["Shift+F6", "Road"]]) {
      await page.keyboard.press(key);
      assert.equal(await pane(), name, key);
    }
    // Letters walk from anywhere.
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("j");
    await page.waitForSelector(`${at("clause")}:nth-child(2).now`);
    await page.keyboard.press("k");
    await page.waitForSelector(`${at("clause")}:nth-child(1).now`);
  });
});

test("on a phone the clause on view stays in sight from stage to stage", options, async () => {
  await withPage({ size: "phone" }, async (page) => {
    await open(page, "03_init_then_flag");
    const card = page.locator(at("clause"), { hasText: "condition holds" }).last();
    await card.locator(".clause-name").click();
    for (const stage of ["eliminate", "simplify", "clauses"]) {
      await page.click(at(`stage-${stage}`));
      await page.waitForSelector(`${at(`stage-${stage}`)}.now`);
      await page.waitForFunction(() => {
        const { top } = document.querySelector(".clause.now").getBoundingClientRect();
        return top >= 0 && top < innerHeight / 2;
      });
    }
  });
});

test("a step shows what it takes away and what is new", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-eliminate"));
    await page.locator(at("clause"), { hasText: "condition holds" }).last().locator(".clause-name").click();
    await page.locator(`${at("step")} .step-text`).last().click();
    await page.waitForSelector(`${at("step")}.now:last-child .before`);
    assert.ok((await page.locator(".before .f-gone").count()) > 0, "the bound cell is gone");
    const changed = page.locator(`${at("clause")}.now > .f-clause`).locator(".f-new, .f-fresh, .f-changed");
    assert.ok((await changed.count()) > 0, "its instances are new");
  });
});

/** The moving parts of the page: their texts and durations. */
const moving = (page) => page.evaluate(() => {
  const all = document.getAnimations().filter((a) => a.animationName === "come");
  return all.map((a) => ({ text: a.effect.target.innerText.trim(), ms: a.effect.getTiming().duration }));
});

test("a premise for all cells becomes its instances before the eye, and stands still where motion is not wanted", options, async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    await withPage({ reducedMotion }, async (page) => {
      await open(page, "03_init_then_flag");
      await page.click(at("stage-eliminate"));
      await page.locator(at("clause"), { hasText: "condition holds" }).last().locator(".clause-name").click();
      // On a slow machine what moves would be at rest before it is looked at.
      const time = await page.context().newCDPSession(page);
      await time.send("Animation.enable");
      await time.send("Animation.setPlaybackRate", { playbackRate: 0.01 });
      await page.locator(`${at("step")} .step-text`).last().click();
      await page.waitForSelector(`${at("step")}.now:last-child .before`);
      if (reducedMotion === "reduce") {
        assert.deepEqual((await moving(page)).filter(({ ms }) => ms > 0), []);
        return;
      }
      const instances = await page.locator(`${at("clause")}.now > .f-clause .f-part:is(.f-fresh, .f-changed)`).allInnerTexts();
      const moved = await moving(page);
      for (const text of instances) assert.ok(moved.some((part) => part.text === text.trim()), `${text} in ${JSON.stringify(moved)}`);
      assert.ok(instances.length > 1, "an instance for each relevant cell");
      assert.ok(moved.every(({ ms }) => ms > 0 && ms < 400), JSON.stringify(moved));
      // A part that comes to rest stands at its usual place.
      await time.send("Animation.setPlaybackRate", { playbackRate: 1 });
      await page.waitForFunction(() => document.getAnimations().every((a) => a.animationName !== "come"));
    });
  }
});

test("a click leaves a relevant cell out, and the verdict follows", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "03_init_then_flag");
    await page.click(at("stage-eliminate"));
    await page.locator(at("clause"), { hasText: "condition holds" }).last().locator(".clause-name").click();
    const verdict = page.locator(at("call")).locator(at("completeness"));
    await verdict.getByText(/^Complete\b/).waitFor();
    await page.locator(`${at("relevant-cell")} ${at("cell")}`).first().click();
    await page.waitForSelector(at("left-out-cell"));
    await verdict.getByText("Cells left out").waitFor();
    assert.equal(await page.inputValue(at("heuristic")), "manual");
    await page.locator(`${at("left-out-cell")} ${at("cell")}`).click();
    await verdict.getByText(/^Complete\b/).waitFor();
    assert.equal(await page.locator(at("left-out-cell")).count(), 0);
  });
});

test("large type and high contrast are remembered", options, async () => {
  await withPage({ scheme: "light" }, async (page) => {
    await settled(page);
    await page.click(at("present"));
    for (let n = 0; n < 3; n++) await page.click(at("theme"));
    const classes = () => page.evaluate(() => [...document.documentElement.classList].sort());
    assert.deepEqual(await classes(), ["contrast", "presenting"]);
    await page.reload();
    await settled(page);
    assert.deepEqual(await classes(), ["contrast", "presenting"]);
  });
});
