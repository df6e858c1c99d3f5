// The editor of the page: CodeMirror behind a handful of functions. All positions are UTF-16.
import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, Prec } from "@codemirror/state";
import {
  EditorView, drawSelection, dropCursor, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import { brokeDown } from "./breakdown.js";
import { showProblems } from "./diagnostics.js";
import { language, languageEffect } from "./language.js";
import { firstCode, placeAfter } from "./layout.js";
import { marks, showBadges, showMarks } from "./marks.js";
import { tab } from "./tab.js";

/** Marks a text that the page has put here. By the time it heard of that it might know a newer one. */
const fromPage = Annotation.define();

function listener(on) {
  return EditorView.updateListener.of((update) => {
    if (update.transactions.some((transaction) => transaction.annotation(fromPage))) return;
    if (update.docChanged) on.change(update.state.doc.toString());
    if (update.docChanged || update.selectionSet) on.cursor(update.state.selection.main.head);
  });
}

/** Tells which place of the text the pointer is on, and -1 when it is on none. */
function pointer(on) {
  let last = -1;
  const tell = (at) => {
    if (at !== last) on.hover((last = at));
  };
  return EditorView.domEventHandlers({
    mousemove: (event, view) => tell(view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? -1),
    mouseleave: () => tell(-1),
  });
}

function extensions(on, label, readOnly) {
  return [
    lineNumbers(), marks, lintGutter(), highlightActiveLineGutter(), highlightSpecialChars(), history(),
    drawSelection(), dropCursor(), indentUnit.of("  "), EditorState.tabSize.of(2), indentOnInput(),
    bracketMatching(), highlightActiveLine(), highlightSelectionMatches(), search({ top: true }),
    language, EditorView.lineWrapping, listener(on), pointer(on), EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      // A scrolling element needs a focusable part and a role.
      tabindex: "0",
      "aria-label": label, "aria-description": "Tab moves on, and indents once you have typed; Escape, then Tab moves on again.", "data-testid": "editor-text", spellcheck: "false", autocorrect: "off", autocapitalize: "off",
    }),
    Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (on.run(), true) }])),
    tab, keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
  ];
}

/** So many pixels below a comment show a few lines of code. */
const COMMENT_ROOM = 110;

/** An editor of the page. */
class Editor {
  constructor(parent, text, label, on, readOnly) {
    this.language = "hornbook";
    this.on = on;
    this.fresh = (doc) => EditorState.create({ doc, extensions: extensions(on, label, readOnly) });
    this.view = new EditorView({ parent, state: this.fresh(text) });
    this.watcher = new ResizeObserver(() => this.view.scrollDOM.scrollTop > 0 || this.passComment());
    this.watcher.observe(parent);
  }
  /** In a pane that is too low for the comment at the top and a few lines, scrolls the first statement into view. */
  passComment() {
    const { state, hasFocus, scrollDOM } = this.view;
    const at = firstCode(state.doc.toString(), this.language);
    if (hasFocus || at === 0) return;
    const measure = {
      read: (view) => view.lineBlockAt(at).top + COMMENT_ROOM > scrollDOM.clientHeight,
      write: (isLow, view) => {
        if (isLow) queueMicrotask(() => view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "start" }) }));
      },
    };
    this.view.requestMeasure(measure);
  }
  text() {
    return this.view.state.doc.toString();
  }
  /** Replaces the text as one undoable change; the same text again changes nothing. */
  setText(text) {
    const { state } = this.view;
    if (state.doc.toString() === text) return;
    this.replace(text, 0);
  }
  /** Replaces the text by one that differs in blanks only, as one undoable change; the cursor keeps its place. */
  layOut(text) {
    const { state } = this.view;
    const old = state.doc.toString();
    if (old === text) return;
    this.replace(text, placeAfter(old, state.selection.main.head, text));
    this.on.cursor(this.view.state.selection.main.head);
  }
  /** Another text, with the cursor at `anchor`; what was typed before and after is undone on its own. */
  replace(text, anchor) {
    const changes = { from: 0, to: this.view.state.doc.length, insert: text };
    const annotations = [isolateHistory.of("full"), fromPage.of(true)];
    this.view.dispatch({ changes, selection: { anchor }, scrollIntoView: true, annotations });
    if (anchor === 0) this.passComment();
  }
  /** `hornbook` or `smtlib`. With another language nothing of before is undone: that was something else. */
  setLanguage(name) {
    if (name === this.language) return;
    this.language = name;
    this.view.setState(this.fresh(this.view.state.doc));
    this.view.dispatch({ effects: languageEffect(name) });
  }
  setProblems(json) {
    showProblems(this.view, JSON.parse(json));
  }
  setMarks(json) {
    showMarks(this.view, JSON.parse(json));
  }
  setBadges(json) {
    showBadges(this.view, JSON.parse(json));
  }
  /** Puts the cursor at `at`, scrolls there and takes the keyboard. */
  goTo(at) {
    const anchor = Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }
  /**
   * Scrolls `at` into view if it is out of sight, and leaves cursor and focus alone. While somebody
   * writes, the place to look at is the cursor.
   */
  reveal(at) {
    if (this.view.hasFocus) return;
    const place = Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ effects: EditorView.scrollIntoView(place, { y: "nearest", yMargin: 40 }) });
  }
  destroy() {
    this.watcher.disconnect();
    this.view.destroy();
  }
}

/** The page's one editor. */
let current;

globalThis.HornbookEditor = {
  create: (parent, text, label, change, cursor, hover, run, readOnly = false) =>
    (current = new Editor(parent, text, label, { change, cursor, hover, run }, readOnly)),
  brokeDown: (reason, key) => brokeDown(current, reason, key),
};
