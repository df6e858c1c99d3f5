// All tests of the page in one process and one browser, several at a time. `cargo xtask test` calls it
// with the files; options for node, such as --test-name-pattern=TEXT, stand before this script.
//
// A file can be run by itself with `node --test`, too: then it has a browser of its own, and one test
// comes after the other.
import { availableParallelism } from "node:os";
import { relative, resolve } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { collect } from "./harness.mjs";

/** So many tests at a time: while one waits for a worker or for a drawing, another one goes on. */
const LANES = Number(process.env.HORNBOOK_LANES) || availableParallelism() + 1;

const tests = [];
for (const file of process.argv.slice(2)) {
  const from = relative(process.cwd(), resolve(file));
  collect((name, options, body) => tests.push({ name: `${name} (${from})`, options, body }));
  await import(pathToFileURL(resolve(file)));
}
// The longest files begin first, so that none ends alone.
tests.sort((one, other) => other.options.timeout - one.options.timeout);
describe("the page", { concurrency: LANES }, () => {
  for (const { name, options, body } of tests) test(name, options, body);
});
