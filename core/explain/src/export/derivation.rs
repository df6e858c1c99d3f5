//! The report on a derivation: the choices, the steps of each clause with their reasons, and the verdict.

use super::document::{Block, Document, Inline};
use super::heading;
use super::verdict;
use hornbook_abstraction::completeness::{Completeness, Criterion, Truth};
use hornbook_abstraction::eliminate::Instantiated;
use hornbook_abstraction::sigma::Value;
use hornbook_horn::System;
use hornbook_records::outcome::Outcome;
use hornbook_records::stage_record::{
    ClauseStory, ClauseSummary, OmittedDetails, RuleStep, Stages,
};
use hornbook_records::subject::{Side, Subject};
use hornbook_records::witness::WitnessView;

/// The contents of a report.
pub struct DerivationReport<'a> {
    /// The title.
    pub title: &'a str,
    /// The program, or the clauses in SMT-LIB.
    pub text: &'a str,
    /// The choices: the subject of each, and its value in the syntax of the command line.
    pub choices: &'a [(String, String)],
    /// All stages.
    pub stages: &'a Stages,
    /// The story of each clause, in the order of the clauses.
    pub stories: &'a [ClauseStory],
    /// The witnesses of incompleteness that were found.
    pub witnesses: &'a [WitnessView],
    /// The verdict, if it is known.
    pub outcome: Option<&'a Outcome>,
}

impl DerivationReport<'_> {
    /// Whether the program was decided without abstraction.
    fn is_exact(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.exact)
    }
}

/// The report as a document.
pub fn derivation_document(all: &DerivationReport<'_>) -> Document {
    let mut blocks = vec![heading(1, vec![Inline::text("Program")])];
    blocks.push(Block::Listing { text: all.text.to_owned(), numbered: true });
    blocks.extend(choices(all));
    blocks.extend(describe_points(all.stages, !all.is_exact()));
    blocks.push(heading(1, vec![Inline::text("Clauses")]));
    blocks.push(Block::words(
        "Each clause says how a step leads from one point of the program to the next, or what an \
         assertion claims. Free variables stand for any value.",
    ));
    for summary in &all.stages.clauses {
        let story = all.stories.iter().find(|story| story.id == summary.id);
        blocks.extend(clause(all, summary, story));
    }
    if !all.is_exact() {
        blocks.push(heading(1, vec![Inline::text("Completeness")]));
        blocks.push(Block::words("All instantiations together:"));
        let lost = !all.witnesses.is_empty();
        blocks.push(Block::Items(completeness(&all.stages.completeness, lost)));
    }
    if let Some(outcome) = all.outcome {
        let has_loops = all.stages.concrete.preds.iter().any(|pred| pred.loop_head);
        blocks.extend(verdict::verdict_blocks(outcome, has_loops));
    }
    Document { title: all.title.to_owned(), blocks }
}

fn choices(all: &DerivationReport<'_>) -> Vec<Block> {
    let item = |(about, chosen): &(String, String)| match chosen.is_empty() {
        true => vec![Inline::text(about.as_str())],
        false => vec![Inline::text(format!("{about}: ")), Inline::code(chosen.as_str())],
    };
    let items = all.choices.iter().map(item).collect();
    vec![heading(1, vec![Inline::text("Choices")]), Block::Items(items)]
}

/// Describes the program points of predicates, and the abstractions of their arrays.
fn describe_points(stages: &Stages, abstracted: bool) -> Vec<Block> {
    let system = &stages.concrete;
    let point = |id| {
        let pred = system.pred(id);
        let params: Vec<&str> = pred.params.iter().map(|v| &*v.name).collect();
        let mut item = vec![Inline::code(format!("{}({})", pred.name, params.join(", ")))];
        item.extend(Inline::prose(&format!(": {}", pred.title)));
        if abstracted && pred.params.iter().any(|v| v.sort.is_array()) {
            let sigma = stages.abstraction.sigma(id);
            item.push(Inline::text(", abstracted by "));
            item.push(Inline::code(sigma.to_string()));
        }
        item
    };
    vec![
        heading(1, vec![Inline::text("Points of the program")]),
        Block::words("Each predicate stands for the states in which control can be at a point."),
        Block::Items(system.pred_ids().map(point).collect()),
    ]
}

fn clause(
    all: &DerivationReport<'_>,
    summary: &ClauseSummary,
    story: Option<&ClauseStory>,
) -> Vec<Block> {
    let title = format!("Clause {}: line {}, {}", summary.id.0, summary.line, summary.what);
    let mut blocks = vec![heading(2, vec![Inline::text(title)])];
    let mut origin = vec![];
    let source = source(all.text, summary);
    if !source.is_empty() {
        origin.extend([Inline::text("It comes from "), Inline::code(source), Inline::text(". ")]);
    }
    origin.push(Inline::text(format!("Its class: {}.", summary.class.join(", "))));
    blocks.push(Block::Paragraph(origin));
    if let Some(concrete) = all.stages.concrete.clause(summary.id) {
        blocks.push(Block::clause(&all.stages.concrete, concrete));
    }
    let Some(story) = story else { return blocks };
    for done in &story.steps {
        let call = done.call.and_then(|n| Some((story.calls.get(n)?, witness(all, story, n))));
        blocks.extend(step(all.stages, done, call));
    }
    let unrecorded = OmittedDetails { calls: 0, ..story.left_out };
    blocks.extend(unrecorded.describe().map(Block::words));
    if summary.simplification_may_lose {
        blocks.push(Block::words("The simplification may have left something out."));
    }
    blocks
}

/// The witness against a call, if one was found.
fn witness<'a>(
    all: &DerivationReport<'a>,
    story: &ClauseStory,
    call: usize,
) -> Option<&'a WitnessView> {
    all.witnesses.iter().find(|w| (w.clause, w.call) == (story.id, call))
}

/// The first line of the piece of text that a clause comes from.
fn source(text: &str, summary: &ClauseSummary) -> String {
    let piece = summary.span.slice(text).trim();
    let mut lines = piece.lines();
    let first = lines.next().unwrap_or_default().trim_end();
    if lines.next().is_some() { format!("{first} ..") } else { first.to_owned() }
}

/// A step and its result; empty for a step that changes nothing visible.
fn step(
    stages: &Stages,
    step: &RuleStep,
    call: Option<(&Instantiated, Option<&WitnessView>)>,
) -> Vec<Block> {
    let looks_so = step.before.looks_like(&step.after);
    if looks_so && step.before != step.after && call.is_none() {
        return vec![];
    }
    let mut words = vec![Inline::Strong(step.rule_in_words())];
    if !step.paper.is_empty() {
        words.push(Inline::text(format!(" ({})", step.paper)));
    }
    words.push(Inline::text(format!(": {}", step.sentence)));
    let mut blocks = vec![Block::Paragraph(words)];
    if let Some((call, witness)) = call {
        blocks.extend(instantiation(stages, call, witness));
    }
    if !looks_so {
        blocks.extend(subject(stages, &step.after));
    }
    blocks
}

fn subject(stages: &Stages, subject: &Subject) -> Vec<Block> {
    match subject {
        Subject::Program(text) => vec![Block::Listing { text: text.clone(), numbered: true }],
        Subject::System(system) => {
            system.clauses.iter().map(|clause| Block::clause(system, clause)).collect()
        }
        Subject::Clause { clause, side: Side::Concrete } => {
            vec![Block::clause(&stages.concrete, clause)]
        }
        Subject::Clause { clause, side: Side::Abstract } => {
            vec![Block::clause(&stages.abstracted, clause)]
        }
        Subject::Formula(term) => vec![Block::Paragraph(vec![Inline::term(term)])],
    }
}

/// The instantiation set of a premise, and its completeness.
fn instantiation(
    stages: &Stages,
    done: &Instantiated,
    witness: Option<&WitnessView>,
) -> Vec<Block> {
    if done.call.set.iter().all(|element| element.sharp.leaves().is_empty()) {
        // There is nothing to choose.
        return vec![];
    }
    let name = pred_name(&stages.abstracted, done);
    let mut words = vec![Inline::text("The premise "), Inline::code(name)];
    words.push(Inline::text(" is instantiated with "));
    for (n, element) in done.call.set.iter().enumerate() {
        words.extend((n > 0).then(|| Inline::text(", ")));
        value(&element.sharp, &mut words);
    }
    words.push(Inline::text("."));
    let known = completeness(&done.call.completeness, witness.is_some());
    let mut blocks = vec![Block::Paragraph(words), Block::Items(known)];
    if let Some(witness) = witness {
        blocks.push(Block::words(format!("The witness. {}", witness.sentence)));
        let rows = witness.in_words().into_iter().map(|row| vec![Inline::text(row)]);
        blocks.push(Block::Items(rows.collect()));
    }
    blocks
}

fn pred_name(system: &System, done: &Instantiated) -> String {
    system.preds.get(done.pred.0 as usize).map_or(String::new(), |pred| pred.name.clone())
}

fn value(value: &Value, out: &mut Vec<Inline>) {
    match value {
        Value::Leaf(t) => out.push(Inline::term(t)),
        Value::Tuple(parts) => {
            out.push(Inline::text("("));
            for (n, part) in parts.iter().enumerate() {
                out.extend((n > 0).then(|| Inline::text(", ")));
                self::value(part, out);
            }
            out.push(Inline::text(")"));
        }
    }
}

/// The completeness by the thesis's criterion, and as far as it is proved; `lost` if there is a witness.
fn completeness(completeness: &Completeness, lost: bool) -> Vec<Vec<Inline>> {
    let criterion = match &completeness.criterion {
        Criterion::TopFree => vec![Inline::text("⊤-free: every use of the arrays is understood")],
        Criterion::TopReached(top) => vec![
            Inline::text(format!("⊤ reached: {} in ", top.reason.describe())),
            Inline::term(&top.at),
        ],
        Criterion::LeftOut(cells) => {
            let mut words = vec![Inline::text("relevant cells left out: ")];
            for (n, cell) in cells.iter().enumerate() {
                words.extend((n > 0).then(|| Inline::text(", ")));
                words.push(Inline::term(cell));
            }
            words
        }
    };
    let truth = match &completeness.truth {
        Truth::Complete(condition) => format!("complete by {}", condition.describe()),
        Truth::Open if lost => "incomplete: a witness was found and checked".to_owned(),
        Truth::Open => "open: no proof is known that nothing is lost here".to_owned(),
    };
    vec![
        [vec![Inline::text("Criterion of Braine's thesis: ")], criterion].concat(),
        vec![Inline::text(format!("Truth: {truth}"))],
    ]
}
