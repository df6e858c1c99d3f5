//! The student's work is kept by the browser.
//!
//! That is the text, the choices and the undo stack, and in the same tab the stage and the clause on view.
//! That clause is kept only once every question about it has been answered without a breakdown
//! (`State::is_fully_answered`). Work that the browser's storage refuses, because it is closed or full, is
//! not kept. An embedded page keeps nothing, so that it never overwrites a student's work.

use super::links::leave_link;
use super::storage::{
    forget_here, remember, remember_by_tab, remember_here, remembered, remembered_by_tab,
    remembered_here,
};
use crate::breakdown;
use crate::compare::ComparisonStatus;
use crate::share::kept;
use crate::share::link::Link;
use crate::share::undo::UndoStack;
use crate::state::{Action, State};
use hornbook_protocol::{Options, TextKind};
use hornbook_records::stages::StageKey;
use serde_json::{Map, Value};
use yew::prelude::*;

const TEXT: &str = "hornbook.text";
/// The storage key of the text's language.
const KIND: &str = "hornbook.kind";
const OPTIONS: &str = "hornbook.choices";
/// The storage key of the choices of an older page, which did not tell defaults from choices.
const OLD_OPTIONS: &str = "hornbook.options";
const UNDO: &str = "hornbook.undo";
/// The storage key of this tab's view, as a link without a text.
const ON_VIEW: &str = "hornbook.view";
/// The storage key of whether the stages are on view at the verdict, too.
pub const STAGES: &str = "hornbook.stages";
/// The storage key of whether somebody has been here before; set by the first visit.
pub const VISITED: &str = "hornbook.visited";
/// The storage key of whether found invariants are not shown.
pub const HIDES_FOUND: &str = "hornbook.hides-found";
/// The storage key of the names of the gallery's programs that were run.
pub const TRIED: &str = "hornbook.tried";
/// The program that a first visit opens.
const FIRST: &str = "\
int n = nondet();
int a[n];
for (int i = 0; i < n; i++)
  a[i] = 0;
assert(forall k in 0..n: a[k] == 0);
";

/// The work that the browser has kept, if there is any, and the undo stack.
pub fn own_work() -> (Option<Link>, UndoStack) {
    let kind: TextKind = remembered_here(KIND).unwrap_or_default();
    let own = remembered_here::<String>(TEXT).map(|text| {
        let with = |choices: Map<String, Value>| kept::link(kind, &text, &choices);
        let old = || remembered_here(OLD_OPTIONS).map(|old| with(old).without_defaults());
        let new = remembered_here(OPTIONS).map(with);
        let link = new.or_else(old).unwrap_or_else(|| with(Map::new()));
        Link { stage: first_stage().unwrap_or(link.stage), ..link }
    });
    let saved: Vec<(String, String)> = remembered_here(UNDO).unwrap_or_default();
    (own, UndoStack::restored(&saved))
}

/// The stage that the page begins with while nobody has asked for the others.
fn first_stage() -> Option<StageKey> {
    (!remembered(STAGES).unwrap_or(false)).then_some(StageKey::SOLVE)
}

/// The kept work with the view of the page before it was reloaded.
pub fn as_on_view(own: Link) -> Link {
    let kept = remembered_by_tab::<String>(ON_VIEW);
    match kept.map(|json| Link::from_json(json.as_bytes())) {
        Some(Ok(Link { stage, selected, compared, solved, .. })) => {
            Link { stage, selected, compared, solved, ..own }
        }
        _ => own,
    }
}

/// The text that the page shows without kept work and without a link.
pub fn first() -> Link {
    let link = Link::program(FIRST, Options::default());
    Link { stage: first_stage().unwrap_or(link.stage), ..link }
}

/// The message when the browser's storage is full.
const FULL: &str = "This browser has no room left for the page: a reload loses what you write now. \
    Keep it as a file or as a link (Share).";

/// Keeps text, choices, undo stack and view whenever they change, while they are the student's own.
#[hook]
pub fn use_memory(state: &UseReducerHandle<State>, own: bool) {
    use_effect_with(own, |own| breakdown::keeps_text_as(own.then_some(TEXT)));
    let told = use_mut_ref(|| false);
    let dispatch = state.dispatcher();
    let work = (state.kind, state.text.clone(), state.options_to_keep(), own);
    use_effect_with(work, move |(kind, text, options, own)| {
        if !own {
            return;
        }
        leave_link(&Link { kind: *kind, ..Link::program(text, options.clone()) });
        let kept = remember_here(TEXT, &&**text)
            && remember_here(KIND, kind)
            && remember_here(OPTIONS, &kept::to_json(options));
        if !kept {
            // A mixture of new and old parts would be worthless.
            [TEXT, KIND, OPTIONS].into_iter().for_each(forget_here);
            if !told.replace(true) {
                dispatch.dispatch(Action::SetNotice(Some(FULL.to_owned())));
            }
        }
    });
    use_effect_with((state.undo.clone(), own), |(undo, own)| {
        if *own {
            remember_here(UNDO, &undo.saved());
        }
    });
    // What a link hides is not hidden in other texts.
    use_effect_with((state.hides_by_choice, own), |(chosen, own)| {
        if let Some(hides_found) = chosen.filter(|_| *own) {
            remember(HIDES_FOUND, &hides_found);
        }
    });
    // A clause whose questions are not all answered is not asked about again by itself.
    let selected = state.selected.filter(|_| state.is_fully_answered());
    let compared =
        state.comparison.as_ref().filter(|c| !matches!(c.answer, ComparisonStatus::Failed(_)));
    let compared = compared.map(|compared| compared.asked.axis.clone());
    // A comparison that is being made may still fail.
    let keeps = own && state.comparison_to_request().is_none();
    // A verdict that is being searched may break the browser.
    let solved = state.is_solved();
    let on_view = (state.stage.clone(), selected, compared, solved, keeps);
    use_effect_with(on_view, |(stage, selected, compared, solved, keeps)| {
        if *keeps {
            let (stage, selected, compared) = (stage.clone(), *selected, compared.clone());
            let nothing = Link::program("", Options::default());
            let view = Link { stage, selected, compared, solved: *solved, ..nothing };
            remember_by_tab(ON_VIEW, &view.to_json());
        }
    });
}
