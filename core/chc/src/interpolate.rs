//! Facts from a counterexample that no derivation follows: why its rules do not fit together, said at each of them in
//! the simplest way (Albarghouthi and McMillan, CAV 2013).
//!
//! The rules of a counterexample form a tree; a *tree interpolant* says something at each place, about the arguments
//! there only, so that what is said follows from the rule and what is said of its premises, and `false` is said at the
//! root. An engine needs no interpolants but the atoms that they are made of: these go to its vocabulary.
//!
//! - `sample`: one case of a formula as a polyhedron
//! - `seen`: states that runs came to, as cases
//! - `separate`: a half-plane between polyhedra, with few and small coefficients
//!
//! **Soundness:** atoms are no claims; whatever is made here, an engine believes none of it.

mod sample;
mod seen;
mod separate;

use super::learn::States;
use super::mine::Vocabulary;
use super::refute::Counterexample;
use super::rule::Rule;
use super::settings::Interpolating;
use hornbook_base::Budget;
use hornbook_horn::linear::{Constraint, Linear};
use hornbook_horn::{Names, PredId, Subst, System, Term, Var};
use hornbook_lia::{Answer, Solver};
use sample::Sample;
use seen::Seen;
use separate::{half_plane, literal_between, separates};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// Cases at the places of a predicate: one that can be reached with one from which `false` can be, of each
/// counterexample so far, the last ones first.
pub type Cases = BTreeMap<PredId, Vec<(Rc<Sample>, Rc<Sample>)>>;

/// What is known before a counterexample is looked at.
pub struct Known<'k> {
    /// Atoms that were found before.
    pub atoms: &'k Vocabulary,
    /// States that runs came to.
    pub states: &'k States,
    /// Cases of earlier counterexamples; those of this one are added.
    pub cases: &'k mut Cases,
}

/// Atoms over the formal parameters of predicates that are not known yet, from the rules of a counterexample nearest to
/// its root that do not fit together: those that say why at all places of a predicate at once, or else those of a tree
/// interpolant. Nothing if these rules fit together.
pub fn invented(
    rules: &[Rule],
    found: &Counterexample,
    system: &System,
    known: Known,
    limits: &Interpolating,
    budget: &mut Budget,
) -> Vocabulary {
    let Some(mut tree) = Tree::misfit(rules, found, system, limits, budget) else {
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
    let general = new(tree.general(system, known.states, known.cases, limits, budget));
    match general.is_empty() {
        true => new(tree.special(system, limits, budget).unwrap_or_default()),
        false => general,
    }
}

/// A rule of a counterexample, with names of its own.
struct Node {
    /// What it derives, and the variables for its arguments; none at the root.
    pred: Option<PredId>,
    vars: Vec<Var>,
    parent: usize,
    /// Its condition, and what its variables and those of its premises are.
    conds: Vec<Term>,
    /// What the interpolant says here, once it is known.
    said: Option<Term>,
}

/// The rules nearest to the root, each in front of its premises.
struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// As few rules as do not fit together.
    fn misfit(
        rules: &[Rule],
        found: &Counterexample,
        system: &System,
        limits: &Interpolating,
        budget: &mut Budget,
    ) -> Option<Tree> {
        let (mut solver, mut names) = (Solver::new(), Names::default());
        let mut tree = Tree { nodes: vec![] };
        let root = Open { at: 0, parent: 0, pred: None, vars: vec![] };
        let mut open = VecDeque::from([root]);
        for _ in 0..limits.rules {
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

    /// Adds a rule; the result are its premises.
    fn add(
        &mut self,
        open: Open,
        rules: &[Rule],
        found: &Counterexample,
        system: &System,
        names: &mut Names,
    ) -> Vec<Open> {
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
            premises.push(Open { at: *child, parent: own, pred: Some(atom.pred), vars });
        }
        let Open { pred, vars, parent, .. } = open;
        self.nodes.push(Node { pred, vars, parent, conds, said: None });
        premises
    }

    /// What a tree interpolant is made of. `None` if none was found.
    fn special(
        &mut self,
        system: &System,
        limits: &Interpolating,
        budget: &mut Budget,
    ) -> Option<Vocabulary> {
        let mut atoms = Vocabulary::new();
        for n in (1..self.nodes.len()).rev() {
            let (inside, outside) = (self.inside(n), self.outside(n));
            let node = &mut self.nodes[n];
            let mut between = Between::new(&node.vars, limits);
            let said = between.interpolant(&inside, &outside, budget)?;
            let pred = node.pred?;
            let formal = system.pred(pred).params.iter().map(Term::var);
            let names: Subst = node.vars.iter().cloned().zip(formal).collect();
            add(&mut atoms, pred, said.atoms.iter().map(|atom| atom.subst(&names)));
            node.said = Some(said.formula);
        }
        Some(atoms)
    }

    /// Half-planes each of which says at many places of a predicate why, also at those of earlier counterexamples: what
    /// follows a counter shows only where several of its rounds are looked at.
    fn general(
        &self,
        system: &System,
        states: &States,
        cases: &mut Cases,
        limits: &Interpolating,
        budget: &mut Budget,
    ) -> Vocabulary {
        let mut atoms = Vocabulary::new();
        for (pred, mut pairs) in self.cases(system, limits, budget) {
            let earlier = cases.entry(pred).or_default();
            pairs.append(earlier);
            pairs.truncate(limits.remembered);
            earlier.clone_from(&pairs);
            let shared = arguments(system, pred);
            let formal = system.pred(pred).params.iter().map(Term::var);
            let names: Subst = shared.iter().cloned().zip(formal).collect();
            // With both one can say that a form is zero.
            let closed = |form: Linear| [form.clone(), form.add(&Linear::constant(1))];
            let seen = Seen::new(states.get(&pred), &shared);
            let found = shared_planes(pairs, &shared, &seen, limits).into_iter().flat_map(closed);
            let atom = |form: Linear| Constraint::Le(form).to_term().subst(&names);
            add(&mut atoms, pred, found.map(atom));
        }
        atoms
    }

    /// The cases at the places of each predicate: of all that derives what is there, with one of all the rest.
    fn cases(&self, system: &System, limits: &Interpolating, budget: &mut Budget) -> Cases {
        let mut found = Cases::new();
        for (n, node) in self.nodes.iter().enumerate().skip(1) {
            let Some(pred) = node.pred else { continue };
            let conds = |below: bool| -> Vec<Term> {
                let nodes = self.nodes.iter().enumerate();
                let these = nodes.filter(|(m, _)| self.is_below(*m, n) == below);
                these.flat_map(|(_, node)| node.conds.clone()).collect()
            };
            let mut between = Between::new(&node.vars, limits);
            between.interpolant(&conds(true), &conds(false), budget);
            let names = arguments(system, pred);
            let formal = |samples: Vec<Rc<Sample>>| -> Vec<Rc<Sample>> {
                samples.iter().map(|s| Rc::new(s.renamed(&node.vars, &names))).collect()
            };
            let (inside, outside) = (formal(between.inside), formal(between.outside));
            let pairs = inside.iter().flat_map(|a| outside.iter().map(|b| (a.clone(), b.clone())));
            found.entry(pred).or_default().extend(pairs);
        }
        found
    }

    /// Whether a rule is another one, or among what derives its premises.
    fn is_below(&self, mut n: usize, top: usize) -> bool {
        while n > top {
            n = self.nodes[n].parent;
        }
        n == top
    }

    /// What is known at a rule: its condition, and what is said of its premises.
    fn inside(&self, n: usize) -> Vec<Term> {
        let premises = self.nodes[n + 1..].iter().filter(|node| node.parent == n);
        let said = premises.filter_map(|node| node.said.clone());
        self.nodes[n].conds.iter().cloned().chain(said).collect()
    }

    /// What is known of all else: the conditions of the rules in front of it, and what is said of other premises of
    /// these. Rules behind it are premises of those, or of its own.
    fn outside(&self, n: usize) -> Vec<Term> {
        let conds = self.nodes[..n].iter().flat_map(|node| &node.conds).cloned();
        let others = self.nodes[n + 1..].iter().filter(|node| node.parent < n);
        conds.chain(others.filter_map(|node| node.said.clone())).collect()
    }
}

/// A rule that is still to be added.
struct Open {
    /// Its number in the counterexample.
    at: usize,
    parent: usize,
    pred: Option<PredId>,
    vars: Vec<Var>,
}

/// An interpolant.
struct Said {
    formula: Term,
    /// What it is made of.
    atoms: Vec<Term>,
}

/// The search for a formula about shared variables between two formulas that exclude each other.
struct Between<'s> {
    shared: &'s [Var],
    limits: &'s Interpolating,
    /// Cases of the two formulas.
    inside: Vec<Rc<Sample>>,
    outside: Vec<Rc<Sample>>,
}

impl<'s> Between<'s> {
    fn new(shared: &'s [Var], limits: &'s Interpolating) -> Between<'s> {
        Between { shared, limits, inside: vec![], outside: vec![] }
    }

    /// A formula that the one implies and the other excludes. Cases are taken until it is one.
    fn interpolant(
        &mut self,
        inside: &[Term],
        outside: &[Term],
        budget: &mut Budget,
    ) -> Option<Said> {
        for _ in 0..self.limits.cases {
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

    /// A case of a formula in which something else holds too; `None` if that is not known, and nothing if there is none.
    #[allow(clippy::option_option, reason = "whether it is known, and what")]
    fn case(&self, formulas: &[Term], also: Term, budget: &mut Budget) -> Option<Option<Sample>> {
        let mut solver = Solver::new();
        let all: Vec<Term> = formulas.iter().cloned().chain([also]).collect();
        all.iter().try_for_each(|f| solver.assert(f)).ok()?;
        match solver.check(&[], budget) {
            // The formula itself is sampled: what else holds was only to find another case.
            Answer::Sat => Some(Some(Sample::of(formulas, solver.model(), self.shared)?)),
            Answer::Unsat => Some(None),
            Answer::Unknown(_) => None,
        }
    }

    /// The simplest formula between the cases so far: one half-plane if there is one, or else one for each case of one
    /// side, or else one for each pair.
    fn candidate(&self) -> Option<Said> {
        let (inside, outside) = (refs(&self.inside), refs(&self.outside));
        if inside.is_empty() {
            return Some(Said { formula: Term::bool(false), atoms: vec![] });
        }
        if outside.is_empty() {
            return Some(Said { formula: Term::bool(true), atoms: vec![] });
        }
        let between = |a: &[&Sample], b: &[&Sample]| {
            let plane = || Some(Constraint::Le(half_plane(a, b, self.shared)?).to_term());
            literal_between(a, b).or_else(plane)
        };
        if let Some(atom) = between(&inside, &outside) {
            return Some(Said { formula: atom.clone(), atoms: vec![atom] });
        }
        let each = |atoms: Option<Vec<Term>>, joined: fn(Vec<Term>) -> Term| {
            atoms.map(|atoms| Said { formula: joined(atoms.clone()), atoms })
        };
        let one_inside = inside.iter().map(|one| between(&[one], &outside)).collect();
        let one_outside = || outside.iter().map(|one| between(&inside, &[one])).collect();
        each(one_inside, Term::or).or_else(|| each(one_outside(), Term::and)).or_else(|| {
            let pairs =
                |one: &&Sample| outside.iter().map(|other| between(&[*one], &[*other])).collect();
            let pairs: Vec<Vec<Term>> = inside.iter().map(pairs).collect::<Option<_>>()?;
            let formula = Term::or(pairs.iter().cloned().map(Term::and));
            Some(Said { formula, atoms: pairs.into_iter().flatten().collect() })
        })
    }
}

/// Half-planes that separate the cases of all pairs, each of as many as it can.
fn shared_planes(
    mut pairs: Vec<(Rc<Sample>, Rc<Sample>)>,
    shared: &[Var],
    seen: &Seen,
    limits: &Interpolating,
) -> Vec<Linear> {
    let mut found = vec![];
    for _ in 0..limits.planes {
        let mut group = Group { inside: vec![], outside: vec![], plane: Linear::default() };
        pairs.retain(|pair| !group.takes(pair, shared));
        if group.inside.is_empty() {
            break;
        }
        group.widen(seen, shared, limits.widened);
        found.push(group.plane);
    }
    found
}

/// Cases with a half-plane between them.
struct Group {
    inside: Vec<Rc<Sample>>,
    outside: Vec<Rc<Sample>>,
    plane: Linear,
}

impl Group {
    /// Whether there is a half-plane for two more cases as well.
    fn takes(&mut self, (a, b): &(Rc<Sample>, Rc<Sample>), shared: &[Var]) -> bool {
        let with = |all: &[Rc<Sample>], one: &Rc<Sample>| {
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

impl Group {
    /// Takes states that runs came to, where the half-plane leaves them out, to the cases on its inner side, as long as
    /// there is another one then. If all states can be inside, so is perhaps all that is ever reached.
    fn widen(&mut self, seen: &Seen, shared: &[Var], most: usize) {
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

/// Names for the arguments of a predicate that no variable has.
fn arguments(system: &System, pred: PredId) -> Vec<Var> {
    let params = system.pred(pred).params.iter().enumerate();
    params.map(|(n, p)| Var::new(format!("argument {n}"), p.sort.clone())).collect()
}

fn add(atoms: &mut Vocabulary, pred: PredId, more: impl Iterator<Item = Term>) {
    let own = atoms.entry(pred).or_default();
    for atom in more {
        if !own.contains(&atom) {
            own.push(atom);
        }
    }
}

fn refs(samples: &[Rc<Sample>]) -> Vec<&Sample> {
    samples.iter().map(|sample| &**sample).collect()
}

#[cfg(test)]
mod tests;
