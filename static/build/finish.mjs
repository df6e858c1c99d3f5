// The last step of building the site: puts a file in the place of the inline script, so that the
// strict policy holds, takes from style sheets and scripts what only people read, gives each file but
// the document a name of its own for each version, and tells the service worker what the site consists
// of.
//
// `cargo xtask build` calls it, and so does trunk (Trunk.toml); both name the folder of the site by
// TRUNK_STAGING_DIR.
import { createHash } from "node:crypto";
import { readFile, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "esbuild";

const site = process.env.TRUNK_STAGING_DIR;
if (!site) throw new Error("TRUNK_STAGING_DIR is not set: `cargo xtask build` calls this script");

const hash = (content) => createHash("sha256").update(content).digest("hex").slice(0, 16);
const read = (name) => readFile(join(site, name));

/** A script of this folder with the names put in, written under a name with its version; gives that name. */
async function scriptOf(template, names) {
  let code = await readFile(new URL(`./${template}.js`, import.meta.url), "utf8");
  for (const [mark, name] of Object.entries(names)) code = code.replaceAll(mark, name);
  const name = `${template}-${hash(code)}.js`;
  await writeFile(join(site, name), code);
  return name;
}

/** Gives the workers' module and its glue code names with a version, and writes the script that starts a worker. */
async function workerScript() {
  const version = hash(Buffer.concat([await read("worker.js"), await read("worker_bg.wasm")]));
  const [glue, module] = [`worker-${version}.js`, `worker-${version}_bg.wasm`];
  await rename(join(site, "worker.js"), join(site, glue));
  await rename(join(site, "worker_bg.wasm"), join(site, module));
  return { script: await scriptOf("start-worker", { __GLUE__: glue }), module };
}

/** The document with a file in the place of the inline script that starts the WebAssembly. */
async function withStartScript(document) {
  const inline = /<script type="module"[^>]*>([^]*?)<\/script>/.exec(document);
  const [glue] = /app-[0-9a-f]+\.js/.exec(inline?.[1]) ?? [];
  const [module] = /app-[0-9a-f]+_bg\.wasm/.exec(inline?.[1]) ?? [];
  if (!glue || !module) throw new Error("the document has no script that starts the application");
  const worker = await workerScript();
  const name = await scriptOf("start", {
    __GLUE__: glue,
    __MODULE__: module,
    __WORKER__: worker.script,
    __WORKER_MODULE__: worker.module,
  });
  // The browser fetches both modules at once.
  const preload =
    `<link rel="preload" href="./${worker.module}" crossorigin="anonymous" as="fetch" type="application/wasm">`;
  return document.replace(inline[0], () => `<script type="module" src="./${name}"></script>${preload}`);
}

/** The document with the version in the names of the scripts that were copied as they are. */
async function withVersions(document, names) {
  for (const name of names) {
    const named = name.replace(".", `-${hash(await read(name))}.`);
    const mention = `src="${name}"`;
    if (!document.includes(mention)) throw new Error(`the document has no script ${name}`);
    await rename(join(site, name), join(site, named));
    document = document.replace(mention, `src="./${named}"`);
  }
  return document;
}

/** The files of the site. */
async function files() {
  return (await readdir(site, { withFileTypes: true })).filter((e) => e.isFile()).map((e) => e.name);
}

/** Files of the site that no visit loads: the picture is for previews of links. */
const ASIDE = ["index.html", "service-worker.js", "preview.png"];

/** The addresses of a visit. */
function addresses(names) {
  return ["./", ...names.filter((name) => !ASIDE.includes(name)).sort().map((name) => `./${name}`)];
}

async function version(names) {
  const contents = await Promise.all(names.sort().map(read));
  return hash(Buffer.concat(contents));
}

/** Makes the style sheets and scripts small, but for the editor's, which is so already. */
async function minify(names) {
  for (const name of names.filter((name) => /\.(css|js)$/.test(name) && !/^editor-.*\.js$/.test(name))) {
    const loader = name.endsWith(".css") ? "css" : "js";
    const { code } = await transform((await read(name)).toString(), { loader, minify: true, target: "es2022" });
    await writeFile(join(site, name), code);
  }
}

const started = await withStartScript((await read("index.html")).toString());
await minify(await files());
const document = await withVersions(started, ["theme.js", "offline.js"]);
if (/<script(?![^>]*\bsrc=)/.test(document)) throw new Error("the document has an inline script");
if (/\son\w+=|javascript:/i.test(document)) throw new Error("the document has an inline handler");
await writeFile(join(site, "index.html"), document);

const names = await files();
const worker = (await read("service-worker.js")).toString();
await writeFile(
  join(site, "service-worker.js"),
  worker
    .replace("__VERSION__", await version(names))
    .replace("__FILES__", JSON.stringify(addresses(names), null, 2)),
);
