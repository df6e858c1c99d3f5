// Whatever is done on the page, in whatever order and at whatever speed: Run comes back with an answer.
import assert from "node:assert/strict";
import { after } from "node:test";
import { at, closeBrowser, NIGHTLY, settled, test, withPage } from "./harness.mjs";
import { hash } from "./states.mjs";

after(closeBrowser);

/** How many monkeys there are, and how often each does something. */
const [MONKEYS, ACTIONS] = NIGHTLY ? [20, 500] : [2, 150];

/** How many actions come between two looks at whether Run comes back. */
const ROUND = 50;

const options = { timeout: NIGHTLY ? 3_600_000 : 300_000 };

/** Numbers that look random, the same for each seed (mulberry32). */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Clicks, picks or types something that is on view, chosen by two numbers from 0 to 1; says what it was. */
function act(which, how) {
  const wanted = "button, summary, select, input, [role=button], [role=tab], [tabindex='0'], .clause-name, a[href^='#']";
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const usable = (element) => {
    const style = getComputedStyle(element);
    // What a person could not do either, and what opens a window of the system.
    const never = element.disabled || element.type === "file" || style.visibility === "hidden";
    return !never && element.getClientRects().length > 0;
  };
  const all = [...(dialog ?? document).querySelectorAll(wanted)].filter(usable);
  const element = all[Math.floor(which * all.length)];
  if (!element) return "nothing";
  if (element instanceof HTMLSelectElement) {
    element.selectedIndex = Math.floor(how * element.options.length);
    element.dispatchEvent(new Event("input", { bubbles: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (element.type === "range" || element.type === "number") {
    const [low, high] = [Number(element.min || 0), Number(element.max || 10)];
    element.value = String(Math.round(low + how * (high - low)));
    element.dispatchEvent(new Event("input", { bubbles: true }));
    element.dispatchEvent(new Event("change", { bubbles: true }));
  } else {
    element.focus();
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
  return element.dataset?.testid ?? element.textContent.trim().slice(0, 40);
}

const KEYS = ["Escape", "Tab", "Enter", "Space", "ArrowDown", "ArrowRight", "ControlOrMeta+Enter", "Backspace", "ControlOrMeta+z"];

/** Does something; gives a word for it. */
async function step(page, random) {
  if (random() < 0.15) {
    const key = KEYS[Math.floor(random() * KEYS.length)];
    await page.keyboard.press(key);
    return key;
  }
  const done = await page.evaluate(`(${act})(${random()}, ${random()})`).catch(async (error) => {
    // A link to a course leads to a page of its own.
    if (!String(error).includes("navigation")) throw error;
    await page.waitForLoadState();
    return "another page";
  });
  // Sometimes at once, sometimes after a frame, sometimes when something has come.
  await page.waitForTimeout([0, 0, 20, 150][Math.floor(random() * 4)]);
  return done;
}

/** Comes back from pages of courses, and leaves what lies over the page. */
async function leaveAll(page) {
  for (let n = 0; n < 50 && !(await page.locator(at("run")).count()); n++) {
    await page.goBack();
    await settled(page).catch(() => {});
  }
  for (let n = 0; n < 12 && (await page.locator("dialog[open], [data-testid=tour]").count()); n++) {
    await page.keyboard.press("Escape");
    const close = page.locator(`${at("tour-skip")}, ${at("tour-next")}`).first();
    if (await close.count()) await close.click({ timeout: 1_000 }).catch(() => {});
  }
}

/** Runs a program, or the one on view; it must end, be stopped, or say why not. */
async function mustComeBack(page) {
  const button = page.locator(at("run"));
  await button.waitFor();
  const runs = () => button.evaluate((element) => element.classList.contains("stop"));
  if (!(await runs())) await button.click();
  const until = Date.now() + 30_000;
  while ((await runs()) && Date.now() < until) await page.waitForTimeout(100);
  if (await runs()) await button.click();
  await page.waitForFunction(() => !document.querySelector("[data-testid=run]").classList.contains("stop"));
}

for (let monkey = 1; monkey <= MONKEYS; monkey++) {
  test(`after anything Run comes back (${monkey})`, options, async () => {
    const random = numbers(monkey);
    const size = monkey % 2 ? "wide" : "phone";
    const query = hash({ t: "int n = nondet();\nassume(n > 0);\nint a[n];\nfor (int i = 0; i < n; i++) {\n  a[i] = i;\n}\nassert(a[0] == 0);\n", p: 3 });
    await withPage({ size, query, apart: true, acceptDownloads: false }, async (page) => {
      page.on("dialog", (dialog) => dialog.dismiss());
      await settled(page);
      const done = [];
      for (let n = 1; n <= ACTIONS; n++) {
        done.push(await step(page, random));
        if (n % ROUND) continue;
        try {
          await leaveAll(page);
          await mustComeBack(page);
        } catch (error) {
          assert.fail(`${error}\nafter: ${done.slice(-ROUND).join(" · ")}`);
        }
      }
    });
  });
}
