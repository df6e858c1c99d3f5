//! Sample runs on which candidates are tried before anything is proved: a run on which a guard fails rules
//! out the rule and all others that would fail on it.

use hornbook_base::{Int, LineIndex, Severity, Span};
use hornbook_lang::interp::{ArrayValue, Change, End, ListedChoices, Trace, Value, run};
use hornbook_lang::rewrite::{NodeChange, SourceMap};
use hornbook_lang::typed::{AssertId, VarId};
use hornbook_lang::{Options, ast, front_end, typed};
use hornbook_records::attempts::FailedGuard;
use hornbook_runs::random_runs::SmallInputs;
use hornbook_settings::Settings;
use hornbook_tasks::instrument::apply::{GhostNames, apply, ghost_names};
use hornbook_tasks::instrument::choices::Instrumentation;
use hornbook_tasks::instrument::library::named;
use hornbook_tasks::instrument::operator::Operator;
use hornbook_tasks::instrument::statement::place_of;
use std::collections::{BTreeMap, BTreeSet};

/// The most steps of one run.
pub const RUN_STEPS: usize = 4_000;

/// The runs on which candidates are tried.
const SAMPLES: usize = 12;

/// The choices of some different runs that terminate.
pub fn sample_runs(program: &typed::TypedProgram, settings: &Settings) -> Vec<Vec<Value>> {
    let mut found: Vec<Vec<Value>> = vec![];
    for number in 0..settings.instrumenting.runs {
        if found.len() == SAMPLES {
            break;
        }
        let mut choices = SmallInputs::mixed(number);
        let trace = run(program, &mut choices, RUN_STEPS);
        let ends = trace.end == Some(End::Finished);
        if ends && !found.contains(&choices.made) {
            found.push(choices.made);
        }
    }
    found
}

/// A guard that fails on a run.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The span of the guard in the original program.
    pub at: Span,
    /// The guard, as it is written.
    pub guard: String,
    /// The guard's assertion in the program with ghost variables.
    pub guard_id: AssertId,
    /// The ghost variables of the guard: an index into
    /// [`hornbook_tasks::instrument::choices::Instrumentation::ghosts`].
    pub ghost: usize,
    /// The choices of the run.
    pub run: Vec<Value>,
    /// The spans of the original that the run has passed since the ghost variables restarted.
    pub places: BTreeSet<Span>,
    /// The variables and cells of the guard, with their values there.
    pub values: Vec<(String, String)>,
    /// The numbers and truth values that the run chose, by the names of their variables.
    pub chosen: Vec<(String, String)>,
}

impl Failure {
    /// The failure for people, in a text with these lines.
    pub fn broken(&self, lines: &LineIndex, rules_out: u64) -> FailedGuard {
        let Failure { guard, at, values, chosen, .. } = self.clone();
        FailedGuard { guard, span: at, line: lines.line(at), values, chosen, rules_out }
    }
}

/// Makes the program with ghost variables, ready to run.
///
/// # Errors
/// In words, if the choices make no sense for the program.
pub fn instrument_program(
    tree: &ast::Program,
    library: &[Operator],
    choices: &Instrumentation,
) -> Result<InstrumentedProgram, String> {
    let (text, places) = SourceMap::from_trees(tree, &apply(tree, library, choices)?);
    let operators: Vec<&Operator> =
        choices.ghosts.iter().filter_map(|g| named(library, &g.operator)).collect();
    let names = ghost_names(tree, &operators, choices);
    let (program, found) = front_end(&text, Options::default());
    let program = program.ok_or_else(|| {
        let error = found.iter().find(|d| d.severity == Severity::Error);
        error.map_or("the program has errors".into(), |d| d.message.clone())
    })?;
    Ok(InstrumentedProgram { text, places, program, names, begins: begins(tree, choices) })
}

/// For each operator the places where its ghost variables restart.
fn begins(tree: &ast::Program, choices: &Instrumentation) -> Vec<BTreeSet<Span>> {
    let mut found = vec![BTreeSet::new(); choices.ghosts.len()];
    for rule in choices.rules.iter().filter(|rule| !rule.args.is_empty()) {
        for stmt in &tree.body {
            stmt.visit(&mut |s| {
                if s.span == rule.at {
                    found[rule.ghost].insert(place_of(s));
                }
            });
        }
    }
    found
}

/// An instrumented program, ready to run.
pub struct InstrumentedProgram {
    /// Its text.
    pub text: String,
    /// The map from places of the text to the original.
    pub places: SourceMap,
    /// The program.
    pub program: typed::TypedProgram,
    /// The names of the ghost variables of each operator, by the names in the operator.
    pub names: GhostNames,
    /// For each operator the places where its ghost variables restart.
    begins: Vec<BTreeSet<Span>>,
}

impl InstrumentedProgram {
    /// The ghost of a guard; `None` for an assertion of the original.
    pub fn guard(&self, id: AssertId) -> Option<usize> {
        let span = self.program.assert_span(id);
        let text = span.slice(&self.text);
        let of = |names: &BTreeMap<String, String>| names.values().any(|name| mentions(text, name));
        let is_added = self.places.place(span).is_some_and(|p| p.change == NodeChange::Added);
        is_added.then(|| self.names.iter().position(of)).flatten()
    }

    /// The first guard that fails on a run with these choices.
    pub fn failure(&self, choices: &[Value], steps: usize) -> Option<Failure> {
        let trace = run(&self.program, &mut ListedChoices::new(choices.to_vec()), steps);
        let (id, at, ghost) =
            trace.failed.iter().find_map(|(id, at)| Some((*id, *at, self.guard(*id)?)))?;
        let mut places = BTreeSet::new();
        for step in &trace.steps[..=at] {
            let Some(place) = self.places.place(step.span) else { continue };
            let Some(span) = place.span else { continue };
            let is_ghost = step
                .changes
                .iter()
                .any(|change| self.is_ghost(ghost, &self.program.var(change.var).name));
            if is_ghost && self.begins[ghost].contains(&span) {
                places.clear();
            }
            places.insert(span);
        }
        let span = self.program.assert_span(id);
        let guard = span.slice(&self.text);
        let guard = guard.strip_prefix("assert(").and_then(|rest| rest.strip_suffix(");"));
        let guard = guard.unwrap_or_else(|| span.slice(&self.text)).to_owned();
        let (values, chosen) = (self.values(&guard, &trace, at), self.chosen(&trace));
        let at = self.places.nearest(span).unwrap_or_default();
        Some(Failure {
            at,
            guard,
            guard_id: id,
            ghost,
            run: choices.to_vec(),
            places,
            values,
            chosen,
        })
    }

    fn is_ghost(&self, ghost: usize, name: &str) -> bool {
        self.names[ghost].values().any(|own| own == name)
    }

    /// The variables and cells of a guard with their values at a step of a run.
    fn values(&self, guard: &str, trace: &Trace, at: usize) -> Vec<(String, String)> {
        let state = trace.state_after(at);
        let scalars =
            state.scalars.iter().map(|(var, value)| (&self.program.var(*var).name, value));
        let numbers = scalars.filter(|(name, _)| mentions(guard, name));
        let numbers = numbers.filter_map(|(name, value)| Some((name.clone(), shown(value)?)));
        let cell = |(var, indices): &(VarId, Vec<Int>)| {
            let value = cell_of(state.arrays.get(var)?, indices)?;
            let indices: String = indices.iter().map(|index| format!("[{index}]")).collect();
            Some((format!("{}{indices}", self.program.var(*var).name), shown(&value)?))
        };
        let mut found: Vec<(String, String)> = numbers.collect();
        for read in trace.steps[at].reads.iter().filter_map(cell) {
            if !found.contains(&read) {
                found.push(read);
            }
        }
        found
    }

    /// The numbers and truth values that a run chose.
    fn chosen(&self, trace: &Trace) -> Vec<(String, String)> {
        let steps = trace.steps.iter().filter(|step| !step.chosen.is_empty());
        let named = |change: &Change| {
            Some((self.program.var(change.var).name.clone(), shown(&change.value)?))
        };
        steps.flat_map(|step| step.changes.iter().filter_map(named)).collect()
    }
}

/// The value of a cell.
fn cell_of(array: &ArrayValue, indices: &[Int]) -> Option<Value> {
    let (first, rest) = indices.split_first()?;
    match (array.get(first), rest) {
        (Value::Array(inner), [_, ..]) => cell_of(inner, rest),
        (value, _) => Some(value.clone()),
    }
}

/// A number or a truth value, in the syntax of programs.
fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Int(n) => Some(n.to_string()),
        Value::Bool(b) => Some(b.to_string()),
        Value::Array(_) => None,
    }
}

/// Whether a text has a name as a word.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.split(|c| !is_part(c)).any(|word| word == name)
}
