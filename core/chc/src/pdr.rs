//! Property-directed reachability over a finite vocabulary (implicit predicate abstraction).
//!
//! States are *minterms*: for one predicate, a truth value for each of its atoms. The engine asks
//! which minterms lead to a violated assertion and tries to block them, frame by frame: the lemmas
//! of frame `k` hold of everything derivable in at most `k` rounds. A blocked minterm is
//! generalised to a clause over few atoms; a minterm that cannot be blocked is recorded as reached,
//! with the rule and the minterms that it follows from. Either some frame becomes inductive, which
//! is an invariant, or an assertion is reached, which is a counterexample of the abstraction by
//! atoms and may or may not be one of the clauses. There are finitely many minterms, so this ends.
//!
//! Every order is fixed: the same rules and atoms give the same questions.

mod guarded;
mod learn;

use super::engine::{Engine, Finding, Learned, Setup};
use super::mine::Vocabulary;
use super::refute::Counterexample;
use super::rule::Lemmas;
use super::rule::Rule;
use super::rule::instantiate;
use super::settings::Reachability;
use guarded::Guarded;
use hornbook_base::{Budget, Exhausted};
use hornbook_horn::{PredId, System, Term, Var};
use hornbook_lia as lia;
use hornbook_lia::{Answer, Lit};
use learn::Shape;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// A truth value for each atom of a predicate, in the order of its vocabulary.
type Minterm = Vec<bool>;

/// A set of literals over atoms: `(index, value)`. As a lemma it says that not all hold.
type Cube = Vec<(usize, bool)>;

/// The level of lemmas that hold in every frame.
const ALWAYS: u32 = u32::MAX;

/// Lemmas of each predicate that are shown while it works.
const SHOWN: usize = 3;

/// Why a minterm is reached: by a rule, from the minterms of its body's atoms.
#[derive(Clone, Debug)]
struct Reason {
    rule: usize,
    from: Vec<Minterm>,
}

/// A predicate with its vocabulary.
struct Place {
    params: Vec<Var>,
    atoms: Vec<Term>,
    shapes: Rc<[Shape]>,
    lemmas: Vec<Lemma>,
    reached: BTreeMap<Minterm, Reason>,
}

#[derive(Clone)]
struct Lemma {
    cube: Cube,
    level: u32,
}

/// An obligation: show that this cannot be reached in so many rounds.
struct Obligation {
    target: Target,
    level: u32,
    /// A way to reach it that is being looked into.
    way: Option<Reason>,
}

#[derive(Clone)]
enum Target {
    Violation(usize),
    State(PredId, Minterm),
}

/// The engine.
pub struct Pdr {
    settings: Reachability,
    rules: Vec<Rule>,
    places: BTreeMap<PredId, Place>,
    solvers: Vec<Guarded>,
    obligations: Vec<Obligation>,
    frame: u32,
    /// The rules for `false` that are still to be checked in this frame.
    todo: Vec<usize>,
    /// Rules for `false` that are no longer asked for.
    excused: BTreeSet<usize>,
    questions: u64,
}

/// A step could not be finished.
enum Halt {
    Budget,
    Stuck(String),
}

impl From<Exhausted> for Halt {
    fn from(_: Exhausted) -> Halt {
        Halt::Budget
    }
}

type Step<T> = Result<T, Halt>;

impl Pdr {
    /// An engine for `rules` over `vocabulary`; `system` has the predicates.
    ///
    /// # Errors
    /// In words, when a rule leaves the arithmetic that `lia/` decides.
    pub fn new(
        rules: Vec<Rule>,
        system: &System,
        vocabulary: &Vocabulary,
        settings: &Reachability,
    ) -> Result<Pdr, String> {
        let preds = rules.iter().flat_map(|r| r.head.iter().chain(&r.body)).map(|a| a.pred);
        let preds: BTreeSet<PredId> = preds.collect();
        let place = |pred: &PredId| {
            let atoms = vocabulary.get(pred).cloned().unwrap_or_default();
            let params = system.pred(*pred).params.clone();
            let shapes = atoms.iter().map(Shape::of).collect();
            let place = Place { params, atoms, shapes, lemmas: vec![], reached: BTreeMap::new() };
            (*pred, place)
        };
        let places: BTreeMap<PredId, Place> = preds.iter().map(place).collect();
        let solvers =
            rules.iter().map(|r| Guarded::new(r, &places)).collect::<Result<Vec<_>, _>>()?;
        let mut pdr = Pdr {
            settings: settings.clone(),
            rules,
            places,
            solvers,
            obligations: vec![],
            frame: 0,
            todo: vec![],
            excused: BTreeSet::new(),
            questions: 0,
        };
        pdr.todo = pdr.violations();
        Ok(pdr)
    }

    /// The rules for `false` that are asked for, last one first.
    fn violations(&self) -> Vec<usize> {
        let asked = |n: &usize| self.rules[*n].head.is_none() && !self.excused.contains(n);
        (0..self.rules.len()).rev().filter(asked).collect()
    }

    /// The rules that reach a violation, each minterm once.
    fn counterexample(&self, last: &Reason) -> Option<Counterexample> {
        let mut nodes = vec![(last.rule, vec![])];
        let mut known: BTreeMap<(PredId, &Minterm), usize> = BTreeMap::new();
        let mut open: VecDeque<(usize, &Reason)> = VecDeque::from([(0, last)]);
        while let Some((at, reason)) = open.pop_front() {
            for (atom, minterm) in self.rules[reason.rule].body.iter().zip(&reason.from) {
                let child = match known.get(&(atom.pred, minterm)) {
                    Some(child) => *child,
                    None => {
                        let below = self.places.get(&atom.pred)?.reached.get(minterm)?;
                        let child = nodes.len();
                        nodes.push((below.rule, vec![]));
                        known.insert((atom.pred, minterm), child);
                        open.push_back((child, below));
                        child
                    }
                };
                nodes[at].1.push(child);
            }
        }
        Some(Counterexample::new(nodes))
    }

    fn advance(&mut self, budget: &mut Budget) -> Step<Option<Finding>> {
        budget.spend(1)?;
        if let Some(obligation) = self.obligations.pop() {
            return self.work_on(obligation, budget);
        }
        match self.todo.last() {
            Some(rule) => {
                let target = Target::Violation(*rule);
                self.obligations.push(Obligation { target, level: self.frame, way: None });
                Ok(None)
            }
            None => self.next_frame(budget),
        }
    }

    /// One round of work on an obligation that was taken off the stack. If the budget runs out it
    /// is put back.
    fn work_on(&mut self, mut it: Obligation, budget: &mut Budget) -> Step<Option<Finding>> {
        match self.pursue(&mut it, budget) {
            Ok(Pursuit::Done) => Ok(None),
            Ok(Pursuit::Below(child)) => {
                self.obligations.push(it);
                self.obligations.push(child);
                Ok(None)
            }
            Ok(Pursuit::Again) => {
                self.obligations.push(it);
                Ok(None)
            }
            Ok(Pursuit::Violated(reason)) => {
                let found = self.counterexample(&reason).map(Finding::Counterexample);
                let lost = || Finding::Stuck("a counterexample was lost".into());
                Ok(Some(found.unwrap_or_else(lost)))
            }
            Err(halt) => {
                self.obligations.push(it);
                Err(halt)
            }
        }
    }

    fn pursue(&mut self, it: &mut Obligation, budget: &mut Budget) -> Step<Pursuit> {
        if let Target::State(pred, minterm) = &it.target
            && (self.is_reached(*pred, minterm) || self.is_blocked(*pred, minterm, it.level))
        {
            return Ok(Pursuit::Done);
        }
        if let Some(way) = it.way.take() {
            return Ok(self.follow(it, way));
        }
        match self.find_way(it, budget)? {
            Some(way) => {
                it.way = Some(way);
                Ok(Pursuit::Again)
            }
            None => {
                match it.target.clone() {
                    Target::Violation(_) => {
                        self.todo.pop();
                    }
                    Target::State(pred, minterm) => self.learn(pred, &minterm, it.level, budget)?,
                }
                Ok(Pursuit::Done)
            }
        }
    }

    /// Looks at the minterms that a way comes from: blocks the first that is not reached.
    fn follow(&mut self, it: &mut Obligation, way: Reason) -> Pursuit {
        let level = it.level.wrapping_sub(1);
        let body = &self.rules[way.rule].body;
        for (atom, minterm) in body.iter().zip(&way.from) {
            if self.is_reached(atom.pred, minterm) {
                continue;
            }
            if self.is_blocked(atom.pred, minterm, level) {
                return Pursuit::Again;
            }
            let target = Target::State(atom.pred, minterm.clone());
            it.way = Some(way.clone());
            return Pursuit::Below(Obligation { target, level, way: None });
        }
        match &it.target {
            Target::Violation(_) => Pursuit::Violated(way),
            Target::State(pred, minterm) => {
                if let Some(place) = self.places.get_mut(pred) {
                    place.reached.insert(minterm.clone(), way);
                }
                Pursuit::Done
            }
        }
    }

    fn is_reached(&self, pred: PredId, minterm: &Minterm) -> bool {
        self.places.get(&pred).is_some_and(|p| p.reached.contains_key(minterm))
    }

    fn is_blocked(&self, pred: PredId, minterm: &Minterm, level: u32) -> bool {
        let excludes = |l: &Lemma| {
            l.level >= level && l.cube.iter().all(|(atom, value)| minterm[*atom] == *value)
        };
        self.places.get(&pred).is_some_and(|p| p.lemmas.iter().any(excludes))
    }

    /// A rule instance that reaches the target from what the frame below allows.
    fn find_way(&mut self, it: &Obligation, budget: &mut Budget) -> Step<Option<Reason>> {
        for rule in 0..self.rules.len() {
            let head = match (&it.target, &self.rules[rule].head) {
                (Target::Violation(wanted), _) if *wanted == rule => vec![],
                (Target::State(pred, minterm), Some(head)) if head.pred == *pred => {
                    let literals = self.solvers[rule].head.iter().zip(minterm);
                    literals.map(|(lit, value)| signed(*lit, *value)).collect()
                }
                _ => continue,
            };
            if self.ask(rule, it.level, head, &[], budget)? {
                return Ok(Some(Reason { rule, from: self.body_minterms(rule) }));
            }
        }
        Ok(None)
    }

    /// Whether the rule can fire from the frame below `level` with the given literals.
    /// `assume` are further cubes that its body avoids.
    fn ask(
        &mut self,
        rule: usize,
        level: u32,
        mut literals: Vec<Lit>,
        assume: &[Lit],
        budget: &mut Budget,
    ) -> Step<bool> {
        if !self.can_fire(rule, level) {
            return Ok(false);
        }
        self.questions += 1;
        let guarded = &mut self.solvers[rule];
        let frame = level.saturating_sub(1);
        literals.extend(assume);
        literals.extend(guarded.levels.range(frame..).map(|(_, lit)| *lit));
        budget.spend(1)?;
        match budget.within(self.settings.question, |own| guarded.solver.check(&literals, own)) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(lia::Reason::Products) => Err(Halt::Stuck(
                "of products of unknowns the solver cannot decide a question".into(),
            )),
            Answer::Unknown(_) => Err(Halt::Stuck("a question was too hard".into())),
        }
    }

    /// The minterms of a rule's body in the model of the last question.
    fn body_minterms(&self, rule: usize) -> Vec<Minterm> {
        let model = self.solvers[rule].solver.model();
        let minterm = |atom: &super::rule::Atom| {
            let Some(place) = self.places.get(&atom.pred) else { return vec![] };
            let value = |a: &Term| model.satisfies(&instantiate(a, &place.params, &atom.args));
            place.atoms.iter().map(value).collect()
        };
        self.rules[rule].body.iter().map(minterm).collect()
    }

    fn add_lemma(&mut self, pred: PredId, lemma: Lemma) {
        for rule in 0..self.rules.len() {
            if self.rules[rule].body.iter().any(|a| a.pred == pred) {
                let switch = self.solvers[rule].level(lemma.level);
                // Atoms were accepted when the engine was made, so this cannot fail; a lemma that
                // is missing would only make the engine weaker.
                if let Some(switch) = switch {
                    let _ = self.assert_lemma(rule, pred, &lemma.cube, switch);
                }
            }
        }
        let Some(place) = self.places.get_mut(&pred) else { return };
        let subsumed = |l: &Lemma| {
            l.level <= lemma.level && lemma.cube.iter().all(|literal| l.cube.contains(literal))
        };
        place.lemmas.retain(|l| !subsumed(l));
        place.lemmas.push(lemma);
    }

    /// Opens the next frame: moves lemmas up; if a frame has none of its own left, it is inductive.
    fn next_frame(&mut self, budget: &mut Budget) -> Step<Option<Finding>> {
        for level in 0..=self.frame {
            for pred in self.places.keys().copied().collect::<Vec<_>>() {
                self.push_lemmas(pred, level, budget)?;
            }
            let own = |p: &Place| p.lemmas.iter().any(|l| l.level == level);
            // Violations were looked for from the frames below the current one.
            if level < self.frame && !self.places.values().any(own) {
                let (lemmas, fires) = (vec![self.lemmas_above(level)], self.excused.clone());
                return Ok(Some(Finding::Invariant { lemmas, fires }));
            }
        }
        self.frame += 1;
        self.todo = self.violations();
        Ok(None)
    }

    fn push_lemmas(&mut self, pred: PredId, level: u32, budget: &mut Budget) -> Step<()> {
        let lemmas = self.places.get(&pred).map(|p| p.lemmas.clone()).unwrap_or_default();
        for lemma in lemmas.iter().filter(|l| l.level == level) {
            if self.excluded(pred, &lemma.cube, level + 1, budget)?.is_some() {
                self.add_lemma(pred, Lemma { cube: lemma.cube.clone(), level: level + 1 });
            }
        }
        Ok(())
    }

    /// What was too hard, where that is about one violation.
    fn halted(&self, why: String) -> Finding {
        match self.todo.last() {
            Some(rule) if !self.obligations.is_empty() => Finding::Hard(*rule, why),
            _ => Finding::Stuck(why),
        }
    }

    fn lemmas_above(&self, level: u32) -> Lemmas {
        let above = |p: &Place| {
            let lemmas = p.lemmas.iter().filter(|l| l.level > level);
            lemmas.map(|l| clause(&l.cube, &p.atoms)).collect()
        };
        self.places.iter().map(|(id, p)| (*id, above(p))).collect()
    }
}

/// Begins the engine on rules, over what is mined from them.
///
/// # Errors
/// In words, when a rule leaves the arithmetic that `lia/` decides.
pub fn start(setup: &Setup<'_>) -> Result<Box<dyn Engine>, String> {
    let Setup { reduced, rules, system, vocabulary, settings, .. } = setup;
    let rules = reduced.with_assumed(rules, system);
    Ok(Box::new(Pdr::new(rules, system, vocabulary, &settings.pdr)?))
}

impl Engine for Pdr {
    fn rules(&self) -> &[Rule] {
        &self.rules
    }

    fn excuse(&mut self, rule: usize) {
        self.excused.insert(rule);
        self.todo.retain(|r| *r != rule);
        self.obligations.clear();
    }

    fn step(&mut self, budget: &mut Budget) -> Option<Finding> {
        while budget.left() > 0 {
            // One piece of work is never cut short by the slice that it happens to fall into:
            // begun again in the next slice it might never end.
            let mut own = Budget::steps(self.settings.piece);
            let done = self.advance(&mut own);
            budget.charge((self.settings.piece - own.left()).max(1));
            match done {
                Ok(Some(finding)) => return Some(finding),
                Ok(None) => {}
                Err(Halt::Budget) => return Some(self.halted("a step was too hard".into())),
                Err(Halt::Stuck(why)) => return Some(self.halted(why)),
            }
        }
        None
    }

    fn questions(&self) -> u64 {
        self.questions
    }

    fn learned(&self) -> Learned {
        let recent = self.places.values().flat_map(|place| {
            let last = place.lemmas.len().saturating_sub(SHOWN);
            place.lemmas[last..].iter().map(|l| clause(&l.cube, &place.atoms))
        });
        Learned {
            doing: "looking for an invariant",
            depth: self.frame,
            lemmas: self.places.values().map(|p| p.lemmas.len() as u64).sum(),
            atoms: self.places.values().map(|p| p.atoms.len() as u64).sum(),
            recent: recent.collect(),
        }
    }
}

enum Pursuit {
    /// The obligation is settled.
    Done,
    /// It needs another round.
    Again,
    /// Another one must be settled first.
    Below(Obligation),
    /// An assertion is violated.
    Violated(Reason),
}

/// The clause that says that not all literals of a cube hold.
fn clause(cube: &Cube, atoms: &[Term]) -> Term {
    Term::or(cube.iter().map(|(atom, value)| {
        if *value { Term::not(atoms[*atom].clone()) } else { atoms[*atom].clone() }
    }))
}

fn signed(lit: Lit, value: bool) -> Lit {
    if value { lit } else { !lit }
}
