//! The completeness of calls to `insts`: complete, incomplete or open, over the example programs, the gallery
//! and random programs.

use crate::dice::Dice;
use crate::programs::{examples, folder, parse_expectations};
use crate::random::{ABSTRACTIONS, program::program};
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_abstraction::sigma::Sigma;
use hornbook_base::Budget;
use hornbook_course::info_string::InfoString;
use hornbook_horn::{Clause, Goal, Node, Sort, Term};
use hornbook_pipeline as pipeline;
use hornbook_pipeline::{CallReport, CallStatus, Choices, Input};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A program with the options for its clauses.
#[derive(Clone, Debug)]
pub struct CompletenessTask {
    /// Where it comes from.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The abstraction.
    pub way: String,
    /// The heuristic.
    pub heuristic: Heuristic,
    /// Whether accesses are checked.
    pub check_bounds: bool,
    /// Whether the steps between two loop heads are one clause.
    pub large_blocks: bool,
}

/// A call to `insts`, with its completeness.
#[derive(Clone, Debug)]
pub struct ClassifiedCall {
    /// The kind of the call: the first that applies of [`KINDS`].
    pub kind: &'static str,
    /// Its completeness.
    pub answer: CompletenessAnswer,
    /// The program, the abstraction of the premise and the clause.
    pub at: String,
    /// Steps of the search.
    pub steps: u64,
}

/// The completeness of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompletenessAnswer {
    /// It is complete by this condition.
    Complete(String),
    /// There is a witness.
    Incomplete,
    /// It is unknown, for this reason.
    Open(String),
}

/// The kinds of calls.
pub const KINDS: [&str; 14] = [
    "numbers of occurrences",
    "several premises",
    "a quantified condition",
    "arrays compared or copied as a whole",
    "made arrays",
    "an argument that is no variable, or twice",
    "arrays of arrays",
    "arrays of truth values",
    "a sum of abstractions",
    "a composition or a finite abstraction",
    "a predicate to itself",
    "ordered cells",
    "the goal has what the premise does not determine",
    "other",
];

/// The example programs in the ways that they name, the gallery, and random programs.
///
/// # Errors
/// A folder or a file that cannot be read.
pub fn all_tasks(random: u64, seed: u64) -> Result<Vec<CompletenessTask>, String> {
    let mut out = vec![];
    for example in examples(&folder())? {
        let mut ways: BTreeSet<(String, Heuristic)> = BTreeSet::new();
        for expectation in parse_expectations(&example.name, &example.text)? {
            ways.insert((expectation.abstraction, expectation.heuristic));
        }
        for (way, heuristic) in ways {
            out.push(task_for(&example.name, &example.text, &way, heuristic));
        }
    }
    out.extend(gallery()?);
    for number in 0..random {
        let mut dice = Dice::new((seed << 32) ^ number);
        let (way, _) = ABSTRACTIONS[number as usize % ABSTRACTIONS.len()];
        let name = format!("random {number}");
        out.push(task_for(&name, &program(&mut dice), way, Heuristic::default()));
    }
    Ok(out)
}

/// A program with one abstraction.
fn task_for(name: &str, text: &str, way: &str, heuristic: Heuristic) -> CompletenessTask {
    let (name, text, way) = (format!("{name} with {way}"), text.to_owned(), way.to_owned());
    CompletenessTask { name, text, way, heuristic, check_bounds: false, large_blocks: false }
}

/// The programs of the gallery, with the abstractions that its course names.
fn gallery() -> Result<Vec<CompletenessTask>, String> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gallery");
    let read = |file: &str| {
        let path = folder.join(file);
        std::fs::read_to_string(&path)
            .map_err(|error| format!("{} cannot be read: {error}", path.display()))
    };
    let mut out = vec![];
    for line in read("index.md")?.lines() {
        let Some((mut info, _)) = line.strip_prefix("```").and_then(InfoString::read) else {
            continue;
        };
        let (Some(file), Some(way)) = (info.take("file"), &info.choices.abstraction) else {
            continue;
        };
        let name = format!("gallery {}", file.trim_end_matches(".hb"));
        let asked = task_for(&name, &read(&file)?, &way.to_string(), Heuristic::default());
        let (check_bounds, large_blocks) = (info.choices.check_bounds, info.choices.large_blocks);
        out.push(CompletenessTask { check_bounds, large_blocks, ..asked });
    }
    Ok(out)
}

/// Classifies all calls of a program; none where it has errors under these choices, or where the method
/// chooses abstractions itself.
pub fn classify_calls(asked: &CompletenessTask, steps: u64) -> Vec<ClassifiedCall> {
    let Ok(wanted) = asked.way.parse() else { return vec![] };
    let choices = Choices {
        heuristic: Some(asked.heuristic),
        check_bounds: asked.check_bounds,
        large_blocks: asked.large_blocks,
        ..Choices::abstraction(wanted)
    };
    let input = Input::program(&asked.text, &choices);
    let Some(stages) = pipeline::record_stages(&input).stages else { return vec![] };
    let mut out = vec![];
    for clause in &stages.concrete.clauses {
        for CallReport { call, status, steps } in
            pipeline::report_calls(&stages, clause.id, &|| Budget::steps(steps))
        {
            let kind = kind(clause, &call.call.sigma, call.premise);
            let shown = stages.concrete.show(clause);
            let at = format!("{}: {} at {shown}", asked.name, call.call.sigma);
            let answer = match status {
                CallStatus::Complete(condition) => {
                    CompletenessAnswer::Complete(format!("{condition:?}"))
                }
                CallStatus::Incomplete(_) => CompletenessAnswer::Incomplete,
                CallStatus::Open(reason) => CompletenessAnswer::Open(reason.describe().to_owned()),
            };
            out.push(ClassifiedCall { kind, answer, at, steps });
        }
    }
    out
}

/// The first of [`KINDS`] that applies to the call.
fn kind(clause: &Clause, sigma: &Sigma, premise: usize) -> &'static str {
    let counts = clause.terms().any(hornbook_horn::arrays::counts::counts);
    let args: Vec<&Term> = match clause.premises.get(premise) {
        Some(hornbook_horn::Premise::Instance(i)) => i.args.iter().collect(),
        _ => vec![],
    };
    let vars: BTreeSet<_> = args.iter().filter_map(|t| t.as_var()).collect();
    let sorts: Vec<Sort> = args.iter().map(|t| t.sort()).collect();
    let scalars_of_goal = match &clause.goal {
        Goal::Instance(goal) => {
            let conditions = Term::and(clause.conditions().cloned());
            goal.args
                .iter()
                .any(|t| t.free_vars().iter().any(|v| !vars.contains(v) && !conditions.mentions(v)))
        }
        Goal::Cond(_) => false,
    };
    let same = match &clause.goal {
        Goal::Instance(goal) => clause.instances().any(|i| i.pred == goal.pred),
        Goal::Cond(_) => false,
    };
    let tests = [
        counts || sigma.counts(),
        clause.instances().count() > 1,
        clause.terms().any(Term::has_quantifier),
        clause.conditions().any(compares_arrays),
        clause.terms().any(makes_arrays),
        vars.len() < args.len(),
        sorts.iter().any(|s| depth(s) > 1),
        sorts.iter().any(|s| depth(s) == 1 && *s != Sort::int_array()),
        any(sigma, &|s| matches!(s, Sigma::Sum(_))),
        any(sigma, &|s| matches!(s, Sigma::Compose(..) | Sigma::Finite(_))),
        same,
        any(sigma, &|s| matches!(s, Sigma::Ordered(..))),
        scalars_of_goal,
        true,
    ];
    let n = tests.iter().position(|t| *t).unwrap_or(KINDS.len() - 1);
    KINDS[n]
}

fn depth(sort: &Sort) -> usize {
    match sort {
        Sort::Array(element) => 1 + depth(element),
        _ => 0,
    }
}

fn any(sigma: &Sigma, test: &impl Fn(&Sigma) -> bool) -> bool {
    test(sigma)
        || match sigma {
            Sigma::Id | Sigma::Cell | Sigma::Finite(_) => false,
            Sigma::Tuple(parts) | Sigma::Product(parts) | Sigma::Sum(parts) => {
                parts.iter().any(|p| any(p, test))
            }
            Sigma::Compose(outer, inner) => any(outer, test) || any(inner, test),
            Sigma::Power(base, _) | Sigma::Ordered(base, _) => any(base, test),
        }
}

fn makes_arrays(t: &Term) -> bool {
    match t.node() {
        Node::App(op, args) => {
            hornbook_horn::arrays::is_derived(*op) || args.iter().any(makes_arrays)
        }
        Node::Pred(_, args) => args.iter().any(makes_arrays),
        Node::Quant(_, _, body) => makes_arrays(body),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => false,
    }
}

fn compares_arrays(t: &Term) -> bool {
    use hornbook_horn::Op;
    match t.node() {
        Node::App(Op::Eq | Op::Ne, args) if args[0].sort().is_array() => true,
        Node::App(_, args) | Node::Pred(_, args) => args.iter().any(compares_arrays),
        Node::Quant(_, _, body) => compares_arrays(body),
        Node::Var(_) | Node::Int(_) | Node::Bool(_) => false,
    }
}
