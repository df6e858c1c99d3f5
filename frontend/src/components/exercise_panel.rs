//! The exercise that the program is of: its blanks, its hints, the judgement, and the answers to hand in.

use super::prose::Prose;
use crate::hooks::{Writer, announce_to_parent, copy, download, remember, remembered};
use crate::state::{Action, ExerciseWork, State};
use hornbook_base::LineIndex;
use hornbook_base::text::capitalised;
use hornbook_course::answer::{AnswerEntry, AnswerSheet};
use hornbook_course::exercise::{Exercise, Goal};
use hornbook_course::fact::AnswerForm;
use hornbook_course::judgement::{AnswerJudgement, Solved};
use hornbook_course::template::{Blank, BlankKind};
use hornbook_protocol::DocumentKind;
use std::collections::BTreeMap;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ExercisePanelProps {
    pub work: ExerciseWork,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The exercise on the page.
#[component]
pub fn ExercisePanel(props: &ExercisePanelProps) -> Html {
    let ExercisePanelProps { work, dispatch } = props;
    let (writer, waits) = (use_context::<Writer>(), use_state_eq(|| false));
    let exercise = &work.exercise;
    let check = {
        let (work, dispatch, waits) = (work.clone(), dispatch.clone(), waits.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let Some(writer) = writer.clone().filter(|_| !*waits) else { return };
            let Ok(asked) = serde_json::to_string(&(&*work.exercise, &work.answer)) else { return };
            waits.set(true);
            let (work, dispatch, waits) = (work.clone(), dispatch.clone(), waits.clone());
            let reader = Callback::from(move |text: Option<String>| {
                waits.set(false);
                let judged = text.and_then(|json| serde_json::from_str(&json).ok());
                let judged = judged.unwrap_or_else(|| unanswered(&work));
                keep(&work, &judged);
                announce_to_parent("judged", &work.exercise.id, judged.solved.name());
                dispatch.dispatch(Action::Judged(work.answer.clone(), Box::new(judged)));
            });
            writer.write(DocumentKind::AnswerJudgement(asked), reader);
        })
    };
    let shown = exercise.hints.iter().take(work.hints);
    let hints = exercise.hints.len();
    let show_hint = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::ShowHint))
    };
    html! {
        <form class="exercise" aria-label="Exercise" onsubmit={check} data-testid="exercise">
            <p class="goal"><Prose text={exercise.goal_in_words()} /></p>
            { for exercise.template.distinct_blanks().into_iter().map(|blank| blank_entry(work, blank, dispatch)) }
            { words_entry(work, dispatch) }
            <ol class="hints">{ for shown.map(|hint| html! { <li><Prose text={hint.clone()} /></li> }) }</ol>
            <p class="buttons">
                <button class="primary" type="submit" disabled={*waits} data-testid="exercise-check">{ if *waits { "Checking …" } else { "Check" } }</button>
                if work.hints < hints {
                    <button type="button" onclick={show_hint} data-testid="exercise-hint">{ format!("Hint {} of {hints}", work.hints + 1) }</button>
                }
            </p>
            <div role="status">{ for work.judged.iter().map(|judged| judgement(judged)) }</div>
            if !exercise.course.is_empty() {
                <HandIn course={exercise.course.clone()} judged={work.judged.is_some()} />
            }
        </form>
    }
}

/// The entry of a blank.
fn blank_entry(work: &ExerciseWork, blank: &Blank, dispatch: &UseReducerDispatcher<State>) -> Html {
    let said = work.answer.blanks.get(&blank.name);
    let is_mark = said.unwrap_or(&blank.start).starts_with(hornbook_course::template::MARK);
    let value = if is_mark { String::new() } else { said.unwrap_or(&blank.start).clone() };
    let label = format!(
        "{}, line {}: {}",
        blank.name,
        work.exercise.template.line(blank),
        blank.kind.name()
    );
    let mut problems = work.judged.iter().flat_map(|judged| &judged.problems);
    let problem = problems.find(|problem| problem.blank.as_ref() == Some(&blank.name));
    let (dispatch, name) = (dispatch.clone(), blank.name.clone());
    let is_long = matches!(blank.kind, BlankKind::Statements | BlankKind::Clauses);
    let oninput = Callback::from(move |event: InputEvent| {
        let short = event.target_dyn_into::<HtmlInputElement>().map(|input| input.value());
        let long = event.target_dyn_into::<HtmlTextAreaElement>().map(|area| area.value());
        if let Some(text) = short.or(long) {
            dispatch.dispatch(Action::FillBlank(name.clone(), text));
        }
    });
    let testid = format!("blank-{}", blank.name);
    html! {
        <label class="blank">
            <span><Prose text={label} /></span>
            if is_long {
                <textarea rows="3" {value} {oninput} spellcheck="false" autocomplete="off" data-testid={testid} />
            } else {
                <input type="text" {value} {oninput} spellcheck="false" autocomplete="off" autocapitalize="off" data-testid={testid} />
            }
            if let Some(problem) = problem { <span class="reason" role="alert"><Prose text={capitalised(&problem.message) + "."} /></span> }
        </label>
    }
}

/// The entry of an answer that is said beside the program.
fn words_entry(work: &ExerciseWork, dispatch: &UseReducerDispatcher<State>) -> Html {
    let form = match &work.exercise.goal {
        Goal::Run(_) => AnswerForm::Text("n = 3, a = {1, 2}"),
        Goal::Fact(fact) => fact.form(),
        _ => return html! {},
    };
    let say = {
        let dispatch = dispatch.clone();
        Callback::from(move |said: String| dispatch.dispatch(Action::SayAnswer(said)))
    };
    match form {
        AnswerForm::Text(example) => {
            let oninput = Callback::from(move |event: InputEvent| {
                if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                    say.emit(input.value());
                }
            });
            html! {
                <label class="blank">
                    <span>
                        { "Your answer, as in " }<code>{ example }</code>
                        if work.exercise.asks_for_run() { { "; what you do not name is 0" } }
                    </span>
                    <input type="text" value={work.answer.said.clone()} {oninput} spellcheck="false" autocomplete="off" autocapitalize="off" data-testid="exercise-words" />
                </label>
            }
        }
        AnswerForm::OneOf(words) => {
            let choice = |word: String| {
                let (say, chosen) = (say.clone(), word.clone());
                let onchange = Callback::from(move |_: Event| say.emit(chosen.clone()));
                let checked = work.answer.said == word;
                let testid = format!("say-{}", word.replace(' ', "-"));
                html! {
                    <label><input type="radio" name="said" {checked} {onchange} data-testid={testid} />{ " " }{ word }</label>
                }
            };
            html! {
                <fieldset class="choices"><legend>{ "Your answer" }</legend>{ for words.into_iter().map(choice) }</fieldset>
            }
        }
    }
}

/// The judgement in words.
fn judgement(judged: &AnswerJudgement) -> Html {
    let (class, sign, words) = match judged.solved {
        Solved::Yes => ("ok", "✓", "Solved."),
        Solved::No => ("bad", "✗", "Not solved yet."),
        Solved::Undecided => ("weak", "?", "Not decided, so not solved."),
    };
    let lines = LineIndex::new(&judged.text);
    let errors = judged.errors.iter().map(|error| {
        html! { <li>{ format!("Line {}: {}.", lines.line(error.span), error.message) }</li> }
    });
    html! {
        <div data-testid="exercise-judgement">
            <p><span class={classes!("chip", class)}>{ format!("{sign} {words}") }</span></p>
            { for judged.reasons.iter().map(|reason| html! { <p><Prose text={reason.clone()} /></p> }) }
            <ul>{ for errors }</ul>
        </div>
    }
}

/// The judgement where the worker gave none.
fn unanswered(work: &ExerciseWork) -> AnswerJudgement {
    AnswerJudgement {
        solved: Solved::Undecided,
        reasons: vec!["Hornbook gave no answer in its time.".to_owned()],
        problems: vec![],
        errors: vec![],
        text: work.exercise.template.fill(&work.answer).0,
    }
}

/// Keeps an answer that was judged. What was solved before stays solved until it is changed for a better answer.
fn keep(work: &ExerciseWork, judged: &AnswerJudgement) {
    let Exercise { course, id, .. } = &*work.exercise;
    // A question outside of a course is nothing to hand in.
    if course.is_empty() {
        return;
    }
    let mut sheet: AnswerSheet = remembered(&AnswerSheet::storage_key(course)).unwrap_or_default();
    sheet.course.clone_from(course);
    let solved = judged.solved == Solved::Yes;
    let before = sheet.answers.get(id).cloned().unwrap_or_default();
    let hints = work.hints.max(before.hints);
    let entry = match before.solved && !solved {
        true => AnswerEntry { hints, ..before },
        false => AnswerEntry { answer: work.answer.clone(), hints, solved },
    };
    sheet.answers.insert(id.clone(), entry);
    remember(&AnswerSheet::storage_key(course), &sheet);
}

#[derive(Clone, PartialEq, Properties)]
struct HandInProps {
    course: String,
    /// Whether an answer was judged, so that there is something new to hand in.
    judged: bool,
}

/// The answers to the exercises of the course so far, as a code and as a file.
#[component]
fn HandIn(props: &HandInProps) -> Html {
    let (student, said) = (use_state_eq(|| None::<String>), use_state_eq(|| ""));
    let key = AnswerSheet::storage_key(&props.course);
    let sheet = remembered::<AnswerSheet>(&key).unwrap_or_default();
    let solved = sheet.answers.values().filter(|entry| entry.solved).count();
    if sheet.answers.is_empty() {
        return html! {};
    }
    let sheet = AnswerSheet {
        student: (*student).clone().unwrap_or_else(|| sheet.student.clone()),
        ..sheet
    };
    let oninput = {
        let (student, key) = (student.clone(), key.clone());
        Callback::from(move |event: InputEvent| {
            let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
            student.set(Some(input.value()));
            // All other exercises, and the first page of the course, have the name from here.
            let kept = remembered::<AnswerSheet>(&key).unwrap_or_default();
            remember(&key, &AnswerSheet { student: input.value(), ..kept });
        })
    };
    let copy_code = {
        let (sheet, said) = (sheet.clone(), said.clone());
        Callback::from(move |_: MouseEvent| {
            let said = said.clone();
            let done = Callback::from(move |copied: bool| {
                said.set(match copied {
                    true => "The code is on the clipboard.",
                    false => "The browser does not allow to copy; download the file instead.",
                });
            });
            copy(&sheet.to_code(), done);
        })
    };
    let save = {
        let sheet = sheet.clone();
        Callback::from(move |_: MouseEvent| {
            let json = serde_json::to_string_pretty(&sheet).unwrap_or_default();
            download(&sheet.file_name(), "application/json", &json);
        })
    };
    let clear = {
        let said = said.clone();
        Callback::from(move |_: MouseEvent| {
            let kept = remembered::<AnswerSheet>(&key).unwrap_or_default();
            remember(&key, &AnswerSheet { answers: BTreeMap::new(), ..kept });
            said.set("Your answers are cleared.");
        })
    };
    html! {
        <details class="aside" data-testid="hand-in">
            <summary>{ format!("Your answers: {solved} of {} tried are solved", sheet.answers.len()) }</summary>
            <label class="blank"><span>{ "Your name" }</span><input type="text" value={sheet.student.clone()} {oninput} data-testid="student" /></label>
            <p class="buttons">
                <button type="button" onclick={copy_code} data-testid="copy-answers">{ "Copy as a code" }</button>
                <button type="button" onclick={save} data-testid="save-answers">{ "Download" }</button>
                <button type="button" onclick={clear} data-testid="clear-answers">{ "Clear" }</button>
            </p>
            <p role="status">{ *said }</p>
        </details>
    }
}
