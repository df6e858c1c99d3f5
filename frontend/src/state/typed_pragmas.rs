//! Pragmas that are typed into a text: what was said last holds, so they go before choices made on the page.

use super::State;
use hornbook_protocol::TextKind;
use hornbook_tasks::choices::{Choices, Key};

/// The word that every pragma begins with.
const WORD: &str = "#pragma";

/// Who names one of these wants the method that it is for.
const NAME_A_METHOD: [Key; 6] =
    [Key::Rules, Key::Tiles, Key::Abstraction, Key::Heuristic, Key::Order, Key::Cells];

impl State {
    /// Takes back the choices on the page that an edited text makes otherwise than the text before.
    pub(super) fn yield_to_pragmas(&mut self, text: &str) {
        let is_program = self.kind == TextKind::Program;
        if !is_program || lines_with_pragmas(&self.text) == lines_with_pragmas(text) {
            return;
        }
        let (before, now) = (choices_of(&self.text), choices_of(text));
        let says_anew =
            |key: &Key| !now.texts(*key).is_empty() && now.texts(*key) != before.texts(*key);
        let mut keys: Vec<Key> = Key::ALL.into_iter().filter(says_anew).collect();
        if keys.iter().any(|key| NAME_A_METHOD.contains(key)) {
            keys.push(Key::Method);
        }
        self.choose(&self.options.with_choices(self.options.choices.without(&keys)));
    }
}

/// The lines that may be pragmas, which tells without parsing that none has changed.
fn lines_with_pragmas(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.contains(WORD)).collect()
}

/// The choices that a text makes.
fn choices_of(text: &str) -> Choices {
    Choices::from_pragmas(&hornbook_lang::parse(text).0.pragmas).0
}

#[cfg(test)]
mod tests {
    use super::super::{Action, State};
    use hornbook_protocol::Options;
    use hornbook_tasks::choices::{Choices, MethodChoice};
    use std::rc::Rc;
    use yew::prelude::*;

    fn with_method(method: MethodChoice) -> Options {
        Choices { method: Some(method), ..Choices::default() }.into()
    }

    fn typed(state: State, text: &str) -> State {
        (*Rc::new(state).reduce(Action::Edit(text.to_owned()))).clone()
    }

    #[test]
    fn a_typed_pragma_goes_before_the_choice_of_an_example() {
        let opened = State::new("int n;\n", with_method(MethodChoice::Abstraction));
        for (text, wanted) in [
            ("#pragma method tiling\nint n;\n", None),
            ("#pragma heuristic mg16\nint n;\n", None),
            ("#pragma method til\nint n;\n", Some(MethodChoice::Abstraction)),
            ("#pragma check-bounds\nint n;\n", Some(MethodChoice::Abstraction)),
            ("int n;\nint m;\n", Some(MethodChoice::Abstraction)),
        ] {
            assert_eq!(typed(opened.clone(), text).options.choices.method, wanted, "{text}");
        }
    }

    #[test]
    fn a_choice_after_a_pragma_stays_while_others_are_typed() {
        let text = "#pragma method tiling\nint n;\n";
        let chosen = State::new(text, with_method(MethodChoice::Auto));
        let further = typed(chosen, "#pragma method tiling\n#pragma loops\nint n;\n");
        assert_eq!(further.options.choices.method, Some(MethodChoice::Auto));
    }
}
