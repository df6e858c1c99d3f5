//! Source maps: the place in the original of each node of a printed text.
//!
//! **Invariants.** A node stands in the printed text where the parser finds it. Two nodes are nested or
//! disjoint. A node that is kept or changed has the place of a node of the same kind in the original.

use crate::ast::{Node, Program};
use crate::typed::{AssertId, AssertionKind};
use crate::{print, typed};
use hornbook_base::{Diagnostic, Span};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The change of a node by a transformation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum NodeChange {
    /// The node of the original, unchanged.
    Kept,
    /// The node of the original, with a change inside.
    Changed,
    /// The original has no such node. Its place, if any, is the one that it was made for.
    Added,
}

/// The origin of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeOrigin {
    /// The place in the original; `None` for a node that was added for no place in particular.
    pub span: Option<Span>,
    /// The change of the node.
    #[serde(rename = "made")]
    pub change: NodeChange,
}

impl NodeOrigin {
    /// The origin of a node; `old` are the nodes of the original at its place.
    fn find(node: &Node<'_>, old: Option<&Vec<Node<'_>>>) -> NodeOrigin {
        let (span, mut old) = (node.span(), old.into_iter().flatten());
        let change = if old.clone().any(|n| n == node) {
            NodeChange::Kept
        } else if old.any(|n| n.is_like(node)) {
            NodeChange::Changed
        } else {
            NodeChange::Added
        };
        let nowhere = span == Span::default() && change == NodeChange::Added;
        NodeOrigin { span: (!nowhere).then_some(span), change }
    }
}

/// A map from a printed text to the original. Statements, expressions, introduced names, variables of a
/// declaration and the whole program are nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceMap {
    /// The place of each node in the printed text, with its origin. A node is before those in it, and
    /// siblings are in their order.
    pieces: Vec<(Span, NodeOrigin)>,
}

impl SourceMap {
    /// The text of a rewritten tree and the map to the text of the original.
    pub fn from_trees(original: &Program, rewritten: &Program) -> (String, SourceMap) {
        let mut old: BTreeMap<Span, Vec<Node<'_>>> = BTreeMap::new();
        for (_, node) in print::with_nodes(original).1 {
            old.entry(node.span()).or_default().push(node);
        }
        let origin = |node: &Node<'_>| NodeOrigin::find(node, old.get(&node.span()));
        let (text, nodes) = print::with_nodes(rewritten);
        let pieces = nodes.iter().map(|(printed, node)| (*printed, origin(node))).collect();
        (text, SourceMap { pieces })
    }

    /// The nodes with their places in the printed text and their origins.
    pub fn pieces(&self) -> &[(Span, NodeOrigin)] {
        &self.pieces
    }

    /// The nodes around a part of the printed text, the smallest first; of those in the same place the
    /// outer one.
    fn around(&self, printed: Span) -> impl Iterator<Item = &(Span, NodeOrigin)> {
        let before = self.pieces.partition_point(|(span, _)| span.start <= printed.start);
        let all = self.pieces.get(..before).unwrap_or_default();
        let mut around: Vec<_> = all.iter().filter(|(span, _)| span.end >= printed.end).collect();
        // The sort is stable, and the outer ones are in front.
        around.sort_by_key(|(span, _)| span.end - span.start);
        around.into_iter()
    }

    /// The origin of a node of the printed text; for any other part that of the smallest node around it.
    /// `None` outside of the text.
    pub fn place(&self, printed: Span) -> Option<NodeOrigin> {
        self.around(printed).next().map(|(_, place)| *place)
    }

    /// The place in the original of a node of the printed text; for any other part that of the smallest
    /// node around it. `None` for a node that was added for no place in particular.
    pub fn to_original(&self, printed: Span) -> Option<Span> {
        self.place(printed)?.span
    }

    /// The place in the original of the smallest node around a part of the printed text that has one: where
    /// to show a result that must be shown.
    pub fn nearest(&self, printed: Span) -> Option<Span> {
        self.around(printed).find_map(|(_, place)| place.span)
    }

    /// The composed map to the original's original: the tree of `self` was made from the text that `next`
    /// is about.
    pub fn then(&self, next: &SourceMap) -> SourceMap {
        let through = |place: NodeOrigin| {
            let Some(there) = place.span.and_then(|span| next.place(span)) else {
                return NodeOrigin { span: None, change: NodeChange::Added };
            };
            NodeOrigin { span: there.span, change: place.change.max(there.change) }
        };
        SourceMap {
            pieces: self.pieces.iter().map(|(span, place)| (*span, through(*place))).collect(),
        }
    }

    /// A diagnostic of the printed text as one of the original.
    pub fn diagnostic(&self, found: &Diagnostic) -> Diagnostic {
        let mut shown = found.clone();
        let spans = shown.labels.iter_mut().map(|label| &mut label.span);
        for span in spans.chain([&mut shown.span]) {
            *span = self.nearest(*span).unwrap_or_default();
        }
        shown
    }

    /// The assertion of the original for each assertion of the printed program, also for a changed one. An
    /// added one has none.
    pub fn assertions(
        &self,
        printed: &typed::TypedProgram,
        original: &typed::TypedProgram,
    ) -> Vec<Option<AssertId>> {
        let mut old: BTreeMap<(Span, AssertionKind), Vec<AssertId>> = BTreeMap::new();
        for (id, assertion) in (0..).zip(&original.asserts) {
            old.entry((assertion.span, assertion.kind)).or_default().push(AssertId(id));
        }
        // An access may be checked more than once; the checks come in the same order.
        let mut seen: BTreeMap<(Span, AssertionKind), usize> = BTreeMap::new();
        let one = |assertion: &typed::Assertion| {
            let count = seen.entry((assertion.span, assertion.kind)).or_default();
            let nth = *count;
            *count += 1;
            let place =
                self.place(assertion.span).filter(|place| place.change != NodeChange::Added)?;
            old.get(&(place.span?, assertion.kind))?.get(nth).copied()
        };
        printed.asserts.iter().map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{Stmt, StmtKind};
    use crate::parse;
    use crate::rewrite::build::{declare, name, stmt, stmt_at};
    use crate::rewrite::walk;

    const TEXT: &str = "int x=1;\n\nwhile(x<3){x++;}assert( x == 3 );";

    /// The text with a claim in front of each update and a declaration in front of all else.
    fn rewritten() -> (Program, String, SourceMap) {
        let (original, _) = parse(TEXT);
        let mut tree = original.clone();
        walk::replace(&mut tree.body, &mut |old: Stmt| {
            let new = match old.kind {
                StmtKind::Update { .. } => stmt_at(old.span, stmt(StmtKind::Assert(name("p")))),
                _ => declare("y", name("x")),
            };
            vec![new, old]
        });
        let (text, places) = SourceMap::from_trees(&original, &tree);
        (original, text, places)
    }

    /// The first place of such words.
    fn find(text: &str, part: &str) -> Span {
        let start = text.find(part).expect("in the text");
        Span::new(start, start + part.len())
    }

    #[test]
    fn pieces_lead_to_where_they_come_from() {
        let (_, text, places) = rewritten();
        let source = |part: &str| {
            let place = places.place(find(&text, part)).expect("in the text");
            (place.span.map_or("", |span| span.slice(TEXT)), place.change)
        };
        assert_eq!(source("int x = 1;"), ("int x=1;", NodeChange::Kept));
        assert_eq!(source("x < 3"), ("x<3", NodeChange::Kept));
        let turning = places.pieces().iter().find(|(at, _)| at.slice(&text).starts_with("while"));
        let (_, place) = turning.expect("a loop");
        assert_eq!(place.span, Some(find(TEXT, "while(x<3){x++;}")));
        assert_eq!(place.change, NodeChange::Changed);
        assert_eq!(source("assert(x == 3);"), ("assert( x == 3 );", NodeChange::Kept));
        // Not a piece: `(x == 3)`.
        assert_eq!(source("(x == 3)"), ("assert( x == 3 );", NodeChange::Kept));
        assert_eq!(source("int y = x;"), ("", NodeChange::Added));
        assert_eq!(source("assert(p);"), ("x++;", NodeChange::Added));
        let added = find(&text, "int y = x;");
        assert_eq!(places.nearest(added), Some(Span::new(0, TEXT.len())));
        assert_eq!(places.to_original(Span::new(text.len() + 1, text.len() + 2)), None);
    }

    #[test]
    fn maps_are_chained_and_stored() {
        let (original, text, places) = rewritten();
        let (again, _) = parse(&text);
        let (printed, unchanged) = SourceMap::from_trees(&again, &again);
        assert_eq!(printed, text);
        assert_eq!(unchanged.then(&places), places);
        let stored = serde_json::to_string(&places).expect("plain data");
        assert_eq!(serde_json::from_str::<SourceMap>(&stored).expect("plain data"), places);
        let (_, same) = SourceMap::from_trees(&original, &original);
        assert!(same.pieces().iter().all(|(_, place)| place.change == NodeChange::Kept));
    }
}
