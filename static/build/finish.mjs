// The last step of building the site: moves trunk's inline script into a file of its own, so that
// the strict policy holds, and tells the service worker what the site consists of.
//
// Trunk calls it (Trunk.toml) and names the folder of the site by TRUNK_STAGING_DIR.
import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const site = process.env.TRUNK_STAGING_DIR;
if (!site) throw new Error("TRUNK_STAGING_DIR is not set: `trunk build` calls this script");

const hash = (content) => createHash("sha256").update(content).digest("hex").slice(0, 16);
const read = (name) => readFile(join(site, name));

/** Puts each inline script into a file, and gives the document that names these files. */
async function withoutInlineScripts(document) {
  let out = document;
  for (const [whole, attributes, code] of document.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes)) continue;
    const name = `start-${hash(code)}.js`;
    await writeFile(join(site, name), code.trim() + "\n");
    out = out.replace(whole, () => `<script${attributes} src="./${name}"></script>`);
  }
  return out;
}

/** The name under which the application asks for the worker's files. */
async function build(names) {
  const application = names.find((name) => /^app-.*\.wasm$/.test(name));
  const text = (await read(application)).toString("latin1");
  const found = /\.\/worker-boot\.js\?([0-9a-f]{16})/.exec(text);
  if (!found) throw new Error(`${application} does not name the worker's script`);
  return found[1];
}

/** The addresses of a visit: those of the worker carry the build's name. */
async function addresses(names) {
  const query = `?${await build(names)}`;
  const loaded = names.filter((name) => !["index.html", "service-worker.js"].includes(name)).sort();
  return ["./", ...loaded.map((name) => `./${name}${name.startsWith("worker") ? query : ""}`)];
}

async function version(names) {
  const contents = await Promise.all(names.sort().map(read));
  return hash(Buffer.concat(contents));
}

const document = await withoutInlineScripts((await read("index.html")).toString());
if (/\son\w+=|javascript:/i.test(document)) throw new Error("the document has an inline handler");
await writeFile(join(site, "index.html"), document);

const names = (await readdir(site, { withFileTypes: true })).filter((e) => e.isFile()).map((e) => e.name);
const worker = (await read("service-worker.js")).toString();
await writeFile(
  join(site, "service-worker.js"),
  worker
    .replace("__VERSION__", await version(names))
    .replace("__FILES__", JSON.stringify(await addresses(names), null, 2)),
);
