//! A derivation of `false`, in words.

use super::outcome::TreeNode;
use crate::base::LineIndex;
use crate::chc::derivation::{Derivation, Ground};
use crate::horn::{Goal, Subst, System, Term};

/// The derivation as a tree of facts. Parts that do not fit `system` are left out.
pub fn describe(system: &System, lines: &LineIndex, derivation: &Derivation) -> Option<TreeNode> {
    let clause = system.clause(derivation.clause)?;
    let constant = |g: &Ground| match g {
        Ground::Int(n) => Term::int(n.clone()),
        Ground::Bool(b) => Term::bool(*b),
    };
    let values: Subst = derivation.values.iter().map(|(v, g)| (v.clone(), constant(g))).collect();
    let fact = match &clause.goal {
        Goal::Cond(_) => Term::bool(false),
        Goal::Instance(i) => {
            let args = i.args.iter().map(|a| crate::abstraction::fold::fold(&a.subst(&values)));
            Term::pred(&system.pred(i.pred).name, args.collect())
        }
    };
    let children = derivation.children.iter().filter_map(|c| describe(system, lines, c)).collect();
    let span = clause.origin.span;
    Some(TreeNode { fact, span, line: lines.line(span), children })
}
