// Marks and badges: what is new is shown, and what is not costs no update.
import assert from "node:assert/strict";
import test from "node:test";
import { EditorState } from "@codemirror/state";
import { marks, showBadges, showMarks } from "../src/marks.js";

/** As much of a view as marks need; it counts updates. */
function view(doc) {
  return {
    state: EditorState.create({ doc, extensions: [marks] }),
    updates: 0,
    dispatch(spec) {
      this.state = this.state.update(spec).state;
      this.updates += 1;
    },
  };
}

test("another place on the same line is another light", () => {
  const text = view("while (a[i] < n) { i++; }");
  const lights = [
    [{ from: 7, to: 11, kind: "hover" }],
    [{ from: 9, to: 10, kind: "hover" }],
    [{ from: 9, to: 10, kind: "origin" }],
    [{ from: 9, to: 10, kind: "origin" }, { from: 14, to: 15, kind: "origin" }],
    [],
  ];
  lights.forEach((light, n) => {
    showMarks(text, light);
    assert.equal(text.updates, n + 1, JSON.stringify(light));
    showMarks(text, light);
    assert.equal(text.updates, n + 1, "the same once more");
  });
});

test("another badge on the same line is shown", () => {
  const text = view("assert(x == 0);\nassert(y == 0);");
  const badge = { at: 0, kind: "ok", sign: "✓", label: "certified" };
  const badges = [[badge], [{ ...badge, kind: "bad", label: "buggy" }], [{ ...badge, at: 16 }], []];
  badges.forEach((list, n) => {
    showBadges(text, list);
    showBadges(text, list);
    assert.equal(text.updates, n + 1, JSON.stringify(list));
  });
});

test("a text that moved its marks away gets them back", () => {
  const text = view("int x = 0;");
  const light = [{ from: 4, to: 5, kind: "origin" }];
  showMarks(text, light);
  text.dispatch({ changes: { from: 0, insert: "   " } });
  showMarks(text, light);
  assert.equal(text.updates, 3);
});
