//! The ways to the gallery's programs that the bar has: a button, a menu, and one step on or back.

use crate::gallery::{self, CHAPTERS, Chapter, Program};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct ExampleMenuProps {
    /// The program on the page, if it is one of the gallery's.
    pub current: Option<&'static Program>,
    /// Opens a program.
    pub load: Callback<&'static Program>,
    /// Shows the gallery.
    pub browse: Callback<()>,
}

/// The gallery's button, the menu, and the buttons for the program before and after.
#[component]
pub fn ExampleMenu(props: &ExampleMenuProps) -> Html {
    let ExampleMenuProps { current, load, browse } = props;
    let last = use_last(*current);
    let menu = use_node_ref();
    {
        let menu = menu.clone();
        // A menu that was used once does not follow the attribute of its entries any more.
        use_effect_with(*current, move |current| {
            if let Some(menu) = menu.cast::<HtmlSelectElement>() {
                menu.set_value(current.map_or("", |program| program.name));
            }
        });
    }
    let onchange = {
        let load = load.clone();
        Callback::from(move |event: Event| {
            let select = event.target_dyn_into::<HtmlSelectElement>();
            if let Some(program) = select.and_then(|s| gallery::find_by_name(&s.value())) {
                load.emit(program);
            }
        })
    };
    let step = |sign: &'static str, label: &'static str, testid: &'static str, steps: isize| {
        let to = last.and_then(|program| gallery::moved(program, steps));
        let title = to.map_or(label.to_owned(), |p| format!("{label}: {}", p.title));
        let load = load.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some(program) = to {
                load.emit(program);
            }
        });
        html! {
            <button class="icon small" {onclick} disabled={to.is_none()} aria-label={title.clone()} {title}
                data-testid={testid}>{ sign }</button>
        }
    };
    html! {
        <div class="example-menu" role="group" aria-label="Examples">
            <button onclick={browse.reform(|_| ())} data-testid="browse" title="All examples, with what they teach">{ "Examples" }</button>
            <select ref={menu} class="examples" aria-label="Open an example" data-testid="examples" {onchange}>
                <option value="" disabled=true selected={current.is_none()}>{ "open …" }</option>
                { for CHAPTERS.iter().map(|chapter| group(chapter, *current)) }
            </select>
            { step("‹", "Previous example", "example-before", -1) }
            { step("›", "Next example", "example-after", 1) }
        </div>
    }
}

/// The last program of the gallery on the page: a student who has edited it continues from there.
#[hook]
fn use_last(current: Option<&'static Program>) -> Option<&'static Program> {
    let last = use_mut_ref(|| None::<&'static Program>);
    if current.is_some() {
        *last.borrow_mut() = current;
    }
    *last.borrow()
}

#[derive(Clone, PartialEq, Properties)]
pub struct ExampleStepsProps {
    /// The program on the page, if it is one of the gallery's.
    pub current: Option<&'static Program>,
    /// Opens a program.
    pub load: Callback<&'static Program>,
}

/// The programs before and after by their names, where the bar has no room for its buttons.
#[component]
pub fn ExampleSteps(props: &ExampleStepsProps) -> Html {
    let ExampleStepsProps { current, load } = props;
    let last = use_last(*current);
    let step = |steps: isize, label: &'static str, testid: &'static str| {
        let to = last.and_then(|program| gallery::moved(program, steps))?;
        let name =
            if steps < 0 { format!("‹ {}", to.title) } else { format!("{} ›", to.title) };
        let onclick = load.reform(move |_: MouseEvent| to);
        let title = format!("{label}: {}", to.title);
        Some(html! {
            <button {onclick} aria-label={title.clone()} {title} data-testid={testid}>{ name }</button>
        })
    };
    html! {
        <div class="example-steps" role="group" aria-label="Other examples">
            { step(-1, "Previous example", "road-example-before") }
            { step(1, "Next example", "road-example-after") }
        </div>
    }
}

fn group(chapter: &Chapter, current: Option<&'static Program>) -> Html {
    let entries = chapter.programs.iter().map(|program| {
        html! {
            <option value={program.name} selected={current == Some(program)}>
                { format!("{} {}", program.number, program.title) }
            </option>
        }
    });
    html! { <optgroup label={chapter.title}>{ for entries }</optgroup> }
}
