// Problems of the text: underlined, marked in the gutter, explained in a tooltip with hints.
import { setDiagnostics } from "@codemirror/lint";

/** A sentence; what stands between backquotes is program text. */
function prose(text) {
  return text.split("`").map((piece, i) => {
    const part = document.createElement(i % 2 === 1 ? "code" : "span");
    part.textContent = piece;
    return part;
  });
}

/** The tooltip's content: the reason, then what to try, then places that explain it. */
function explain(problem) {
  const box = document.createElement("div");
  box.className = "hb-problem";
  const line = (className, text) => {
    const part = document.createElement("div");
    part.className = className;
    part.append(...prose(text));
    box.append(part);
  };
  line("hb-problem-reason", problem.message);
  for (const hint of problem.hints) line("hb-problem-hint", hint);
  for (const label of problem.labels) line("hb-problem-label", label);
  return box;
}

/** The editors that show problems. A count of underlined ranges forgets those whose text was replaced. */
const marked = new WeakSet();

/** Shows `problems`, a list of {from, to, severity, message, hints, labels}. */
export function showProblems(view, problems) {
  if (problems.length === 0 && !marked.delete(view)) return;
  if (problems.length > 0) marked.add(view);
  const end = view.state.doc.length;
  const shown = problems.map((problem) => ({
    from: Math.min(problem.from, end),
    to: Math.min(Math.max(problem.from, problem.to), end),
    severity: problem.severity,
    message: problem.message,
    renderMessage: () => explain(problem),
  }));
  view.dispatch(setDiagnostics(view.state, shown));
}
