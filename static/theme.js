// Runs before the first paint, so that a dark page never flashes white. What was chosen is kept by
// the page itself (frontend/src/hooks/theme.rs).
(() => {
  const kept = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null; // storage is closed to us, or holds something else
    }
  };
  const theme = kept("hornbook.theme");
  const root = document.documentElement.classList;
  const system = (asks) => matchMedia(asks).matches;
  const plain = theme === "Dark" || theme === "Light";
  root.toggle("dark", theme === "Dark" || (theme !== "Light" && system("(prefers-color-scheme: dark)")));
  root.toggle("contrast", theme === "Contrast" || (!plain && system("(prefers-contrast: more)")));
  root.toggle("presenting", kept("hornbook.presenting") === true);
})();
