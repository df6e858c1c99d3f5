//! Property-directed reachability over a finite vocabulary (implicit predicate abstraction).
//!
//! States are *minterms*: for one predicate, a truth value for each of its atoms. The engine asks which
//! minterms lead to a violated assertion and tries to block them, frame by frame: the lemmas of frame `k`
//! hold of everything derivable in at most `k` rounds. A blocked minterm is generalised to a clause over few
//! atoms; a minterm that cannot be blocked is recorded as reached, with the rule and the minterms that it
//! follows from. Either some frame becomes inductive, which is an invariant, or an assertion is reached,
//! which is a counterexample of the predicate abstraction and may or may not be one of the clauses. There are
//! finitely many minterms, so this ends.
//!
//! Every order is fixed: the same rules and atoms give the same questions.

mod rule_solver;
mod generalize;

use super::engine::{Engine, EngineProgress, Finding, Setup};
use super::refute::Counterexample;
use super::rule::Lemmas;
use super::rule::Rule;
use super::rule::instantiate;
use super::settings::Reachability;
use super::vocabulary::Vocabulary;
use generalize::AtomShape;
use hornbook_base::{Budget, Exhausted};
use hornbook_horn::{PredId, System, Term, Var};
use hornbook_lia as lia;
use hornbook_lia::{Answer, Lit};
use rule_solver::RuleSolver;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The most steps of one question.
const QUESTION_STEPS: u64 = 2_000_000;

/// The most steps of one obligation, lemma or frame.
const TASK_STEPS: u64 = 10_000_000;

/// A truth value for each atom of a predicate, in the order of its vocabulary.
type Minterm = Vec<bool>;

/// A set of literals over atoms: `(index, value)`. As a lemma it says that not all hold.
type Cube = Vec<(usize, bool)>;

/// The level of lemmas that hold in every frame.
const ALWAYS: u32 = u32::MAX;

/// Lemmas of each predicate that are displayed during the search.
const SHOWN: usize = 3;

/// An application of a rule that reaches a minterm, from the minterms of its body's atoms.
#[derive(Clone, Debug)]
struct RuleApplication {
    rule: usize,
    from: Vec<Minterm>,
}

/// The vocabulary, the lemmas and the reached minterms of a predicate.
struct PredicateState {
    params: Vec<Var>,
    atoms: Vec<Term>,
    shapes: Rc<[AtomShape]>,
    lemmas: Vec<Lemma>,
    reached: BTreeMap<Minterm, RuleApplication>,
}

#[derive(Clone)]
struct Lemma {
    cube: Cube,
    level: u32,
}

/// A proof obligation: a target must not be reachable in so many rounds.
struct Obligation {
    target: Target,
    level: u32,
    /// The rule application by which it may be reached, while that is examined.
    application: Option<RuleApplication>,
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
    predicates: BTreeMap<PredId, PredicateState>,
    solvers: Vec<RuleSolver>,
    obligations: Vec<Obligation>,
    frame: u32,
    /// The rules for `false` that are still to be checked in this frame.
    todo: Vec<usize>,
    /// Rules for `false` that are retired.
    retired: BTreeSet<usize>,
    questions: u64,
}

/// The reason why a step could not be finished.
enum Interruption {
    Budget,
    Stuck(String),
}

impl From<Exhausted> for Interruption {
    fn from(_: Exhausted) -> Interruption {
        Interruption::Budget
    }
}

type StepResult<T> = Result<T, Interruption>;

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
        let predicate = |pred: &PredId| {
            let atoms = vocabulary.get(pred).cloned().unwrap_or_default();
            let params = system.pred(*pred).params.clone();
            let shapes = atoms.iter().map(AtomShape::from_atom).collect();
            let predicate =
                PredicateState { params, atoms, shapes, lemmas: vec![], reached: BTreeMap::new() };
            (*pred, predicate)
        };
        let predicates: BTreeMap<PredId, PredicateState> = preds.iter().map(predicate).collect();
        let solvers =
            rules.iter().map(|r| RuleSolver::new(r, &predicates)).collect::<Result<Vec<_>, _>>()?;
        let mut pdr = Pdr {
            settings: settings.clone(),
            rules,
            predicates,
            solvers,
            obligations: vec![],
            frame: 0,
            todo: vec![],
            retired: BTreeSet::new(),
            questions: 0,
        };
        pdr.todo = pdr.violations();
        Ok(pdr)
    }

    /// The rules for `false` that are not retired, last one first.
    fn violations(&self) -> Vec<usize> {
        let asked = |n: &usize| self.rules[*n].head.is_none() && !self.retired.contains(n);
        (0..self.rules.len()).rev().filter(asked).collect()
    }

    /// The counterexample that a violation ends, each minterm once.
    fn counterexample(&self, last: &RuleApplication) -> Option<Counterexample> {
        let mut nodes = vec![(last.rule, vec![])];
        let mut known: BTreeMap<(PredId, &Minterm), usize> = BTreeMap::new();
        let mut open: VecDeque<(usize, &RuleApplication)> = VecDeque::from([(0, last)]);
        while let Some((at, reason)) = open.pop_front() {
            for (atom, minterm) in self.rules[reason.rule].body.iter().zip(&reason.from) {
                let child = match known.get(&(atom.pred, minterm)) {
                    Some(child) => *child,
                    None => {
                        let below = self.predicates.get(&atom.pred)?.reached.get(minterm)?;
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

    fn advance(&mut self, budget: &mut Budget) -> StepResult<Option<Finding>> {
        budget.spend(1)?;
        if let Some(obligation) = self.obligations.pop() {
            return self.process_obligation(obligation, budget);
        }
        match self.todo.last() {
            Some(rule) => {
                let target = Target::Violation(*rule);
                self.obligations.push(Obligation { target, level: self.frame, application: None });
                Ok(None)
            }
            None => self.next_frame(budget),
        }
    }

    /// One round of work on an obligation that was taken off the stack. If the budget runs out it is put
    /// back.
    fn process_obligation(
        &mut self,
        mut it: Obligation,
        budget: &mut Budget,
    ) -> StepResult<Option<Finding>> {
        match self.examine_target(&mut it, budget) {
            Ok(ObligationStatus::Done) => Ok(None),
            Ok(ObligationStatus::Below(child)) => {
                self.obligations.push(it);
                self.obligations.push(child);
                Ok(None)
            }
            Ok(ObligationStatus::Again) => {
                self.obligations.push(it);
                Ok(None)
            }
            Ok(ObligationStatus::Violated(reason)) => {
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

    fn examine_target(
        &mut self,
        it: &mut Obligation,
        budget: &mut Budget,
    ) -> StepResult<ObligationStatus> {
        if let Target::State(pred, minterm) = &it.target
            && (self.is_reached(*pred, minterm) || self.is_blocked(*pred, minterm, it.level))
        {
            return Ok(ObligationStatus::Done);
        }
        if let Some(application) = it.application.take() {
            return Ok(self.examine_premises(it, application));
        }
        match self.find_application(it, budget)? {
            Some(application) => {
                it.application = Some(application);
                Ok(ObligationStatus::Again)
            }
            None => {
                match it.target.clone() {
                    Target::Violation(_) => {
                        self.todo.pop();
                    }
                    Target::State(pred, minterm) => {
                        self.generalize(pred, &minterm, it.level, budget)?
                    }
                }
                Ok(ObligationStatus::Done)
            }
        }
    }

    /// Examines the minterms of a rule application: the first that is not reached becomes an obligation.
    fn examine_premises(
        &mut self,
        it: &mut Obligation,
        application: RuleApplication,
    ) -> ObligationStatus {
        let level = it.level.wrapping_sub(1);
        let body = &self.rules[application.rule].body;
        for (atom, minterm) in body.iter().zip(&application.from) {
            if self.is_reached(atom.pred, minterm) {
                continue;
            }
            if self.is_blocked(atom.pred, minterm, level) {
                return ObligationStatus::Again;
            }
            let target = Target::State(atom.pred, minterm.clone());
            it.application = Some(application.clone());
            return ObligationStatus::Below(Obligation { target, level, application: None });
        }
        match &it.target {
            Target::Violation(_) => ObligationStatus::Violated(application),
            Target::State(pred, minterm) => {
                if let Some(predicate) = self.predicates.get_mut(pred) {
                    predicate.reached.insert(minterm.clone(), application);
                }
                ObligationStatus::Done
            }
        }
    }

    fn is_reached(&self, pred: PredId, minterm: &Minterm) -> bool {
        self.predicates.get(&pred).is_some_and(|p| p.reached.contains_key(minterm))
    }

    fn is_blocked(&self, pred: PredId, minterm: &Minterm, level: u32) -> bool {
        let excludes = |l: &Lemma| {
            l.level >= level && l.cube.iter().all(|(atom, value)| minterm[*atom] == *value)
        };
        self.predicates.get(&pred).is_some_and(|p| p.lemmas.iter().any(excludes))
    }

    /// A rule application that reaches the target from states that the frame below allows.
    fn find_application(
        &mut self,
        it: &Obligation,
        budget: &mut Budget,
    ) -> StepResult<Option<RuleApplication>> {
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
                return Ok(Some(RuleApplication { rule, from: self.body_minterms(rule) }));
            }
        }
        Ok(None)
    }

    /// Whether the rule can fire from the frame below `level` with the given literals. The body avoids the
    /// cubes in `assume`.
    fn ask(
        &mut self,
        rule: usize,
        level: u32,
        mut literals: Vec<Lit>,
        assume: &[Lit],
        budget: &mut Budget,
    ) -> StepResult<bool> {
        if !self.can_fire(rule, level) {
            return Ok(false);
        }
        self.questions += 1;
        let rule_solver = &mut self.solvers[rule];
        let frame = level.saturating_sub(1);
        literals.extend(assume);
        literals.extend(rule_solver.levels.range(frame..).map(|(_, lit)| *lit));
        budget.spend(1)?;
        match budget.run_limited(QUESTION_STEPS, |own| rule_solver.solver.check(&literals, own)) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(lia::Reason::Products) => Err(Interruption::Stuck(
                "of products of unknowns the solver cannot decide a question".into(),
            )),
            Answer::Unknown(_) => Err(Interruption::Stuck("a question was too hard".into())),
        }
    }

    /// The minterms of a rule's body in the model of the last question.
    fn body_minterms(&self, rule: usize) -> Vec<Minterm> {
        let model = self.solvers[rule].solver.model();
        let minterm = |atom: &super::rule::Atom| {
            let Some(predicate) = self.predicates.get(&atom.pred) else { return vec![] };
            let value = |a: &Term| model.satisfies(&instantiate(a, &predicate.params, &atom.args));
            predicate.atoms.iter().map(value).collect()
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
        let Some(predicate) = self.predicates.get_mut(&pred) else { return };
        let subsumed = |l: &Lemma| {
            l.level <= lemma.level && lemma.cube.iter().all(|literal| l.cube.contains(literal))
        };
        predicate.lemmas.retain(|l| !subsumed(l));
        predicate.lemmas.push(lemma);
    }

    /// Opens the next frame: pushes lemmas up; if a frame has none of its own left, it is inductive.
    fn next_frame(&mut self, budget: &mut Budget) -> StepResult<Option<Finding>> {
        for level in 0..=self.frame {
            for pred in self.predicates.keys().copied().collect::<Vec<_>>() {
                self.push_lemmas(pred, level, budget)?;
            }
            let own = |p: &PredicateState| p.lemmas.iter().any(|l| l.level == level);
            // Violations were looked for from the frames below the current one.
            if level < self.frame && !self.predicates.values().any(own) {
                let (lemmas, fires) =
                    (vec![self.collect_lemmas_above(level)], self.retired.clone());
                return Ok(Some(Finding::Invariant { lemmas, fires }));
            }
        }
        self.frame += 1;
        self.todo = self.violations();
        Ok(None)
    }

    fn push_lemmas(&mut self, pred: PredId, level: u32, budget: &mut Budget) -> StepResult<()> {
        let lemmas = self.predicates.get(&pred).map(|p| p.lemmas.clone()).unwrap_or_default();
        for lemma in lemmas.iter().filter(|l| l.level == level) {
            if self.find_excluded_part(pred, &lemma.cube, level + 1, budget)?.is_some() {
                self.add_lemma(pred, Lemma { cube: lemma.cube.clone(), level: level + 1 });
            }
        }
        Ok(())
    }

    /// The finding for a question that was too hard, about one violation if the obligation has one.
    fn finding_for_hard_question(&self, why: String) -> Finding {
        match self.todo.last() {
            Some(rule) if !self.obligations.is_empty() => Finding::Hard(*rule, why),
            _ => Finding::Stuck(why),
        }
    }

    fn collect_lemmas_above(&self, level: u32) -> Lemmas {
        let above = |p: &PredicateState| {
            let lemmas = p.lemmas.iter().filter(|l| l.level > level);
            lemmas.map(|l| clause(&l.cube, &p.atoms)).collect()
        };
        self.predicates.iter().map(|(id, p)| (*id, above(p))).collect()
    }
}

/// Starts the engine.
///
/// # Errors
/// In words, when a rule leaves the arithmetic that `lia/` decides.
pub(crate) fn start(setup: &Setup<'_>) -> Result<Box<dyn Engine>, String> {
    let Setup { reduced, rules, system, vocabulary, settings, .. } = setup;
    let rules = reduced.strengthen_rules(rules, system);
    Ok(Box::new(Pdr::new(rules, system, vocabulary, &settings.pdr)?))
}

impl Engine for Pdr {
    fn rules(&self) -> &[Rule] {
        &self.rules
    }

    fn retire_rule(&mut self, rule: usize) {
        self.retired.insert(rule);
        self.todo.retain(|r| *r != rule);
        self.obligations.clear();
    }

    fn step(&mut self, budget: &mut Budget) -> Option<Finding> {
        while budget.left() > 0 {
            // One piece of work is never cut short by the end of a slice: begun again it might never end.
            match budget.run_limited(TASK_STEPS, |own| self.advance(own)) {
                Ok(Some(finding)) => return Some(finding),
                Ok(None) => {}
                Err(Interruption::Budget) => {
                    return Some(self.finding_for_hard_question("a step was too hard".into()));
                }
                Err(Interruption::Stuck(why)) => return Some(self.finding_for_hard_question(why)),
            }
        }
        None
    }

    fn questions(&self) -> u64 {
        self.questions
    }

    fn progress(&self) -> EngineProgress {
        let recent = self.predicates.values().flat_map(|predicate| {
            let last = predicate.lemmas.len().saturating_sub(SHOWN);
            predicate.lemmas[last..].iter().map(|l| clause(&l.cube, &predicate.atoms))
        });
        EngineProgress {
            doing: "looking for an invariant",
            depth: self.frame,
            lemmas: self.predicates.values().map(|p| p.lemmas.len() as u64).sum(),
            atoms: self.predicates.values().map(|p| p.atoms.len() as u64).sum(),
            recent: recent.collect(),
        }
    }
}

/// The result of a round of work on an obligation.
enum ObligationStatus {
    /// The obligation is settled.
    Done,
    /// The obligation needs another round.
    Again,
    /// Another obligation must be settled first.
    Below(Obligation),
    /// An assertion is violated.
    Violated(RuleApplication),
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
