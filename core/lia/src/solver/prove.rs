//! One-shot questions whose negative answers come with a proof.

use crate::branch_and_bound::Refutation;
use crate::lit::Lit;
use crate::model::Model;
use crate::simplex::BoundReason;
use crate::solver::clausify::{Meaning, Unsupported};
use crate::solver::{Answer, Reason, Solver};
use crate::tableau::TVar;
use hornbook_base::{Budget, Int};
use hornbook_evidence::proof::{
    Atom, Form, Law, Lemma, Node, Premise, Proof, ProofClause, ProofLit,
};
use hornbook_horn::term::Term;
use std::collections::BTreeMap;

/// The answer to a one-shot question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A model of all formulas.
    Sat(Model),
    /// A proof that there is none.
    Unsat(Proof),
    /// No answer within the budget.
    Unknown(Reason),
}

/// Decides whether the formulas have a common model.
///
/// # Errors
/// [`Unsupported`], as for [`Solver::literal`].
pub fn prove(f: &[Term], budget: &mut Budget) -> Result<Outcome, Unsupported> {
    let mut solver = Solver::new();
    solver.log = Some(ProofLog::default());
    for f in f {
        solver.assert(f)?;
    }
    Ok(match solver.check(&[], budget) {
        Answer::Sat => Outcome::Sat(solver.model().clone()),
        Answer::Unknown(reason) => Outcome::Unknown(reason),
        Answer::Unsat => Outcome::Unsat(solver.proof()),
    })
}

/// The record of a search, of which a proof is made.
#[derive(Default)]
pub(crate) struct ProofLog {
    lemmas: Vec<(Vec<Lit>, Vec<Refutation>)>,
    steps: Vec<Vec<Lit>>,
    laws: Vec<Law>,
}

impl Solver {
    /// Records a theory clause with its refutation.
    pub(crate) fn log_lemma(&mut self, clause: &[Lit], nodes: Vec<Refutation>) {
        if let Some(log) = &mut self.log {
            log.lemmas.push((clause.to_vec(), nodes));
        }
    }

    /// Records that `lower` implies `upper`, two bounds on the same form.
    pub(crate) fn log_bound_order(&mut self, lower: Lit, upper: Lit) {
        if self.log.is_some() {
            let farkas =
                vec![(BoundReason::Lit(lower), Int::ONE), (BoundReason::Lit(!upper), Int::ONE)];
            self.log_lemma(&[!lower, upper], vec![Refutation::Leaf(farkas)]);
        }
    }

    /// Records a learnt clause.
    pub(crate) fn log_step(&mut self, clause: &[Lit]) {
        if let Some(log) = &mut self.log {
            log.steps.push(clause.to_vec());
        }
    }

    /// Records a law that is a fact.
    pub(crate) fn log_law(&mut self, law: Law) {
        if let Some(log) = &mut self.log {
            log.laws.push(law);
        }
    }

    /// The proof, after the clauses turned out to be contradictory.
    fn proof(&mut self) -> Proof {
        let log = self.log.take().unwrap_or_default();
        let proof = Proof { laws: log.laws, ..Proof::default() };
        let mut writer = ProofWriter { solver: self, proof, atoms: BTreeMap::new() };
        for (clause, nodes) in log.lemmas {
            let lemma = writer.lemma(&clause, nodes);
            writer.proof.lemmas.push(lemma);
        }
        for step in log.steps {
            let clause = writer.clause(&step);
            writer.proof.steps.push(clause);
        }
        writer.proof.steps.push(Vec::new());
        writer.proof
    }
}

struct ProofWriter<'a> {
    solver: &'a Solver,
    proof: Proof,
    atoms: BTreeMap<usize, usize>,
}

impl ProofWriter<'_> {
    fn form(&self, v: TVar) -> Form {
        let terms = self
            .solver
            .simplex
            .form(v)
            .into_iter()
            .filter_map(|(w, c)| self.solver.tables.terms[w as usize].clone().map(|t| (t, c)));
        Form(terms.collect())
    }

    fn literal(&mut self, lit: Lit) -> ProofLit {
        let next = self.proof.atoms.len();
        let atom = *self.atoms.entry(lit.var()).or_insert(next);
        if atom == next {
            let atom = match &self.solver.tables.meanings[lit.var()] {
                Meaning::AtMost(v, k) | Meaning::Lifted(v, k) => {
                    Atom::AtMost { form: self.form(*v), bound: k.clone() }
                }
                Meaning::Equal(v, k) => Atom::Equal { form: self.form(*v), value: k.clone() },
                Meaning::Formula(t) => Atom::Formula(t.clone()),
            };
            self.proof.atoms.push(atom);
        }
        ProofLit { atom, positive: lit.is_positive() }
    }

    fn clause(&mut self, clause: &[Lit]) -> ProofClause {
        clause.iter().map(|&lit| self.literal(lit)).collect()
    }

    fn lemma(&mut self, clause: &[Lit], nodes: Vec<Refutation>) -> Lemma {
        let premise = |why: BoundReason| match why {
            BoundReason::Lit(lit) => clause.iter().position(|&l| l == !lit).map(Premise::Literal),
            BoundReason::Split(id) => Some(Premise::Split(id)),
        };
        let certificate = nodes.into_iter().map(|node| match node {
            Refutation::Leaf(farkas) => Node::Farkas(
                farkas.into_iter().filter_map(|(why, m)| Some((premise(why)?, m))).collect(),
            ),
            Refutation::Split { id, form, bound, low, high } => {
                Node::Split { id, form: self.form(form), bound, low, high }
            }
        });
        let certificate = certificate.collect();
        Lemma { clause: self.clause(clause), certificate }
    }
}
