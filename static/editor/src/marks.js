// Ranges that the page lights up in the text, and badges beside assertions.
import { RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutter } from "@codemirror/view";

const setMarks = StateEffect.define();
const setBadges = StateEffect.define();

/** A range that fits the document, or null for one that lies outside. */
function clamp(doc, from, to) {
  if (from > doc.length) return null;
  return { from, to: Math.min(Math.max(from, to), doc.length) };
}

/** Whole lines get a wash, the exact characters a stronger one. */
function decorate(doc, marks) {
  const found = [];
  for (const mark of marks) {
    const range = clamp(doc, mark.from, mark.to);
    if (!range) continue;
    const last = doc.lineAt(range.to).number;
    for (let n = doc.lineAt(range.from).number; n <= last; n++) {
      found.push(Decoration.line({ class: `hb-line hb-line-${mark.kind}` }).range(doc.line(n).from));
    }
    if (range.to > range.from) {
      found.push(Decoration.mark({ class: `hb-mark hb-mark-${mark.kind}` }).range(range.from, range.to));
    }
  }
  return Decoration.set(found, true);
}

const markField = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMarks)) next = effect.value;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Badge extends GutterMarker {
  constructor(kind, sign, label) {
    super();
    Object.assign(this, { kind, sign, label });
  }
  eq(other) {
    return this.kind === other.kind && this.label === other.label;
  }
  toDOM() {
    const dom = document.createElement("span");
    dom.className = `hb-badge hb-badge-${this.kind}`;
    dom.textContent = this.sign;
    dom.title = this.label;
    dom.setAttribute("role", "img");
    dom.setAttribute("aria-label", this.label);
    return dom;
  }
}

function badgeSet(doc, badges) {
  const ranges = badges
    .filter((badge) => badge.at <= doc.length)
    .map((badge) => new Badge(badge.kind, badge.sign, badge.label).range(doc.lineAt(badge.at).from));
  return RangeSet.of(ranges, true);
}

const badgeField = StateField.define({
  create: () => RangeSet.empty,
  update(value, transaction) {
    let next = value.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setBadges)) next = effect.value;
    }
    return next;
  },
});

export const marks = [
  markField,
  badgeField,
  gutter({ class: "hb-badges", markers: (view) => view.state.field(badgeField) }),
];

/** Whether two sets hold the same ranges; `RangeSet.eq` compares those that have no extent only. */
function same(a, b) {
  if (a.size !== b.size) return false;
  for (let x = a.iter(), y = b.iter(); x.value; x.next(), y.next()) {
    if (x.from !== y.from || x.to !== y.to || !x.value.eq(y.value)) return false;
  }
  return true;
}

/** Lights up `list` of {from, to, kind} instead of what was lit before. */
export function showMarks(view, list) {
  // Any update makes the browser lay the whole page out, so one that changes nothing is left out.
  const next = decorate(view.state.doc, list);
  if (same(view.state.field(markField), next)) return;
  view.dispatch({ effects: setMarks.of(next) });
}

/** Puts `list` of {at, kind, sign, label} into the gutter instead of what was there. */
export function showBadges(view, list) {
  const next = badgeSet(view.state.doc, list);
  if (same(view.state.field(badgeField), next)) return;
  view.dispatch({ effects: setBadges.of(next) });
}
