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

/** Those that failed while others ran beside them. */
const failed = [];

/** The end of a promise, or an error after so many milliseconds. */
async function within(milliseconds, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end after ${milliseconds} ms`)), milliseconds);
  });
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

describe("the page", { concurrency: LANES }, () => {
  for (const one of tests) {
    test(one.name, { ...one.options, timeout: one.options.timeout + 30_000 }, async (t) => {
      try {
        await within(one.options.timeout, one.body(t));
      } catch (error) {
        t.diagnostic(`FAILED beside others: ${one.name}: ${error?.stack ?? error}`);
        failed.push(one);
      }
    });
  }
});

// On a busy machine a browser may starve a test. Whatever failed has to succeed by itself, and is named either way.
test("all that failed beside others succeeds alone", async (t) => {
  for (const { name, options, body } of failed) await t.test(name, options, body);
});
