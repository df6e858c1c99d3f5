//! The stages, in order, and the only place that knows them all.
//!
//! ```text
//! text -> lang -> encode -> abstract_ -> eliminate -> simplify -> chc -> check -> explain
//! ```

#![forbid(unsafe_code)]

use clause_cache::ClauseStages;
use hornbook_abstraction::abstract_::abstract_clause;
use hornbook_abstraction::completeness::Completeness;
use hornbook_abstraction::eliminate::{Elimination, eliminate};
use hornbook_abstraction::simplify::{Simplified, simplify};
use hornbook_base::{Diagnostic, LineIndex, Severity, Span};
use hornbook_encode::encode;
use hornbook_explain::graph::draw_graphs;
use hornbook_horn::blocks::large_blocks;
use hornbook_horn::classify::ClauseClass;
use hornbook_horn::loops::with_loops;
use hornbook_horn::{Clause, ClauseId, Premise, System, growth, smtlib};
use hornbook_lang as lang;
use hornbook_lang::calls::{CallHandling, apply_handling, choose_handling, has_calls};
use hornbook_lang::inline::unrolled;
use hornbook_lang::typed::{TypedProgram, VarId, VarInfo};
use hornbook_records::stage_record::OmittedDetails;
use hornbook_records::stages::StageKey;
use hornbook_records::{
    ClauseStory, ClauseSummary, Drawing, Explanation, MAX_RECORDED_CALLS, PragmaOptions, RuleStep,
    Side, StageRecord, Stages, Subject, VERSION, WitnessView,
};
use hornbook_tasks::plan::given::followed_summaries;
use hornbook_tasks::task::{Source, Task};
use std::collections::BTreeSet;

mod added_lines;
mod clause_cache;
mod clause_decision;
mod comparing;
mod driver;
pub mod exercise;
mod exporting;
mod fact_origins;
mod failing_runs;
pub mod hints;
mod incompleteness;
mod induction;
mod instrumenting;
mod line_comparison;
mod methods;
mod named_cells;
mod run_warnings;
mod script;
mod second_look;
mod solving;
mod stage_builder;
mod story_inputs;
mod termination;
mod tiling;

pub use added_lines::complete_lines;
pub use clause_cache::ClauseCache;
pub use comparing::compare;
pub use driver::{Driver, interrupted};
pub use exporting::{document, export, smtlib_after, smtlib_before};
pub use fact_origins::find_fact_origins;
pub use hornbook_abstraction::sigma::{AUTO, ChosenAbstraction};
pub use hornbook_tasks::choices::{
    BUDGET_MS, Choices, Effect, InvariantsChoice, Key, MethodChoice, Settings, Unread,
};
use incompleteness::witnesses;
pub use incompleteness::{
    CallReport, CallStatus, WITNESS_STEPS, find_incompleteness, find_witness_or_reason,
    find_witness_view, report_calls,
};
pub use induction::{find_failures_without, find_induction_obligations};
pub use instrumenting::{instrument, operator_records, workbench};
pub use line_comparison::compare_lines;
pub use named_cells::diagnose_named_cells;
pub use script::{Questions, ScriptStatus};
pub use second_look::SecondLook;
pub use solving::{Solving, Status, unanswered};
use stage_builder::stages_after;
pub use story_inputs::verdict_story;
pub use tiling::record_tiling;

/// The depth of calls up to which runs are searched step by step.
const DEPTH: usize = 3;

/// A text that was read: a program or a system of clauses, with its diagnostics and settings.
#[derive(Clone)]
pub struct Input {
    /// The lines of the text.
    pub lines: LineIndex,
    /// The text.
    pub text: String,
    /// Problems of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The program, if the text is one and has no errors.
    pub program: Option<TypedProgram>,
    /// The handling of calls of its functions, with reasons.
    pub calls: Vec<CallHandling>,
    /// The clauses, one for each single step, if there are no errors.
    pub system: Option<System>,
    /// The clauses of its runs up to some depth of calls, with all calls inlined, if there are calls that
    /// `system` has not inlined.
    pub paths: Option<System>,
    /// The user's choices.
    pub options: Choices,
    /// The settings for this text: the user's choices, then the text's own, then the defaults.
    pub settings: Settings,
    /// The choices of the text itself among these, in words.
    pub own: Vec<String>,
}

impl Input {
    /// Reads a Hornbook program.
    pub fn program(text: &str, options: &Choices) -> Input {
        let check_bounds = options.check_bounds;
        let (program, mut diagnostics) = lang::front_end(text, lang::Options { check_bounds });
        // Wrong values of settings are reported together with all other errors.
        let pragmas = match &program {
            Some(program) => program.pragmas.clone(),
            None => lang::parse(text).0.pragmas,
        };
        let (settings, mut wrong) = Settings::new(options, &pragmas);
        wrong.extend(hornbook_tasks::instrument::library::problems(text));
        let program = program.filter(|_| wrong.is_empty());
        diagnostics.extend(wrong);
        let lines = LineIndex::new(text);
        let (mut paths, mut calls) = (None, vec![]);
        let program = program.map(|written| {
            let unknown =
                settings.calls.by_name.keys().filter(|name| {
                    written.functions.iter().all(|function| function.name != **name)
                });
            diagnostics.extend(unknown.map(|name| {
                let message = format!("there is no function `{name}` whose calls could be handled");
                Diagnostic::warning(Span::default(), message)
            }));
            calls = choose_handling(&written, &settings.calls);
            let program = apply_handling(&written, &calls);
            if has_calls(&program) {
                paths = encode(&unrolled(&written, DEPTH), &lines).ok();
            }
            program
        });
        let (program, system) = match program.map(|p| (encode(&p, &lines), p)) {
            Some((Ok(system), program)) => (Some(program), Some(system)),
            Some((Err(too_large), _)) => {
                diagnostics.push(too_large);
                (None, None)
            }
            None => (None, None),
        };
        diagnostics.sort_by_key(|d| (d.span, std::cmp::Reverse(d.severity)));
        let own = settings.beyond(&Settings::new(options, &[]).0);
        if let (Some(system), Some(program)) = (&system, &program) {
            let name = Key::Abstraction.pragma();
            let pragma = program.pragmas.iter().rfind(|p| Some(&*p.key) == name);
            let said = pragma.filter(|_| options.abstraction.is_none());
            let span = said.map_or_else(Span::default, |p| p.span);
            diagnostics.extend(misfits(system, &settings, span));
        }
        instrumenting::diagnose(text, &lines, &settings, &mut diagnostics);
        tiling::diagnose(text, &lines, &settings, &mut diagnostics);
        if settings.invariants == InvariantsChoice::Given {
            let followed = followed_summaries(text);
            let is_error = |d: &Diagnostic| d.severity == Severity::Error;
            diagnostics.retain(|d| is_error(d) || !followed.contains(&d.span));
        }
        let (text, options) = (text.to_owned(), options.clone());
        Input { lines, text, diagnostics, program, calls, system, paths, options, settings, own }
    }

    /// The text of a task; this text itself is not read again.
    fn for_task(&self, task: &Task) -> Input {
        let effect = task.options.effect_after(&self.options);
        if task.source != methods::source(self) || effect == Some(Effect::Program) {
            return match &task.source {
                Source::Program(text) => Input::program(text, &task.options),
                Source::Clauses(text) => Input::clauses(text, &task.options),
            };
        }
        let pragmas = self.program.as_ref().map_or(&[][..], |program| &program.pragmas);
        let (settings, _) = Settings::new(&task.options, pragmas);
        Input { options: task.options.clone(), settings, ..self.clone() }
    }

    /// Reads Horn clauses in SMT-LIB 2.
    pub fn clauses(text: &str, options: &Choices) -> Input {
        let (system, mut diagnostics) = smtlib::read(text);
        let system = system.filter(|system| {
            let large = system.clauses.iter().find(|clause| grows(clause));
            diagnostics.extend(large.map(too_large));
            large.is_none()
        });
        let lines = LineIndex::new(text);
        let (settings, _) = Settings::new(options, &[]);
        if let Some(system) = &system {
            diagnostics.extend(misfits(system, &settings, Span::default()));
        }
        let text = text.to_owned();
        let (options, program, paths) = (options.clone(), None, None);
        let (calls, own) = (vec![], vec![]);
        Input { lines, text, diagnostics, program, calls, system, paths, options, settings, own }
    }
}

/// The most nodes of a clause, counted as trees: some walks take as many steps.
const MAX_SIZE: usize = 20_000_000;

/// Whether writing out its reads makes a clause very much larger.
fn grows(clause: &Clause) -> bool {
    let size = clause.size();
    size > MAX_SIZE || growth::expanded_size(clause, size) > growth::LIMIT.max(10 * size)
}

fn too_large(clause: &Clause) -> Diagnostic {
    let message = "this clause is too large: its reads of arrays stand for too many others";
    Diagnostic::error(clause.origin.span, message)
        .hint("give what is read to variables of its own, or make several clauses of it")
}

/// Warnings about choices of abstractions that mean nothing for these clauses.
fn misfits(system: &System, settings: &Settings, span: Span) -> Vec<Diagnostic> {
    let problems = settings.abstraction.problems(system);
    problems.into_iter().map(|why| Diagnostic::warning(span, why)).collect()
}

/// The wishes of a program; of several pragmas the last one counts.
fn wishes(program: Option<&TypedProgram>) -> PragmaOptions {
    let pragmas = program.map_or(&[][..], |program| &program.pragmas);
    let choices = Choices::from_pragmas(pragmas).0;
    let method = choices.method_wanted();
    let Choices { abstraction, heuristic, .. } = choices;
    PragmaOptions { method, abstraction, heuristic }
}

/// The variables that share their name with an earlier one, each with the name for people. Variables that a
/// quantifier binds keep their numbers: they have no place in the program.
fn names(input: &Input) -> Vec<(String, String)> {
    let params = input.system.iter().flat_map(|s| &s.preds).flat_map(|p| &p.params);
    let declared: BTreeSet<&str> = params.map(|v| &*v.name).collect();
    let Some(program) = &input.program else { return vec![] };
    let is_renamed = |v: &VarInfo| v.is_renamed() && declared.contains(v.name.as_str());
    let vars = (0..).map(VarId).zip(&program.vars).filter(|(_, v)| is_renamed(v));
    vars.map(|(id, v)| (v.name.clone(), program.shown(id, &input.lines))).collect()
}

/// All stages but solving.
pub fn record_stages(input: &Input) -> StageRecord {
    record_stages_cached(input, &mut ClauseCache::default())
}

/// The stages of a text; those of equal clauses are taken from the cache, which then has this text's.
pub fn record_stages_cached(input: &Input, cache: &mut ClauseCache) -> StageRecord {
    let system = input.system.as_ref();
    let stages = system.map(|system| stages_after(system, &input.lines, &input.settings, cache));
    let (diagnostics, own) = (input.diagnostics.clone(), input.own.clone());
    let mut drawn = drawn(input, stages.as_ref()).into_iter();
    let wishes = wishes(input.program.as_ref());
    StageRecord {
        version: VERSION,
        diagnostics,
        own,
        wishes,
        names: names(input),
        calls: input.calls.clone(),
        drawing: drawn.next(),
        functions: drawn.collect(),
        stage_list: methods::stages(input),
        steps: vec![],
        stages,
    }
}

/// The graphs of a text: that of the program, then those of its functions.
fn drawn(input: &Input, stages: Option<&Stages>) -> Vec<Drawing> {
    let Some(Stages { concrete, steps, .. }) = stages else { return vec![] };
    draw_graphs(concrete, steps.as_ref(), input.program.as_ref(), &input.text, &input.lines)
}

/// The clauses that the abstraction starts from: those of a text, with conditions on any number of cells as
/// loops and with steps merged, as the settings say.
pub fn prepare_clauses(system: &System, settings: &Settings) -> System {
    let loops = settings.loops.then(|| with_loops(system));
    let steps = loops.as_ref().unwrap_or(system);
    if settings.large_blocks { large_blocks(steps) } else { steps.clone() }
}

/// The stages behind `horn`, for a system of clauses.
pub fn stages(system: &System, lines: &LineIndex, settings: &Settings) -> Stages {
    stages_after(system, lines, settings, &mut ClauseCache::default())
}

fn summary(stages: &ClauseStages, lines: &LineIndex) -> ClauseSummary {
    let ClauseStages { clause, elimination, simplification } = stages;
    let words =
        |c: &Clause| ClauseClass::from_clause(c).words().into_iter().map(str::to_owned).collect();
    ClauseSummary {
        id: clause.id,
        span: clause.origin.span,
        line: lines.line(clause.origin.span),
        what: clause.origin.instruction.describe().to_owned(),
        said: clause.origin.expr_terms.to_vec(),
        assert: clause.origin.assert,
        class: words(clause),
        handling: ClauseClass::from_clause(clause).handling,
        final_class: words(stages.last()),
        completeness: Completeness::all(elimination.calls.iter().map(|c| &c.call.completeness)),
        simplification_may_lose: simplification.iter().any(Simplified::may_lose),
    }
}

/// All steps of one clause through the stages, made again by the code that made these.
pub fn story(stages: &Stages, id: ClauseId) -> Option<ClauseStory> {
    let concrete = stages.concrete.clause(id)?;
    let abstracted = abstract_clause(concrete, &stages.concrete, &stages.abstraction);
    let elimination = eliminate(concrete, &abstracted, stages.setting());
    let mut steps = vec![RuleStep {
        stage: StageKey::ABSTRACT,
        rule: "abstract".into(),
        paper: "T Algorithm 1".into(),
        sentence: "Each predicate now speaks of abstract values, for all of them at once.".into(),
        before: Subject::Clause { clause: concrete.clone(), side: Side::Concrete },
        after: Subject::abstracted(&abstracted),
        call: None,
        may_lose: false,
    }];
    steps.extend(elimination_steps(&abstracted, &elimination));
    let mut before = Subject::abstracted(&elimination.clause);
    for step in simplify(&elimination.clause) {
        let (sentence, may_lose) = (step.describe(), step.may_lose());
        let after = Subject::abstracted(&step.clause);
        let rule = step.rule;
        steps.push(RuleStep {
            stage: StageKey::SIMPLIFY,
            rule: format!("{rule:?}"),
            paper: String::new(),
            sentence,
            before: std::mem::replace(&mut before, after.clone()),
            after,
            call: None,
            may_lose,
        });
    }
    let calls = elimination.calls;
    let (incomplete, left_out) = (vec![], OmittedDetails::default());
    let mut story = ClauseStory { version: VERSION, id, steps, calls, incomplete, left_out };
    story.shorten();
    Some(story)
}

/// The stages of a text with the story of each clause, and the calls that are known to be incomplete.
pub fn explanation(input: &Input) -> Explanation {
    let record = record_stages(input);
    let all = record
        .stages
        .iter()
        .flat_map(|stages| stages.clauses.iter().filter_map(|clause| story(stages, clause.id)));
    let mut stories: Vec<ClauseStory> = all.collect();
    let mut calls = MAX_RECORDED_CALLS;
    stories.iter_mut().for_each(|story| story.keep_calls(&mut calls));
    let lost = record.stages.iter().flat_map(|stages| witnesses(stages, &stories));
    for WitnessView { clause, call, .. } in lost.collect::<Vec<WitnessView>>() {
        let own = stories.iter_mut().filter(|story| story.id == clause);
        own.for_each(|story| story.incomplete.push(call));
    }
    Explanation { version: VERSION, stage_record: record, stories }
}

fn elimination_steps(abstracted: &Clause, elimination: &Elimination) -> Vec<RuleStep> {
    let mut steps = vec![];
    let mut step = |rule: &str, paper: &str, sentence: &str, pair: (&Clause, &Clause), call| {
        steps.push(RuleStep {
            stage: StageKey::ELIMINATE,
            rule: rule.into(),
            paper: paper.into(),
            sentence: sentence.into(),
            before: Subject::abstracted(pair.0),
            after: Subject::abstracted(pair.1),
            call,
            may_lose: false,
        });
    };
    let freed = &elimination.goal_freed;
    if freed != abstracted {
        step(
            "free the goal",
            "T Algorithm 2, step 2",
            "The goal's quantified values become free variables: the goal must hold for any.",
            (abstracted, freed),
            None,
        );
    }
    let mut before = freed.clone();
    // An instance replaces one premise; earlier instances have already moved the later ones.
    let mut shift = 0;
    for (n, done) in elimination.calls.iter().enumerate() {
        let at = done.premise + shift;
        let size = done.call.set.len();
        let instances: Vec<Premise> = elimination.clause.premises[at..at + size].to_vec();
        let mut after = before.clone();
        after.premises.splice(at..=at, instances);
        shift += size - 1;
        step(
            "instantiate",
            "T Algorithm 2, step 3",
            "Of the premise's abstract values only those that matter here are kept.",
            (&before, &after),
            Some(n),
        );
        before = after;
    }
    steps
}
