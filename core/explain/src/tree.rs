//! A derivation of `false`, in words.

use super::decode::named;
use hornbook_base::LineIndex;
use hornbook_evidence::derivation::{Derivation, Ground};
use hornbook_horn::{Goal, Instance, PredId, Subst, System, Term};
use hornbook_records::outcome::TreeNode;
use hornbook_records::stage_record::Stages;

/// What the arguments of an instance are in the program, each with its value.
type Words<'a> = dyn Fn(PredId, &[Term]) -> Option<Vec<(Term, Term)>> + 'a;

/// The derivation as a tree of facts about the final clauses of `stages`, whose abstraction says what
/// they mean. Parts that do not fit these clauses are left out.
pub fn describe(stages: &Stages, lines: &LineIndex, derivation: &Derivation) -> Option<TreeNode> {
    let words = |id: PredId, args: &[Term]| state_of(stages, id, args);
    node(&stages.simplified, &words, lines, derivation)
}

/// What the arguments of an abstract predicate are in the program, each with its value.
pub(super) fn state_of(stages: &Stages, id: PredId, args: &[Term]) -> Option<Vec<(Term, Term)>> {
    let (pred, abstraction) = (stages.concrete.preds.get(id.0 as usize)?, &stages.abstraction);
    named(pred, abstraction.sigma(id), abstraction.formal(id), args)
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
    let value = |t: &Term| hornbook_horn::fold::fold(&t.subst(&values));
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
    Some(TreeNode {
        fact,
        state,
        span,
        line: lines.line(span),
        remark: None,
        again: false,
        children,
    })
}

/// Calls `act` on each node with its number. Nodes are counted from the root on, from 0, and the children
/// of each in their order.
pub(super) fn visit(tree: &mut TreeNode, act: &mut dyn FnMut(usize, &mut TreeNode)) {
    let mut open = vec![tree];
    let mut number = 0;
    while let Some(node) = open.pop() {
        act(number, node);
        number += 1;
        open.extend(node.children.iter_mut().rev());
    }
}
