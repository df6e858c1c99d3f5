// How a Hornbook program is coloured, indented and commented.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const keywords = new Set(["if", "else", "while", "for", "do", "break", "continue", "return"]);
const types = new Set(["int", "bool"]);
const claims = new Set(["assert", "assume", "hint"]);
const quantifiers = new Set(["forall", "exists"]);
const constants = new Set(["true", "false"]);
const functions = new Set([
  "nondet", "havoc", "min", "max", "abs", "len", "const_array", "insert", "erase", "fill", "sub_array",
  "sorted", "bound_eq", "sum", "count",
]);

/** The class of a word; names of variables have none of their own. */
function wordClass(word) {
  if (keywords.has(word)) return "keyword";
  if (types.has(word)) return "typeName";
  if (claims.has(word)) return "controlKeyword";
  if (quantifiers.has(word)) return "operatorKeyword";
  if (constants.has(word)) return "bool";
  if (functions.has(word)) return "macroName";
  return "variableName";
}

function restOfComment(stream, state) {
  state.inComment = !stream.match(/^.*?\*\//);
  if (state.inComment) stream.skipToEnd();
  return "comment";
}

/** The tokenizer: one call takes one token off the stream and names its class. */
export const tokenizer = {
  name: "hornbook",
  startState: () => ({ inComment: false, depth: 0 }),
  token(stream, state) {
    if (state.inComment) return restOfComment(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\/hint(?=\s+(forall|exists)\s)/)) return "controlKeyword";
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^#pragma\b/)) {
      stream.skipToEnd();
      return "meta";
    }
    if (stream.match("/*")) return restOfComment(stream, state);
    if (stream.match(/^[0-9]+/)) return "number";
    const word = stream.match(/^[A-Za-z_][A-Za-z0-9_]*/);
    if (word) return wordClass(word[0]);
    if (stream.match(/^(<==>|==>|->|==|!=|<=|>=|&&|\|\||\+\+|--|\+=|-=|[-+*/%<>=!?:])/)) return "operator";
    const char = stream.next();
    if (char === "{") state.depth += 1;
    if (char === "}") state.depth = Math.max(0, state.depth - 1);
    return "()[]{}".includes(char) ? "bracket" : "punctuation";
  },
  indent(state, textAfter, context) {
    const closing = /^\s*\}/.test(textAfter) ? 1 : 0;
    return Math.max(0, state.depth - closing) * context.unit;
  },
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    indentOnInput: /^\s*\}$/,
  },
};

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: "hb-kw" },
  { tag: tags.controlKeyword, class: "hb-claim" },
  { tag: tags.operatorKeyword, class: "hb-kw" },
  { tag: tags.typeName, class: "hb-kw" },
  { tag: tags.bool, class: "hb-nu" },
  { tag: tags.number, class: "hb-nu" },
  { tag: tags.macroName, class: "hb-nondet" },
  { tag: tags.comment, class: "hb-cm" },
  { tag: tags.meta, class: "hb-claim" },
]);

export const language = [StreamLanguage.define(tokenizer), syntaxHighlighting(colours)];
