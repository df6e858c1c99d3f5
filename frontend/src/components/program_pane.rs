//! The pane of the program.

use super::editor_view::{Annotations, EditorView};
use super::problem_list::ProblemList;
use super::task_path::TaskPath;
use crate::editor::{Badge, Mark, MarkKind};
use crate::highlights::Highlights;
use crate::hooks::{Writer, use_format_key};
use crate::records::Systems;
use crate::state::{Action, State};
use hornbook_protocol::{DocumentKind, TextKind};
use hornbook_records::Verdict;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ProgramPaneProps {
    pub state: Rc<State>,
    pub dispatch: UseReducerDispatcher<State>,
    pub run: Callback<()>,
    /// Analyses a text that was held back.
    pub analyse: Callback<()>,
    #[prop_or_default]
    pub read_only: bool,
    #[prop_or_default]
    pub lesson: Html,
    #[prop_or_default]
    pub children: Html,
}

/// The editor, and the remarks on the text.
#[component]
pub fn ProgramPane(props: &ProgramPaneProps) -> Html {
    let ProgramPaneProps { state, dispatch, run, analyse, read_only, .. } = props;
    let fresh = state.analysis.as_ref().filter(|a| a.revision == state.revision);
    let problems = fresh.map(|a| state.shown_problems(&a.value.problems)).unwrap_or_default();
    html! {
        <section class="pane program" aria-label="Program" tabindex="-1" data-testid="program-pane">
            <header class="pane-head">
                <h2>{ title(state.kind) }</h2>
                if state.kind == TextKind::Program && !read_only && state.work.is_none() { <FormatButton text={state.text.clone()} dispatch={dispatch.clone()} /> }
            </header>
            <TaskPath path={state.path.clone()} dispatch={dispatch.clone()} />
            { props.lesson.clone() }
            <EditorView kind={state.kind} text={state.text.clone()} loads={state.loads} layouts={state.layouts} annotations={annotations(state)} marks={marks(state)} target={state.target}
                dispatch={dispatch.clone()} run={run.clone()} read_only={*read_only} />
            if !problems.is_empty() {
                <ProblemList {problems} text={state.text.clone()} dispatch={dispatch.clone()} />
            }
            if let Some(trouble) = &state.trouble {
                <div class="trouble" role="alert">
                    <p>{ trouble }</p>
                    <button onclick={analyse.reform(|_| ())}>{ "Analyse it now" }</button>
                </div>
            }
            { props.children.clone() }
        </section>
    }
}

fn title(kind: TextKind) -> &'static str {
    match kind {
        TextKind::Program => "Program",
        TextKind::Clauses => "Horn clauses in SMT-LIB",
    }
}

#[derive(Clone, PartialEq, Properties)]
struct FormatButtonProps {
    text: Rc<str>,
    dispatch: UseReducerDispatcher<State>,
}

/// Formats the program, at a click or with the keys that other editors have for it.
#[component]
fn FormatButton(props: &FormatButtonProps) -> Html {
    let writer = use_context::<Writer>();
    let FormatButtonProps { text, dispatch } = props.clone();
    let act = Callback::from(move |()| {
        let (before, dispatch) = (text.clone(), dispatch.clone());
        let reader = Callback::from(move |text: Option<String>| {
            dispatch.dispatch(match text {
                Some(text) => Action::Rewrite(before.clone(), text),
                None => Action::SetNotice(Some(NO_LAYOUT.to_owned())),
            });
        });
        if let Some(writer) = &writer {
            writer.write(DocumentKind::Layout, reader);
        }
    });
    use_format_key(act.clone());
    html! {
        <button class="quiet" onclick={act.reform(|_| ())} title="Lay the program out (Shift+Alt+F)" data-testid="format">{ "Format" }</button>
    }
}

/// The message for a text that cannot be laid out.
const NO_LAYOUT: &str = "A program with errors of syntax cannot be laid out.";

/// The annotations in the editor; none while they belong to an older text.
fn annotations(state: &State) -> Option<Annotations> {
    let analysis = state.analysis.as_ref().filter(|a| a.revision == state.revision)?;
    Some(Annotations {
        problems: state.shown_problems(&analysis.value.problems),
        badges: badges(state, analysis.value.systems.as_ref()),
    })
}

/// The marks in the text. While the analysis is of an older text those on view stay, but for the step of a run: it may be
/// another one now.
fn marks(state: &State) -> Option<Vec<Mark>> {
    if !state.fresh() {
        return state.has_old_run().then(Vec::new);
    }
    if let Some(step) = state.current_step() {
        return Some(vec![Mark { span: step.span, kind: MarkKind::Step }]);
    }
    let of = |highlights: Highlights, kind| {
        highlights.spans.into_iter().map(move |span| Mark { span, kind })
    };
    let picked = of(state.picked_highlights(), MarkKind::Origin);
    Some(picked.chain(of(state.hovered_highlights(), MarkKind::Hover)).collect())
}

/// A verdict sign for each assertion.
fn badges(state: &State, systems: Option<&Systems>) -> Vec<Badge> {
    let Some(outcome) = state.outcome().filter(|_| state.run_fresh() && systems.is_some()) else {
        return vec![];
    };
    let badge = |(span, verdict): (_, &Verdict)| {
        let (kind, sign) = match verdict {
            Verdict::Certified | Verdict::NothingAsserted => ("ok", "✓"),
            Verdict::Buggy(_) | Verdict::Refuted(_) => ("bad", "✗"),
            Verdict::TooWeak { .. } | Verdict::NotShown(_) => ("weak", "~"),
            Verdict::Unknown(_) => ("soft", "?"),
        };
        Badge { span, kind, sign, label: badge_label(state.kind, verdict) }
    };
    outcome.assertions.iter().map(|a| badge((a.span, &a.verdict))).collect()
}

/// A badge in words. A file of clauses has no statements that assert.
fn badge_label(kind: TextKind, verdict: &Verdict) -> String {
    let what = match kind {
        TextKind::Program => "This assertion",
        TextKind::Clauses => "This assertion clause",
    };
    format!("{what}: {}", verdict.name().replace('-', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badge_beside_clauses_speaks_of_a_clause() {
        let label = |kind| badge_label(kind, &Verdict::Certified);
        assert_eq!(label(TextKind::Program), "This assertion: certified");
        assert_eq!(label(TextKind::Clauses), "This assertion clause: certified");
    }
}
