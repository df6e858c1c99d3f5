//! Runs of a filled program and of the solution on the same small inputs.
//!
//! A verdict is about the runs that reach a claim. An answer that leaves its loop never, for whatever inputs, has fewer such
//! runs; so it must end where the solution does, and reach each claim about as often. Larger inputs are not tried.

use hornbook_base::Int;
use hornbook_course::answer::Answer;
use hornbook_course::template::{Filling, Template};
use hornbook_lang as lang;
use hornbook_lang::interp::{Choice, Choices, End, StepKind, Trace, Value, run};
use hornbook_lang::typed::{AssertionKind, TypedProgram};
use hornbook_runs::random_runs::SmallInputs;
use std::collections::BTreeMap;

/// How many runs are made.
const RUNS: u64 = 200;

/// The most steps of one of the solution.
const RUN_STEPS: usize = 2_000;

/// The most steps of one of the answer, which may take longer to do the same.
const ANSWER_STEPS: usize = 20_000;

/// The claims that runs must reach.
const CLAIMS: [AssertionKind; 2] = [AssertionKind::Asserted, AssertionKind::Ensures];

/// A filled program without errors, with the places of the answer.
pub(super) struct FilledProgram {
    program: TypedProgram,
    fillings: Vec<Filling>,
}

impl FilledProgram {
    /// Fills a template; none if the program has errors.
    pub(super) fn read(template: &Template, answer: &Answer) -> Option<FilledProgram> {
        let (text, fillings) = template.fill(answer);
        let program = lang::front_end(&text, lang::Options::default()).0?;
        Some(FilledProgram { program, fillings })
    }

    fn run(&self, number: u64, steps: usize) -> Trace {
        let (inputs, others) = (SmallInputs::mixed(number), SmallInputs::mixed(number + RUNS));
        let fillings = &self.fillings;
        run(&self.program, &mut LockedInputs { inputs, others, fillings }, steps)
    }

    /// The small runs. Those of an answer end with the first that does not end although the solution's does.
    fn small_runs(&self, model: Option<&[SmallRun]>) -> Vec<SmallRun> {
        let claims = self.locked_claims();
        let mut runs = vec![];
        for number in 0..RUNS {
            let model = model.map(|model| &model[number as usize]);
            let steps = if model.is_some() { ANSWER_STEPS } else { RUN_STEPS };
            let trace = self.run(number, steps);
            let ends = trace.end == Some(End::Finished);
            let reached = claims.iter().map(|claim| count_visits(&trace, *claim)).collect();
            runs.push(SmallRun { ends, reached });
            if !ends && model.is_some_and(|model| model.ends) {
                break;
            }
        }
        runs
    }

    /// Whether some claim of the locked text is reached by none of the small runs, so that nobody would notice answers that
    /// keep runs away from it.
    pub(super) fn never_reaches_a_claim(&self) -> bool {
        let runs = self.small_runs(None);
        let claims = runs.first().map_or(0, |run| run.reached.len());
        (0..claims).any(|claim| runs.iter().all(|run| run.reached[claim] == 0))
    }

    /// The claims of the locked text.
    fn locked_claims(&self) -> Vec<usize> {
        let is_in_answer = |id: usize| {
            let span = self.program.asserts[id].span;
            self.fillings.iter().any(|f| f.span.start <= span.start && span.end <= f.span.end)
        };
        let is_claim =
            |id: &usize| CLAIMS.contains(&self.program.asserts[*id].kind) && !is_in_answer(*id);
        (0..self.program.asserts.len()).filter(is_claim).collect()
    }

    /// The values of some variables at the end of a run that ends; none for others.
    fn results(&self, number: u64, names: &[String]) -> Option<BTreeMap<String, Value>> {
        let trace = self.run(number, ANSWER_STEPS);
        if trace.end != Some(End::Finished) {
            return None;
        }
        // Variables at the end of the program are still alive at its last step.
        let state = trace.state_after(trace.steps.len().checked_sub(1)?);
        let value = |name: &String| {
            let var = self.program.vars.iter().position(|var| var.name == *name)?;
            let scalar = state.scalars.iter().find(|(id, _)| id.0 as usize == var);
            let array = state.arrays.iter().find(|(id, _)| id.0 as usize == var);
            let array = array.map(|(_, array)| Value::Array(array.clone()));
            scalar.map(|(_, value)| value.clone()).or(array).map(|value| (name.clone(), value))
        };
        names.iter().map(value).collect()
    }
}

/// A run on small inputs.
struct SmallRun {
    ends: bool,
    /// How often it comes to each of the locked claims.
    reached: Vec<usize>,
}

fn count_visits(trace: &Trace, claim: usize) -> usize {
    let is_it =
        |kind: &StepKind| matches!(kind, StepKind::Assert { id, .. } if id.0 as usize == claim);
    trace.steps.iter().filter(|step| is_it(&step.kind)).count()
}

/// Small inputs for what the locked text leaves open, and others for what an answer does, so that the former are the same in
/// all programs.
struct LockedInputs<'f> {
    inputs: SmallInputs,
    others: SmallInputs,
    fillings: &'f [Filling],
}

impl Choices for LockedInputs<'_> {
    fn choose(&mut self, choice: Choice<'_>) -> Value {
        let span = match &choice {
            Choice::Initial(_, info) => info.span,
            Choice::Nondet { span, .. } => *span,
        };
        let is_in = |f: &Filling| f.span.start <= span.start && span.end <= f.span.end;
        match self.fillings.iter().any(is_in) {
            true => self.others.choose(choice),
            false => self.inputs.choose(choice),
        }
    }
}

/// The reason why an answer keeps runs away from a claim, if it does.
pub(super) fn keeps_runs_away(answer: &FilledProgram, solution: &FilledProgram) -> Option<String> {
    let model = solution.small_runs(None);
    let mine = answer.small_runs(Some(&model));
    if mine.len() < model.len()
        || mine.iter().zip(&model).any(|(run, model)| model.ends && !run.ends)
    {
        let message = "For some small inputs the program does not come to its end, or takes very long, although it could.";
        return Some(message.to_owned());
    }
    let count = |runs: &[SmallRun], claim: usize| -> usize {
        runs.iter().filter_map(|run| run.reached.get(claim)).sum()
    };
    let claims = model.first().map_or(0, |run| run.reached.len());
    let kept = (0..claims).any(|claim| count(&mine, claim) * 2 < count(&model, claim));
    kept.then(|| {
        "Too few runs reach the claims: with this answer many inputs are excluded, or lead past them.".to_owned()
    })
}

/// The comparison of what two programs compute of small inputs.
pub(super) enum SmallComparison {
    /// All results are equal.
    Equal,
    /// They are not, as the sentence says.
    Different(String),
    /// The model has no results.
    NotCompared,
}

/// Compares the results of two programs on small inputs.
pub(super) fn compare_on_small_runs(
    answer: &FilledProgram,
    solution: &FilledProgram,
    names: &[String],
) -> SmallComparison {
    let mut is_compared = false;
    for number in 0..RUNS {
        let Some(model) = solution.results(number, names) else { continue };
        is_compared = true;
        let Some(mine) = answer.results(number, names) else {
            let message = "For some small inputs it does not come to its end, or takes very long, although it could.";
            return SmallComparison::Different(message.to_owned());
        };
        if let Some(name) = names.iter().find(|name| !are_equal(&mine[*name], &model[*name])) {
            let message =
                format!("For some small inputs `{name}` gets another value than it should.");
            return SmallComparison::Different(message);
        }
    }
    if is_compared { SmallComparison::Equal } else { SmallComparison::NotCompared }
}

/// Whether two values are equal, be that written in cells or in the value of all others.
fn are_equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            let agree = |(k, _): (&Int, &Value)| are_equal(a.get(k), b.get(k));
            are_equal(&a.default, &b.default) && a.cells.iter().chain(&b.cells).all(agree)
        }
        _ => a == b,
    }
}
