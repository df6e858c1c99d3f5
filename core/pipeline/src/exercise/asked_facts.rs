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
use hornbook_horn::{ClauseId, Premise, Term, Var};
use hornbook_lia::{Outcome, prove};
use hornbook_records::Stages;
use std::collections::BTreeSet;

/// Steps for deciding whether two indices are the same one.
const EQUALITY_STEPS: u64 = 20_000;

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

/// The step of a line with the cells that are taken there.
pub struct StepCells {
    stages: Stages,
    clause: ClauseId,
    /// The variables of the clause.
    vars: BTreeSet<Var>,
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
            let (stages, clause) = step_on(input, *line)?;
            match completeness(&stages, clause) {
                StepCompleteness::Keeps => Ok(KnownFact::Complete(Ok(()))),
                StepCompleteness::Loses(witness) => Ok(KnownFact::Complete(Err(witness))),
                StepCompleteness::Open => {
                    Err(format!("It was not found out whether line {line} loses something."))
                }
            }
        }
        AskedFact::NextStep(line) => {
            let (stages, clause) = step_on(input, *line)?;
            let elimination = find_elimination(&stages, clause).map(|(_, elimination)| elimination);
            let steps = elimination.map_or(vec![], |done| simplify(&done.clause));
            let first = steps.first().map(|step| KnownFact::NextStep(step.rule, step.describe()));
            first.ok_or_else(|| format!("No rule simplifies the clause of line {line}."))
        }
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
        KnownFact::Cells(cells) => cells.judge(judgement, said),
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

/// The stages of a program, and the clause of the only step on a line; a claim is one where nothing else is.
fn step_on(input: &Input, line: u32) -> Result<(Stages, ClauseId), String> {
    let system = input.system.as_ref().ok_or("The program has errors.")?;
    let stages = stages(system, &input.lines, &input.settings);
    let on_line = |claims: bool| {
        let clauses = stages.clauses.iter();
        let those = clauses.filter(move |c| c.line == line && c.assert.is_some() == claims);
        those.map(|c| c.id).collect::<Vec<ClauseId>>()
    };
    let steps = Some(on_line(false)).filter(|steps| !steps.is_empty());
    match steps.unwrap_or_else(|| on_line(true)).as_slice() {
        [only] => Ok((stages, *only)),
        [] => Err(format!("No step begins on line {line}.")),
        _ => {
            Err(format!("Line {line} has several steps; a question can be about a line with one."))
        }
    }
}

/// The completeness of all calls of a clause together.
fn completeness(stages: &Stages, clause: ClauseId) -> StepCompleteness {
    let Some((_, elimination)) = find_elimination(stages, clause) else {
        return StepCompleteness::Open;
    };
    let mut open = false;
    for (n, done) in elimination.calls.iter().enumerate() {
        if matches!(done.call.completeness.truth, Truth::Complete(_)) {
            continue;
        }
        let mut budget = Budget::steps(WITNESS_STEPS);
        match find_witness_view(stages, clause, n, &mut budget) {
            Some(view) => return StepCompleteness::Loses(view.sentence),
            None => open = true,
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
    let (stages, clause) = step_on(input, line)?;
    let no_cells = || format!("No cells are taken at line {line}.");
    let (concrete, elimination) = find_elimination(&stages, clause).ok_or_else(no_cells)?;
    let (mut taken, mut arrays) = (vec![], vec![]);
    for done in &elimination.calls {
        collect_cells(&done.call, &mut taken, &mut arrays);
    }
    if arrays.is_empty() {
        return Err(no_cells());
    }
    let conditions = concrete.premises.iter().filter_map(|premise| match premise {
        Premise::Cond(cond) => Some(cond.conjuncts()),
        Premise::Instance(_) => None,
    });
    let is_plain = |cond: &Term| !cond.has_array() && !cond.has_quantifier() && !cond.has_count();
    let conditions = conditions.flatten().filter(is_plain).collect();
    let vars = variables(&elimination);
    Ok(StepCells { clause, vars, conditions, taken, arrays, stages })
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

/// The cells that a call takes, and those inside of it; not one that is taken because none matters.
fn collect_cells(call: &Call, taken: &mut Vec<(String, Term)>, arrays: &mut Vec<String>) {
    if let (Algorithm::Cell { any, .. }, Value::Leaf(array)) = (&call.algorithm, &call.expr)
        && let Some(array) = array.as_var()
    {
        let name = array.name.to_string();
        let indices = call.set.iter().filter_map(|inst| inst.sharp.leaves().first().cloned());
        for cell in indices.filter(|_| !any).map(|index| (name.clone(), index)) {
            if !taken.contains(&cell) {
                taken.push(cell);
            }
        }
        if !arrays.contains(&name) {
            arrays.push(name);
        }
    }
    call.algorithm.calls().into_iter().for_each(|inner| collect_cells(inner, taken, arrays));
}

impl StepCells {
    fn judge(&self, judgement: &mut AnswerJudgement, said: &str) {
        let said = match self.read(said) {
            Ok(said) => said,
            Err(message) => return misread(judgement, message),
        };
        let lacks = |cells: &[(String, Term)], cell: &(String, Term)| {
            !cells.iter().any(|other| self.are_equal(other, cell))
        };
        let missing: Vec<_> = self.taken.iter().filter(|cell| lacks(&said, cell)).collect();
        let other: Vec<_> = said.iter().filter(|cell| lacks(&self.taken, cell)).collect();
        if missing.is_empty() && other.is_empty() {
            return;
        }
        if missing.is_empty() {
            return match completeness(&self.stages, self.clause) {
                StepCompleteness::Keeps => judgement.refuse(&format!(
                    "These are more cells than needed: {} suffices.",
                    in_words(self.taken.iter())
                )),
                _ => judgement.leave_open(&format!(
                    "Hornbook does not take {}; whether that loses something was not found out.",
                    in_words(other)
                )),
            };
        }
        match completeness(&self.stages_with(&said), self.clause) {
            StepCompleteness::Loses(witness) => judgement.refuse(&format!(
                "These cells do not decide: {} is missing. {witness}",
                in_words(missing)
            )),
            StepCompleteness::Keeps if said.len() <= self.taken.len() => {}
            StepCompleteness::Keeps => judgement.refuse(&format!(
                "These cells decide, but fewer do: {}.",
                in_words(self.taken.iter())
            )),
            StepCompleteness::Open => judgement.leave_open(&format!(
                "Hornbook takes also {}; whether something is lost without that was not found out.",
                in_words(missing)
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

    /// Reads an index; a variable of the goal may be written without its mark.
    fn read_index(&self, text: &str) -> Result<Term, String> {
        let exact = |name: &str| self.vars.iter().find(|var| *var.name == *name).cloned();
        let unmarked = |name: &str| {
            let mut marked = self.vars.iter().filter(|var| var.name.trim_end_matches('\'') == name);
            let only = marked.next().cloned();
            only.filter(|_| marked.next().is_none())
        };
        let known = |name: &str| exact(name).or_else(|| unmarked(name));
        heuristic::index(text, &known).map_err(|error| {
            let ints = self.vars.iter().filter(|var| var.sort == hornbook_horn::Sort::Int);
            let names: Vec<String> = ints.map(|var| format!("`{}`", var.name)).collect();
            format!(
                "`{text}` is no index: {}. The step has the variables {}.",
                error.render_in(text),
                names.join(", ")
            )
        })
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
        let named = self.arrays.iter().map(|array| {
            let own = said.iter().filter(|(name, _)| name == array);
            let indices = own.map(|(_, index)| index.to_string()).collect();
            NamedCells { clause: self.clause.0, array: array.clone(), indices }
        });
        stages.policy.cells = named.collect();
        stages
    }
}

fn in_words<'c>(cells: impl IntoIterator<Item = &'c (String, Term)>) -> String {
    let words = cells.into_iter().map(|(array, index)| format!("`{array}[{index}]`"));
    let words: Vec<String> = words.collect();
    if words.is_empty() { "none".to_owned() } else { words.join(" with ") }
}
