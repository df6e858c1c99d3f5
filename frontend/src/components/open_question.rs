//! A claim without an answer: its question, and changes that may lead to one.

use super::adopt::Adopt;
use super::prose::Prose;
use crate::state::{Action, State};
use hornbook_protocol::Options;
use hornbook_records::{Help, OpenClaim};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct OpenQuestionProps {
    pub claim: OpenClaim,
    /// The text that the question is about.
    pub text: Rc<str>,
    pub options: Options,
    /// Whether the text and the choices are still those of the question.
    pub fresh: bool,
    /// Whether forms of invariants are not shown.
    pub hides_found: bool,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The question in a sentence, with a button for each change that the page can make.
#[component]
pub fn OpenQuestion(props: &OpenQuestionProps) -> Html {
    let is_shown = |help: &&Help| !props.hides_found || !matches!(help, Help::Hint { .. });
    let helps: Vec<&Help> = props.claim.helps.iter().filter(is_shown).collect();
    let has_some = !helps.is_empty();
    let helps = helps.into_iter().map(|help| html! { <li>{ change(help, props) }</li> });
    html! {
        <section class="open-question" data-testid="open-question">
            <p class="reason"><Prose text={props.claim.question.clone()} /></p>
            if has_some {
                <p class="why">{ "What may help:" }</p>
                <ul class="helps">{ for helps }</ul>
            }
        </section>
    }
}

fn change(help: &Help, props: &OpenQuestionProps) -> Html {
    match help {
        Help::MoreTime => html! { { "More time: some strategies could go on." } },
        Help::Method(name) => {
            let method = props.options.with_method(name.parse().ok());
            html! {
                <>
                    { format!("The method {name}, which tries all others. ") }
                    <Adopt options={method} words="Choose it" dispatch={props.dispatch.clone()} />
                </>
            }
        }
        Help::Hint { line, form, .. } => html! {
            <>
                { format!("A hint in the loop of line {line}, of this form: ") }<code>{ form }</code>{ " " }
                { put_in(help, props) }
            </>
        },
        Help::SmallerBound { line, assumption, .. } => html! {
            <>
                { format!("Small cases only, by this in front of the loop of line {line}: ") }
                <code>{ assumption }</code>{ " " }{ put_in(help, props) }
            </>
        },
    }
}

/// A button that puts a statement into the text, as long as the text is the one of the question.
fn put_in(help: &Help, props: &OpenQuestionProps) -> Html {
    let Some(changed) = help.put_into(&props.text).filter(|_| props.fresh) else {
        return html! {};
    };
    let (before, dispatch) = (props.text.clone(), props.dispatch.clone());
    let onclick = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::Rewrite(before.clone(), changed.clone()));
    });
    html! { <button class="adopt" {onclick} data-testid="put-in">{ "Put it in" }</button> }
}
