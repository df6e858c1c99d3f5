// Does the work of the WebAssembly module in a folder (`node run.mjs FOLDER`), and prints for each
// piece its checksum and milliseconds, as the native program does.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const file = (name) => pathToFileURL(resolve(process.argv[2], name));
const { default: init } = await import(file("speed.js"));
const work = await init({ module_or_path: await readFile(file("speed_bg.wasm")) });

for (let number = 0; number < work.count(); number++) {
  work.prepare(number);
  // Once without a clock: the engine compiles again what is often called.
  work.run();
  const start = performance.now();
  const checksum = work.run() >>> 0;
  console.log(`${checksum} ${(performance.now() - start).toFixed(3)}`);
}
