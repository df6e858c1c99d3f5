//! A failing run, step by step.

use super::call_stack::CallStack;
use super::figure::Figure;
use super::transport::Transport;
use crate::hooks::use_verdict_at_foot;
use crate::state::{Action, State};
use hornbook_base::Int;
use hornbook_records::{ArrayView, ChangedVariable, Run, RunStep};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct TracePlayerProps {
    pub run: Run,
    pub step: usize,
    /// Whether it is of the current text.
    pub fresh: bool,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The state after one step, and the buttons of a player. Where the panes are stacked, these stay in the window, so that the
/// program can be seen beside them; but they never lie over the verdict.
#[component]
pub fn TracePlayer(props: &TracePlayerProps) -> Html {
    let TracePlayerProps { run, step, fresh, dispatch } = props;
    let docked = !use_verdict_at_foot() && *fresh;
    let last = run.steps.len().saturating_sub(1);
    let at = (*step).min(last);
    let go = {
        let dispatch = dispatch.clone();
        Callback::from(move |step: usize| dispatch.dispatch(Action::Step(step)))
    };
    let Some(current) = run.steps.get(at) else {
        return html! {};
    };
    html! {
        <article class="clause now trace" data-testid="trace">
            // The place stays as large as it is while the buttons are elsewhere.
            <div class={classes!(fresh.then_some("trace-dock"))}>
                <div class={classes!("trace-controls", docked.then_some("docked"))} data-testid="trace-controls">
                    <header>
                        <b data-testid="trace-step">{ counted(run, at) }</b>
                        <span class="chip from">{ format!("line {}", current.line) }</span>
                        <code class="what">{ &current.what }</code>
                        if !fresh { <span class="chip weak" data-testid="trace-old">{ "of the earlier text" }</span> }
                    </header>
                    <Transport {at} {last} of="Steps of the run" says={step_label(run, at, current)} {go} />
                </div>
            </div>
            if let Some(gap) = run.left_out.filter(|gap| gap.after == at) {
                <p class="why">{ format!("{} steps before this one are left out.", gap.steps) }</p>
            }
            <Figure name="run">
                { variables(current) }
            </Figure>
            <CallStack run={run.clone()} {at} dispatch={dispatch.clone()} />
        </article>
    }
}

/// The number of the shown step `at` in the run. A very long run shows only some steps, but counts all.
fn counted(run: &Run, at: usize) -> String {
    let left_out = run.left_out.map_or(0, |gap| gap.steps);
    let before = run.left_out.filter(|gap| at >= gap.after).map_or(0, |gap| gap.steps);
    format!("Step {} of {}", at + before + 1, run.steps.len() + left_out)
}

/// A step as the slider announces it.
fn step_label(run: &Run, at: usize, step: &RunStep) -> String {
    let count = counted(run, at).to_ascii_lowercase();
    format!("{count}: line {}, {}", step.line, step.what)
}

/// The variables and arrays after a step.
pub(super) fn variables(step: &RunStep) -> Html {
    let RunStep { scalars: values, arrays, changed, read, .. } = step;
    html! {
        <>
            { scalars(values, changed) }
            { for arrays.iter().map(|array| strip(array, changed, read)) }
        </>
    }
}

/// Numbers and truth values; changed ones are highlighted.
pub(super) fn scalars(values: &[(String, String)], changes: &[ChangedVariable]) -> Html {
    let cells = values.iter().map(|(name, value)| {
        let changed = changes.iter().any(|c| c.name == *name && c.indices.is_empty());
        html! {
            <div class={classes!("scalar", changed.then_some("changed"))}>
                <dt>{ name }<span class="is">{ "\u{a0}=" }</span></dt><dd>{ value.replace('-', "−") }</dd>
            </div>
        }
    });
    html! { <dl class="scalars" aria-label="Variables">{ for cells }</dl> }
}

fn cell_name(array: &str, indices: &[Int]) -> String {
    let indices: String = indices.iter().map(|i| format!("[{i}]")).collect();
    format!("{array}{indices}")
}

/// Whether hidden cells lie between two neighbouring shown cells.
fn gap_between(one: &[Int], next: &[Int]) -> bool {
    match (one.split_last(), next.split_last()) {
        (Some((last, row)), Some((next, next_row))) => row == next_row && *next != last + &Int::ONE,
        _ => false,
    }
}

/// An array cell by cell, with the cells that a step has changed or read.
pub(super) fn strip(
    array: &ArrayView,
    changes: &[ChangedVariable],
    reads: &[(String, Vec<Int>)],
) -> Html {
    let cells = array.cells.iter().enumerate().map(|(n, (index, value))| {
        let before = n.checked_sub(1).and_then(|n| array.cells.get(n));
        let gap = before.is_some_and(|(before, _)| gap_between(before, index));
        let changed = changes.iter().any(|c| c.name == array.name && c.indices == *index);
        let read = reads.iter().any(|(name, i)| *name == array.name && i == index);
        let class = classes!("cell", changed.then_some("changed"), read.then_some("read"));
        html! {
            <>
            if gap { <li class="gap" aria-hidden="true">{ "…" }</li> }
            <li {class} data-cell={cell_name(&array.name, index)}>
                <span class="cell-why">{ if changed { "written" } else if read { "read" } else { "" } }</span>
                <span class="cell-box">{ value.replace('-', "−") }</span>
                <span class="cell-index">{ cell_name(&array.name, index) }</span>
            </li>
            </>
        }
    });
    html! { <ul class="strip numbers-strip" aria-label={format!("Array {}", array.name)}>{ for cells }</ul> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_base::Span;
    use hornbook_lang::typed::AssertId;
    use hornbook_records::OmittedSteps;

    #[test]
    fn cells_that_are_not_shown_leave_a_gap() {
        let index = |indices: &[i64]| indices.iter().map(|i| Int::from(*i)).collect::<Vec<_>>();
        assert!(gap_between(&index(&[22]), &index(&[99])));
        assert!(!gap_between(&index(&[-1]), &index(&[0])));
        assert!(gap_between(&index(&[0, 1]), &index(&[0, 3])));
        assert!(!gap_between(&index(&[0, 1]), &index(&[1, 0])), "the next row");
    }

    #[test]
    fn steps_that_are_left_out_count() {
        let step = RunStep {
            span: Span::default(),
            line: 1,
            what: "i = 1".to_owned(),
            scalars: vec![],
            arrays: vec![],
            changed: vec![],
            read: vec![],
            frame: None,
        };
        let run = |left_out| Run {
            assert: AssertId(0),
            steps: vec![step.clone(); 4],
            frames: vec![],
            left_out,
            choices: vec![],
            failure: None,
        };
        assert_eq!(counted(&run(None), 3), "Step 4 of 4");
        let long = run(Some(OmittedSteps { after: 2, steps: 100 }));
        assert_eq!(step_label(&long, 2, &step), "step 103 of 104: line 1, i = 1");
        let counts: Vec<String> = (0..4).map(|at| counted(&long, at)).collect();
        let of_all = ["Step 1 of 104", "Step 2 of 104", "Step 103 of 104", "Step 104 of 104"];
        assert_eq!(counts, of_all);
    }
}
