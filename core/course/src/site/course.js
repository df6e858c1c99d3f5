// The pages of a course: the reader's progress, kept by the browser, and taken along as a file.
(() => {
  /** The event when an answer was judged in a program on the page, or answers have come or gone. */
  const CHANGED = "hornbook-judged";
  /** The event when other parts of a course came into the page. */
  const SHOWN = "hornbook-shown";

  /** The title of the course, under which its answers are kept. */
  const course = () => document.querySelector("[data-course]")?.dataset.course ?? "";
  const key = () => `hornbook.answers.${course()}`;

  /** The answers that the programs on these pages have kept, as the page of Hornbook writes them. */
  function sheet() {
    try {
      const kept = JSON.parse(localStorage.getItem(key()));
      // What stands there may be damaged.
      return isSheet(kept) ? cleaned(kept) : { course: course(), answers: {} };
    } catch {
      return { course: course(), answers: {} };
    }
  }

  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const isSheet = (value) => isObject(value) && isObject(value.answers) && Object.values(value.answers).every(isObject);

  const text = (value) => (typeof value === "string" ? value : "");

  /** A sheet with nothing but what the page of Hornbook reads, so that it can. */
  function cleaned({ student, answers }) {
    const entry = ({ blanks, said, hints, solved }) => ({
      blanks: isObject(blanks) ? Object.fromEntries(Object.entries(blanks).filter(([, said]) => typeof said === "string")) : {},
      said: text(said),
      hints: Number.isSafeInteger(hints) && hints >= 0 ? hints : 0,
      solved: solved === true,
    });
    const entries = Object.entries(answers).map(([id, answer]) => [id, entry(answer)]);
    return { student: text(student), course: course(), answers: Object.fromEntries(entries) };
  }

  function show() {
    const { answers, student } = sheet();
    for (const place of document.querySelectorAll("[data-exercises]")) {
      const ids = place.dataset.exercises.split(" ").filter(Boolean);
      const solved = ids.filter((id) => answers[id]?.solved).length;
      if (ids.length > 0) place.textContent = `${solved} of ${ids.length} solved`;
      place.classList.toggle("done", ids.length > 0 && solved === ids.length);
    }
    for (const place of document.querySelectorAll("[data-exercise]")) {
      place.textContent = answers[place.dataset.exercise]?.solved ? "✓ solved" : "";
    }
    for (const place of document.querySelectorAll(".answers")) place.hidden = false;
    for (const field of document.querySelectorAll("[data-student]")) {
      if (field !== document.activeElement) field.value = student ?? "";
    }
    for (const button of document.querySelectorAll("[data-save], [data-clear]")) {
      button.hidden = Object.keys(answers).length === 0;
    }
  }

  function say(words) {
    for (const place of document.querySelectorAll("[data-said]")) place.textContent = words;
  }

  function save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(sheet(), null, 2)], { type: "application/json" }));
    const words = (sheet().student ?? "").split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    link.download = `${["hornbook-answers", ...words].join("-")}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** Keeps the student's name with the answers. */
  function name(student) {
    try {
      localStorage.setItem(key(), JSON.stringify({ ...sheet(), student }));
    } catch {
      say("This browser keeps no answers.");
    }
  }

  /** Has the programs on this page begin anew, with the answers that are kept now. */
  function restart() {
    for (const frame of document.querySelectorAll("hornbook-program iframe")) frame.contentWindow.location.reload();
  }

  function clear() {
    if (!confirm("Clear all your answers to this course?")) return;
    localStorage.removeItem(key());
    say("Your answers are cleared.");
    dispatchEvent(new Event(CHANGED));
    restart();
  }

  /** Takes the answers of a file in. An answer that is solved here stays. */
  async function load(file) {
    let brought = null;
    try {
      brought = JSON.parse(await file.text());
    } catch {
      // Said below.
    }
    if (!isSheet(brought)) return say(`${file.name} is no file of answers.`);
    if (brought.course !== course()) return say(`${file.name} has answers to another course, “${brought.course}”.`);
    const kept = sheet();
    const taken = Object.entries(cleaned(brought).answers).filter(([id]) => !kept.answers[id]?.solved);
    const answers = { ...kept.answers, ...Object.fromEntries(taken) };
    try {
      const student = kept.student || text(brought.student);
      localStorage.setItem(key(), JSON.stringify({ student, course: course(), answers }));
    } catch {
      return say("This browser keeps no answers.");
    }
    const count = taken.length === 1 ? "1 answer was" : `${taken.length} answers were`;
    say(`${count} taken from ${file.name}.`);
    dispatchEvent(new Event(CHANGED));
    restart();
  }

  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("[data-save]")) save();
    if (target.closest?.("[data-clear]")) clear();
  });
  document.addEventListener("input", ({ target }) => {
    if (target.matches?.("[data-student]")) name(target.value);
  });
  document.addEventListener("change", ({ target }) => {
    const [file] = target.closest?.("[data-load]")?.files ?? [];
    if (!file) return;
    load(file);
    // The same file can be taken again.
    target.value = "";
  });
  for (const event of [CHANGED, SHOWN, "pageshow"]) addEventListener(event, show);
  show();
})();
