//! Export of a text with its derivation in several formats.

use super::incompleteness::witnesses;
use super::solving::instances;
use super::{Input, Settings, prepare_clauses, stages, story, verdict_story};
use hornbook_explain::export::{
    DerivationReport, Document, derivation_document, handout, html, latex, slides, text,
};
use hornbook_horn::smtlib;
use hornbook_records::export::Export;
use hornbook_records::story::Story;
use hornbook_records::{Outcome, Stages};

/// A text in some format. `title` is the title of a document, and `outcome` the verdict, if it is known.
/// `None` if the text has errors.
pub fn export(
    input: &Input,
    title: &str,
    outcome: Option<&Outcome>,
    format: Export,
) -> Option<String> {
    let document = || document(input, title, outcome);
    let story = |write: fn(&str, &str, &Story) -> String| {
        Some(write(title, &input.text, &main_story(input, outcome?)?))
    };
    match format {
        Export::Latex => document().map(|d| latex::write(&d)),
        Export::Html => document().map(|d| html::write(&d)),
        Export::Text => document().map(|d| text::write(&d)),
        Export::Slides => story(slides::html),
        Export::LatexSlides => story(slides::latex),
        Export::Handout => story(handout::with_blanks),
        Export::HandoutAnswers => story(handout::with_answers),
        Export::SmtlibBefore => smtlib_before(input),
        Export::SmtlibAfter => smtlib_after(input, outcome),
    }
}

/// The story of the assertion on which the verdict depends.
fn main_story(input: &Input, outcome: &Outcome) -> Option<Story> {
    let all = outcome.assertions.iter().enumerate();
    let (place, _) = all.min_by_key(|(_, a)| (!a.counts(), a.verdict.rank()))?;
    verdict_story(input, outcome, place)
}

/// The whole derivation: the text, the choices, the stages of each clause with reasons, the verdict if it is
/// known. If the verdict is about an abstraction that Hornbook chose, so is the derivation. `None` if the
/// text has errors.
pub fn document(input: &Input, title: &str, outcome: Option<&Outcome>) -> Option<Document> {
    let system = input.system.as_ref()?;
    let settings = decided(&input.settings, outcome);
    let stages = stages(system, &input.lines, &settings);
    let clause_stories = |stages: &Stages| {
        stages.clauses.iter().filter_map(|clause| story(stages, clause.id)).collect::<Vec<_>>()
    };
    // Where the program was decided as it is its clauses have no stages.
    let exact = outcome.is_some_and(|outcome| outcome.exact);
    let stories = if exact { vec![] } else { clause_stories(&stages) };
    let choices = settings.describe(has_bounds_checks(input), exact);
    let (text, stages, stories, choices) = (input.text.as_str(), &stages, &stories, &choices);
    let witnesses = &witnesses(stages, stories);
    Some(derivation_document(&DerivationReport {
        title,
        text,
        choices,
        stages,
        stories,
        witnesses,
        outcome,
    }))
}

/// The clauses with arrays that the abstraction starts from, as assertions in SMT-LIB 2. If they have
/// a model no run violates an assertion. The converse holds unless a value is one that clauses
/// cannot express. `None` if the text has errors.
pub fn smtlib_before(input: &Input) -> Option<String> {
    let system = input.system.as_ref()?;
    Some(smtlib::write(&prepare_clauses(system, &input.settings), Some(&input.lines)))
}

/// The clauses of the last stage as assertions in SMT-LIB 2: without arrays, unless an array is
/// kept as a whole. If they have a model no run violates an assertion; if they have none the
/// abstraction may be too weak. If the verdict is known and about an abstraction that Hornbook chose, so
/// are the clauses; if the program was decided as it is, there is one for each assertion. `None` if the
/// text has errors.
pub fn smtlib_after(input: &Input, outcome: Option<&Outcome>) -> Option<String> {
    let system = input.system.as_ref()?;
    let exact = outcome.is_some_and(|outcome| outcome.exact).then(|| instances(system)).flatten();
    let stages = || stages(system, &input.lines, &decided(&input.settings, outcome));
    let last = exact.unwrap_or_else(|| stages().simplified);
    Some(smtlib::write(&last, Some(&input.lines)))
}

/// The settings with the abstraction that a verdict is about.
pub(super) fn decided(settings: &Settings, outcome: Option<&Outcome>) -> Settings {
    let mut settings = settings.clone();
    if let Some(found) = outcome.and_then(|o| o.abstraction.as_ref()?.parse().ok()) {
        settings.abstraction = found;
    }
    settings
}

fn has_bounds_checks(input: &Input) -> bool {
    input
        .program
        .as_ref()
        .is_some_and(|program| program.asserts.iter().any(|assertion| assertion.kind.is_check()))
}
