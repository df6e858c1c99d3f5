//! The methods by their names: whoever brings a new one adds its room and a line here.

use super::{Input, unanswered};
use hornbook_abstraction::counts::counts_many_cells;
use hornbook_abstraction::heuristic::Heuristic;
use hornbook_horn::constant_places::constant_places;
use hornbook_horn::straight::straight;
use hornbook_horn::{Clause, Goal, Pred, Sort, System, Var, cone, constant_places};
use hornbook_lang::calls::has_calls;
use hornbook_lang::parse;
use hornbook_method::Method;
use hornbook_method::climb::Climb;
use hornbook_method::instrumented::Instrument;
use hornbook_method::one::One;
use hornbook_method::tiled::Tiled;
use hornbook_method::turns::{Turn, Turns};
use hornbook_method::witnessed::Witnessed;
use hornbook_records::stages::StageInfo;
use hornbook_records::{AssertionOutcome, UnknownReason};
use hornbook_settings::Settings;
use hornbook_tasks::choices::Named;
use hornbook_tasks::instrument::choices::Base;
use hornbook_tasks::instrument::library::operators;
use hornbook_tasks::instrument::sites::uses;
use hornbook_tasks::task::{Claim, Question, Source};
use hornbook_tiling::conditions::conditions;
use std::collections::BTreeSet;

/// The name of the method that is data abstraction, with tiling or instrumentation where that may help.
const EITHER: &str = "either";

/// The method of this name for the question about a text.
pub(super) fn method(name: &str, input: &Input, settings: &Settings) -> Option<Box<dyn Method>> {
    let question = question(input)?;
    let limits = &settings.climbing;
    let rules = || input.settings.rules.clone();
    Some(match name {
        One::NAME => Box::new(One::new(question, input.settings.abstraction.clone(), limits)) as _,
        Climb::NAME => Box::new(Climb::new(question, limits)) as _,
        Instrument::NAME => Box::new(Instrument::new(question, rules(), settings)) as _,
        Witnessed::NAME => Box::new(Witnessed::new(question, settings)) as _,
        Tiled::NAME => {
            let named = &input.settings.tiles;
            let tiles = named.resolve(&parse(&input.text).0, &input.lines);
            Box::new(Tiled::new(question, tiles.unwrap_or_default(), settings)) as _
        }
        // What is named by hand is for one of them.
        EITHER if !input.settings.rules.is_empty() => {
            return method(Instrument::NAME, input, settings);
        }
        EITHER if !input.settings.tiles.is_empty() => {
            return method(Tiled::NAME, input, settings);
        }
        EITHER => match turns(input, &question, settings).as_slice() {
            [_] => Box::new(Climb::new(question, limits)) as _,
            several => Box::new(Turns::new(question, several)) as _,
        },
        _ => return None,
    })
}

/// The methods that may help with a text.
fn turns(input: &Input, question: &Question, settings: &Settings) -> Vec<Turn> {
    let tiling = settings.tiling.wanted && !conditions(&parse(&input.text).0).is_empty();
    let ghosts = Instrument::new(question.clone(), Default::default(), settings).has_uses();
    let tiling = tiling.then_some(Turn::Tiling);
    let ghosts = ghosts.then_some(Turn::Instrumenting);
    // Where ghosts have something to follow they are mostly what is needed.
    let places = Witnessed::new(question.clone(), settings).has_uses().then_some(Turn::Witnessing);
    ghosts.into_iter().chain([Turn::Climbing]).chain(places).chain(tiling).collect()
}

/// The name of the method that is chosen for a text.
pub(super) fn chosen(input: &Input) -> &'static str {
    match input.settings.method {
        Named::Instrument if input.program.is_some() => Instrument::NAME,
        Named::Tiling if input.program.is_some() => Tiled::NAME,
        Named::Auto if input.program.is_some() => EITHER,
        Named::Auto => Climb::NAME,
        _ if input.settings.climbs => Climb::NAME,
        _ => One::NAME,
    }
}

/// The stages in which the work on a text is shown; those of a method that was chosen also while the text
/// has errors.
pub(super) fn stages(input: &Input) -> Vec<StageInfo> {
    match chosen(input) {
        _ if input.settings.method == Named::Instrument => Instrument::stages(),
        _ if input.settings.method == Named::Tiling => Tiled::stages(),
        Climb::NAME => Climb::stages(),
        Instrument::NAME => Instrument::stages(),
        EITHER if asks_for_more(input) => Instrument::stages(),
        _ => One::stages(),
    }
}

/// Whether a text asks for something that ghost variables can follow.
fn asks_for_more(input: &Input) -> bool {
    let (tree, _) = parse(&Base::written_out(&input.text).text);
    input.program.is_some() && !uses(&tree, &operators(&tree).0, 0).is_empty()
}

/// What a method is asked about a text; `None` if that has errors.
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
        places: constant_places(system),
        loop_free: is_loop_free(input),
    })
}

/// Whether nothing needs to be abstracted, and nothing was asked for that is about abstraction.
fn is_loop_free(input: &Input) -> bool {
    let by_hand = input.settings.policy.heuristic == Heuristic::Manual;
    let written_out = input.program.as_ref().is_some_and(|program| !has_calls(program));
    let system = input.system.as_ref().filter(|_| written_out);
    !input.settings.loops && !by_hand && system.is_some_and(|system| straight(system).is_some())
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
    let cells = clauses().map(|(_, c)| constant_places::cells_together(c)).max();
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
