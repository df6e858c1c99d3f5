import { at, closeBrowser, open, withPage } from "./harness.mjs";
import { run } from "./states.mjs";
for (const [name, opts] of [["wide", {}], ["dark", { colorScheme: "dark" }], ["phone", { viewport: { width: 390, height: 844 } }]]) {
  await withPage(opts, async (page) => {
    await open(page, process.env.EX ?? "03_init_then_flag");
    await page.click(at("run")); await page.waitForSelector(at("verdict"));
    await page.screenshot({ path: `/tmp/w/t-${name}-0.png` });
    await page.click(at("try-abstractions"));
    await page.waitForTimeout(300);
    await page.screenshot({ path: `/tmp/w/t-${name}-1.png` });
    await page.waitForFunction(() => /choices were tried/.test(document.querySelector("[data-testid=try-progress]").textContent), null, {timeout: 170000});
    await page.screenshot({ path: `/tmp/w/t-${name}-2.png`, fullPage: name === "phone" });
    console.log(await page.locator(at("trial")).allInnerTexts());
  });
}
await closeBrowser();
