//! The menu that says how a verdict is found: by itself, with one cell, or as the reader chooses.

use super::menu::{Menu, NOT_CHOSEN};
use crate::glossary::Term;
use crate::state::{Action, State};
use hornbook_protocol::{Options, WAYS};
use hornbook_records::PragmaOptions;
use hornbook_tasks::choices::{Choices, ChosenAbstraction, Key, MethodChoice};
use yew::prelude::*;

/// The choices that say how a verdict is found.
const OF_WAYS: &[Key] = &[
    Key::Method,
    Key::Rules,
    Key::Tiles,
    Key::Abstraction,
    Key::Heuristic,
    Key::Order,
    Key::Cells,
];

/// An entry of [`WAYS`].
const FOUND: &str = "found";
/// An entry of [`WAYS`].
const ONE_CELL: &str = "cell1";
/// The entry of [`WAYS`] that shows menus.
const CHOOSE: &str = "choose";
/// The entry for choices that a link or a lesson has made.
const OTHER: &str = "other";

#[derive(Clone, PartialEq, Properties)]
pub struct WayChoiceProps {
    pub options: Options,
    /// The choices that the program makes itself.
    pub wishes: PragmaOptions,
    /// Whether the menus for single choices are on view.
    pub choosing: bool,
    /// Shows these menus, or hides them.
    pub choose: Callback<bool>,
    pub dispatch: UseReducerDispatcher<State>,
}

/// The menu.
#[component]
pub fn WayChoice(props: &WayChoiceProps) -> Html {
    let WayChoiceProps { options, wishes, choosing, dispatch, .. } = props;
    let in_force = options.in_force(wishes).choices;
    let own = wish(wishes);
    let is_own = own.is_some() && options.choices == options.choices.without(OF_WAYS);
    let (name, said) = way(&in_force);
    let chosen = match name {
        _ if *choosing => CHOOSE,
        _ if is_own => NOT_CHOSEN,
        name => name,
    };
    let pick = {
        let (options, wishes, choose) = (options.clone(), wishes.clone(), props.choose.clone());
        let dispatch = dispatch.clone();
        Callback::from(move |name: String| {
            choose.emit(name == CHOOSE);
            if let Some(choices) = picked(&name, &options.choices, &wishes) {
                dispatch.dispatch(Action::Choose(options.with_choices(choices)));
            }
        })
    };
    let own = own.map(|wish| (NOT_CHOSEN.to_owned(), format!("the program's own: {wish}")));
    let extra = (chosen == OTHER).then(|| (OTHER.to_owned(), said));
    html! {
        <Menu label="how" term={Term::Method} testid="how" chosen={chosen.to_owned()} {own} offers={WAYS} {extra} choose={pick} />
    }
}

/// The program's own choices in words, if it makes some.
fn wish(wishes: &PragmaOptions) -> Option<String> {
    let PragmaOptions { method, abstraction, heuristic } = wishes;
    let said = [
        method.map(|method| method.to_string()),
        abstraction.as_ref().map(ToString::to_string),
        heuristic.map(|heuristic| heuristic.to_string()),
    ];
    let said: Vec<String> = said.into_iter().flatten().collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// The entry for the choices that hold, and they in words.
fn way(in_force: &Choices) -> (&'static str, String) {
    let plain = in_force.order == Choices::default().order && in_force.cells.is_empty();
    let abstraction = in_force.abstraction_or_default();
    match in_force.method_wanted() {
        Some(MethodChoice::Auto) => (FOUND, String::new()),
        Some(method @ (MethodChoice::Instrument | MethodChoice::Tiling)) => {
            (OTHER, method.to_string())
        }
        Some(MethodChoice::Abstraction) | None => {
            let is_relevant =
                in_force.heuristic_or_default() == Choices::default().heuristic_or_default();
            let name = match abstraction == ChosenAbstraction::default() && is_relevant && plain {
                true => ONE_CELL,
                false => OTHER,
            };
            (name, format!("{abstraction}, {}", in_force.heuristic_or_default()))
        }
    }
}

/// The choices after an entry was picked; `None` where they stay.
fn picked(name: &str, now: &Choices, wishes: &PragmaOptions) -> Option<Choices> {
    let plain = now.without(OF_WAYS);
    let has_wish = wish(wishes).is_some();
    match name {
        NOT_CHOSEN => Some(plain),
        FOUND => Some(Choices { method: has_wish.then_some(MethodChoice::Auto), ..plain }),
        ONE_CELL => Some(Choices {
            method: Some(MethodChoice::Abstraction),
            abstraction: has_wish.then(ChosenAbstraction::default),
            heuristic: has_wish.then(|| Choices::default().heuristic_or_default()),
            ..plain
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(words: &[(Key, &str)]) -> Choices {
        let mut choices = Choices::default();
        for (key, text) in words {
            choices.set(*key, text).expect("a choice");
        }
        choices
    }

    fn entry(choices: &Choices, wishes: &PragmaOptions) -> &'static str {
        way(&Options::from(choices.clone()).in_force(wishes).choices).0
    }

    #[test]
    fn what_nobody_chose_is_found_and_what_names_an_abstraction_is_not() {
        let none = PragmaOptions::default();
        assert_eq!(entry(&Choices::default(), &none), FOUND);
        assert_eq!(entry(&named(&[(Key::Abstraction, "cell1")]), &none), ONE_CELL);
        assert_eq!(entry(&named(&[(Key::Abstraction, "cell2")]), &none), OTHER);
        assert_eq!(entry(&named(&[(Key::Heuristic, "mg16")]), &none), OTHER);
        assert_eq!(entry(&named(&[(Key::Method, "abstraction")]), &none), ONE_CELL);
        assert_eq!(entry(&named(&[(Key::Rules, "sum(a): 3 begin(0)")]), &none), OTHER);
    }

    #[test]
    fn a_picked_entry_is_the_one_that_holds() {
        let wishing = PragmaOptions {
            abstraction: Some("cell2".parse().expect("an abstraction")),
            ..PragmaOptions::default()
        };
        let before = named(&[
            (Key::Abstraction, "cell<2"),
            (Key::Heuristic, "ma15"),
            (Key::CheckBounds, ""),
        ]);
        for wishes in [PragmaOptions::default(), wishing] {
            for name in [FOUND, ONE_CELL] {
                let after = picked(name, &before, &wishes).expect("choices");
                assert_eq!(entry(&after, &wishes), name);
                assert!(after.check_bounds, "other choices stay");
            }
        }
        assert_eq!(picked(CHOOSE, &before, &PragmaOptions::default()), None);
    }
}
