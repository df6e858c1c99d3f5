// The tokenizer on real programs and on odd texts: every character gets a class or none, and it ends.
import assert from "node:assert/strict";
import { test } from "node:test";
import { StringStream } from "@codemirror/language";
import { smtlibTokenizer, tokenizer } from "../src/language.js";

/** The tokens of a text as [class, text] pairs. */
function tokens(text, { startState, token } = tokenizer) {
  const state = startState();
  const found = [];
  for (const line of text.split("\n")) {
    const stream = new StringStream(line, 2, 2);
    while (!stream.eol()) {
      stream.start = stream.pos;
      const kind = token(stream, state);
      assert.ok(stream.pos > stream.start, `no progress in ${JSON.stringify(line)}`);
      if (kind) found.push([kind, stream.current()]);
    }
  }
  return found;
}

test("words, numbers and operators", () => {
  assert.deepEqual(tokens("int n = nondet(); // any"), [
    ["typeName", "int"], ["variableName", "n"], ["operator", "="], ["macroName", "nondet"],
    ["bracket", "("], ["bracket", ")"], ["punctuation", ";"], ["comment", "// any"],
  ]);
  assert.deepEqual(tokens("forall k: k<=7 ==> p").map(([kind]) => kind), [
    "operatorKeyword", "variableName", "operator", "variableName", "operator", "number", "operator", "variableName",
  ]);
});

test("constants and lists of values", () => {
  assert.deepEqual(tokens("const int a[2] = {1, 2};").slice(0, 3), [
    ["typeName", "const"], ["typeName", "int"], ["variableName", "a"],
  ]);
  assert.deepEqual(tokens("{1, 2}").map(([kind]) => kind), ["bracket", "number", "punctuation", "number", "bracket"]);
});

test("the words of operators stand out", () => {
  assert.deepEqual(tokens("operator ghost invariant rule guard").map(([kind]) => kind), [
    "keyword", "typeName", "controlKeyword", "keyword", "controlKeyword",
  ]);
});

test("settings, hints and functions stand out", () => {
  assert.deepEqual(tokens("#pragma abstraction cell2\n//hint forall k, p\n//hint: none\nhavoc x; sorted(a, 0, n)").slice(0, 6), [
    ["meta", "#pragma abstraction cell2"], ["controlKeyword", "//hint"], ["operatorKeyword", "forall"],
    ["variableName", "k"], ["punctuation", ","], ["variableName", "p"],
  ]);
  assert.deepEqual(tokens("//hint: none").map(([kind]) => kind), ["comment"]);
  assert.deepEqual(tokens("do break havoc").map(([kind]) => kind), ["keyword", "keyword", "macroName"]);
  assert.deepEqual(tokens("count permutation counts").map(([kind]) => kind), ["macroName", "macroName", "variableName"]);
});

test("a comment over several lines ends where it ends", () => {
  assert.deepEqual(tokens("/* a\nint */ int").map(([kind, text]) => `${kind}:${text}`), [
    "comment:/* a", "comment:int */", "typeName:int",
  ]);
});

test("any characters are taken", () => {
  tokens("é∀ \u{1F600} @#$ \\ \" ' ` ~ ^ &");
});

test("clauses in SMT-LIB", () => {
  const text = '(assert (forall ((x Int)) (=> (|a b| x) (>= x 0)))) ; why\n(set-info :note "(a) ""b""")';
  assert.deepEqual(tokens(text, smtlibTokenizer).filter(([kind]) => kind !== "bracket"), [
    ["controlKeyword", "assert"], ["operatorKeyword", "forall"], ["variableName", "x"], ["typeName", "Int"],
    ["variableName", "=>"], ["variableName", "|a b|"], ["variableName", "x"], ["variableName", ">="],
    ["variableName", "x"], ["number", "0"], ["comment", "; why"],
    ["controlKeyword", "set-info"], ["meta", ":note"], ["comment", '"(a) ""b"""'],
  ]);
  tokens('| " é 3x ; |', smtlibTokenizer);
});
