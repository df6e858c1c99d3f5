//! A derivation of `false`, in words.

use super::decode::decode_arguments;
use hornbook_base::LineIndex;
use hornbook_evidence::derivation::Derivation;
use hornbook_horn::{Goal, Instance, PredId, Subst, System, Term};
use hornbook_records::outcome::TreeNode;
use hornbook_records::stage_record::Stages;

/// The decoder of the arguments of an instance: program variables and cells with their values.
type DecodeArguments<'a> = dyn Fn(PredId, &[Term]) -> Option<Vec<(Term, Term)>> + 'a;

/// Describes a derivation in the final clauses of `stages` as a tree of facts, decoded by their abstraction.
/// Parts that do not fit these clauses are omitted.
pub fn describe(stages: &Stages, lines: &LineIndex, derivation: &Derivation) -> Option<TreeNode> {
    let words = |id: PredId, args: &[Term]| state_of(stages, id, args);
    describe_node(&stages.simplified, &words, lines, derivation)
}

/// The program variables and cells of an abstract predicate's arguments, with their values.
pub(super) fn state_of(stages: &Stages, id: PredId, args: &[Term]) -> Option<Vec<(Term, Term)>> {
    let (pred, abstraction) = (stages.concrete.preds.get(id.0 as usize)?, &stages.abstraction);
    decode_arguments(pred, abstraction.sigma(id), abstraction.formal(id), args)
}

/// Describes a derivation in clauses without abstraction.
pub fn describe_unabstracted(
    system: &System,
    lines: &LineIndex,
    derivation: &Derivation,
) -> Option<TreeNode> {
    let words = |id: PredId, args: &[Term]| {
        let params = system.preds.get(id.0 as usize)?.params.iter().map(Term::var);
        (params.len() == args.len()).then(|| params.zip(args.iter().cloned()).collect())
    };
    describe_node(system, &words, lines, derivation)
}

fn describe_node(
    system: &System,
    words: &DecodeArguments,
    lines: &LineIndex,
    derivation: &Derivation,
) -> Option<TreeNode> {
    let clause = system.clause(derivation.clause)?;
    let values: Subst = derivation.values.iter().map(|(v, g)| (v.clone(), g.to_term())).collect();
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
    let children = below.filter_map(|c| describe_node(system, words, lines, c)).collect();
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

/// Visits each node in preorder, with its number from 0.
pub(super) fn visit_preorder(tree: &mut TreeNode, act: &mut dyn FnMut(usize, &mut TreeNode)) {
    let mut open = vec![tree];
    let mut number = 0;
    while let Some(node) = open.pop() {
        act(number, node);
        number += 1;
        open.extend(node.children.iter_mut().rev());
    }
}
