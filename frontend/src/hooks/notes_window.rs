//! Notes for the speaker in a window of their own, which the audience of a projector does not see.

use super::keys::{SlideKey, action_of_key};
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use js_sys::Reflect;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use web_sys::{Document, Window};
use yew::prelude::*;

/// The name of the window: one that is open already is taken.
const NAME: &str = "hornbook-notes";
/// Its size; without one some browsers open a tab.
const FEATURES: &str = "popup,width=620,height=440";
/// The look of its page. The large letters are for a screen at arm's length.
const STYLE: &str =
    "margin: 1.5rem; font: 1.4rem/1.5 system-ui, sans-serif; color-scheme: light dark;";

/// How long after its page has gone the window is looked for.
const GONE_MS: u32 = 100;

/// The place where notes are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotesPlace {
    /// Nowhere.
    Hidden,
    /// In a window of their own.
    Window,
    /// On the slide, as the browser opens no window: everybody sees them.
    Slide,
}

/// The content of the window.
#[derive(Clone, PartialEq)]
pub struct Notes {
    /// The heading of the slide.
    pub heading: String,
    /// The notes beside it.
    pub text: String,
}

/// The window, and what listens to it.
#[derive(Default)]
struct Opened {
    window: Option<Window>,
    listeners: Vec<EventListener>,
}

impl Opened {
    fn close(&mut self) {
        self.listeners.clear();
        if let Some(window) = self.window.take() {
            let _ = window.close();
        }
    }

    fn is_open(&self) -> bool {
        self.window.as_ref().is_some_and(|window| !window.closed().unwrap_or(true))
    }
}

/// The present content of the window, and the effect of its keys.
struct Shown {
    notes: Option<Notes>,
    act: Callback<SlideKey>,
}

/// The place of the notes, and a callback that shows or hides them. Without notes the window closes. The keys of
/// the presentation work in it, too: it has the keyboard once it is open.
#[hook]
pub fn use_notes_window(
    notes: Option<Notes>,
    act: Callback<SlideKey>,
) -> (NotesPlace, Callback<()>) {
    let place = use_state_eq(|| NotesPlace::Hidden);
    let opened = use_mut_ref(Opened::default);
    let shown = use_mut_ref(|| Shown { notes: None, act: Callback::noop() });
    *shown.borrow_mut() = Shown { notes: notes.clone(), act };
    {
        let (opened, place) = (opened.clone(), place.clone());
        use_effect_with(notes, move |notes| match notes {
            None => {
                opened.borrow_mut().close();
                place.set(NotesPlace::Hidden);
            }
            Some(notes) => write(&opened.borrow(), notes),
        });
    }
    {
        let opened = opened.clone();
        use_effect_with((), move |()| move || opened.borrow_mut().close());
    }
    let toggle = {
        let (opened, place) = (opened.clone(), place.clone());
        Callback::from(move |()| {
            let is_shown = *place == NotesPlace::Slide || opened.borrow().is_open();
            opened.borrow_mut().close();
            place.set(if is_shown { NotesPlace::Hidden } else { open(&opened, &shown, &place) });
        })
    };
    (*place, toggle)
}

/// Opens the window, unless the browser refuses.
fn open(
    opened: &Rc<RefCell<Opened>>,
    shown: &Rc<RefCell<Shown>>,
    place: &UseStateHandle<NotesPlace>,
) -> NotesPlace {
    let here = gloo_utils::window();
    let Ok(Some(window)) = here.open_with_url_and_target_and_features("", NAME, FEATURES) else {
        return NotesPlace::Slide;
    };
    let keys = {
        let (shown, place) = (shown.clone(), place.clone());
        EventListener::new(&window, "keydown", move |event| {
            // The event is of the other window's kind, which no cast knows.
            let key = Reflect::get(event, &JsValue::from("key")).ok();
            let key = key.and_then(|key| key.as_string()).unwrap_or_default();
            let is_held = |modifier: &str| {
                Reflect::get(event, &JsValue::from(modifier)).is_ok_and(|held| held.is_truthy())
            };
            if ["ctrlKey", "metaKey", "altKey"].into_iter().any(is_held) {
                // A shortcut of the browser.
                return;
            }
            match action_of_key(&key) {
                Some(SlideKey::Notes | SlideKey::PutAway) => {
                    place.set(NotesPlace::Hidden);
                    close(event);
                }
                Some(asked) => {
                    let act = shown.borrow().act.clone();
                    act.emit(asked);
                }
                None => {}
            }
        })
    };
    let gone = {
        let (opened, place) = (opened.clone(), place.clone());
        // The window is still there while it says that its page goes, and has a new page soon where it was only loaded.
        EventListener::new(&window, "pagehide", move |_| {
            let (opened, place) = (opened.clone(), place.clone());
            Timeout::new(GONE_MS, move || {
                if !opened.borrow().is_open() {
                    place.set(NotesPlace::Hidden);
                }
            })
            .forget();
        })
    };
    *opened.borrow_mut() = Opened { window: Some(window), listeners: vec![keys, gone] };
    if let Some(notes) = &shown.borrow().notes {
        write(&opened.borrow(), notes);
    }
    NotesPlace::Window
}

/// Closes the window that an event comes from.
fn close(event: &Event) {
    let window = event.current_target().map(JsValue::from);
    if let Some(window) = window {
        let _ = Window::from(window).close();
    }
}

/// Puts notes into the window.
fn write(opened: &Opened, notes: &Notes) {
    let Some(document) = opened.window.as_ref().and_then(Window::document) else { return };
    document.set_title("Notes for the speaker");
    let Some(body) = document.body() else { return };
    body.set_text_content(None);
    let _ = body.set_attribute("style", STYLE);
    for (name, text) in [("h1", &notes.heading), ("p", &notes.text)] {
        append(&document, &body, name, text);
    }
}

fn append(document: &Document, body: &web_sys::HtmlElement, name: &str, text: &str) {
    let Ok(element) = document.create_element(name) else { return };
    element.set_text_content(Some(text));
    let _ = element.set_attribute("data-testid", &format!("notes-{name}"));
    let _ = body.append_child(&element);
}
