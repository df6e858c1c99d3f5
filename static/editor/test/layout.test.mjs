// The cursor stays behind the letter that it was behind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { firstCode, placeAfter } from "../src/layout.js";

test("blanks do not count", () => {
  const [old, text] = ["int  n;\n\nif(n<0){n=0;}", "int n;\nif (n < 0) {\n  n = 0;\n}\n"];
  for (let at = 0; at <= old.length; at += 1) {
    const before = (whole, end) => whole.slice(0, end).replace(/\s/g, "");
    assert.equal(before(text, placeAfter(old, at, text)), before(old, at));
  }
  assert.equal(placeAfter("  ", 2, "x"), 0);
  assert.equal(placeAfter("abc", 3, "ab"), 2);
});

test("the first statement stands behind the comments", () => {
  assert.equal(firstCode("// One.\n\n  // Two.\nint n;\n", "hornbook"), 19);
  assert.equal(firstCode("int n; // One.", "hornbook"), 0);
  assert.equal(firstCode("; One.\n(assert true)", "smtlib"), 7);
  assert.equal(firstCode("// Only this.", "hornbook"), 0);
});
