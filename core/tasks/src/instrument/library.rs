//! The operators that Hornbook brings. Tests certify what [`super::obligations`] asks of each.

use super::operator::{Operator, written};
use hornbook_base::Diagnostic;
use hornbook_lang::ast::Program;
use hornbook_lang::parse;

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

/// The operators for a program: first those that it brings, as far as they can be used, then Hornbook's of
/// other names; and how many it brings.
pub fn operators(program: &Program) -> (Vec<Operator>, usize) {
    let mut own: Vec<Operator> = vec![];
    for operator in written(&program.body).filter_map(|tree| Operator::new(tree).ok()) {
        if own.iter().all(|known| known.name() != operator.name()) {
            own.push(operator);
        }
    }
    let count = own.len();
    let others = library().into_iter().filter(|o| own.iter().all(|known| known.name() != o.name()));
    let others: Vec<Operator> = others.collect();
    (own.into_iter().chain(others).collect(), count)
}

/// The operator of a name. No two have the same.
pub fn named<'o>(library: &'o [Operator], name: &str) -> Option<&'o Operator> {
    library.iter().find(|operator| operator.name() == name)
}

/// What is wrong with the operators that a text brings.
pub fn problems(text: &str) -> Vec<Diagnostic> {
    if !text.contains("operator") {
        return vec![];
    }
    let (tree, _) = parse(text);
    written(&tree.body).filter_map(|tree| Operator::new(tree).err()).flatten().collect()
}
