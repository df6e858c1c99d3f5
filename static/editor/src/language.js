// How programs, and clauses in SMT-LIB, are coloured, indented and commented.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { Compartment } from "@codemirror/state";
import { tags } from "@lezer/highlight";

const keywords = new Set(["if", "else", "while", "for", "do", "break", "continue", "return", "operator", "rule"]);
const types = new Set(["int", "bool", "void", "const", "ghost"]);
const claims = new Set(["assert", "assume", "hint", "requires", "ensures", "invariant", "decreases", "guard"]);
const quantifiers = new Set(["forall", "exists"]);
const constants = new Set(["true", "false"]);
const functions = new Set([
  "nondet", "havoc", "min", "max", "abs", "len", "const_array", "insert", "erase", "fill", "sub_array",
  "sorted", "bound_eq", "permutation", "sum", "count", "old", "before",
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

const commands = new Set([
  "assert", "check-sat", "declare-const", "declare-fun", "declare-rel", "declare-var", "define-const", "define-fun",
  "exit", "get-model", "query", "rule", "set-info", "set-logic", "set-option",
]);

/** The class of a symbol of SMT-LIB. */
function symbolClass(symbol) {
  if (commands.has(symbol)) return "controlKeyword";
  if (quantifiers.has(symbol) || symbol === "let") return "operatorKeyword";
  if (symbol === "Int" || symbol === "Bool" || symbol === "Array") return "typeName";
  if (constants.has(symbol)) return "bool";
  return "variableName";
}

/** The tokenizer of Horn clauses in SMT-LIB. */
export const smtlibTokenizer = {
  name: "smtlib",
  startState: () => ({ depth: 0 }),
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^;/)) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"([^"]|"")*"?/)) return "comment";
    if (stream.match(/^\|[^|]*\|?/)) return "variableName";
    if (stream.match(/^:[^\s()]+/)) return "meta";
    if (stream.match(/^[0-9]+(?![^\s()])/)) return "number";
    const symbol = stream.match(/^[^\s()";|]+/);
    if (symbol) return symbolClass(symbol[0]);
    const char = stream.next();
    if (char === "(") state.depth += 1;
    if (char === ")") state.depth = Math.max(0, state.depth - 1);
    return "bracket";
  },
  indent: (state, textAfter, context) => Math.max(0, state.depth - (/^\s*\)/.test(textAfter) ? 1 : 0)) * context.unit,
  languageData: { commentTokens: { line: ";" } },
};

const languages = { hornbook: StreamLanguage.define(tokenizer), smtlib: StreamLanguage.define(smtlibTokenizer) };
const chosen = new Compartment();

/** The language that an editor begins with, and its colours. */
export const language = [chosen.of(languages.hornbook), syntaxHighlighting(colours)];

/** The effect that changes an editor's language: `hornbook` or `smtlib`. */
export function languageEffect(name) {
  return chosen.reconfigure(languages[name]);
}
