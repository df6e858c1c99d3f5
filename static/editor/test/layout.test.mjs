// The cursor stays behind the letter that it was behind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { placeAfter } from "../src/layout.js";

test("blanks do not count", () => {
  const [old, text] = ["int  n;\n\nif(n<0){n=0;}", "int n;\nif (n < 0) {\n  n = 0;\n}\n"];
  for (let at = 0; at <= old.length; at += 1) {
    const before = (whole, end) => whole.slice(0, end).replace(/\s/g, "");
    assert.equal(before(text, placeAfter(old, at, text)), before(old, at));
  }
  assert.equal(placeAfter("  ", 2, "x"), 0);
  assert.equal(placeAfter("abc", 3, "ab"), 2);
});
