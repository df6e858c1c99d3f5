//! A menu to open files and to start over.

use super::popover::Popover;
use crate::hooks::{first, read_file};
use crate::share::files::ENDINGS;
use crate::state::{Action, State};
use web_sys::{HtmlDetailsElement, HtmlInputElement};
use yew::prelude::*;

#[derive(Clone, PartialEq, Properties)]
pub struct FileMenuProps {
    pub dispatch: UseReducerDispatcher<State>,
}

/// A small menu: open a file, or reset the page to its first state.
#[component]
pub fn FileMenu(props: &FileMenuProps) -> Html {
    let (menu, field) = (use_node_ref(), use_node_ref());
    let shut = {
        let menu = menu.clone();
        move || {
            if let Some(menu) = menu.cast::<HtmlDetailsElement>() {
                menu.set_open(false);
            }
        }
    };
    let pick = {
        let field = field.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.click();
            }
        })
    };
    let onchange = {
        let (dispatch, shut) = (props.dispatch.clone(), shut.clone());
        Callback::from(move |event: Event| {
            let field = event.target_dyn_into::<HtmlInputElement>();
            if let Some(field) = field {
                if let Some(file) = field.files().and_then(|files| files.get(0)) {
                    read_file(file, dispatch.clone());
                }
                // The same file can be picked again.
                field.set_value("");
            }
            shut();
        })
    };
    let reset = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            let what = "The page was reset.";
            dispatch.dispatch(Action::Replace(Box::new(first()), what.to_owned()));
            shut();
        })
    };
    html! {
        <Popover node={menu} class="files" label="file" title="Open a file, reset" testid="files">
            <button onclick={pick} aria-describedby="help-open-file" data-testid="open-file">
                { "Open file" }
            </button>
            <small class="choice-help" id="help-open-file">{ "A program, or clauses in SMT-LIB, from a file. You can also drop it on the page." }</small>
            <button onclick={reset} aria-describedby="help-reset" data-testid="reset">
                { "Reset" }
            </button>
            <small class="choice-help" id="help-reset">{ "Goes back to the first example and the default choices." }</small>
            <input ref={field} type="file" accept={ENDINGS} hidden=true {onchange} aria-label="A file with a program or clauses" data-testid="file-field" />
        </Popover>
    }
}
