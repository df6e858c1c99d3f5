// The pages of a course: the reader's progress, kept by the browser.
(() => {
  /** The answers that the programs on these pages have kept, as the page of Hornbook writes them. */
  function sheet(course) {
    try {
      return JSON.parse(localStorage.getItem(`hornbook.answers.${course}`)) ?? { answers: {} };
    } catch {
      return { answers: {} };
    }
  }

  const list = document.querySelector("[data-course]");
  const course = list?.dataset.course ?? document.querySelector("nav a")?.textContent ?? "";

  function show() {
    // What stands there may be damaged.
    const answers = sheet(course).answers ?? {};
    for (const place of document.querySelectorAll("[data-exercises]")) {
      const ids = place.dataset.exercises.split(" ").filter(Boolean);
      const solved = ids.filter((id) => answers[id]?.solved).length;
      if (ids.length > 0) place.textContent = `${solved} of ${ids.length} solved`;
      place.classList.toggle("done", ids.length > 0 && solved === ids.length);
    }
    for (const place of document.querySelectorAll("[data-exercise]")) {
      place.textContent = answers[place.dataset.exercise]?.solved ? "✓ solved" : "";
    }
    const buttons = document.querySelector(".answers");
    if (buttons) buttons.hidden = Object.keys(answers).length === 0;
  }

  document.querySelector("[data-save]")?.addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(sheet(course), null, 2)], { type: "application/json" }));
    link.download = "hornbook-answers.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
  document.querySelector("[data-clear]")?.addEventListener("click", () => {
    localStorage.removeItem(`hornbook.answers.${course}`);
    show();
  });

  addEventListener("hornbook-judged", show);
  addEventListener("pageshow", show);
  show();
})();
