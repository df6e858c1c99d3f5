//! The library of operators. Tests certify the [`super::obligations`] of each.

use super::operator::{Operator, written};
use hornbook_base::Diagnostic;
use hornbook_lang::ast::Program;
use hornbook_lang::parse;

/// The texts of the operators by name, in the order of display.
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

/// The operators of the library.
pub fn library() -> Vec<Operator> {
    let operators = TEXTS.iter().flat_map(|(_, text)| {
        let (tree, _) = parse(text);
        written(&tree.body).filter_map(|o| Operator::new(o).ok()).collect::<Vec<_>>()
    });
    operators.collect()
}

/// The operators for a program: first its own usable ones, then those of the library with other names; and
/// the number of the former.
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

/// The errors in the operators of a text.
pub fn problems(text: &str) -> Vec<Diagnostic> {
    if !text.contains("operator") {
        return vec![];
    }
    let (tree, _) = parse(text);
    written(&tree.body).filter_map(|tree| Operator::new(tree).err()).flatten().collect()
}
