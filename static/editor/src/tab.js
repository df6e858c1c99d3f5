// Tab moves the keyboard on, as everywhere on the page, until the text has been typed in; then it indents.
import { indentLess, indentMore } from "@codemirror/commands";
import { StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/** Said to those who listen to the page, the first time that Tab does not move on. */
const KEYS = "Indented. Escape, then Tab moves on.";

const become = StateEffect.define();

/** `idle` until something is typed, then `typing`, and `told` once it is said what Tab does. */
const mode = StateField.define({
  create: () => "idle",
  update(mode, transaction) {
    const next = transaction.effects.find((effect) => effect.is(become));
    if (next) return next.value;
    const typed = ["input", "delete", "move", "undo", "redo"].some((event) => transaction.isUserEvent(event));
    return mode === "idle" && typed && transaction.docChanged ? "typing" : mode;
  },
});

/** Leaves Tab to the browser unless the student is writing. */
function unlessIdle(command) {
  return (view) => {
    const now = view.state.field(mode);
    if (now === "idle" || !command(view)) return false;
    if (now === "typing") view.dispatch({ effects: [become.of("told"), EditorView.announce.of(KEYS)] });
    return true;
  };
}

function forget(view) {
  if (view.state.field(mode) !== "idle") view.dispatch({ effects: become.of("idle") });
  return false;
}

export const tab = [
  mode,
  keymap.of([
    { key: "Tab", run: unlessIdle(indentMore), shift: unlessIdle(indentLess) },
    { key: "Escape", run: forget },
  ]),
  EditorView.domEventHandlers({ blur: (_, view) => forget(view) }),
];
