//! The program on a slide, with marked lines.

use super::drawing_layer::{Sheet, scroll_along};
use crate::lecture::{Drawing, SlideHalf};
use gloo_timers::callback::Timeout;
use hornbook_lang::format::count_head_lines;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct SlideProgramProps {
    pub text: Rc<str>,
    /// The lines that are marked.
    pub lit: Vec<u32>,
    pub sheet: NodeRef,
    /// The strokes on the slide.
    pub drawing: Drawing,
}

/// The room of a line's number and of what is around the line, in letters.
const NUMBERS: usize = 8;

/// The lines of the program, as large as the slide allows.
#[component]
pub fn SlideProgram(props: &SlideProgramProps) -> Html {
    let SlideProgramProps { text, lit, sheet, drawing } = props;
    let list = use_node_ref();
    use_effect_with(lit.clone(), {
        let list = list.clone();
        move |_| {
            // The dialog around it opens later than this.
            let timer = Timeout::new(0, move || scroll_to_marked(&list));
            move || drop(timer)
        }
    });
    // Comments at its head often say the answer.
    let first = count_head_lines(text);
    let lines: Vec<&str> = text.trim_end().lines().skip(first).collect();
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let style = format!("--lines:{};--columns:{}", lines.len().max(1), longest + NUMBERS);
    let numbers = format!("counter-reset:line {first}");
    let line = |(n, line): (usize, &&str)| {
        let is_lit = lit.contains(&((first + n) as u32 + 1));
        html! { <li class={is_lit.then_some("lit")} aria-current={is_lit.then_some("true")}><code>{ (*line).to_owned() }</code></li> }
    };
    html! {
        <div class="slide-half of-program" {style}>
            <ol ref={list} class="slide-program" style={numbers} tabindex="0" aria-label="The program" onscroll={scroll_along(sheet.clone())}
                data-testid="slide-program">
                { for lines.iter().enumerate().map(line) }
            </ol>
            <Sheet sheet={sheet.clone()} half={SlideHalf::Program} drawing={drawing.clone()} />
        </div>
    }
}

/// Scrolls a program that is too long for the slide to its first marked line.
fn scroll_to_marked(list: &NodeRef) {
    let Some(list) = list.cast::<HtmlElement>() else { return };
    if let Ok(Some(line)) = list.query_selector(".lit") {
        let (line, all) = (line.get_bounding_client_rect(), list.get_bounding_client_rect());
        let middle = line.top() + line.height() / 2.0 - all.top() - all.height() / 2.0;
        list.set_scroll_top(list.scroll_top() + middle as i32);
    }
}
