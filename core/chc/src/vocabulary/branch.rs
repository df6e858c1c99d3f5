//! Case distinctions: a rule as the cases of its `ite`s and disjunctions.

use crate::rule::{Atom, Rule};
use hornbook_base::{Budget, Int, rewrite_steps};
use hornbook_horn::fold::fold;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Node, Op, Sort, Term, Var};

/// One case of a rule: facts without case distinctions, and the atoms under these facts.
#[derive(Clone)]
pub(super) struct Branch {
    pub(super) facts: Vec<Term>,
    /// Divisibilities from facts about residues: `x = y mod m` says that `x - y` is a multiple of `m` and
    /// that `x` is in `0..m`. They are worth an atom even where the fact is negated.
    residues: Vec<Constraint>,
    pub(super) head: Option<Atom>,
    pub(super) body: Vec<Atom>,
}

/// The number of splits for each wanted case: where most cases contradict themselves, there are more splits
/// than cases.
const SPLITS: usize = 16;

/// Splits the case distinctions of a rule; beyond `most` cases they stay unsplit. The cost is charged.
pub(super) fn branches(rule: &Rule, most: usize, budget: &mut Budget) -> Vec<Branch> {
    let size = 1 + rewrite_steps(rule.terms().map(Term::size));
    budget.charge(size);
    let atom = |a: &Atom| Atom { pred: a.pred, args: a.args.iter().map(fold).collect() };
    let (head, body) = (rule.head.as_ref().map(atom), rule.body.iter().map(atom).collect());
    let start = Branch { facts: vec![], residues: vec![], head, body };
    let Some(start) = start.with_facts(rule.cond.iter().flat_map(folded)) else { return vec![] };
    let (mut open, mut done, mut splits) = (vec![start], vec![], SPLITS * most);
    while let Some(branch) = open.pop() {
        let more = open.len() + done.len() < most && splits > 0;
        splits = splits.saturating_sub(1);
        budget.charge(size / 32);
        match more.then(|| branch.split()).flatten() {
            Some(parts) => open.extend(parts.into_iter().rev()),
            None => done.push(branch.purified()),
        }
    }
    done
}

impl Branch {
    /// The branch with quotients and residues named, so that all else is linear: an index `(lo + hi) / 2` is
    /// then a variable like any other.
    fn purified(mut self) -> Branch {
        let mut named: Vec<(Term, Var)> = vec![];
        let mut name = |t: &Term| match divides(t) {
            true => division_named(t, &mut named),
            false => t.clone(),
        };
        // A comparison of a residue with a number stays as it is.
        let fact =
            |f: &Term| if Constraint::from_literal(f).is_some() { f.clone() } else { name(f) };
        self.facts = self.facts.iter().map(fact).collect();
        for atom in self.head.iter_mut().chain(&mut self.body) {
            atom.args = atom.args.iter().map(&mut name).collect();
        }
        for (division, name) in &named {
            self.define(division, name);
        }
        self
    }

    /// Adds the definition of the name of a quotient or residue.
    fn define(&mut self, division: &Term, name: &Var) {
        let Node::App(op, args) = division.node() else { return };
        let [t, n] = args.as_slice() else { return };
        let named = Term::var(name);
        let rest = match op {
            Op::Div => Term::sub(t.clone(), Term::app(Op::Mul, vec![n.clone(), named])),
            _ => {
                self.residues.extend(self.residues(t, n, name));
                let difference = Term::sub(t.clone(), named.clone());
                let residue = Term::app(Op::Mod, vec![difference, n.clone()]);
                self.facts.push(Term::eq(residue, Term::int(0)));
                named
            }
        };
        self.facts.push(Term::le(Term::int(0), rest.clone()));
        self.facts.push(Term::lt(rest, n.clone()));
    }

    /// Facts that follow from comparisons of the residue of `t` by `n`.
    fn residues(&self, t: &Term, n: &Term, name: &Var) -> Vec<Constraint> {
        let (Some(form), Some(n)) = (Linear::from_term(t), n.as_int()) else { return vec![] };
        let equal = |fact: &Term| match Constraint::from_literal(fact)? {
            Constraint::Eq(f) | Constraint::Ne(f) if f.coeff(name).abs().is_one() => {
                let c = f.coeff(name);
                Some(f.sub(&Linear::var(name).scale(&c)).scale(&-c))
            }
            _ => None,
        };
        let said = |value: Linear| {
            [
                Constraint::Mod(form.sub(&value), n.clone(), Int::ZERO),
                Constraint::Le(value.scale(&Int::MINUS_ONE)),
                Constraint::Le(value.sub(&Linear::constant(n - &Int::ONE))),
            ]
        };
        self.facts.iter().filter_map(equal).flat_map(said).collect()
    }

    /// The linear facts with those about residues, and among them the equations.
    pub(super) fn constraints(&self) -> (Vec<Constraint>, Vec<Linear>) {
        let facts = self.facts.iter().filter_map(Constraint::from_literal);
        let facts: Vec<Constraint> = facts.chain(self.residues.iter().cloned()).collect();
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
                    let (before, after) = (&self.facts[..n], &self.facts[n + 1..]);
                    let part = folded(&part);
                    let facts = before.iter().cloned().chain(part).chain(after.iter().cloned());
                    Branch { facts: vec![], ..self.clone() }.with_facts(facts)
                };
                return Some(parts.into_iter().filter_map(case).collect());
            }
        }
        let choice = self.terms().find_map(first_choice)?;
        let case = |holds: bool| {
            // Most terms of a rule with many premises have no `ite`.
            let pick = |t: &Term| match chooses(t, &choice) {
                true => fold(&choose(t, &choice, holds)),
                false => t.clone(),
            };
            let atom = |a: &Atom| Atom { pred: a.pred, args: a.args.iter().map(pick).collect() };
            let head = self.head.as_ref().map(atom);
            let body = self.body.iter().map(atom).collect();
            let side = if holds { choice.clone() } else { Term::not(choice.clone()) };
            let facts = self.facts.iter().map(pick).flat_map(|fact| fact.conjuncts());
            Branch { facts: vec![], residues: vec![], head, body }
                .with_facts(facts.chain(folded(&side)))
        };
        Some([true, false].into_iter().filter_map(case).collect())
    }

    /// The branch with these facts, each once; none if they contradict each other on their face.
    fn with_facts(mut self, facts: impl Iterator<Item = Term>) -> Option<Branch> {
        for fact in facts {
            if fact.is_false() || self.facts.contains(&Term::not(fact.clone())) {
                return None;
            }
            if !self.facts.contains(&fact) {
                self.facts.push(fact);
            }
        }
        Some(self)
    }
}

/// The conjuncts of a fact after folding.
fn folded(fact: &Term) -> Vec<Term> {
    fold(fact).conjuncts()
}

/// The cases of a fact that is a disjunction in disguise.
fn disjuncts(fact: &Term) -> Option<Vec<Term>> {
    match fact.node() {
        Node::App(Op::Or, args) => Some(args.clone()),
        Node::App(Op::Implies, args) => Some(vec![Term::not(args[0].clone()), args[1].clone()]),
        Node::App(Op::Eq, args) => truth_values(args, true),
        Node::App(Op::Ne, args) => truth_values(args, false),
        Node::App(Op::Not, args) => match args[0].node() {
            Node::App(Op::Eq, args) => truth_values(args, false),
            Node::App(Op::Ne, args) => truth_values(args, true),
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

/// The cases of two truth values being equal, or different.
fn truth_values(args: &[Term], equal: bool) -> Option<Vec<Term>> {
    let [a, b] = args else { return None };
    let case = |first: bool, second: bool| {
        let sign = |t: &Term, holds| if holds { t.clone() } else { Term::not(t.clone()) };
        Term::and([sign(a, first), sign(b, second)])
    };
    (a.sort() == Sort::Bool).then(|| vec![case(true, equal), case(false, !equal)])
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

/// Whether something in a term depends on this condition.
fn chooses(t: &Term, condition: &Term) -> bool {
    let Node::App(op, args) = t.node() else { return false };
    (*op == Op::Ite && args[0] == *condition) || args.iter().any(|arg| chooses(arg, condition))
}

fn choose(t: &Term, condition: &Term, holds: bool) -> Term {
    match t.as_app(Op::Ite) {
        Some([c, a, b]) if c == condition => choose(if holds { a } else { b }, condition, holds),
        _ => t.map_children(|c| choose(c, condition, holds)),
    }
}

/// Whether a term has a quotient or a residue.
fn divides(t: &Term) -> bool {
    let Node::App(op, args) = t.node() else { return false };
    matches!(op, Op::Div | Op::Mod) || args.iter().any(divides)
}

/// A term with variables for the quotients and residues by positive numbers in it; those that are `named`
/// keep their variables.
fn division_named(t: &Term, named: &mut Vec<(Term, Var)>) -> Term {
    let t = t.map_children(|c| division_named(c, named));
    let division = t.as_app(Op::Div).or_else(|| t.as_app(Op::Mod));
    if !matches!(division, Some([_, n]) if n.as_int().is_some_and(Int::is_positive)) {
        return t;
    }
    if let Some((_, name)) = named.iter().find(|(known, _)| *known == t) {
        return Term::var(name);
    }
    let name = Var::int(format!("#q{}", named.len()));
    named.push((t, name.clone()));
    Term::var(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Skeleton;
    use hornbook_horn::{ClauseId, read};

    fn rule(facts: &[String]) -> Rule {
        let term = |text: &String| read::term(text, &|name| Some(Var::int(name))).expect("a term");
        Rule {
            head: None,
            body: vec![],
            cond: facts.iter().map(term).collect(),
            skeleton: Skeleton::for_clause(ClauseId(0), 0),
            assert: None,
        }
    }

    #[test]
    fn cases_that_contradict_themselves_are_left_out() {
        let facts = ["x <= 0 || y == 0".to_owned(), "!(x <= 0) || z == 0".to_owned()];
        assert_eq!(branches(&rule(&facts), 64, &mut Budget::steps(0)).len(), 3);
    }

    /// Of very many cases few do not contradict themselves.
    #[test]
    fn the_search_for_cases_ends() {
        let facts: Vec<String> = (0..60)
            .map(|n| format!("x{} <= 0 || x{} <= 0 || x{n} <= 0", (n + 7) % 20, (n + 13) % 20))
            .chain((0..60).map(|n| format!("!(x{} <= 0) || !(x{} <= 0)", n % 20, (n + 1) % 20)))
            .collect();
        let cases = branches(&rule(&facts), 64, &mut Budget::steps(0));
        assert!(!cases.is_empty() && cases.len() <= 65, "{} cases", cases.len());
    }
}
