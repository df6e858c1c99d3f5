//! The text editor in its place on the page.

use crate::editor::{Badge, Editor, Listeners, Mark};
use crate::state::{Action, State};
use crate::text::Positions;
use hornbook_core::base::{Diagnostic, Span};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::Closure;
use web_sys::Element;
use yew::prelude::*;

/// Properties of [`EditorView`].
#[derive(Clone, PartialEq, Properties)]
pub struct EditorViewProps {
    /// The text.
    pub text: Rc<str>,
    /// Problems of this very text.
    pub problems: Vec<Diagnostic>,
    /// What is lit, in this very text.
    pub marks: Vec<Mark>,
    /// Signs beside lines of this very text.
    pub badges: Vec<Badge>,
    /// Where to go, when that is asked for.
    pub target: Option<(u32, Span)>,
    /// Where edits go.
    pub dispatch: UseReducerDispatcher<State>,
    /// The keys for Run.
    pub run: Callback<()>,
}

/// The newest version of what the editor's listeners need; they are made only once.
#[derive(Clone)]
struct Latest {
    text: Rc<str>,
    run: Callback<()>,
}

/// The editor. The text lives in the state; the editor is told only of changes from elsewhere.
#[component]
pub fn EditorView(props: &EditorViewProps) -> Html {
    let place = use_node_ref();
    let editor = use_mut_ref(|| None::<Editor>);
    let failed = use_state(|| None::<String>);
    let latest = use_mut_ref(|| Latest { text: props.text.clone(), run: props.run.clone() });
    *latest.borrow_mut() = Latest { text: props.text.clone(), run: props.run.clone() };
    {
        let (editor, place, failed) = (editor.clone(), place.clone(), failed.clone());
        let dispatch = props.dispatch.clone();
        use_effect_with((), move |()| {
            if let Some(parent) = place.cast::<Element>() {
                let text = latest.borrow().text.clone();
                match Editor::new(&parent, &text, listeners(&dispatch, latest)) {
                    Ok(made) => *editor.borrow_mut() = Some(made),
                    Err(reason) => failed.set(Some(format!("{reason:?}"))),
                }
            }
            move || *editor.borrow_mut() = None
        });
    }
    use_told(&editor, (props.text.clone(), ()), |e, (text, ())| e.set_text(text));
    use_told(&editor, (props.problems.clone(), props.text.clone()), |e, (p, t)| e.set_problems(p, t));
    use_told(&editor, (props.badges.clone(), props.text.clone()), |e, (b, t)| e.set_badges(b, t));
    use_told(&editor, (props.marks.clone(), props.text.clone()), |e, (marks, text)| {
        e.set_marks(marks, text);
        if let Some(mark) = marks.last() {
            e.reveal(mark.span, text);
        }
    });
    let (target, text) = (props.target, props.text.clone());
    use_told(&editor, target, move |e, target| {
        if let Some((_, span)) = target {
            e.go_to(*span, &text);
        }
    });
    html! {
        <div class="editor" ref={place} data-testid="editor">
            if let Some(reason) = (*failed).clone() {
                <p class="note-bad" role="alert">{ "The editor could not be loaded: " }{ reason }</p>
            }
        </div>
    }
}

/// Tells the editor something whenever it has changed.
#[hook]
fn use_told<T: PartialEq + 'static>(
    editor: &Rc<RefCell<Option<Editor>>>,
    what: T,
    tell: impl FnOnce(&Editor, &T) + 'static,
) {
    let editor = editor.clone();
    use_effect_with(what, move |what| {
        if let Some(editor) = editor.borrow().as_ref() {
            tell(editor, what);
        }
    });
}

fn listeners(dispatch: &UseReducerDispatcher<State>, latest: Rc<RefCell<Latest>>) -> Listeners {
    let (edit, moved, run) = (dispatch.clone(), dispatch.clone(), latest.clone());
    Listeners {
        change: Closure::new(move |text: String| {
            latest.borrow_mut().text = Rc::from(&*text);
            edit.dispatch(Action::Edit(text));
        }),
        cursor: {
            let latest = run.clone();
            Closure::new(move |at: u32| {
                let byte = Positions::new(&latest.borrow().text).to_utf8(at);
                moved.dispatch(Action::Cursor(byte));
            })
        },
        run: Closure::new(move || {
            let callback = run.borrow().run.clone();
            callback.emit(());
        }),
    }
}
