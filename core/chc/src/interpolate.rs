//! Atoms from spurious counterexamples: tree interpolants that are as simple as possible (Albarghouthi and
//! McMillan, CAV 2013).
//!
//! The rules of a counterexample form a tree; a *tree interpolant* has a formula at each node, over the
//! arguments there only, that follows from the rule and the formulas of its premises, and `false` at the
//! root. An engine only needs the atoms of the formulas: these go to its vocabulary.
//!
//! - `polyhedron`: one case of a formula as a polyhedron
//! - `visited_states`: the states of traces as polyhedra
//! - `separate`: a half-plane between polyhedra, with few and small coefficients
//!
//! **Soundness:** atoms make no claim, so wrong ones cannot make an answer wrong.

mod polyhedron;
mod visited_states;
mod separate;

use super::refute::Counterexample;
use super::rule::Rule;
use super::trace_invariants::States;
use super::vocabulary::{Vocabulary, add_new_atoms};
use hornbook_base::Budget;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Names, PredId, Subst, System, Term, Var};
use hornbook_lia::{Answer, Solver};
use polyhedron::Polyhedron;
use separate::{half_plane, literal_between, separates};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use visited_states::VisitedStates;

/// The most states of runs that are added to the cases on one side of a half-plane.
const MAX_WIDENED: usize = 12;

/// The most rules that are looked at, the nearest to the root first.
const MAX_RULES: usize = 40;

/// The most cases of a predicate that are remembered.
const MAX_REMEMBERED: usize = 60;

/// The most half-planes for one predicate from one counterexample.
const MAX_PLANES: usize = 12;

/// The most cases of two formulas that are distinguished.
const MAX_CASES: usize = 24;

/// Pairs of polyhedra at the occurrences of a predicate: states that can be reached, and states from which
/// `false` can be, one pair of each counterexample so far, the last ones first.
pub(crate) type SeparationPairs = BTreeMap<PredId, Vec<(Rc<Polyhedron>, Rc<Polyhedron>)>>;

/// The knowledge from traces and earlier counterexamples.
pub(crate) struct InterpolationContext<'k> {
    /// Atoms that were found before.
    pub atoms: &'k Vocabulary,
    /// The states of traces.
    pub states: &'k States,
    /// Pairs of earlier counterexamples; those of this one are added.
    pub cases: &'k mut SeparationPairs,
}

/// New atoms over the formal parameters of predicates, from an infeasible prefix of a counterexample:
/// half-planes that separate all occurrences of a predicate at once, or else the atoms of a tree interpolant.
/// Nothing if the prefix is feasible.
pub(crate) fn interpolate_counterexample(
    rules: &[Rule],
    found: &Counterexample,
    system: &System,
    known: InterpolationContext,
    budget: &mut Budget,
) -> Vocabulary {
    let Some(mut tree) = TreePrefix::find_infeasible(rules, found, system, budget) else {
        return Vocabulary::new();
    };
    let new = |atoms: Vocabulary| -> Vocabulary {
        let is_new = |pred: &PredId, atom: &Term| {
            known.atoms.get(pred).is_none_or(|known| !known.contains(atom))
        };
        let new = atoms.into_iter().map(|(pred, atoms)| {
            (pred, atoms.into_iter().filter(|atom| is_new(&pred, atom)).collect::<Vec<_>>())
        });
        new.filter(|(_, atoms)| !atoms.is_empty()).collect()
    };
    let general = new(tree.shared_half_planes(system, known.states, known.cases, budget));
    match general.is_empty() {
        true => new(tree.tree_interpolant_atoms(system, budget).unwrap_or_default()),
        false => general,
    }
}

/// An application of a rule with fresh variables.
struct PrefixNode {
    /// The derived predicate, and the variables for its arguments; none at the root.
    pred: Option<PredId>,
    vars: Vec<Var>,
    parent: usize,
    /// The condition of the rule, and the values of its variables and those of its premises.
    conds: Vec<Term>,
    /// The formula of the interpolant here, once it is known.
    said: Option<Term>,
}

/// The rule applications nearest to the root, each before its premises.
struct TreePrefix {
    nodes: Vec<PrefixNode>,
}

impl TreePrefix {
    /// The smallest prefix that is infeasible.
    fn find_infeasible(
        rules: &[Rule],
        found: &Counterexample,
        system: &System,
        budget: &mut Budget,
    ) -> Option<TreePrefix> {
        let (mut solver, mut names) = (Solver::new(), Names::default());
        let mut tree = TreePrefix { nodes: vec![] };
        let root = PendingRule { at: 0, parent: 0, pred: None, vars: vec![] };
        let mut open = VecDeque::from([root]);
        for _ in 0..MAX_RULES {
            let next = open.pop_front()?;
            open.extend(tree.add(next, rules, found, system, &mut names));
            let node = tree.nodes.last()?;
            node.conds.iter().try_for_each(|c| solver.assert(c)).ok()?;
            match solver.check(&[], budget) {
                Answer::Sat => {}
                Answer::Unsat => return Some(tree),
                Answer::Unknown(_) => return None,
            }
        }
        None
    }

    /// Adds a rule application; the result are its premises.
    fn add(
        &mut self,
        open: PendingRule,
        rules: &[Rule],
        found: &Counterexample,
        system: &System,
        names: &mut Names,
    ) -> Vec<PendingRule> {
        let (rule, children) = found.node(open.at);
        let rule = rules[rule].renamed(names);
        let mut conds = rule.cond;
        let mut equate = |vars: &[Var], args: &[Term]| {
            let equal = vars.iter().zip(args).map(|(v, arg)| Term::eq(Term::var(v), arg.clone()));
            conds.extend(equal);
        };
        if let Some(head) = &rule.head {
            equate(&open.vars, &head.args);
        }
        let own = self.nodes.len();
        let mut premises = vec![];
        for (atom, child) in rule.body.iter().zip(children) {
            let params = system.pred(atom.pred).params.iter();
            let vars: Vec<Var> = params.map(|p| names.fresh(p)).collect();
            equate(&vars, &atom.args);
            premises.push(PendingRule { at: *child, parent: own, pred: Some(atom.pred), vars });
        }
        let PendingRule { pred, vars, parent, .. } = open;
        self.nodes.push(PrefixNode { pred, vars, parent, conds, said: None });
        premises
    }

    /// The atoms of a tree interpolant. `None` if none was found.
    fn tree_interpolant_atoms(
        &mut self,
        system: &System,
        budget: &mut Budget,
    ) -> Option<Vocabulary> {
        let mut atoms = Vocabulary::new();
        for n in (1..self.nodes.len()).rev() {
            let (inside, outside) = (self.inside(n), self.outside(n));
            let node = &mut self.nodes[n];
            let mut between = InterpolantSearch::new(&node.vars);
            let said = between.interpolant(&inside, &outside, budget)?;
            let pred = node.pred?;
            let formal = system.pred(pred).params.iter().map(Term::var);
            let names: Subst = node.vars.iter().cloned().zip(formal).collect();
            add_new_atoms(
                atoms.entry(pred).or_default(),
                said.atoms.iter().map(|atom| atom.subst(&names)),
            );
            node.said = Some(said.formula);
        }
        Some(atoms)
    }

    /// Half-planes that separate many occurrences of a predicate at once, also those of earlier
    /// counterexamples: a relation to a counter shows only over several of its rounds.
    fn shared_half_planes(
        &self,
        system: &System,
        states: &States,
        cases: &mut SeparationPairs,
        budget: &mut Budget,
    ) -> Vocabulary {
        let mut atoms = Vocabulary::new();
        for (pred, mut pairs) in self.cases(system, budget) {
            let earlier = cases.entry(pred).or_default();
            pairs.append(earlier);
            pairs.truncate(MAX_REMEMBERED);
            earlier.clone_from(&pairs);
            let shared = arguments(system, pred);
            let formal = system.pred(pred).params.iter().map(Term::var);
            let names: Subst = shared.iter().cloned().zip(formal).collect();
            // Both together can say that a form is zero.
            let closed = |form: Linear| [form.clone(), form.add(&Linear::constant(1))];
            let seen = VisitedStates::new(states.get(&pred), &shared);
            let found = find_shared_half_planes(pairs, &shared, &seen).into_iter().flat_map(closed);
            let atom = |form: Linear| Constraint::Le(form).to_term().subst(&names);
            add_new_atoms(atoms.entry(pred).or_default(), found.map(atom));
        }
        atoms
    }

    /// Pairs of polyhedra at the occurrences of each predicate: a case of the subtree there, with a case of
    /// all the rest.
    fn cases(&self, system: &System, budget: &mut Budget) -> SeparationPairs {
        let mut found = SeparationPairs::new();
        for (n, node) in self.nodes.iter().enumerate().skip(1) {
            let Some(pred) = node.pred else { continue };
            let conds = |below: bool| -> Vec<Term> {
                let nodes = self.nodes.iter().enumerate();
                let these = nodes.filter(|(m, _)| self.is_below(*m, n) == below);
                these.flat_map(|(_, node)| node.conds.clone()).collect()
            };
            let mut between = InterpolantSearch::new(&node.vars);
            between.interpolant(&conds(true), &conds(false), budget);
            let names = arguments(system, pred);
            let formal = |polyhedra: Vec<Rc<Polyhedron>>| -> Vec<Rc<Polyhedron>> {
                polyhedra.iter().map(|s| Rc::new(s.renamed(&node.vars, &names))).collect()
            };
            let (inside, outside) = (formal(between.inside), formal(between.outside));
            let pairs = inside.iter().flat_map(|a| outside.iter().map(|b| (a.clone(), b.clone())));
            found.entry(pred).or_default().extend(pairs);
        }
        found
    }

    /// Whether a rule application is `top` or in the subtree of its premises.
    fn is_below(&self, mut n: usize, top: usize) -> bool {
        while n > top {
            n = self.nodes[n].parent;
        }
        n == top
    }

    /// The constraints of a rule application: its condition, and the interpolants of its premises.
    fn inside(&self, n: usize) -> Vec<Term> {
        let premises = self.nodes[n + 1..].iter().filter(|node| node.parent == n);
        let said = premises.filter_map(|node| node.said.clone());
        self.nodes[n].conds.iter().cloned().chain(said).collect()
    }

    /// The constraints of all the rest: the conditions of the rules above and before it, and the interpolants
    /// of their other premises.
    fn outside(&self, n: usize) -> Vec<Term> {
        let conds = self.nodes[..n].iter().flat_map(|node| &node.conds).cloned();
        let others = self.nodes[n + 1..].iter().filter(|node| node.parent < n);
        conds.chain(others.filter_map(|node| node.said.clone())).collect()
    }
}

/// A rule application that is still to be added.
struct PendingRule {
    /// Its node in the counterexample.
    at: usize,
    parent: usize,
    pred: Option<PredId>,
    vars: Vec<Var>,
}

/// An interpolant.
struct Interpolant {
    formula: Term,
    /// The atoms of the formula.
    atoms: Vec<Term>,
}

/// The search for a formula over shared variables between two formulas that exclude each other.
struct InterpolantSearch<'s> {
    shared: &'s [Var],
    /// Cases of the two formulas.
    inside: Vec<Rc<Polyhedron>>,
    outside: Vec<Rc<Polyhedron>>,
}

impl<'s> InterpolantSearch<'s> {
    fn new(shared: &'s [Var]) -> InterpolantSearch<'s> {
        InterpolantSearch { shared, inside: vec![], outside: vec![] }
    }

    /// A formula that one side implies and that excludes the other, by refining candidates with
    /// counterexamples.
    fn interpolant(
        &mut self,
        inside: &[Term],
        outside: &[Term],
        budget: &mut Budget,
    ) -> Option<Interpolant> {
        for _ in 0..MAX_CASES {
            let said = self.candidate()?;
            let not = Term::not(said.formula.clone());
            if let Some(case) = self.case(inside, not, budget)? {
                self.inside.push(Rc::new(case));
            } else if let Some(case) = self.case(outside, said.formula.clone(), budget)? {
                self.outside.push(Rc::new(case));
            } else {
                return Some(said);
            }
        }
        None
    }

    /// A case of a formula that also satisfies another; `None` if that is not known, and nothing if there is
    /// none.
    #[allow(clippy::option_option, reason = "whether it is known, and what")]
    fn case(
        &self,
        formulas: &[Term],
        also: Term,
        budget: &mut Budget,
    ) -> Option<Option<Polyhedron>> {
        let mut solver = Solver::new();
        let all: Vec<Term> = formulas.iter().cloned().chain([also]).collect();
        all.iter().try_for_each(|f| solver.assert(f)).ok()?;
        match solver.check(&[], budget) {
            // The formula itself is sampled: the other one was only to find another case.
            Answer::Sat => {
                Some(Some(Polyhedron::from_model(formulas, solver.model(), self.shared)?))
            }
            Answer::Unsat => Some(None),
            Answer::Unknown(_) => None,
        }
    }

    /// The simplest formula between the cases so far: one half-plane if there is one, or else one for each
    /// case of one side, or else one for each pair.
    fn candidate(&self) -> Option<Interpolant> {
        let (inside, outside) = (refs(&self.inside), refs(&self.outside));
        if inside.is_empty() {
            return Some(Interpolant { formula: Term::bool(false), atoms: vec![] });
        }
        if outside.is_empty() {
            return Some(Interpolant { formula: Term::bool(true), atoms: vec![] });
        }
        let between = |a: &[&Polyhedron], b: &[&Polyhedron]| {
            let plane = || Some(Constraint::Le(half_plane(a, b, self.shared)?).to_term());
            literal_between(a, b).or_else(plane)
        };
        if let Some(atom) = between(&inside, &outside) {
            return Some(Interpolant { formula: atom.clone(), atoms: vec![atom] });
        }
        let each = |atoms: Option<Vec<Term>>, joined: fn(Vec<Term>) -> Term| {
            atoms.map(|atoms| Interpolant { formula: joined(atoms.clone()), atoms })
        };
        let one_inside = inside.iter().map(|one| between(&[one], &outside)).collect();
        let one_outside = || outside.iter().map(|one| between(&inside, &[one])).collect();
        each(one_inside, Term::or).or_else(|| each(one_outside(), Term::and)).or_else(|| {
            let pairs = |one: &&Polyhedron| {
                outside.iter().map(|other| between(&[*one], &[*other])).collect()
            };
            let pairs: Vec<Vec<Term>> = inside.iter().map(pairs).collect::<Option<_>>()?;
            let formula = Term::or(pairs.iter().cloned().map(Term::and));
            Some(Interpolant { formula, atoms: pairs.into_iter().flatten().collect() })
        })
    }
}

/// Half-planes that separate the cases of all pairs, each of as many as it can.
fn find_shared_half_planes(
    mut pairs: Vec<(Rc<Polyhedron>, Rc<Polyhedron>)>,
    shared: &[Var],
    seen: &VisitedStates,
) -> Vec<Linear> {
    let mut found = vec![];
    for _ in 0..MAX_PLANES {
        let mut group =
            SeparatedPairs { inside: vec![], outside: vec![], plane: Linear::default() };
        pairs.retain(|pair| !group.add_pair(pair, shared));
        if group.inside.is_empty() {
            break;
        }
        group.widen(seen, shared, MAX_WIDENED);
        found.push(group.plane);
    }
    found
}

/// Pairs with one half-plane that separates all of them.
struct SeparatedPairs {
    inside: Vec<Rc<Polyhedron>>,
    outside: Vec<Rc<Polyhedron>>,
    plane: Linear,
}

impl SeparatedPairs {
    /// Adds a pair if a half-plane still separates all.
    fn add_pair(&mut self, (a, b): &(Rc<Polyhedron>, Rc<Polyhedron>), shared: &[Var]) -> bool {
        let with = |all: &[Rc<Polyhedron>], one: &Rc<Polyhedron>| {
            let is_new = !all.iter().any(|known| Rc::ptr_eq(known, one));
            all.iter().chain(is_new.then_some(one)).cloned().collect::<Vec<_>>()
        };
        let (inside, outside) = (with(&self.inside, a), with(&self.outside, b));
        if self.inside.is_empty() || !separates(&self.plane, &[&**a], &[&**b]) {
            match half_plane(&refs(&inside), &refs(&outside), shared) {
                Some(plane) => self.plane = plane,
                None => return false,
            }
        }
        (self.inside, self.outside) = (inside, outside);
        true
    }
}

impl SeparatedPairs {
    /// Adds states of traces that the half-plane excludes to its inner side, as long as another half-plane
    /// then separates. If it can include all of them, it perhaps includes all reachable states.
    fn widen(&mut self, seen: &VisitedStates, shared: &[Var], most: usize) {
        let (mut inside, outside) = (self.inside.clone(), refs(&self.outside));
        let mut plane = self.plane.clone();
        for _ in 0..most {
            let Some(state) = seen.beyond(&plane) else {
                self.plane = plane;
                return;
            };
            inside.push(Rc::new(state));
            match half_plane(&refs(&inside), &outside, shared) {
                Some(other) => plane = other,
                None => return,
            }
        }
    }
}

/// Variables for the arguments of a predicate that are different from all others.
fn arguments(system: &System, pred: PredId) -> Vec<Var> {
    let params = system.pred(pred).params.iter().enumerate();
    params.map(|(n, p)| Var::new(format!("argument {n}"), p.sort.clone())).collect()
}

fn refs(polyhedra: &[Rc<Polyhedron>]) -> Vec<&Polyhedron> {
    polyhedra.iter().map(|polyhedron| &**polyhedron).collect()
}

#[cfg(test)]
mod tests;
