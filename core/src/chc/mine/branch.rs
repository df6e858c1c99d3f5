//! Case distinctions: a rule as the cases of its `ite`s and disjunctions.

use crate::abstraction::fold::fold;
use crate::base::Int;
use crate::chc::rule::{Atom, Rule};
use crate::horn::linear::{Constraint, Linear};
use crate::horn::{Node, Op, Term, Var};

/// Branches of one rule that are looked at; beyond that many, case distinctions stay unsplit.
const BRANCHES: usize = 64;

/// One case of a rule: facts without case distinctions, and the atoms under these facts.
pub(super) struct Branch {
    pub(super) facts: Vec<Term>,
    pub(super) head: Option<Atom>,
    pub(super) body: Vec<Atom>,
}

/// Splits the case distinctions of a rule.
pub(super) fn branches(rule: &Rule) -> Vec<Branch> {
    let start =
        Branch { facts: rule.cond.clone(), head: rule.head.clone(), body: rule.body.clone() };
    let (mut open, mut done) = (vec![start], vec![]);
    while let Some(branch) = open.pop() {
        let split = if open.len() + done.len() < BRANCHES { branch.split() } else { None };
        match split {
            Some(parts) => open.extend(parts.into_iter().rev()),
            None => done.push(branch.purified()),
        }
    }
    done
}

impl Branch {
    /// The branch with quotients named, so that all else is linear: an index `(lo + hi) / 2` is a
    /// place like any other.
    fn purified(mut self) -> Branch {
        let mut named: Vec<(Term, Term)> = vec![];
        let mut name = |t: &Term| quotients_named(t, &mut named);
        let facts: Vec<Term> = self.facts.iter().map(&mut name).collect();
        for atom in self.head.iter_mut().chain(&mut self.body) {
            atom.args = atom.args.iter().map(&mut name).collect();
        }
        self.facts = facts;
        for (quotient, q) in named {
            let Some([t, n]) = quotient.as_app(Op::Div) else { continue };
            let product = Term::app(Op::Mul, vec![n.clone(), q]);
            let rest = Term::sub(t.clone(), product);
            self.facts.push(Term::le(Term::int(0), rest.clone()));
            self.facts.push(Term::lt(rest, n.clone()));
        }
        self
    }

    /// The linear facts, and among them the equations.
    pub(super) fn constraints(&self) -> (Vec<Constraint>, Vec<Linear>) {
        let facts: Vec<Constraint> = self.facts.iter().filter_map(Constraint::of).collect();
        let equation = |f: &Constraint| match f {
            Constraint::Eq(e) => Some(e.clone()),
            _ => None,
        };
        let equations = facts.iter().filter_map(equation).collect();
        (facts, equations)
    }

    fn terms(&self) -> impl Iterator<Item = &Term> {
        let atoms = self.head.iter().chain(&self.body).flat_map(|a| &a.args);
        self.facts.iter().chain(atoms)
    }

    /// The cases of the first case distinction found; those false on their face are left out.
    fn split(&self) -> Option<Vec<Branch>> {
        for (n, fact) in self.facts.iter().enumerate() {
            if let Some(parts) = disjuncts(fact) {
                let case = |part: Term| {
                    let mut facts = self.facts.clone();
                    facts[n] = part;
                    Branch { facts, head: self.head.clone(), body: self.body.clone() }
                };
                return Some(parts.into_iter().map(case).filter_map(Branch::tidied).collect());
            }
        }
        let choice = self.terms().find_map(first_choice)?;
        let case = |holds: bool| {
            let pick = |t: &Term| fold(&choose(t, &choice, holds));
            let atom = |a: &Atom| Atom { pred: a.pred, args: a.args.iter().map(pick).collect() };
            let mut facts: Vec<Term> = self.facts.iter().map(pick).collect();
            facts.push(if holds { choice.clone() } else { Term::not(choice.clone()) });
            let head = self.head.as_ref().map(atom);
            Branch { facts, head, body: self.body.iter().map(atom).collect() }.tidied()
        };
        Some([true, false].into_iter().filter_map(case).collect())
    }

    fn tidied(mut self) -> Option<Branch> {
        let mut facts: Vec<Term> = vec![];
        for fact in self.facts.iter().flat_map(|f| fold(f).conjuncts()) {
            let negation = Term::not(fact.clone());
            if fact.is_false() || facts.contains(&negation) {
                return None;
            }
            if !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        self.facts = facts;
        Some(self)
    }
}

/// The cases of a fact that is a disjunction in disguise.
fn disjuncts(fact: &Term) -> Option<Vec<Term>> {
    match fact.node() {
        Node::App(Op::Or, args) => Some(args.clone()),
        Node::App(Op::Implies, args) => Some(vec![Term::not(args[0].clone()), args[1].clone()]),
        Node::App(Op::Not, args) => match args[0].node() {
            Node::App(Op::And, parts) => Some(parts.iter().cloned().map(Term::not).collect()),
            Node::App(Op::Or, parts) => Some(vec![Term::and(parts.iter().cloned().map(Term::not))]),
            Node::App(Op::Implies, parts) => {
                Some(vec![Term::and([parts[0].clone(), Term::not(parts[1].clone())])])
            }
            _ => None,
        },
        _ => None,
    }
}

/// The condition of an innermost `ite`.
fn first_choice(t: &Term) -> Option<Term> {
    match t.node() {
        Node::App(op, args) => {
            args.iter().find_map(first_choice).or_else(|| (*op == Op::Ite).then(|| args[0].clone()))
        }
        _ => None,
    }
}

fn choose(t: &Term, condition: &Term, holds: bool) -> Term {
    match t.as_app(Op::Ite) {
        Some([c, a, b]) if c == condition => choose(if holds { a } else { b }, condition, holds),
        _ => t.map_children(|c| choose(c, condition, holds)),
    }
}

/// A term with variables for the quotients by positive numbers in it; those of the `named` ones
/// are taken again.
fn quotients_named(t: &Term, named: &mut Vec<(Term, Term)>) -> Term {
    let t = t.map_children(|c| quotients_named(c, named));
    match t.as_app(Op::Div) {
        Some([_, n]) if n.as_int().is_some_and(Int::is_positive) => {
            if let Some((_, q)) = named.iter().find(|(known, _)| *known == t) {
                return q.clone();
            }
            let q = Term::var(&Var::int(format!("#q{}", named.len())));
            named.push((t, q.clone()));
            q
        }
        _ => t,
    }
}
