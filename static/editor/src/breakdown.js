// The page after its program broke down: it cannot be used any more, but what stands in the editor
// is not lost.
import { EditorState, Prec, StateEffect } from "@codemirror/state";

/** Of what a program says when it breaks down so much is shown. */
const MOST = 300;

let broken = false;

/**
 * Says that the page broke down, the first time, and why. From then on the browser keeps every change of
 * the text under `key`, as the page did before; without a key the text can only be looked at.
 */
export function brokeDown(editor, reason, key) {
  if (broken) return;
  broken = true;
  if (editor) takeOver(editor, key);
  // Dialogs over the page would hide the message, and keep clicks from it.
  document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
  document.body.append(banner(reason, key));
}

/** The editor tells the page nothing any more. */
function takeOver({ view, on }, key) {
  const save = (text) => key && keep(key, text);
  Object.assign(on, { change: save, cursor() {}, hover() {}, run() {} });
  // This may have happened in the middle of a change, which is the last one for the page.
  setTimeout(() => {
    save(view.state.doc.toString());
    if (!key) view.dispatch({ effects: StateEffect.appendConfig.of(Prec.highest(EditorState.readOnly.of(true))) });
  });
}

/** In the form of frontend/src/hooks/storage.rs. A browser that keeps nothing keeps nothing here either. */
function keep(key, text) {
  for (const storage of ["sessionStorage", "localStorage"]) {
    try {
      globalThis[storage].setItem(key, JSON.stringify(text));
    } catch {
      continue;
    }
  }
}

function banner(reason, key) {
  const made = (name, text, attributes = {}) => {
    const element = Object.assign(document.createElement(name), { textContent: text });
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    return element;
  };
  const kept = key ? "Your text is kept, also what you write now." : "The text is still there and can be copied.";
  const button = made("button", "Load the page anew", { "data-testid": "breakdown-reload" });
  button.addEventListener("click", () => location.reload());
  const box = made("div", "", { class: "breakdown", role: "alert", "data-testid": "breakdown" });
  const short = reason.length > MOST ? `${reason.slice(0, MOST)}…` : reason;
  box.append(
    made("p", `The page broke down: ${short}`),
    made("p", `${kept} Load the page anew to go on. Please report what you did.`),
    button,
  );
  return box;
}
