//! Implicants: literals that make a formula true in a model.

use super::model::Model;
use hornbook_horn::term::{Node, Op, Sort, Term};

/// The comparisons in a formula that make it true in a model, each with its truth value; variables that are
/// truth values are left out.
pub fn find_implicant(f: &Term, model: &Model) -> Vec<(Term, bool)> {
    let mut out = Vec::new();
    let mut open = vec![(f.clone(), true)];
    while let Some((t, positive)) = open.pop() {
        let truth = |t: &Term| model.satisfies(t);
        match t.node() {
            Node::App(Op::Not, args) => open.extend(args.iter().map(|a| (a.clone(), !positive))),
            Node::App(op @ (Op::And | Op::Or), args) => {
                if positive == (*op == Op::And) {
                    open.extend(args.iter().map(|a| (a.clone(), positive)));
                } else {
                    let witness = args.iter().find(|a| truth(a) == positive);
                    open.extend(witness.map(|a| (a.clone(), positive)));
                }
            }
            Node::App(Op::Implies, args) if args.len() == 2 => {
                let (a, b) = (args[0].clone(), args[1].clone());
                match (positive, truth(&a)) {
                    (false, _) => open.extend([(a, true), (b, false)]),
                    (true, true) => open.push((b, true)),
                    (true, false) => open.push((a, false)),
                }
            }
            Node::App(Op::Eq | Op::Ne, args) if args[0].sort() == Sort::Bool => {
                open.extend(args.iter().map(|a| (a.clone(), truth(a))));
            }
            Node::App(Op::Ite, args) if args.len() == 3 => {
                let condition = truth(&args[0]);
                let branch = if condition { &args[1] } else { &args[2] };
                open.extend([(args[0].clone(), condition), (branch.clone(), positive)]);
            }
            Node::App(..) => out.push((t, positive)),
            _ => {}
        }
    }
    out
}
