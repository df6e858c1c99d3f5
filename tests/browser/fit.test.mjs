// How the page fits people and devices: rules for access, the keyboard, widths, what is read aloud.
import assert from "node:assert/strict";
import { after } from "node:test";
import { violations } from "./axe.mjs";
import { at, closeBrowser, drawn, open, part, sample, settled, test, withPage } from "./harness.mjs";
import { EMBEDDED, STATES, placed, run, startHeavyRun, write } from "./states.mjs";

after(closeBrowser);

const options = { timeout: 300_000 };

/** Where the rules for access are tried: widths of windows, and the page's colours as classes of its root. */
const LOOKS = [[1280, ""], [390, ""], [1280, "dark"], [1280, "contrast"], [1280, "contrast dark"]];

/** Whether the keyboard is inside of what the selector finds. */
const within = (page, selector) =>
  page.evaluate((s) => Boolean(document.activeElement?.closest(s)), selector);

test("what opens below a button closes on Escape, on a click elsewhere, and when the keyboard leaves", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "06_copy");
    for (const name of ["per-array", "switches", "files"]) {
      const button = at(name);
      const panel = page.locator(`details:has(> ${button}) .popover`);
      await page.focus(button);
      await page.keyboard.press("Enter");
      await panel.waitFor();
      await page.keyboard.press("Tab");
      assert.ok(await within(page, ".popover"), `${name}: the keyboard goes in`);
      await page.keyboard.press("Escape");
      await panel.waitFor({ state: "hidden" });
      assert.ok(await within(page, button), `${name}: Escape gives the keyboard back`);
      await page.click(button);
      await panel.waitFor();
      await page.click(".logo");
      await panel.waitFor({ state: "hidden" });
      await page.click(button);
      await panel.waitFor();
      await page.focus(at("editor-text"));
      await panel.waitFor({ state: "hidden" });
    }
    // A choice that is made in a panel draws it anew; it closes all the same, and an explanation in
    // it closes first.
    await page.click(at("switches"));
    await page.check(at("large-blocks"));
    await settled(page);
    await page.locator(".popover:visible .gloss").first().click();
    await page.click(at("gloss"));
    await page.keyboard.press("Escape");
    await page.waitForSelector(at("gloss"), { state: "detached" });
    assert.equal(await page.locator(".popover:visible").count(), 1, "the explanation is closed first");
    await page.keyboard.press("Escape");
    await page.locator(".popover:visible").waitFor({ state: "hidden" });
    // One at a time.
    await page.click(at("switches"));
    await page.click(at("files"));
    assert.equal(await page.locator(".popover:visible").count(), 1);
  });
});

test("Escape in what is open does not end the tour below it", options, async () => {
  await withPage({}, async (page) => {
    await STATES.tour(page);
    await page.click(at("switches"));
    await page.keyboard.press("Escape");
    await page.locator(".popover:visible").waitFor({ state: "hidden" });
    assert.equal(await page.locator(at("tour")).count(), 1);
    await page.keyboard.press("Escape");
    await page.waitForSelector(at("tour"), { state: "detached" });
  });
});

test("dialogs keep the keyboard and give it back", options, async () => {
  const dialogs = [["help", "help-dialog"], ["browse", "gallery"], ["share", "share-dialog"]];
  await withPage({}, async (page) => {
    await settled(page);
    for (const [button, dialog] of dialogs) {
      await page.focus(at(button));
      await page.keyboard.press("Enter");
      await page.waitForSelector(`${at(dialog)}[open]`);
      const places = new Set();
      for (let n = 0; n < 60; n++) {
        await page.keyboard.press(n % 3 ? "Tab" : "Shift+Tab");
        // Between the last place and the first the keyboard may be on the browser's own bar.
        const place = await page.evaluate((d) => {
          const now = document.activeElement;
          return now === document.body ? "body" : now.closest(d) ? now.outerHTML : "outside";
        }, at(dialog));
        places.add(place);
      }
      assert.ok(!places.has("outside"), `${dialog} keeps the keyboard`);
      assert.ok(places.size > 2, `${dialog} has places to go to`);
      await page.keyboard.press("Escape");
      await page.waitForSelector(`${at(dialog)}[open]`, { state: "detached" });
      assert.ok(await within(page, at(button)), `${dialog} gives the keyboard back`);
    }
  });
});

test("the keyboard stays near what it was on when that goes away", options, async () => {
  await withPage({}, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.closest(".pane")?.dataset.testid ?? "none");
    await settled(page);
    // The pane's own button for Run is there until it is pressed.
    await page.click(at("stage-solve"));
    await page.focus(`${at("solve")} button.run`);
    await page.keyboard.press("Enter");
    await page.waitForSelector(at("verdict"), { timeout: 60_000 });
    assert.equal(await focused(), "road-pane");
    await open(page, "01_init_zero");
    await page.focus(at("undo"));
    await page.keyboard.press("Enter");
    await page.waitForSelector(at("toast"), { state: "detached" });
    assert.equal(await focused(), "program-pane");
  });
});

test("a click into the road brings the arrow keys there, and they take the keyboard along", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    const name = () => page.innerText(".clause.now .clause-name");
    const focused = () => page.evaluate(() => document.activeElement.innerText);
    await page.click(at("stage-eliminate"));
    await page.keyboard.press("ArrowRight");
    await page.locator(at("clause")).nth(2).locator(".chip.from").click();
    const before = await name();
    let last = before;
    for (const key of ["ArrowDown", "ArrowUp", "ArrowDown"]) {
      await page.keyboard.press(key);
      await page.waitForFunction((last) => document.querySelector(".clause.now .clause-name").innerText !== last, last);
      last = await name();
      await page.waitForFunction((name) => document.activeElement.innerText === name, last);
    }
    assert.notEqual(last, before);
    await page.keyboard.press("Alt+ArrowRight");
    await page.waitForSelector(`${at("stage-simplify")}[aria-current]`);
  });
});

test("Tab comes to every control, and each shows that it has the keyboard", options, async () => {
  await withPage({}, async (page) => {
    await STATES.eliminate(page);
    await page.evaluate(() => document.activeElement.blur());
    const wanted = [
      "browse", "examples", "example-after", "abstraction", "switches", "heuristic", "files", "share", "run", "present", "theme",
      "help", "stage-graph", "stage-solve", "editor-text", "road-forward", "step", "cell", "compare-abstractions",
    ];
    const seen = new Map();
    for (let n = 0; n < 220 && seen.size < wanted.length; n++) {
      if (await within(page, ".cm-content")) await page.keyboard.press("Escape");
      await page.keyboard.press("Tab");
      const { id, ring } = await page.evaluate(() => {
        const now = document.activeElement;
        const marked = (e) => getComputedStyle(e).outlineStyle !== "none" || getComputedStyle(e).boxShadow !== "none";
        const id = now.dataset?.testid ?? now.closest("[data-testid]")?.dataset.testid;
        return { id, ring: marked(now) || Boolean(now.closest(".editor")) };
      });
      if (wanted.includes(id) && !seen.has(id)) seen.set(id, ring);
    }
    assert.deepEqual(wanted.filter((id) => !seen.has(id)), [], "Tab comes everywhere");
    assert.deepEqual([...seen].filter(([, ring]) => !ring).map(([id]) => id), [], "each is marked");
  });
});

/** The slide on the verdict, with its answers covered. */
async function presentAnswers(page) {
  await page.click(at("stage-solve"));
  await run(page, "certified");
  await page.click(at("story-present"));
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(at("cover-verdict"));
}

/** The expected effect of each key of the help: prepares the page, presses the key, and looks. */
const KEYS = [
  ["Ctrl ↵", async (page) => {
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector(at("verdict"), { timeout: 60_000 });
  }],
  ["?", async (page) => {
    await page.click(".logo");
    await page.keyboard.press("?");
    await page.waitForSelector(`${at("help-dialog")}[open]`);
  }],
  ["← →", async (page) => {
    const now = () => page.locator(at("step")).evaluateAll((all) => all.findIndex((e) => e.classList.contains("now")));
    for (const [forth, back] of [["ArrowRight", "ArrowLeft"], ["n", "p"]]) {
      await page.keyboard.press(forth);
      assert.equal(await now(), 1);
      await page.keyboard.press(back);
      assert.equal(await now(), 0);
    }
  }],
  ["↑ ↓", async (page) => {
    const now = () => page.locator(at("clause")).evaluateAll((all) => all.findIndex((e) => e.classList.contains("now")));
    const first = await now();
    for (const [up, down] of [["ArrowUp", "ArrowDown"], ["k", "j"]]) {
      await page.keyboard.press(up);
      assert.equal(await now(), first - 1);
      await page.keyboard.press(down);
      assert.equal(await now(), first);
    }
  }],
  ["Alt ← →", async (page) => {
    await page.keyboard.press("Alt+ArrowRight");
    await page.waitForSelector(`${at("stage-simplify")}.now`);
    await page.keyboard.press("Alt+ArrowLeft");
    await page.waitForSelector(`${at("stage-eliminate")}.now`);
  }],
  ["↵", async (page) => {
    await page.click(at("stage-graph"));
    await page.locator(at("node")).nth(1).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(`${at("node")}.lit`);
  }],
  ["← →", async (page) => {
    const width = () => page.locator(at("program-pane")).evaluate((e) => e.getBoundingClientRect().width);
    const before = await width();
    await page.locator(".splitter").first().focus();
    await page.keyboard.press("ArrowRight");
    assert.ok((await width()) > before);
  }],
  ["N", async (page) => {
    await page.click(at("stage-solve"));
    await run(page, "certified");
    await page.click(at("story-present"));
    const [notes] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("n")]);
    await notes.waitForSelector(at("notes-p"));
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(at("cover-verdict"));
  }],
  ["U", async (page) => {
    await presentAnswers(page);
    await page.keyboard.press("u");
    await page.waitForSelector(at("slide-verdict"));
  }],
  ["P", async (page) => {
    await presentAnswers(page);
    await page.keyboard.press("p");
    await page.waitForSelector(`${at("slide-pointer")}[aria-pressed=true]`);
  }],
  ["D", async (page) => {
    await presentAnswers(page);
    await page.keyboard.press("d");
    await page.keyboard.press("e");
    await page.waitForSelector(`${at("slide-eraser")}[aria-pressed=true]`);
    await page.keyboard.press("Escape");
    await page.locator(at("surface")).waitFor({ state: "detached" });
  }],
  ["F6", async (page) => {
    await page.focus(at("road-pane"));
    await page.keyboard.press("F6");
    const pane = () => page.evaluate(() => document.activeElement.closest(".pane").getAttribute("aria-label"));
    assert.equal(await pane(), "Focus");
    await page.keyboard.press("Shift+F6");
    assert.equal(await pane(), "Road");
  }],
  ["Ctrl F", async (page) => {
    await page.focus(at("editor-text"));
    await page.keyboard.press("Control+f");
    await page.waitForSelector(".cm-search");
  }],
  ["F8", async (page) => {
    await write(page, "int n;\n\nassert(m == 0);");
    await page.waitForSelector(`${at("problems")} li`);
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F8");
    await page.waitForFunction(() => document.querySelector(".cm-activeLine").textContent.includes("m == 0"));
  }],
  ["Ctrl Z", async (page) => {
    await write(page, "int kept;");
    await page.keyboard.press("Control+z");
    assert.doesNotMatch(await page.innerText(at("editor-text")), /int kept;/);
  }],
  ["Shift Alt F", async (page) => {
    await write(page, "int  kept ;");
    // No hand is so fast that the page has not drawn what was typed before.
    await settled(page);
    await page.keyboard.press("Shift+Alt+KeyF");
    await page.waitForFunction((editor) => document.querySelector(editor).innerText.startsWith("int kept;"), at("editor-text"));
  }],
  ["Ctrl /", async (page) => {
    await write(page, "int kept;");
    await page.keyboard.press("Control+/");
    assert.match(await page.innerText(at("editor-text")), /^\/\/ int kept;/);
  }],
  ["Tab", async (page) => {
    await write(page, "int kept;");
    await page.keyboard.press("Tab");
    assert.match(await page.locator(".cm-line").first().evaluate((e) => e.textContent), /^ +int|int kept; +/);
  }],
  ["Esc Tab", async (page) => {
    await page.focus(at("editor-text"));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.ok(!(await within(page, ".cm-content")));
  }],
  ["Esc", async (page) => {
    await page.click(at("switches"));
    await page.keyboard.press("Escape");
    await page.locator(".popover:visible").waitFor({ state: "hidden" });
  }],
];

test("the help lists the keys that there are", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await page.click(at("help"));
    const listed = await page.locator(`${at("keys")} dt`).allInnerTexts();
    assert.deepEqual(listed, KEYS.map(([key]) => key));
  });
});

for (const [key, press] of KEYS) {
  test(`the key ${key} does what the help says`, options, async () => {
    await withPage({}, async (page) => {
      await STATES.eliminate(page);
      await press(page);
    });
  });
}

/** Widths of windows, from a small phone to the projector of a lecture hall. */
const WIDTHS = [[320, 640], [390, 844], [768, 1024], [1280, 800], [1920, 1080], [3840, 2160]];

/** Layout faults: parts that stick out of the window, controls on top of each other, lines that are too long to read. */
function misfits() {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`);
  const name = (e) => `<${e.tagName.toLowerCase()} class="${e.getAttribute("class") ?? ""}"> ${e.textContent.trim().slice(0, 40)}`;
  const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !e.closest(".spoken");
  /** Whether something around it scrolls sideways by itself, or cuts it off on purpose. */
  const boxed = (e) => {
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      if (["auto", "scroll", "hidden"].includes(getComputedStyle(up).overflowX)) return true;
    }
    return false;
  };
  for (const e of document.querySelectorAll("body *")) {
    if (!shown(e)) continue;
    const { left, right, width } = e.getBoundingClientRect();
    if (width > 0 && (left < -1 || right > innerWidth + 1) && !boxed(e)) found.push(`out of the window: ${name(e)}`);
  }
  // Panes, dialogs and cards scroll up and down only.
  for (const e of document.querySelectorAll(".pane, dialog[open], .clause, .way, .banner, .gloss-card, .tour-card, .popover")) {
    if (shown(e) && e.scrollWidth > e.clientWidth + 1) found.push(`wider than its box: ${name(e)}`);
  }
  for (const e of document.querySelectorAll("button:not(.f *), .chip, summary")) {
    const cut = getComputedStyle(e).overflowX === "hidden" && e.scrollWidth > e.clientWidth + 1;
    if (shown(e) && cut) found.push(`cut off: ${name(e)}`);
  }
  for (const bar of document.querySelectorAll(".bar, .choices, .actions, .pane-head, .stages ol, .axes, .tour-keys")) {
    const boxes = [...bar.children].filter((e) => shown(e) && e.tagName !== "DIALOG").map((e) => [e, e.getBoundingClientRect()]);
    for (const [i, [a, one]] of boxes.entries()) {
      for (const [b, two] of boxes.slice(i + 1)) {
        const over = Math.min(one.right, two.right) - Math.max(one.left, two.left);
        const under = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
        if (over > 1 && under > 1) found.push(`on top of each other: ${name(a)} and ${name(b)}`);
      }
    }
  }
  for (const e of document.querySelectorAll("p, dd, .step-text")) {
    const size = parseFloat(getComputedStyle(e).fontSize);
    if (!shown(e) || e.closest(".bar, .f, .lead-words")) continue;
    if (e.getBoundingClientRect().width > 45 * size) found.push(`a line too long to read: ${name(e)}`);
    // Text on a projector is never smaller than a three-hundredth of its width.
    if (innerWidth > 3000 && e.textContent.trim() && size < innerWidth / 200) found.push(`too small: ${size} px: ${name(e)}`);
  }
  return found;
}

/** The layout faults in all windows, and the violations of access rules in some look, or in all at night. */
async function look(page, nth) {
  const found = [];
  const looks = sample(LOOKS, nth);
  for (const [width, height] of WIDTHS) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    if (await page.locator(at("tour")).count()) await placed(page);
    found.push(...(await page.evaluate(misfits)).map((misfit) => `${width} pixels: ${misfit}`));
    const colours = looks.filter(([its]) => its === width).map(([, colour]) => colour);
    found.push(...(await violations(page, colours)).map((what) => `${width} pixels, ${what}`));
  }
  return found;
}

for (const [nth, [state, prepare]] of part([...Object.entries(STATES).entries()], 2)) {
  test(`the state “${state}” fits every window and breaks no rule for access`, options, async () => {
    await withPage({}, async (page) => {
      await prepare(page);
      const found = await look(page, nth);
      assert.equal(found.length, 0, found.join("\n"));
    });
  });
}

test("a page in another page fits every window and breaks no rule for access", options, async () => {
  await withPage({ query: EMBEDDED }, async (page) => {
    await settled(page);
    const found = await look(page, Object.keys(STATES).length);
    assert.equal(found.length, 0, found.join("\n"));
  });
});

test("a course, and an exercise in it, fit every window and break no rule for access", options, async () => {
  await withPage({ query: "#course=loop_invariants.md" }, async (page) => {
    await page.locator("main h1").waitFor();
    const found = await look(page, 0);
    await page.locator(at("lesson-1")).click();
    await page.locator("section.exercise").first().waitFor();
    found.push(...(await look(page, 1)));
    const frame = page.locator("section.exercise iframe").first();
    await page.locator("section.exercise").first().scrollIntoViewIfNeeded();
    const inside = await frame.getAttribute("src");
    await page.goto("about:blank");
    await page.goto(inside);
    await page.locator(at("exercise-check")).click();
    await page.locator(at("exercise-judgement")).waitFor();
    found.push(...(await look(page, 2)));
    assert.equal(found.length, 0, found.join("\n"));
  });
});

/** The buttons that open a panel below them. */
const MENUS = ["per-array", "switches", "files"];

test("menus and large type fit every window", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "06_copy");
    const found = [];
    const fits = async (what) => {
      for (const [width, height] of WIDTHS) {
        await page.setViewportSize({ width, height });
        if (MENUS.includes(what)) {
          // The browser tells of what was opened a moment later, and then it is moved into the window.
          await page.evaluate(() => {
            globalThis.opened = false;
            addEventListener("toggle", ({ target }) => (globalThis.opened ||= target.open), { capture: true });
          });
          await page.click(at(what));
          await page.waitForFunction(() => globalThis.opened);
        }
        await drawn(page);
        found.push(...(await page.evaluate(misfits)).map((misfit) => `${what}, ${width} pixels: ${misfit}`));
        await page.keyboard.press("Escape");
      }
    };
    for (const what of MENUS) await fits(what);
    await page.click(at("present"));
    await fits("large type");
    assert.equal(found.length, 0, found.join("\n"));
  });
});

/** Where the bar and the controls at its right end are. */
const bar = (page) =>
  page.evaluate(() => {
    const place = (selector) => document.querySelector(selector).getBoundingClientRect();
    const [bar, run, help] = [".bar", "[data-testid=run]", "[data-testid=help]"].map(place);
    return { height: bar.height, top: run.top - bar.top, right: innerWidth - run.right, level: help.top - run.top };
  });

test("Run stays at the top right, and nothing in the bar moves when something is chosen", options, async () => {
  await withPage({}, async (page) => {
    await open(page, "06_copy");
    for (const large of [false, true]) {
      if (large) await page.click(at("present"));
      for (const [width, height] of [[1024, 768], [1280, 800], [1440, 900], [1920, 1080]]) {
        await page.setViewportSize({ width, height });
        const what = `${width} pixels${large ? ", large type" : ""}`;
        const before = await bar(page);
        assert.ok(before.top < 20 && before.right < 220, `${what}: Run is at the top right`);
        assert.equal(before.level, 0, `${what}: the help is beside it`);
        await page.click(at("per-array"));
        await page.selectOption(at("abstraction-b"), "cell2");
        await page.keyboard.press("Escape");
        assert.deepEqual(await bar(page), before, `${what}: nothing has moved`);
        assert.match(await page.locator(at("per-array")).getAttribute("class"), /marked/);
        await page.selectOption(at("abstraction"), "cell1");
        await page.click(at("per-array"));
        await page.selectOption(at("abstraction-b"), "cell1");
        await page.keyboard.press("Escape");
      }
    }
  });
  // Who chooses has a menu more.
  for (const [first, most] of [[true, 844 / 6], [false, 844 / 4.8]]) {
    await withPage({ size: "phone", first }, async (page) => {
      await page.waitForSelector(at("how"));
      const { height, top, right } = await bar(page);
      assert.ok(top < 20 && right < 20, "Run is at the top right");
      assert.ok(height < most, `the bar of a phone is ${height} pixels high`);
    });
  }
});

test("the words of a box to tick stand beside it", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await page.click(at("switches"));
    const gaps = await page.locator(".popover:visible label.choice").evaluateAll((all) =>
      all.map((label) => {
        const [box, words] = [...label.children].map((e) => e.getBoundingClientRect());
        return words.left - box.right;
      }));
    assert.ok(gaps.length > 2 && gaps.every((gap) => gap > 0 && gap < 16), `${gaps}`);
  });
});

test("the graph fits its pane on a desk, and grows with the type", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await page.click(at("stage-graph"));
    const size = () => page.locator(at("graph")).evaluate((graph) => ({
      over: graph.scrollWidth - graph.clientWidth,
      type: graph.querySelector(".node text").getBoundingClientRect().height,
      end: graph.getBoundingClientRect().bottom - innerHeight,
    }));
    const small = await size();
    assert.ok(small.over <= 0, `${small.over} pixels are out of sight`);
    await page.click(at("present"));
    const large = await size();
    assert.ok(large.type > 1.25 * small.type, `${small.type} pixels become ${large.type}`);
    assert.ok(large.end <= 0, "the scroll bar is in the window");
  });
});

test("an arrow of the graph shows by itself that it has the keyboard", options, async () => {
  await withPage({}, async (page) => {
    await settled(page);
    await page.click(at("stage-graph"));
    const look = (edge) => {
      const { stroke, strokeWidth } = getComputedStyle(edge.querySelector(".line"));
      return { frame: getComputedStyle(edge).outlineStyle, stroke, strokeWidth };
    };
    const [first, second] = [page.locator(at("edge")).first(), page.locator(at("edge")).nth(1)];
    const before = await second.evaluate(look);
    await first.focus();
    await page.keyboard.press("Tab");
    assert.ok(await second.evaluate((edge) => edge === document.activeElement));
    const after = await second.evaluate(look);
    assert.equal(after.frame, "none");
    assert.notEqual(after.stroke, before.stroke);
    assert.notEqual(after.strokeWidth, before.strokeWidth);
  });
});

test("what is chosen is marked in colours that the system forces", options, async () => {
  await withPage({ forcedColors: "active" }, async (page) => {
    await STATES.eliminate(page);
    await page.click(at("present"));
    const ground = (selector) => page.locator(selector).first().evaluate((e) => getComputedStyle(e).backgroundColor);
    const border = (selector) => page.locator(selector).first().evaluate((e) => getComputedStyle(e).borderTopWidth);
    assert.notEqual(await ground(".stage.now"), await ground(".stage:not(.now)"), "the stage on view");
    assert.notEqual(await ground(at("present")), await ground(at("theme")), "a button that is pressed");
    assert.notEqual(await border(".clause.now"), await border(".clause:not(.now)"), "the clause on view");
    await run(page, "certified");
    assert.equal(await border(".banner"), "1px", "the verdict");
  });
});

test("who asks the system for more contrast has it, unless light or dark was chosen here", options, async () => {
  const colours = (page) => page.evaluate(() => document.documentElement.className.split(" ").filter(Boolean).sort().join(" "));
  for (const [scheme, expected] of [["light", "contrast"], ["dark", "contrast dark"]]) {
    await withPage({ scheme, contrast: "more" }, async (page) => {
      await settled(page);
      assert.equal(await colours(page), expected);
      const rounds = [];
      for (let n = 0; n < 4; n++) {
        await page.click(at("theme"));
        rounds.push(await colours(page));
      }
      assert.deepEqual(rounds, ["", "dark", expected, expected], "light, dark, high contrast, as the system has it");
      await page.emulateMedia({ contrast: "no-preference" });
      await page.waitForFunction(() => !document.documentElement.classList.contains("contrast"));
      await page.emulateMedia({ contrast: "more" });
      await page.waitForFunction(() => document.documentElement.classList.contains("contrast"));
      await page.click(at("theme"));
      await page.reload();
      await settled(page);
      assert.equal(await colours(page), "", "light stays light");
    });
  }
});

test("long numbers and names are broken where their card ends", options, async () => {
  const number = "1234567890".repeat(6);
  const name = "anamethatnobodywouldevergivetoavariableofaprogramthatistoberead_by_whoever";
  await withPage({}, async (page) => {
    await settled(page);
    await write(page, `int ${name};\nint a[9];\na[0] = ${number};\n${name} = a[0];\nassert(${name} == ${number});`);
    await settled(page);
    await page.click(at("stage-clauses"));
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const cut = await page.locator(".clause .f-num, .clause .f-var").evaluateAll((all) =>
        all.filter((e) => e.getBoundingClientRect().right > e.closest(".clause").getBoundingClientRect().right).length);
      assert.equal(cut, 0, `${width} pixels`);
    }
  });
});

test("on a phone a picked clause leads to what is said about it, and back", options, async () => {
  const inWindow = (page, selector) =>
    page.waitForFunction((s) => {
      const { top } = document.querySelector(s).getBoundingClientRect();
      return top >= 0 && top < innerHeight / 2;
    }, selector);
  await withPage({ size: "phone" }, async (page) => {
    await STATES.eliminate(page);
    await page.click(at("look-closer"));
    await inWindow(page, at("focus-pane"));
    assert.ok(await within(page, at("focus-pane")));
    await page.keyboard.press("Tab");
    assert.ok(await within(page, at("focus-back")));
    await page.keyboard.press("Enter");
    await inWindow(page, ".clause.now");
    assert.ok(await within(page, ".clause.now .clause-name"));
  });
  await withPage({}, async (page) => {
    await STATES.eliminate(page);
    for (const way of ["look-closer", "focus-back"]) assert.ok(!(await page.locator(at(way)).isVisible()), "a desk shows both");
  });
});

test("a phone has all steps, large enough for a finger", options, async () => {
  await withPage({ size: "phone" }, async (page) => {
    const isLarge = async (id) => {
      const { width, height } = await page.locator(at(id)).boundingBox();
      assert.ok(width >= 40 && height >= 40, `${id} is ${width} times ${height}`);
    };
    await open(page, "06_copy");
    await page.click(at("stage-graph"));
    assert.equal(await page.locator(at("look-closer")).count(), 0, "nothing is picked yet");
    await page.locator(`${at("edge")} .hit`).first().dispatchEvent("click");
    await isLarge("look-closer");
    await page.click(at("look-closer"));
    await page.waitForFunction((s) => document.activeElement?.closest(s), at("focus-pane"));
    for (const id of ["road-back", "road-forward", "road-example-before", "road-example-after"]) await isLarge(id);
    const stage = () => page.innerText(".stage.now");
    const before = await stage();
    await page.click(at("road-forward"));
    assert.notEqual(await stage(), before);
    await page.click(at("road-example-after"));
    await page.waitForFunction((s) => document.querySelector(s).value.startsWith("07_"), at("examples"));
  });
  await withPage({}, async (page) => {
    await open(page, "06_copy");
    assert.ok(!(await page.locator(at("road-example-after")).isVisible()), "the bar of a desk has these");
  });
});

test("what is old is faded, but not the button that runs the text as it is", options, async () => {
  await withPage({}, async (page) => {
    await STATES.certified(page);
    await write(page, "int x = 1;\nassert(x == 1);");
    await page.waitForSelector(`${at("road-pane")}.stale`);
    const again = page.locator(`${at("solve")} > .run`);
    const { shown, above, gap } = await again.evaluate((button) => {
      let shown = 1;
      for (let e = button; e; e = e.parentElement) shown *= getComputedStyle(e).opacity;
      const veil = getComputedStyle(button.closest(".pane-body"), "::after");
      const banner = document.querySelector(".solve .banner").getBoundingClientRect();
      return {
        shown,
        above: veil.opacity < 1 && getComputedStyle(button).zIndex > veil.zIndex,
        gap: banner.top - button.getBoundingClientRect().bottom,
      };
    });
    assert.equal(shown, 1);
    assert.ok(above, "the veil is below the button");
    assert.ok(gap > 5, "and the banner at some distance");
  });
});

/** Notes what is put into the places that are read aloud. */
function listen() {
  globalThis.spoken = [];
  const places = "[aria-live], [role=status], [role=alert]";
  new MutationObserver((changes) => {
    const heard = new Set();
    for (const { target, addedNodes } of changes) {
      const element = target.nodeType === 1 ? target : target.parentElement;
      if (element?.closest(places)) heard.add(element.closest(places));
      for (const node of addedNodes) if (node.nodeType === 1 && node.matches(places)) heard.add(node);
    }
    for (const place of heard) if (place.textContent.trim()) globalThis.spoken.push(place.textContent.trim());
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

const spoken = (page) => page.evaluate(() => globalThis.spoken.splice(0));

test("results are read aloud once, and typing is quiet", options, async () => {
  await withPage({ clock: true }, async (page) => {
    await STATES.eliminate(page);
    await page.evaluate(listen);
    await page.click(at("editor-text"));
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n// a remark", { delay: 60 });
    await settled(page);
    await page.clock.runFor(1500);
    assert.deepEqual(await spoken(page), [], "typing is quiet");
    await page.keyboard.type("\nassert(late == 1);", { delay: 60 });
    await page.waitForSelector(`${at("problems")} li`);
    await page.waitForFunction(() => globalThis.spoken.length > 0);
    const problems = await spoken(page);
    assert.equal(problems.length, 1, `${problems}`);
    assert.match(problems[0], /^Error on line \d+: /);
    await write(page, "int x = 1;\nassert(x == 1);");
    await settled(page);
    await page.waitForFunction(() => globalThis.spoken.includes("No problems any more."));
    assert.deepEqual(await spoken(page), ["No problems any more."]);
    for (let n = 0; n < 2; n++) {
      await run(page, "certified");
      await page.waitForFunction(() => globalThis.spoken.some((words) => words.startsWith("Certified")));
      const verdict = await spoken(page);
      assert.deepEqual(verdict, ["Certified: the assertion on line 2 always holds"]);
    }
  });
});

test("nothing moves for those who asked for less motion", options, async () => {
  await withPage({}, async (page) => {
    await startHeavyRun(page);
    await page.waitForSelector(".spinner");
    const moving = await page.evaluate(() =>
      document.getAnimations().filter((a) => a.playState === "running").map((a) => a.effect.target.outerHTML.slice(0, 80)));
    assert.deepEqual(moving, []);
  });
});
