//! The operators that Hornbook brings. Tests certify what [`super::obligations`] asks of each.

use super::operator::{Operator, written};
use crate::lang::ast::Program;
use crate::lang::parse;

/// The text of each, by its name, in the order in which they are shown.
pub const TEXTS: [(&str, &str); 9] = [
    ("sum", include_str!("../../operators/sum.hb")),
    ("count", include_str!("../../operators/count.hb")),
    ("max", include_str!("../../operators/max.hb")),
    ("min", include_str!("../../operators/min.hb")),
    ("forall", include_str!("../../operators/forall.hb")),
    ("exists", include_str!("../../operators/exists.hb")),
    ("square", include_str!("../../operators/square.hb")),
    ("cube", include_str!("../../operators/cube.hb")),
    ("product", include_str!("../../operators/product.hb")),
];

/// The operators that Hornbook brings.
pub fn library() -> Vec<Operator> {
    let operators = TEXTS.iter().flat_map(|(_, text)| {
        let (tree, _) = parse(text);
        written(&tree.body).filter_map(|o| Operator::new(o).ok()).collect::<Vec<_>>()
    });
    operators.collect()
}

/// The operators for a program: first those that it brings, as far as they can be used, then Hornbook's;
/// and how many it brings.
pub fn operators(program: &Program) -> (Vec<Operator>, usize) {
    let own: Vec<Operator> =
        written(&program.body).filter_map(|tree| Operator::new(tree).ok()).collect();
    let count = own.len();
    (own.into_iter().chain(library()).collect(), count)
}
