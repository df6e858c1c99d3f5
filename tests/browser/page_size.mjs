// The sizes of the site's files: `cargo xtask page-size` calls this and makes a table of it.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

/** Of each file of a folder: its name, its size, and the size that brotli at its best makes of it. */
export async function sizes(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const content = await readFile(join(folder, name));
      const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      return { name, raw: content.length, brotli: brotliCompressSync(content, { params }).length };
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { name, raw, brotli } of await sizes(process.env.HORNBOOK_DIST)) console.log(raw, brotli, name);
}
