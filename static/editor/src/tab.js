// Tab moves the keyboard on, as everywhere on the page, until the text has been typed in; then it indents.
import { indentLess, indentMore } from "@codemirror/commands";
import { StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

const KEYS = "Tab indents now. Escape, then Tab moves on.";

const moveOn = StateEffect.define();

/** Whether something has been typed since the keyboard came here, or since Escape. */
const typing = StateField.define({
  create: () => false,
  update(typing, transaction) {
    if (transaction.effects.some((effect) => effect.is(moveOn))) return false;
    const typed = ["input", "delete", "move", "undo", "redo"].some((event) => transaction.isUserEvent(event));
    return typing || (typed && transaction.docChanged);
  },
});

/** Leaves Tab to the browser unless the student is writing. */
function unlessIdle(command) {
  return (view) => view.state.field(typing) && command(view);
}

function forget(view) {
  if (view.state.field(typing)) view.dispatch({ effects: moveOn.of(null) });
  return false;
}

/** Says once, to those who listen to the page, that Tab does something else from now on. */
const announcer = EditorView.updateListener.of((update) => {
  if (update.state.field(typing) && !update.startState.field(typing)) {
    update.view.dispatch({ effects: EditorView.announce.of(KEYS) });
  }
});

export const tab = [
  typing,
  announcer,
  keymap.of([
    { key: "Tab", run: unlessIdle(indentMore), shift: unlessIdle(indentLess) },
    { key: "Escape", run: forget },
  ]),
  EditorView.domEventHandlers({ blur: (_, view) => forget(view) }),
];
