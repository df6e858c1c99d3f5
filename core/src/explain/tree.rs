//! A derivation of `false`, in words.

use super::decode::named;
use super::outcome::TreeNode;
use super::road::Stages;
use crate::base::LineIndex;
use crate::chc::derivation::{Derivation, Ground};
use crate::horn::{Goal, Instance, PredId, Subst, System, Term};

/// What the arguments of an instance are in the program, each with its value.
type Words<'a> = dyn Fn(PredId, &[Term]) -> Option<Vec<(Term, Term)>> + 'a;

/// The derivation as a tree of facts about the final clauses of `stages`, whose abstraction says what
/// they mean. Parts that do not fit these clauses are left out.
pub fn describe(stages: &Stages, lines: &LineIndex, derivation: &Derivation) -> Option<TreeNode> {
    let abstraction = &stages.abstraction;
    let words = |id: PredId, args: &[Term]| {
        let pred = stages.concrete.preds.get(id.0 as usize)?;
        named(pred, abstraction.sigma(id), abstraction.formal(id), args)
    };
    node(&stages.simplified, &words, lines, derivation)
}

/// The same for a derivation in clauses that nothing was done with.
pub fn describe_given(
    system: &System,
    lines: &LineIndex,
    derivation: &Derivation,
) -> Option<TreeNode> {
    let words = |id: PredId, args: &[Term]| {
        let params = system.preds.get(id.0 as usize)?.params.iter().map(Term::var);
        (params.len() == args.len()).then(|| params.zip(args.iter().cloned()).collect())
    };
    node(system, &words, lines, derivation)
}

fn node(
    system: &System,
    words: &Words,
    lines: &LineIndex,
    derivation: &Derivation,
) -> Option<TreeNode> {
    let clause = system.clause(derivation.clause)?;
    let constant = |g: &Ground| match g {
        Ground::Int(n) => Term::int(n.clone()),
        Ground::Bool(b) => Term::bool(*b),
    };
    let values: Subst = derivation.values.iter().map(|(v, g)| (v.clone(), constant(g))).collect();
    let value = |t: &Term| crate::abstraction::fold::fold(&t.subst(&values));
    let (fact, state) = match &clause.goal {
        Goal::Cond(_) => (Term::bool(false), None),
        Goal::Instance(Instance { pred, args, .. }) => {
            let args: Vec<Term> = args.iter().map(value).collect();
            let state = words(*pred, &args);
            (Term::pred(&system.pred(*pred).name, args), state)
        }
    };
    let below = derivation.children.iter();
    let children = below.filter_map(|c| node(system, words, lines, c)).collect();
    let (span, state) = (clause.origin.span, state.unwrap_or_default());
    Some(TreeNode { fact, state, span, line: lines.line(span), children })
}
