//! The methods by their names. A new method is named in [`method`]; if it can be chosen also in `MethodChoice`, and if
//! `auto` tries it in [`hornbook_method::auto`].

use super::{Input, unanswered};
use hornbook_abstraction::counts::counts_many_cells;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_horn::constant_indices::constant_indices;
use hornbook_horn::passive::passive_form;
use hornbook_horn::unwinding::{UnwindingLimits, unwind};
use hornbook_horn::{Clause, Goal, Pred, Sort, System, Var, cone, constant_indices};
use hornbook_lang::calls::has_calls;
use hornbook_lang::parse;
use hornbook_lang::typed::AssertionKind;
use hornbook_method::Method;
use hornbook_method::abstraction_sequence::AbstractionSequence;
use hornbook_method::auto::{AutoMethod, Submethod};
use hornbook_method::given::GivenInvariants;
use hornbook_method::instrumentation::InstrumentationMethod;
use hornbook_method::single_abstraction::SingleAbstraction;
use hornbook_method::tiling::TilingMethod;
use hornbook_method::witness_ghosts::WitnessGhosts;
use hornbook_records::stages::StageInfo;
use hornbook_records::{AssertionOutcome, UnknownReason};
use hornbook_settings::Settings;
use hornbook_tasks::choices::{InvariantsChoice, MethodChoice};
use hornbook_tasks::instrument::choices::BaseText;
use hornbook_tasks::instrument::library::operators;
use hornbook_tasks::instrument::sites::uses;
use hornbook_tasks::plan::unwinding::UnwindingPlan;
use hornbook_tasks::task::{Claim, Question, Source};
use hornbook_tiling::mid_conditions::mid_conditions;
use std::collections::BTreeSet;

/// The method of this name for the question about a text.
pub(super) fn method(name: &str, input: &Input, settings: &Settings) -> Option<Box<dyn Method>> {
    let question = question(input)?;
    let limits = &settings.climbing;
    let rules = || input.settings.rules.clone();
    Some(match name {
        SingleAbstraction::NAME => {
            Box::new(SingleAbstraction::new(question, input.settings.abstraction.clone(), limits))
                as _
        }
        AbstractionSequence::NAME => Box::new(AbstractionSequence::new(question, limits)) as _,
        InstrumentationMethod::NAME => {
            Box::new(InstrumentationMethod::new(question, rules(), settings)) as _
        }
        WitnessGhosts::NAME => Box::new(WitnessGhosts::new(question, settings)) as _,
        GivenInvariants::NAME => {
            let judges = input.settings.invariants == InvariantsChoice::Given;
            Box::new(GivenInvariants::new(question, judges)) as _
        }
        TilingMethod::NAME => {
            let named = &input.settings.tiles;
            let tiles = named.resolve(&parse(&input.text).0, &input.lines);
            Box::new(TilingMethod::new(question, tiles.unwrap_or_default())) as _
        }
        _ => return None,
    })
}

/// The method that is chosen for a text.
pub(super) fn chosen_method(input: &Input, settings: &Settings) -> Option<Box<dyn Method>> {
    match chosen_name(input) {
        Some(name) => return method(name, input, settings),
        // The user's rules and tiles are for one method.
        None if !input.settings.rules.is_empty() => {
            return method(InstrumentationMethod::NAME, input, settings);
        }
        None if !input.settings.tiles.is_empty() => {
            return method(TilingMethod::NAME, input, settings);
        }
        None => {}
    }
    let question = question(input)?;
    let unwinds = is_bounded(input);
    let methods = submethods(input, &question, settings);
    let auto = AutoMethod::new(question.clone(), &methods, unwinds);
    Some(match auto.has_one_alternative() {
        true => Box::new(AbstractionSequence::new(question, &settings.climbing)) as _,
        false => Box::new(auto) as _,
    })
}

/// The methods that may help with a text.
fn submethods(input: &Input, question: &Question, settings: &Settings) -> Vec<Submethod> {
    let tiling = settings.tiling.wanted && !mid_conditions(&parse(&input.text).0).is_empty();
    let ghosts =
        InstrumentationMethod::new(question.clone(), Default::default(), settings).has_uses();
    let given = has_given_invariants(input).then_some(Submethod::GivenInvariants);
    let tiling = tiling.then_some(Submethod::Tiling);
    let ghosts = ghosts.then_some(Submethod::Instrumentation);
    // Where ghosts can follow something they are mostly needed.
    let witnesses = WitnessGhosts::new(question.clone(), settings)
        .has_uses()
        .then_some(Submethod::WitnessGhosts);
    ghosts
        .into_iter()
        .chain([Submethod::AbstractionSequence])
        .chain(given)
        .chain(witnesses)
        .chain(tiling)
        .collect()
}

/// Whether a text says an invariant of a loop.
fn has_given_invariants(input: &Input) -> bool {
    let asserts = input.program.iter().flat_map(|program| &program.asserts);
    asserts.into_iter().any(|assertion| assertion.kind == AssertionKind::Invariant)
}

/// The name of the method that is chosen for a text; none for data abstraction with the others where they may help.
fn chosen_name(input: &Input) -> Option<&'static str> {
    let is_given = input.settings.invariants == InvariantsChoice::Given;
    Some(match input.settings.method {
        _ if is_given && input.program.is_some() => GivenInvariants::NAME,
        MethodChoice::Instrument if input.program.is_some() => InstrumentationMethod::NAME,
        MethodChoice::Tiling if input.program.is_some() => TilingMethod::NAME,
        MethodChoice::Auto if input.program.is_some() => return None,
        MethodChoice::Auto => AbstractionSequence::NAME,
        _ if input.settings.climbs => AbstractionSequence::NAME,
        _ => SingleAbstraction::NAME,
    })
}

/// The stages in which the work on a text is shown; those of a method that was chosen also while the text
/// has errors.
pub(super) fn stages(input: &Input) -> Vec<StageInfo> {
    match chosen_name(input) {
        _ if input.settings.method == MethodChoice::Instrument => InstrumentationMethod::stages(),
        _ if input.settings.method == MethodChoice::Tiling => TilingMethod::stages(),
        None if has_ghost_uses(input) => InstrumentationMethod::stages(),
        _ => SingleAbstraction::stages(),
    }
}

/// Whether ghost variables can follow something in a text.
fn has_ghost_uses(input: &Input) -> bool {
    let (tree, _) = parse(&BaseText::written_out(&input.text).text);
    input.program.is_some() && !uses(&tree, &operators(&tree).0, 0).is_empty()
}

/// The question about a text; `None` if it has errors.
fn question(input: &Input) -> Option<Question> {
    let system = input.system.as_ref()?;
    let arrays = |p: &Pred| p.params.iter().filter(|v| v.sort.is_array()).count();
    let nested = |v: &Var| matches!(&v.sort, Sort::Array(element) if element.is_array());
    Some(Question {
        source: source(input),
        options: input.options.clone(),
        claims: claims(input),
        arrays: system.preds.iter().map(arrays).max().unwrap_or(0),
        nested: system.preds.iter().flat_map(|p| &p.params).any(nested),
        places: constant_indices(system),
        loop_free: is_loop_free(input),
    })
}

/// Whether constants bound the rounds of all loops, once calls are inlined.
fn is_bounded(input: &Input) -> bool {
    let Some(program) = input.program.as_ref().filter(|_| !input.settings.loops) else {
        return false;
    };
    let unwinds = |system: &System| unwind(system, &UnwindingLimits::default()).is_some();
    let inlined = UnwindingPlan::inlining(&input.options, program);
    match inlined == input.options {
        true => input.system.as_ref().is_some_and(unwinds),
        false => Input::program(&input.text, &inlined).system.as_ref().is_some_and(unwinds),
    }
}

/// Whether no abstraction is needed and no choice is about abstraction.
fn is_loop_free(input: &Input) -> bool {
    let by_hand = input.settings.policy.heuristic == Heuristic::Manual;
    let written_out = input.program.as_ref().is_some_and(|program| !has_calls(program));
    let system = input.system.as_ref().filter(|_| written_out);
    !input.settings.loops && !by_hand && system.is_some_and(|system| passive_form(system).is_some())
}

/// The text.
pub(super) fn source(input: &Input) -> Source {
    match input.program {
        Some(_) => Source::Program(input.text.clone()),
        None => Source::Clauses(input.text.clone()),
    }
}

fn claims(input: &Input) -> Vec<Claim> {
    let blank = unanswered(input, &UnknownReason::Budget);
    blank.assertions.iter().map(|a| claim(input, a)).collect()
}

fn claim(input: &Input, assertion: &AssertionOutcome) -> Claim {
    let own = |c: &&Clause| assertion.id.is_some() && c.origin.assert == assertion.id;
    let system = input.system.iter();
    let clauses = || system.clone().flat_map(|s| s.clauses.iter().filter(own).map(move |c| (s, c)));
    let claimed = |(s, c): (&System, &Clause)| match &c.goal {
        Goal::Cond(claim) => Some((cone::outside(s, c), counts_many_cells(claim))),
        Goal::Instance(_) => None,
    };
    let found: Vec<(BTreeSet<String>, bool)> = clauses().filter_map(claimed).collect();
    let cells = clauses().map(|(_, c)| constant_indices::cells_together(c)).max();
    Claim {
        assert: assertion.id,
        span: assertion.span,
        counts: assertion.counts(),
        counting: found.iter().any(|(_, counts)| *counts),
        cells: cells.unwrap_or(0),
        outside: found
            .into_iter()
            .map(|(outside, _)| outside)
            .reduce(|a, b| &a & &b)
            .unwrap_or_default(),
    }
}
