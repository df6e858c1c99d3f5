// Places of a text: of the cursor after the text was laid out anew, and of the first statement.

/** The place in `text` that has as many letters before it as `at` has in `old`; blanks do not count. */
export function placeAfter(old, at, text) {
  let left = old.slice(0, at).replace(/\s/g, "").length;
  let place = 0;
  while (left > 0 && place < text.length) {
    if (/\S/.test(text[place])) left -= 1;
    place += 1;
  }
  return place;
}

/** Where the first line begins that is neither blank nor a comment; 0 if there is none. */
export function firstCode(text, language) {
  const mark = language === "smtlib" ? ";" : "//";
  let place = 0;
  for (const line of text.split("\n")) {
    const said = line.trim();
    if (said !== "" && !said.startsWith(mark)) return place;
    place += line.length + 1;
  }
  return 0;
}
