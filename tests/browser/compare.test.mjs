// Other choices for a clause: comparing them, naming cells, writing abstractions.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, fitsItsWidth, kept, open, screenshots, settled, test, withPage } from "./harness.mjs";
import { STATES, run, write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 180_000 };

/** The link that Share offers. */
async function shared(page) {
  await page.click(at("share"));
  const link = await page.inputValue(at("share-link"));
  await page.keyboard.press("Escape");
  return link;
}

/** Goes to the clause of the test `a[i] != 0` in the first example. */
async function openTest(page) {
  await open(page, "03_init_then_flag");
  await page.click(at("stage-eliminate"));
  await page.locator(at("clause"), { hasText: "condition holds" }).last().click();
  await page.waitForSelector(at("relevant-cell"));
}

/** Asks for a comparison and waits for its columns. */
async function compare(page, axis) {
  await page.click(at(`compare-${axis}`));
  await page.waitForSelector(at("way"), { timeout: 60_000 });
  return page.locator(at("way"));
}

/** The text without spaces and with plain primes, as formulas are set with many of both. */
const plain = (text) => text.replace(/\s/g, "").replace(/′/g, "'");

test("heuristics are compared side by side", options, async () => {
  await withPage({}, async (page) => {
    await openTest(page);
    const ways = await compare(page, "heuristics");
    assert.equal(await ways.count(), 4);
    const texts = await ways.allInnerTexts();
    assert.match(texts[0], /^cell1\s+relevant\s+chosen/);
    const only = texts.find((text) => /\bma15\b/.test(text));
    // The criterion and the truth are two things, each below its own name.
    assert.match(only, /criterion[\s\S]*Cells left out[\s\S]*What is true[\s\S]*(Open|Incomplete)/);
    assert.match(texts[0], /criterion[\s\S]*⊤-free[\s\S]*What is true[\s\S]*Complete/);
    const sets = (await page.locator(at("way-set")).allInnerTexts()).map(plain);
    assert.equal(sets.length, 4);
    assert.equal(sets[0].match(/\(/g).length, 2, `two cells: ${sets[0]}`);
    assert.ok(sets.some((set) => set.match(/\(/g).length === 1), `one way has one cell: ${sets}`);
    assert.equal(await ways.locator(".f-clause").count(), 4, "each has its clause");
    const tops = await ways.evaluateAll((all) => all.map((way) => way.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1, "the ways stand side by side");
    const inSight = async () => {
      const { y } = await page.locator(at("way")).first().boundingBox();
      assert.ok(y < page.viewportSize().height - 200, `the comparison is in sight: ${y}`);
    };
    await inSight();
    // And so is one that comes after it.
    await page.evaluate(() => (document.querySelector(".focus").scrollTop = 0));
    await compare(page, "abstractions");
    await page.waitForFunction(() => document.querySelector("[data-testid=way]")?.parentElement.childElementCount !== 4);
    await inSight();
    const [height, window] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    assert.equal(height, window, "what is only read aloud does not make the page longer");
  });
});

test("abstractions are compared, the chosen one first", options, async () => {
  await withPage({}, async (page) => {
    await openTest(page);
    const ways = await compare(page, "abstractions");
    const names = await ways.locator("h4 code").allInnerTexts();
    assert.deepEqual(names.slice(0, 2), ["cell1", "cell2"]);
    assert.ok(names.includes("smash") && names.includes("id"), `${names}`);
    assert.match(await ways.nth(names.indexOf("id")).innerText(), /the values themselves/);
  });
});

test("any two choices are compared side by side", options, async () => {
  await withPage({}, async (page) => {
    await openTest(page);
    const ways = await compare(page, "other");
    const names = async () => (await ways.locator("h4").allInnerTexts()).map((name) => name.replace(/\s+/g, " "));
    assert.deepEqual(await names(), ["cell1 relevant chosen", "cell2 relevant"]);
    const becomes = (part) => page.waitForFunction(
      ([way, part]) => document.querySelectorAll(way)[1]?.innerText.includes(part), [at("way"), part],
    );
    await page.selectOption(at("other-heuristic"), "ma15");
    await becomes("ma15");
    await page.selectOption(at("other-abstraction"), "other");
    await page.fill(at("other-sigma"), "smash");
    await page.press(at("other-sigma"), "Enter");
    await becomes("smash");
    await page.fill(at("other-sigma"), "cell1");
    await page.press(at("other-sigma"), "Enter");
    await becomes("ma15");
    await page.selectOption(at("other-heuristic"), "relevant");
    await page.waitForFunction((status) => /equals the present one/.test(document.querySelector(status).textContent), at("comparison-status"));
    await page.fill(at("other-sigma"), "no such");
    await page.press(at("other-sigma"), "Enter");
    await page.waitForFunction((wrong) => document.querySelector(wrong).textContent !== "", at("other-sigma-wrong"));
  });
});

test("a way that is incomplete shows its witness as the focus does", options, async () => {
  await withPage({}, async (page) => {
    await STATES.witness(page);
    const drawn = (within) => within.locator(at("witness")).evaluate((figure) => figure.outerHTML);
    const ofCall = await drawn(page.locator(at("call")));
    const ways = await compare(page, "abstractions");
    const names = await ways.locator("h4 code").allInnerTexts();
    assert.equal(names[0], "cell2");
    assert.ok(names.includes("cell1") && names.includes("cell3"));
    assert.equal(await ways.nth(names.indexOf("cell1")).locator(at("way-witness")).count(), 0, "one cell is complete");
    const lost = ways.first().locator(at("way-witness"));
    const opener = lost.locator("> summary");
    assert.match(await opener.textContent(), /^The witness against cell2 with relevant$/);
    assert.ok(!(await lost.locator(at("witness")).isVisible()), "closed at first");
    // The keyboard opens and closes it.
    await opener.focus();
    await page.keyboard.press("Enter");
    await lost.locator(at("witness")).waitFor();
    assert.equal(await drawn(lost), ofCall, "the same picture");
    assert.match(await lost.innerText(), /Clause 2\s+line 2 · declares a variable/);
    assert.match(await lost.innerText(), /no instance \(a pair of its cells\) shows that/);
    const [download] = await Promise.all([page.waitForEvent("download"), lost.locator(at("svg-witness-1-1")).click()]);
    assert.equal(download.suggestedFilename(), "witness-1-1.svg");
    await opener.focus();
    await page.keyboard.press("Enter");
    await lost.locator(at("witness")).waitFor({ state: "hidden" });
    // Each way has its own, and they can be looked at side by side.
    const third = ways.nth(names.indexOf("cell3")).locator(at("way-witness"));
    await third.locator("> summary").click();
    assert.match(await third.innerText(), /no instance \(a triple of its cells\) shows that/);
    await opener.click();
    const tops = await ways.locator(".f-clause").evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().top)));
    assert.equal(new Set(tops).size, 1, "the clauses still stand in one row");
    const wide = await ways.evaluateAll((all) => all.filter((way) => way.scrollWidth > way.clientWidth + 1).map((way) => way.innerText));
    assert.deepEqual(wide, [], "nothing sticks out of its way");
    // Three cells have a large set: it scrolls by itself, so that the verdicts are not far below.
    const sets = page.locator(at("way-long-sets"));
    assert.ok(await sets.evaluateAll((all) => all.every((e) => e.tabIndex === 0 && e.clientHeight < 400)));
    assert.equal(await ways.nth(names.indexOf("cell3")).locator(at("way-long-sets")).count(), 1);
    assert.equal(await ways.first().locator(at("way-long-sets")).count(), 0);
  });
});

test("the choices of a run that one line has no room for can be opened", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "01_init_zero");
    const reads = Array.from({ length: 30 }, (_, k) => `a[${k}]`).join(" + ");
    await write(page, `int a[];\nassert(${reads} < 10);`);
    await settled(page);
    await run(page, "buggy");
    const more = page.locator(at("further-choices"));
    assert.equal(await more.locator("summary").innerText(), "6 more choices");
    assert.ok(!(await more.locator("code").isVisible()));
    await more.locator("summary").focus();
    await page.keyboard.press("Enter");
    await more.locator("code").waitFor();
    const first = await page.locator("p", { hasText: "It begins with the choices" }).locator("code").innerText();
    const all = `${first.replace(/, \.\.$/, "")}, ${await more.locator("code").innerText()}`;
    const cells = all.split(", ").map((choice) => choice.match(/^a\[(\d+)\] = -?\d+$/)?.[1]);
    assert.equal(new Set(cells).size, 30, all);
  });
  await withPage({}, async (page) => {
    await STATES.buggy(page);
    assert.equal(await page.locator(at("further-choices")).count(), 0, "few choices are all there");
  });
});

test("a comparison goes away with what it is about", options, async () => {
  await withPage({}, async (page) => {
    const gone = () => page.waitForFunction(() => !document.querySelector("[data-testid=way]"));
    await openTest(page);
    await compare(page, "heuristics");
    await page.locator(at("clause")).first().click();
    await gone();
    await page.locator(at("clause"), { hasText: "condition holds" }).last().click();
    assert.equal(await page.locator(at("way")).count(), 0);
    await compare(page, "heuristics");
    await page.selectOption(at("heuristic"), "mg16");
    await gone();
    await settled(page);
    const ways = await compare(page, "heuristics");
    assert.match(await ways.first().innerText(), /mg16\s+chosen/);
    // Once more on the same button, and it is put away by hand.
    await page.click(at("compare-heuristics"));
    await gone();
    await compare(page, "abstractions");
    await page.click(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText("int a[];\na[0] = 1;\nassert(a[0] == 1);");
    await gone();
  });
});

/** Puts a text into a field and takes it with the Enter key. */
async function enter(page, id, text) {
  await page.fill(at(id), text);
  await page.press(at(id), "Enter");
}

/** The message below a field. */
const wrong = (page, id) => page.innerText(at(`${id}-wrong`));

test("cells that are named by hand stay with their clause", options, async () => {
  await withPage({}, async (page) => {
    await openTest(page);
    await page.locator(`${at("relevant-cell")} ${at("cell")}`).last().click();
    await page.waitForSelector(at("left-out-cell"));
    const name = () => page.innerText(".clause.now .clause-name");
    const [before, named] = [await name(), await page.inputValue(at("cells-a"))];
    // Not by a click, which would bring the clause of its place along.
    await page.focus(at("editor-text"));
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.insertText("int other;\nother = 1;\n");
    await page.waitForFunction((old) => document.querySelector(".clause.now .clause-name")?.innerText !== old, before);
    await page.waitForFunction(() => !document.querySelector(".stages.stale"));
    await page.waitForSelector(at("left-out-cell"));
    assert.equal(await page.inputValue(at("cells-a")), named);
    assert.equal(await page.locator(at("notice")).count(), 0);
    // They go with their clause, and the student is told.
    await write(page, "int a[];\na[0] = 1;\nassert(a[0] == 1);");
    await page.waitForSelector(at("notice"));
    assert.match(await page.innerText(at("notice")), /cells that you named of a in clause \d+ are not chosen any more/);
  });
});

test("cells are named by hand, and the verdict says whether they suffice", options, async () => {
  await withPage({}, async (page) => {
    await openTest(page);
    assert.equal(await page.locator(at("cells-a")).count(), 0, "only where the cells are named");
    await page.selectOption(at("heuristic"), "manual");
    await page.waitForSelector(at("cells-a"));
    const found = await page.getAttribute(at("cells-a"), "placeholder");
    assert.equal(found.split(", ").length, 2, `what the search finds: ${found}`);
    const verdict = page.locator(at("call")).locator(at("completeness"));
    await enter(page, "cells-a", "i");
    await verdict.getByText("Cells left out").waitFor();
    assert.match(await verdict.innerText(), /What is true[\s\S]*(Open|Incomplete)/);
    assert.equal(await page.locator(at("relevant-cell")).count(), 1);
    const focused = await page.evaluate(() => document.activeElement.dataset.testid);
    assert.equal(focused, "cells-a", "the keyboard stays in the field");
    // The other key that takes a text is Tab, which leaves the field.
    await page.fill(at("cells-a"), found);
    await page.press(at("cells-a"), "Tab");
    // A string would be found within "Incomplete." too, which stands there until the answer comes.
    await verdict.getByText(/^Complete\b/).waitFor();
    assert.match(await verdict.innerText(), /⊤-free/);
    assert.equal(await page.locator(at("relevant-cell")).count(), 2);
    const ways = await compare(page, "heuristics");
    assert.match(await ways.first().innerText(), /manual\s+chosen/);
  });
});

test("a wrong index is explained and not lost", options, async () => {
  await withPage({}, async (page) => {
    const kept = async () => {
      await page.waitForFunction(() => document.querySelector("[data-testid=cells-a-wrong]")?.innerText);
      assert.match(await wrong(page, "cells-a"), /i \+ is not an index: a value is expected.*column 4/);
      assert.match(await wrong(page, "cells-a"), /there is no variable nobody/);
      assert.equal(await page.inputValue(at("cells-a")), "i +, nobody");
    };
    await openTest(page);
    await page.selectOption(at("heuristic"), "manual");
    await page.waitForSelector(at("cells-a"));
    await enter(page, "cells-a", "i +, nobody");
    await kept();
    assert.equal(await page.getAttribute(at("cells-a"), "aria-invalid"), "true");
    await page.locator(at("clause")).nth(3).click();
    await page.locator(at("clause"), { hasText: "condition holds" }).last().click();
    await kept();
    // None of the two can be used, so the search's cells are.
    await page.waitForFunction((cell) => document.querySelectorAll(cell).length === 2, at("relevant-cell"));
    await enter(page, "cells-a", "i");
    await page.waitForFunction(() => !document.querySelector("[data-testid=cells-a-wrong]").innerText);
    // Escape brings back what was taken last.
    await page.fill(at("cells-a"), "something else");
    await page.press(at("cells-a"), "Escape");
    assert.equal(await page.inputValue(at("cells-a")), "i");
  });
});

test("an abstraction that is being written can be completed", options, async () => {
  await withPage({}, async (page) => {
    await openTest(page);
    await page.selectOption(at("abstraction"), "other");
    const field = page.locator(at("sigma"));
    const list = page.locator(`${at("sigma-list")} [role=option]`);
    const names = () => list.locator("code").allInnerTexts();
    await field.fill("ce");
    assert.deepEqual(await names(), ["cell1", "cell2", "cell<2", "cell3", "cell<3"]);
    await field.press("ArrowDown");
    await field.press("ArrowDown");
    assert.equal(await field.getAttribute("aria-activedescendant"), await list.nth(1).getAttribute("id"));
    await field.press("Enter");
    assert.equal(await field.inputValue(), "cell2");
    assert.ok((await names()).includes("(*)"), "then operators are on offer");
    await field.pressSequentially(",");
    assert.ok((await names()).includes("a="), "and what the program has");
    await list.filter({ hasText: /^a=/ }).click();
    await field.pressSequentially("sm");
    await field.press("ArrowUp");
    await field.press("Tab");
    assert.equal(await field.inputValue(), "cell2,a=smash");
    await field.press("Escape");
    assert.equal(await list.count(), 0);
    assert.equal(await field.inputValue(), "cell2,a=smash", "the first Escape closes the list only");
    await field.press("Enter");
    await settled(page);
    assert.match(await page.innerText(at("sigma-wrong")), /^\s*$/);
    await page.locator(at("clause")).first().click();
    await page.click(at("share"));
    assert.equal(await page.locator(at("share-link")).count(), 1);
  });
});

test("any abstraction can be written as text", options, async () => {
  await withPage({}, async (page) => {
    await openTest(page);
    assert.equal(await page.locator(at("sigma")).count(), 0);
    await page.selectOption(at("abstraction"), "other");
    await page.waitForSelector(at("sigma"));
    assert.equal(await page.inputValue(at("sigma")), "cell1");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), "sigma");
    await enter(page, "sigma", "cell (+) (id");
    await page.waitForFunction(() => document.querySelector("[data-testid=sigma-wrong]").innerText);
    assert.match(await wrong(page, "sigma"), /\) is expected where the text ends \(column 13/);
    assert.equal(await page.inputValue(at("sigma")), "cell (+) (id");
    await enter(page, "sigma", "cell (+) (sign . cell)");
    await page.waitForFunction(() => !document.querySelector("[data-testid=sigma-wrong]").innerText);
    await settled(page);
    const ways = await compare(page, "heuristics");
    assert.match(await ways.first().innerText(), /^cell ⊕ sign ⊙ cell/);
    await page.reload();
    await settled(page);
    assert.equal(await page.inputValue(at("abstraction")), "other");
    // The page keeps the choice, not its spelling.
    assert.equal(await page.inputValue(at("sigma")), "cell ⊕ sign ⊙ cell");
    await page.selectOption(at("abstraction"), "cell2");
    await page.waitForFunction(() => !document.querySelector("[data-testid=sigma]"));
  });
});

test("the menu for all arrays leaves single arrays their own", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await page.selectOption(at("examples"), "06_copy");
    await settled(page);
    await page.click(at("per-array"));
    await page.selectOption(at("abstraction-b"), "cell2");
    await settled(page);
    await page.selectOption(at("abstraction"), "smash");
    await settled(page);
    assert.equal(await page.inputValue(at("abstraction-b")), "cell2");
    assert.equal(await page.inputValue(at("abstraction-a")), "smash");
    await page.selectOption(at("abstraction"), "other");
    assert.equal(await page.inputValue(at("sigma")), "smash,b=cell2");
    await enter(page, "sigma", "cell, b = {k, v => v if k < 10}");
    await settled(page);
    assert.equal(await page.inputValue(at("abstraction-b")), "{k, v => v if k < 10}");
    // A text that is on the menu keeps its field, so that the keyboard stays where it is.
    await enter(page, "sigma", "cell2");
    await settled(page);
    assert.equal(await page.inputValue(at("abstraction-b")), "cell2");
    assert.equal(await page.inputValue(at("sigma")), "cell2");
  });
});

test("pictures of written choices", options, async () => {
  await screenshots("written", async (page) => {
    await openTest(page);
    await page.selectOption(at("heuristic"), "manual");
    await page.waitForSelector(at("cells-a"));
    await enter(page, "cells-a", "i, i +");
    await page.locator(at("call")).getByText("Cells left out").waitFor();
    await page.selectOption(at("abstraction"), "other");
    await enter(page, "sigma", "sell");
    await page.waitForFunction(() => document.querySelector("[data-testid=sigma-wrong]").innerText);
    await fitsItsWidth(page);
    await page.locator(at("cells-a")).scrollIntoViewIfNeeded();
  });
});

test("pictures of a witness against a way", options, async () => {
  await screenshots("witness-of-way", async (page) => {
    await STATES["witness-of-way"](page);
    await fitsItsWidth(page);
    await page.locator(at("way-witness")).first().scrollIntoViewIfNeeded();
  });
});

test("pictures of a comparison", options, async () => {
  await screenshots("compare", async (page, { size }) => {
    await openTest(page);
    const ways = await compare(page, "heuristics");
    await ways.first().scrollIntoViewIfNeeded();
    await fitsItsWidth(page);
    if (size === "phone") {
      const lefts = await ways.evaluateAll((all) => all.map((way) => way.getBoundingClientRect().left));
      assert.equal(new Set(lefts).size, 1, "the cards stand below each other");
    }
  });
});

test("a link and a reload bring a comparison along", options, async () => {
  const link = await withPage({}, async (page) => {
    await openTest(page);
    await compare(page, "other");
    await page.selectOption(at("other-heuristic"), "ma15");
    await page.locator(at("way"), { hasText: "ma15" }).waitFor({ timeout: 60_000 });
    return shared(page);
  });
  await withPage({ query: new URL(link).hash }, async (page) => {
    for (const when of ["opened", "loaded anew"]) {
      await page.locator(at("way"), { hasText: "ma15" }).waitFor({ timeout: 60_000 });
      assert.equal(await page.inputValue(at("other-heuristic")), "ma15", when);
      await kept(page, /"v":\[[^\]]*"ma15"/);
      await page.reload();
    }
  });
});
