//! The text editor in its place on the page.

use crate::editor::{Badge, Editor, Listeners, Mark, MarkKind};
use crate::highlights::Topic;
use crate::hooks::stacked;
use crate::state::{Action, State};
use crate::text::Positions;
use hornbook_base::{Diagnostic, Span};
use hornbook_protocol::TextKind;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::Closure;
use web_sys::Element;
use yew::prelude::*;

/// Annotations of a text.
#[derive(Clone, PartialEq)]
pub struct Annotations {
    pub problems: Rc<Vec<Diagnostic>>,
    /// Signs beside its lines.
    pub badges: Vec<Badge>,
}

#[derive(Clone, PartialEq, Properties)]
pub struct EditorViewProps {
    pub kind: TextKind,
    pub text: Rc<str>,
    /// How often the text was replaced from outside; an edit in the editor does not count.
    pub loads: u32,
    /// How often it was laid out anew.
    pub layouts: u32,
    /// The annotations of this very text; none while they are not known, and those of an older text then
    /// stay.
    pub annotations: Option<Annotations>,
    /// The marks in this very text; none while they are not known, and those of an older text then stay.
    pub marks: Option<Vec<Mark>>,
    /// A place to go to, when one is asked for.
    pub target: Option<(u32, Span)>,
    pub dispatch: UseReducerDispatcher<State>,
    /// The keys for Run.
    pub run: Callback<()>,
    /// Whether the text can only be looked at; it stays as it is first.
    #[prop_or_default]
    pub read_only: bool,
}

/// The newest data for the editor's listeners, which are created only once.
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
        let (dispatch, read_only) = (props.dispatch.clone(), props.read_only);
        use_effect_with((), move |()| {
            if let Some(parent) = place.cast::<Element>() {
                let text = latest.borrow().text.clone();
                match Editor::new(&parent, &text, listeners(&dispatch, latest), read_only) {
                    Ok(made) => *editor.borrow_mut() = Some(made),
                    Err(reason) => failed.set(Some(format!("{reason:?}"))),
                }
            }
            move || *editor.borrow_mut() = None
        });
    }
    let text = props.text.clone();
    use_told(&editor, props.loads, {
        let text = text.clone();
        move |editor, _| editor.set_text(&text)
    });
    use_told(&editor, props.layouts, {
        let text = text.clone();
        move |editor, _| editor.lay_out(&text)
    });
    use_told(&editor, props.kind, |editor, kind| editor.set_kind(*kind));
    let annotations = props.annotations.as_ref();
    use_told(&editor, annotations.map(|l| l.problems.clone()), {
        let text = text.clone();
        move |editor, problems| {
            if let Some(problems) = problems {
                editor.set_problems(problems, &text);
            }
        }
    });
    use_told(&editor, annotations.map(|l| l.badges.clone()), {
        let text = text.clone();
        move |editor, badges| {
            if let Some(badges) = badges {
                editor.set_badges(badges, &text);
            }
        }
    });
    use_told(&editor, props.marks.clone(), {
        let text = text.clone();
        move |editor, marks| {
            if let Some(marks) = marks {
                editor.set_marks(marks, &text);
                // Following the pointer would make the text jump about; and where the panes are
                // stacked, the whole page would jump.
                if let Some(mark) = marks.iter().find(|m| m.kind != MarkKind::Hover && !stacked()) {
                    editor.reveal(mark.span, &text);
                }
            }
        }
    });
    use_told(&editor, props.target, move |editor, target| {
        if let Some((_, span)) = target {
            editor.go_to(*span, &text);
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

/// Calls the editor whenever a value has changed.
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
    let (edit, moved, pointed) = (dispatch.clone(), dispatch.clone(), dispatch.clone());
    let run = latest.clone();
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
        hover: {
            let latest = run.clone();
            Closure::new(move |at: i32| {
                let byte = |at| Positions::new(&latest.borrow().text).to_utf8(at);
                let topic = u32::try_from(at).ok().map(|at| Topic::Place(byte(at)));
                pointed.dispatch(Action::Hover(topic));
            })
        },
        run: Closure::new(move || {
            let callback = run.borrow().run.clone();
            callback.emit(());
        }),
    }
}
