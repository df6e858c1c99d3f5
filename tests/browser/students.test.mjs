// Right programs as beginners type them: one click on Run certifies them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { at, closeBrowser, part, test, withPage } from "./harness.mjs";
import { hash } from "./states.mjs";

after(closeBrowser);

const PROGRAMS = fileURLToPath(new URL("../students/", import.meta.url));

/** The time that Run has, in seconds. */
const SECONDS = 5;

test("right programs of beginners are certified by one click", { timeout: 1_200_000 }, async () => {
  const names = readdirSync(PROGRAMS).filter((name) => name.endsWith(".hb")).sort();
  const tried = part(names, 12);
  const open = [];
  await withPage({ first: true }, async (page) => {
    for (const name of tried) {
      const t = readFileSync(PROGRAMS + name, "utf8");
      await page.evaluate((to) => (location.hash = to), hash({ t, m: "found", p: SECONDS, s: "solve" }));
      await page.waitForFunction(
        ([editor, line]) => document.querySelector(editor)?.innerText.includes(line),
        [at("editor-text"), t.trim().split("\n")[0]],
      );
      await page.waitForSelector(at("predict-show"));
      await page.click(at("predict-show"));
      const verdict = await page.waitForSelector(at("verdict"), { timeout: 60_000 });
      const said = await verdict.getAttribute("data-verdict");
      if (said !== "certified") open.push(`${name}: ${said}`);
      assert.notEqual(said, "buggy", name);
    }
  });
  // 57 of 60 are asked for.
  assert.ok(open.length * 20 <= tried.length + 19, `${open.length} of ${tried.length}: ${open.join(", ")}`);
});
