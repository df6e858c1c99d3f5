//! The abstraction against z3: what is wrong stays wrong whichever cells are chosen, and the
//! invariants that are found satisfy the clauses of every stage.

use crate::support::z3;
use hornbook_abstraction::completeness::Truth;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_base::Budget;
use hornbook_chc::engine::{Engine, Finding};
use hornbook_chc::hints::Copies;
use hornbook_chc::hints::Hints;
use hornbook_chc::minimise::minimise_lemmas;
use hornbook_chc::pdr::Pdr;
use hornbook_chc::reduce::inline::{Inlined, inline};
use hornbook_chc::rule::{Rule, read_rules};
use hornbook_chc::search::strategies::VocabularyLevel;
use hornbook_chc::settings::{Passes, Settings};
use hornbook_chc::vocabulary::{RuleCases, collect_atoms};
use hornbook_horn::smtlib::{symbol, term, write};
use hornbook_horn::{
    Clause, Goal, Names, PredId, Premise, Quantifier, Sort, Subst, System, Term, Var, arrays,
};
use hornbook_pipeline::hints::hints;
use hornbook_pipeline::{Choices, Input, Solving, Status, stages};
use hornbook_records::{Stages, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Steps for each search: some times more than the programs here need.
const STEPS: u64 = 2_000_000;
/// How long z3 may think about a system of clauses, in milliseconds.
const SYSTEM: usize = 2_000;
/// How long it may think about one clause.
const CLAUSE: usize = 1_000;
/// How long it may think where it often does not come to an end.
const QUANTIFIED: usize = 400;
/// Programs whose invariant is found soon with two cells as well.
const QUICK: [&str; 4] = ["01_init_zero", "02_init_zero_forall", "06_copy", "13_init_even_cells"];

// ---- Programs --------------------------------------------------------------------------------

/// The example programs by name, those that expect a verdict with one cell.
fn programs(verdict: &str) -> Vec<(String, String)> {
    let expected = format!("// expect cell1: {verdict}");
    let examples = crate::support::programs::menu().into_iter().map(|e| (e.name, e.text));
    examples.filter(|(_, text)| text.lines().any(|l| l == expected)).collect()
}

/// All heuristics that need no help.
fn heuristics() -> impl Iterator<Item = Heuristic> {
    Heuristic::ALL.into_iter().filter(|h| *h != Heuristic::Manual)
}

fn input(text: &str, abstraction: &str, heuristic: Heuristic) -> Input {
    let abstraction = abstraction.parse().expect("an abstraction");
    let options = Choices { heuristic: Some(heuristic), ..Choices::abstraction(abstraction) };
    Input::program(text, &options)
}

fn all_stages(input: &Input) -> Stages {
    let system = input.system.as_ref().expect("a program without errors");
    stages(system, &input.lines, &input.settings)
}

// ---- Invariants ------------------------------------------------------------------------------

/// What the predicates mean; those that are left out mean the least that their clauses allow.
type Meaning = BTreeMap<PredId, Term>;

/// An invariant that proves all assertions of the last stage, if one is found.
fn invariant(stages: &Stages) -> Option<Meaning> {
    let system = &stages.simplified;
    let rules = read_rules(system).ok()?;
    let heads = system.pred_ids().filter(|p| system.pred(*p).loop_head).collect();
    let Inlined { rules, retained_predicates } = inline(rules, &heads, &Passes::default());
    let mut lemmas = search(stages, &rules)?;
    lemmas = minimise_lemmas(&rules, system, &lemmas, &mut Budget::steps(100 * STEPS));
    let formula = |p: &PredId| Term::and(lemmas.get(p).cloned().unwrap_or_default());
    Some(retained_predicates.iter().map(|p| (*p, formula(p))).collect())
}

fn search(stages: &Stages, rules: &[Rule]) -> Option<BTreeMap<PredId, Vec<Term>>> {
    let system = &stages.simplified;
    let hints = Hints { copies: Copies::new(), ..hints(&stages.concrete, &stages.abstraction) };
    let Settings { mine: mining, pdr, .. } = Settings::default();
    use VocabularyLevel::{Guards, Lean, Relations, Stride, Transport};
    for richness in [Lean, Guards, Transport, Relations, Stride] {
        let rule_cases = RuleCases::from_rules(rules, system);
        let vocabulary = collect_atoms(&rule_cases, system, &hints, richness, &mining).vocabulary;
        let mut pdr = Pdr::new(rules.to_vec(), system, &vocabulary, &pdr).ok()?;
        if let Finding::Invariant { lemmas, .. } = pdr.step(&mut Budget::steps(STEPS))? {
            return lemmas.into_iter().next();
        }
    }
    None
}

// ---- Clauses as questions --------------------------------------------------------------------

fn sort(sort: &Sort) -> String {
    match sort {
        Sort::Int => "Int".to_owned(),
        Sort::Bool => "Bool".to_owned(),
        Sort::Array(cell) => format!("(Array Int {})", self::sort(cell)),
    }
}

/// Definitions of the predicates of a system, each after those that it needs.
struct Definitions<'s> {
    system: &'s System,
    meaning: &'s Meaning,
    begun: BTreeSet<PredId>,
    text: String,
}

impl<'s> Definitions<'s> {
    fn text(system: &'s System, meaning: &'s Meaning) -> String {
        let mut all = Definitions { system, meaning, begun: BTreeSet::new(), text: String::new() };
        system.pred_ids().for_each(|p| all.define(p));
        all.text
    }

    fn define(&mut self, id: PredId) {
        if !self.begun.insert(id) {
            return;
        }
        let pred = self.system.pred(id);
        let body = match self.meaning.get(&id) {
            Some(formula) => formula.clone(),
            None => self.least(id),
        };
        let params = pred.params.iter().map(|v| format!("({} {})", symbol(&v.name), sort(&v.sort)));
        let params: Vec<String> = params.collect();
        let name = symbol(&pred.name);
        let _ =
            writeln!(self.text, "(define-fun {name} ({}) Bool {})", params.join(" "), term(&body));
    }

    /// What the clauses derive a predicate from. Every cycle has a predicate with a meaning of
    /// its own, or z3 would find a definition missing.
    fn least(&mut self, id: PredId) -> Term {
        let system = self.system;
        let params = &system.pred(id).params;
        let mut cases = vec![];
        for clause in &system.clauses {
            let clause = arrays::standard(clause);
            let Goal::Instance(goal) = &clause.goal else { continue };
            if goal.pred != id {
                continue;
            }
            clause.instances().for_each(|i| self.define(i.pred));
            let taken = clause.all_vars().into_iter().chain(params.iter().cloned());
            let mut names = Names::avoiding(taken);
            // A quantified goal holds for each of its values.
            let free: Vec<Var> = clause.free_vars().into_iter().chain(goal.bound.clone()).collect();
            let own: Vec<Var> = free.iter().map(|v| names.fresh(v)).collect();
            let map: Subst = free.into_iter().zip(own.iter().map(Term::var)).collect();
            let equations = params.iter().zip(&goal.args);
            let equations = equations.map(|(p, a)| Term::eq(Term::var(p), a.subst(&map)));
            let mut parts = vec![goal.guard.subst(&map)];
            parts.extend(premises(&clause, system).into_iter().map(|t| t.subst(&map)));
            parts.extend(equations);
            cases.push(Term::quant(Quantifier::Exists, own, Term::and(parts)));
        }
        Term::or(cases)
    }
}

fn premises(clause: &Clause, system: &System) -> Vec<Term> {
    let formula = |p: &Premise| match p {
        Premise::Instance(i) => i.to_term(system),
        Premise::Cond(c) => c.clone(),
    };
    clause.premises.iter().map(formula).collect()
}

/// For each clause whose goal has a meaning of its own a script that is unsatisfiable if and only
/// if the clause holds; the other clauses hold by definition.
fn questions(system: &System, meaning: &Meaning) -> Vec<String> {
    let definitions = Definitions::text(system, meaning);
    let question = |clause: &Clause| {
        let clause = arrays::standard(clause);
        let goal = match &clause.goal {
            Goal::Cond(c) => c.clone(),
            Goal::Instance(i) if meaning.contains_key(&i.pred) => i.to_term(system),
            Goal::Instance(_) => return None,
        };
        let whole = Term::implies(Term::and(premises(&clause, system)), goal);
        let whole = Term::forall(clause.free_vars().into_iter().collect(), whole);
        Some(format!("{definitions}(assert {})\n", term(&Term::not(whole))))
    };
    system.clauses.iter().filter_map(question).collect()
}

// ---- Tests -----------------------------------------------------------------------------------

/// Scripts for z3, each once, with what they are about.
#[derive(Default)]
struct Questions {
    about: Vec<String>,
    texts: Vec<String>,
}

impl Questions {
    fn ask(&mut self, about: &str, text: String) {
        if !self.texts.contains(&text) {
            self.about.push(about.to_owned());
            self.texts.push(text);
        }
    }

    /// How many of the answers are `wanted`; the others must be `unknown`.
    fn count(&self, answers: &[String], wanted: &str) -> usize {
        assert_eq!(answers.len(), self.texts.len());
        for ((about, text), answer) in self.about.iter().zip(&self.texts).zip(answers) {
            assert!(answer == wanted || answer == "unknown", "{about}: {answer}\n{text}");
        }
        let decided = answers.iter().filter(|a| *a == wanted).count();
        println!("{decided} of {} are {wanted}", answers.len());
        decided
    }
}

/// Every premise is as weak as before or weaker, so a bug stays one even where cells that matter
/// were left out.
#[test]
fn no_choice_of_cells_hides_a_bug() {
    let mut lossless = Questions::default();
    let mut others = Questions::default();
    for (name, text) in programs("buggy") {
        let coarse = ["cell<2", "smash", "sign . cell", "first", "cell * nothing"];
        let ways = heuristics().map(|h| ("cell1", h));
        let ways = ways.chain(coarse.map(|a| (a, Heuristic::Relevant)));
        for (abstraction, heuristic) in ways.chain([("cell<2", Heuristic::Ma15)]) {
            let stages = all_stages(&input(&text, abstraction, heuristic));
            let complete = matches!(stages.completeness.truth, Truth::Complete(_));
            let loses = stages.clauses.iter().any(|c| c.simplification_may_lose);
            let questions = if complete && !loses { &mut lossless } else { &mut others };
            let about = format!("{name}, {abstraction}, {heuristic}");
            questions.ask(&about, write(&stages.simplified, None));
        }
    }
    for questions in [lossless, others] {
        let Some(answers) = z3::solve(&questions.texts, SYSTEM) else { return };
        assert!(questions.count(&answers, "unsat") >= 4);
    }
}

#[test]
fn found_invariants_satisfy_the_clauses_of_every_stage() {
    let mut plain = Questions::default();
    let mut quantified = Questions::default();
    let mut empty = vec![];
    for (name, text) in programs("certified") {
        let two = QUICK.contains(&name.as_str()).then_some(("cell<2", Heuristic::Relevant));
        for (abstraction, heuristic) in heuristics().map(|h| ("cell1", h)).chain(two) {
            let stages = all_stages(&input(&text, abstraction, heuristic));
            let found = invariant(&stages);
            let about = format!("{name}, {abstraction}, {heuristic}");
            assert!(found.is_some() || heuristic != Heuristic::Relevant, "{about}");
            let Some(found) = found else { continue };
            for system in [&stages.simplified, &stages.eliminated] {
                questions(system, &found).into_iter().for_each(|q| plain.ask(&about, q));
            }
            if (abstraction, heuristic) == ("cell1", Heuristic::Relevant) {
                let system = &stages.abstracted;
                questions(system, &found).into_iter().for_each(|q| quantified.ask(&about, q));
                let nothing = found.keys().map(|p| (*p, Term::bool(true))).collect();
                empty.push(questions(&stages.simplified, &nothing));
            }
        }
    }
    let Some(answers) = z3::check(&plain.texts, CLAUSE) else { return };
    assert!(plain.count(&answers, "unsat") * 10 >= plain.texts.len() * 9);
    let Some(answers) = z3::check(&quantified.texts, QUANTIFIED) else { return };
    assert!(quantified.count(&answers, "unsat") * 2 >= quantified.texts.len());
    // The questions can fail: an invariant that says nothing proves no assertion.
    for texts in empty {
        let Some(answers) = z3::check(&texts, CLAUSE) else { return };
        assert!(answers.iter().any(|a| a == "sat"), "{}", texts.join("\n"));
    }
}

#[test]
fn shown_invariants_hold_in_the_program() {
    let mut asked = Questions::default();
    for (name, text) in programs("certified") {
        let input = input(&text, "cell1", Heuristic::Relevant);
        let mut solving = Solving::new(&input).expect("a program without errors");
        let Status::Done(outcome) = solving.step(STEPS) else { panic!("{name} takes long") };
        assert_eq!(outcome.verdict, Verdict::Certified, "{name}");
        let concrete = &solving.stages().concrete;
        let point = |name: &str| concrete.pred_ids().find(|p| concrete.pred(*p).name == name);
        let shown = outcome.invariants.iter();
        let shown = shown.map(|i| (point(&i.name).expect("a point"), Term::and(i.parts.clone())));
        let shown: Meaning = shown.collect();
        questions(concrete, &shown).into_iter().for_each(|q| asked.ask(&name, q));
    }
    let Some(answers) = z3::check(&asked.texts, CLAUSE) else { return };
    assert!(asked.count(&answers, "unsat") * 10 >= asked.texts.len() * 9);
}

#[test]
fn z3_finds_no_fault_in_certified_clauses() {
    let mut systems = Questions::default();
    for (name, text) in programs("certified") {
        let stages = all_stages(&input(&text, "cell1", Heuristic::Relevant));
        systems.ask(&name, write(&stages.simplified, None));
    }
    let Some(answers) = z3::solve(&systems.texts, QUANTIFIED) else { return };
    assert!(systems.count(&answers, "sat") >= 3);
}
