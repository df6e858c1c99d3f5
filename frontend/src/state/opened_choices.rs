//! The choices that came with an opened text, such as an example: they go with it, when another text is typed over it.

use super::State;
use crate::gallery;
use crate::share::link::Link;
use crate::text::is_new_text;
use hornbook_tasks::choices::Key;
use std::rc::Rc;

/// An opened text with the choices that came with it.
#[derive(Clone, PartialEq)]
pub(super) struct OpenedChoices {
    text: Rc<str>,
    /// The choices that the reader has not changed since.
    keys: Vec<Key>,
}

impl OpenedChoices {
    /// The choices of a link. Whether lines are judged is not among them: a new text may have its own.
    pub(super) fn from_link(link: &Link) -> Option<OpenedChoices> {
        let is_chosen =
            |key: &Key| *key != Key::Invariants && !link.options.choices.texts(*key).is_empty();
        let keys: Vec<Key> = Key::ALL.into_iter().filter(is_chosen).collect();
        // Who types into an empty text replaces none.
        let is_something = !keys.is_empty() && !link.text.trim().is_empty();
        is_something.then(|| OpenedChoices { text: Rc::from(&*link.text), keys })
    }
}

/// Whether a text is an example of the gallery with the choices that it has there.
pub(super) fn is_example(link: &Link) -> bool {
    gallery::find_by_text(&link.text)
        .is_some_and(|example| example.options().choices == link.options.choices)
}

impl State {
    /// Forgets that a choice came with the opened text where the reader has made it anew.
    pub(super) fn own_choices(&mut self, before: &hornbook_protocol::Options) {
        let Some(opened) = &mut self.opened_choices else { return };
        let now = &self.options.choices;
        opened.keys.retain(|key| before.choices.texts(*key) == now.texts(*key));
    }

    /// Takes the choices back that came with an opened text, once another text is in its place.
    pub(super) fn leave_opened_choices(&mut self) {
        let is_left = |opened: &OpenedChoices| is_new_text(&opened.text, &self.text);
        let Some(opened) = self.opened_choices.take_if(|opened| is_left(opened)) else { return };
        let others = self.options.choices.without(&opened.keys);
        self.choose(&self.options.with_choices(others));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Action, State};
    use crate::gallery::CHAPTERS;
    use crate::share::link::Link;
    use crate::share::start::Start;
    use crate::share::undo::UndoStack;
    use hornbook_protocol::Options;
    use hornbook_tasks::choices::{Choices, MethodChoice};
    use std::rc::Rc;
    use yew::prelude::*;

    const EXAMPLE: &str = "int n = nondet();\nint a[n];\nint i = 0;\nwhile (i < n) {\n  a[i] = 0;\n  i++;\n}\nassert(forall k in 0..n: a[k] == 0);\n";
    const OTHER: &str = "int x = 1;\nint y = 2;\nwhile (x < 100) {\n  x = x + y;\n  y = y + 1;\n}\nassert(x >= 100);\n";

    fn opened() -> Rc<State> {
        let choices = Choices { method: Some(MethodChoice::Abstraction), ..Choices::default() };
        let choices = Choices { abstraction: "cell1".parse().ok(), check_bounds: true, ..choices };
        let link = Link::program(EXAMPLE, choices.into());
        let action = Action::Replace(Box::new(link), "The example was opened.".to_owned());
        Rc::new(State::new("", Options::default())).reduce(action)
    }

    /// The page after each beginning of a text was typed into an empty editor.
    fn typed(state: Rc<State>, text: &str) -> Rc<State> {
        let beginnings = (0..=text.len()).map(|end| text[..end].to_owned());
        beginnings.fold(state, |state, said| state.reduce(Action::Edit(said)))
    }

    #[test]
    fn another_text_is_found_by_itself_pasted_or_typed() {
        let pasted = opened().reduce(Action::Edit(OTHER.to_owned()));
        assert_eq!(pasted.options, Options::default());
        assert_eq!(typed(opened(), OTHER).options, Options::default());
    }

    #[test]
    fn changes_of_an_example_keep_its_choices() {
        let chosen = opened().options.clone();
        for text in [
            EXAMPLE.replace("a[i] = 0", "a[i] = 7").replace("a[k] == 0", "a[k] == 7"),
            format!("// A comment of some length that says what I think of it.\n{EXAMPLE}// End."),
            String::new(),
        ] {
            assert_eq!(opened().reduce(Action::Edit(text)).options, chosen);
        }
    }

    #[test]
    fn after_a_reload_own_choices_stay_and_those_of_an_example_go() {
        let reloaded = |text: &str, options: Options| {
            let link = Link::program(text, options);
            let start = Start {
                link,
                undo: UndoStack::default(),
                notice: None,
                damaged: false,
                is_own: true,
            };
            Rc::new(State::opening(&start)).reduce(Action::Edit(OTHER.to_owned()))
        };
        let checked = Options::from(Choices { check_bounds: true, ..Choices::default() });
        assert_eq!(reloaded(EXAMPLE, checked.clone()).options, checked);
        let example =
            CHAPTERS.iter().flat_map(|chapter| chapter.programs).next().expect("an example");
        assert_eq!(reloaded(example.text, example.options()).options, Options::default());
    }

    #[test]
    fn a_choice_that_the_reader_has_made_stays() {
        let state = opened();
        let own = state.options.with_method(Some(MethodChoice::Tiling));
        let state = state.reduce(Action::Choose(own)).reduce(Action::Edit(OTHER.to_owned()));
        assert_eq!(state.options.choices.method, Some(MethodChoice::Tiling));
        assert!(!state.options.choices.check_bounds, "the example's choice is left");
    }
}
