//! Facts about a program that a reader is asked for: computed, and compared with what was said.
//!
//! Nothing is taken for wrong that was not shown to be: cells that differ from those that Hornbook takes are judged by the
//! completeness of the step with them.

use super::named_inputs::split_outside_brackets;
use super::strip_after::StripAfter;
use crate::incompleteness::{WITNESS_STEPS, find_elimination, find_witness_view};
use crate::{Input, stages};
use hornbook_abstraction::completeness::Truth;
use hornbook_abstraction::eliminate::Elimination;
use hornbook_abstraction::heuristic::{self, Heuristic, NamedCells};
use hornbook_abstraction::insts::{Algorithm, Call};
use hornbook_abstraction::sigma::Value;
use hornbook_abstraction::simplify::{SimplifyRule, simplify};
use hornbook_base::Budget;
use hornbook_course::answer::AnswerProblem;
use hornbook_course::fact::{AskedFact, YES_OR_NO};
use hornbook_course::judgement::AnswerJudgement;
use hornbook_horn::{Clause, ClauseId, Premise, Sort, Subst, Term, Var};
use hornbook_lia::{Outcome, prove};
use hornbook_records::Stages;
use std::collections::BTreeSet;

/// Steps for deciding whether two indices are the same one.
const EQUALITY_STEPS: u64 = 20_000;

/// The letters of indices that a goal speaks of.
const INDEX_LETTERS: [&str; 6] = ["k", "l", "m", "p", "q", "r"];

/// The most letters that are tried in all orders.
const MOST_REORDERED: usize = 4;

/// A fact, computed.
pub enum KnownFact {
    /// The cells that decide about a step.
    Cells(Box<StepCells>),
    /// Whether nothing is lost; if it is, a witness in words.
    Complete(Result<(), String>),
    /// The first rule, and its effect in words.
    NextStep(SimplifyRule, String),
    /// The arrays after some rounds.
    Strip(StripAfter),
}

impl KnownFact {
    /// The fact in a sentence, with code between backquotes.
    pub fn in_words(&self) -> String {
        match self {
            KnownFact::Cells(cells) => format!("These decide: {}.", cells.in_words(&cells.taken)),
            KnownFact::Complete(Ok(())) => "Nothing is lost.".to_owned(),
            KnownFact::Complete(Err(witness)) => format!("Something is lost: {witness}"),
            KnownFact::NextStep(rule, effect) => {
                format!("First comes the rule *{}*. {effect}", rule.words())
            }
            KnownFact::Strip(strip) => strip.in_words(),
        }
    }
}

/// The step of a line with the cells that are taken there.
pub struct StepCells {
    stages: Stages,
    /// The clauses of the step, which take the same cells.
    clauses: Vec<ClauseId>,
    /// The variables of the clauses.
    vars: BTreeSet<Var>,
    /// The letters of the indices that the goal speaks of.
    letters: Vec<(&'static str, Var)>,
    /// Conditions without arrays under which the step is made.
    conditions: Vec<Term>,
    /// The cells, each as its array and index.
    taken: Vec<(String, Term)>,
    /// The arrays whose cells are taken.
    arrays: Vec<String>,
}

/// The completeness of a step.
enum StepCompleteness {
    /// It is proved that nothing is lost.
    Keeps,
    /// Something is, as this witness shows.
    Loses(String),
    /// Neither was found out.
    Open,
}

/// Computes a fact.
///
/// # Errors
/// Why it cannot be, in a sentence.
pub fn known_fact(input: &Input, fact: &AskedFact) -> Result<KnownFact, String> {
    match fact {
        AskedFact::Cells(line) => {
            cells_at(input, *line).map(|cells| KnownFact::Cells(cells.into()))
        }
        AskedFact::Complete(line) => {
            let (stages, clauses) = steps_on(input, *line)?;
            match completeness(&stages, &clauses) {
                StepCompleteness::Keeps => Ok(KnownFact::Complete(Ok(()))),
                StepCompleteness::Loses(witness) => Ok(KnownFact::Complete(Err(witness))),
                StepCompleteness::Open => {
                    Err(format!("It was not found out whether line {line} loses something."))
                }
            }
        }
        AskedFact::NextStep(line) => first_rule(input, *line),
        AskedFact::Strip { rounds, inputs } => {
            StripAfter::run(input, *rounds, inputs).map(KnownFact::Strip)
        }
    }
}

/// Compares what was said with a fact.
pub(super) fn judge_fact(
    judgement: &mut AnswerJudgement,
    input: &Input,
    fact: &AskedFact,
    said: &str,
) {
    if said.trim().is_empty() {
        return judgement.refuse("There is no answer yet.");
    }
    let known = match known_fact(input, fact) {
        Ok(known) => known,
        Err(reason) => return judgement.leave_open(&reason),
    };
    let said = said.trim();
    match known {
        KnownFact::Cells(mut cells) => cells.judge(judgement, said),
        KnownFact::Complete(found) => judge_completeness(judgement, said, found),
        KnownFact::NextStep(rule, _) if rule.words() == said => {}
        KnownFact::NextStep(rule, effect) => {
            judgement.refuse(&format!("First comes the rule *{}*. {effect}", rule.words()));
        }
        KnownFact::Strip(strip) => strip.judge(judgement, said),
    }
}

/// Says that an answer cannot be read.
pub(super) fn misread(judgement: &mut AnswerJudgement, message: String) {
    judgement.refuse(&message);
    judgement.problems.push(AnswerProblem { blank: None, message });
}

/// The stages of a program, and the clauses of a line; those of claims where there are no others.
fn steps_on(input: &Input, line: u32) -> Result<(Stages, Vec<ClauseId>), String> {
    let system = input.system.as_ref().ok_or("The program has errors.")?;
    let stages = stages(system, &input.lines, &input.settings);
    let on_line = |claims: bool| -> Vec<ClauseId> {
        let clauses = stages.clauses.iter();
        let those = clauses.filter(|c| c.line == line && c.assert.is_some() == claims);
        those.map(|c| c.id).collect()
    };
    let steps = Some(on_line(false)).filter(|steps| !steps.is_empty());
    let steps = steps.unwrap_or_else(|| on_line(true));
    match steps.is_empty() {
        true => Err(format!("No step begins on line {line}.")),
        false => Ok((stages, steps)),
    }
}

fn first_rule(input: &Input, line: u32) -> Result<KnownFact, String> {
    let (stages, clauses) = steps_on(input, line)?;
    let first = |clause: &ClauseId| {
        let (_, elimination) = find_elimination(&stages, *clause)?;
        simplify(&elimination.clause).first().map(|step| (step.rule, step.describe()))
    };
    let rules: Vec<_> = clauses.iter().map(first).collect();
    match rules.as_slice() {
        [Some((rule, effect)), others @ ..]
            if others.iter().all(|other| other.as_ref().is_some_and(|(own, _)| own == rule)) =>
        {
            Ok(KnownFact::NextStep(*rule, effect.clone()))
        }
        [None] => Err(format!("No rule simplifies the clause of line {line}.")),
        _ => Err(format!("The clauses of line {line} begin with different rules.")),
    }
}

/// The completeness of all calls of some clauses together.
fn completeness(stages: &Stages, clauses: &[ClauseId]) -> StepCompleteness {
    let mut open = false;
    for clause in clauses {
        let Some((_, elimination)) = find_elimination(stages, *clause) else {
            return StepCompleteness::Open;
        };
        for (n, done) in elimination.calls.iter().enumerate() {
            if matches!(done.call.completeness.truth, Truth::Complete(_)) {
                continue;
            }
            let mut budget = Budget::steps(WITNESS_STEPS);
            match find_witness_view(stages, *clause, n, &mut budget) {
                Some(view) => return StepCompleteness::Loses(view.sentence),
                None => open = true,
            }
        }
    }
    if open { StepCompleteness::Open } else { StepCompleteness::Keeps }
}

fn judge_completeness(judgement: &mut AnswerJudgement, said: &str, found: Result<(), String>) {
    let [yes, no] = YES_OR_NO;
    match (said, found) {
        (said, Ok(())) if said == yes => {}
        (said, Err(_)) if said == no => {}
        (said, Ok(())) if said == no => {
            judgement.refuse("It is proved that nothing is lost at this step.");
        }
        (said, Err(witness)) if said == yes => {
            judgement.refuse(&format!("Something is lost: {witness}"));
        }
        _ => misread(judgement, format!("The answer is `{yes}` or `{no}`.")),
    }
}

fn cells_at(input: &Input, line: u32) -> Result<StepCells, String> {
    let (stages, clauses) = steps_on(input, line)?;
    let mut steps = clauses.iter().filter_map(|clause| {
        let (concrete, elimination) = find_elimination(&stages, *clause)?;
        let mut cells = CollectedCells::default();
        elimination.calls.iter().for_each(|done| cells.collect(&done.call));
        Some((cells, variables(&elimination), plain_conditions(concrete)))
    });
    let no_cells = || format!("No cells are taken at line {line}.");
    let (cells, mut vars, mut conditions) = steps.next().ok_or_else(no_cells)?;
    for (other, more, others) in steps {
        if other != cells {
            return Err(format!("The steps of line {line} take different cells."));
        }
        vars.extend(more);
        // What holds in each of the steps.
        conditions.retain(|cond| others.contains(cond));
    }
    let CollectedCells { taken, arrays } = cells;
    match taken.is_empty() {
        true => Err(no_cells()),
        false => {
            let letters = letters(&vars);
            Ok(StepCells { stages, clauses, vars, letters, conditions, taken, arrays })
        }
    }
}

/// Letters for the indices that the abstraction of the goal has made, none of which is a variable of the program.
fn letters(vars: &BTreeSet<Var>) -> Vec<(&'static str, Var)> {
    let made = vars.iter().filter(|var| is_made(var, vars)).cloned();
    let is_free = |letter: &&str| vars.iter().all(|var| *var.name != **letter);
    INDEX_LETTERS.into_iter().filter(is_free).zip(made).collect()
}

/// All orders of letters, the given one first; only that one if there are many.
fn orders(letters: &[&'static str]) -> Vec<Vec<&'static str>> {
    if letters.len() <= 1 || letters.len() > MOST_REORDERED {
        return vec![letters.to_vec()];
    }
    let with_first = |n: usize| {
        let others = [&letters[..n], &letters[n + 1..]].concat();
        orders(&others).into_iter().map(move |order| [&[letters[n]], order.as_slice()].concat())
    };
    (0..letters.len()).flat_map(with_first).collect()
}

/// Whether an abstraction has made an index; a mark also has the new value of a variable, which has an old one beside it.
fn is_made(var: &Var, vars: &BTreeSet<Var>) -> bool {
    let Some((base, _)) = var.name.split_once('\'') else { return false };
    var.sort == Sort::Int && base.starts_with("k_") && vars.iter().all(|other| *other.name != *base)
}

/// The conditions of a clause that are about numbers only.
fn plain_conditions(clause: &Clause) -> Vec<Term> {
    let conditions = clause.premises.iter().filter_map(|premise| match premise {
        Premise::Cond(cond) => Some(cond.conjuncts()),
        Premise::Instance(_) => None,
    });
    let is_plain = |cond: &Term| !cond.has_array() && !cond.has_quantifier() && !cond.has_count();
    conditions.flatten().filter(is_plain).collect()
}

/// The variables of a clause, also those of the goal's cells.
fn variables(elimination: &Elimination) -> BTreeSet<Var> {
    let calls = elimination.calls.iter().map(|done| &done.call);
    let of_calls = calls.flat_map(|call| {
        let values = call.expr.leaves();
        [&call.context].into_iter().chain(&values).flat_map(Term::free_vars).collect::<Vec<Var>>()
    });
    elimination.goal_freed.free_vars().into_iter().chain(of_calls).collect()
}

/// The cells that calls take, and the arrays that they are about.
#[derive(Default, PartialEq)]
struct CollectedCells {
    taken: Vec<(String, Term)>,
    arrays: Vec<String>,
}

impl CollectedCells {
    /// Adds the cells of a call and of those inside of it; not one that is taken because none matters.
    fn collect(&mut self, call: &Call) {
        if let (Algorithm::Cell { any, .. }, Value::Leaf(array)) = (&call.algorithm, &call.expr)
            && let Some(array) = array.as_var()
        {
            let name = array.name.to_string();
            let indices = call.set.iter().filter_map(|inst| inst.sharp.leaves().first().cloned());
            for cell in indices.filter(|_| !any).map(|index| (name.clone(), index)) {
                if !self.taken.contains(&cell) {
                    self.taken.push(cell);
                }
            }
            if !self.arrays.contains(&name) {
                self.arrays.push(name);
            }
        }
        call.algorithm.calls().into_iter().for_each(|inner| self.collect(inner));
    }
}

impl StepCells {
    fn judge(&mut self, judgement: &mut AnswerJudgement, said: &str) {
        // The reader may give the letters to indices in any order: in the one by which the answer is right, if there is one.
        let own = self.letters.clone();
        for order in orders(&own.iter().map(|(letter, _)| *letter).collect::<Vec<_>>()) {
            self.letters = order.into_iter().zip(own.iter().map(|(_, var)| var.clone())).collect();
            let said = self.read(said);
            if said.is_ok_and(|said| self.differences(&said).is_none()) {
                return;
            }
        }
        self.letters = own;
        match self.read(said) {
            Ok(said) => self.judge_cells(judgement, &said),
            Err(message) => misread(judgement, message),
        }
    }

    /// The cells that are missing, and those that Hornbook does not take; none if there are none of either.
    fn differences<'c>(
        &'c self,
        said: &'c [(String, Term)],
    ) -> Option<[Vec<&'c (String, Term)>; 2]> {
        let lacks = |cells: &[(String, Term)], cell: &(String, Term)| {
            !cells.iter().any(|other| self.are_equal(other, cell))
        };
        let missing: Vec<_> = self.taken.iter().filter(|cell| lacks(said, cell)).collect();
        let other: Vec<_> = said.iter().filter(|cell| lacks(&self.taken, cell)).collect();
        (!missing.is_empty() || !other.is_empty()).then_some([missing, other])
    }

    fn judge_cells(&self, judgement: &mut AnswerJudgement, said: &[(String, Term)]) {
        let Some([missing, other]) = self.differences(said) else { return };
        if missing.is_empty() {
            return match completeness(&self.stages, &self.clauses) {
                StepCompleteness::Keeps => judgement.refuse(&format!(
                    "These are more cells than needed: {} suffices.",
                    self.in_words(self.taken.iter())
                )),
                _ => match completeness(&self.stages_with(said), &self.clauses) {
                    StepCompleteness::Keeps => {}
                    _ => judgement.leave_open(&format!(
                        "Hornbook does not take {}; whether that loses something was not found out.",
                        self.in_words(other)
                    )),
                },
            };
        }
        match completeness(&self.stages_with(said), &self.clauses) {
            StepCompleteness::Loses(witness) => judgement.refuse(&format!(
                "These cells do not decide: {} is missing. {witness}",
                self.in_words(missing)
            )),
            StepCompleteness::Keeps if said.len() <= self.taken.len() => {}
            StepCompleteness::Keeps => judgement.refuse(&format!(
                "These cells decide, but fewer do: {}.",
                self.in_words(self.taken.iter())
            )),
            StepCompleteness::Open => judgement.leave_open(&format!(
                "Hornbook takes also {}; whether something is lost without that was not found out.",
                self.in_words(missing)
            )),
        }
    }

    /// Reads cells as `a[i], a[k]`, or their indices where there is one array.
    fn read(&self, said: &str) -> Result<Vec<(String, Term)>, String> {
        let mut cells = vec![];
        for part in split_outside_brackets(&said.replace(['′', '’'], "'")) {
            let named = part.strip_suffix(']').and_then(|part| part.split_once('['));
            let named = named.map(|(array, index)| (array.trim().to_owned(), index.to_owned()));
            let named = named.filter(|(array, _)| self.arrays.contains(array));
            let (array, index) = match (named, self.arrays.as_slice()) {
                (Some(cell), _) => cell,
                (None, [only]) if !part.contains('[') => (only.clone(), part.clone()),
                _ => {
                    let arrays: Vec<String> =
                        self.arrays.iter().map(|array| format!("`{array}[i]`")).collect();
                    return Err(format!("`{part}` is no cell; cells are {}.", arrays.join(", ")));
                }
            };
            let cell = (array, self.read_index(&index)?);
            if !cells.iter().any(|known| self.are_equal(known, &cell)) {
                cells.push(cell);
            }
        }
        Ok(cells)
    }

    /// Reads an index; an index of the goal is written as its letter, with or without a mark.
    fn read_index(&self, text: &str) -> Result<Term, String> {
        let exact = |name: &str| self.vars.iter().find(|var| *var.name == *name).cloned();
        let by_letter = |name: &str| {
            let letter = name.trim_end_matches('\'');
            let found = self.letters.iter().find(|(known, _)| *known == letter);
            found.map(|(_, var)| var.clone())
        };
        let known = |name: &str| exact(name).or_else(|| by_letter(name));
        heuristic::index(text, &known).map_err(|error| {
            let own = self.vars.iter().filter(|var| var.sort == Sort::Int);
            let own = own.filter(|var| !var.name.contains('\'')).map(|var| &*var.name);
            let names = own.chain(self.letters.iter().map(|(letter, _)| *letter));
            let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
            format!(
                "`{text}` is no index: {}. Indices are made of {}.",
                error.render_in(text),
                names.join(", ")
            )
        })
    }

    /// Cells in words, with the letters of indices.
    fn in_words<'c>(&self, cells: impl IntoIterator<Item = &'c (String, Term)>) -> String {
        let named =
            self.letters.iter().map(|(letter, var)| (var.clone(), Term::var(&Var::int(letter))));
        let named: Subst = named.collect();
        let word = |(array, index): &(String, Term)| format!("`{array}[{}]`", index.subst(&named));
        let words: Vec<String> = cells.into_iter().map(word).collect();
        if words.is_empty() { "none".to_owned() } else { words.join(" with ") }
    }

    /// Whether two cells are one in each run that makes the step.
    fn are_equal(&self, a: &(String, Term), b: &(String, Term)) -> bool {
        if a.0 != b.0 {
            return false;
        }
        let differ = Term::not(Term::eq(a.1.clone(), b.1.clone()));
        let question: Vec<Term> = self.conditions.iter().cloned().chain([differ]).collect();
        let answer = prove(&question, &mut Budget::steps(EQUALITY_STEPS));
        a.1 == b.1 || matches!(answer, Ok(Outcome::Unsat(_)))
    }

    /// The stages with these cells at the step.
    fn stages_with(&self, said: &[(String, Term)]) -> Stages {
        let mut stages = self.stages.clone();
        stages.policy.heuristic = Heuristic::Manual;
        let named = |clause: &ClauseId, array: &String| {
            let own = said.iter().filter(|(name, _)| name == array);
            let indices = own.map(|(_, index)| index.to_string()).collect();
            NamedCells { clause: clause.0, array: array.clone(), indices }
        };
        let by_clause = self.clauses.iter();
        stages.policy.cells =
            by_clause.flat_map(|c| self.arrays.iter().map(|array| named(c, array))).collect();
        stages
    }
}
