//! The tools of who presents: the pointer, the pen, the covers and the handout.

use super::exports::NONE;
use super::share_content::handout;
use crate::hooks::Writer;
use crate::lecture::{Lecture, LectureAction, PenColour, Tool};
use crate::state::State;
use std::rc::Rc;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct SlideToolsProps {
    pub lecture: UseReducerHandle<Lecture>,
    /// The name of the slide on view.
    pub slide: String,
    /// Whether answers are covered.
    pub has_covers: bool,
    pub set_covers: Callback<bool>,
    /// Further buttons.
    pub children: Html,
}

/// The buttons of the tools, with their keys. Those of the pen stand in the place of the others while it is in the hand, so that
/// the slide does not get smaller.
#[component]
pub fn SlideTools(props: &SlideToolsProps) -> Html {
    let SlideToolsProps { lecture, has_covers, set_covers, .. } = props;
    let tool = |tool: Tool, name: &'static str, key: &'static str, help: &'static str| {
        let lecture = lecture.dispatcher();
        let onclick =
            Callback::from(move |_: MouseEvent| lecture.dispatch(LectureAction::Take(tool)));
        html! {
            <button class="quiet" {onclick} aria-pressed={is_in_hand(&props.lecture, tool).to_string()} title={help}
                data-testid={format!("slide-{}", name.to_ascii_lowercase())}>{ name }<kbd>{ key }</kbd></button>
        }
    };
    let toggle_covers = {
        let (set, next) = (set_covers.clone(), !has_covers);
        Callback::from(move |_: MouseEvent| set.emit(next))
    };
    html! {
        <>
            { tool(Tool::Pointer, "Pointer", "P", "A spot that follows the mouse or the finger") }
            { tool(Tool::Pen, "Draw", "D", "A pen for the mouse, a pen or a finger; Esc puts it away") }
            if lecture.tool.is_some_and(Tool::changes_drawings) {
                <span class="pen-tools" role="group" aria-label="Drawing">
                    { for PenColour::ALL.into_iter().map(|colour| colour_button(lecture, colour)) }
                    { tool(Tool::Eraser, "Eraser", "E", "Takes the strokes away that it touches") }
                    { drawing_buttons(lecture, &props.slide) }
                </span>
            } else {
                <button class="quiet" onclick={toggle_covers} aria-pressed={has_covers.to_string()} data-testid="slide-covers"
                    title="Each answer is covered until you uncover it; the browser remembers whether">{ "Cover answers" }</button>
                { props.children.clone() }
            }
        </>
    }
}

/// Whether a button of a tool is pressed. An eraser belongs to the pen.
fn is_in_hand(lecture: &Lecture, tool: Tool) -> bool {
    match tool {
        Tool::Pen => lecture.tool.is_some_and(Tool::changes_drawings),
        _ => lecture.tool == Some(tool),
    }
}

fn colour_button(lecture: &UseReducerHandle<Lecture>, colour: PenColour) -> Html {
    let is_taken = lecture.tool == Some(Tool::Pen) && lecture.colour == colour;
    let dispatcher = lecture.dispatcher();
    let onclick =
        Callback::from(move |_: MouseEvent| dispatcher.dispatch(LectureAction::TakePen(colour)));
    html! {
        <button class="quiet" {onclick} aria-pressed={is_taken.to_string()} aria-label={colour.name()} title={colour.name()} data-testid={colour.class()}>
            <svg class="pen-colour" viewBox="0 0 10 10" aria-hidden="true"><path class={colour.class()} d="M5 5L5 5" /></svg>
        </button>
    }
}

/// The buttons that take strokes of a slide away.
fn drawing_buttons(lecture: &UseReducerHandle<Lecture>, slide: &str) -> Html {
    let act = |action: fn(String) -> LectureAction| {
        let (lecture, slide) = (lecture.dispatcher(), slide.to_owned());
        Callback::from(move |_: MouseEvent| lecture.dispatch(action(slide.clone())))
    };
    html! {
        <>
            <button class="quiet" onclick={act(LectureAction::Undo)} disabled={!lecture.can_undo(slide)} data-testid="slide-undo">{ "Undo" }<kbd>{ "Z" }</kbd></button>
            <button class="quiet" onclick={act(LectureAction::Clear)} disabled={lecture.drawing(slide).is_empty()} data-testid="slide-clear">{ "Clear" }</button>
        </>
    }
}

#[derive(Clone, PartialEq, Properties)]
pub struct HandoutButtonProps {
    pub state: Rc<State>,
    /// Whether it has the answers in it.
    pub has_answers: bool,
    /// Whether there is a story.
    pub is_ready: bool,
}

/// A button that saves the story as a page to print. Where nothing is covered it has the answers, too.
#[component]
pub fn HandoutButton(props: &HandoutButtonProps) -> Html {
    let HandoutButtonProps { state, has_answers, is_ready } = props;
    let failed = use_state(|| false);
    let Some(writer) = use_context::<Writer>() else { return html! {} };
    let has_answers = *has_answers && !state.hides_found;
    let onclick = {
        let (state, failed) = (state.clone(), failed.clone());
        Callback::from(move |_: MouseEvent| {
            let failed = failed.clone();
            let saved = Callback::from(move |is_saved: bool| failed.set(!is_saved));
            handout(&state, &writer, has_answers).save(saved);
        })
    };
    html! {
        <>
            <button class="quiet" {onclick} disabled={!is_ready} title="A page to print, without scripts" data-testid="slide-handout">
                { if has_answers { "Handout with answers" } else { "Handout with blanks" } }
            </button>
            if *failed { <span class="wrong" role="status">{ NONE }</span> }
        </>
    }
}
