// Pictures of the page for people to look at: `cargo xtask shots` builds and serves it, and says where
// by variables. They are kept in tests/screenshots; README.md shows two of them.
//
// New pictures take the place of the old ones only when all of them are there.
import { cp, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { closeBrowser, drawn, withPage } from "./harness.mjs";
import { STATES } from "./states.mjs";

const PICTURES = fileURLToPath(new URL("../screenshots/", import.meta.url));
/** The preview that other programs show of a link to the site. */
const PREVIEW = fileURLToPath(new URL("../../static/preview.png", import.meta.url));

/** The states that have pictures. */
const SHOWN = [
  "error", "clauses", "plane", "eliminate", "certified", "reasons", "presentation", "buggy", "too-weak",
];

/** How each of them is looked at. */
const LOOKS = {
  light: { scheme: "light" },
  dark: { scheme: "dark" },
  phone: { scheme: "light", size: "phone" },
};

/** Takes away what is there by chance: the invitation to the tour, messages, the cursor, times. */
async function tidy(page) {
  await page.evaluate(() => {
    document.activeElement?.blur();
    for (const gone of document.querySelectorAll(".toasts, .invitation, .cm-cursorLayer")) gone.remove();
    for (const small of document.querySelectorAll(".banner-small")) {
      small.textContent = small.textContent.replace(/ · [\d.]+ s$/, "");
    }
    scrollTo(0, 0);
  });
  await page.mouse.move(0, 0);
  await drawn(page);
}

/** Takes all pictures into a folder. */
async function takeAll(folder) {
  for (const [look, { scheme, size = "wide" }] of Object.entries(LOOKS)) {
    for (const state of SHOWN) {
      await withPage({ scheme, size }, async (page) => {
        await STATES[state](page);
        await tidy(page);
        const path = join(folder, `${state}-${look}.webp`);
        // A phone shows one pane after the other: the whole page is looked at.
        const fullPage = size === "phone";
        await page.screenshot({ path, type: "webp", quality: 70, fullPage, animations: "disabled" });
      });
    }
  }
}

/** Takes the picture of the site, in the size that such programs have room for. */
async function takePreview() {
  await withPage({ viewport: { width: 1200, height: 630 } }, async (page) => {
    await STATES.certified(page);
    await tidy(page);
    await page.screenshot({ path: PREVIEW, animations: "disabled" });
  });
}

const fresh = await mkdtemp(join(tmpdir(), "hornbook-shots-"));
try {
  await takeAll(fresh);
  await takePreview();
  await rm(PICTURES, { recursive: true, force: true });
  await mkdir(PICTURES);
  await cp(fresh, PICTURES, { recursive: true });
} finally {
  await rm(fresh, { recursive: true, force: true });
  await closeBrowser();
}
let total = 0;
for (const name of await readdir(PICTURES)) total += (await stat(PICTURES + name)).size;
console.log(`The pictures are in ${PICTURES} (${(total / 1000).toFixed(0)} kB)`);
