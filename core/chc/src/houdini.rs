//! Guess and check: of candidate lemmas, those that are inductive together (Houdini, Flanagan and
//! Leino, FME 2001).

use super::rule::instantiate;
use super::rule::{Lemmas, Rule};
use hornbook_base::Budget;
use hornbook_horn::{PredId, System, Term};
use hornbook_lia::{Answer, Lit, Solver};
use std::collections::BTreeSet;

/// The largest part of `candidates` that every rule keeps; rules for `false` do not count.
/// `None` when the budget runs out, or a question leaves the arithmetic.
pub fn inductive_part(
    rules: &[Rule],
    system: &System,
    candidates: &Lemmas,
    budget: &mut Budget,
) -> Option<Lemmas> {
    let rules = rules.iter().filter(|r| r.head.is_some());
    let mut checks: Vec<RuleCheck> =
        rules.map(|r| RuleCheck::new(r, system, candidates)).collect::<Option<_>>()?;
    let mut dropped: BTreeSet<CandidateIndex> = BTreeSet::new();
    loop {
        let before = dropped.len();
        for check in &mut checks {
            check.refute(&mut dropped, budget)?;
        }
        if dropped.len() == before {
            break;
        }
    }
    let kept = |(pred, lemmas): (&PredId, &Vec<Term>)| {
        let kept = lemmas.iter().enumerate().filter(|(n, _)| !dropped.contains(&(*pred, *n)));
        (*pred, kept.map(|(_, t)| t.clone()).collect())
    };
    Some(candidates.iter().map(kept).collect())
}

/// A candidate by predicate and index.
type CandidateIndex = (PredId, usize);

/// The solver of one rule, with literals for the candidates.
struct RuleCheck {
    solver: Solver,
    body: Vec<(Lit, CandidateIndex)>,
    head: Vec<(Term, Lit, CandidateIndex)>,
}

impl RuleCheck {
    fn new(rule: &Rule, system: &System, candidates: &Lemmas) -> Option<RuleCheck> {
        let mut solver = Solver::new();
        rule.cond.iter().try_for_each(|c| solver.assert(c)).ok()?;
        let mut literals = |atom: &super::rule::Atom| {
            let params = &system.pred(atom.pred).params;
            let lemmas = candidates.get(&atom.pred).into_iter().flatten().enumerate();
            let literal = |(n, lemma): (usize, &Term)| {
                let said = instantiate(lemma, params, &atom.args);
                let lit = solver.literal(&said).ok()?;
                Some((said, lit, (atom.pred, n)))
            };
            lemmas.map(literal).collect::<Option<Vec<_>>>()
        };
        let mut body = vec![];
        for atom in &rule.body {
            body.extend(literals(atom)?.into_iter().map(|(_, lit, name)| (lit, name)));
        }
        let head = rule.head.as_ref().map_or(Some(vec![]), literals)?;
        Some(RuleCheck { solver, body, head })
    }

    /// Drops the candidates that this rule does not keep.
    fn refute(
        &mut self,
        dropped: &mut BTreeSet<CandidateIndex>,
        budget: &mut Budget,
    ) -> Option<()> {
        for at in 0..self.head.len() {
            let (_, lit, name) = &self.head[at];
            if dropped.contains(name) {
                continue;
            }
            let assumed = self.body.iter().filter(|(_, name)| !dropped.contains(name));
            let mut assumed: Vec<Lit> = assumed.map(|(lit, _)| *lit).collect();
            assumed.push(!*lit);
            match self.solver.check(&assumed, budget) {
                Answer::Unsat => {}
                Answer::Unknown(_) => return None,
                // One model refutes several candidates at once.
                Answer::Sat => {
                    let model = self.solver.model();
                    let wrong = self.head.iter().filter(|(said, ..)| !model.satisfies(said));
                    dropped.extend(wrong.map(|(.., name)| *name));
                    dropped.insert(self.head[at].2);
                }
            }
        }
        Some(())
    }
}
