// The states in which the page is looked at as a whole: by tests of how it fits, and for pictures.
import { deflateRawSync } from "node:zlib";
import { at, drawn, open, settled } from "./harness.mjs";

/** The checksum of PNG and zip files; the oldest node that the tests run on has none. */
function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** The hash for what a link holds, made by what docs/links.md says. */
export function hash(content, view = "") {
  const packed = deflateRawSync(Buffer.from(JSON.stringify(content)));
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(packed));
  return `#${view}1${Buffer.concat([sum, packed]).toString("base64url")}`;
}

/** Replaces the program. */
export async function write(page, text) {
  await page.click(at("editor-text"));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(text);
}

/** Runs a program that keeps the solver busy for more than ten seconds on any machine. */
export async function startHeavyRun(page) {
  await open(page, "sorted_and_nothing_lost");
  await page.selectOption(at("abstraction"), "cell2");
  await settled(page);
  await page.click(at("run"));
  await page.waitForSelector(at("search"));
}

/** Runs, and waits for the verdict with this name. */
export async function run(page, verdict) {
  await page.click(at("run"));
  await page.waitForSelector(`${at("verdict")}[data-verdict=${verdict}]`, { timeout: 120_000 });
}

/** Waits until the tour's page is in its scene. */
export async function arrived(page) {
  const working = `${at("tour")} .spinner`;
  await page.waitForSelector(at("tour"));
  await page.waitForFunction((s) => !document.querySelector(s), working, { timeout: 120_000 });
}

/** Waits until the tour's ring lies around something as it is now: ring and card follow it a moment later. */
export async function placed(page) {
  await page.waitForFunction(() => {
    const ring = document.querySelector(".tour-ring");
    if (!ring) return false;
    const [x, y, width, height] = ["left", "top", "width", "height"].map((side) => parseInt(ring.style[side]));
    return [...document.querySelectorAll("body *")].some((element) => {
      const box = element.getBoundingClientRect();
      const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)];
      const around = [left, top, Math.min(box.right, innerWidth) - left, Math.min(box.bottom, innerHeight) - top];
      return [x, y, width, height].every((side, n) => side === Math.trunc(Math.max(around[n], 0)));
    });
  });
  await drawn(page);
}

/** Opens an example, and the clause of it that does this at a stage. */
async function openClause(page, example, stage, what) {
  await open(page, example);
  await page.click(at(`stage-${stage}`));
  if (what) await page.locator(at("clause"), { hasText: what }).last().locator(".clause-name").click();
}

/** The call in focus that most pictures show: the test of the first example. */
export async function openCall(page) {
  await openClause(page, "03_init_then_flag", "eliminate", "condition holds");
  await page.waitForSelector(at("relevant-cell"));
}

/** A comparison of heuristics for that call. */
async function openComparison(page) {
  await openCall(page);
  await page.click(at("compare-heuristics"));
  await page.waitForSelector(at("way"), { timeout: 60_000 });
}

/** A read at which two cells lose information. */
async function openWitness(page) {
  await open(page, "01_init_zero");
  await write(page, "int a[];\nint v = a[0];\nassert(v == v + 0);");
  await page.selectOption(at("abstraction"), "cell2");
  await settled(page);
  await page.click(at("stage-eliminate"));
  await page.locator(at("clause"), { hasText: "line 2" }).locator(".clause-name").click();
  await page.waitForSelector(at("witness"));
}

/** A comparison at that read, with the witness against the chosen way open. */
async function openWitnessOfWay(page) {
  await openWitness(page);
  await page.click(at("compare-heuristics"));
  await page.locator(`${at("way-witness")} > summary`).first().click();
  await page.locator(at("way-witness")).first().locator(at("witness-mixed")).waitFor();
}

async function openError(page) {
  await open(page, "01_init_zero");
  await write(page, "int n = nondet();\nint a[n];\nassert(m == 0);\nassert(forall k in 0..n: a[k] = 0);");
  await page.waitForSelector(`${at("problems")} li`);
  await page.click(at("stage-program"));
}

/** Opens a dialog by its button. */
async function openDialog(page, button, dialog) {
  await settled(page);
  await page.click(at(button));
  await page.waitForSelector(`${at(dialog)}[open]`);
}

async function openReference(page) {
  await openDialog(page, "help", "help-dialog");
  await page.click(at("help-reference"));
  await page.waitForSelector(`${at("reference")}[open]`);
}

async function openHelp(page) {
  await openDialog(page, "help", "help-dialog");
  await page.click(`${at("glossary")} summary`);
}

async function openGloss(page) {
  await openClause(page, "03_init_then_flag", "eliminate");
  await page.locator('.overall [data-term="condition C1"]').click();
  await page.waitForSelector(at("gloss"));
}

async function openTour(page) {
  await settled(page);
  await page.click(at("tour-start"));
  await arrived(page);
}

/** Chooses the older word for all abstractions in turn, which no menu has. */
export async function chooseSequence(page) {
  await page.selectOption(at("abstraction"), "other");
  await page.fill(at("sigma"), "auto");
  await page.press(at("sigma"), "Enter");
  await settled(page);
}

async function solveBySequence(page, example, verdict) {
  await open(page, example);
  await chooseSequence(page);
  await run(page, verdict);
}

async function solve(page, example, verdict, abstraction) {
  await open(page, example);
  if (abstraction) await page.selectOption(at("abstraction"), abstraction);
  await settled(page);
  await run(page, verdict);
}

/** The verdicts of all heuristics on a program for which one of them is too weak. */
async function openTrials(page) {
  await solve(page, "03_init_then_flag", "certified", "cell1");
  await page.click(at("try-heuristics"));
  await tried(page);
}

/** Waits until all choices were tried. */
export async function tried(page) {
  const progress = at("try-progress");
  await page.waitForFunction((s) => /were tried\.$/.test(document.querySelector(s)?.textContent), progress, { timeout: 120_000 });
}

const stage = (name) => (page) => openClause(page, "03_init_then_flag", name);

/** A name for each state, and how a page that was just opened comes into it. */
/** A loop of a certified program in a run, and one line of its invariant left out. */
async function openReasons(page) {
  await STATES.certified(page);
  const card = page.locator(at("invariant")).first();
  await card.locator(at("watch")).click();
  await card.locator(at("watch-slider-0")).fill("3");
  await card.locator(at("why-stays-true")).click();
  await card.locator(`${at("owed")} .owed-ways`).waitFor();
  await card.locator(at("one-round")).waitFor();
  const second = page.locator(at("invariant")).last();
  await second.locator(at("leave-out")).first().click();
  await second.locator(`${at("left-out")} .facts`).first().waitFor();
}

/** The last card of a verdict's story on the whole screen. */
async function openPresentation(page) {
  await STATES.certified(page);
  await page.locator(at("story")).waitFor();
  for (let card = 0; card < 4; card++) await page.click(at("story-next"));
  await presentOpenly(page);
  await page.locator(`${at("presentation")} .facts`).first().waitFor();
}

/** Presents the story with nothing covered. */
export async function presentOpenly(page) {
  await page.click(at("story-present"));
  await page.click(`${at("slide-covers")}[aria-pressed=true]`);
}

/** A covered card on the whole screen, with a stroke of the pen on it. */
async function openLecture(page) {
  await STATES.certified(page);
  await page.locator(at("story")).waitFor();
  for (let card = 0; card < 4; card++) await page.click(at("story-next"));
  await page.click(at("story-present"));
  await page.keyboard.press("d");
  const { x, y } = await page.locator(at("surface")).boundingBox();
  await page.mouse.move(x + 40, y + 30);
  await page.mouse.down();
  await page.mouse.move(x + 160, y + 60, { steps: 4 });
  await page.mouse.up();
  await page.locator(".sheet path").waitFor({ state: "attached" });
}

/** The plot of an abstraction by one cell. */
async function openPlane(page) {
  await STATES.abstract(page);
  const plane = page.locator(at("cloud-plane"));
  await plane.waitFor({ timeout: 30_000 });
  await plane.scrollIntoViewIfNeeded();
}

/** The graphs of a program and of its function, at the link to the latter. */
async function openGraphs(page) {
  await settled(page);
  await write(page, "int next(int x)\n  ensures result > x;\n{\n  return x + 1;\n}\nint y = next(3);\nassert(y > 3);\n");
  await settled(page);
  await page.click(at("stage-graph"));
  await page.locator(at("call-link")).first().click();
  await page.waitForFunction(() => document.activeElement?.textContent === "next");
}

/** The failing step of a run, inside of a call whose caller can be looked at. */
async function openCalls(page) {
  await open(page, "contract_broken_buggy");
  await run(page, "buggy");
  await page.click("[aria-label='Last step']");
  await page.locator(`${at("frame")} summary`).click();
}

/** The operators of instrumentation. */
async function openOperators(page) {
  await open(page, "ghosts_by_hand");
  await page.click(at("stage-operators"));
  await page.waitForSelector(at("operator"));
}

/** The workbench with a wrong rule, and the rules that fit a statement. */
async function openWorkbench(page) {
  await open(page, "wrong_rule");
  await page.click(at("stage-instrument"));
  await page.waitForSelector(at("bench-broken"));
  await page.locator(at("statement")).filter({ hasText: "s += a[i]" }).first().click();
  await page.waitForSelector(at("fitting"));
}

/** A stage of tiling with a lesson, once something of it is there. */
const tiling = (example, name, testid) => async (page) => {
  await open(page, example);
  await page.click(at(`stage-${name}`));
  await page.waitForSelector(at(testid));
};

export const STATES = {
  first: settled,
  tour: openTour,
  error: openError,
  program: stage("program"),
  graph: stage("graph"),
  graphs: openGraphs,
  clauses: (page) => openClause(page, "03_init_then_flag", "clauses", "condition holds"),
  abstract: (page) => openClause(page, "03_init_then_flag", "abstract", "condition holds"),
  eliminate: openCall,
  simplify: (page) => openClause(page, "03_init_then_flag", "simplify", "condition holds"),
  solve: stage("solve"),
  certified: (page) => solve(page, "03_init_then_flag", "certified", "cell1"),
  buggy: (page) => solve(page, "31_init_off_by_one_buggy", "buggy", "cell1"),
  calls: openCalls,
  operators: openOperators,
  workbench: openWorkbench,
  segments: tiling("between_two_loops", "segments", "suggested"),
  tiles: tiling("tile_is_a_row", "tiles", "tile-picture"),
  conditions: tiling("tile_with_a_gap", "conditions", "broken"),
  ghosts: (page) => solve(page, "rules_are_searched", "certified"),
  "too-weak": (page) => solve(page, "16_constant_forgotten", "too-weak", "cell1"),
  reasons: openReasons,
  presentation: openPresentation,
  lecture: openLecture,
  plane: openPlane,
  tasks: (page) => solveBySequence(page, "16_constant_forgotten", "certified"),
  trials: openTrials,
  comparison: openComparison,
  witness: openWitness,
  "witness-of-way": openWitnessOfWay,
  share: (page) => openDialog(page, "share", "share-dialog"),
  gallery: (page) => openDialog(page, "browse", "gallery"),
  gloss: openGloss,
  reference: openReference,
  help: openHelp,
};

const GIVEN = {
  t: "// Given away.\nint n;\nint a[n];\na[0] = 1;\nassert(a[0] == 1);", a: "cell2", h: "mg16", s: "eliminate", i: 1,
};

/** The address of a page in another page, after the site's. */
export const EMBEDDED = hash(GIVEN, "e");
/** The address of a link to the same. */
export const LINKED = hash(GIVEN);
