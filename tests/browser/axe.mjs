// The rules for access that axe knows, tried on a page.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The violations of access rules on the present page, in each of these colours. */
export async function violations(page, colours) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const found = [];
  for (const [n, colour] of colours.entries()) {
    await page.evaluate((colour) => {
      document.documentElement.classList.remove("dark", "contrast");
      document.documentElement.classList.add(...colour.split(" ").filter(Boolean));
    }, colour);
    // All rules once, and those about colours for each of these.
    const broken = await page.evaluate(async (all) => {
      const { violations } = await axe.run(document, all ? {} : { runOnly: ["color-contrast"] });
      return violations.flatMap(({ id, nodes }) => nodes.map((n) => `${id}: ${n.html} ${n.failureSummary}`));
    }, n === 0);
    found.push(...broken.map((what) => `${colour || "light"}: ${what.replace(/\s+/g, " ").slice(0, 600)}`));
  }
  await page.evaluate(() => document.documentElement.classList.remove("dark", "contrast"));
  return found;
}
