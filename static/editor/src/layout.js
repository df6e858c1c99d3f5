// Where the cursor stands after the text was laid out anew.

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
